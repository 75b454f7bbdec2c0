import { useInfiniteQuery } from "@tanstack/react-query";
import { Landmark } from "lucide-react";
import { Link } from "wouter";
import { StatusBadge } from "#client/components/facts/badge.tsx";
import { ListedDate, Money } from "#client/components/facts/values.tsx";
import { QueryView } from "#client/components/loading/query-view.tsx";
import { EmptyState } from "#client/components/loading/states.tsx";
import { PageHeader } from "#client/components/page/page-header.tsx";
import { type Column, DataTable } from "#client/components/table/data-table.tsx";
import { Button, linkClass } from "#client/components/ui/control/button.tsx";
import { Summary } from "#client/components/ui/display/summary.tsx";
import { query, type Reply } from "#client/lib/api.ts";

type Payout = Reply<"money", "payouts">["payouts"][number];
type Line = Payout["lines"][number];

/** Stripe's payouts, to tick off against the bank's statement. Each one opens its lines. */
export default function PayoutsPage() {
  const payouts = useInfiniteQuery({
    queryKey: ["money", "payouts", "pages"],
    queryFn: async ({ pageParam, ...context }) => {
      const { queryFn } = query("money", "payouts", { query: pageParam === "" ? {} : { after: pageParam } });
      return (queryFn as (context: unknown) => Promise<Reply<"money", "payouts">>)(context);
    },
    initialPageParam: "",
    getNextPageParam: ({ payouts, hasMore }) => (hasMore ? payouts.at(-1)?.id : undefined),
    select: ({ pages }) => pages.flatMap((page) => page.payouts),
  });
  return (
    <>
      <Link href="/money" className={linkClass}>
        Money
      </Link>
      <PageHeader
        title="Stripe's payouts"
        description="What Stripe paid into your bank account. Each payout opens the lines that add up to it."
      />
      <QueryView query={payouts} failure="Failed to fetch the payouts">
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title="No payouts yet" icon={<Landmark />}>
              Stripe pays card payments into your bank account a few days after they are made.
            </EmptyState>
          ) : (
            <>
              <ul className="flex flex-col gap-3">
                {rows.map((payout) => (
                  <li key={payout.id}>
                    <PayoutDetails payout={payout} />
                  </li>
                ))}
              </ul>
              {payouts.hasNextPage && (
                <Button className="mt-4" pending={payouts.isFetchingNextPage} onClick={() => void payouts.fetchNextPage()}>
                  Show older payouts
                </Button>
              )}
            </>
          )
        }
      </QueryView>
    </>
  );
}

function PayoutDetails({ payout }: { payout: Payout }) {
  const { arrivesOn, status, amount, charges, refunds, fees, other, currency, lines, unlisted } = payout;
  const parts = [
    ["Charges", charges],
    ["Refunds", -refunds],
    ["Fees", -fees],
    ["Other", other],
  ] as const;
  return (
    <details className="rounded-lg border bg-surface">
      <Summary className="px-4 py-3">
        <span className="flex grow flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
          <span className="flex flex-wrap items-baseline gap-x-4">
            <span className="font-medium">
              <ListedDate value={arrivesOn} />
            </span>
            <StatusBadge
              word={STATUS[status] ?? status}
              tone={status === "paid" ? "positive" : status === "failed" ? "danger" : "neutral"}
            />
          </span>
          <span className="flex flex-wrap items-baseline gap-x-4 gap-y-1 text-muted">
            {parts
              .filter(([, sum]) => sum !== 0)
              .map(([name, sum]) => (
                <span key={name} className="text-xs whitespace-nowrap">
                  {name} <Money amount={sum} currency={currency} />
                </span>
              ))}
            <span className="text-base text-text">
              <Money amount={amount} currency={currency} strong />
            </span>
          </span>
        </span>
      </Summary>
      <div className="border-t">
        <DataTable
          caption={`Lines of the payout of ${arrivesOn}`}
          frame="flush"
          columns={COLUMNS}
          rows={unlisted === 0 ? lines : [...lines, unlistedLine(unlisted)]}
          rowKey={({ id }) => id}
          sums={{ kind: "In all", net: <Money amount={amount} currency={currency} strong /> }}
          empty={null}
        />
      </div>
    </details>
  );
}

/** Stripe's statuses of a payout. */
const STATUS: Readonly<Record<string, string>> = {
  paid: "Paid",
  pending: "Pending",
  in_transit: "On its way",
  canceled: "Cancelled",
  failed: "Failed",
};

const KIND = {
  charge: "Card payment",
  refund: "Refund",
  dispute: "Dispute",
  fee: "Stripe's fee",
  other: "Other",
} as const satisfies Record<Line["kind"], string>;

type Row = Omit<Line, "kind" | "on"> & { readonly kind: Line["kind"] | "unlisted"; readonly on: string | null };

const unlistedLine = (net: number): Row => ({
  id: "unlisted",
  kind: "unlisted",
  on: null,
  amount: net,
  fee: 0,
  net,
  paymentId: null,
  invoices: [],
});

const COLUMNS: readonly Column<Row>[] = [
  { id: "on", header: "Day", cell: ({ on }) => (on === null ? "–" : <ListedDate value={on} />) },
  {
    id: "kind",
    header: "Line",
    name: true,
    place: "head",
    cell: ({ kind, paymentId }) => {
      const words = kind === "unlisted" ? "Lines beyond the first hundred" : KIND[kind];
      if (paymentId === null) return words;
      return (
        <Link href={`/payments?payment=${paymentId}`} className={linkClass}>
          {words} {paymentId}
        </Link>
      );
    },
  },
  {
    id: "invoices",
    header: "Invoice #",
    rare: true,
    cell: ({ invoices }) =>
      invoices.length === 0
        ? "–"
        : invoices.map((number) => (
            <Link key={number} href={`/invoices?search=${number}`} className={linkClass}>
              {number}{" "}
            </Link>
          )),
  },
  { id: "amount", header: "Amount", align: "right", cell: ({ amount }) => <Money amount={amount} /> },
  { id: "fee", header: "Fee", align: "right", cell: ({ fee }) => <Money amount={fee} /> },
  { id: "net", header: "Net", align: "right", place: "end", cell: ({ net }) => <Money amount={net} strong /> },
];
