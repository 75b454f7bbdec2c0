import { useQuery } from "@tanstack/react-query";
import type { FieldPath, FieldValues } from "react-hook-form";
import { query, type Reply } from "#client/lib/api.ts";
import { type BoundFieldProps, SelectField } from "./fields.tsx";

type Supplier = Reply<"workshop", "suppliers">[number];

type SupplierFieldProps<Values extends FieldValues, Name extends FieldPath<Values>, Output> = Omit<
  BoundFieldProps<Values, Name, Output>,
  "label"
> & {
  /** The current supplier remains an option although all its people may have left. */
  present: Supplier | null;
};

/**
 * Selects the supplier of an order or a shutter type (rule W60). The form stores the company's id
 * as text, and "" for any supplier.
 */
export function SupplierField<Values extends FieldValues, Name extends FieldPath<Values>, Output>(
  props: SupplierFieldProps<Values, Name, Output>,
) {
  const { present, hint, ...field } = props;
  // One page always holds all suppliers.
  const { data = [], isError } = useQuery(query("workshop", "suppliers", { query: { limit: "200" } }));
  const all = present && !data.some(({ id }) => id === present.id) ? [...data, present] : data;
  const options = all.map(({ id, companyName }) => ({ value: String(id), label: companyName }));
  return (
    <SelectField
      {...field}
      label="Made by"
      hint={isError ? "The suppliers could not be loaded. Close this and try again." : hint}
      options={[{ value: "", label: "Any supplier" }, ...options.toSorted((one, other) => one.label.localeCompare(other.label))]}
    />
  );
}

/** Returns the id that the form's text represents, or null for any supplier. */
export const parseSupplierId = (typed: string): number | null => (typed === "" ? null : Number(typed));
