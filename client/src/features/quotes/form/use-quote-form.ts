import type { KeyboardEvent } from "react";
import { type FieldError, type FieldErrors, useForm, useFormState, useWatch } from "react-hook-form";
import { placeToMeasure, sidesFollowing } from "./measure-text.ts";
import { priceOf } from "./quote-price.ts";
import { type FormField, firstProblem, problemsOf, quoteErrors, quoteResolver, unmadeOf } from "./quote-problems.ts";
import { filledOf, type Products, type QuoteValues, type WindowValues } from "./quote-values.ts";
import { useArisingErrors } from "./use-arising-errors.ts";
import { useMendedErrors } from "./use-mended-errors.ts";
import { useMending } from "./use-mending.ts";
import { useWindowChecks } from "./use-window-checks.ts";
import { focusField, type Pages, useWindows } from "./use-windows.ts";
import { isUnchecked, keepAll, type OpenCheck, warningsOfAll } from "./window-checks.ts";

/**
 * The state of the quote form, all of it: the values (react-hook-form's), which window is on the
 * screen, and what follows from both (prices, warnings, errors). The form's parts get it as `quote`
 * and change it only through what stands here.
 */
export function useQuoteForm(start: QuoteValues, products: Products, { needsCustomer, ...pages }: { needsCustomer: boolean } & Pages) {
  const judgement = quoteErrors(products, needsCustomer);
  const form = useForm<QuoteValues>({
    defaultValues: start,
    resolver: quoteResolver(judgement),
    shouldFocusError: false,
  });
  const { control } = form;
  const { errors, isDirty } = useFormState({ control });
  // This renders the form with each key.
  useWatch({ control, name: "windows" });
  useMendedErrors(form, errors, judgement);
  const { windows, keyOf, ...list } = useWindows(form, pages);
  const { selected, go } = list;
  const at = `windows.${selected}` as const;
  const window = windows[selected] as WindowValues;
  const warnings = warningsOfAll(windows, products);
  // Of an untouched last window nothing is judged.
  const unmade = filledOf(windows).map((each) => unmadeOf(each, products));
  const placeOf = (key: string) => windows.findIndex((_, place) => keyOf(place) === key);
  const mending = useMending(
    (key) => windows[placeOf(key)],
    (key, values) => list.change([placeOf(key)], () => values),
  );
  const checks = useWindowChecks(form, { at, key: keyOf(selected), mending }, window, warnings[selected] ?? [], unmade[selected] ?? null);

  useArisingErrors(form, errors, unmade, checks.unmadeYet ? selected : null);

  /**
   * From a field of the window to the next one that needs something and, once nothing is missing,
   * to the next window.
   */
  const goOn = (from: Element) => {
    const missing = firstProblem(problemsOf(window, products));
    if (!missing) return list.next();
    const to = fieldToFill(at, missing, window);
    if (from.getAttribute("name") === to) void form.trigger(`${at}.${missing}`);
    else focusField(to);
  };

  /** Marks all that is wrong, as if it had been sent: each mark goes when its field is mended. */
  const judge = () => void form.handleSubmit(() => {})();

  return {
    ...list,
    addAll: (added: readonly WindowValues[]) => {
      list.addAll(added);
      if (added.some((each) => firstProblem(problemsOf(each, products)))) judge();
    },
    form,
    isDirty,
    products,
    preview: priceOf(windows, products),
    rows: windows.map((row, index) => ({
      key: keyOf(index),
      window: row,
      /** The first thing that is wrong with it. */
      wrong: errorsOf(errors, index)[0]?.message,
      unchecked: index === selected ? checks.unchecked : isUnchecked(row, warnings[index] ?? []),
    })),
    /** The windows that count. An untouched last one does not. */
    filledWindows: filledOf(windows),
    /**
     * The window on the screen: its path in the form, its values, its shutter type and its checks.
     */
    at,
    window,
    product: window.shutterTypeId === null ? undefined : products.get(window.shutterTypeId),
    checks,
    mending,
    /** What is wrong at another field because this one was changed. */
    saidAt: (name: keyof WindowValues) => errorsOf(errors, selected).find(({ type }) => type === name)?.message,

    judge,
    goOn,

    /**
     * Width and height of the window on the screen, after what they follow from was changed (rule
     * M25).
     */
    followMeasured: () => {
      for (const [name, value] of Object.entries(sidesFollowing(form.getValues(at))) as ["width" | "height", string][])
        form.setValue(`${at}.${name}`, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
    },

    /** Keeps every measure as it is against what was asked about it. */
    keepAll: (open: readonly OpenCheck[]) => {
      for (const { place, window: asked, warnings: said } of open)
        form.setValue(`windows.${place}.keptChecks`, keepAll(asked, said), { shouldDirty: true });
    },

    /** Goes to the first measure that was asked about. */
    showCheck: ([first]: readonly OpenCheck[]) => {
      if (!first) return;
      list.show(first.place);
      focusField(`windows.${first.place}.${first.warnings[0]?.field}`);
    },

    /**
     * Enter goes from the job to the windows, in a window to the next field that needs something
     * and, once nothing is missing, to the next window. From the chosen window of the list it goes
     * to its fields. Ctrl and Enter send.
     */
    onEnter: (event: KeyboardEvent<HTMLElement>) => {
      const target = event.target as Element;
      // React also reports keys from a dialog that was opened from here.
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

    /** Shows the job or else the first window that has an error. */
    showFirstWrong: ({ windows: wrong = [], ...ofTheJob }: FieldErrors<QuoteValues>) => {
      if (Object.keys(ofTheJob).length > 0) return list.showJob();
      const first = Array.from(wrong as readonly unknown[]).findIndex((row) => row !== undefined);
      if (first >= 0) list.show(first);
    },
  };
}

/**
 * The name of the field that a problem is mended in: a side that follows is mended where it was
 * measured.
 */
function fieldToFill(at: string, field: FormField, { measuredMm }: WindowValues): string {
  const side = field === "width" ? "widths" : field === "height" ? "heights" : null;
  return side && measuredMm ? placeToMeasure(at, side, measuredMm) : `${at}.${field}`;
}

/** What is marked in one window. */
const errorsOf = (errors: FieldErrors<QuoteValues>, place: number): FieldError[] =>
  Object.values((errors.windows?.[place] ?? {}) as Record<string, FieldError | undefined>).filter((error) => error !== undefined);

export type QuoteForm = ReturnType<typeof useQuoteForm>;
