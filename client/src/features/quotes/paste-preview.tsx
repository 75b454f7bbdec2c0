import { CircleAlert } from "lucide-react";
import { cx } from "#client/components/ui/class-names.ts";
import { Table, TableCell, TableHead, TableRow } from "#client/components/ui/table.tsx";
import { formatMillimetres } from "#client/lib/format.ts";
import { lengthToMetres } from "#shared/domain/length.ts";
import { lengthTyped } from "./measure-text.ts";
import { type PastedRow, rowError } from "./paste-windows.ts";
import { FIELDS, type WindowField } from "./window-problems.ts";

const HEADS: Record<WindowField, string> = {
  name: "Window",
  width: "Width",
  height: "Height",
  quantity: "Quantity",
  shutterTypeId: "Shutter type",
  louverSize: "Louver size",
  colorSelection: "Colour",
  frameType: "Frame",
  mountType: "Mount",
  openingDirection: "Opening",
  tiltRodType: "Tilt rod",
  numberOfMidRails: "Mid rails",
};
const ALWAYS: readonly WindowField[] = ["name", "width", "height", "quantity"];
const NUMBERS: readonly WindowField[] = ["width", "height", "quantity", "numberOfMidRails"];

/** What the rows were read as. Sizes in millimetres, so that a slip of the unit is seen; what is wrong stands in its cell. */
export function PastePreview({ rows }: { rows: readonly PastedRow[] }) {
  const fields = FIELDS.filter(
    (field) => ALWAYS.includes(field) || rows.some((row) => row.cells[field] !== undefined || rowError(row, field)),
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways and holds no control must be reachable for the arrow keys
    <section aria-label="Preview" tabIndex={0} className="max-h-96 shrink-0 overflow-auto rounded border px-3">
      <Table>
        <caption className="sr-only">The rows as they were read</caption>
        <thead className="sticky top-0 bg-surface">
          <tr>
            <TableHead className="text-right">Row</TableHead>
            {fields.map((field) => (
              <TableHead key={field} className={cx(NUMBERS.includes(field) && "text-right")}>
                {HEADS[field]}
              </TableHead>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TableRow key={row.line}>
              <TableCell className="text-right text-muted tabular-nums">{row.line}</TableCell>
              {fields.map((field) => (
                <Cell key={field} row={row} field={field} />
              ))}
            </TableRow>
          ))}
        </tbody>
      </Table>
    </section>
  );
}

function Cell({ row, field }: { row: PastedRow; field: WindowField }) {
  const error = rowError(row, field);
  const number = NUMBERS.includes(field);
  return (
    <TableCell className={cx(number && "text-right tabular-nums", !error && (number ? "whitespace-nowrap" : "max-w-48 break-words"))}>
      {error ? row.cells[field] : readAs(row, field)}
      {error && (
        <span className={cx("mt-0.5 flex min-w-32 items-start gap-1 text-xs font-medium text-danger", number && "justify-end")}>
          <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          {error}
        </span>
      )}
    </TableCell>
  );
}

function readAs({ window, cells }: PastedRow, field: WindowField): string {
  if (field === "width" || field === "height") {
    const length = lengthTyped(window[field], window.unit);
    return length === null ? "–" : formatMillimetres(lengthToMetres(length));
  }
  if (field === "name" || field === "quantity") return String(window[field]);
  return cells[field] ?? "As chosen";
}
