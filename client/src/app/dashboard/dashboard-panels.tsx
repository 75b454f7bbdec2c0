import type { UseQueryResult } from "@tanstack/react-query";
import { clsx } from "clsx";
import { StatCard, StatCards } from "#client/components/facts/fact-list.tsx";
import { QueryView } from "#client/components/loading/query-view.tsx";
import { formatCount, formatMoney } from "#client/lib/format.ts";
import { useUser } from "#client/lib/session.ts";
import { londonDay } from "#shared/domain/period.ts";
import type { Role } from "#shared/domain/roles.ts";
import { SalesSkeleton } from "./dashboard-skeleton.tsx";
import { COUNTED_STATUSES, type DashboardView, ordersPath, PANELS, type Stats } from "./dashboard-view.ts";
import { DraftQuotes } from "./draft-quotes.tsx";
import { pairClass } from "./list-row.tsx";
import { OrdersByStatus } from "./orders-by-status.tsx";
import { RecentOrders } from "./recent-orders.tsx";
import { RecentRemakes } from "./recent-remakes.tsx";
import { SalesHistory, type SalesHistoryReply } from "./sales-history.tsx";

type DashboardPanelsProps = {
  stats: Stats;
  /** Null if the role, period or search has no history. */
  history: UseQueryResult<SalesHistoryReply> | null;
  search: string;
  onView: (order: number) => void;
  onChange: (part: Partial<DashboardView>) => void;
};

/**
 * Renders the dashboard's panels. A search concerns orders, so it hides the figures and shows its
 * results first.
 */
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
          {panels.byStatus && stats.ordersByStatus && <OrdersByStatus counts={stats.ordersByStatus} range={stats.dateRange} />}
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

/** The chart has its own call, so it fails and retries separately from the figures. */
function SalesPanel({ query }: { query: UseQueryResult<SalesHistoryReply> }) {
  return (
    <QueryView query={query} failure="Failed to load orders and revenue over time" reserved skeleton={<SalesSkeleton />}>
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

interface Figure {
  readonly label: string;
  readonly value: string;
  readonly note?: string;
  /** The address of the list that the figure counts. */
  readonly path?: string;
}

/** Only the super admin sees Unpaid Orders, and customers see no revenue (rule S3). */
export function listFigures(role: Role, stats: Stats): readonly Figure[] {
  const { totalOrders, pendingOrders, unpaidOrders, totalAmount, unpaidAmount, remakes } = stats;
  const isAllTime = stats.dateRange.start === null && stats.dateRange.end === null;
  const listed = (of: Parameters<typeof ordersPath>[1]) => ({ path: ordersPath(stats.dateRange, of) });
  const notCancelled = COUNTED_STATUSES.filter((status) => status !== "cancelled");
  const figures: readonly (Figure | false)[] = [
    { label: "Total Orders", value: formatCount(totalOrders), ...listed({ status: COUNTED_STATUSES }) },
    { label: "Pending Orders", value: formatCount(pendingOrders), ...listed({ status: ["pending"] }) },
    role === "super_admin" &&
      unpaidOrders !== undefined && { label: "Unpaid Orders", value: formatCount(unpaidOrders), ...listed({ view: "unpaid" }) },
    role !== "customer" &&
      totalAmount !== undefined && {
        label: "Total Revenue",
        value: formatMoney(totalAmount),
        note: unpaidAmount ? `Including VAT, ${formatMoney(unpaidAmount)} of it unpaid` : "Including VAT",
        ...listed({ status: notCancelled }),
      },
    {
      label: "Total Remakes",
      value: formatCount(remakes.total),
      note: `${formatCount(remakes.pending)} pending`,
      // The remakes list has no filter by day.
      ...(isAllTime && { path: "/remakes" }),
    },
  ];
  return figures.filter((figure) => figure !== false);
}

function StatFigures({ role, stats }: { role: Role; stats: Stats }) {
  return (
    <StatCards>
      {listFigures(role, stats).map((figure) => (
        <StatCard key={figure.label} {...figure} />
      ))}
    </StatCards>
  );
}
