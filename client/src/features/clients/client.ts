import type { Reply } from "#client/lib/api.ts";
import { APPROVAL_MOVES, type ApprovalStatus } from "#shared/domain/status.ts";

export type Client = Reply<"clients", "list">[number];

/** What staff do to an account, in words. Each has its dialog. */
export type Decision = "approve" | "decline" | "suspend" | "reinstate";

export const DECISION_LABEL = {
  approve: "Approve",
  decline: "Decline",
  suspend: "Suspend",
  reinstate: "Reinstate",
} as const satisfies Record<Decision, string>;

const decisionFor = (from: ApprovalStatus, to: ApprovalStatus): Decision => {
  if (to === "rejected") return "decline";
  if (to === "suspended") return "suspend";
  return from === "suspended" ? "reinstate" : "approve";
};

/** What may be decided next, from the table of moves. */
export const decisionsOn = ({ approvalStatus }: Pick<Client, "approvalStatus">): readonly Decision[] =>
  APPROVAL_MOVES[approvalStatus].map((to) => decisionFor(approvalStatus, to));

export interface DecisionDialogProps {
  readonly client: Client;
  readonly onClose: () => void;
  /** It is done, and the client as the dialog knew it is the past. */
  readonly onDecided: () => void;
}
