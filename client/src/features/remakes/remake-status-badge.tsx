import { type BadgeLook, type BadgeTone, StatusBadge } from "#client/components/facts/badge.tsx";
import { REMAKE_STATUS_LABEL, type RemakeStatus } from "#shared/domain/status.ts";

/** The looks are the specification's (rule R4). */
const LOOK = {
  pending: ["outline", "warning"],
  approved: ["default", "accent"],
  denied: ["destructive", "danger"],
  in_progress: ["secondary", "info"],
  completed: ["outline", "positive"],
} as const satisfies Record<RemakeStatus, readonly [BadgeLook, BadgeTone]>;

export function RemakeStatusBadge({ status }: { status: RemakeStatus }) {
  const [look, tone] = LOOK[status];
  return <StatusBadge word={REMAKE_STATUS_LABEL[status]} look={look} tone={tone} />;
}
