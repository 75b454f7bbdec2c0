import { clsx } from "clsx";
import { StatCard, StatCards } from "#client/components/facts/fact-list.tsx";
import { Panel } from "#client/components/ui/display/panel.tsx";
import { Skeleton } from "#client/components/ui/display/waiting.tsx";
import type { Role } from "#shared/domain/roles.ts";
import { PANELS } from "./dashboard-view.ts";
import { pairClass } from "./list-row.tsx";

const CARDS = {
  customer: [],
  supplier: [],
  admin: ["Total Orders", "Pending Orders", "Total Revenue", "Total Remakes"],
  super_admin: ["Total Orders", "Pending Orders", "Unpaid Orders", "Total Revenue", "Total Remakes"],
} as const satisfies Record<Role, readonly string[]>;

type DashboardSkeletonProps = { role: Role; history: boolean; searching: boolean };

/** The shape of the panels while they load. */
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

/** The skeleton has the bar, the table's head and its six rows. */
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

/** The skeleton is as high as the two charts. */
export function SalesSkeleton() {
  return (
    <Panel title="Orders and revenue" description={<Skeleton className="my-1 h-3 w-20" />}>
      <Skeleton className="mb-3 h-5 w-52" />
      <div className="grid gap-x-8 gap-y-5 lg:grid-cols-2">
        {["Orders", "Revenue"].map((label) => (
          <div key={label}>
            <p className="text-muted">{label}</p>
            <Skeleton className="mt-2 h-28 w-full" />
            <Skeleton className="mt-2 h-3 w-full" />
          </div>
        ))}
      </div>
      <Skeleton className="mt-4 h-5 w-20" />
    </Panel>
  );
}

/** Skeleton rows of one dashboard list. */
export function RowsSkeleton({ rows, rowClass = "h-15" }: { rows: number; rowClass?: string }) {
  return (
    <div className="border-t">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars have no identity
        <div key={row} className={clsx("flex items-center gap-4 border-b px-4 last:border-b-0", rowClass)}>
          <Skeleton className="h-4 w-14 shrink-0" />
          <span className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-3 w-1/4" />
          </span>
          <Skeleton className="h-4 w-20 shrink-0" />
        </div>
      ))}
    </div>
  );
}

function ListSkeleton({ title, ...rows }: { title: string; rows: number; rowClass?: string }) {
  return (
    <Panel title={title} flush>
      <RowsSkeleton {...rows} />
    </Panel>
  );
}
