import { Eraser } from "lucide-react";
import { Link } from "wouter";
import { ListedDate, Money } from "#client/components/facts/values.tsx";
import { EmptyState } from "#client/components/loading/states.tsx";
import { ExportItem } from "#client/components/page/exports.tsx";
import type { Column } from "#client/components/table/data-table.tsx";
import { PagedTable } from "#client/components/table/paged-table.tsx";
import { linkClass } from "#client/components/ui/control/button.tsx";
import { type Reply, usePages } from "#client/lib/api.ts";
import { WRITE_OFF_LABEL } from "#shared/domain/trade/ledger.ts";
import { MoneyList, sumOfAll, useDays } from "./money-list.tsx";

type WriteOff = Reply<"invoices", "writeOffs">[number];

/** The write-offs of a period and their reversals, which the figure "Written off" adds up. */
export default function WriteOffsPage() {
  const { query } = useDays();
  const writeOffs = usePages("invoices", "writeOffs", { query });
  return (
    <MoneyList title="Written off" action={<ExportItem feature="invoices" name="writeOffs" query={query} />}>
      <PagedTable
        query={writeOffs}
        noun={["write-off", "write-offs"]}
        failure="Failed to fetch the write-offs"
        empty={
          <EmptyState title="Nothing written off in that period" icon={<Eraser />}>
            Write an amount off from the menu of an unpaid invoice.
          </EmptyState>
        }
        caption="Write-offs"
        wide
        columns={COLUMNS}
        sums={sumOfAll(writeOffs, "amount", "number")}
        rowKey={({ id }) => id}
      />
    </MoneyList>
  );
}

const COLUMNS: readonly Column<WriteOff>[] = [
  { id: "on", header: "Day", cell: ({ on }) => <ListedDate value={on} /> },
  {
    id: "number",
    header: "Invoice #",
    place: "head",
    cell: ({ number }) => (
      <Link href={`/invoices?search=${number}`} className={linkClass}>
        {number}
      </Link>
    ),
  },
  { id: "client", header: "Client", name: true, place: "line", cell: ({ company }) => company.name },
  {
    id: "reason",
    header: "Reason",
    cell: ({ reason, reverses, note }) => (
      <span className="block">
        {reverses === null ? WRITE_OFF_LABEL[reason] : "Reversal"}
        {note && reverses === null && <span className="block text-xs text-muted wrap-anywhere">{note}</span>}
      </span>
    ),
  },
  { id: "by", header: "By", rare: true, cell: ({ by }) => by?.contactName },
  { id: "amount", header: "Amount", align: "right", place: "end", cell: ({ amount }) => <Money amount={amount} strong /> },
];
