import { type BadgeLook, type BadgeTone, StatusBadge } from "#client/components/facts/badge.tsx";
import { ORDER_STATUS_LABEL, type OrderStatus } from "#shared/domain/trade/status.ts";

const LOOK = {
  draft: ["outline", "neutral"],
  pending: ["outline", "warning"],
  processing: ["secondary", "info"],
  shipped: ["default", "accent"],
  delivered: ["default", "positive"],
  completed: ["outline", "positive"],
  cancelled: ["destructive", "danger"],
} as const satisfies Record<OrderStatus, readonly [BadgeLook, BadgeTone]>;

export function OrderStatusBadge({ status }: { status: OrderStatus }) {
  const [look, tone] = LOOK[status];
  return <StatusBadge word={ORDER_STATUS_LABEL[status]} look={look} tone={tone} />;
}
