import { useQuery } from "@tanstack/react-query";
import { ReceiptText } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import { PaymentBadge, WrittenOffBadge } from "#client/components/facts/badge.tsx";
import { Job } from "#client/components/facts/job.tsx";
import { ListedDate, Money } from "#client/components/facts/values.tsx";
import { lazyPanel } from "#client/components/loading/lazy-part.tsx";
import { EmptyState } from "#client/components/loading/states.tsx";
import { ExportItem } from "#client/components/page/exports.tsx";
import { FilterBar, SearchField } from "#client/components/page/filters.tsx";
import { PageHeader } from "#client/components/page/page-header.tsx";
import { PeriodFilter } from "#client/components/page/period-filter.tsx";
import type { Column } from "#client/components/table/data-table.tsx";
import { PagedTable } from "#client/components/table/paged-table.tsx";
import { useColumns } from "#client/components/table/use-columns.tsx";
import { Button, buttonClass } from "#client/components/ui/control/button.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";
import { Panel } from "#client/components/ui/display/panel.tsx";
import { type Address, day, number, oneOf, text, useAddress } from "#client/lib/address.ts";
import { calls, query, type Reply, usePages } from "#client/lib/api.ts";
import { daysOf, PERIODS, type Period } from "#client/lib/book-period.ts";
import { formatCount } from "#client/lib/format.ts";
import { describeInvoiceSearch } from "#client/lib/search-hints.ts";
import { can, useUser } from "#client/lib/session.ts";
import { invoicePath } from "#shared/contract/parts/papers.ts";
import { londonDay } from "#shared/domain/period.ts";
import { AccountSkeleton } from "./account-skeleton.tsx";
import { Due, type InvoiceRow, isNotDue, OfWhat, PdfLink } from "./invoice-cells.tsx";
import { ZipButton } from "./invoice-zip-button.tsx";

const AccountPanel = lazyPanel(
  () => import("./account-panel.tsx"),
  <Panel title="Your account" className="mb-6">
    <AccountSkeleton />
  </Panel>,
);
const AccountPaymentReturn = lazyPanel(() => import("./account-payment.tsx"));

/**
 * The filters in the address, such as `/invoices?period=last_quarter`. The default period is this
 * quarter; a search covers all time.
 */
const ADDRESS = { period: oneOf(PERIODS), from: day, to: day, search: text, paid: number };
type Filters = Address<typeof ADDRESS>;
const periodOf = ({ period, search }: Filters): Period => period || (search ? "all" : "quarter");

/**
 * A customer's bookkeeper opens this page each quarter for the invoices of a period, in one file.
 */
export default function InvoicesPage() {
  const { address, change } = useAddress(ADDRESS);
  const { search } = address;
  const { from, to } = daysOf(periodOf(address), londonDay(new Date()), address);
  const backwards = from !== null && to !== null && from > to;
  const filters = { ...(from && { from }), ...(to && { to }), search };
  const invoices = usePages("invoices", "list", { query: filters }, { enabled: !backwards });
  const sums = useQuery({ ...query("invoices", "sums", { query: filters }), enabled: !backwards }).data;
  const user = useUser();
  // The address loses `paid` at once, but the page still displays the payment's outcome.
  const [returned] = useState(address.paid);
  const columns = useColumns("invoices", COLUMNS);
  const some = !backwards && (invoices.data?.length ?? 0) > 0;
  return (
    <>
      <PageHeader
        title="Invoices"
        action={
          <>
            {!backwards && <ExportItem feature="invoices" name="list" query={filters} />}
            <ZipButton filters={filters} disabled={!some} variant="secondary" />
          </>
        }
      />
      {returned !== null && can(user, calls.account.confirmPayment) && (
        <AccountPaymentReturn checkoutId={returned} onSettled={() => change({ paid: null })} />
      )}
      {can(user, calls.account.read) && <AccountPanel />}
      {columns.dialog}
      <InvoiceFilters filters={address} onChange={change} />
      {backwards ? (
        <Alert tone="danger">From cannot be after to</Alert>
      ) : (
        <InvoiceList
          invoices={invoices}
          sums={sums}
          columns={columns.shown}
          chosen={search !== "" || from !== null || to !== null}
          searched={search !== ""}
          onShowAll={() => change({ period: "all", from: null, to: null, search: "" })}
        />
      )}
    </>
  );
}

type InvoiceFiltersProps = { filters: Filters; onChange: (part: Partial<Filters>) => void };

function InvoiceFilters({ filters, onChange }: InvoiceFiltersProps) {
  const { role } = useUser();
  const { from, to, search } = filters;
  return (
    <FilterBar label="Filter invoices">
      <SearchField
        label="Search invoices"
        placeholder="Number, job, PO number"
        finds={describeInvoiceSearch(role)}
        value={search}
        onChange={(search) => onChange({ search })}
      />
      <PeriodFilter label="Tax point" period={periodOf(filters)} from={from} to={to} onChange={onChange} />
    </FilterBar>
  );
}

type InvoiceListProps = {
  invoices: ReturnType<typeof usePages<"invoices", "list">>;
  sums: Reply<"invoices", "sums"> | undefined;
  columns: readonly Column<InvoiceRow>[];
  chosen: boolean;
  searched: boolean;
  onShowAll: () => void;
};

function InvoiceList({ invoices, sums, columns, chosen, searched, onShowAll }: InvoiceListProps) {
  const next = chosen ? (
    <Button onClick={onShowAll}>Show all invoices</Button>
  ) : (
    <Link href="/orders" className={buttonClass()}>
      Go to orders
    </Link>
  );
  return (
    <PagedTable
      query={invoices}
      noun={["invoice", "invoices"]}
      failure="Failed to fetch invoices"
      empty={
        <EmptyState title="No invoices found" icon={<ReceiptText />} action={next}>
          {searched
            ? "No invoices match your search."
            : `${chosen ? "No invoices were issued in that period. " : ""}An invoice is issued when an order is paid or sent off.`}
        </EmptyState>
      }
      caption="Invoices"
      wide
      columns={columns}
      sums={
        sums && {
          number: `${formatCount(sums.count)} in all`,
          net: <Money amount={sums.net} />,
          vat: <Money amount={sums.vat} />,
          total: <Money amount={sums.gross} strong />,
        }
      }
      rowKey={({ number }) => number}
      onRowClick={({ number }) => window.open(invoicePath(number), "_blank", "noopener")}
      rowLabel={({ number }) => `Open ${number}`}
      actions={({ number }) => <PdfLink number={number} />}
    />
  );
}

const COLUMNS: readonly Column<InvoiceRow>[] = [
  { id: "number", header: "Invoice #", cell: ({ number }) => number },
  {
    id: "job",
    header: "Job",
    name: true,
    place: "line",
    cell: ({ jobName, poNumber }) => <Job jobName={jobName} poNumber={poNumber} />,
  },
  { id: "order", header: "Order #", cell: (invoice) => <OfWhat {...invoice} /> },
  { id: "taxPoint", header: "Tax point", place: "head", cell: ({ taxPoint }) => <ListedDate value={taxPoint} /> },
  { id: "net", header: "Net", align: "right", rare: true, cell: ({ net }) => <Money amount={net} /> },
  { id: "vat", header: "VAT", align: "right", rare: true, cell: ({ vat }) => <Money amount={vat} /> },
  { id: "total", header: "Total", align: "right", place: "end", cell: ({ gross }) => <Money amount={gross} strong /> },
  { id: "due", header: "Due", rare: true, isEmpty: isNotDue, cell: (invoice) => <Due {...invoice} /> },
  {
    id: "paid",
    header: "Payment",
    place: "head",
    cell: ({ kind, owed, writtenOff = 0 }) => {
      if (kind === "credit_note") return "Credit note";
      return owed === 0 && writtenOff > 0 ? <WrittenOffBadge /> : <PaymentBadge status={owed === 0 ? "paid" : "unpaid"} />;
    },
  },
];
