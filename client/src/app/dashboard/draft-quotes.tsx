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

/** What customers placed, and then their drafts, which staff can convert too (rule Q5). Each opens in the quotes screen. */
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

/** Two lists as one: its rows are there once both are, and its further ones are first those that were placed. */
function usePlacedFirst() {
  const placed = usePages("quotes", "list", { query: { state: "placed", limit: "20" } });
  const drafts = usePages("quotes", "list", { query: { quoteStatus: "draft", limit: "20" } });
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = placed.hasNextPage ? placed : drafts;
  const { error, isError, isFetching, isFetchNextPageError, refetch } = placed.isError ? placed : drafts;
  const data = placed.data && drafts.data && [...placed.data, ...drafts.data.filter(({ placedAt }) => placedAt === null)];
  return { data, error, isError, isFetching, isFetchNextPageError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage };
}

function QuoteLink({ quote: { id, jobName, poNumber, user, createdAt, finalTotal, placedAt, requiredBy } }: { quote: Quote }) {
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
          placedAt !== null && <StatusBadge tone="accent" word={requiredBy ? `Placed, needed by ${formatListed(requiredBy)}` : "Placed"} />
        }
      />
    </Link>
  );
}
