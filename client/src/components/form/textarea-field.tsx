import type { ComponentProps } from "react";
import { type FieldPath, type FieldValues, useController } from "react-hook-form";
import { Field } from "#client/components/ui/control/field.tsx";
import { Textarea } from "#client/components/ui/control/textarea.tsx";
import type { BoundFieldProps } from "./bound-field.ts";

type TextareaFieldProps<Values extends FieldValues, Name extends FieldPath<Values>, Output> = BoundFieldProps<Values, Name, Output> &
  Pick<ComponentProps<"textarea">, "rows" | "autoComplete" | "placeholder" | "maxLength" | "readOnly">;

export function TextareaField<Values extends FieldValues, Name extends FieldPath<Values>, Output>(
  props: TextareaFieldProps<Values, Name, Output>,
) {
  const { control, name, label, hint, optional, hideLabel, disabled, className, ...input } = props;
  const { field, fieldState } = useController({ control, name });
  return (
    <Field label={label} hint={hint} error={fieldState.error?.message} optional={optional} hideLabel={hideLabel} className={className}>
      {(wiring) => <Textarea {...input} {...wiring} {...field} value={field.value ?? ""} disabled={disabled} />}
    </Field>
  );
}
