import { type FieldPath, type FieldValues, useController } from "react-hook-form";
import type { BoundFieldProps } from "#client/components/form/fields.tsx";
import { Field } from "#client/components/ui/control/field.tsx";
import { UnitInput } from "#client/components/ui/control/input.tsx";

type AmountFieldProps<Values extends FieldValues, Name extends FieldPath<Values>, Output> = BoundFieldProps<Values, Name, Output> & {
  prefix?: string;
  suffix?: string;
  readOnly?: boolean;
};

const fixedClass = "[&>input]:border-border [&>input]:bg-raised";

/** Keeps what was typed, where NumberField would keep a number: a blank price and an unreadable one have different messages (rule S12). */
export function AmountField<Values extends FieldValues, Name extends FieldPath<Values>, Output>(
  props: AmountFieldProps<Values, Name, Output>,
) {
  const { control, name, label, hint, optional, className, prefix, suffix, readOnly } = props;
  const { field, fieldState } = useController({ control, name });
  return (
    <Field label={label} hint={hint} error={fieldState.error?.message} optional={optional} className={className}>
      {(wiring) => (
        <UnitInput
          {...wiring}
          {...field}
          prefix={prefix}
          suffix={suffix}
          readOnly={readOnly}
          className={readOnly ? fixedClass : undefined}
        />
      )}
    </Field>
  );
}
