import { ShieldAlert } from "lucide-react";
import { Link } from "wouter";
import { ListedDate, Money } from "#client/components/facts/values.tsx";
import { EmptyState } from "#client/components/loading/states.tsx";
import { ExportItem } from "#client/components/page/exports.tsx";
import type { Column } from "#client/components/table/data-table.tsx";
import { PagedTable } from "#client/components/table/paged-table.tsx";
import { linkClass } from "#client/components/ui/control/button.tsx";
import { type Reply, usePages } from "#client/lib/api.ts";
import { wordsOf } from "#shared/domain/audit-facts.ts";
import { MoneyList, sumOfAll, useDays } from "./money-list.tsx";

type Dispute = Reply<"payments", "disputes">[number];

/** Card holders' disputes, filtered by the period in which money was withdrawn or returned. */
export default function DisputesPage() {
  const { query } = useDays();
  const disputes = usePages("payments", "disputes", { query });
  return (
    <MoneyList title="Disputed card payments" action={<ExportItem feature="payments" name="disputes" query={query} />}>
      <PagedTable
        query={disputes}
        noun={["dispute", "disputes"]}
        failure="Failed to fetch disputes"
        empty={
          <EmptyState title="No disputes in that period" icon={<ShieldAlert />}>
            Card payments that their holders dispute at the bank appear here.
          </EmptyState>
        }
        caption="Disputes"
        columns={COLUMNS}
        sums={sumOfAll(disputes, "withdrawn")}
        rowKey={({ id }) => id}
      />
    </MoneyList>
  );
}

const COLUMNS: readonly Column<Dispute>[] = [
  { id: "on", header: "Opened", cell: ({ on }) => <ListedDate value={on} /> },
  {
    id: "payment",
    header: "Payment",
    place: "head",
    cell: ({ paymentId }) => (
      <Link href={`/payments?payment=${paymentId}`} className={linkClass}>
        Payment {paymentId}
      </Link>
    ),
  },
  {
    id: "client",
    header: "Client",
    name: true,
    place: "line",
    cell: ({ company }) => <span className="line-clamp-2 font-medium stacked:text-text">{company?.name ?? "Unknown company"}</span>,
  },
  { id: "status", header: "Status", place: "head", cell: ({ status }) => wordsOf(status) },
  { id: "amount", header: "Disputed", align: "right", cell: ({ amount, currency }) => <Money amount={amount} currency={currency} /> },
  {
    id: "withdrawn",
    header: "Taken",
    align: "right",
    place: "end",
    cell: ({ withdrawn, currency }) => <Money amount={withdrawn} currency={currency} strong />,
  },
];
