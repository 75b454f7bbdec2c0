import type { UseQueryResult } from "@tanstack/react-query";
import { clsx } from "clsx";
import { QueryView } from "#client/components/loading/query-view.tsx";
import { londonDay } from "#shared/domain/period.ts";
import { SalesHistory, type SalesHistoryReply } from "./sales-history.tsx";
import { SalesSkeleton } from "./sales-skeleton.tsx";

/** It has a call of its own, so it can fail and be tried again by itself. */
export function SalesPanel({ query }: { query: UseQueryResult<SalesHistoryReply> }) {
  return (
    <QueryView query={query} failure="Failed to load orders and revenue over time" skeleton={<SalesSkeleton />}>
      {(history) => (
        <div
          aria-busy={query.isPlaceholderData || undefined}
          className={clsx("transition-opacity duration-150", query.isPlaceholderData && "opacity-60")}
        >
          <SalesHistory history={history} today={londonDay(new Date())} />
        </div>
      )}
    </QueryView>
  );
}
