import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Mail, ReceiptText } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import { PaymentBadge, WrittenOffBadge } from "#client/components/facts/badge.tsx";
import { Job } from "#client/components/facts/job.tsx";
import { ListedDate, Money } from "#client/components/facts/values.tsx";
import { lazyDialog } from "#client/components/loading/lazy-dialog.tsx";
import { EmptyState } from "#client/components/loading/states.tsx";
import { ClientFilter } from "#client/components/page/client-filter.tsx";
import { ExportItem } from "#client/components/page/exports.tsx";
import { FilterBar, SearchField } from "#client/components/page/filters.tsx";
import { PageHeader } from "#client/components/page/page-header.tsx";
import { PeriodFilter } from "#client/components/page/period-filter.tsx";
import { Views } from "#client/components/page/views.tsx";
import { WaitingInvoices } from "#client/components/page/waiting-invoices.tsx";
import type { Column } from "#client/components/table/data-table.tsx";
import { PagedTable } from "#client/components/table/paged-table.tsx";
import { useColumns } from "#client/components/table/use-columns.tsx";
import { Button, linkClass } from "#client/components/ui/control/button.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";
import { DropdownMenu } from "#client/components/ui/overlay/dropdown-menu.tsx";
import { type Address, day, number, oneOf, text, useAddress } from "#client/lib/address.ts";
import { calls, query, usePages } from "#client/lib/api.ts";
import { daysOf, PERIODS, type Period } from "#client/lib/book-period.ts";
import { formatCount } from "#client/lib/format.ts";
import { describeInvoiceSearch } from "#client/lib/search-hints.ts";
import { can, type User, useUser } from "#client/lib/session.ts";
import { invoicePath } from "#shared/contract/parts/papers.ts";
import { londonDay } from "#shared/domain/period.ts";
import { AGE_LABEL, AGES, INVOICE_KINDS } from "#shared/domain/trade/ledger.ts";
import { Disputed, Due, type InvoiceRow, isNotDue, OfWhat, Overdue, PdfLink } from "./invoice-cells.tsx";
import { ZipButton } from "./invoice-zip-button.tsx";

const RemindDialog = lazyDialog(() => import("#client/components/page/remind-dialog.tsx"), { size: "md", fields: 3 });
const InvoiceWriteOffDialog = lazyDialog(() => import("./invoice-write-off-dialog.tsx"), { fields: 3 });
const InvoiceWriteOffsDialog = lazyDialog(() => import("./invoice-write-offs-dialog.tsx"), { fields: 2 });
const InvoiceCreditDialog = lazyDialog(() => import("./invoice-credit-dialog.tsx"), { fields: 2 });

/**
 * The filters in the address, such as `/invoices?owed=true`. The default period is this quarter;
 * the owed view, a search and one company cover all time.
 */
const ADDRESS = {
  period: oneOf(PERIODS),
  from: day,
  to: day,
  search: text,
  owed: oneOf(["true"]),
  kind: oneOf(INVOICE_KINDS),
  age: oneOf(AGES),
  companyId: number,
};
type Shown = Address<typeof ADDRESS>;

const periodOf = ({ period, search, owed, age, companyId, from, to }: Shown): Period =>
  period || (from || to ? "days" : search || owed || age || companyId !== null ? "all" : "quarter");

const VIEWS = [
  { value: "", label: "All", shows: { owed: "", kind: "" } },
  { value: "owed", label: "Owed", shows: { owed: "true", kind: "" } },
  { value: "invoice", label: "Invoices", shows: { owed: "", kind: "invoice" } },
  { value: "credit_note", label: "Credit notes", shows: { owed: "", kind: "credit_note" } },
] as const;
type View = (typeof VIEWS)[number]["value"];
const viewOf = ({ owed, age, kind }: Shown): View => (owed || age ? "owed" : kind);

/**
 * The office opens this page to see each company's debt and its age, and to download a period's
 * documents in one file.
 */
export default function OfficeInvoicesPage() {
  const user = useUser();
  const { address, change } = useAddress(ADDRESS);
  const { search, owed, kind, age, companyId } = address;
  const period = periodOf(address);
  const { from, to } = daysOf(period, londonDay(new Date()), address);
  const backwards = from !== null && to !== null && from > to;
  const documents = {
    ...(from && { from }),
    ...(to && { to }),
    ...(kind && { kind }),
    ...(companyId !== null && { companyId: String(companyId) }),
    search,
  };
  const filters = { ...documents, ...(owed && { owed }), ...(age && { age }) };
  const invoices = usePages("invoices", "list", { query: filters }, { enabled: !backwards });
  const sums = useQuery({ ...query("invoices", "sums", { query: filters }), enabled: !backwards }).data;
  const columns = useColumns("office-invoices", COLUMNS);
  const [doing, setDoing] = useState<{ readonly verb: Verb; readonly row: InvoiceRow } | null>(null);
  const [reminding, setReminding] = useState(false);
  const view = viewOf(address);
  const chosen = search !== "" || view !== "" || companyId !== null || from !== null || to !== null;
  // A reminder covers everything a company owes, so a filtered list must not offer it.
  const mayRemind = can(user, calls.orders.remind) && view === "owed" && period === "all" && search === "" && invoices.data?.length !== 0;
  const listed = view === "credit_note" ? "credit notes" : "invoices";
  const showAll = () => change({ period: "all", from: null, to: null, search: "", owed: "", kind: "", age: "", companyId: null });
  return (
    <>
      <PageHeader
        title="Invoices"
        action={
          <>
            {!backwards && <ExportItem feature="invoices" name="list" query={filters} />}
            {mayRemind && (
              <Button icon={<Mail />} onClick={() => setReminding(true)}>
                Send payment reminders
              </Button>
            )}
            {view !== "owed" && <ZipButton filters={documents} disabled={backwards || !invoices.data?.length} />}
          </>
        }
      />
      <WaitingInvoices />
      <Views
        label="Invoices"
        views={VIEWS}
        value={view}
        onChange={(next) => change({ ...VIEWS.find(({ value }) => value === next)?.shows, age: "" })}
      >
        {columns.dialog}
        <FilterBar label="Filter invoices">
          <SearchField
            label="Search invoices"
            placeholder="Number, job, PO number"
            finds={describeInvoiceSearch(user.role)}
            value={search}
            onChange={(search) => change({ search })}
          />
          <ClientFilter companyId={companyId} companyName={invoices.data?.[0]?.company.name} onChange={(id) => change({ companyId: id })} />
          <PeriodFilter label="Tax point" period={period} from={address.from} to={address.to} onChange={change} />
        </FilterBar>
        {age && (
          <p className="mb-3">
            Only what is owed and {AGE_LABEL[age].toLowerCase()}
            {age !== "notDue" && age !== "disputed" && " overdue"}.{" "}
            <Button size="sm" onClick={() => change({ age: "", owed: "true" })}>
              Show all unpaid invoices
            </Button>
          </p>
        )}
        {backwards ? (
          <Alert tone="danger">From cannot be after to</Alert>
        ) : (
          <PagedTable
            query={invoices}
            noun={["document", "documents"]}
            failure="Failed to fetch invoices"
            empty={
              <EmptyState
                title={`No ${listed} found`}
                icon={<ReceiptText />}
                action={chosen && <Button onClick={showAll}>Show all invoices</Button>}
              >
                {search ? `No ${listed} match your search.` : from || to ? `No ${listed} are from that period.` : NONE[view]}
              </EmptyState>
            }
            caption="Invoices"
            wide
            columns={columns.shown}
            sums={
              sums && {
                number: `${formatCount(sums.count)} in all`,
                net: <Money amount={sums.net} />,
                vat: <Money amount={sums.vat} />,
                total: <Money amount={sums.gross} strong />,
                owed: <Money amount={sums.owed} strong />,
              }
            }
            rowKey={(row) => row.number}
            onRowClick={(row) => window.open(invoicePath(row.number), "_blank", "noopener")}
            rowLabel={(row) => `Open ${row.number}`}
            actions={(row) => (
              <>
                <PdfLink number={row.number} />
                {verbsOf(user, row).length > 0 && (
                  <DropdownMenu
                    label={`More actions for ${row.number}`}
                    items={verbsOf(user, row).map((verb) => ({ label: VERB_LABEL[verb], onSelect: () => setDoing({ verb, row }) }))}
                  />
                )}
              </>
            )}
          />
        )}
      </Views>
      {reminding && (
        <RemindDialog
          filters={{
            paymentStatus: "unpaid",
            invoiced: "true",
            ...(age && { age }),
            ...(companyId !== null && { companyId: String(companyId) }),
          }}
          onClose={() => setReminding(false)}
        />
      )}
      {doing?.verb === "credit" && (
        <InvoiceCreditDialog invoice={doing.row} most={creditableOf(doing.row)} onClose={() => setDoing(null)} />
      )}
      {doing?.verb === "writeOff" && <InvoiceWriteOffDialog invoice={doing.row} onClose={() => setDoing(null)} />}
      {doing?.verb === "writeOffs" && <InvoiceWriteOffsDialog invoice={doing.row} onClose={() => setDoing(null)} />}
    </>
  );
}

const NONE: Readonly<Record<View, string>> = {
  "": "An invoice is issued when an order is paid or sent off.",
  owed: "No client owes anything.",
  invoice: "An invoice is issued when an order is paid or sent off.",
  credit_note: "A credit note is issued when money is refunded or an invoice is credited.",
};

/** The amount that can be credited, in pounds; 0 for a credit note. */
const creditableOf = ({ kind, gross = 0, credited = 0, writtenOff = 0 }: InvoiceRow): number =>
  kind === "invoice" ? (Math.round(gross * 100) - Math.round(credited * 100) - Math.round(writtenOff * 100)) / 100 : 0;

const VERB_LABEL = { credit: "Credit this invoice…", writeOff: "Write off…", writeOffs: "Write-offs…" } as const;
type Verb = keyof typeof VERB_LABEL;

function verbsOf(user: User, row: InvoiceRow): readonly Verb[] {
  const { owed = 0, writtenOff = 0 } = row;
  const may: Record<Verb, boolean> = {
    credit: can(user, calls.invoices.credit) && creditableOf(row) > 0,
    writeOff: can(user, calls.invoices.writeOff) && owed > 0,
    writeOffs: writtenOff > 0,
  };
  return (Object.keys(VERB_LABEL) as Verb[]).filter((verb) => may[verb]);
}

const noteClass = "block text-xs whitespace-nowrap text-muted";

const COLUMNS: readonly Column<InvoiceRow>[] = [
  {
    id: "number",
    header: "Invoice #",
    cell: ({ number }) => number,
  },
  {
    id: "job",
    header: "Client",
    name: true,
    place: "line",
    cell: ({ jobName, poNumber, company }) => <Job jobName={jobName} poNumber={poNumber} company={{ companyName: company.name }} />,
  },
  { id: "order", header: "Order #", cell: (invoice) => <OfWhat {...invoice} /> },
  { id: "taxPoint", header: "Tax point", place: "head", cell: ({ taxPoint }) => <ListedDate value={taxPoint} /> },
  { id: "net", header: "Net", align: "right", rare: true, cell: (row) => <Signed row={row} amount={row.net} /> },
  { id: "vat", header: "VAT", align: "right", rare: true, cell: (row) => <Signed row={row} amount={row.vat} /> },
  { id: "total", header: "Total", align: "right", place: "end", cell: (row) => <Signed row={row} amount={row.gross} strong /> },
  {
    id: "due",
    header: "Due",
    rare: true,
    isEmpty: isNotDue,
    cell: (row) => <Due {...row} overdueDays={row.disputed ? 0 : row.overdueDays} disputed={false} />,
  },
  { id: "owed", header: "Owed", align: "right", place: "head", cell: (invoice) => <Owed invoice={invoice} /> },
];

/** A credit note's amount is negative, in the row as in the sum at the foot. */
const Signed = ({ row: { kind }, amount = 0, strong = false }: { row: InvoiceRow; amount: number | undefined; strong?: boolean }) => (
  <Money amount={kind === "credit_note" ? -amount : amount} strong={strong} />
);

/**
 * The invoice's owed, paid and credited amounts. A credit note shows the invoice that it credits.
 */
function Owed({ invoice }: { invoice: InvoiceRow }) {
  const { kind, invoiceNumber, owed = 0, paid = 0, credited = 0, writtenOff = 0, disputed } = invoice;
  if (kind === "credit_note")
    return (
      <span className={clsx(noteClass, "text-right")}>
        Credits{" "}
        <Link href={`/invoices?search=${invoiceNumber}`} className={linkClass}>
          {invoiceNumber}
        </Link>
      </span>
    );
  return (
    <span className="block stacked:text-right">
      {owed > 0 ? <OwedAmount {...invoice} /> : writtenOff > 0 ? <WrittenOffBadge /> : <PaymentBadge status="paid" />}
      {writtenOff > 0 && (
        <span className={noteClass}>
          <Money amount={writtenOff} /> written off
        </span>
      )}
      {(owed > 0 || writtenOff > 0) && paid > 0 && (
        <span className={noteClass}>
          <Money amount={paid} /> paid
        </span>
      )}
      {credited > 0 && (
        <span className={noteClass}>
          <Money amount={credited} /> credited
        </span>
      )}
      {disputed && <Disputed className="block" />}
    </span>
  );
}

/** A block displays the owed amount under the total only if the two differ. */
const OwedAmount = ({ owed = 0, gross = 0, overdueDays, disputed }: InvoiceRow) => (
  <>
    <span className={clsx("block", owed === gross && "stacked:hidden")}>
      <Money amount={owed} strong />
      <span className="hidden stacked:inline"> owed</span>
    </span>
    {owed === gross && overdueDays === 0 && (
      <span className="hidden stacked:block">
        <PaymentBadge status="unpaid" />
      </span>
    )}
    {!disputed && <Overdue days={overdueDays} className="hidden stacked:block" />}
  </>
);
