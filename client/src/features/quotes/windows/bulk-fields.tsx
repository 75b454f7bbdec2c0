import { clsx } from "clsx";
import { ArrowDown, ArrowUp } from "lucide-react";
import { useId } from "react";
import { UndoNote } from "#client/components/page/undo-note.tsx";
import { IconButton } from "#client/components/ui/control/button.tsx";
import { Select, type SelectOption } from "#client/components/ui/control/choices.tsx";
import { Field } from "#client/components/ui/control/field.tsx";
import { countOf } from "#shared/domain/text.ts";
import { usualLayouts } from "#shared/domain/window/fields/usual-layouts.ts";
import { fieldOf, OPTIONS, optionOf, type WindowField } from "#shared/domain/window/fields/window-fields.ts";
import {
  colorOptions,
  isOrderable,
  louverOptions,
  pickTypeChoices,
  productOf,
  valueOptions,
  type WindowValues,
} from "../form/quote-values.ts";
import type { QuoteForm } from "../form/use-quote-form.ts";
import { WINDOWS_PLACE } from "../form/use-windows.ts";
import { toDrawable } from "../form/window-checks.ts";
import { NOT_MEASURED, withLayoutCode, withOpening } from "./arrangement.ts";

const selectedInWords = (count: number): string => {
  if (count === 0) return "Select windows to change them together";
  return `${countOf(count, "window")} selected: change ${count === 1 ? "it" : "them all"}`;
};

/** Other numbers are typed in the window itself. */
const USUAL_RAILS = ["0", "1", "2", "3", "4"];

type BulkFieldsProps = { quote: QuoteForm; chosen: ReadonlySet<number>; onMove: (by: -1 | 1) => void; className?: string };

interface Common {
  readonly label: string;
  /** The window's present value; blank if nothing is chosen. */
  readonly present: (window: WindowValues) => string;
  readonly options: readonly SelectOption[];
  /** The changes that a value makes to a window. */
  readonly change: (value: string) => (window: WindowValues) => Partial<WindowValues>;
  readonly needsType?: boolean;
}

/**
 * Sets common values of the selected windows, and moves them. Without a selection it is one line;
 * on phones the fields are a row that scrolls.
 */
export function BulkFields({ quote, chosen, onMove, className }: BulkFieldsProps) {
  const id = useId();
  const windows = [...chosen].map((place) => quote.rows[place]?.window).filter((window) => window !== undefined);
  const none = windows.length === 0;
  return (
    <fieldset
      aria-labelledby={id}
      className={clsx(
        "relative grid min-w-0 grid-cols-[minmax(0,1fr)_auto] border-t bg-surface px-page",
        none ? "py-1" : "py-3 md:py-2",
        className,
      )}
    >
      <p id={id} role="status" className={clsx("self-center text-sm", none ? "py-2 text-muted" : "font-medium")}>
        {selectedInWords(windows.length)}
      </p>
      {!none && (
        // `relative` contains the visually hidden texts, which would widen the form on a phone.
        <div className="relative col-span-2 row-start-2 -mx-page mt-2 flex gap-3 overflow-x-auto px-page pb-1 md:mx-0 md:mt-1 md:grid md:grid-cols-4 md:gap-x-4 md:gap-y-2 md:overflow-visible md:px-0 lg:grid-cols-6">
          {commonOf(quote, windows).map(({ label, present, options, change, needsType }) => {
            const values = new Set(windows.map(present));
            return (
              <Field key={label} label={label} className="max-md:w-40 max-md:shrink-0">
                {(wiring) => (
                  <Select
                    {...wiring}
                    disabled={needsType}
                    value={values.size === 1 ? [...values][0] : ""}
                    prompt={needsType ? "Needs a type" : values.size > 1 ? "Various" : "Choose"}
                    options={options}
                    onChange={(event) => quote.changeAll(chosen, change(event.target.value))}
                  />
                )}
              </Field>
            );
          })}
        </div>
      )}
      {/* The buttons are last for the Tab key, because Ctrl+Z (undo) and Alt with an arrow (move)
          work from the windows. */}
      <div className="col-start-2 row-start-1 -my-1 flex items-center gap-2">
        <UndoNote place={WINDOWS_PLACE} className="max-md:absolute max-md:bottom-full max-md:right-page max-md:mb-3" />
        {!none && (
          <div className="-mr-3 flex md:mr-0 md:gap-2">
            <IconButton label="Move up" icon={<ArrowUp />} onClick={() => onMove(-1)} />
            <IconButton label="Move down" icon={<ArrowDown />} onClick={() => onMove(1)} />
          </div>
        )}
      </div>
    </fieldset>
  );
}

/** The fields, in the order of the window's own fields. */
function commonOf({ products }: QuoteForm, windows: readonly WindowValues[]): Common[] {
  const types = [...new Set(windows.map((window) => productOf(window, products)))];
  const needsType = types.some((type) => type === undefined);
  /** The options that every selected window's type offers. */
  const offered = (optionsOf: typeof louverOptions): SelectOption[] =>
    optionsOf(types[0]).filter(({ value }) => types.every((type) => optionsOf(type).some((option) => option.value === value)));
  const own = (name: WindowField) => ({
    label: fieldOf(name).label,
    present: (window: WindowValues) => String(window[name] ?? ""),
  });
  return [
    {
      ...own("shutterTypeId"),
      options: [...products.values()].filter(isOrderable).map(({ id, name }) => ({ value: String(id), label: name })),
      change: (value) => (window) => ({
        shutterTypeId: Number(value),
        ...pickTypeChoices(productOf({ ...window, shutterTypeId: Number(value) }, products), window),
      }),
    },
    { ...own("louverSize"), needsType, options: offered(louverOptions), change: (value) => () => ({ louverSize: Number(value) }) },
    { ...own("colorSelection"), needsType, options: offered(colorOptions), change: (value) => () => ({ colorSelection: value }) },
    layoutOf(windows, products),
    ...OPTIONS.filter((name) => name !== "openingDirection").map((name): Common => {
      const option = optionOf(name);
      return option.kind === "choice"
        ? { ...own(name), options: valueOptions(option), change: (value) => () => ({ [name]: value }) }
        : railsOf(windows);
    }),
  ];
}

/**
 * The opening directions, and the usual layouts that every selected window may have at its width.
 */
function layoutOf(windows: readonly WindowValues[], products: QuoteForm["products"]): Common {
  const present = ({ layoutCode, openingDirection }: WindowValues) => layoutCode || openingDirection;
  const [first = [], ...others] = windows.map((window) => usualLayouts(toDrawable(window, productOf(window, products))));
  const usual = first.filter((code) => others.every((codes) => codes.includes(code)));
  const opening = optionOf("openingDirection");
  const directions = opening.kind === "choice" ? valueOptions(opening) : [];
  const isDirection = (choice: string) => directions.some(({ value }) => value === choice);
  const codes = [...new Set([...usual, ...windows.map(present)])].filter((code) => code !== "" && !isDirection(code));
  return {
    label: "Layout",
    present,
    options: [...directions, ...codes.map((code) => ({ value: code, label: code }))],
    change: (value) => (window) => {
      if (value === present(window)) return {};
      if (isDirection(value)) return withOpening(window, value);
      return { ...withLayoutCode(window, value), ...NOT_MEASURED };
    },
  };
}

/** Heights measured for one number of rails do not apply to another number. */
function railsOf(windows: readonly WindowValues[]): Common {
  const present = ({ numberOfMidRails }: WindowValues) => (Number.isInteger(numberOfMidRails) ? String(numberOfMidRails) : "");
  const counts = [...new Set([...USUAL_RAILS, ...windows.map(present)])].filter((count) => count !== "");
  return {
    label: fieldOf("numberOfMidRails").label,
    present,
    options: counts.toSorted((one, other) => Number(one) - Number(other)).map((count) => ({ value: count, label: count })),
    change: (value) => (window) => (value === present(window) ? {} : { numberOfMidRails: Number(value), midRailHeightsMm: null }),
  };
}
