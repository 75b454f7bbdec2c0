import type { UseQueryResult } from "@tanstack/react-query";
import { clsx } from "clsx";
import { QueryView } from "#client/components/loading/query-view.tsx";
import type { Reply } from "#client/lib/api.ts";
import { useUser } from "#client/lib/session.ts";
import { londonDay } from "#shared/domain/period.ts";
import type { Shown } from "./dashboard-address.ts";
import { PANELS } from "./dashboard-roles.ts";
import { DraftQuotes } from "./draft-quotes.tsx";
import { pairClass } from "./list-row.tsx";
import { OrdersByStatus } from "./orders-by-status.tsx";
import { RecentOrders } from "./recent-orders.tsx";
import { RecentRemakes } from "./recent-remakes.tsx";
import { SalesHistory, type SalesHistoryReply } from "./sales/sales-history.tsx";
import { SalesSkeleton } from "./sales/sales-skeleton.tsx";
import { StatFigures } from "./stat-figures.tsx";

export type Stats = Reply<"stats", "read">;

type DashboardPanelsProps = {
  stats: Stats;
  /** null: not for this role, period or search. */
  history: UseQueryResult<SalesHistoryReply> | null;
  search: string;
  onView: (order: number) => void;
  onChange: (part: Partial<Shown>) => void;
};

/** A search is about orders: what sums up everything steps aside, and its results come first. */
export function DashboardPanels({ stats, history, search, onView, onChange }: DashboardPanelsProps) {
  const { role } = useUser();
  const panels = PANELS[role];
  const searching = search !== "";
  return (
    <>
      {panels.figures && !searching && <StatFigures role={role} stats={stats} />}
      {history && <SalesPanel query={history} />}
      {!searching && (panels.byStatus || panels.draftQuotes) && (
        <div className={pairClass}>
          {panels.byStatus && stats.ordersByStatus && <OrdersByStatus counts={stats.ordersByStatus} />}
          {panels.draftQuotes && <DraftQuotes />}
        </div>
      )}
      <RecentOrders
        orders={stats.recentOrders}
        search={search}
        everything={stats.dateRange.start === null && stats.dateRange.end === null}
        onView={onView}
        onClear={() => onChange({ search: "", chosen: { period: "all_time" } })}
      />
      {searching && panels.draftQuotes && <DraftQuotes />}
      {!searching && <RecentRemakes remakes={stats.remakes.recent} />}
    </>
  );
}

/** It has a call of its own, so it can fail and be tried again by itself. */
function SalesPanel({ query }: { query: UseQueryResult<SalesHistoryReply> }) {
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
