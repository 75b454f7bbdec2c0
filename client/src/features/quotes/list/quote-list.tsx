import { ReceiptText } from "lucide-react";
import type { ReactNode } from "react";
import { EmptyState } from "#client/components/loading/empty-state.tsx";
import { PagedTable } from "#client/components/table/paged-table.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { usePages } from "#client/lib/api.ts";
import { useUser } from "#client/lib/session.ts";
import { quoteNumber } from "#shared/domain/references.ts";
import type { QuoteStatus } from "#shared/domain/status.ts";
import { type Quote, type QuoteAction, quoteActions } from "../quote-actions.ts";
import { quoteColumns } from "./quote-columns.tsx";
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
