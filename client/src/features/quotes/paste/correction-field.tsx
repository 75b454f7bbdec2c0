import { CircleAlert } from "lucide-react";
import { useId } from "react";
import { Select, type SelectOption } from "#client/components/ui/control/choices.tsx";
import { Input } from "#client/components/ui/control/input.tsx";
import { countOf } from "#shared/domain/text.ts";
import { fieldOf } from "#shared/domain/window/fields/window-fields.ts";
import { DETAILS } from "#shared/domain/window/text/making-text.ts";
import type { FormField } from "../form/quote-problems.ts";
import { colorOptions, isOrderable, louverOptions, type Products, type WindowValues } from "../form/quote-values.ts";
import { isDetail, type PastedRow } from "./paste-windows.ts";

type CorrectionFieldProps = {
  row: PastedRow;
  field: FormField;
  products: Products;
  error: string | undefined;
  /** The number of other rows with the same error, which are corrected together with this one. */
  alikeCount: number;
  /** Receives the cell's new text, which is parsed like any pasted one. */
  onMend: (cell: string) => void;
};

/** A field in which an unreadable cell is chosen or typed again. */
export function CorrectionField({ row, field, products, error, alikeCount, onMend }: CorrectionFieldProps) {
  const id = useId();
  const options = optionsFor(field, row.window, products);
  const wiring = {
    "aria-label": `${(isDetail(field) ? DETAILS[field] : fieldOf(field)).label} of row ${row.line}`,
    "aria-invalid": error !== undefined || undefined,
    "aria-describedby": error === undefined && alikeCount === 0 ? undefined : id,
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
      <span id={id} className="block text-left text-xs">
        {error !== undefined && (
          <span className="mt-0.5 flex items-start gap-1 font-medium text-danger">
            <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
            {error}
          </span>
        )}
        {alikeCount > 0 && <span className="mt-0.5 block text-muted">and in {countOf(alikeCount, "other row")}</span>}
      </span>
    </span>
  );
}

/**
 * The options of a field, or null for a typed one. The values are the words that a spreadsheet
 * would have.
 */
function optionsFor(name: FormField, window: WindowValues, products: Products): readonly SelectOption[] | null {
  if (isDetail(name)) return null;
  const field = fieldOf(name);
  const product = products.get(window.shutterTypeId ?? 0);
  if (name === "shutterTypeId") return [...products.values()].filter(isOrderable).map((type) => ({ value: type.name, label: type.name }));
  if (name === "louverSize") return louverOptions(product);
  if (name === "colorSelection") return colorOptions(product);
  return field.kind === "choice" ? Object.values(field.values).map(({ label }) => ({ value: label, label })) : null;
}
