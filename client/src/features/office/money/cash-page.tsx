import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Banknote } from "lucide-react";
import { Link } from "wouter";
import { ListedDate, Money } from "#client/components/facts/values.tsx";
import { QueryView } from "#client/components/loading/query-view.tsx";
import { EmptyState } from "#client/components/loading/states.tsx";
import { ExportItem } from "#client/components/page/exports.tsx";
import { type Column, DataTable } from "#client/components/table/data-table.tsx";
import { linkClass } from "#client/components/ui/control/button.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";
import { query, type Reply } from "#client/lib/api.ts";
import { londonDay } from "#shared/domain/period.ts";
import { PAYMENT_METHOD_LABEL } from "#shared/domain/trade/ledger.ts";
import { moneyDays } from "#shared/domain/trade/money-periods.ts";
import { MoneyList, useDays } from "./money-list.tsx";

type Cash = Reply<"money", "cash">[number];

/** The money of each day and method, to tick off against the bank's statement. */
export default function CashPage() {
  const { from, to } = useDays();
  const thisMonth = moneyDays("this_month", londonDay(new Date()));
  const days = { from: from ?? thisMonth.from, to: to ?? thisMonth.to };
  const isInOrder = days.from <= days.to;
  const cash = useQuery({ ...query("money", "cash", { query: days }), enabled: isInOrder, placeholderData: keepPreviousData });
  return (
    <MoneyList title="Cash by day" initial={thisMonth} action={isInOrder && <ExportItem feature="money" name="cash" query={days} />}>
      {isInOrder ? (
        <QueryView query={cash} failure="Failed to fetch the cash">
          {(rows) => (
            <DataTable
              caption="Cash by day"
              columns={COLUMNS}
              rows={rows}
              rowKey={({ on, method }) => `${on} ${method}`}
              sums={sumsOf(rows)}
              empty={
                <EmptyState title="No money came or went in that period" icon={<Banknote />}>
                  Payments, refunds and disputed money appear here by day and method.
                </EmptyState>
              }
            />
          )}
        </QueryView>
      ) : (
        <Alert tone="danger">From cannot be after to</Alert>
      )}
    </MoneyList>
  );
}

const FIGURES = ["received", "refunded", "withdrawn", "net"] as const;
function sumsOf(rows: readonly Cash[]) {
  const sum = (figure: (typeof FIGURES)[number]) => rows.reduce((pence, row) => pence + Math.round(row[figure] * 100), 0) / 100;
  return { method: "In all", ...Object.fromEntries(FIGURES.map((figure) => [figure, <Money key={figure} amount={sum(figure)} strong />])) };
}

const COLUMNS: readonly Column<Cash>[] = [
  { id: "on", header: "Day", cell: ({ on }) => <ListedDate value={on} /> },
  {
    id: "method",
    header: "Method",
    name: true,
    place: "head",
    cell: ({ on, method }) => (
      <Link href={`/payments?from=${on}&to=${on}&method=${method}`} className={linkClass}>
        {PAYMENT_METHOD_LABEL[method]}
      </Link>
    ),
  },
  { id: "received", header: "Received", align: "right", cell: ({ received }) => <Money amount={received} /> },
  { id: "refunded", header: "Given back", align: "right", cell: ({ refunded }) => <Money amount={refunded} /> },
  { id: "withdrawn", header: "Taken", align: "right", cell: ({ withdrawn }) => <Money amount={withdrawn} /> },
  { id: "net", header: "Net", align: "right", place: "end", cell: ({ net }) => <Money amount={net} strong /> },
];
