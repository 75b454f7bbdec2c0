import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Link } from "wouter";
import { FirstSteps } from "#client/app/first-steps/first-steps.tsx";
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
import { type DashboardView, isOneDay, PANELS, statsInput, useDashboardView } from "./dashboard-view.ts";
import { PeriodFilter } from "./period-filter.tsx";
import { WorkshopSetup } from "./workshop-setup.tsx";

const OrderDetailsDialog = lazyDialog(() => import("#client/features/orders/details/order-details-dialog.tsx"), { size: "xl", tall: true });

/** The start screen of staff and suppliers (rule S3). */
export default function DashboardPage() {
  const user = useUser();
  const { view, change } = useDashboardView();
  // The old figures remain until the new figures load, so that the page does not jump.
  const stats = useQuery({ ...query("stats", "read", statsInput(view)), placeholderData: keepPreviousData });
  usePreload(OrderDetailsDialog);

  // The history loads together with the figures. A single day draws no line, and a search concerns
  // orders only.
  const drawsHistory = PANELS[user.role].figures && view.search === "" && !isOneDay(view.chosen);
  const history = useQuery({
    ...query("stats", "history", { query: { ...view.chosen } }),
    placeholderData: keepPreviousData,
    enabled: drawsHistory,
  });

  return (
    <>
      <PageHeader title={`Welcome, ${user.companyName}`} />
      <OtherScreens role={user.role} />
      <FirstSteps />
      {user.role === "supplier" && <WorkshopSetup />}
      <WaitingForYou />
      <DashboardFilters view={view} onChange={change} />
      <QueryView
        query={stats}
        failure="Failed to load dashboard data"
        skeleton={<DashboardSkeleton role={user.role} history={drawsHistory} searching={view.search !== ""} />}
      >
        {(figures) => (
          <div
            aria-busy={stats.isPlaceholderData || undefined}
            className={clsx("flex flex-col gap-6 transition-opacity duration-150", stats.isPlaceholderData && "opacity-60")}
          >
            <DashboardPanels
              stats={figures}
              history={drawsHistory ? history : null}
              search={view.search}
              onView={(order) => change({ order }, { replace: false })}
              onChange={change}
            />
          </div>
        )}
      </QueryView>
      {view.order !== null && (
        <OrderDetailsDialog
          id={view.order}
          row={stats.data?.recentOrders.find(({ id }) => id === view.order)}
          onClose={() => change({ order: null })}
        />
      )}
    </>
  );
}

type DashboardFiltersProps = { view: DashboardView; onChange: (part: Partial<DashboardView>) => void };

function DashboardFilters({ view, onChange }: DashboardFiltersProps) {
  const { role } = useUser();
  return (
    <FilterBar label="What the dashboard shows">
      <SearchField
        label="Search orders"
        placeholder="Search orders..."
        finds={describeOrderSearch(role)}
        value={view.search}
        onChange={(search) => onChange({ search })}
      />
      <PeriodFilter chosen={view.chosen} onChange={(chosen) => onChange({ chosen })} />
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
