import { useState } from "react";
import { Money } from "#client/components/facts/values.tsx";
import { EmptyState } from "#client/components/loading/states.tsx";
import { Panel } from "#client/components/ui/display/panel.tsx";
import { ScrollArea } from "#client/components/ui/display/scroll-area.tsx";
import { Summary } from "#client/components/ui/display/summary.tsx";
import { Table, TableCell, TableHead, TableRow } from "#client/components/ui/display/table.tsx";
import type { Reply } from "#client/lib/api.ts";
import { formatCount, formatListed, formatMoney } from "#client/lib/format.ts";
import { startOfDay } from "#shared/domain/period.ts";
import { countOf } from "#shared/domain/text.ts";
import type { HistoryUnit } from "#shared/domain/trade/stats-range.ts";
import { AreaChart } from "./area-chart.tsx";

export type SalesHistoryReply = Reply<"stats", "history">;
type HistoryPoint = SalesHistoryReply["points"][number];

const TITLE = "Orders and revenue";

/**
 * Two charts over the same days, each with its own scale. Pointing at a day marks the day in both
 * charts and displays its figures above. The table below lists all figures.
 */
export function SalesHistory({ history: { unit, points }, today }: { history: SalesHistoryReply; today: string }) {
  const [picked, setPicked] = useState<number | null>(null);
  const last = points.length - 1;
  // Another period may have fewer points.
  const index = picked === null || picked > last ? last : picked;
  const point = points[index];
  if (!point || points.every(({ totalOrders }) => totalOrders === 0)) {
    return (
      <Panel title={TITLE}>
        <EmptyState plain title="No orders in this period" />
      </Panel>
    );
  }
  const words = pointWords(point, today);
  const amount = point.totalAmount === undefined ? "" : formatMoney(point.totalAmount);
  const orders = countOf(point.totalOrders, "order");
  const ends = [dayWords(points[0]?.start ?? ""), dayWords(points[last]?.end ?? "")] as const;
  const chart = { ends, unfinished: points[last]?.end === today, index, onPick: setPicked };
  return (
    <Panel title={TITLE} description={UNIT_WORDS[unit]}>
      <div
        role="slider"
        tabIndex={0}
        aria-label={`${TITLE}, ${UNIT_WORDS[unit].toLowerCase()}`}
        aria-valuemin={1}
        aria-valuemax={points.length}
        aria-valuenow={index + 1}
        aria-valuetext={`${words}: ${orders}, ${amount}`}
        onKeyDown={(event) => {
          const next = keyTarget(event.key, index, last);
          if (next === null) return;
          event.preventDefault();
          setPicked(next);
        }}
        onPointerLeave={(event) => event.pointerType === "mouse" && setPicked(null)}
        className="rounded-sm outline-offset-4"
      >
        <p className="mb-3 text-muted">{words}</p>
        <div className="grid gap-x-8 gap-y-5 lg:grid-cols-2">
          <AreaChart {...chart} label="Orders" value={orders} values={points.map(({ totalOrders }) => totalOrders)} write={formatCount} />
          <AreaChart
            {...chart}
            label="Revenue"
            value={amount}
            values={points.map(({ totalAmount }) => totalAmount ?? 0)}
            write={(pounds) => `£${formatCount(pounds)}`}
          />
        </div>
      </div>
      <SalesTable points={points} write={(each) => pointWords(each, today)} />
    </Panel>
  );
}

/** The index that a key selects, as in any slider; null for other keys. */
function keyTarget(key: string, index: number, last: number): number | null {
  const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -7, PageUp: 7 };
  if (key === "Home") return 0;
  if (key === "End") return last;
  const step = steps[key];
  return step === undefined ? null : Math.min(last, Math.max(0, index + step));
}

const UNIT_WORDS = {
  day: "By day",
  week: "By week",
  month: "By month",
  quarter: "By quarter",
  year: "By year",
} as const satisfies Record<HistoryUnit, string>;

const dayWords = (day: string): string => formatListed(startOfDay(day));

/** Formats a point's days, such as `16 Nov to 21 Nov, so far`. */
function pointWords({ start, end }: HistoryPoint, today: string): string {
  const days = start === end ? dayWords(start) : `${dayWords(start)} to ${dayWords(end)}`;
  return end === today ? `${days}, so far` : days;
}

type SalesTableProps = { points: readonly HistoryPoint[]; write: (point: HistoryPoint) => string };

/** The figures of all points, newest first. The table is closed at first. */
function SalesTable({ points, write }: SalesTableProps) {
  return (
    <details className="mt-3">
      <Summary className="-mx-2 w-fit rounded-sm px-2 text-muted hover:text-text">In figures</Summary>
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
