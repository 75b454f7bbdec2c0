import { type ComponentProps, type ReactNode, useState } from "react";
import { type Control, type ControllerRenderProps, type FieldPath, type FieldValues, useController } from "react-hook-form";
import { Checkbox, Select, type SelectOption } from "#client/components/ui/control/choices.tsx";
import { Field, type FieldWiring } from "#client/components/ui/control/field.tsx";
import { Input, PasswordInput, Textarea, UnitInput } from "#client/components/ui/control/input.tsx";
import { lengthIn, separateUnit, toLength } from "#shared/domain/length.ts";
import { type PasswordOwnerNames, type PasswordTry, passwordHint, rejectedPassword } from "./password-hint.ts";

/** The props that every field of a react-hook-form shares. */
export type BoundFieldProps<Values extends FieldValues, Name extends FieldPath<Values>, Output> = {
  control: Control<Values, unknown, Output>;
  name: Name;
  label: ReactNode;
  hint?: ReactNode;
  optional?: boolean;
  hideLabel?: boolean;
  /** An error of another field that this field causes. */
  alsoWrong?: string;
  className?: string;
};

/** Binds a field to its form. `own` contains the props that the control itself receives. */
export function useBoundField<Values extends FieldValues, Name extends FieldPath<Values>, Output, Props>(
  props: BoundFieldProps<Values, Name, Output> & Props,
) {
  const { control, name, label, hint, optional, hideLabel, alsoWrong, className, ...own } = props;
  const { field, fieldState } = useController({ control, name });
  const error = fieldState.error?.message ?? alsoWrong;
  return { field, error, own, frame: { label, hint, error, optional, hideLabel, className } };
}

type TextFieldProps<Values extends FieldValues, Name extends FieldPath<Values>, Output> = BoundFieldProps<Values, Name, Output> &
  Pick<
    ComponentProps<"input">,
    | "type"
    | "onFocus"
    | "autoComplete"
    | "inputMode"
    | "placeholder"
    | "maxLength"
    | "readOnly"
    | "autoCapitalize"
    | "spellCheck"
    | "disabled"
  >;

export function TextField<Values extends FieldValues, Name extends FieldPath<Values>, Output>(props: TextFieldProps<Values, Name, Output>) {
  const { field, frame, own } = useBoundField(props);
  return (
    <Field {...frame}>
      {(wiring) => <Input {...field} {...own} {...wiring} value={field.value ?? ""} autoComplete={own.autoComplete ?? "off"} />}
    </Field>
  );
}

type TextareaFieldProps<Values extends FieldValues, Name extends FieldPath<Values>, Output> = BoundFieldProps<Values, Name, Output> &
  Pick<ComponentProps<"textarea">, "rows" | "autoComplete" | "placeholder" | "maxLength" | "readOnly" | "disabled">;

export function TextareaField<Values extends FieldValues, Name extends FieldPath<Values>, Output>(
  props: TextareaFieldProps<Values, Name, Output>,
) {
  const { field, frame, own } = useBoundField(props);
  return <Field {...frame}>{(wiring) => <Textarea {...field} {...own} {...wiring} value={field.value ?? ""} />}</Field>;
}

type PasswordFieldProps<Values extends FieldValues, Name extends FieldPath<Values>, Output> = BoundFieldProps<Values, Name, Output> & {
  /** Informs a password manager whether the password is new. */
  autoComplete: "current-password" | "new-password";
  /**
   * A new password displays a hint by the server's rule, and the reason why the server rejected it.
   */
  choice?: { readonly owner: PasswordOwnerNames; readonly last: PasswordTry };
};

export function PasswordField<Values extends FieldValues, Name extends FieldPath<Values>, Output>(
  props: PasswordFieldProps<Values, Name, Output>,
) {
  const { field, frame, own } = useBoundField(props);
  const { choice } = own;
  const value = String(field.value ?? "");
  const chosen = choice && {
    hint: value === "" && frame.hint ? frame.hint : passwordHint(value, choice.owner),
    error: frame.error ?? rejectedPassword(choice.last, field.name, value),
  };
  return (
    <Field {...frame} {...chosen}>
      {(wiring) => <PasswordInput {...wiring} {...field} value={value} autoComplete={own.autoComplete} />}
    </Field>
  );
}

type SelectFieldProps<Values extends FieldValues, Name extends FieldPath<Values>, Output> = BoundFieldProps<Values, Name, Output> & {
  options: readonly SelectOption[];
  prompt?: string;
  disabled?: boolean;
  /** The form stores a number (an id, a size in mm) instead of text. */
  asNumber?: boolean;
  /** Called after the value is set, to update fields that depend on it. */
  onChosen?: (value: string) => void;
};

export function SelectField<Values extends FieldValues, Name extends FieldPath<Values>, Output>(
  props: SelectFieldProps<Values, Name, Output>,
) {
  const { field, frame, own } = useBoundField(props);
  const { asNumber, onChosen, ...select } = own;
  const value: unknown = field.value;
  const choose = (next: string) => {
    field.onChange(asNumber ? Number(next) : next);
    onChosen?.(next);
  };
  return (
    <Field {...frame} error={select.disabled ? undefined : frame.error}>
      {(wiring) => (
        <Select
          {...wiring}
          {...field}
          {...select}
          value={value === null || value === undefined || Number.isNaN(value) ? "" : String(value)}
          onChange={(event) => choose(event.target.value)}
        />
      )}
    </Field>
  );
}

export function CheckboxField<Values extends FieldValues, Name extends FieldPath<Values>, Output>(
  props: Omit<BoundFieldProps<Values, Name, Output>, "hideLabel" | "optional">,
) {
  const { field, error, frame } = useBoundField(props);
  return (
    <Checkbox
      ref={field.ref}
      name={field.name}
      onBlur={field.onBlur}
      label={frame.label}
      hint={error ? <span className="font-medium text-danger">{error}</span> : frame.hint}
      className={frame.className}
      aria-invalid={error ? true : undefined}
      checked={Boolean(field.value)}
      onChange={(event) => field.onChange(event.target.checked)}
    />
  );
}

type Figure = {
  prefix?: ReactNode;
  suffix?: ReactNode;
  /** The touch keyboard has no decimal key. */
  whole?: boolean;
  placeholder?: string;
};

export function NumberField<Values extends FieldValues, Name extends FieldPath<Values>, Output>(
  props: BoundFieldProps<Values, Name, Output> & Figure,
) {
  const { field, frame, own } = useBoundField(props);
  return <Field {...frame}>{(wiring) => <NumberInput {...own} field={field} wiring={wiring} />}</Field>;
}

type NumberInputProps<Values extends FieldValues, Name extends FieldPath<Values>> = Figure & {
  field: ControllerRenderProps<Values, Name>;
  wiring: FieldWiring;
};

/**
 * The form stores a number, and NaN while the field is blank or unreadable. `type="number"` would
 * drop unreadable text, change with the mouse wheel and have arrows too small for a thumb.
 */
function NumberInput<Values extends FieldValues, Name extends FieldPath<Values>>(props: NumberInputProps<Values, Name>) {
  const { field, wiring, whole, ...input } = props;
  const parse = input.suffix === "mm" ? parseMillimetres : parseNumber;
  const [typed, setTyped] = useState(() => numberText(field.value));
  // Typed text such as "1.50" stays unchanged while it equals the value. A value that code sets
  // replaces the text.
  const parsed = parse(typed);
  const same = Object.is(parsed, field.value) || (Number.isNaN(parsed) && (field.value === undefined || field.value === null));
  return (
    <UnitInput
      {...wiring}
      {...field}
      {...input}
      inputMode={whole ? "numeric" : "decimal"}
      value={same ? typed : numberText(field.value)}
      onChange={(event) => {
        setTyped(event.target.value);
        field.onChange(parse(event.target.value));
      }}
      onBlur={() => {
        // The field names millimetres, so `61.5cm` becomes 615.
        if (parse === parseMillimetres && same && !Number.isNaN(parsed)) setTyped(numberText(parsed));
        field.onBlur();
      }}
    />
  );
}

const PLAIN = /^[+-]?(\d+(\.\d*)?|\.\d+)$/;
/** Matches separators that can only group thousands: `1,200`, `12 500.50`. */
const GROUPED = /^[+-]?\d{1,3}([,\s\u202f]\d{3})+(\.\d*)?$/;

/**
 * Parses a typed number. A comma that does not group thousands is rejected: otherwise `12,50` would
 * become 1250, a hundred times the price. Blank or unreadable text returns NaN, which zod's number
 * rejects.
 */
export function parseNumber(text: string): number {
  const typed = text.trim();
  if (PLAIN.test(typed)) return Number(typed);
  return GROUPED.test(typed) ? Number(typed.replace(/[,\s\u202f]/g, "")) : Number.NaN;
}

/** Parses a figure in millimetres. The text may name another unit: `61.5cm` is 615. */
export function parseMillimetres(text: string): number {
  const { figure, unit } = separateUnit(text);
  if (unit === null) return parseNumber(text);
  const value = parseNumber(figure);
  return Number.isNaN(value) ? value : lengthIn(toLength(value, unit), "mm");
}

/** Formats a value that code has set. */
function numberText(value: unknown): string {
  return typeof value === "number" && Number.isFinite(value) ? String(value) : "";
}
