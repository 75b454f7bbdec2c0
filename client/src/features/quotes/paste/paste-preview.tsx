import { clsx } from "clsx";
import { TriangleAlert } from "lucide-react";
import { Table, TableCell, TableHead, TableRow } from "#client/components/ui/display/table.tsx";
import { formatMillimetres } from "#client/lib/format.ts";
import { lengthToMetres } from "#shared/domain/length.ts";
import { FIELDS, fieldOf } from "#shared/domain/window/fields/window-fields.ts";
import { DETAIL_NAMES, DETAILS } from "#shared/domain/window/text/making-text.ts";
import type { MeasurementWarning } from "#shared/domain/window/text/measurement-checks.ts";
import { parseLength } from "../form/measure-text.ts";
import type { FormField } from "../form/quote-problems.ts";
import type { Products } from "../form/quote-values.ts";
import { CorrectionField } from "./correction-field.tsx";
import { type Correction, findAlikeRows } from "./corrections.ts";
import { isDetail, type PastedRow, rowError } from "./paste-windows.ts";

const headOf = (field: FormField): string => (isDetail(field) ? DETAILS[field].label : (fieldOf(field).short ?? fieldOf(field).label));
const isNumber = (field: FormField): boolean => !isDetail(field) && ["length", "count"].includes(fieldOf(field).kind);
const isOwn = (field: FormField): boolean => !isDetail(field) && fieldOf(field).ownOfEach === true;

type CorrectionProps = {
  products: Products;
  rows: readonly PastedRow[];
  /** The corrected cells. */
  corrections: readonly Correction[];
  onMend: (row: PastedRow, field: FormField, cell: string) => void;
};

type PastePreviewProps = CorrectionProps & {
  /** The measurement warnings of each row. */
  warnings: readonly (readonly MeasurementWarning[])[];
};

/**
 * Previews the parsed rows in millimetres, so that a wrong unit is visible. An error is in its
 * cell, where it can be corrected; warnings are below the row. On phones each row is a block. Some
 * browsers then drop the semantics of table elements, so their roles are explicit.
 */
export function PastePreview({ warnings, ...mending }: PastePreviewProps) {
  const { rows } = mending;
  const fields = [...FIELDS, ...DETAIL_NAMES].filter(
    (field) => isOwn(field) || rows.some((row) => row.cells[field] !== undefined || rowError(row, field)),
  );
  /* biome-ignore-start lint/a11y/noRedundantRoles: the roles are lost with `display: block` */
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls and holds no control must be reachable for the arrow keys
    <section aria-label="Preview" tabIndex={0} className="shrink-0 rounded border px-3 md:max-h-96 md:overflow-auto">
      <Table role="table" className="max-md:block">
        <caption className="sr-only">The rows as they were read</caption>
        <thead role="rowgroup" className="bg-surface max-md:sr-only md:sticky md:top-0">
          <tr role="row">
            <TableHead role="columnheader" className="md:px-2 md:text-right">
              Row
            </TableHead>
            {fields.map((field) => (
              <TableHead key={field} role="columnheader" className={clsx("md:px-2", isNumber(field) && "md:text-right")}>
                {headOf(field)}
              </TableHead>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="max-md:block max-md:divide-y">
          {rows.map((row, index) => (
            <PreviewRow key={row.line} row={row} fields={fields} warnings={warnings[index] ?? []} {...mending} />
          ))}
        </tbody>
      </Table>
    </section>
  );
  /* biome-ignore-end lint/a11y/noRedundantRoles: the roles are lost with `display: block` */
}

const BLOCK_CELL = "md:px-2 max-md:border-0 max-md:p-0";

type PreviewRowProps = CorrectionProps & { row: PastedRow; fields: readonly FormField[]; warnings: readonly MeasurementWarning[] };

function PreviewRow({ row, fields, warnings, ...mending }: PreviewRowProps) {
  const odd = warnings.length > 0;
  return (
    <>
      <TableRow
        role="row"
        className={clsx(
          "max-md:grid max-md:grid-cols-6 max-md:gap-x-3 max-md:gap-y-1 max-md:pt-2",
          odd ? "max-md:border-b-0! md:[&>td]:border-b-0" : "max-md:pb-2",
        )}
      >
        <TableCell role="cell" className={clsx("text-muted tabular-nums md:text-right", BLOCK_CELL)}>
          {row.line}
        </TableCell>
        {fields.map((field) => (
          <Cell key={field} row={row} field={field} {...mending} />
        ))}
      </TableRow>
      {odd && (
        <TableRow role="row" className="max-md:block max-md:pt-2 max-md:pb-2">
          <TableCell role="cell" colSpan={fields.length + 1} className={clsx("pt-0", "max-md:block", BLOCK_CELL)}>
            <ul className="flex flex-col gap-1 rounded bg-warning-soft px-3 py-2 text-xs">
              {warnings.map(({ id, sentence }) => (
                <li key={id} className="flex items-start gap-2">
                  <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
                  {sentence}
                </li>
              ))}
            </ul>
          </TableCell>
        </TableRow>
      )}
    </>
  );
}

function Cell({ row, field, products, rows, corrections, onMend }: CorrectionProps & { row: PastedRow; field: FormField }) {
  const error = rowError(row, field);
  // The field stays open after the correction, so that typing or choosing can continue.
  const open = error !== undefined || corrections.some((mend) => mend.field === field && mend.chosenIn === row.line);
  const number = isNumber(field);
  return (
    <TableCell
      role="cell"
      data-label={headOf(field)}
      className={clsx(
        number && "tabular-nums md:text-right",
        !open && (number ? "whitespace-nowrap" : "break-words md:max-w-48"),
        BLOCK_CELL,
        field === "name" ? "max-md:col-span-5 max-md:font-medium" : BLOCK_LABEL,
        // On phones the measures come first, regardless of the columns' order.
        field !== "name" && (isOwn(field) ? "max-md:order-1" : "max-md:order-2"),
        field !== "name" && (open ? "max-md:col-span-full" : isOwn(field) ? "max-md:col-span-2" : "max-md:col-span-3"),
      )}
    >
      {open ? (
        <CorrectionField
          row={row}
          field={field}
          products={products}
          error={error}
          alikeCount={findAlikeRows(rows, row, field, corrections).length - 1}
          onMend={(cell) => onMend(row, field, cell)}
        />
      ) : row.proposed[field] ? (
        <span className="inline-flex flex-wrap items-center gap-x-1.5 rounded-sm bg-info-soft px-1">
          {row.proposed[field]}
          <span className="text-xs text-info">proposed for “{row.cells[field]}”</span>
        </span>
      ) : (
        readAs(row, field)
      )}
    </TableCell>
  );
}

/**
 * The column's name above its cell on phones. Screen readers skip it, because they read the
 * column's head.
 */
const BLOCK_LABEL = "max-md:before:block max-md:before:text-xs max-md:before:text-muted max-md:before:content-[attr(data-label)_/_'']";

function readAs({ window, cells }: PastedRow, field: FormField): string {
  if (field === "width" || field === "height") {
    const length = parseLength(window[field], window.unit);
    return length === null ? "–" : formatMillimetres(lengthToMetres(length));
  }
  if (field === "name" || field === "quantity") return String(window[field]);
  return cells[field] ?? (isDetail(field) ? "–" : "As chosen");
}
