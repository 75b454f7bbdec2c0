import { useQuery } from "@tanstack/react-query";
import { ChartColumn } from "lucide-react";
import { Link } from "wouter";
import { ListedDate } from "#client/components/facts/values.tsx";
import { EmptyState } from "#client/components/loading/states.tsx";
import { ExportItem } from "#client/components/page/exports.tsx";
import type { Column } from "#client/components/table/data-table.tsx";
import { PagedTable } from "#client/components/table/paged-table.tsx";
import { linkClass } from "#client/components/ui/control/button.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";
import { oneOf, text, useAddress } from "#client/lib/address.ts";
import { query, type Reply, usePages } from "#client/lib/api.ts";
import { londonDay } from "#shared/domain/period.ts";
import { type Days, MARGIN_BY, type MarginBy, moneyDays } from "#shared/domain/trade/money-periods.ts";
import { orderNumber } from "#shared/domain/trade/status.ts";
import { FIGURES, sumsOf, WithoutCostNote } from "./margin-page.tsx";
import { MoneyList, useDays } from "./money-list.tsx";

type MarginOrder = Reply<"money", "marginOrders">[number];

interface Row extends Days {
  readonly by: MarginBy;
  readonly key: string;
}

const ADDRESS = { by: oneOf(MARGIN_BY), key: text };

/** The orders behind a row of the margins. Their columns add up to the row. */
export default function MarginOrdersPage() {
  const { from, to } = useDays();
  const { address } = useAddress(ADDRESS);
  const by = address.by || "month";
  const thisMonth = moneyDays("this_month", londonDay(new Date()));
  const days = { from: from ?? thisMonth.from, to: to ?? thisMonth.to };
  const row = { by, key: address.key || days.from.slice(0, 7), ...days };
  const isInOrder = days.from <= days.to;
  const margins = useQuery({ ...query("money", "margin", { query: { by, ...days } }), enabled: isInOrder });
  const name = margins.data?.find(({ key }) => key === row.key)?.name;
  return (
    <MoneyList
      title={name ? `Margin: ${name}` : "Margin"}
      initial={thisMonth}
      action={isInOrder && <ExportItem feature="money" name="marginOrders" query={row} />}
    >
      {isInOrder ? <Orders row={row} /> : <Alert tone="danger">From cannot be after to</Alert>}
    </MoneyList>
  );
}

function Orders({ row }: { row: Row }) {
  const orders = usePages("money", "marginOrders", { query: row });
  return (
    <>
      <PagedTable
        query={orders}
        noun={["order", "orders"]}
        failure="Failed to fetch the orders"
        empty={
          <EmptyState title="No orders in that period" icon={<ChartColumn />}>
            Orders appear here on the day that they were made.
          </EmptyState>
        }
        caption="Orders"
        // The heading names the client of all these orders.
        columns={row.by === "client" && row.key !== "remakes" ? COLUMNS.filter(({ id }) => id !== "client") : COLUMNS}
        sums={orders.hasNextPage || !orders.data ? undefined : sumsOf(orders.data)}
        rowKey={({ id }) => id}
      />
      <WithoutCostNote rows={orders.data ?? []} />
    </>
  );
}

const TwoLines = ({ text }: { text: string }) => (
  <span title={text} className="line-clamp-2">
    {text}
  </span>
);

const COLUMNS: readonly Column<MarginOrder>[] = [
  {
    id: "name",
    header: "Order",
    place: "head",
    cell: ({ id }) => (
      <Link href={`/orders?order=${id}`} className={linkClass}>
        {orderNumber(id)}
      </Link>
    ),
  },
  { id: "job", header: "Job", name: true, rare: true, place: "line", cell: ({ jobName }) => <TwoLines text={jobName ?? "–"} /> },
  { id: "client", header: "Client", name: true, rare: true, cell: ({ company }) => <TwoLines text={company.companyName} /> },
  { id: "createdAt", header: "Ordered", rare: true, cell: ({ createdAt }) => <ListedDate value={createdAt} /> },
  ...FIGURES,
];
