import { type BadgeTone, StatusBadge } from "#client/components/facts/badge.tsx";
import { QUOTE_STATUS_LABEL, type QuoteStatus } from "#shared/domain/status.ts";

const TONE = { draft: "neutral", sent: "info", accepted: "positive", declined: "danger" } as const satisfies Record<QuoteStatus, BadgeTone>;

export function QuoteStatusBadge({ status }: { status: QuoteStatus }) {
  return <StatusBadge word={QUOTE_STATUS_LABEL[status]} tone={TONE[status]} />;
}
