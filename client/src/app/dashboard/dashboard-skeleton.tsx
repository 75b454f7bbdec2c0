import { StatCard, StatCards } from "#client/components/stat-card.tsx";
import { TableSkeleton } from "#client/components/ui/skeleton.tsx";
import type { Role } from "#shared/domain/roles.ts";
import { SalesSkeleton } from "./sales-skeleton.tsx";

const CARDS = {
  customer: [],
  supplier: [],
  admin: ["Total Orders", "Pending Orders", "Total Revenue", "Total Remakes"],
  super_admin: ["Total Orders", "Pending Orders", "Unpaid Orders", "Total Revenue", "Total Remakes"],
} as const satisfies Record<Role, readonly string[]>;

/** The same shape as what comes. */
export function DashboardSkeleton({ role, history }: { role: Role; history: boolean }) {
  return (
    <div className="flex flex-col gap-6">
      {CARDS[role].length > 0 && (
        <StatCards>
          {CARDS[role].map((label) => (
            <StatCard key={label} label={label} value="" pending />
          ))}
        </StatCards>
      )}
      {history && <SalesSkeleton />}
      <TableSkeleton rows={6} />
    </div>
  );
}
