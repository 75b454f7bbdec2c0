import type { View } from "#client/components/page/views.tsx";
import { calls, type Input, type Reply } from "#client/lib/api.ts";
import { can, type User } from "#client/lib/session.ts";
import { isStaff } from "#shared/domain/roles.ts";
import { DONE_ORDER_STATUSES, OPEN_ORDER_STATUSES } from "#shared/domain/trade/due.ts";

type Counts = Reply<"orders", "counts">;
export type OrderView = Exclude<keyof Counts, `${string}Amount` | "invoicesWaiting">;

interface OrderViewRow {
  readonly label: string;
  /** The view's query, the same as its count uses (rule O10). */
  readonly query: NonNullable<Input<"orders", "list">["query"]>;
  /** The message of an empty view. */
  readonly none: string;
  readonly loud?: boolean;
  /** Limits the view to some roles. */
  readonly mayBeRead?: (user: Pick<User, "role">) => boolean;
}

/** Each view of the orders, in the order of its tabs. */
export const ORDER_VIEWS: Readonly<Record<OrderView, OrderViewRow>> = {
  open: { label: "Open", query: { status: [...OPEN_ORDER_STATUSES] }, none: "No orders are being made or on their way." },
  late: { label: "Late", query: { late: "true" }, none: "Nothing is late.", loud: true },
  unpaid: {
    label: "Unpaid",
    query: { paymentStatus: "unpaid", status: [...OPEN_ORDER_STATUSES, ...DONE_ORDER_STATUSES] },
    none: "Everything is paid.",
    mayBeRead: (user) => can(user, calls.quotes.list),
  },
  done: { label: "Done", query: { status: [...DONE_ORDER_STATUSES] }, none: "Nothing has been delivered yet." },
  toPayBack: {
    label: "To pay back",
    query: { view: "to_pay_back" },
    none: "No orders have to be refunded.",
    mayBeRead: ({ role }) => isStaff(role),
  },
  changeRequests: {
    label: "Changes requested",
    query: { view: "change_requested" },
    none: "No customer waits for an answer to a requested change.",
    mayBeRead: ({ role }) => isStaff(role),
  },
};
export const ORDER_VIEW_NAMES = Object.keys(ORDER_VIEWS) as OrderView[];

export function orderViews(user: Pick<User, "role">, counts: Counts | undefined): readonly View<OrderView | "">[] {
  const visible = ORDER_VIEW_NAMES.filter((view) => ORDER_VIEWS[view].mayBeRead?.(user) ?? true);
  const tabs = visible.map((value) => ({ value, label: ORDER_VIEWS[value].label, loud: ORDER_VIEWS[value].loud, count: counts?.[value] }));
  return [{ value: "", label: "All" }, ...tabs];
}
