import { useState } from "react";
import { flushSync } from "react-dom";
import { type UseFormReturn, useFieldArray } from "react-hook-form";
import { isFocusLost } from "#client/lib/browser.ts";
import { MOST_WINDOWS } from "#shared/domain/trade/pricing.ts";
import { copyOf, freeName, isEmpty, isOwnName, type QuoteValues, type WindowValues, windowAfter } from "./quote-values.ts";

/** The windows of the form as a list: which one is on the screen, and everything that adds, removes or moves some. */
export function useWindows(form: UseFormReturn<QuoteValues>) {
  const rows = useFieldArray({ control: form.control, name: "windows" });
  // From the form itself, which has an added window one render earlier.
  const windows = form.getValues("windows");
  const [chosen, setChosen] = useState(0);
  const selected = Math.min(chosen, windows.length - 1);

  /** Renders before it moves the focus, and both before the next key, so that a quick typist loses no key. */
  const go = (index: number, change?: () => void) => {
    flushSync(() => {
      change?.();
      setChosen(index);
    });
    focusField(`windows.${index}.name`);
  };
  const append = (added: WindowValues) => go(windows.length, () => rows.append(added, { shouldFocus: false }));
  const canAdd = windows.length < MOST_WINDOWS;
  const isLast = selected + 1 === windows.length;

  // Pasted windows take the place of the last one while it is still empty.
  const last = windows.at(-1);
  const kept = last && isEmpty(last) ? windows.slice(0, -1) : windows;

  return {
    windows,
    keyOf: (index: number) => rows.fields[index]?.id ?? String(index),
    selected,
    select: setChosen,
    go,
    /** Brings a window onto the screen before the focus goes to one of its fields. */
    show: (index: number) => flushSync(() => setChosen(index)),
    canAdd,
    add: () => canAdd && append(windowAfter(windows)),
    hasNext: !isLast || canAdd,
    /** To the next window; from the last one to a new one, unless it is itself still new. */
    next: () => {
      if (!isLast) go(selected + 1);
      else if (canAdd && !isEmpty(windows[selected] as WindowValues)) append(windowAfter(windows));
      else go(selected);
    },
    duplicate: () => canAdd && append(copyOf(windows[selected] as WindowValues, windows)),
    remove: () => {
      const before = Math.max(0, selected - 1);
      flushSync(() => {
        rows.remove(selected);
        setChosen(before);
      });
      // Where one window is left, the button that removed the other is gone.
      if (isFocusLost()) focusField(`windows.${before}.name`);
    },
    /** Moves the window on the screen one place up or down. */
    move: (by: -1 | 1) => {
      const to = selected + by;
      if (to < 0 || to >= windows.length) return;
      rows.move(selected, to);
      setChosen(to);
    },
    /** Moves several one place up or down, as far as there is room. Replies with their new places. */
    moveAll: (places: ReadonlySet<number>, by: -1 | 1): ReadonlySet<number> => {
      const order = movedOrder(windows.length, places, by);
      rows.replace(order.map((place) => windows[place] as WindowValues));
      setChosen(order.indexOf(selected));
      judgeAgain(form);
      return new Set([...places].map((place) => order.indexOf(place)));
    },
    /** Sets what several windows have in common. */
    changeAll: (places: Iterable<number>, change: (window: WindowValues) => Partial<WindowValues>) => {
      for (const place of places)
        for (const [field, value] of Object.entries(change(windows[place] as WindowValues)))
          form.setValue(`windows.${place}.${field as keyof WindowValues}`, value, { shouldDirty: true });
      judgeAgain(form);
    },
    /** How many pasted windows the quote still takes. */
    room: MOST_WINDOWS - kept.length,
    addAll: (added: readonly WindowValues[]) => {
      const all = [...kept];
      for (const each of added) all.push(isOwnName(each) ? each : { ...each, name: freeName(all) });
      go(kept.length, () => rows.replace(all));
    },
  };
}

/** The places in their new order. A window at the end stays, and so do those that touch it. */
export function movedOrder(count: number, places: ReadonlySet<number>, by: -1 | 1): number[] {
  const order = Array.from({ length: count }, (_, place) => place);
  const firstToLast = by === -1 ? [...order] : order.toReversed();
  for (const at of firstToLast) {
    const [one, other] = [order[at], order[at + by]] as [number, number | undefined];
    if (other === undefined || !places.has(one) || places.has(other)) continue;
    order[at + by] = one;
    order[at] = other;
  }
  return order;
}

/** Once the form was sent its errors stand beside their windows, so what moves or changes many of them judges all anew. */
const judgeAgain = (form: UseFormReturn<QuoteValues>) => form.formState.isSubmitted && void form.trigger();

/** What a field is called that is chosen from small drawings, where its text stands folded away. */
export const choiceOf = (name: string): string => `${name}.choice`;

/** Moves the focus at once. react-hook-form's `setFocus` waits a turn, and a quick typist's next key would go to the field before. */
export function focusField(name: string): void {
  const [input] = [...document.getElementsByName(name), ...document.querySelectorAll<HTMLElement>(`[name="${choiceOf(name)}"]:checked`)];
  input?.focus();
  if (input instanceof HTMLInputElement) input.select();
}
