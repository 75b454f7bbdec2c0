import type { View } from "#client/components/page/views.tsx";
import type { Input } from "#client/lib/api.ts";
import { calls, type Reply } from "#client/lib/api.ts";
import { can, type User } from "#client/lib/session.ts";
import { DONE_ORDER_STATUSES, OPEN_ORDER_STATUSES } from "#shared/domain/trade/due.ts";

export const ORDER_VIEWS = ["open", "late", "unpaid", "done"] as const;
export type OrderView = (typeof ORDER_VIEWS)[number];

/** What each view asks of the list: the same as its count counts (rule O9). */
export const ORDERS_OF: Readonly<Record<OrderView, NonNullable<Input<"orders", "list">["query"]>>> = {
  open: { status: [...OPEN_ORDER_STATUSES] },
  late: { late: "true" },
  unpaid: { paymentStatus: "unpaid", status: [...OPEN_ORDER_STATUSES, ...DONE_ORDER_STATUSES] },
  done: { status: [...DONE_ORDER_STATUSES] },
};

/** Without Unpaid for those who see no payments. */
export function orderViews(user: Pick<User, "role">, counts: Reply<"orders", "counts"> | undefined): readonly View<OrderView | "">[] {
  return [
    { value: "", label: "All" },
    { value: "open", label: "Open", count: counts?.open },
    { value: "late", label: "Late", count: counts?.late, loud: true },
    ...(can(user, calls.quotes.list) ? [{ value: "unpaid" as const, label: "Unpaid", count: counts?.unpaid }] : []),
    { value: "done", label: "Done", count: counts?.done },
  ];
}
