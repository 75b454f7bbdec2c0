import type { View } from "#client/components/page/views.tsx";
import type { Input, Reply } from "#client/lib/api.ts";
import { QUOTE_STATUS_LABEL, type QuoteStatus } from "#shared/domain/trade/status.ts";

/** Where a quote stands beside its status (rule Q15). */
export const QUOTE_STATES = ["placed", "expiring", "expired"] as const;
type QuoteState = (typeof QUOTE_STATES)[number];

export interface QuoteFilters {
  readonly search: string;
  readonly status: QuoteStatus | "";
  readonly state: QuoteState | "";
  readonly sort: "expiry" | "";
}

/** What the filters ask of the list. */
export const quotesAsked = ({ search, status, state, sort }: QuoteFilters): NonNullable<Input<"quotes", "list">["query"]> => ({
  search,
  ...(status && { quoteStatus: status }),
  ...(state && { state }),
  ...(sort && { sort }),
});

const STATE_LABEL: Readonly<Record<QuoteState, string>> = { placed: "Placed", expiring: "Expiring", expired: "Expired" };

type QuoteView = QuoteState | QuoteStatus | "";
type Counts = Reply<"quotes", "counts"> | undefined;

/** Statuses and states in one row. The view of a status is the filter of that status. */
export const quoteViews = (counts: Counts): readonly View<QuoteView>[] => [
  { value: "", label: "All" },
  ...(["draft", "placed", "sent", "accepted", "expiring", "expired"] as const).map((value) => ({
    value,
    label: isState(value) ? STATE_LABEL[value] : QUOTE_STATUS_LABEL[value],
    count: counts?.[value],
    loud: value === "expiring",
  })),
];

const isState = (view: QuoteView): view is QuoteState => (QUOTE_STATES as readonly string[]).includes(view);

export const quoteViewOf = ({ status, state }: QuoteFilters): QuoteView => state || status;

export const filterOf = (view: QuoteView): Pick<QuoteFilters, "status" | "state"> =>
  isState(view) ? { status: "", state: view } : { status: view, state: "" };
