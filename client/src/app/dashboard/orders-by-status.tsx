import { clsx } from "clsx";
import { Link } from "wouter";
import { EmptyState } from "#client/components/loading/states.tsx";
import { Panel } from "#client/components/ui/display/panel.tsx";
import { Table, TableCell, TableHead, TableRow } from "#client/components/ui/display/table.tsx";
import { formatCount } from "#client/lib/format.ts";
import { ORDER_STATUS_LABEL } from "#shared/domain/trade/status.ts";
import { type CountedStatus, ordersPath, type Stats } from "./dashboard-view.ts";

/**
 * The colours of the orders' badges. Finished statuses have an outline, so that the bar is readable
 * without colour.
 */
const LOOK = {
  pending: "bg-warning text-warning-on border-warning",
  processing: "bg-info text-info-on border-info",
  shipped: "bg-accent text-accent-on border-accent",
  delivered: "bg-positive text-positive-on border-positive",
  completed: "bg-positive-soft text-positive border-positive",
  cancelled: "bg-danger-soft text-danger border-danger border-dashed",
} as const satisfies Record<CountedStatus, string>;
const STATUSES = Object.keys(LOOK) as CountedStatus[];

/** A bar chart, and a table with the same figures in the same order (rule S21). */
export function OrdersByStatus({ counts, range }: { counts: NonNullable<Stats["ordersByStatus"]>; range: Stats["dateRange"] }) {
  const rows = STATUSES.map((status) => ({ status, count: counts[status] ?? 0 }));
  const shares = calculateShares(rows.map(({ count }) => count));
  const total = rows.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) {
    return (
      <Panel title="Orders by Status">
        <EmptyState plain title="No orders in this period" />
      </Panel>
    );
  }
  return (
    <Panel title="Orders by Status">
      <div aria-hidden className="mb-3 flex h-9 gap-0.5">
        {rows.map(
          ({ status, count }, index) =>
            count > 0 && (
              <Link
                key={status}
                href={ordersPath(range, { status: [status] })}
                // The table has the same links for the keyboard and for screen readers.
                tabIndex={-1}
                title={`${ORDER_STATUS_LABEL[status]}: ${formatCount(count)}`}
                style={{ flexGrow: count }}
                className={clsx(
                  "grid min-w-1.5 basis-0 place-items-center overflow-hidden rounded-sm border text-xs font-medium tabular-nums",
                  LOOK[status],
                )}
              >
                {(shares[index] ?? 0) >= 6 && formatCount(count)}
              </Link>
            ),
        )}
      </div>
      <Table>
        <caption className="sr-only">Orders by Status</caption>
        <thead>
          <tr>
            <TableHead>Status</TableHead>
            <TableHead className={headRight}>Orders</TableHead>
            <TableHead className={clsx(headRight, "pr-0")}>Share</TableHead>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ status, count }, index) => (
            <TableRow key={status} className="relative last:[&>td]:border-b-0 last:[&>td]:pb-0">
              <TableCell className={cell}>
                <span className="flex items-center gap-2.5">
                  <span aria-hidden className={clsx("size-3 shrink-0 rounded-sm border", LOOK[status])} />
                  {count > 0 ? (
                    <Link
                      href={ordersPath(range, { status: [status] })}
                      className="underline-offset-4 after:absolute after:inset-0 hover:underline"
                    >
                      {ORDER_STATUS_LABEL[status]}
                    </Link>
                  ) : (
                    ORDER_STATUS_LABEL[status]
                  )}
                </span>
              </TableCell>
              <TableCell className={figure}>{formatCount(count)}</TableCell>
              <TableCell className={clsx(figure, "pr-0 text-muted")}>{shares[index]}%</TableCell>
            </TableRow>
          ))}
        </tbody>
      </Table>
    </Panel>
  );
}

const headRight = "border-b px-3 py-2 text-right text-xs font-medium whitespace-nowrap text-muted";
const cell = "border-b py-2 pr-3";
const figure = "border-b px-3 py-2 text-right tabular-nums";

/** Whole percentages that add up to 100: the largest remainders are rounded up. */
export function calculateShares(counts: readonly number[]): readonly number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return counts.map(() => 0);
  const floors = counts.map((count) => Math.floor((count * 100) / total));
  const remainder = 100 - floors.reduce((sum, floor) => sum + floor, 0);
  const byRemainder = counts
    .map((count, index) => ({ index, rest: (count * 100) % total }))
    .toSorted((one, other) => other.rest - one.rest);
  const raised = new Set(byRemainder.slice(0, remainder).map(({ index }) => index));
  return floors.map((floor, index) => (raised.has(index) ? floor + 1 : floor));
}
