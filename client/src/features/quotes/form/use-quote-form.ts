import type { KeyboardEvent } from "react";
import { type FieldError, type FieldErrors, useForm, useFormState, useWatch } from "react-hook-form";
import { calculateSides, findPlaceToMeasure } from "./measure-text.ts";
import { calculatePrices } from "./quote-price.ts";
import { type FormField, findConflict, findProblems, firstProblem, quoteErrors, quoteResolver } from "./quote-problems.ts";
import { listFilledWindows, type Products, productOf, type QuoteValues, type WindowValues } from "./quote-values.ts";
import { useArisingErrors } from "./use-arising-errors.ts";
import { useCorrectedErrors } from "./use-corrected-errors.ts";
import { useFixes } from "./use-fixes.ts";
import { useWindowChecks } from "./use-window-checks.ts";
import { type FormKind, focusField, useWindows } from "./use-windows.ts";
import { checkAllWindows, confirmChecks, isUnchecked, type OpenCheck } from "./window-checks.ts";

/**
 * The whole state of the quote form: the values (in react-hook-form), the window on screen, and
 * everything derived (prices, warnings, errors). The form's parts receive it as `quote` and change
 * it only through these functions.
 */
export function useQuoteForm(start: QuoteValues, products: Products, { needsCustomer, ...pages }: { needsCustomer: boolean } & FormKind) {
  const judgement = quoteErrors(products, needsCustomer);
  const form = useForm<QuoteValues>({
    defaultValues: start,
    resolver: quoteResolver(judgement),
    shouldFocusError: false,
  });
  const { control } = form;
  const { errors, isDirty } = useFormState({ control });
  // The form renders on each keystroke because of this subscription.
  useWatch({ control, name: "windows" });
  useCorrectedErrors(form, errors, judgement);
  const { windows, keyOf, ...list } = useWindows(form, pages);
  const { selected, go } = list;
  const at = `windows.${selected}` as const;
  const window = windows[selected] as WindowValues;
  const warnings = checkAllWindows(windows, products);
  // An untouched last window is not validated.
  const unmade = listFilledWindows(windows).map((each) => findConflict(each, products));
  const placeOf = (key: string) => windows.findIndex((_, place) => keyOf(place) === key);
  const mending = useFixes(
    (key) => windows[placeOf(key)],
    (key, values) => list.change([placeOf(key)], () => values),
  );
  const checks = useWindowChecks(
    form,
    { path: at, key: keyOf(selected), fixes: mending },
    window,
    warnings[selected] ?? [],
    unmade[selected] ?? null,
  );

  useArisingErrors(form, errors, unmade, checks.unmadeYet ? selected : null);

  /**
   * Moves from a field of the window to the next incomplete one or, if the window is complete, to
   * the next window.
   */
  const goOn = (from: Element) => {
    const missing = firstProblem(findProblems(window, products));
    if (!missing) return list.next();
    const to = fieldToFill(at, missing, window);
    if (from.getAttribute("name") === to) void form.trigger(`${at}.${missing}`);
    else focusField(to);
  };

  /** Marks all errors as a submit would. Each mark disappears once its field is corrected. */
  const validateAll = () => void form.handleSubmit(() => {})();

  return {
    ...list,
    addAll: (added: readonly WindowValues[]) => {
      list.addAll(added);
      if (added.some((each) => firstProblem(findProblems(each, products)))) validateAll();
    },
    form,
    isDirty,
    products,
    preview: calculatePrices(windows, products),
    rows: windows.map((row, index) => ({
      key: keyOf(index),
      window: row,
      /** The window's first error. */
      wrong: errorsOf(errors, index)[0]?.message,
      unchecked: index === selected ? checks.unchecked : isUnchecked(row, warnings[index] ?? []),
    })),
    /** The windows that count, without an untouched last one. */
    filledWindows: listFilledWindows(windows),
    /** The window on screen: its path in the form, values, shutter type and checks. */
    at,
    window,
    product: productOf(window, products),
    checks,
    mending,
    /** The message to repeat at the field whose change caused an error at another field. */
    saidAt: (name: keyof WindowValues) => errorsOf(errors, selected).find(({ type }) => type === name)?.message,

    judge: validateAll,
    goOn,

    /** Recalculates the current window's width and height from its measures (rule M25). */
    followMeasured: () => {
      for (const [name, value] of Object.entries(calculateSides(form.getValues(at))) as ["width" | "height", string][])
        form.setValue(`${at}.${name}`, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
    },

    /** Confirms every measure that has a warning. */
    confirmAllChecks: (open: readonly OpenCheck[]) => {
      for (const { place, window: asked, warnings: said } of open)
        form.setValue(`windows.${place}.keptChecks`, confirmChecks(asked, said, true), { shouldDirty: true });
    },

    /** Shows the first measure with a warning. */
    showCheck: ([first]: readonly OpenCheck[]) => {
      if (!first) return;
      list.show(first.place);
      focusField(`windows.${first.place}.${first.warnings[0]?.field}`);
    },

    /**
     * Enter moves from the job to the windows, within a window to the next incomplete field, and
     * from a complete window to the next one. From the list's current window it moves to that
     * window's fields. Ctrl and Enter submit.
     */
    onEnter: (event: KeyboardEvent<HTMLElement>) => {
      const target = event.target as Element;
      // React also bubbles key events from a dialog that was opened here.
      if (event.key !== "Enter" || event.nativeEvent.isComposing || !event.currentTarget.contains(target)) return;
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        target.closest("form")?.requestSubmit();
        return;
      }
      if (!target.matches("input, select, [aria-current]")) return;
      event.preventDefault();
      const name = target.getAttribute("name");
      if (name === "jobName") focusField("poNumber");
      else if (name === "poNumber" || target.matches("[aria-current]")) go(selected);
      else goOn(target);
    },

    /** Shows the job if it has an error, otherwise the first window with one. */
    showFirstWrong: ({ windows: wrong = [], ...ofTheJob }: FieldErrors<QuoteValues>) => {
      if (Object.keys(ofTheJob).length > 0) return list.showJob();
      const first = Array.from(wrong as readonly unknown[]).findIndex((row) => row !== undefined);
      if (first >= 0) list.show(first);
    },
  };
}

/**
 * The name of the field that corrects a problem: a calculated side is corrected at its measuring
 * place.
 */
function fieldToFill(at: string, field: FormField, { measuredMm }: WindowValues): string {
  const side = field === "width" ? "widths" : field === "height" ? "heights" : null;
  return side && measuredMm ? findPlaceToMeasure(at, side, measuredMm) : `${at}.${field}`;
}

/** The errors of one window. */
const errorsOf = (errors: FieldErrors<QuoteValues>, place: number): FieldError[] =>
  Object.values((errors.windows?.[place] ?? {}) as Record<string, FieldError | undefined>).filter((error) => error !== undefined);

export type QuoteForm = ReturnType<typeof useQuoteForm>;
