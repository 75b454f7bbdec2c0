import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import { useId, useState } from "react";
import { type Control, useController } from "react-hook-form";
import { TextareaField } from "#client/components/form/fields.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { Select } from "#client/components/ui/control/choices.tsx";
import { Field } from "#client/components/ui/control/field.tsx";
import { Input, UnitInput } from "#client/components/ui/control/input.tsx";
import { lengthToMetres } from "#shared/domain/length.ts";
import { LONGEST } from "#shared/domain/longest.ts";
import { MOST_LETTERS } from "#shared/domain/window/fields/panels.ts";
import { USUAL_BAYS, usualLayouts } from "#shared/domain/window/fields/usual-layouts.ts";
import { MADE_OPTIONS, optionOf } from "#shared/domain/window/fields/window-fields.ts";
import { countLetters, isBay } from "#shared/domain/window/geometry/bay.ts";
import { BAY_ANGLE } from "#shared/domain/window/geometry/shutter-construction.ts";
import { DETAIL_NAMES, DETAILS, type DetailName } from "#shared/domain/window/text/making-text.ts";
import { parseLength, sumFacets } from "../form/measure-text.ts";
import { findProblems } from "../form/quote-problems.ts";
import { type QuoteValues, valueOptions, type WindowValues } from "../form/quote-values.ts";
import type { QuoteForm } from "../form/use-quote-form.ts";
import { choiceOf } from "../form/use-windows.ts";
import { toDrawable } from "../form/window-checks.ts";
import { BY_LAYOUT, openingOf, withLayoutCode, withOpening } from "./arrangement.ts";
import { LayoutChoice } from "./layout-choice.tsx";
import { OptionField } from "./option-field.tsx";

const OF_THE_LAYOUT: readonly DetailName[] = ["layoutCode", "facetsMm", "postAngles"];
const BEHIND = DETAIL_NAMES.filter((name) => !OF_THE_LAYOUT.includes(name));

/**
 * The usual greatest width of a single panel in millimetres. A pair is proposed for a wider window.
 */
const WIDEST_SINGLE_MM = 700;

/** True for a hinged window without a layout that is wider than the usual single panel. */
function isWideForOne({ layoutCode, openingDirection, width, unit }: WindowValues): boolean {
  const length = parseLength(width, unit);
  const hinged = openingDirection === "left-hinge" || openingDirection === "right-hinge";
  return !layoutCode && hinged && length !== null && lengthToMetres(length) * 1000 > WIDEST_SINGLE_MM;
}

/**
 * How the window is made (rules M9 to M12): its opening direction or layout by one press, the other
 * options behind a button that is open if the window has some.
 */
export default function MakingFields({ quote }: { quote: QuoteForm }) {
  const { form, at, window, product, products } = quote;
  const id = useId();
  const hasMaking = MADE_OPTIONS.some((name) => window[name] !== optionOf(name).usual) || BEHIND.some((name) => window[name]);
  const problems = findProblems(window, products);
  const wrong = [...MADE_OPTIONS, ...BEHIND, "layoutCode" as const].some((name) => problems[name]);
  const [pressed, setPressed] = useState<boolean | null>(null);
  const open = wrong || (pressed ?? hasMaking);
  const drawn = toDrawable(window, product);

  const setAll = (values: Partial<WindowValues>) => {
    const options = { shouldDirty: true, shouldValidate: form.formState.isSubmitted };
    for (const [name, value] of Object.entries(values)) form.setValue(`${at}.${name as keyof WindowValues}`, value, options);
    quote.followMeasured();
  };
  // Posts measured for one layout do not apply to another, nor do facets of another number.
  const layOut = (code: string) =>
    setAll({
      tPostsMm: null,
      ...(window.facetsMm && window.facetsMm.length !== facetsIn(code) && { facetsMm: null }),
      ...(window.postAngles && window.postAngles.length !== countLetters(code, /B/) && { postAngles: null }),
      ...withLayoutCode(window, code),
    });

  /** The width follows the facets during typing. */
  const giveFacets = (facets: readonly number[] | null) => {
    if (!facets) return;
    form.setValue(`${at}.width`, sumFacets(facets, form.getValues(`${at}.unit`)), {
      shouldDirty: true,
      shouldValidate: form.formState.isSubmitted,
    });
    quote.followMeasured();
  };
  const bay = isBay(window);
  const bayPosts = countLetters(window.layoutCode ?? "", /B/);

  const more = (
    <button
      type="button"
      aria-expanded={open}
      aria-controls={id}
      disabled={wrong}
      onClick={() => setPressed(!open)}
      className="flex min-h-control items-center gap-1 text-sm font-medium text-muted hover:text-text"
    >
      More about how it is made
      <ChevronDown aria-hidden className={clsx("size-4 transition-transform duration-150", open && "rotate-180")} />
    </button>
  );

  return (
    <>
      <div className="col-span-2 flex flex-wrap items-end justify-between gap-x-4 gap-y-2 sm:col-span-6">
        <LayoutChoice
          name={choiceOf(`${at}.layoutCode`)}
          value={window.layoutCode ?? ""}
          usual={[...usualLayouts(bay ? null : drawn), ...USUAL_BAYS]}
          onChange={layOut}
          opening={<OpeningField quote={quote} onChange={(opening) => setAll(withOpening(window, opening))} />}
        />
        {!bay && more}
        {isWideForOne(window) && (
          <p className="flex basis-full flex-wrap items-center gap-x-2 text-sm text-muted">
            Wider than {WIDEST_SINGLE_MM} mm: a pair is usual.
            <Button size="sm" onClick={() => layOut("LR")}>
              Use LR
            </Button>
          </p>
        )}
      </div>
      {bay && (
        <div className="col-span-2 grid grid-cols-2 items-start gap-4 sm:col-span-6 sm:grid-cols-6">
          <PositionsField
            control={form.control}
            name={`${at}.facetsMm`}
            label={DETAILS.facetsMm.label}
            hint={`${facetsIn(window.layoutCode ?? "")} widths from the left, along the panels to the middle of each post`}
            onTyped={giveFacets}
            wide
          />
          {bayPosts > 0 && (
            <PositionsField
              control={form.control}
              name={`${at}.postAngles`}
              label={bayPosts === 1 ? DETAILS.postAngles.one : DETAILS.postAngles.label}
              hint={`Inside the room, from the left; ${BAY_ANGLE.usual}° where none is given`}
              suffix="°"
              wide
            />
          )}
        </div>
      )}
      {bay && <div className="col-span-2 flex justify-end sm:col-span-6">{more}</div>}
      {open && (
        <div id={id} className="col-span-2 grid grid-cols-2 items-start gap-4 sm:col-span-6 sm:grid-cols-6">
          <CodeField control={form.control} name={`${at}.layoutCode`} onTyped={layOut} />
          <PositionsField
            control={form.control}
            name={`${at}.tPostsMm`}
            label={DETAILS.tPostsMm.label}
            hint="Middle of each, from the left edge"
          />
          <PositionsField
            control={form.control}
            name={`${at}.midRailHeightsMm`}
            label={DETAILS.midRailHeightsMm.label}
            hint="Middle of each, from the bottom"
          />
          {MADE_OPTIONS.map((name) => (
            <OptionField key={name} quote={quote} name={name} />
          ))}
          <PositionsField
            control={form.control}
            name={`${at}.tiltSplitMm`}
            label={DETAILS.tiltSplitMm.label}
            hint="From the bottom"
            single
          />
          <TextareaField
            control={form.control}
            name={`${at}.note`}
            label="Note for the maker"
            rows={1}
            maxLength={LONGEST.makersNote}
            className="col-span-2 sm:col-span-4"
          />
        </div>
      )}
    </>
  );
}

const facetsIn = (code: string): number => countLetters(code, /[BC]/) + 1;

/** The opening direction. A drawn layout replaces the hinges in its list. */
function OpeningField({ quote: { form, at, window, saidAt }, onChange }: { quote: QuoteForm; onChange: (opening: string) => void }) {
  const option = optionOf("openingDirection");
  const { field, fieldState } = useController({ control: form.control, name: `${at}.openingDirection` });
  const value = openingOf(window);
  if (option.kind !== "choice") return null;
  return (
    <Field label={option.label} error={fieldState.error?.message ?? saidAt("openingDirection")} className="w-40">
      {(wiring) => (
        <Select
          {...wiring}
          {...field}
          value={value}
          options={[...(window.layoutCode ? [{ value: BY_LAYOUT, label: "As drawn" }] : []), ...valueOptions(option)]}
          // A pasted choice that was unreadable is blank.
          prompt={value === "" ? "Choose" : undefined}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}

type CodeFieldProps = { control: Control<QuoteValues>; name: `windows.${number}.layoutCode`; onTyped: (code: string) => void };

/** Accepts only letters of layout codes, as capitals. */
function CodeField({ control, name, onTyped }: CodeFieldProps) {
  const { field, fieldState } = useController({ control, name });
  return (
    <Field
      label="Layout code"
      hint="L, R, and T, B or C for a post, bay post or corner"
      error={fieldState.error?.message}
      className="sm:col-span-2"
    >
      {(wiring) => (
        <Input
          {...wiring}
          {...field}
          value={field.value ?? ""}
          onChange={({ target }) => onTyped(target.value.toUpperCase().replace(/[^LRTBC]/g, ""))}
          maxLength={MOST_LETTERS}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      )}
    </Field>
  );
}

type PositionsFieldProps = {
  control: Control<QuoteValues>;
  name: `windows.${number}.${"facetsMm" | "postAngles" | "tPostsMm" | "midRailHeightsMm" | "tiltSplitMm"}`;
  label: string;
  hint: string;
  /** The field holds one position only. */
  single?: boolean;
  suffix?: string;
  /** The field takes half of the form's width. */
  wide?: boolean;
  onTyped?: (positions: number[] | null) => void;
};

/** Accepts whole numbers separated by a comma or a blank; other characters can't be typed. */
function PositionsField({ control, name, label, hint, single = false, suffix = "mm", wide = false, onTyped }: PositionsFieldProps) {
  const { field, fieldState } = useController({ control, name });
  const stored = [field.value ?? []].flat();
  const [typed, setTyped] = useState(stored.join(", "));
  const read = (text: string): number[] => (text.match(/\d+/g) ?? []).map(Number);
  // If another field changes the positions, as a new layout does, the typed text is out of date.
  const text = read(typed).join() === stored.join() ? typed : stored.join(", ");
  return (
    <Field label={label} hint={hint} error={fieldState.error?.message} className={wide ? "col-span-2 sm:col-span-3" : "sm:col-span-2"}>
      {(wiring) => (
        <UnitInput
          {...wiring}
          {...field}
          value={text}
          onChange={({ target }) => {
            const clean = target.value.replace(single ? /\D/g : /[^\d, ]/g, "");
            const positions = read(clean);
            setTyped(clean);
            field.onChange(positions.length === 0 ? null : single ? positions[0] : positions);
            onTyped?.(positions.length === 0 ? null : positions);
          }}
          suffix={suffix}
          inputMode={single ? "numeric" : "text"}
          maxLength={120}
        />
      )}
    </Field>
  );
}
