import { type FieldPath, type FieldValues, useController } from "react-hook-form";
import type { BoundFieldProps } from "./bound-field.ts";
import { DateInput } from "./ui/date-input.tsx";
import { Field } from "./ui/field.tsx";

type DateFieldProps<Values extends FieldValues, Name extends FieldPath<Values>, Output> = BoundFieldProps<Values, Name, Output> & {
  min?: string;
  max?: string;
};

export function DateField<Values extends FieldValues, Name extends FieldPath<Values>, Output>(props: DateFieldProps<Values, Name, Output>) {
  const { control, name, label, hint, optional, hideLabel, disabled, className, min, max } = props;
  const { field, fieldState } = useController({ control, name });
  return (
    <Field label={label} hint={hint} error={fieldState.error?.message} optional={optional} hideLabel={hideLabel} className={className}>
      {(wiring) => <DateInput {...wiring} {...field} value={field.value ?? null} min={min} max={max} disabled={disabled} />}
    </Field>
  );
}
