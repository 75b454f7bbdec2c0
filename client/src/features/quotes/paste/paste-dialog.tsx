import { clsx } from "clsx";
import { useState } from "react";
import { Button } from "#client/components/ui/control/button.tsx";
import { SegmentedControl, Select } from "#client/components/ui/control/choices.tsx";
import { Field } from "#client/components/ui/control/field.tsx";
import { Textarea } from "#client/components/ui/control/input.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";
import { Dialog, DialogBody, DialogFooter } from "#client/components/ui/overlay/dialog.tsx";
import { countOf } from "#shared/domain/text.ts";
import { MOST_WINDOWS } from "#shared/domain/trade/pricing.ts";
import type { WindowField } from "#shared/domain/window/fields/window-fields.ts";
import {
  colorOptions,
  createNextWindow,
  isOrderable,
  louverOptions,
  type Products,
  pickTypeChoices,
  UNIT_OPTIONS,
  type WindowValues,
} from "../form/quote-values.ts";
import { checkAllWindows } from "../form/window-checks.ts";
import { type Correction, correctAlikeRows, correctedCells } from "./corrections.ts";
import { NO_LAYOUT } from "./paste-columns.ts";
import { PastePreview } from "./paste-preview.tsx";
import { PasteSheet } from "./paste-sheet.tsx";
import { type PastedRow, pasteWindows, rowError } from "./paste-windows.ts";

type PasteDialogProps = {
  /** Text pasted into a field of the form. Empty if the button opened the dialog. */
  initial: string;
  /**
   * The quote's windows so far. A row's defaults are those of a window after the last one, and its
   * warnings compare it with all of them.
   */
  present: readonly WindowValues[];
  /** The number of windows that still fit in the quote. */
  room: number;
  products: Products;
  onAdd: (windows: WindowValues[]) => void;
  onClose: () => void;
};

const isGood = ({ errors }: PastedRow) => Object.keys(errors).length === 0;

/**
 * Previews the rows of a spreadsheet before they become windows. Its state is the text and the
 * choices for all rows.
 */
export function PasteDialog({ initial, present, room, products, onAdd, onClose }: PasteDialogProps) {
  const [text, setText] = useState(initial);
  const [common, setCommon] = useState(() => createNextWindow(present));
  const [corrections, setCorrections] = useState<readonly Correction[]>([]);
  const [layout, setLayout] = useState(NO_LAYOUT);
  const { rows, sheet, columns } = pasteWindows(
    { text, unit: common.unit, common, corrected: correctedCells(corrections), layout },
    products,
  );
  const { unread } = columns;
  const good = rows.filter(isGood);
  const bad = rows.length - good.length;
  const added = rows.slice(0, room);
  const add = (chosen: readonly PastedRow[]) => onAdd(chosen.map(({ window }) => window));
  const warnings = checkAllWindows([...present, ...rows.map(({ window }) => window)], products).slice(present.length);
  const odd = warnings.filter((said) => said.length > 0).length;
  const proposals = rows.reduce((sum, { proposed }) => sum + Object.keys(proposed).length, 0);

  return (
    <Dialog
      open
      onCloseRequest={onClose}
      title="Paste rows"
      description="Copy rows in your spreadsheet and paste them here: name, width, height, quantity, type, louvre, colour, frame. With a row of headings among the first ten rows, in any order."
      size="xl"
      focus="field"
    >
      <DialogBody className="flex flex-col gap-4">
        <Field label="Rows">
          {(wiring) => (
            <Textarea
              {...wiring}
              rows={3}
              spellCheck={false}
              wrap="off"
              // Once the rows are read, the preview needs the room.
              className={clsx("overflow-x-auto", sheet.length > 0 ? "max-h-20!" : "max-h-32!")}
              value={text}
              onChange={(event) => {
                setText(event.target.value);
                setCorrections([]);
                setLayout(NO_LAYOUT);
              }}
            />
          )}
        </Field>
        <PasteChoices common={common} onChange={setCommon} products={products} rows={rows} />
        {sheet.length > 0 && (
          <PasteSheet
            sheet={sheet}
            columns={columns}
            layout={layout}
            onChange={(next) => {
              setLayout(next);
              setCorrections([]);
            }}
          />
        )}
        {unread.length > 0 && <p className="text-sm text-muted">Not read: {unread.join(", ")}.</p>}
        {rows.length > added.length && (
          <Alert tone="warning">
            A quote takes at most {MOST_WINDOWS} windows: the last {countOf(rows.length - added.length, "row")} will be left out.
          </Alert>
        )}
        {rows.length > 0 && (
          <PastePreview
            rows={rows}
            warnings={warnings}
            products={products}
            corrections={corrections}
            onMend={(row, field, cell) => setCorrections(correctAlikeRows(rows, row, field, cell, corrections))}
          />
        )}
      </DialogBody>
      <DialogFooter>
        <p
          role="status"
          className={clsx("mr-auto text-sm text-muted max-md:w-full max-md:in-data-cramped:sr-only", bad > 0 && "basis-full")}
        >
          {rows.length > 0 &&
            [
              `${countOf(rows.length, "row")} can be added`,
              bad > 0 && `${bad} with faults`,
              odd > 0 && `${odd} to check`,
              proposals > 0 && `${countOf(proposals, "value")} proposed`,
            ]
              .filter(Boolean)
              .join(", ")}
          {bad > 0 && ". Correct them here, or in the form."}
        </p>
        <Button onClick={onClose} className="max-md:in-data-cramped:hidden">
          Cancel
        </Button>
        {bad > 0 && good.length > 0 && <Button onClick={() => add(good.slice(0, room))}>Add only the {good.length} without faults</Button>}
        <Button variant="primary" disabled={added.length === 0} onClick={() => add(added)}>
          {added.length > 0 ? `Add ${countOf(added.length, "window")}` : "Add windows"}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

type PasteChoicesProps = {
  common: WindowValues;
  onChange: (common: WindowValues) => void;
  products: Products;
  rows: readonly PastedRow[];
};

/**
 * The choices for every row without its own. A missing choice is reported once here instead of in
 * each row.
 */
function PasteChoices({ common, onChange, products, rows }: PasteChoicesProps) {
  const product = common.shutterTypeId === null ? undefined : products.get(common.shutterTypeId);
  const missing = (field: WindowField) =>
    rows.find((row) => row.errors[field] !== undefined && row.cells.shutterTypeId === undefined && rowError(row, field) === undefined)
      ?.errors[field];
  const chooseType = (id: number) => onChange({ ...common, shutterTypeId: id, ...pickTypeChoices(products.get(id), common) });
  return (
    <fieldset className="grid min-w-0 grid-cols-2 items-start gap-4 sm:grid-cols-4">
      <legend className="mb-2 text-sm text-muted">For all rows without a value of their own</legend>
      <SegmentedControl
        label="Unit"
        showLabel
        value={common.unit}
        onChange={(unit) => onChange({ ...common, unit })}
        options={UNIT_OPTIONS}
      />
      <Field label="Shutter type" error={missing("shutterTypeId")}>
        {(wiring) => (
          <Select
            {...wiring}
            value={String(common.shutterTypeId ?? "")}
            onChange={(event) => chooseType(Number(event.target.value))}
            options={[...products.values()].map((type) => ({ value: String(type.id), label: type.name, disabled: !isOrderable(type) }))}
            prompt="Choose a type"
          />
        )}
      </Field>
      <Field label="Louver size" error={product && missing("louverSize")}>
        {(wiring) => (
          <Select
            {...wiring}
            value={String(common.louverSize ?? "")}
            onChange={(event) => onChange({ ...common, louverSize: Number(event.target.value) })}
            options={louverOptions(product)}
            prompt={product ? "Choose a size" : "Needs a type"}
            disabled={!product}
          />
        )}
      </Field>
      <Field label="Colour" error={product && missing("colorSelection")}>
        {(wiring) => (
          <Select
            {...wiring}
            value={common.colorSelection}
            onChange={(event) => onChange({ ...common, colorSelection: event.target.value })}
            options={colorOptions(product)}
            prompt={product ? "Choose a colour" : "Needs a type"}
            disabled={!product}
          />
        )}
      </Field>
    </fieldset>
  );
}
