import { type Control, useController } from "react-hook-form";
import { SegmentedControl } from "#client/components/ui/control/choices.tsx";
import { Field } from "#client/components/ui/control/field.tsx";
import { UnitInput } from "#client/components/ui/control/input.tsx";
import type { LengthUnit } from "#shared/domain/length.ts";
import { isBay } from "#shared/domain/window/geometry/bay.ts";
import { convertMeasure, withoutUnit } from "../form/measure-text.ts";
import { type QuoteValues, UNIT_OPTIONS } from "../form/quote-values.ts";
import type { QuoteForm } from "../form/use-quote-form.ts";
import type { KeysOfFields } from "../survey/keypad.tsx";
import { MeasuredFields } from "./measured-fields.tsx";

const SIDES = [
  { side: "width", label: "Width" },
  { side: "height", label: "Height" },
] as const;

/**
 * Unit, width and height. Changing the unit preserves the length: 1200 mm
 * becomes 120 cm (decision 002).
 */
export function MeasureFields({ quote, keys }: { quote: QuoteForm; keys: KeysOfFields | null }) {
  const { form, at, checks } = quote;
  const { unit } = quote.window;
  const bay = isBay(quote.window);
  const follows = quote.window.measuredMm
    ? quote.window.mountType === "inside"
      ? "The smallest of three"
      : "The largest of three"
    : undefined;
  const changeUnit = (next: LengthUnit) => {
    const { width, height } = form.getValues(at);
    form.setValue(`${at}.unit`, next, { shouldDirty: true });
    const options = { shouldDirty: true, shouldValidate: form.formState.isSubmitted };
    form.setValue(`${at}.width`, convertMeasure(width, unit, next), options);
    form.setValue(`${at}.height`, convertMeasure(height, unit, next), options);
  };
  return (
    <>
      <SegmentedControl label="Unit" showLabel value={unit} onChange={changeUnit} options={UNIT_OPTIONS} className="col-span-2" />
      {SIDES.map(({ side, label }) => (
        <MeasureField
          key={side}
          control={form.control}
          name={`${at}.${side}`}
          label={label}
          unit={unit}
          follows={bay && side === "width" ? "The facets together" : follows}
          alsoWrong={quote.saidAt(side)}
          noteId={checks.warnings.some(({ field }) => field === side) ? checksId(at) : undefined}
          keys={keys}
        />
      ))}
      {!bay && <MeasuredFields quote={quote} keys={keys} />}
    </>
  );
}

/** The element with the checks of a window. */
export const checksId = (at: string): string => `${at}.checks`;

type MeasureFieldProps = {
  control: Control<QuoteValues>;
  name: `windows.${number}.${"width" | "height"}`;
  label: string;
  unit: LengthUnit;
  /** The source of a calculated side, in words: the facets of a bay, or three places. */
  follows: string | undefined;
  alsoWrong: string | undefined;
  noteId: string | undefined;
  keys: KeysOfFields | null;
};

/**
 * Preserves the typed text with its commas and spaces. The window's entry in the list shows the
 * parsed size.
 */
function MeasureField({ control, name, label, unit, follows, alsoWrong, noteId, keys }: MeasureFieldProps) {
  const { field, fieldState } = useController({ control, name });
  return (
    <Field label={label} hint={follows} error={fieldState.error?.message ?? alsoWrong} className="sm:col-span-2">
      {({ "aria-describedby": note, ...wiring }) => (
        <UnitInput
          {...wiring}
          {...field}
          onBlur={() => {
            const text = withoutUnit(field.value, unit);
            if (text !== field.value) field.onChange(text);
            field.onBlur();
          }}
          aria-describedby={[note, noteId].filter(Boolean).join(" ") || undefined}
          suffix={unit}
          readOnly={follows !== undefined}
          inputMode="decimal"
          enterKeyHint="next"
          maxLength={20}
          {...(follows === undefined && keys)}
          // On a phone the figures are as large as handwriting on the wall.
          className="max-md:*:min-h-14 max-md:[&>input]:text-xl"
        />
      )}
    </Field>
  );
}
