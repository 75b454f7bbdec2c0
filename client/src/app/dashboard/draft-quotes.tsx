import { useId } from "react";
import { Link } from "wouter";
import { StatusBadge } from "#client/components/facts/badge.tsx";
import { ListedDate, Money } from "#client/components/facts/values.tsx";
import { QueryView } from "#client/components/loading/query-view.tsx";
import { EmptyState } from "#client/components/loading/states.tsx";
import { Panel } from "#client/components/ui/display/panel.tsx";
import { ScrollArea } from "#client/components/ui/display/scroll-area.tsx";
import { LoadMore } from "#client/components/ui/display/table.tsx";
import { type Reply, usePages } from "#client/lib/api.ts";
import { formatListed } from "#client/lib/format.ts";
import { nameJob } from "#shared/domain/job-name.ts";
import { quoteNumber } from "#shared/domain/trade/status.ts";
import { RowsSkeleton } from "./dashboard-skeleton.tsx";
import { RowFacts, RowList, rowClass } from "./list-row.tsx";

type Quote = Reply<"quotes", "list">[number];

/**
 * The quotes that staff can convert (rule Q5), in groups: accepted or paid quotes, quotes that
 * customers placed, drafts. Each row opens in the quotes screen.
 */
export function DraftQuotes() {
  const quotes = useQuotesToProcess();
  return (
    <Panel title="Quotes Ready for Processing" flush className="flex flex-col">
      <QueryView
        query={quotes}
        failure="Failed to load quotes"
        skeleton={<RowsSkeleton rows={5} />}
        empty={
          <EmptyState plain title="No draft quotes">
            Draft quotes of customers appear here.
          </EmptyState>
        }
      >
        {(rows) => (
          <ScrollArea label="Quotes Ready for Processing" className="max-h-80 border-t">
            {GROUPS.map(({ group, title }) => (
              <QuoteGroup key={group} title={title} rows={rows.filter((row) => groupOf(row) === group)} />
            ))}
            <div className="border-t px-4 empty:hidden">
              <LoadMore
                count={rows.length}
                noun={["quote", "quotes"]}
                hasMore={quotes.hasNextPage}
                pending={quotes.isFetchingNextPage}
                onLoadMore={() => void quotes.fetchNextPage()}
              />
            </div>
          </ScrollArea>
        )}
      </QueryView>
    </Panel>
  );
}

const GROUPS = [
  { group: "to_order", title: "To order" },
  { group: "placed", title: "Placed" },
  { group: "draft", title: "Drafts" },
] as const;
type Group = (typeof GROUPS)[number]["group"];

const isPaid = ({ paymentStatus }: Quote): boolean => paymentStatus === "paid";
/** A quote that matches several groups belongs to the first. */
function groupOf(quote: Quote): Group {
  const isValid = Date.parse(quote.validUntil) >= Date.now();
  if (isPaid(quote) || (quote.quoteStatus === "accepted" && isValid)) return "to_order";
  return quote.placedAt === null ? "draft" : "placed";
}

function QuoteGroup({ title, rows }: { title: string; rows: readonly Quote[] }) {
  const id = useId();
  if (rows.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, and these are links.
    <div role="group" aria-labelledby={id}>
      <p id={id} className="sticky top-0 z-1 border-b bg-raised px-4 py-1 text-xs font-medium text-muted">
        {title}
      </p>
      <RowList>
        {rows.map((quote) => (
          <li key={quote.id} className="border-b last:border-b-0">
            <QuoteLink quote={quote} />
          </li>
        ))}
      </RowList>
    </div>
  );
}

/**
 * Combines three lists into one. The rows appear once all three have loaded; further pages load
 * from the first list that has more. A quote in two lists appears once.
 */
function useQuotesToProcess() {
  const toOrder = usePages("quotes", "list", { query: { state: "to_order", limit: "20" } });
  const placed = usePages("quotes", "list", { query: { state: "placed", limit: "20" } });
  const drafts = usePages("quotes", "list", { query: { quoteStatus: "draft", limit: "20" } });
  const lists = [toOrder, placed, drafts];
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = lists.find((list) => list.hasNextPage) ?? drafts;
  const { error, isError, isFetching, isFetchNextPageError, refetch } = lists.find((list) => list.isError) ?? drafts;
  const data = toOrder.data &&
    placed.data &&
    drafts.data && [
      ...toOrder.data,
      ...placed.data.filter((quote) => groupOf(quote) === "placed"),
      ...drafts.data.filter((quote) => groupOf(quote) === "draft"),
    ];
  return { data, error, isError, isFetching, isFetchNextPageError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage };
}

const SOON_MS = 7 * 86_400_000;

/**
 * The day until which the price holds, if that day is near or past: a quote that expires needs a
 * new price.
 */
function expiryOf(validUntil: string, now: number): string | null {
  const left = Date.parse(validUntil) - now;
  if (left > SOON_MS) return null;
  return left < 0 ? `Expired ${formatListed(validUntil)}` : `Expires ${formatListed(validUntil)}`;
}

function QuoteLink({ quote }: { quote: Quote }) {
  const { id, poNumber, user, createdAt, finalTotal, placedAt, requiredBy, validUntil } = quote;
  // A paid quote's price does not expire.
  const expiry = isPaid(quote) ? null : expiryOf(validUntil, Date.now());
  const [title, ...details] = [nameJob(quote), user.companyName, user.contactName, poNumber].filter((words) => words !== null);
  const hasMark = isPaid(quote) || placedAt !== null || expiry !== null;
  return (
    <Link href={`/quotes?quote=${id}`} className={`${rowClass} -outline-offset-2`}>
      <RowFacts
        number={quoteNumber(id)}
        title={title}
        note={details.join(" · ")}
        end={<Money amount={finalTotal} />}
        endNote={<ListedDate value={placedAt ?? createdAt} />}
        mark={
          hasMark && (
            <span className="flex flex-wrap items-center gap-x-3">
              {isPaid(quote) && <StatusBadge tone="positive" word="Paid" />}
              {placedAt !== null && (
                <StatusBadge tone="accent" word={requiredBy ? `Placed, needed by ${formatListed(requiredBy)}` : "Placed"} />
              )}
              {expiry !== null && <StatusBadge tone="warning" word={expiry} />}
            </span>
          )
        }
      />
    </Link>
  );
}
