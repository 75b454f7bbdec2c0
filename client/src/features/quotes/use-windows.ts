import { type KeyboardEvent, useState } from "react";
import { flushSync } from "react-dom";
import { type FieldErrors, type UseFormReturn, useFieldArray, useFormState, useWatch } from "react-hook-form";
import { MOST_WINDOWS } from "#shared/domain/pricing.ts";
import { type Products, priceOf } from "./quote-price.ts";
import { copyOf, type QuoteValues, type WindowValues, windowAfter } from "./window-form.ts";
import { firstProblem, problemsOf } from "./window-problems.ts";

/** The windows of the form, which of them is on the screen, and the ways from one to the next. */
export function useWindows(form: UseFormReturn<QuoteValues>, products: Products) {
  const { control } = form;
  const rows = useFieldArray({ control, name: "windows" });
  const values = useWatch({ control, name: "windows" });
  const { errors } = useFormState({ control });
  const [chosen, setChosen] = useState(0);
  const selected = Math.min(chosen, values.length - 1);

  const focus = (index: number, field: keyof WindowValues, shouldSelect = false) =>
    form.setFocus(`windows.${index}.${field}`, { shouldSelect });
  /** Drawn at once, so that the field is there to take the focus. */
  const show = (index: number) => flushSync(() => setChosen(index));
  const append = (window: WindowValues, field: keyof WindowValues) => {
    const index = values.length;
    flushSync(() => {
      rows.append(window, { shouldFocus: false });
      setChosen(index);
    });
    focus(index, field, true);
  };

  const canAdd = values.length < MOST_WINDOWS;
  const add = () => canAdd && append(windowAfter(values), "name");
  const next = () => {
    if (selected + 1 === values.length) return add();
    show(selected + 1);
    focus(selected + 1, "name", true);
  };

  return {
    rows: values.map((window, index) => ({
      key: rows.fields[index]?.id ?? String(index),
      window,
      wrong: errors.windows?.[index] !== undefined,
    })),
    preview: priceOf(values, products),
    selected,
    window: values[selected] as WindowValues,
    canAdd,
    add,
    select: setChosen,
    duplicate: () => canAdd && append(copyOf(values[selected] as WindowValues, values), "name"),
    remove: () => {
      rows.remove(selected);
      setChosen(Math.max(0, selected - 1));
    },

    /** Enter goes to what is still missing in this window and, when nothing is, to the next window. */
    advance: (event: KeyboardEvent<HTMLElement>) => {
      const target = event.target as Element;
      if (event.key !== "Enter" || event.nativeEvent.isComposing || !target.matches("input, select")) return;
      event.preventDefault();
      if (event.ctrlKey || event.metaKey) {
        target.closest("form")?.requestSubmit();
        return;
      }
      const missing = firstProblem(problemsOf(values[selected] as WindowValues, products));
      if (!missing) next();
      else if (target.getAttribute("name") === `windows.${selected}.${missing}`) void form.trigger(`windows.${selected}.${missing}`);
      else focus(selected, missing, true);
    },

    /** Of a form that can't be sent, the first window with something wrong comes on the screen. */
    showFirstWrong: ({ windows = [] }: FieldErrors<QuoteValues>) => {
      const wrong = Array.from(windows as readonly unknown[]).findIndex((row) => row !== undefined);
      if (wrong >= 0) show(wrong);
    },
  };
}

export type Windows = ReturnType<typeof useWindows>;
