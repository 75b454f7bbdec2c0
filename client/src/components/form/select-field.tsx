import { type FieldPath, type FieldValues, useController } from "react-hook-form";
import { Field } from "#client/components/ui/control/field.tsx";
import { Select, type SelectOption } from "#client/components/ui/control/select.tsx";
import type { BoundFieldProps } from "./bound-field.ts";

type SelectFieldProps<Values extends FieldValues, Name extends FieldPath<Values>, Output> = BoundFieldProps<Values, Name, Output> & {
  options: readonly SelectOption[];
  prompt?: string;
  /** The form keeps a number (an id, a size in mm) rather than text. */
  asNumber?: boolean;
  /** After the value is set: other fields that depend on it. */
  onChosen?: (value: string) => void;
};

export function SelectField<Values extends FieldValues, Name extends FieldPath<Values>, Output>(
  props: SelectFieldProps<Values, Name, Output>,
) {
  const { control, name, label, hint, optional, hideLabel, disabled, className, options, prompt, asNumber, onChosen } = props;
  const { field, fieldState } = useController({ control, name });
  const value: unknown = field.value;
  const chosen = value === null || value === undefined || Number.isNaN(value) ? "" : String(value);
  return (
    <Field
      label={label}
      hint={hint}
      error={disabled ? undefined : fieldState.error?.message}
      optional={optional}
      hideLabel={hideLabel}
      className={className}
    >
      {(wiring) => (
        <Select
          {...wiring}
          ref={field.ref}
          name={field.name}
          onBlur={field.onBlur}
          value={chosen}
          onChange={(event) => {
            const next = event.target.value;
            field.onChange(asNumber ? Number(next) : next);
            onChosen?.(next);
          }}
          options={options}
          prompt={prompt}
          disabled={disabled}
        />
      )}
    </Field>
  );
}
