import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { lazyDialog } from "#client/components/loading/lazy-dialog.tsx";
import { QueryView } from "#client/components/loading/query-view.tsx";
import { PageHeader } from "#client/components/page/page-header.tsx";
import { query } from "#client/lib/api.ts";
import { useUser } from "#client/lib/session.ts";
import { isOneDay, statsInput, useShown } from "./dashboard-address.ts";
import { DashboardFilters } from "./dashboard-filters.tsx";
import { DashboardPanels } from "./dashboard-panels.tsx";
import { PANELS } from "./dashboard-roles.ts";
import { DashboardSkeleton } from "./dashboard-skeleton.tsx";
import { OtherScreens } from "./other-screens.tsx";

const OrderDetailsDialog = lazyDialog(() => import("#client/features/orders/details/order-details-dialog.tsx"));

/** What goes on, for those who run the business and those who make the shutters (rule S3). */
export default function DashboardPage() {
  const user = useUser();
  const { shown, change } = useShown();
  // The figures of the choice before stay while the next ones come, so that the page does not jump.
  const stats = useQuery({ ...query("stats", "read", statsInput(shown)), placeholderData: keepPreviousData });

  // Beside them, not after them. A single day has no course to draw, and a search asks for orders only.
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
      {shown.order !== null && <OrderDetailsDialog id={shown.order} onClose={() => change({ order: null })} />}
    </>
  );
}
