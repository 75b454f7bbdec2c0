import type { Reply } from "#client/lib/api.ts";
import { formatDate, formatMoney } from "#client/lib/format.ts";
import { describeUnpaid } from "#client/lib/part-paid.ts";
import type { User } from "#client/lib/session.ts";
import { shippedInWords } from "#shared/domain/trade/parcels.ts";
import { isInWorkshop } from "#shared/domain/trade/status.ts";
import { isPayable } from "./order-step.ts";

type Order = Pick<
  Reply<"orders", "read">,
  | "orderStatus"
  | "paymentStatus"
  | "shippingDate"
  | "estimatedArrival"
  | "requiredBy"
  | "late"
  | "quoteId"
  | "finalTotal"
  | "owed"
  | "toPayBack"
>;

/** A list's row does not contain the progress. */
type Made = Pick<Reply<"orders", "read">, "orderStatus" | "shutters" | "shipped"> & Partial<Pick<Reply<"orders", "read">, "progress">>;

/**
 * True once at least one shutter is marked as cut (rule W61). Every later step follows the cutting.
 */
export const isBegun = ({ orderStatus, progress }: Made): boolean =>
  isInWorkshop(orderStatus) && progress !== undefined && progress.cut > 0;

/** True while some of the order's shutters were shipped and others were not (rule W83). */
export const isPartlyShipped = ({ orderStatus, shipped }: Pick<Made, "orderStatus" | "shipped">): boolean =>
  isInWorkshop(orderStatus) && shipped > 0;

/** Describes the order's state and its next step for the reader's role. */
export function orderSentence({ role, orderedBy }: Pick<User, "role" | "orderedBy">, order: Order & Made): string {
  const finished = role === "customer" && isBegun(order) ? order.progress?.finished : undefined;
  const progress = finished === undefined ? [] : [`In the workshop: ${finished} of ${order.shutters} finished.`];
  const sent = isPartlyShipped(order) ? [`${shippedInWords(order)}.`] : [];
  const missed = order.late === "required" && order.requiredBy ? [`It was needed by ${formatDate(order.requiredBy)}.`] : [];
  const owed = order.toPayBack ? [`${formatMoney(order.toPayBack)} is to be paid back.`] : [];
  const sentence = [...missed, standing(order, role === "customer"), ...sent, ...owed, ...progress].join(" ");
  if (role === "supplier" || !isPayable(order)) return sentence;
  if (role !== "customer") return `${sentence} ${describeUnpaid(order, "The customer has not paid it yet.")}`;
  return `${sentence} ${describeUnpaid(order)}${orderedBy ? ` Ask ${orderedBy} to pay it.` : ""}`;
}

function standing({ orderStatus, shippingDate, estimatedArrival, late }: Order, isTheirs: boolean): string {
  const shipping = shippingDate && `${late === "shipping" ? "was" : "is"} to be shipped on ${formatDate(shippingDate)}.`;
  switch (orderStatus) {
    case "draft":
      return "The office is correcting this order. It goes on when that is done.";
    case "pending":
      return shipping ? `It waits for the workshop, and ${shipping}` : "Waiting for the workshop to give a date.";
    case "processing":
      return shipping ? `It is being made, and ${shipping}` : "It is being made.";
    case "shipped":
      return estimatedArrival
        ? `It is on its way, and should ${late === "arrival" ? "have arrived" : "arrive"} on ${formatDate(estimatedArrival)}.`
        : "It is on its way.";
    case "delivered":
    case "completed":
      return `It was delivered.${isTheirs ? " If anything is wrong with it, ask for a remake." : ""}`;
    case "cancelled":
      return "This order was cancelled. It will not be made and cannot be paid.";
  }
}
