import type { ComponentProps } from "react";
import { type FieldPath, type FieldValues, useController } from "react-hook-form";
import { Field } from "#client/components/ui/control/field.tsx";
import { Input } from "#client/components/ui/control/input.tsx";
import type { BoundFieldProps } from "./bound-field.ts";

type TextFieldProps<Values extends FieldValues, Name extends FieldPath<Values>, Output> = BoundFieldProps<Values, Name, Output> &
  Pick<
    ComponentProps<"input">,
    "type" | "onFocus" | "autoComplete" | "inputMode" | "placeholder" | "maxLength" | "readOnly" | "autoCapitalize" | "spellCheck"
  >;

export function TextField<Values extends FieldValues, Name extends FieldPath<Values>, Output>(props: TextFieldProps<Values, Name, Output>) {
  const { control, name, label, hint, optional, hideLabel, disabled, className, autoComplete = "off", ...input } = props;
  const { field, fieldState } = useController({ control, name });
  return (
    <Field label={label} hint={hint} error={fieldState.error?.message} optional={optional} hideLabel={hideLabel} className={className}>
      {(wiring) => <Input {...input} {...wiring} {...field} value={field.value ?? ""} autoComplete={autoComplete} disabled={disabled} />}
    </Field>
  );
}
