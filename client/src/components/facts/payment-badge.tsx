import { PAYMENT_STATUS_LABEL, type PaymentStatus } from "#shared/domain/status.ts";
import { StatusBadge } from "./status-badge.tsx";

const TONE = { paid: "positive", unpaid: "warning" } as const satisfies Record<PaymentStatus, string>;

/** Missing counts as unpaid (rule Y1). */
export function PaymentBadge({ status = "unpaid" }: { status?: PaymentStatus }) {
  return <StatusBadge word={PAYMENT_STATUS_LABEL[status]} tone={TONE[status]} />;
}
