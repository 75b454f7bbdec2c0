import { Download, FileSpreadsheet } from "lucide-react";
import { useState } from "react";
import { ListedDate } from "#client/components/facts/values.tsx";
import { EmptyState } from "#client/components/loading/states.tsx";
import { saveOrToast } from "#client/components/page/exports.tsx";
import type { Column } from "#client/components/table/data-table.tsx";
import { PagedTable } from "#client/components/table/paged-table.tsx";
import { Button, buttonClass } from "#client/components/ui/control/button.tsx";
import { Checkbox, SegmentedControl } from "#client/components/ui/control/choices.tsx";
import { Panel } from "#client/components/ui/display/panel.tsx";
import { type Reply, useCall, usePages } from "#client/lib/api.ts";
import { formatDate } from "#client/lib/format.ts";
import { countOf } from "#shared/domain/text.ts";
import { EXPORT_FORMAT_LABEL, EXPORT_FORMATS, type ExportFormat } from "#shared/domain/trade/bookkeeping.ts";
import type { Days } from "#shared/domain/trade/money-periods.ts";
import { daysInWords } from "./money-view.ts";

type Export = Reply<"bookkeeping", "list">[number];

const FORMATS = EXPORT_FORMATS.map((value) => ({ value, label: EXPORT_FORMAT_LABEL[value] }));

/** The bookkeeping exports of the chosen period, and earlier exports. */
export function BookkeepingPanel({ days }: { days: Days }) {
  const exports = usePages("bookkeeping", "list", {});
  // The default is the format of the most recent export.
  const [chosen, setChosen] = useState<ExportFormat | null>(null);
  const format = chosen ?? exports.data?.[0]?.format ?? "xero";
  const [again, setAgain] = useState(false);
  const make = useCall("bookkeeping", "make", {
    success: "Export created: download its files below",
    failure: "Failed to export",
    onSuccess: () => setAgain(false),
  });
  const { from, to } = days;
  return (
    <Panel
      title="Bookkeeping"
      description={`What was issued ${from === to ? `on ${formatDate(from)}` : `from ${formatDate(from)} to ${formatDate(to)}`} and is in no export yet, as files for your program.`}
      flush
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 pb-4">
        <SegmentedControl label="Program" value={format} options={FORMATS} onChange={setChosen} />
        <Checkbox
          label="Include documents that were exported before"
          checked={again}
          onChange={(event) => setAgain(event.target.checked)}
        />
        <Button
          variant="primary"
          icon={<FileSpreadsheet />}
          className="max-sm:w-full"
          pending={make.isPending}
          onClick={() => make.mutate({ body: { format, from, to, ...(again && { again }) } })}
        >
          Export for {EXPORT_FORMAT_LABEL[format]}
        </Button>
      </div>
      <PagedTable
        query={exports}
        noun={["export", "exports"]}
        failure="Failed to fetch the exports"
        empty={
          <EmptyState plain title="No exports yet">
            Exports and their files stay here unchanged.
          </EmptyState>
        }
        caption="Exports"
        frame="flush"
        columns={COLUMNS}
        rowKey={({ id }) => id}
        actions={(made) => <Files {...made} />}
      />
    </Panel>
  );
}

const COLUMNS: readonly Column<Export>[] = [
  { id: "made", header: "Made", cell: ({ createdAt }) => <ListedDate value={createdAt} /> },
  { id: "format", header: "For", place: "head", cell: ({ format }) => EXPORT_FORMAT_LABEL[format] },
  {
    id: "days",
    header: "Issued",
    name: true,
    place: "line",
    cell: (file) => (
      <span className="block">
        {daysInWords(file)}
        <span className="block text-xs text-muted">
          {countOf(file.invoices, "invoice")}, {countOf(file.creditNotes, "credit note")}
          {file.writeOffs > 0 && `, ${countOf(file.writeOffs, "write-off")}`}
        </span>
      </span>
    ),
  },
  { id: "by", header: "By", rare: true, cell: ({ createdBy }) => createdBy?.contactName },
];

/** Links to each file of an export. */
function Files({ id }: Export) {
  const files = [
    { file: "invoices.csv", label: "Invoices" },
    { file: "credit-notes.csv", label: "Credit notes" },
    { file: "receipts.csv", label: "Receipts" },
    { file: "customers.csv", label: "Customers" },
  ];
  return (
    <span className="flex flex-wrap justify-end gap-2">
      {files.map(({ file, label }) => (
        <a
          key={file}
          href={`/api/bookkeeping/exports/${id}/${file}`}
          download
          className={buttonClass("secondary", "sm")}
          onClick={(event) => {
            // The page saves the file itself, because it may have to request a proof first.
            event.preventDefault();
            void saveOrToast(event.currentTarget.href, { failure: "Failed to download the file" });
          }}
        >
          <Download aria-hidden className="-ml-0.5 size-4" />
          {label}
        </a>
      ))}
    </span>
  );
}
