import type { FieldErrors, Resolver } from "react-hook-form";
import type { QuoteValues } from "../windows/window-form.ts";
import { problemsOf, type WindowProblems } from "../windows/window-problems.ts";
import type { Products } from "./quote-price.ts";

const asErrors = (problems: WindowProblems) =>
  Object.fromEntries(Object.entries(problems).map(([field, message]) => [field, { type: "rule", message }]));

/** The form's rules are `problemsOf`; this only puts them into react-hook-form's shape. */
export const quoteResolver =
  (products: Products, needsCustomer: boolean): Resolver<QuoteValues> =>
  (values) => {
    const errors: FieldErrors<QuoteValues> = {};
    if (needsCustomer && values.userId === null) errors.userId = { type: "rule", message: "Please choose the customer this quote is for" };
    if (values.windows.length === 0) errors.windows = { type: "rule", message: "At least one window is required" };
    const windows = values.windows.map((window) => asErrors(problemsOf(window, products)));
    // An empty place is how react-hook-form says "this row is fine".
    if (windows.some((row) => Object.keys(row).length > 0)) {
      errors.windows = windows.map((row) => (Object.keys(row).length > 0 ? row : undefined)) as FieldErrors<QuoteValues>["windows"];
    }
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} };
  };
