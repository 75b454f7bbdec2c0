import { calls, type Reply } from "#client/lib/api.ts";
import { isWrittenOff } from "#client/lib/part-paid.ts";
import { can, type User } from "#client/lib/session.ts";
import { canPayQuote, type OrderStatus } from "#shared/domain/trade/status.ts";

type Order = Pick<Reply<"orders", "read">, "orderStatus" | "paymentStatus" | "quoteId"> &
  Partial<Pick<Reply<"orders", "read">, "late" | "owed" | "finalTotal">>;

/**
 * This person's next action on the order: request a delivery date, pay, or move it to the next
 * status.
 */
type OrderStep = { readonly kind: "ask" } | { readonly kind: "pay" } | { readonly kind: "move"; readonly to: OrderStatus };

const FOLLOWING: Partial<Record<OrderStatus, OrderStatus>> = {
  draft: "pending",
  pending: "processing",
  processing: "shipped",
  shipped: "delivered",
  delivered: "completed",
};

export const isPayable = ({ quoteId, orderStatus, paymentStatus = "unpaid", owed, finalTotal }: Order): boolean =>
  quoteId !== undefined &&
  !isWrittenOff({ paymentStatus, owed, finalTotal }) &&
  canPayQuote({ status: "accepted", paymentStatus, orderId: 0, orderStatus });

type Payer = Pick<User, "role" | "isImpersonating" | "mayOrder">;

export const mayPay = (user: Payer, order: Order): boolean =>
  can(user, calls.payments.pay) && user.mayOrder && !user.isImpersonating && isPayable(order);

/** Applies the server's own rules, so that no button leads to a refusal. */
export function nextOrderStep(user: Payer, order: Order): OrderStep | null {
  const to = FOLLOWING[order.orderStatus];
  if (can(user, calls.orders.changeStatus)) return to ? { kind: "move", to } : null;
  if (user.role === "customer" && order.late) return { kind: "ask" };
  return mayPay(user, order) ? { kind: "pay" } : null;
}
