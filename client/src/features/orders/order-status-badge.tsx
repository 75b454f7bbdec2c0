import { type BadgeTone, StatusBadge } from "#client/components/facts/badge.tsx";
import { ORDER_STATUS_LABEL, type OrderStatus } from "#shared/domain/trade/status.ts";

const TONE = {
  draft: "neutral",
  pending: "warning",
  processing: "info",
  shipped: "accent",
  delivered: "positive",
  completed: "positive",
  cancelled: "danger",
} as const satisfies Record<OrderStatus, BadgeTone>;

export function OrderStatusBadge({ status }: { status: OrderStatus }) {
  return <StatusBadge word={ORDER_STATUS_LABEL[status]} tone={TONE[status]} />;
}
