import type { FieldPath, FieldValues } from "react-hook-form";
import { z } from "zod";
import { Field } from "#client/components/ui/control/field.tsx";
import { UnitInput } from "#client/components/ui/control/input.tsx";
import { type BoundFieldProps, parseNumber, useBoundField } from "./fields.tsx";

type AmountFieldProps<Values extends FieldValues, Name extends FieldPath<Values>, Output> = BoundFieldProps<Values, Name, Output> & {
  prefix?: string;
  suffix?: string;
  readOnly?: boolean;
  placeholder?: string;
};

const fixedClass = "[&>input]:border-border [&>input]:bg-raised";

/**
 * The form stores the text instead of a number as in NumberField, because a blank price and an
 * unreadable price have different messages (rule S12).
 */
export function AmountField<Values extends FieldValues, Name extends FieldPath<Values>, Output>(
  props: AmountFieldProps<Values, Name, Output>,
) {
  const { field, frame, own } = useBoundField(props);
  return (
    <Field {...frame}>{(wiring) => <UnitInput {...wiring} {...field} {...own} className={own.readOnly ? fixedClass : undefined} />}</Field>
  );
}

/**
 * A schema for typed text that must satisfy a contract once `read` has parsed it. The field
 * displays the contract's first message.
 */
export const typedTextSchema = <S extends z.ZodType>(contract: S, read: (typed: string) => unknown) =>
  z.string().transform((typed, context): z.output<S> => {
    const parsed = contract.safeParse(read(typed));
    if (parsed.success) return parsed.data;
    context.addIssue({ code: "custom", message: parsed.error.issues[0]?.message ?? "" });
    return z.NEVER;
  });

/** Parses a figure, or millimetres. Blank text returns `blank`, the value of an unset figure. */
export const orElse = <S extends z.ZodType>(contract: S, blank: number | null) =>
  typedTextSchema(contract, (typed) => (typed.trim() === "" ? blank : parseNumber(typed.replace(/mm\s*$/i, ""))));

/** Parses millimetres. Blank text returns null, which selects the usual value. */
export const optionalMillimetres = <S extends z.ZodType>(contract: S) => orElse(contract, null);
