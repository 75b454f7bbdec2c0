import { CircleAlert } from "lucide-react";
import { useId } from "react";
import { Select, type SelectOption } from "#client/components/ui/control/choices.tsx";
import { Input } from "#client/components/ui/control/input.tsx";
import { DETAILS } from "#shared/domain/window/making-words.ts";
import { fieldOf } from "#shared/domain/window/window-fields.ts";
import type { FormField } from "../form/quote-problems.ts";
import { colorOptions, isOrderable, louverOptions, type Products, type WindowValues } from "../form/quote-values.ts";
import { isDetail, type PastedRow } from "./paste-windows.ts";

type MendFieldProps = {
  row: PastedRow;
  field: FormField;
  products: Products;
  error: string | undefined;
  /** The cell's new text, which is read like any pasted one. */
  onMend: (cell: string) => void;
};

/** A cell that could not be read, to be chosen or typed anew. */
export function MendField({ row, field, products, error, onMend }: MendFieldProps) {
  const id = useId();
  const options = optionsFor(field, row.window, products);
  const wiring = {
    "aria-label": `${(isDetail(field) ? DETAILS[field] : fieldOf(field)).label} of row ${row.line}`,
    "aria-invalid": error !== undefined || undefined,
    "aria-describedby": error === undefined ? undefined : id,
    value: row.cells[field] ?? "",
  };
  return (
    <span className="block md:min-w-32">
      {options ? (
        <Select
          {...wiring}
          value={options.some(({ value }) => value === wiring.value) ? wiring.value : ""}
          prompt={wiring.value || "Choose"}
          options={options}
          onChange={(event) => onMend(event.target.value)}
        />
      ) : (
        <Input {...wiring} onChange={(event) => onMend(event.target.value)} />
      )}
      {error !== undefined && (
        <span id={id} className="mt-0.5 flex items-start gap-1 text-left text-xs font-medium text-danger">
          <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          {error}
        </span>
      )}
    </span>
  );
}

/** Null for what is typed. The values are the words that a spreadsheet would have. */
function optionsFor(name: FormField, window: WindowValues, products: Products): readonly SelectOption[] | null {
  if (isDetail(name)) return null;
  const field = fieldOf(name);
  const product = products.get(window.shutterTypeId ?? 0);
  if (name === "shutterTypeId") return [...products.values()].filter(isOrderable).map((type) => ({ value: type.name, label: type.name }));
  if (name === "louverSize") return louverOptions(product);
  if (name === "colorSelection") return colorOptions(product);
  return field.kind === "choice" ? Object.values(field.values).map(({ label }) => ({ value: label, label })) : null;
}
