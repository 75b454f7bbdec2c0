import { type FieldPath, type FieldValues, useController } from "react-hook-form";
import { Field } from "#client/components/ui/control/field.tsx";
import type { BoundFieldProps } from "./bound-field.ts";
import { PasswordInput } from "./password-input.tsx";
import { passwordStrength } from "./password-strength.ts";

type PasswordFieldProps<Values extends FieldValues, Name extends FieldPath<Values>, Output> = BoundFieldProps<Values, Name, Output> & {
  /** Tells a password manager which it is. */
  autoComplete: "current-password" | "new-password";
  /** Says how good it is while it is typed, in the hint's place. */
  showStrength?: boolean;
};

export function PasswordField<Values extends FieldValues, Name extends FieldPath<Values>, Output>(
  props: PasswordFieldProps<Values, Name, Output>,
) {
  const { control, name, label, hint, optional, hideLabel, disabled, className, autoComplete, showStrength } = props;
  const { field, fieldState } = useController({ control, name });
  const strength = showStrength ? passwordStrength(String(field.value ?? "")).word : "";
  return (
    <Field
      label={label}
      hint={strength || hint}
      error={fieldState.error?.message}
      optional={optional}
      hideLabel={hideLabel}
      className={className}
    >
      {(wiring) => <PasswordInput {...wiring} {...field} value={field.value ?? ""} autoComplete={autoComplete} disabled={disabled} />}
    </Field>
  );
}
