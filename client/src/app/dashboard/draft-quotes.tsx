import { Link } from "wouter";
import { StatusBadge } from "#client/components/facts/badge.tsx";
import { jobWords } from "#client/components/facts/job.tsx";
import { ListedDate, Money } from "#client/components/facts/values.tsx";
import { QueryView } from "#client/components/loading/query-view.tsx";
import { EmptyState } from "#client/components/loading/states.tsx";
import { Panel } from "#client/components/ui/display/panel.tsx";
import { ScrollArea } from "#client/components/ui/display/scroll-area.tsx";
import { LoadMore } from "#client/components/ui/display/table.tsx";
import { type Reply, usePages } from "#client/lib/api.ts";
import { formatListed } from "#client/lib/format.ts";
import { quoteNumber } from "#shared/domain/trade/status.ts";
import { RowsSkeleton } from "./dashboard-skeleton.tsx";
import { RowFacts, RowList, rowClass } from "./list-row.tsx";

type Quote = Reply<"quotes", "list">[number];

/**
 * What customers placed, and then their drafts, which staff can convert too (rule Q5). Each opens
 * in the quotes screen.
 */
export function DraftQuotes() {
  const quotes = usePlacedFirst();
  return (
    <Panel title="Quotes Ready for Processing" flush className="flex flex-col">
      <QueryView
        query={quotes}
        failure="Failed to load quotes"
        skeleton={<RowsSkeleton rows={5} />}
        empty={
          <EmptyState plain title="No draft quotes">
            A quote that a customer makes waits here for you.
          </EmptyState>
        }
      >
        {(rows) => (
          <ScrollArea label="Quotes Ready for Processing" className="max-h-80 border-t">
            <RowList>
              {rows.map((quote) => (
                <li key={quote.id} className="border-b last:border-b-0">
                  <QuoteLink quote={quote} />
                </li>
              ))}
            </RowList>
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

/**
 * Two lists as one: its rows are there once both are, and its further ones are first those that
 * were placed.
 */
function usePlacedFirst() {
  const placed = usePages("quotes", "list", { query: { state: "placed", limit: "20" } });
  const drafts = usePages("quotes", "list", { query: { quoteStatus: "draft", limit: "20" } });
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = placed.hasNextPage ? placed : drafts;
  const { error, isError, isFetching, isFetchNextPageError, refetch } = placed.isError ? placed : drafts;
  const data = placed.data && drafts.data && [...placed.data, ...drafts.data.filter(({ placedAt }) => placedAt === null)];
  return { data, error, isError, isFetching, isFetchNextPageError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage };
}

const SOON_MS = 7 * 86_400_000;

/**
 * Until when its price holds, once that is near or past: what is not ordered by then is to be
 * quoted anew.
 */
function expiryOf(validUntil: string, now: number): string | null {
  const left = Date.parse(validUntil) - now;
  if (left > SOON_MS) return null;
  return left < 0 ? `Expired ${formatListed(validUntil)}` : `Expires ${formatListed(validUntil)}`;
}

function QuoteLink({ quote }: { quote: Quote }) {
  const { id, jobName, poNumber, user, createdAt, finalTotal, placedAt, requiredBy, validUntil } = quote;
  const expiry = expiryOf(validUntil, Date.now());
  const [job, ...others] = jobWords({ jobName, poNumber, company: user });
  return (
    <Link href={`/quotes?quote=${id}`} className={`${rowClass} -outline-offset-2`}>
      <RowFacts
        number={quoteNumber(id)}
        title={job}
        note={others.join(" · ")}
        end={<Money amount={finalTotal} />}
        endNote={<ListedDate value={placedAt ?? createdAt} />}
        mark={
          (placedAt !== null || expiry !== null) && (
            <span className="flex flex-wrap items-center gap-x-3">
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
