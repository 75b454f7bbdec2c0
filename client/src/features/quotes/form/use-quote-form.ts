import { type FocusEvent, type KeyboardEvent, useState } from "react";
import { flushSync } from "react-dom";
import { type FieldErrors, type UseFormReturn, useFieldArray, useForm, useFormState, useWatch } from "react-hook-form";
import type { CheckId, MeasurementWarning } from "#shared/domain/measurement-checks.ts";
import { MOST_WINDOWS } from "#shared/domain/pricing.ts";
import { priceOf } from "./quote-price.ts";
import { firstProblem, problemsOf, quoteResolver } from "./quote-problems.ts";
import {
  copyOf,
  freeName,
  isMeasured,
  isOwnName,
  type Products,
  type QuoteValues,
  type WindowValues,
  windowAfter,
} from "./quote-values.ts";
import { isUnchecked, keepCheck, keptOf, warningsOfAll } from "./window-checks.ts";

/**
 * The state of the quote form, all of it: the values (react-hook-form's), which window is on the screen, and what follows from both
 * (prices, warnings, errors). The form's parts get it as `quote` and change it only through what stands here.
 */
export function useQuoteForm(start: QuoteValues, products: Products, { needsCustomer }: { needsCustomer: boolean }) {
  const form = useForm<QuoteValues>({
    defaultValues: start,
    resolver: quoteResolver(products, needsCustomer),
    shouldFocusError: false,
  });
  const { control } = form;
  const rows = useFieldArray({ control, name: "windows" });
  const { errors, isDirty } = useFormState({ control });
  // This renders the form with each key. The values are read from the form itself, which has an added window one render earlier.
  useWatch({ control, name: "windows" });
  const windows = form.getValues("windows");

  const [chosen, setChosen] = useState(0);
  const selected = Math.min(chosen, windows.length - 1);
  const at = `windows.${selected}` as const;
  const window = windows[selected] as WindowValues;
  const warnings = warningsOfAll(windows, products);
  const checks = useWindowChecks(form, at, window, warnings[selected] ?? []);

  /** Renders before it moves the focus, and both before the next key, so that a quick typist loses no key. */
  const go = (index: number, change?: () => void) => {
    flushSync(() => {
      change?.();
      setChosen(index);
    });
    focusField(index, "name");
  };
  const append = (added: WindowValues) => go(windows.length, () => rows.append(added, { shouldFocus: false }));

  // Pasted windows take the place of the last one while it is still empty.
  const last = windows.at(-1);
  const kept = last && !isMeasured(last) && !isOwnName(last) ? windows.slice(0, -1) : windows;
  const canAdd = windows.length < MOST_WINDOWS;
  const add = () => canAdd && append(windowAfter(windows));

  return {
    form,
    isDirty,
    products,
    preview: priceOf(windows, products),
    rows: windows.map((row, index) => ({
      key: rows.fields[index]?.id ?? String(index),
      window: row,
      wrong: errors.windows?.[index] !== undefined,
      unchecked: index === selected ? checks.unchecked : isUnchecked(row, warnings[index] ?? []),
    })),
    /** The window on the screen: its place, its path in the form, its values, its shutter type and its checks. */
    selected,
    at,
    window,
    product: window.shutterTypeId === null ? undefined : products.get(window.shutterTypeId),
    checks,

    select: setChosen,
    canAdd,
    add,
    duplicate: () => canAdd && append(copyOf(window, windows)),
    remove: () => {
      rows.remove(selected);
      setChosen(Math.max(0, selected - 1));
    },
    /** How many pasted windows the quote still takes. */
    room: MOST_WINDOWS - kept.length,
    addAll: (added: readonly WindowValues[]) => {
      const all = [...kept];
      for (const each of added) all.push(isOwnName(each) ? each : { ...each, name: freeName(all) });
      go(kept.length, () => rows.replace(all));
    },

    /** Enter goes to the next field that needs something and, once nothing is missing, to the next window. Ctrl and Enter send. */
    onEnter: (event: KeyboardEvent<HTMLElement>) => {
      const target = event.target as Element;
      // React also reports keys from a dialog that was opened from here.
      if (event.key !== "Enter" || event.nativeEvent.isComposing || !event.currentTarget.contains(target)) return;
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        target.closest("form")?.requestSubmit();
        return;
      }
      if (!target.matches("input, select")) return;
      event.preventDefault();
      const missing = firstProblem(problemsOf(window, products));
      if (!missing) selected + 1 < windows.length ? go(selected + 1) : add();
      else if (target.getAttribute("name") === `${at}.${missing}`) void form.trigger(`${at}.${missing}`);
      else focusField(selected, missing);
    },

    /** Shows the first window that has an error. */
    showFirstWrong: ({ windows: wrong = [] }: FieldErrors<QuoteValues>) => {
      const first = Array.from(wrong as readonly unknown[]).findIndex((row) => row !== undefined);
      if (first >= 0) flushSync(() => setChosen(first));
    },
  };
}

export type QuoteForm = ReturnType<typeof useQuoteForm>;

/** Moves the focus at once. react-hook-form's `setFocus` waits a turn, and a quick typist's next key would go to the field before. */
function focusField(index: number, field: keyof WindowValues): void {
  const [input] = document.getElementsByName(`windows.${index}.${field}`);
  input?.focus();
  if (input instanceof HTMLInputElement) input.select();
}

const MEASURES = /\.(width|height|numberOfMidRails)$/;

/**
 * The measurement warnings of the window on the screen. A warning disappears as soon as it no longer holds. A new one waits until the
 * person leaves the measure, because on the way to 1350 there stands 13.
 */
function useWindowChecks(form: UseFormReturn<QuoteValues>, at: `windows.${number}`, window: WindowValues, all: MeasurementWarning[]) {
  // While a measure has the focus: the warnings that were there when it got the focus.
  const [held, setHeld] = useState<readonly CheckId[] | null>(null);
  const shown = held === null ? all : all.filter(({ id }) => held.includes(id));
  const isMeasure = (event: FocusEvent<HTMLElement>) => MEASURES.test(event.target.getAttribute("name") ?? "");
  return {
    beside: (field: MeasurementWarning["field"]) => shown.filter((warning) => warning.field === field),
    kept: keptOf(window, all),
    unchecked: isUnchecked(window, shown),
    keep: (id: CheckId, kept: boolean) => {
      const warning = all.find((each) => each.id === id);
      if (warning) form.setValue(`${at}.keptChecks`, keepCheck(form.getValues(at), warning, kept), { shouldDirty: true });
    },
    /** For the element that holds the fields. */
    handlers: {
      onFocus: (event: FocusEvent<HTMLElement>) => isMeasure(event) && setHeld(all.map(({ id }) => id)),
      onBlur: (event: FocusEvent<HTMLElement>) => isMeasure(event) && setHeld(null),
    },
  };
}
