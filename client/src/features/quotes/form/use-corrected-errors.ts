import { useEffect } from "react";
import { type FieldError, type FieldErrors, type FieldPath, get, type UseFormReturn } from "react-hook-form";
import type { quoteErrors } from "./quote-problems.ts";
import type { QuoteValues } from "./quote-values.ts";

/**
 * Removes an error as soon as it is corrected, through any field. react-hook-form validates only
 * the changed field, and only after the form was sent.
 */
export function useCorrectedErrors(
  form: UseFormReturn<QuoteValues>,
  errors: FieldErrors<QuoteValues>,
  validate: ReturnType<typeof quoteErrors>,
) {
  useEffect(() => {
    const marked = markedIn(errors);
    if (marked.length === 0) return;
    const present = validate(form.getValues());
    for (const name of marked) {
      const [marked, error]: (FieldError | undefined)[] = [get(errors, name), get(present, name)];
      if (!error) form.clearErrors(name);
      else if (error.message !== marked?.message) form.setError(name, error);
    }
  });
}

/** The names of the fields with errors. */
function markedIn({ windows, ...jobErrors }: FieldErrors<QuoteValues>): FieldPath<QuoteValues>[] {
  const rows = Array.isArray(windows) ? (windows as readonly (object | undefined)[]) : [];
  const inWindows = rows.flatMap((row, place) => Object.keys(row ?? {}).map((field) => `windows.${place}.${field}`));
  return [...Object.keys(jobErrors), ...inWindows] as FieldPath<QuoteValues>[];
}
