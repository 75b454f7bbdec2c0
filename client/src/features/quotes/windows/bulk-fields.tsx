import { ArrowDown, ArrowUp } from "lucide-react";
import { Fragment } from "react";
import { IconButton } from "#client/components/ui/control/button.tsx";
import { Select, type SelectOption } from "#client/components/ui/control/choices.tsx";
import { Field } from "#client/components/ui/control/field.tsx";
import { DETAILS } from "#shared/domain/window/making-words.ts";
import { usualLayouts } from "#shared/domain/window/usual-layouts.ts";
import { fieldOf, OPTIONS, type OptionName, optionOf } from "#shared/domain/window/window-fields.ts";
import { choicesFor, colorOptions, isOrderable, louverOptions, valueOptions, type WindowValues } from "../form/quote-values.ts";
import type { QuoteForm } from "../form/use-quote-form.ts";
import { drawableOf } from "../form/window-checks.ts";

const selectedInWords = (count: number): string => {
  if (count === 0) return "Select windows to change them together";
  return count === 1 ? "1 window selected: change it" : `${count} windows selected: change them all`;
};

type BulkFieldsProps = { quote: QuoteForm; chosen: ReadonlySet<number>; onMove: (by: -1 | 1) => void };
type Common = "shutterTypeId" | "louverSize" | "colorSelection" | OptionName;

/** Every choice of an option: the next window takes few of them from the last one (rule S11). */
const CHOICES = OPTIONS.flatMap((name) => {
  const option = optionOf(name);
  return option.kind === "choice" ? [{ name, options: valueOptions(option) }] : [];
});
/** A select has no other value for none. */
const NO_CODE = "none";

/** Sets what the chosen windows have in common, and moves them. */
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
  const layouts = new Set(windows.map(({ layoutCode }) => layoutCode || NO_CODE));
  /** What each of them may be, at its own width. */
  const [first = [], ...others] = windows.map((window) => usualLayouts(drawableOf(window, products.get(window.shutterTypeId ?? 0))));
  const usual = first.filter((code) => others.every((codes) => codes.includes(code)));
  return (
    <fieldset className="flex flex-wrap items-end gap-4">
      <legend className="mb-2 text-sm text-muted" role="status">
        {selectedInWords(windows.length)}
      </legend>
      <div className="grid min-w-0 flex-1 grid-cols-2 gap-4 max-sm:basis-full sm:grid-cols-4">
        {field(
          "shutterTypeId",
          [...products.values()].filter(isOrderable).map(({ id, name }) => ({ value: String(id), label: name })),
          (value) => (window) => ({ shutterTypeId: Number(value), ...choicesFor(products.get(Number(value)), window) }),
        )}
        {field("louverSize", offered(louverOptions), (value) => () => ({ louverSize: Number(value) }))}
        {field("colorSelection", offered(colorOptions), (value) => () => ({ colorSelection: value }))}
        <Field label={DETAILS.layoutCode.label}>
          {(wiring) => (
            <Select
              {...wiring}
              disabled={windows.length === 0}
              value={layouts.size === 1 ? [...layouts][0] : ""}
              prompt={layouts.size > 1 ? "Various" : "Choose"}
              options={[
                { value: NO_CODE, label: "By opening" },
                ...[...new Set([...usual, ...layouts])].filter((code) => code !== NO_CODE).map((code) => ({ value: code, label: code })),
              ]}
              onChange={({ target }) =>
                changeAll(chosen, () => ({ layoutCode: target.value === NO_CODE ? null : target.value, tPostsMm: null }))
              }
            />
          )}
        </Field>
        {CHOICES.map(({ name, options }) => (
          <Fragment key={name}>{field(name, options, (value) => () => ({ [name]: value }))}</Fragment>
        ))}
      </div>
      <div className="flex gap-2">
        <IconButton label="Move up" icon={<ArrowUp />} disabled={windows.length === 0} onClick={() => onMove(-1)} />
        <IconButton label="Move down" icon={<ArrowDown />} disabled={windows.length === 0} onClick={() => onMove(1)} />
      </div>
    </fieldset>
  );
}
