import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { ReceiptText, WifiOff } from "lucide-react";
import type { ReactNode } from "react";
import { StatusBadge } from "#client/components/facts/badge.tsx";
import { Job } from "#client/components/facts/job.tsx";
import { ListedDate, Money } from "#client/components/facts/values.tsx";
import { EmptyState } from "#client/components/loading/states.tsx";
import { ClientFilter } from "#client/components/page/client-filter.tsx";
import { documentMenuItems } from "#client/components/page/document-link.tsx";
import { FilterBar, SearchField, SortChoice } from "#client/components/page/filters.tsx";
import { PayButton } from "#client/components/page/pay-button.tsx";
import { Views } from "#client/components/page/views.tsx";
import type { Column } from "#client/components/table/data-table.tsx";
import { PagedTable } from "#client/components/table/paged-table.tsx";
import { useColumns } from "#client/components/table/use-columns.tsx";
import { ViewButton } from "#client/components/table/view-button.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { DropdownMenu, type MenuItem } from "#client/components/ui/overlay/dropdown-menu.tsx";
import { query, useIsClose, usePages } from "#client/lib/api.ts";
import { describeQuoteSearch } from "#client/lib/search-hints.ts";
import { type User, useUser } from "#client/lib/session.ts";
import { isStaff } from "#shared/domain/roles.ts";
import { countOf } from "#shared/domain/text.ts";
import { quoteNumber } from "#shared/domain/trade/status.ts";
import { useDayWithoutNetwork } from "./create/use-stored-prices.ts";
import { ACTION_LABEL, type Quote, type QuoteAction, quoteActions } from "./quote-actions.ts";
import { describeWhereabouts } from "./quote-next.ts";
import { QuotePayment, QuoteStanding, ValidUntil } from "./quote-status.tsx";
import { findQuoteView, labelQuoteView, type QuoteFilters, type QuoteView, quoteViews, toFilter, toListQuery } from "./quote-views.ts";

type QuoteListProps = {
  filters: QuoteFilters;
  now: number;
  /** Applies a pending withdrawal. */
  asShown: (quote: Quote) => Quote;
  onFilter: (filters: Partial<QuoteFilters>) => void;
  onView: (id: number) => void;
  onAction: (action: QuoteAction, quote: Quote) => void;
  /** The button that creates the first quote. */
  create: ReactNode;
};

export function QuoteList({ filters, now, asShown, onFilter, onView, onAction, create }: QuoteListProps) {
  const user = useUser();
  const { search, status, state, sort, companyId } = filters;
  const quotes = usePages("quotes", "list", { query: toListQuery(filters) });
  const isClose = useIsClose("quotes", "list", { query: toListQuery(filters) });
  const counts = useQuery(query("quotes", "counts", {}));
  const columns = useColumns("quotes", quoteColumns(user, now));
  const { sort: _, ...summed } = toListQuery(filters);
  const sums = useQuery(query("quotes", "sums", { query: summed })).data;
  const { day: findConfirmedChecks } = useDayWithoutNetwork();
  const withoutNetwork = quotes.data === undefined && findConfirmedChecks !== null;
  const filtered = search !== "" || status !== "" || state !== "" || companyId !== null;
  return (
    <Views
      label="Quotes"
      views={quoteViews(counts.data, user.role === "customer" && !user.isImpersonating)}
      value={findQuoteView(filters)}
      onChange={(view) => onFilter(toFilter(view))}
    >
      {columns.dialog}
      <FilterBar label="Filter quotes">
        <SearchField
          label="Search quotes"
          placeholder={isStaff(user.role) ? "Number, company, contact" : "Number, job, PO, postcode"}
          finds={describeQuoteSearch(user.role)}
          value={search}
          onChange={(search) => onFilter({ search })}
        />
        {isStaff(user.role) && (
          <ClientFilter
            companyId={companyId}
            companyName={quotes.data?.[0]?.user.companyName}
            onChange={(id) => onFilter({ companyId: id })}
          />
        )}
        <SortChoice other="expiry" words="Expiring first" value={sort} onChange={(value) => onFilter({ sort: value })} />
      </FilterBar>
      {withoutNetwork ? (
        findConfirmedChecks && <NoNetworkHere create={create} />
      ) : (
        <PagedTable
          query={quotes}
          isClose={isClose}
          asShown={asShown}
          noun={["quote", "quotes"]}
          failure="Failed to load quotes"
          empty={
            filtered ? (
              <NothingFound
                view={search === "" && companyId === null ? findQuoteView(filters) : ""}
                onClear={() => onFilter({ search: "", status: "", state: "", companyId: null })}
              />
            ) : (
              <NoQuotesYet create={create} />
            )
          }
          caption="Quotes"
          columns={columns.shown}
          sums={
            sums && {
              job: countOf(sums.count, "quote"),
              total: (
                <>
                  {user.role === "customer" && <span className="font-normal text-muted">You pay </span>}
                  <Money amount={sums.total} strong />
                </>
              ),
            }
          }
          rowKey={({ id }) => id}
          onRowClick={({ id }) => onView(id)}
          rowLabel={(quote) => `${quoteNumber(quote.id)}, ${quote.user.companyName}`}
          actions={(quote) => (
            <RowActions
              quote={quote}
              actions={quoteActions(user, quote, now)}
              onView={() => onView(quote.id)}
              onAction={(action) => onAction(action, quote)}
            />
          )}
        />
      )}
    </Views>
  );
}

/** An empty view that is not searched says so, and leads to all quotes. */
const NothingFound = ({ view, onClear }: { view: QuoteView; onClear: () => void }) => (
  <EmptyState title="No quotes found" action={<Button onClick={onClear}>{view === "" ? "Clear the filters" : "Show all quotes"}</Button>}>
    {view === "" ? "No quotes match your search." : `No quotes are under “${labelQuoteView(view)}” now.`}
  </EmptyState>
);

const NoQuotesYet = ({ create }: { create: ReactNode }) => (
  <EmptyState title="No quotes yet" icon={<ReceiptText />} action={create}>
    A quote prices your windows as you measure them, and is valid for 30 days.
  </EmptyState>
);

/** A customer's device stores New Quote, but not the list (rule Q27). */
const NoNetworkHere = ({ create }: { create: ReactNode }) => (
  <EmptyState title="No network" icon={<WifiOff />} action={create}>
    Your quotes are displayed when there is one. New Quote works without it: saved quotes wait on this device and are sent then.
  </EmptyState>
);

/** The second column: the customer's name for the job, and for staff the company. */
const company: Column<Quote> = {
  id: "job",
  header: "Company",
  cell: ({ user, ...quote }) => <Job {...quote} company={user} />,
  name: true,
  place: "line",
};
const job: Column<Quote> = {
  id: "job",
  header: "Job",
  name: true,
  place: "line",
  cell: ({ user: _, ...quote }) => <Job {...quote} />,
};

/** The quote's status and the number of unanswered questions (rules T12 and T14). */
const StandingWithQuestions = ({ quote }: { quote: Quote }) => (
  <span className="inline-flex max-w-36 flex-wrap items-center gap-1 in-[dl]:max-w-full in-[dl]:gap-x-2 stacked:max-w-full">
    <QuoteStanding quote={quote} />
    {(quote.unansweredQuestions ?? 0) > 0 && <StatusBadge tone="warning" word={countOf(quote.unansweredQuestions ?? 0, "question")} />}
  </span>
);

/**
 * The line below a customer's status names the person or place that has the quote now (rule S33).
 */
function whereabouts(quote: Quote, { role, mayOrder }: Reader, now: number): ReactNode {
  const words = role === "customer" && describeWhereabouts(quote, now, mayOrder);
  return (
    words && (
      <bdi
        className={clsx(
          "block w-36 whitespace-normal text-xs in-[dl]:w-auto @5xl/table:w-60 stacked:w-auto",
          quote.acceptedBy && quote.placedAt === null ? "font-medium text-accent" : "text-muted",
        )}
      >
        {words}
      </bdi>
    )
  );
}

/** The total is the sum that the customer pays, apart from the accepted sum beside the status. */
const total: Column<Quote> = {
  id: "total",
  header: "Total",
  align: "right",
  place: "end",
  cell: ({ finalTotal }) => <Money amount={finalTotal} />,
  extra: ({ acceptedBy, finalTotal }, apart) =>
    acceptedBy && (
      <span className="inline-flex items-baseline gap-1 text-muted text-xs">
        You pay
        {apart && <Money amount={finalTotal} />}
      </span>
    ),
};

type Reader = Pick<User, "role" | "mayOrder">;

/** The columns of rule S4. Staff also see the quote's company. */
const quoteColumns = (user: Reader, now: number): readonly Column<Quote>[] => [
  { id: "number", header: "Quote #", cell: ({ id }) => quoteNumber(id) },
  isStaff(user.role) ? company : job,
  {
    id: "status",
    header: "Status",
    place: "head",
    cell: (quote) => <StandingWithQuestions quote={quote} />,
    extra: (quote) => whereabouts(quote, user, now),
  },
  { id: "payment", header: "Payment", place: "head", cell: (quote) => <QuotePayment quote={quote} /> },
  { id: "created", header: "Created", rare: true, cell: ({ createdAt }) => <ListedDate value={createdAt} /> },
  { id: "validUntil", header: "Valid Until", cell: (quote) => <ValidUntil quote={quote} now={now} date={ListedDate} /> },
  total,
];

type RowActionsProps = { quote: Quote; actions: readonly QuoteAction[]; onView: () => void; onAction: (action: QuoteAction) => void };

/** The actions that are buttons in the row or the details. */
const BUTTONS: readonly QuoteAction[] = ["pay", "convert", "ask"];

/**
 * Paying and converting, which advance a quote, are buttons. The menu has all other actions, with
 * deletion last and separated.
 */
function RowActions({ quote, actions, onView, onAction }: RowActionsProps) {
  const user = useUser();
  const number = quoteNumber(quote.id);
  const item = (action: QuoteAction) => ({ label: ACTION_LABEL[action], onSelect: () => onAction(action) });
  const menu: MenuItem[] = [
    ...actions.filter((action) => !BUTTONS.includes(action) && action !== "delete").map(item),
    ...documentMenuItems(user, "quotation", quote.id, quote.itemCount),
  ];
  if (actions.includes("delete")) menu.push("separator", { ...item("delete"), danger: true });
  return (
    <>
      {actions.includes("pay") && <PayButton quoteId={quote.id} size="sm" />}
      {actions.includes("convert") && (
        <Button size="sm" onClick={() => onAction("convert")} aria-label={`${ACTION_LABEL.convert}, ${number}`}>
          {ACTION_LABEL.convert}
        </Button>
      )}
      <ViewButton label="View" of={number} onClick={onView} />
      <DropdownMenu label={`More actions for ${number}`} items={menu} />
    </>
  );
}
