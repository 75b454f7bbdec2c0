import type { View } from "#client/components/page/views.tsx";
import type { Input, Reply } from "#client/lib/api.ts";
import { QUOTE_STATUS_LABEL, type QuoteStatus } from "#shared/domain/trade/status.ts";

/** The states of a quote besides its status (rule Q15). */
export const QUOTE_STATES = ["placed", "to_order", "expiring", "expired", "with_customer", "customer_yes", "customer_no"] as const;
type QuoteState = (typeof QUOTE_STATES)[number];

export interface QuoteFilters {
  readonly search: string;
  readonly status: QuoteStatus | "";
  readonly state: QuoteState | "";
  readonly sort: "expiry" | "";
  /** A filter for staff. */
  readonly companyId: number | null;
}

/** The homeowner's reply to the fitter's quotation (rule T10), by view. */
const RETAIL = { with_customer: "sent", customer_yes: "accepted", customer_no: "declined" } as const;
type RetailView = keyof typeof RETAIL;
const isRetail = (state: QuoteState | ""): state is RetailView => state in RETAIL;

/** The list's query for the filters. */
export const toListQuery = ({ search, status, state, sort, companyId }: QuoteFilters): NonNullable<Input<"quotes", "list">["query"]> => ({
  search,
  ...(status && { quoteStatus: status }),
  // An accepted quote with an order counts as ordered (rule Q15).
  ...(status === "accepted" && { ordered: "false" }),
  ...(isRetail(state) ? { retail: RETAIL[state] } : state && { state }),
  ...(sort && { sort }),
  ...(companyId !== null && { companyId: String(companyId) }),
});

const STATE_LABEL: Readonly<Record<QuoteState, string>> = {
  placed: "Placed",
  to_order: "To order",
  expiring: "Expiring",
  expired: "Expired",
  with_customer: "With your customer",
  customer_yes: "Customer said yes",
  customer_no: "Customer said no",
};

/** The count of each view. */
const COUNT_OF = {
  draft: "draft",
  placed: "placed",
  sent: "sent",
  accepted: "acceptedNotOrdered",
  to_order: "toOrder",
  expiring: "expiring",
  expired: "expired",
} as const;

export type QuoteView = QuoteState | QuoteStatus | "";
type Counts = Reply<"quotes", "counts"> | undefined;

/**
 * Statuses and states in one row of tabs. A status' tab is the filter by that status. The last
 * three are for fitters only.
 */
export const quoteViews = (counts: Counts, isFitter: boolean): readonly View<QuoteView>[] => [
  { value: "", label: "All" },
  ...(["draft", "placed", "sent", "accepted", "to_order", "expiring", "expired"] as const).map((value) => ({
    value,
    label: labelQuoteView(value),
    count: counts?.[COUNT_OF[value]],
    loud: value === "expiring",
  })),
  // Declined quotes are not counted: nobody waits for one.
  { value: "declined", label: QUOTE_STATUS_LABEL.declined },
  ...(isFitter
    ? (Object.keys(RETAIL) as RetailView[]).map((value) => ({ value, label: STATE_LABEL[value], count: counts?.retail?.[RETAIL[value]] }))
    : []),
];

const isState = (view: QuoteView): view is QuoteState => (QUOTE_STATES as readonly string[]).includes(view);

export const labelQuoteView = (view: Exclude<QuoteView, "">): string => (isState(view) ? STATE_LABEL[view] : QUOTE_STATUS_LABEL[view]);

export const findQuoteView = ({ status, state }: QuoteFilters): QuoteView => state || status;

export const toFilter = (view: QuoteView): Pick<QuoteFilters, "status" | "state"> =>
  isState(view) ? { status: "", state: view } : { status: view, state: "" };
