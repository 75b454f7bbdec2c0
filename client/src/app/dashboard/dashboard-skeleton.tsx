import { StatCard, StatCards } from "#client/components/facts/fact-list.tsx";
import { Panel } from "#client/components/ui/display/panel.tsx";
import { Skeleton } from "#client/components/ui/display/waiting.tsx";
import type { Role } from "#shared/domain/roles.ts";
import { PANELS } from "./dashboard-roles.ts";
import { pairClass } from "./list-row.tsx";
import { ListSkeleton } from "./list-skeleton.tsx";
import { SalesSkeleton } from "./sales/sales-skeleton.tsx";

const CARDS = {
  customer: [],
  supplier: [],
  admin: ["Total Orders", "Pending Orders", "Total Revenue", "Total Remakes"],
  super_admin: ["Total Orders", "Pending Orders", "Unpaid Orders", "Total Revenue", "Total Remakes"],
} as const satisfies Record<Role, readonly string[]>;

type DashboardSkeletonProps = { role: Role; history: boolean; searching: boolean };

/** The same shape as what comes, so that nothing jumps when it does. */
export function DashboardSkeleton({ role, history, searching }: DashboardSkeletonProps) {
  const panels = PANELS[role];
  return (
    <div className="flex flex-col gap-6">
      {panels.figures && !searching && (
        <StatCards>
          {CARDS[role].map((label) => (
            <StatCard
              key={label}
              label={label}
              value=""
              note={label === "Total Remakes" && <Skeleton className="my-1 h-3 w-16" />}
              pending
            />
          ))}
        </StatCards>
      )}
      {history && <SalesSkeleton />}
      {!searching && (panels.byStatus || panels.draftQuotes) && (
        <div className={pairClass}>
          {panels.byStatus && <StatusSkeleton />}
          {panels.draftQuotes && <ListSkeleton title="Quotes Ready for Processing" rows={5} />}
        </div>
      )}
      <ListSkeleton title={searching ? "Search Results" : "Recent Orders"} rows={8} />
    </div>
  );
}

/** The bar, and a row for the head and for each of the six statuses. */
function StatusSkeleton() {
  return (
    <Panel title="Orders by Status">
      <Skeleton className="mb-3 h-9 w-full" />
      {["head", "pending", "processing", "shipped", "delivered", "completed", "cancelled"].map((row) => (
        <div key={row} className="flex h-9.25 items-center justify-between">
          <Skeleton className="h-4 w-28" />
          <Skeleton className="h-4 w-16" />
        </div>
      ))}
    </Panel>
  );
}
