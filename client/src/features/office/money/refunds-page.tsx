import { Undo2 } from "lucide-react";
import { Link } from "wouter";
import { ListedDate, Money } from "#client/components/facts/values.tsx";
import { EmptyState } from "#client/components/loading/states.tsx";
import { ExportItem } from "#client/components/page/exports.tsx";
import type { Column } from "#client/components/table/data-table.tsx";
import { PagedTable } from "#client/components/table/paged-table.tsx";
import { linkClass } from "#client/components/ui/control/button.tsx";
import { type Reply, usePages } from "#client/lib/api.ts";
import { MoneyList, sumOfAll, useDays } from "./money-list.tsx";

type Refund = Reply<"payments", "refunds">[number];

/** The refunds of a period, which the figure "Given back" adds up. */
export default function RefundsPage() {
  const { query } = useDays();
  const refunds = usePages("payments", "refunds", { query });
  return (
    <MoneyList title="Money given back" action={<ExportItem feature="payments" name="refunds" query={query} />}>
      <PagedTable
        query={refunds}
        noun={["refund", "refunds"]}
        failure="Failed to fetch refunds"
        empty={
          <EmptyState title="No refunds in that period" icon={<Undo2 />}>
            Refunds appear here once they have succeeded.
          </EmptyState>
        }
        caption="Refunds"
        columns={COLUMNS}
        sums={sumOfAll(refunds, "amount")}
        rowKey={({ id }) => id}
      />
    </MoneyList>
  );
}

const COLUMNS: readonly Column<Refund>[] = [
  { id: "on", header: "Day", cell: ({ paidOn }) => <ListedDate value={paidOn} /> },
  {
    id: "payment",
    header: "Payment",
    place: "head",
    cell: ({ paymentId }) => (
      <Link href={`/payments?payment=${paymentId}`} className={`${linkClass} inline-block py-0.5`}>
        Payment {paymentId}
      </Link>
    ),
  },
  {
    id: "client",
    header: "Client",
    name: true,
    place: "line",
    cell: ({ company, reason }) => (
      <>
        <span className="line-clamp-2 font-medium stacked:line-clamp-1! stacked:text-text">{company?.name ?? "Unknown company"}</span>
        {/* A phone's block has no other place for the reason, which has its own line there. */}
        <span className="hidden stacked:inline! stacked:before:content-none!">{reason}</span>
      </>
    ),
  },
  { id: "reason", header: "Reason", name: true, cell: ({ reason }) => reason },
  { id: "note", header: "Credit note", rare: true, cell: ({ creditNoteNumber }) => creditNoteNumber ?? "–" },
  { id: "by", header: "By", rare: true, cell: ({ by }) => by?.contactName ?? "Stripe" },
  {
    id: "amount",
    header: "Amount",
    align: "right",
    place: "end",
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} strong />,
  },
];
