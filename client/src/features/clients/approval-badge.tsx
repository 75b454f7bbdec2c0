import { type BadgeLook, type BadgeTone, StatusBadge } from "#client/components/facts/badge.tsx";
import { APPROVAL_STATUS_LABEL, type ApprovalStatus } from "#shared/domain/status.ts";

const LOOK = {
  pending: { look: "outline", tone: "warning" },
  approved: { look: "outline", tone: "positive" },
  rejected: { look: "destructive", tone: "danger" },
  suspended: { look: "secondary", tone: "neutral" },
} as const satisfies Record<ApprovalStatus, { look: BadgeLook; tone: BadgeTone }>;

export function ApprovalBadge({ status }: { status: ApprovalStatus }) {
  return <StatusBadge word={APPROVAL_STATUS_LABEL[status]} {...LOOK[status]} />;
}
