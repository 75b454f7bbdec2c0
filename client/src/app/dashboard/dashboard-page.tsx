import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Link } from "wouter";
import { WaitingForYou } from "#client/app/waiting-for-you.tsx";
import { lazyDialog, usePreload } from "#client/components/loading/lazy-dialog.tsx";
import { QueryView } from "#client/components/loading/query-view.tsx";
import { FilterBar, SearchField } from "#client/components/page/filters.tsx";
import { PageHeader, useOpenScreens } from "#client/components/page/page-header.tsx";
import { linkClass } from "#client/components/ui/control/button.tsx";
import { query } from "#client/lib/api.ts";
import { describeOrderSearch } from "#client/lib/search-hints.ts";
import { useUser } from "#client/lib/session.ts";
import type { Role } from "#shared/domain/roles.ts";
import { DashboardPanels } from "./dashboard-panels.tsx";
import { DashboardSkeleton } from "./dashboard-skeleton.tsx";
import { isOneDay, PANELS, type Shown, statsInput, useShown } from "./dashboard-view.ts";
import { PeriodFilter } from "./period-filter.tsx";

const OrderDetailsDialog = lazyDialog(() => import("#client/features/orders/details/order-details-dialog.tsx"), { size: "xl", tall: true });

/** The start screen of staff and suppliers (rule S3). */
export default function DashboardPage() {
  const user = useUser();
  const { shown, change } = useShown();
  // The old figures remain until the new figures load, so that the page does not jump.
  const stats = useQuery({ ...query("stats", "read", statsInput(shown)), placeholderData: keepPreviousData });
  usePreload(OrderDetailsDialog);

  // The history loads together with the figures. A single day draws no line, and a search concerns
  // orders only.
  const drawsHistory = PANELS[user.role].figures && shown.search === "" && !isOneDay(shown.chosen);
  const history = useQuery({
    ...query("stats", "history", { query: { ...shown.chosen } }),
    placeholderData: keepPreviousData,
    enabled: drawsHistory,
  });

  return (
    <>
      <PageHeader title={`Welcome, ${user.companyName}`} />
      <OtherScreens role={user.role} />
      <WaitingForYou />
      <DashboardFilters shown={shown} onChange={change} />
      <QueryView
        query={stats}
        failure="Failed to load dashboard data"
        skeleton={<DashboardSkeleton role={user.role} history={drawsHistory} searching={shown.search !== ""} />}
      >
        {(figures) => (
          <div
            aria-busy={stats.isPlaceholderData || undefined}
            className={clsx("flex flex-col gap-6 transition-opacity duration-150", stats.isPlaceholderData && "opacity-60")}
          >
            <DashboardPanels
              stats={figures}
              history={drawsHistory ? history : null}
              search={shown.search}
              onView={(order) => change({ order }, { replace: false })}
              onChange={change}
            />
          </div>
        )}
      </QueryView>
      {shown.order !== null && (
        <OrderDetailsDialog
          id={shown.order}
          row={stats.data?.recentOrders.find(({ id }) => id === shown.order)}
          onClose={() => change({ order: null })}
        />
      )}
    </>
  );
}

type DashboardFiltersProps = { shown: Shown; onChange: (part: Partial<Shown>) => void };

function DashboardFilters({ shown, onChange }: DashboardFiltersProps) {
  const { role } = useUser();
  return (
    <FilterBar label="What the dashboard shows">
      <SearchField
        label="Search orders"
        placeholder="Search orders..."
        finds={describeOrderSearch(role)}
        value={shown.search}
        onChange={(search) => onChange({ search })}
      />
      <PeriodFilter chosen={shown.chosen} onChange={(chosen) => onChange({ chosen })} />
    </FilterBar>
  );
}

interface Way {
  readonly path: string;
  readonly label: string;
}
const ERRORS: Way = { path: "/errors", label: "Error Tracking" };

/** Screens that a role uses but its menu does not list. */
const WAYS = {
  customer: [],
  supplier: [],
  admin: [{ path: "/quotes", label: "Quotes" }, { path: "/products", label: "Products" }, { path: "/clients", label: "Clients" }, ERRORS],
  super_admin: [ERRORS],
} as const satisfies Record<Role, readonly Way[]>;

function OtherScreens({ role }: { role: Role }) {
  const mayOpen = useOpenScreens();
  const ways = WAYS[role].filter(({ path }) => mayOpen(path));
  if (ways.length === 0) return null;
  return (
    <nav aria-label="More screens" className="-mt-4 mb-4">
      <ul className="flex flex-wrap gap-x-5">
        {ways.map(({ path, label }) => (
          <li key={path}>
            <Link href={path} className={`${linkClass} inline-flex min-h-8 items-center pointer-coarse:min-h-control`}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
