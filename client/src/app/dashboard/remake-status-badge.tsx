import { StatusBadge } from "#client/components/status-badge.tsx";
import type { BadgeLook } from "#client/components/ui/badge.tsx";
import { REMAKE_STATUS_LABEL, type RemakeStatus } from "#shared/domain/status.ts";

/** §4: approved default, denied destructive, in progress secondary, the others outline. */
const LOOK = {
  pending: "outline",
  approved: "default",
  denied: "destructive",
  in_progress: "secondary",
  completed: "outline",
} as const satisfies Record<RemakeStatus, BadgeLook>;

export function RemakeStatusBadge({ status }: { status: RemakeStatus }) {
  return <StatusBadge word={REMAKE_STATUS_LABEL[status]} look={LOOK[status]} />;
}
