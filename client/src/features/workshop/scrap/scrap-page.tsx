import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { Link } from "wouter";
import { DateField } from "#client/components/form/date-field.tsx";
import { QueryView } from "#client/components/loading/query-view.tsx";
import { EmptyState } from "#client/components/loading/states.tsx";
import { ExportItem } from "#client/components/page/exports.tsx";
import { PageHeader } from "#client/components/page/page-header.tsx";
import { linkClass } from "#client/components/ui/control/button.tsx";
import { Field } from "#client/components/ui/control/field.tsx";
import { Table, TableCell, TableHead, TableRow } from "#client/components/ui/display/table.tsx";
import { text, useAddress } from "#client/lib/address.ts";
import { query, type Reply } from "#client/lib/api.ts";
import { isDay, londonDay } from "#shared/domain/period.ts";
import type { Profile } from "#shared/domain/window/saw/profiles.ts";
import { RECUT_REASON_LABEL } from "#shared/domain/window/saw/recuts.ts";
import { profileName } from "#shared/domain/window/saw/workshop-stock.ts";
import { WorkshopScanner } from "../station/workshop-scanner.tsx";

type Scrap = Reply<"workshop", "scrap">;

/** The parts that were spoiled in a period, by reason and section (rule W97). */
export default function ScrapPage() {
  const { address, change } = useAddress({ from: text, to: text });
  const today = londonDay(new Date());
  const from = isDay(address.from) ? address.from : `${today.slice(0, 7)}-01`;
  const to = isDay(address.to) ? address.to : today;
  const asked = { query: { from, to } };
  const scrap = useQuery(query("workshop", "scrap", asked));
  return (
    <>
      <Link href="/workshop/plans" className={`${linkClass} mb-2 inline-flex min-h-control items-center gap-2 print:hidden`}>
        <ArrowLeft aria-hidden className="size-4" />
        Bar plans
      </Link>
      <PageHeader
        title="Scrap"
        description={<span className="max-sm:hidden">Parts that were recut, by reason and section.</span>}
        action={<ExportItem feature="workshop" name="scrap" query={asked.query} />}
      />
      <div className="mb-4 grid max-w-md grid-cols-2 gap-4 print:hidden">
        <Field label="From">{(wiring) => <DateField {...wiring} value={from} onChange={(day) => change({ from: day ?? "" })} />}</Field>
        <Field label="To">{(wiring) => <DateField {...wiring} value={to} onChange={(day) => change({ to: day ?? "" })} />}</Field>
      </div>
      <QueryView
        query={scrap}
        failure="Failed to add up the scrap"
        awayTitle="The scrap of these days is not on this device"
        empty={<EmptyState title="No part was recut in these days">A spoiled part is recorded at the bench, by “Recut a part”.</EmptyState>}
      >
        {(rows) => <ScrapTable rows={rows} />}
      </QueryView>
      <WorkshopScanner />
    </>
  );
}

const metres = (length: number): string => length.toLocaleString("en-GB", { maximumFractionDigits: 1, minimumFractionDigits: 1 });

function ScrapTable({ rows }: { rows: Scrap }) {
  const sum = (of: (row: Scrap[number]) => number) => rows.reduce((total, row) => total + of(row), 0);
  return (
    <div className="max-w-180 rounded-lg border bg-surface px-4 py-1">
      <Table className="tabular-nums">
        <thead>
          <TableRow>
            <TableHead className="w-full">Reason</TableHead>
            <TableHead>Section</TableHead>
            <TableHead className="text-right">Parts</TableHead>
            <TableHead className="text-right">Metres</TableHead>
          </TableRow>
        </thead>
        <tbody>
          {rows.map(({ reason, section, parts, metres: length }) => (
            <TableRow key={`${reason} ${section}`}>
              <TableCell>{RECUT_REASON_LABEL[reason]}</TableCell>
              <TableCell className="sm:whitespace-nowrap">{profileName(section as Profile)}</TableCell>
              <TableCell className="text-right">{parts}</TableCell>
              <TableCell className="text-right">{metres(length)}</TableCell>
            </TableRow>
          ))}
          <TableRow className="font-semibold">
            <TableCell>Total</TableCell>
            <TableCell />
            <TableCell className="text-right">{sum(({ parts }) => parts)}</TableCell>
            <TableCell className="text-right">{metres(sum(({ metres: length }) => length))}</TableCell>
          </TableRow>
        </tbody>
      </Table>
    </div>
  );
}
