import { ArrowDown, ArrowUp } from "lucide-react";
import { IconButton } from "#client/components/ui/control/button.tsx";
import { Select, type SelectOption } from "#client/components/ui/control/choices.tsx";
import { Field } from "#client/components/ui/control/field.tsx";
import { fieldOf, WINDOW_FIELDS } from "#shared/domain/window-fields.ts";
import { choicesFor, colorOptions, isOrderable, louverOptions, type WindowValues } from "../form/quote-values.ts";
import type { QuoteForm } from "../form/use-quote-form.ts";

type BulkFieldsProps = { quote: QuoteForm; chosen: ReadonlySet<number>; onMove: (by: -1 | 1) => void };
type Common = "shutterTypeId" | "louverSize" | "colorSelection" | "frameType";

const FRAMES = Object.entries(WINDOW_FIELDS.frameType.values).map(([value, { label }]) => ({ value, label }));

/** Sets the type, louvre, colour and frame of all chosen windows, and moves them. */
export function BulkFields({ quote, chosen, onMove }: BulkFieldsProps) {
  const { products, rows, changeAll } = quote;
  const windows = [...chosen].map((place) => rows[place]?.window).filter((window) => window !== undefined);
  const types = [...new Set(windows.map(({ shutterTypeId }) => shutterTypeId))].map((id) => products.get(id ?? 0));
  const typed = types.length > 0 && types.every((type) => type !== undefined);
  /** Only what every chosen window's type is made in. */
  const offered = (optionsOf: typeof louverOptions): SelectOption[] =>
    optionsOf(types[0]).filter(({ value }) => types.every((type) => optionsOf(type).some((option) => option.value === value)));
  const field = (
    name: Common,
    options: readonly SelectOption[],
    change: (value: string) => (window: WindowValues) => Partial<WindowValues>,
  ) => {
    const values = new Set(windows.map((window) => String(window[name] ?? "")));
    const needsType = !typed && (name === "louverSize" || name === "colorSelection");
    return (
      <Field label={fieldOf(name).label}>
        {(wiring) => (
          <Select
            {...wiring}
            disabled={windows.length === 0 || needsType}
            value={values.size === 1 ? [...values][0] : ""}
            prompt={needsType && windows.length > 0 ? "Needs a type" : values.size > 1 ? "Various" : "Choose"}
            options={options}
            onChange={(event) => changeAll(chosen, change(event.target.value))}
          />
        )}
      </Field>
    );
  };
  return (
    <fieldset className="flex flex-wrap items-end gap-4">
      <legend className="mb-2 text-sm text-muted" role="status">
        {windows.length === 0 ? "Choose windows to set them together" : `Set ${windows.length} chosen together`}
      </legend>
      <div className="grid min-w-0 flex-1 grid-cols-2 gap-4 sm:grid-cols-4">
        {field(
          "shutterTypeId",
          [...products.values()].filter(isOrderable).map(({ id, name }) => ({ value: String(id), label: name })),
          (value) => (window) => ({ shutterTypeId: Number(value), ...choicesFor(products.get(Number(value)), window) }),
        )}
        {field("louverSize", offered(louverOptions), (value) => () => ({ louverSize: Number(value) }))}
        {field("colorSelection", offered(colorOptions), (value) => () => ({ colorSelection: value }))}
        {field("frameType", FRAMES, (value) => () => ({ frameType: value as WindowValues["frameType"] }))}
      </div>
      <div className="flex gap-2">
        <IconButton label="Move up" icon={<ArrowUp />} disabled={windows.length === 0} onClick={() => onMove(-1)} />
        <IconButton label="Move down" icon={<ArrowDown />} disabled={windows.length === 0} onClick={() => onMove(1)} />
      </div>
    </fieldset>
  );
}
