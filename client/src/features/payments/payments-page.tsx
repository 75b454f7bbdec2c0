import { useQuery } from "@tanstack/react-query";
import { Banknote, Plus } from "lucide-react";
import { useState } from "react";
import { StatusBadge } from "#client/components/facts/badge.tsx";
import { ListedDate, Money } from "#client/components/facts/values.tsx";
import { lazyDialog, usePreload } from "#client/components/loading/lazy-dialog.tsx";
import { EmptyState } from "#client/components/loading/states.tsx";
import { ClientFilter } from "#client/components/page/client-filter.tsx";
import { ExportItem } from "#client/components/page/exports.tsx";
import { ChoiceFilter, FilterBar, SearchField } from "#client/components/page/filters.tsx";
import { PageHeader } from "#client/components/page/page-header.tsx";
import { PeriodFilter } from "#client/components/page/period-filter.tsx";
import type { Column } from "#client/components/table/data-table.tsx";
import { PagedTable } from "#client/components/table/paged-table.tsx";
import { useColumns } from "#client/components/table/use-columns.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";
import { type Address, day, number, oneOf, text, useAddress } from "#client/lib/address.ts";
import { calls, query, usePages } from "#client/lib/api.ts";
import { daysOf, PERIODS, type Period } from "#client/lib/book-period.ts";
import { formatListed, formatMoney } from "#client/lib/format.ts";
import { PAYMENTS_SEARCH } from "#client/lib/search-hints.ts";
import { can, useUser } from "#client/lib/session.ts";
import { formatIn } from "#shared/domain/money.ts";
import { londonDay } from "#shared/domain/period.ts";
import { countOf } from "#shared/domain/text.ts";
import { PAYMENT_METHOD_LABEL, PAYMENT_METHODS } from "#shared/domain/trade/ledger.ts";
import { describeAllocations, type PaymentRow, stateOf } from "./payment-words.ts";

const PaymentDetailsDialog = lazyDialog(() => import("./payment-details-dialog.tsx"), { size: "lg" });
const PaymentRecordDialog = lazyDialog(() => import("./payment-record-dialog.tsx"), { size: "lg", fields: 5 });

/**
 * The filters in the address. `/payments?payment=12` opens a payment; `?search=INV-00012&back=40`
 * opens the refund of the payment found. The default period is this quarter; a search and one
 * company cover all time.
 */
const ADDRESS = {
  period: oneOf(PERIODS),
  from: day,
  to: day,
  search: text,
  method: oneOf(PAYMENT_METHODS),
  unallocated: oneOf(["true"]),
  companyId: number,
  payment: number,
  back: text,
};
type Filters = Address<typeof ADDRESS>;
const KINDS = [...PAYMENT_METHODS, "credit"] as const;
const periodOf = ({ period, search, unallocated, companyId, from, to }: Filters): Period =>
  period || (from || to ? "days" : search || unallocated || companyId !== null ? "all" : "quarter");

/** The office opens this page to see each company's payments, and to record a transfer. */
export default function PaymentsPage() {
  const user = useUser();
  const { address, change } = useAddress(ADDRESS);
  const { search, method, unallocated, companyId, payment } = address;
  const { from, to } = daysOf(periodOf(address), londonDay(new Date()), address);
  const backwards = from !== null && to !== null && from > to;
  const filters = {
    ...(from && { from }),
    ...(to && { to }),
    ...(method && { method }),
    ...(unallocated && { unallocated }),
    ...(companyId !== null && { companyId: String(companyId) }),
    search,
  };
  const payments = usePages("payments", "list", { query: filters }, { enabled: !backwards });
  const sums = useQuery({ ...query("payments", "sums", { query: filters }), enabled: !backwards }).data;
  const columns = useColumns("payments", COLUMNS);
  const [recording, setRecording] = useState(false);
  const back = backIn(address.back);
  // If the search finds exactly one payment, its refund opens.
  const only = back !== null && payments.data?.length === 1 && !payments.isPlaceholderData ? payments.data[0]?.id : undefined;
  const opened = payment ?? only ?? null;
  usePreload(PaymentDetailsDialog, PaymentRecordDialog);
  const chosen = search !== "" || method !== "" || unallocated !== "" || companyId !== null || from !== null || to !== null;
  const showAll = () => change({ period: "all", from: null, to: null, search: "", method: "", unallocated: "", companyId: null });
  return (
    <>
      <PageHeader
        title="Payments"
        action={
          <>
            {!backwards && <ExportItem feature="payments" name="list" query={filters} />}
            {can(user, calls.payments.record) && (
              <Button variant="primary" icon={<Plus />} onClick={() => setRecording(true)}>
                Record a transfer
              </Button>
            )}
          </>
        }
      />
      {columns.dialog}
      <FilterBar label="Filter payments">
        <SearchField
          label="Search payments"
          placeholder="Client, reference, invoice"
          finds={PAYMENTS_SEARCH}
          value={search}
          onChange={(search) => change({ search })}
        />
        <ChoiceFilter
          label="Payments"
          all="All payments"
          choices={KINDS}
          words={{ ...PAYMENT_METHOD_LABEL, credit: "With credit left" }}
          value={unallocated ? "credit" : method}
          onChange={(kind) => change({ method: kind === "credit" ? "" : kind, unallocated: kind === "credit" ? "true" : "" })}
        />
        <ClientFilter companyId={companyId} companyName={payments.data?.[0]?.company?.name} onChange={(id) => change({ companyId: id })} />
        <PeriodFilter label="Received" period={periodOf(address)} from={address.from} to={address.to} onChange={change} />
      </FilterBar>
      {back !== null && <p className="mb-3">{formatMoney(back)} of a cancelled order has to be refunded. Open its payment to refund it.</p>}
      {backwards ? (
        <Alert tone="danger">From cannot be after to</Alert>
      ) : (
        <PagedTable
          query={payments}
          noun={["payment", "payments"]}
          failure="Failed to fetch payments"
          empty={
            <EmptyState
              title="No payments found"
              icon={<Banknote />}
              action={chosen && <Button onClick={showAll}>Show all payments</Button>}
            >
              {search
                ? "No payments match your search."
                : `${chosen ? "No payments were received in that period. " : ""}Card payments appear automatically; record a bank transfer here.`}
            </EmptyState>
          }
          caption="Payments"
          wide
          columns={columns.shown}
          sums={
            sums && {
              client: countOf(sums.count, "payment"),
              amount: <Money amount={sums.amount} strong />,
              refunded: <Money amount={sums.refunded} />,
              left: <Money amount={sums.unallocated} />,
            }
          }
          rowKey={({ id }) => id}
          onRowClick={({ id }) => change({ payment: id }, { replace: false })}
          rowLabel={(row) => `${formatListed(row.receivedOn)}, ${row.company?.name ?? "nobody"}, ${formatIn(row.currency, row.amount)}`}
        />
      )}
      {opened !== null && (
        <PaymentDetailsDialog key={opened} id={opened} giveBack={back} onClose={() => change({ payment: null, back: "" })} />
      )}
      {recording && <PaymentRecordDialog onClose={() => setRecording(false)} />}
    </>
  );
}

/** The amount in pounds; null if the address has none. */
function backIn(typed: string): number | null {
  const amount = Number(typed);
  return Number.isFinite(amount) && amount > 0 ? amount : null;
}

const dash = <span className="text-muted">–</span>;
const some = (amount: number, currency: string) => (amount > 0 ? <Money amount={amount} currency={currency} /> : dash);

const COLUMNS: readonly Column<PaymentRow>[] = [
  { id: "received", header: "Received", cell: ({ receivedOn }) => <ListedDate value={receivedOn} /> },
  {
    id: "client",
    header: "Client",
    name: true,
    place: "line",
    cell: ({ company, reference }) => (
      <span className="block min-w-0">
        <span className="line-clamp-2 font-medium stacked:text-text">{company?.name ?? "Unknown company"}</span>
        {reference && <span className="line-clamp-1 text-xs break-all text-muted">{reference}</span>}
      </span>
    ),
  },
  { id: "method", header: "Method", rare: true, cell: ({ method }) => PAYMENT_METHOD_LABEL[method] },
  {
    id: "pays",
    header: "Pays",
    place: "head",
    isEmpty: (row) => describeAllocations(row) === null,
    cell: (row) => describeAllocations(row) ?? dash,
  },
  {
    id: "state",
    header: "State",
    place: "head",
    cell: (row) => (
      <>
        <StatusBadge {...stateOf(row)} />
        {/* A phone's block has no other place for the amount. */}
        {row.refunded > 0 && row.refunded < row.amount && (
          <span className="ml-1.5 hidden stacked:inline!">{formatIn(row.currency, row.refunded)}</span>
        )}
      </>
    ),
  },
  {
    id: "amount",
    header: "Amount",
    align: "right",
    place: "end",
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} strong />,
  },
  {
    id: "refunded",
    header: "Given back",
    align: "right",
    rare: true,
    isEmpty: ({ refunded }) => refunded === 0,
    cell: ({ refunded, currency }) => some(refunded, currency),
  },
  {
    id: "left",
    header: "Credit left",
    align: "right",
    isEmpty: ({ company, unallocated }) => !company || unallocated === 0,
    cell: ({ company, unallocated, currency }) => (company ? some(unallocated, currency) : dash),
  },
];
