import { SegmentedControl, Select } from "#client/components/ui/control/choices.tsx";
import { Field } from "#client/components/ui/control/field.tsx";
import { LENGTH_UNITS } from "#shared/domain/length.ts";
import type { WindowField } from "#shared/domain/window-options.ts";
import type { Products } from "../create/quote-price.ts";
import { choicesFor, isOrderable, type WindowValues } from "../windows/window-form.ts";
import { type PastedRow, rowError } from "./paste-windows.ts";

type PasteChoicesProps = {
  common: WindowValues;
  onChange: (common: WindowValues) => void;
  products: Products;
  rows: readonly PastedRow[];
};

const UNITS = LENGTH_UNITS.map((unit) => ({ value: unit, label: unit }));

/** What holds for every row that does not say otherwise. A choice that a row waits for says so here, once, and not in each row. */
export function PasteChoices({ common, onChange, products, rows }: PasteChoicesProps) {
  const product = common.shutterTypeId === null ? undefined : products.get(common.shutterTypeId);
  const missing = (field: WindowField) =>
    rows.find((row) => row.errors[field] !== undefined && row.cells.shutterTypeId === undefined && rowError(row, field) === undefined)
      ?.errors[field];
  const chooseType = (id: number) => onChange({ ...common, shutterTypeId: id, ...choicesFor(products.get(id), common) });
  return (
    <fieldset className="grid min-w-0 grid-cols-2 items-start gap-4 sm:grid-cols-4">
      <legend className="mb-2 text-sm text-muted">For all rows that don't say otherwise</legend>
      <SegmentedControl label="Unit" showLabel value={common.unit} onChange={(unit) => onChange({ ...common, unit })} options={UNITS} />
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
            options={(product?.standardLouverSizes ?? []).map((size) => ({ value: String(size), label: `${size} mm` }))}
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
            options={(product?.colorOptions ?? []).map((color) => ({ value: color, label: color }))}
            prompt={product ? "Choose a colour" : "Needs a type"}
            disabled={!product}
          />
        )}
      </Field>
    </fieldset>
  );
}
