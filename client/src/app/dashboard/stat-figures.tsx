import { StatCard, StatCards } from "#client/components/facts/fact-list.tsx";
import { formatCount, formatMoney } from "#client/lib/format.ts";
import type { Role } from "#shared/domain/roles.ts";
import type { Stats } from "./dashboard-panels.tsx";

interface Figure {
  readonly label: string;
  readonly value: string;
  readonly note?: string;
}

/** Rule S3: Unpaid Orders is the super admin's alone, and customers see no revenue. */
export function figuresFor(role: Role, stats: Stats): readonly Figure[] {
  const { totalOrders, pendingOrders, unpaidOrders, totalAmount, remakes } = stats;
  const figures: readonly (Figure | false)[] = [
    { label: "Total Orders", value: formatCount(totalOrders) },
    { label: "Pending Orders", value: formatCount(pendingOrders) },
    role === "super_admin" && unpaidOrders !== undefined && { label: "Unpaid Orders", value: formatCount(unpaidOrders) },
    role !== "customer" && totalAmount !== undefined && { label: "Total Revenue", value: formatMoney(totalAmount) },
    { label: "Total Remakes", value: formatCount(remakes.total), note: `${formatCount(remakes.pending)} pending` },
  ];
  return figures.filter((figure) => figure !== false);
}

export function StatFigures({ role, stats }: { role: Role; stats: Stats }) {
  return (
    <StatCards>
      {figuresFor(role, stats).map((figure) => (
        <StatCard key={figure.label} {...figure} />
      ))}
    </StatCards>
  );
}
