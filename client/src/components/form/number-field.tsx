import { type ReactNode, useState } from "react";
import { type FieldPath, type FieldValues, useController } from "react-hook-form";
import { Field } from "#client/components/ui/control/field.tsx";
import { UnitInput } from "#client/components/ui/control/unit-input.tsx";
import type { BoundFieldProps } from "./bound-field.ts";
import { numberText, parseNumber } from "./number-text.ts";

type NumberFieldProps<Values extends FieldValues, Name extends FieldPath<Values>, Output> = BoundFieldProps<Values, Name, Output> & {
  prefix?: ReactNode;
  suffix?: ReactNode;
  /** No decimal key on the touch keyboard. */
  whole?: boolean;
  placeholder?: string;
};

/**
 * The form keeps a number; NaN while the field is blank or unreadable. Not `type="number"`: it swallows what it can't
 * read, turns with the wheel, and its arrows are too small for a thumb.
 */
export function NumberField<Values extends FieldValues, Name extends FieldPath<Values>, Output>(
  props: NumberFieldProps<Values, Name, Output>,
) {
  const { control, name, label, hint, optional, hideLabel, disabled, className, prefix, suffix, whole, placeholder } = props;
  const { field, fieldState } = useController({ control, name });
  const [typed, setTyped] = useState(() => numberText(field.value));
  // What was typed stays as typed ("1.50") while it still means the value; a value set from outside is shown instead.
  const parsed = parseNumber(typed);
  const same = Object.is(parsed, field.value) || (Number.isNaN(parsed) && (field.value === undefined || field.value === null));
  return (
    <Field label={label} hint={hint} error={fieldState.error?.message} optional={optional} hideLabel={hideLabel} className={className}>
      {(wiring) => (
        <UnitInput
          {...wiring}
          ref={field.ref}
          name={field.name}
          onBlur={field.onBlur}
          value={same ? typed : numberText(field.value)}
          onChange={(event) => {
            setTyped(event.target.value);
            field.onChange(parseNumber(event.target.value));
          }}
          inputMode={whole ? "numeric" : "decimal"}
          prefix={prefix}
          suffix={suffix}
          placeholder={placeholder}
          disabled={disabled}
        />
      )}
    </Field>
  );
}
