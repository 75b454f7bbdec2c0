import { clsx } from "clsx";
import { Select } from "#client/components/ui/control/choices.tsx";
import { Table, TableCell, TableHead, TableRow } from "#client/components/ui/display/table.tsx";
import { FIELDS, fieldOf } from "#shared/domain/window/fields/window-fields.ts";
import { DETAIL_NAMES, DETAILS } from "#shared/domain/window/text/making-text.ts";
import type { FormField } from "../form/quote-problems.ts";
import { MOST_ROWS_TO_HEADINGS, type RowUse, type SheetColumns, type SheetLayout, type SheetRow } from "./paste-columns.ts";
import { isDetail } from "./paste-windows.ts";

const COLUMN_OPTIONS = [
  { value: "", label: "Not used" },
  ...[...FIELDS, ...DETAIL_NAMES].map((field) => ({ value: field, label: isDetail(field) ? DETAILS[field].label : fieldOf(field).label })),
];

const ROW_OPTIONS: readonly { value: RowUse; label: string }[] = [
  { value: "window", label: "Window" },
  { value: "skip", label: "Skip" },
  { value: "heading", label: "Headings" },
];

type PasteSheetProps = {
  sheet: readonly SheetRow[];
  columns: SheetColumns;
  layout: SheetLayout;
  onChange: (layout: SheetLayout) => void;
};

/**
 * The pasted sheet, in which the person assigns columns, skips rows and marks the row of headings.
 */
export function PasteSheet({ sheet, columns, layout, onChange }: PasteSheetProps) {
  const assign = (place: number, field: FormField | null) => {
    // A field belongs to at most one column.
    const others = Object.entries(layout.fields).map(([at, chosen]) => [at, field !== null && chosen === field ? null : chosen]);
    onChange({ ...layout, fields: { ...Object.fromEntries(others), [place]: field } });
  };
  const markRow = (line: number, use: RowUse) => {
    const others = Object.entries(layout.rows).filter(([, chosen]) => use !== "heading" || chosen !== "heading");
    onChange({ ...layout, rows: { ...Object.fromEntries(others), [line]: use } });
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the section scrolls, so the arrow keys must reach it
    <section aria-label="Pasted sheet" tabIndex={0} className="max-h-64 shrink-0 overflow-auto rounded border px-3">
      <Table>
        <caption className="sr-only">Choose what each column and each row is</caption>
        <thead className="sticky top-0 z-sticky bg-surface">
          <TableRow>
            <TableHead className="min-w-32 pointer-coarse:min-w-36">Row</TableHead>
            {columns.fields.map((field, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place
              <TableHead key={place} className="min-w-38 px-2 pointer-coarse:min-w-46">
                <Select
                  aria-label={`Column ${place + 1} is`}
                  className="font-normal"
                  value={field ?? ""}
                  options={COLUMN_OPTIONS}
                  onChange={(event) => assign(place, (event.target.value || null) as FormField | null)}
                />
              </TableHead>
            ))}
          </TableRow>
        </thead>
        <tbody>
          {sheet.map(({ line, cells }, index) => {
            const use = columns.uses.get(line) ?? "window";
            return (
              <TableRow key={line} className={clsx(use === "skip" && "text-muted", use === "heading" && "bg-raised font-medium")}>
                <TableCell className="py-1 align-middle!">
                  <Select
                    aria-label={`Row ${line} is`}
                    value={use}
                    options={index < MOST_ROWS_TO_HEADINGS ? ROW_OPTIONS : ROW_OPTIONS.slice(0, 2)}
                    onChange={(event) => markRow(line, event.target.value as RowUse)}
                  />
                </TableCell>
                {columns.fields.map((_, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place
                  <TableCell key={place} className={clsx("max-w-60 truncate px-2 py-1 align-middle!", use === "skip" && "line-through")}>
                    {cells[place]}
                  </TableCell>
                ))}
              </TableRow>
            );
          })}
        </tbody>
      </Table>
    </section>
  );
}
