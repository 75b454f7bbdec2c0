import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ChartColumn } from "lucide-react";
import { Link } from "wouter";
import { Money } from "#client/components/facts/values.tsx";
import { QueryView } from "#client/components/loading/query-view.tsx";
import { EmptyState } from "#client/components/loading/states.tsx";
import { ExportItem } from "#client/components/page/exports.tsx";
import { type Column, DataTable } from "#client/components/table/data-table.tsx";
import { linkClass } from "#client/components/ui/control/button.tsx";
import { SegmentedControl } from "#client/components/ui/control/choices.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";
import { oneOf, useAddress } from "#client/lib/address.ts";
import { query, type Reply } from "#client/lib/api.ts";
import { formatCount } from "#client/lib/format.ts";
import { poundsToPence } from "#shared/domain/money.ts";
import { londonDay } from "#shared/domain/period.ts";
import { type Days, MARGIN_BY, type MarginBy, moneyDays } from "#shared/domain/trade/money-periods.ts";
import { makingOf } from "#shared/domain/trade/pricing.ts";
import { MoneyList, useDays } from "./money-list.tsx";
import { marginRowPath } from "./money-view.ts";

type MarginRow = Reply<"money", "margin">[number];

const BY_LABEL = { month: "Month", client: "Client", type: "Shutter type", supplier: "Workshop" } as const satisfies Record<
  MarginBy,
  string
>;
const ADDRESS = { by: oneOf(MARGIN_BY) };

/** The cost and margin of sold windows, by month, client, shutter type or workshop. */
export default function MarginPage() {
  const { from, to } = useDays();
  const { address, change } = useAddress(ADDRESS);
  const by = address.by || "month";
  const thisMonth = moneyDays("this_month", londonDay(new Date()));
  const days = { from: from ?? thisMonth.from, to: to ?? thisMonth.to };
  const isInOrder = days.from <= days.to;
  const margins = useQuery({
    ...query("money", "margin", { query: { by, ...days } }),
    enabled: isInOrder,
    placeholderData: keepPreviousData,
  });
  return (
    <MoneyList
      title="Margins"
      initial={thisMonth}
      action={isInOrder && <ExportItem feature="money" name="margin" query={{ by, ...days }} />}
    >
      <SegmentedControl
        label="By"
        className="mb-4 max-sm:w-full max-sm:[&_div]:flex max-sm:[&_div]:flex-wrap max-sm:[&_label]:flex-[1_0_45%]"
        value={by}
        options={MARGIN_BY.map((value) => ({ value, label: BY_LABEL[value] }))}
        onChange={(value) => change({ by: value === "month" ? "" : value })}
      />
      {isInOrder ? (
        <QueryView query={margins} failure="Failed to fetch the margins">
          {(rows) => (
            <>
              <DataTable
                caption="Margins"
                columns={columnsOf(by, days)}
                rows={rows}
                rowKey={({ key }) => key}
                sums={sumsOf(rows)}
                empty={
                  <EmptyState title="Nothing was sold in that period" icon={<ChartColumn />}>
                    Windows of orders appear here with the cost that they had when they were priced.
                  </EmptyState>
                }
              />
              <WithoutCostNote rows={rows} />
            </>
          )}
        </QueryView>
      ) : (
        <Alert tone="danger">From cannot be after to</Alert>
      )}
    </MoneyList>
  );
}

const percentText = (percent: number | null | undefined): string => (percent == null ? "–" : `${percent.toFixed(1)} %`);

/** The margin of a list is not its net less its cost where a window has no cost. */
export const WithoutCostNote = ({ rows }: { rows: readonly { readonly withoutCost?: number }[] }) =>
  rows.some(({ withoutCost = 0 }) => withoutCost > 0) ? <p className="mt-3 text-muted">Margins leave out windows without a cost.</p> : null;

export function sumsOf(rows: readonly Omit<MarginRow, "key" | "name">[]) {
  const sum = (figure: "sold" | "makingCost" | "makingMargin") =>
    rows.reduce((pence, row) => pence + poundsToPence(row[figure] ?? 0), 0) / 100;
  const [cost, margin] = [sum("makingCost"), sum("makingMargin")];
  const { makingMarginHundredths } = makingOf(poundsToPence(cost + margin), poundsToPence(cost));
  return {
    name: "In all",
    sold: <Money amount={sum("sold")} strong />,
    makingCost: <Money amount={cost} strong />,
    makingMargin: <Money amount={margin} strong />,
    percent: percentText(makingMarginHundredths === null ? null : makingMarginHundredths / 100),
    withoutCost: formatCount(rows.reduce((windows, row) => windows + (row.withoutCost ?? 0), 0)),
  };
}

/** The columns of the margins, and of the orders behind one of them. */
export const FIGURES: readonly Column<Omit<MarginRow, "key" | "name">>[] = [
  { id: "sold", header: "Sold, net", align: "right", cell: ({ sold }) => <Money amount={sold} /> },
  { id: "makingCost", header: "Cost of making", align: "right", cell: ({ makingCost }) => <Money amount={makingCost} /> },
  {
    id: "makingMargin",
    header: "Margin",
    align: "right",
    place: "end",
    cell: ({ makingMargin }) => <Money amount={makingMargin} strong />,
  },
  {
    id: "percent",
    header: "Of the net",
    align: "right",
    place: "head",
    cell: ({ makingMarginPercent }) => <span className="tabular-nums">{percentText(makingMarginPercent)}</span>,
  },
  {
    id: "withoutCost",
    header: "Windows without a cost",
    align: "right",
    rare: true,
    cell: ({ withoutCost = 0 }) => (withoutCost === 0 ? "–" : formatCount(withoutCost)),
  },
];

const columnsOf = (by: MarginBy, days: Days): readonly Column<MarginRow>[] => [
  {
    id: "name",
    header: BY_LABEL[by],
    name: true,
    place: "head",
    cell: ({ key, name }) => (
      <Link href={marginRowPath({ by, key }, days)} className={linkClass}>
        {name}
      </Link>
    ),
  },
  ...FIGURES,
];
