import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { Money } from "#client/components/facts/values.tsx";
import { QueryView } from "#client/components/loading/query-view.tsx";
import { ExportItem } from "#client/components/page/exports.tsx";
import { type Column, DataTable } from "#client/components/table/data-table.tsx";
import { linkClass } from "#client/components/ui/control/button.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";
import { query, type Reply } from "#client/lib/api.ts";
import { londonDay } from "#shared/domain/period.ts";
import { countOf } from "#shared/domain/text.ts";
import { moneyDays } from "#shared/domain/trade/money-periods.ts";
import { MoneyList, useDays } from "./money-list.tsx";
import { listPaths } from "./money-view.ts";

type Vat = Reply<"money", "vat">;

/**
 * The sales figures of a VAT return, by tax point. Each row opens the documents that it adds up.
 */
export default function VatPage() {
  const { from, to } = useDays();
  const lastQuarter = moneyDays("last_quarter", londonDay(new Date()));
  const days = { from: from ?? lastQuarter.from, to: to ?? lastQuarter.to };
  const isInOrder = days.from <= days.to;
  const vat = useQuery({ ...query("money", "vat", { query: days }), enabled: isInOrder, placeholderData: keepPreviousData });
  return (
    <MoneyList title="VAT on sales" initial={lastQuarter} action={isInOrder && <ExportItem feature="invoices" name="list" query={days} />}>
      {isInOrder ? (
        <QueryView query={vat} failure="Failed to fetch the VAT">
          {(figures) => (
            <DataTable
              caption="VAT on sales by tax point"
              columns={COLUMNS}
              rows={rowsOf(figures)}
              rowKey={({ kind }) => kind}
              sums={{
                kind: "Invoices less credit notes",
                net: <Money amount={figures.net} strong />,
                vat: <Money amount={figures.vat} strong />,
                gross: <Money amount={(Math.round(figures.net * 100) + Math.round(figures.vat * 100)) / 100} strong />,
              }}
              empty={null}
            />
          )}
        </QueryView>
      ) : (
        <Alert tone="danger">From cannot be after to</Alert>
      )}
    </MoneyList>
  );
}

const negative = (amount: number): number => (amount === 0 ? 0 : -amount);

/** The amounts of credit notes are negative, so that the rows add up. */
function rowsOf({ invoices, creditNotes, ...days }: Vat) {
  const { invoiced, credited } = listPaths(days);
  const { count, net, vat, gross } = creditNotes;
  return [
    { kind: "Invoices", noun: "invoice", path: invoiced, ...invoices },
    { kind: "Credit notes", noun: "credit note", path: credited, count, net: negative(net), vat: negative(vat), gross: negative(gross) },
  ];
}
type Row = ReturnType<typeof rowsOf>[number];

const COLUMNS: readonly Column<Row>[] = [
  {
    id: "kind",
    header: "Documents",
    name: true,
    place: "head",
    cell: ({ path, count, noun }) => (
      <Link href={path} className={linkClass}>
        {countOf(count, noun)}
      </Link>
    ),
  },
  { id: "net", header: "Net", align: "right", cell: ({ net }) => <Money amount={net} /> },
  { id: "vat", header: "VAT", align: "right", place: "end", cell: ({ vat }) => <Money amount={vat} strong /> },
  { id: "gross", header: "Total", align: "right", cell: ({ gross }) => <Money amount={gross} /> },
];
