import { type Control, type UseFormReturn, useController } from "react-hook-form";
import { SegmentedControl } from "#client/components/ui/control/choices.tsx";
import { Field } from "#client/components/ui/control/field.tsx";
import { UnitInput } from "#client/components/ui/control/input.tsx";
import { MeasurementWarnings } from "#client/components/window/measurement-warnings.tsx";
import { LENGTH_UNITS, type LengthUnit } from "#shared/domain/length.ts";
import { convertMeasure } from "./measure-text.ts";
import type { Warnings } from "./use-warnings.ts";
import type { QuoteValues } from "./window-form.ts";

type At = `windows.${number}`;
const SIDES = [
  { side: "width", label: "Width" },
  { side: "height", label: "Height" },
] as const;
const UNITS = LENGTH_UNITS.map((unit) => ({ value: unit, label: unit }));

type MeasureFieldsProps = { form: UseFormReturn<QuoteValues>; at: At; unit: LengthUnit; warnings: Warnings };

/** Unit, width and height. Another unit says the same length in other figures: 1200 mm is 120 cm (docs/decisions/020). */
export function MeasureFields({ form, at, unit, warnings }: MeasureFieldsProps) {
  const { control } = form;
  const changeUnit = (next: LengthUnit) => {
    const { width, height } = form.getValues(at);
    form.setValue(`${at}.unit`, next, { shouldDirty: true });
    const options = { shouldDirty: true, shouldValidate: form.formState.isSubmitted };
    form.setValue(`${at}.width`, convertMeasure(width, unit, next), options);
    form.setValue(`${at}.height`, convertMeasure(height, unit, next), options);
  };
  return (
    <>
      <SegmentedControl
        label="Unit"
        showLabel
        value={unit}
        onChange={changeUnit}
        options={UNITS}
        className="col-span-2 sm:max-lg:col-span-6"
      />
      {SIDES.map(({ side, label }) => (
        <MeasureField key={side} control={control} name={`${at}.${side}`} label={label} unit={unit} noteId={`${at}.${side}-checks`} />
      ))}
      {SIDES.map(({ side }) => (
        <MeasurementWarnings
          key={side}
          id={`${at}.${side}-checks`}
          warnings={warnings.beside(side)}
          kept={warnings.kept}
          onKeep={warnings.keep}
          className="col-span-2 sm:col-span-6"
        />
      ))}
    </>
  );
}

type MeasureFieldProps = {
  control: Control<QuoteValues>;
  name: `${At}.${"width" | "height"}`;
  label: string;
  unit: LengthUnit;
  noteId: string;
};

/** Keeps what was typed, with its comma and its spaces; the window's entry in the list shows how it was read. */
function MeasureField({ control, name, label, unit, noteId }: MeasureFieldProps) {
  const { field, fieldState } = useController({ control, name });
  return (
    <Field label={label} error={fieldState.error?.message} className="sm:col-span-3 lg:col-span-2">
      {({ "aria-describedby": note, ...wiring }) => (
        <UnitInput
          {...wiring}
          {...field}
          aria-describedby={note ? `${note} ${noteId}` : noteId}
          suffix={unit}
          inputMode="decimal"
          enterKeyHint="next"
          maxLength={20}
        />
      )}
    </Field>
  );
}
