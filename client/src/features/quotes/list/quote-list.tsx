import { ReceiptText } from "lucide-react";
import type { ReactNode } from "react";
import { PaymentBadge } from "#client/components/facts/badge.tsx";
import { DateText, Money } from "#client/components/facts/values.tsx";
import { EmptyState } from "#client/components/loading/states.tsx";
import type { Column } from "#client/components/table/data-table.tsx";
import { PagedTable } from "#client/components/table/paged-table.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { usePages } from "#client/lib/api.ts";
import { type User, useUser } from "#client/lib/session.ts";
import { quoteNumber } from "#shared/domain/references.ts";
import { isStaff } from "#shared/domain/roles.ts";
import type { QuoteStatus } from "#shared/domain/status.ts";
import { type Quote, type QuoteAction, quoteActions } from "../quote-actions.ts";
import { QuoteStatusBadge } from "../quote-status-badge.tsx";
import { ValidUntil } from "../valid-until.tsx";
import { QuoteRowActions } from "./quote-row-actions.tsx";

type QuoteListProps = {
  search: string;
  status: QuoteStatus | "";
  now: number;
  onView: (id: number) => void;
  onAction: (action: QuoteAction, quote: Quote) => void;
  onClearFilters: () => void;
  /** The button that makes the first quote. */
  create: ReactNode;
};

export function QuoteList({ search, status, now, onView, onAction, onClearFilters, create }: QuoteListProps) {
  const user = useUser();
  const quotes = usePages("quotes", "list", { query: { search, ...(status && { quoteStatus: status }) } });
  const filtered = search !== "" || status !== "";
  return (
    <PagedTable
      query={quotes}
      noun={["quote", "quotes"]}
      failure="Failed to load quotes"
      empty={filtered ? <NothingFound onClear={onClearFilters} /> : <NoQuotesYet create={create} />}
      caption="Quotes"
      columns={quoteColumns(user, now)}
      rowKey={({ id }) => id}
      onRowClick={({ id }) => onView(id)}
      rowLabel={(quote) => `${quoteNumber(quote.id)}, ${quote.user.companyName}`}
      actions={(quote) => (
        <QuoteRowActions
          quote={quote}
          actions={quoteActions(user, quote, now)}
          onView={() => onView(quote.id)}
          onAction={(action) => onAction(action, quote)}
        />
      )}
    />
  );
}

const NothingFound = ({ onClear }: { onClear: () => void }) => (
  <EmptyState title="No quotes found" action={<Button onClick={onClear}>Clear the filters</Button>}>
    Nothing matches what you look for.
  </EmptyState>
);

const NoQuotesYet = ({ create }: { create: ReactNode }) => (
  <EmptyState title="No quotes yet" icon={<ReceiptText />} action={create}>
    A quote prices your windows as you measure them, and is valid for 30 days.
  </EmptyState>
);

const company: Column<Quote> = {
  id: "company",
  header: "Company",
  cell: ({ user }) => (
    <span title={user.companyName} className="line-clamp-2 max-w-80 tight:max-w-56 wrap-anywhere stacked:max-w-none">
      {user.companyName}
    </span>
  ),
  wrap: true,
  place: "line",
};

/** Rule S4; staff see whose a quote is. */
const quoteColumns = (user: Pick<User, "role">, now: number): readonly Column<Quote>[] => [
  { id: "number", header: "Quote #", cell: ({ id }) => quoteNumber(id) },
  ...(isStaff(user.role) ? [company] : []),
  { id: "status", header: "Status", place: "head", cell: ({ quoteStatus }) => <QuoteStatusBadge status={quoteStatus} /> },
  { id: "payment", header: "Payment", place: "head", cell: ({ paymentStatus }) => <PaymentBadge status={paymentStatus} /> },
  { id: "created", header: "Created", cell: ({ createdAt }) => <DateText value={createdAt} /> },
  { id: "validUntil", header: "Valid Until", cell: (quote) => <ValidUntil quote={quote} now={now} /> },
  { id: "total", header: "Total", align: "right", place: "end", cell: ({ finalTotal }) => <Money amount={finalTotal} /> },
];
