import { calls, type Reply } from "#client/lib/api.ts";
import { can, type User } from "#client/lib/session.ts";
import { canPayQuote, type OrderStatus } from "#shared/domain/trade/status.ts";

type Order = Pick<Reply<"orders", "read">, "orderStatus" | "paymentStatus" | "quoteId">;

/** What this person does next with the order: pays it, or moves it on. */
type OrderStep = { readonly kind: "pay" } | { readonly kind: "move"; readonly to: OrderStatus };

const FOLLOWING: Partial<Record<OrderStatus, OrderStatus>> = {
  draft: "pending",
  pending: "processing",
  processing: "shipped",
  shipped: "delivered",
  delivered: "completed",
};

export const isPayable = ({ quoteId, orderStatus, paymentStatus = "unpaid" }: Order): boolean =>
  quoteId !== undefined && canPayQuote({ quoteStatus: "accepted", paymentStatus, orderId: 0, orderStatus });

/** The server's own rules, so that no button leads to a refusal. */
export function nextOrderStep(user: Pick<User, "role" | "isImpersonating" | "mayOrder">, order: Order): OrderStep | null {
  const to = FOLLOWING[order.orderStatus];
  if (can(user, calls.orders.changeStatus)) return to ? { kind: "move", to } : null;
  return can(user, calls.payments.pay) && user.mayOrder && !user.isImpersonating && isPayable(order) ? { kind: "pay" } : null;
}
