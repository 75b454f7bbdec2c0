import type { FieldPath, FieldValues } from "react-hook-form";
import { Field } from "#client/components/ui/control/field.tsx";
import type { Day } from "#shared/domain/period.ts";
import { DateField } from "./date-field.tsx";
import { type BoundFieldProps, useBoundField } from "./fields.tsx";

type DayFieldProps<Values extends FieldValues, Name extends FieldPath<Values>, Output> = BoundFieldProps<Values, Name, Output> & {
  min?: Day;
  max?: Day;
};

/** Binds a day to a form. Text that is not a day has no value but stays in view. */
export function DayField<Values extends FieldValues, Name extends FieldPath<Values>, Output>(props: DayFieldProps<Values, Name, Output>) {
  const { field, frame, own } = useBoundField(props);
  return (
    <Field {...frame}>
      {(wiring) => <DateField {...field} {...wiring} {...own} className="max-w-48" onUnreadable={() => field.onChange(null)} />}
    </Field>
  );
}
