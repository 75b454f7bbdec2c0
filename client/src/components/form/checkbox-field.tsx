import { type FieldPath, type FieldValues, useController } from "react-hook-form";
import { Checkbox } from "#client/components/ui/control/checkbox.tsx";
import type { BoundFieldProps } from "./bound-field.ts";

type CheckboxFieldProps<Values extends FieldValues, Name extends FieldPath<Values>, Output> = Omit<
  BoundFieldProps<Values, Name, Output>,
  "hideLabel" | "optional"
>;

export function CheckboxField<Values extends FieldValues, Name extends FieldPath<Values>, Output>(
  props: CheckboxFieldProps<Values, Name, Output>,
) {
  const { control, name, label, hint, disabled, className } = props;
  const { field, fieldState } = useController({ control, name });
  const error = fieldState.error?.message;
  return (
    <Checkbox
      label={label}
      hint={error ? <span className="font-medium text-danger">{error}</span> : hint}
      aria-invalid={error ? true : undefined}
      ref={field.ref}
      name={field.name}
      onBlur={field.onBlur}
      checked={Boolean(field.value)}
      onChange={(event) => field.onChange(event.target.checked)}
      disabled={disabled}
      className={className}
    />
  );
}
