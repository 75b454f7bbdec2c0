import { type ComponentProps, type ReactNode, useState } from "react";
import { type Control, type FieldPath, type FieldValues, useController } from "react-hook-form";
import { Checkbox, Select, type SelectOption } from "#client/components/ui/control/choices.tsx";
import { Field } from "#client/components/ui/control/field.tsx";
import { Input, PasswordInput, passwordStrength, Textarea, UnitInput } from "#client/components/ui/control/input.tsx";

/** What every field bound to react-hook-form takes. */
export type BoundFieldProps<Values extends FieldValues, Name extends FieldPath<Values>, Output> = {
  control: Control<Values, unknown, Output>;
  name: Name;
  label: ReactNode;
  hint?: ReactNode;
  optional?: boolean;
  hideLabel?: boolean;
  disabled?: boolean;
  className?: string;
};

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

const PLAIN = /^[+-]?(\d+(\.\d*)?|\.\d+)$/;
/** Marks that can only part thousands: `1,200`, `12 500.50`. */
const GROUPED = /^[+-]?\d{1,3}([,\s\u202f]\d{3})+(\.\d*)?$/;

/**
 * A number as a person types it. A comma that parts no thousands is not guessed at: `12,50` would otherwise become 1250, and a price a
 * hundredfold. Blank or unreadable is NaN, which zod's number refuses.
 */
export function parseNumber(text: string): number {
  const typed = text.trim();
  if (PLAIN.test(typed)) return Number(typed);
  return GROUPED.test(typed) ? Number(typed.replace(/[,\s\u202f]/g, "")) : Number.NaN;
}

/** What a field shows for a value that was not typed here. */
export function numberText(value: unknown): string {
  return typeof value === "number" && Number.isFinite(value) ? String(value) : "";
}
