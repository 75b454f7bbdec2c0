import { type KeyboardEvent, useState } from "react";
import { flushSync } from "react-dom";
import { type FieldErrors, type UseFormReturn, useFieldArray, useFormState, useWatch } from "react-hook-form";
import { MOST_WINDOWS } from "#shared/domain/pricing.ts";
import { type Products, priceOf } from "../create/quote-price.ts";
import { isUnchecked, warningsOfAll } from "./window-checks.ts";
import { copyOf, freeName, isMeasured, isOwnName, type QuoteValues, type WindowValues, windowAfter } from "./window-form.ts";
import { firstProblem, problemsOf } from "./window-problems.ts";

/** At once: react-hook-form's own `setFocus` waits a turn, in which a quick typist's next key goes to the field before. */
function focusField(index: number, field: keyof WindowValues): void {
  const [input] = document.getElementsByName(`windows.${index}.${field}`);
  input?.focus();
  if (input instanceof HTMLInputElement) input.select();
}

/** The windows of the form, which of them is on the screen, and the ways from one to the next. */
export function useWindows(form: UseFormReturn<QuoteValues>, products: Products) {
  const { control } = form;
  const rows = useFieldArray({ control, name: "windows" });
  useWatch({ control, name: "windows" });
  // Drawn again with each key by the line above; read here, because a window that is added is here at once and there a turn later.
  const values = form.getValues("windows");
  const { errors } = useFormState({ control });
  const warnings = warningsOfAll(values, products);
  const [chosen, setChosen] = useState(0);
  const selected = Math.min(chosen, values.length - 1);

  /** Drawn before it is focused, and both before the next key: a quick typist loses none. */
  const go = (index: number, arrange?: () => void) => {
    flushSync(() => {
      arrange?.();
      setChosen(index);
    });
    focusField(index, "name");
  };
  const append = (window: WindowValues) => go(values.length, () => rows.append(window, { shouldFocus: false }));

  const last = values.at(-1);
  const kept = last && !isMeasured(last) && !isOwnName(last) ? values.slice(0, -1) : values;
  const canAdd = values.length < MOST_WINDOWS;
  const add = () => canAdd && append(windowAfter(values));

  return {
    rows: values.map((window, index) => ({
      key: rows.fields[index]?.id ?? String(index),
      window,
      wrong: errors.windows?.[index] !== undefined,
      /** Of the one on the screen `useWarnings` says so, once a measure is left. */
      unchecked: index !== selected && isUnchecked(window, warnings[index] ?? []),
    })),
    preview: priceOf(values, products),
    selected,
    window: values[selected] as WindowValues,
    canAdd,
    add,
    select: setChosen,
    /** How many windows the quote still takes, and those are added after what is there; the empty one that waits at the end is filled first. */
    room: MOST_WINDOWS - kept.length,
    addAll: (added: readonly WindowValues[]) => {
      const all = [...kept];
      for (const window of added) all.push(isOwnName(window) ? window : { ...window, name: freeName(all) });
      go(kept.length, () => rows.replace(all));
    },
    duplicate: () => canAdd && append(copyOf(values[selected] as WindowValues, values)),
    remove: () => {
      rows.remove(selected);
      setChosen(Math.max(0, selected - 1));
    },

    /** Enter goes to what is still missing in this window and, when nothing is, to the next window. */
    advance: (event: KeyboardEvent<HTMLElement>) => {
      const target = event.target as Element;
      // Not for a key in a dialog that was opened from here.
      if (event.key !== "Enter" || event.nativeEvent.isComposing || !event.currentTarget.contains(target)) return;
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        target.closest("form")?.requestSubmit();
        return;
      }
      if (!target.matches("input, select")) return;
      event.preventDefault();
      const missing = firstProblem(problemsOf(values[selected] as WindowValues, products));
      if (!missing) selected + 1 < values.length ? go(selected + 1) : add();
      else if (target.getAttribute("name") === `windows.${selected}.${missing}`) void form.trigger(`windows.${selected}.${missing}`);
      else focusField(selected, missing);
    },

    /** Of a form that can't be sent, the first window with something wrong comes on the screen. */
    showFirstWrong: ({ windows = [] }: FieldErrors<QuoteValues>) => {
      const wrong = Array.from(windows as readonly unknown[]).findIndex((row) => row !== undefined);
      if (wrong >= 0) flushSync(() => setChosen(wrong));
    },
  };
}

export type Windows = ReturnType<typeof useWindows>;
