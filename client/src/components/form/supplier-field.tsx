import { useQuery } from "@tanstack/react-query";
import type { FieldPath, FieldValues } from "react-hook-form";
import { query, type Reply } from "#client/lib/api.ts";
import { type BoundFieldProps, SelectField } from "./fields.tsx";

type Supplier = Reply<"workshop", "suppliers">[number];

type SupplierFieldProps<Values extends FieldValues, Name extends FieldPath<Values>, Output> = Omit<
  BoundFieldProps<Values, Name, Output>,
  "label"
> & {
  /** The one that it is now: still a choice where all its people have left. */
  present: Supplier | null;
};

/**
 * Who makes an order or a shutter type (rule W60). The form keeps the company's id as text, "" for
 * any.
 */
export function SupplierField<Values extends FieldValues, Name extends FieldPath<Values>, Output>(
  props: SupplierFieldProps<Values, Name, Output>,
) {
  const { present, hint, ...field } = props;
  // There are never more than a page holds.
  const { data = [], isError } = useQuery(query("workshop", "suppliers", { query: { limit: "200" } }));
  const all = present && !data.some(({ id }) => id === present.id) ? [...data, present] : data;
  const named = all.map(({ id, companyName }) => ({ value: String(id), label: companyName }));
  return (
    <SelectField
      {...field}
      label="Made by"
      hint={isError ? "The suppliers can't be listed now. Close this and try again." : hint}
      options={[{ value: "", label: "Any supplier" }, ...named.toSorted((one, other) => one.label.localeCompare(other.label))]}
    />
  );
}

/** What the form's text stands for. */
export const chosenSupplier = (typed: string): number | null => (typed === "" ? null : Number(typed));
