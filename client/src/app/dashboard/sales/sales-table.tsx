import { ChevronRight } from "lucide-react";
import { Money } from "#client/components/facts/values.tsx";
import { ScrollArea } from "#client/components/ui/display/scroll-area.tsx";
import { Table, TableCell, TableHead, TableRow } from "#client/components/ui/display/table.tsx";
import { formatCount } from "#client/lib/format.ts";
import type { HistoryPoint } from "./sales-history.tsx";

type SalesTableProps = { points: readonly HistoryPoint[]; write: (point: HistoryPoint) => string };

/** What the charts draw, in figures, the newest first; opened on request. */
export function SalesTable({ points, write }: SalesTableProps) {
  return (
    <details className="group/figures mt-3">
      <summary className="-mx-2 inline-flex min-h-control list-none items-center gap-1 rounded-sm px-2 text-muted hover:text-text [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-4 transition-transform duration-150 group-open/figures:rotate-90" />
        In figures
      </summary>
      <ScrollArea label="Orders and revenue in figures" className="max-h-80">
        <Table>
          <caption className="sr-only">Orders and revenue</caption>
          <thead>
            <tr>
              <TableHead>Days</TableHead>
              <TableHead className="text-right">Orders</TableHead>
              <TableHead className="text-right">Revenue</TableHead>
            </tr>
          </thead>
          <tbody>
            {points.toReversed().map((point) => (
              <TableRow key={point.start} className="last:[&>td]:border-b-0">
                <TableCell>{write(point)}</TableCell>
                <TableCell className="text-right tabular-nums">{formatCount(point.totalOrders)}</TableCell>
                <TableCell className="text-right tabular-nums">
                  <Money amount={point.totalAmount} />
                </TableCell>
              </TableRow>
            ))}
          </tbody>
        </Table>
      </ScrollArea>
    </details>
  );
}
