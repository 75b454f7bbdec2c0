import { type Reply, useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { APPROVAL_MOVES, type ApprovalStatus } from "#shared/domain/trade/status.ts";

export type Client = Reply<"clients", "list">[number];

export type Decision = "approve" | "decline" | "suspend" | "reinstate";

interface DecisionWords {
  readonly label: string;
  readonly to: ApprovalStatus;
  readonly consequence: string;
  /** The end of the toast, as in "Harbour Interiors is approved". */
  readonly done: string;
}

export const DECISIONS = {
  approve: {
    label: "Approve",
    to: "approved",
    consequence: "They can log in, build quotes and order. We notify them by email.",
    done: "approved",
  },
  decline: {
    label: "Decline",
    to: "rejected",
    consequence: "They cannot log in. We notify them by email. You can still approve them later.",
    done: "declined",
  },
  suspend: {
    label: "Suspend",
    to: "suspended",
    consequence: "They are signed out at once and cannot log in until you reinstate them. Their quotes and orders stay.",
    done: "suspended",
  },
  reinstate: {
    label: "Reinstate",
    to: "approved",
    consequence: "They can log in again. We notify them by email.",
    done: "reinstated",
  },
} as const satisfies Record<Decision, DecisionWords>;

const decisionFor = (from: ApprovalStatus, to: ApprovalStatus): Decision => {
  if (to === "rejected") return "decline";
  if (to === "suspended") return "suspend";
  return from === "suspended" ? "reinstate" : "approve";
};

/** The decisions that the table of moves allows now. */
export const listDecisions = ({ approvalStatus }: Pick<Client, "approvalStatus">): readonly Decision[] =>
  APPROVAL_MOVES[approvalStatus].map((to) => decisionFor(approvalStatus, to));

export interface DecisionDialogProps {
  readonly client: Client;
  readonly onClose: () => void;
  /** Runs after the decision is stored, when this dialog's client is out of date. */
  readonly onDecided: () => void;
}

/**
 * Sends the status that the person saw: the server refuses the call if another person has decided
 * meanwhile.
 */
export function useDecide(client: Client, decision: Decision, onDone: () => void) {
  const failure = "Failed to update client";
  const { to, done } = DECISIONS[decision];
  const decide = useCall("clients", "decide", { success: `${client.companyName} is ${done}`, failure, onSuccess: onDone });
  return {
    decide: (reason?: string) =>
      decide.mutate({ params: { id: client.id }, body: { approvalStatus: to, from: client.approvalStatus, reason } }),
    pending: decide.isPending,
    error: decide.isError ? failureSentence(decide.error, failure) : null,
  };
}
