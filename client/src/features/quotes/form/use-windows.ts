import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { type UseFormReturn, useFieldArray } from "react-hook-form";
import { isFocusLost } from "#client/lib/browser/browser.ts";
import { offerUndo, settleUndo } from "#client/lib/undo.ts";
import { countOf } from "#shared/domain/text.ts";
import { MOST_WINDOWS } from "#shared/domain/trade/pricing.ts";
import { fieldOf, type WindowField } from "#shared/domain/window/fields/window-fields.ts";
import { DETAILS, type DetailName } from "#shared/domain/window/text/making-text.ts";
import { calculateSides } from "./measure-text.ts";
import { copyWindow, createNextWindow, findFreeName, isEmpty, isOwnName, type QuoteValues, type WindowValues } from "./quote-values.ts";

/** The place at which removing or changing windows can be undone (rule S17). */
export const WINDOWS_PLACE = "windows";

type Change = (window: WindowValues) => Partial<WindowValues>;

export interface FormKind {
  /** A phone has room for one page of the survey: the job or one window. */
  readonly paged: boolean;
  readonly beginsAtJob: boolean;
  /** The form changes an order's windows: there is no job, and Enter adds no window. */
  readonly isCorrection?: boolean;
  /** False: windows can be changed and removed alone. */
  readonly mayAdd?: boolean;
}

/**
 * The form's list of windows: the one on screen, and every function that adds, removes or moves
 * windows.
 */
export function useWindows(form: UseFormReturn<QuoteValues>, { paged, beginsAtJob, isCorrection = false, mayAdd = true }: FormKind) {
  const rows = useFieldArray({ control: form.control, name: "windows" });
  // Reads the windows from the form, which contains an added window one render before the field
  // array does.
  const windows = form.getValues("windows");
  const [chosen, setChosen] = useState(0);
  const [leftForJob, setAtJob] = useState(beginsAtJob);
  const atJob = paged && !isCorrection && leftForJob;
  const choose = (index: number) => {
    setChosen(index);
    setAtJob(false);
  };
  const selected = Math.min(chosen, windows.length - 1);

  /** Renders before moving the focus, both synchronously, so that a fast typist loses no key. */
  const go = (index: number, change?: () => void) => {
    flushSync(() => {
      change?.();
      choose(index);
    });
    focusField(`windows.${index}.name`);
  };
  const canAdd = mayAdd && windows.length < MOST_WINDOWS;
  const canGoOn = canAdd && !isCorrection;
  const isLast = selected + 1 === windows.length;
  const append = (added: WindowValues) => {
    // At the limit a removed window can't be restored, so its undo ends.
    if (windows.length + 1 === MOST_WINDOWS) void settleUndo(WINDOWS_PLACE);
    go(windows.length, () => rows.append(added, { shouldFocus: false }));
  };
  // Undo runs later and needs the newest rows.
  const latest = useRef(rows);
  useEffect(() => {
    latest.current = rows;
  });
  const keyOf = (index: number) => rows.fields[index]?.id ?? String(index);
  const change = (places: Iterable<number>, to: Change) => {
    for (const place of places)
      for (const [field, value] of Object.entries(to(windows[place] as WindowValues)))
        form.setValue(`windows.${place}.${field as keyof WindowValues}`, value, { shouldDirty: true });
    judgeAgain(form);
  };

  // Pasted windows replace the last window while it is empty.
  const last = windows.at(-1);
  const filled = last && isEmpty(last) ? windows.slice(0, -1) : windows;

  return {
    windows,
    keyOf,
    selected,
    select: choose,
    paged,
    /** True while the page on screen is the job. */
    atJob,
    showJob: () => flushSync(() => setAtJob(true)),
    go,
    /** Renders a window before the focus moves to one of its fields. */
    show: (index: number) => flushSync(() => choose(index)),
    isCorrection,
    mayAdd,
    canAdd,
    add: () => canAdd && append(createNextWindow(windows)),
    hasNext: atJob || !isLast || canGoOn,
    hasBack: selected > 0 || !isCorrection,
    /**
     * Moves to the next window; from the last one to a new one, unless the last one is still empty;
     * from the job to the current window.
     */
    next: () => {
      if (atJob) go(selected);
      else if (!isLast) go(selected + 1);
      else if (canGoOn && !isEmpty(windows[selected] as WindowValues)) append(createNextWindow(windows));
      else go(selected);
    },
    /**
     * Moves to the previous window, from the first one to the job. No field receives the focus,
     * because focus would open the screen keyboard.
     */
    back: () => (selected === 0 ? setAtJob(true) : setChosen(selected - 1)),
    duplicate: () => canAdd && append(copyWindow(windows[selected] as WindowValues, windows)),
    /**
     * Removes the window on screen. Undo restores it at its position with all values, including the
     * stored ones.
     */
    remove: () => {
      const window = windows[selected] as WindowValues;
      const before = Math.max(0, selected - 1);
      flushSync(() => {
        rows.remove(selected);
        choose(before);
      });
      offerUndo({
        place: WINDOWS_PLACE,
        words: `${window.name.trim() || `Window ${selected + 1}`} removed`,
        undo: () => {
          const place = Math.min(selected, form.getValues("windows").length);
          go(place, () => latest.current.insert(place, window, { shouldFocus: false }));
          judgeAgain(form);
        },
      });
      // With one window left, the pressed button is no longer rendered.
      if (isFocusLost()) focusField(`windows.${before}.name`);
    },
    /** Moves the window on screen one position up or down. */
    move: (step: -1 | 1) => {
      const to = selected + step;
      if (to < 0 || to >= windows.length) return;
      rows.move(selected, to);
      choose(to);
    },
    /**
     * Moves several windows one position up or down, as far as possible. Returns their new
     * positions.
     */
    moveAll: (places: ReadonlySet<number>, step: -1 | 1): ReadonlySet<number> => {
      // The move gives these windows new keys, so a pending undo would not find them.
      void settleUndo(WINDOWS_PLACE);
      const order = moveInOrder(windows.length, places, step);
      rows.replace(order.map((place) => windows[place] as WindowValues));
      setChosen(order.indexOf(selected));
      judgeAgain(form);
      return new Set([...places].map((place) => order.indexOf(place)));
    },
    change,
    /**
     * Sets a common value of several windows. Undo skips a window whose value has changed again.
     */
    changeAll: (places: Iterable<number>, set: Change) => {
      const to: Change = (window) => {
        const after = set(window);
        return "mountType" in after || "layoutCode" in after ? { ...after, ...calculateSides({ ...window, ...after }) } : after;
      };
      const sets = setsOf([...places], windows, to, keyOf);
      change(places, to);
      const [first] = sets;
      if (!first) return;
      offerUndo({
        place: WINDOWS_PLACE,
        words: `${labelOf(first.after)} changed in ${countOf(sets.length, "window")}`,
        undo: () => {
          const present = form.getValues("windows");
          const placesOf = new Map(latest.current.fields.map(({ id }, place) => [id, place]));
          for (const { key, before, after } of sets) {
            const place = placesOf.get(key) ?? -1;
            const window = present[place];
            if (!window || !namesIn(after).every((name) => isSame(window[name], after[name]))) continue;
            for (const name of namesIn(before)) form.setValue(`windows.${place}.${name}`, before[name], { shouldDirty: true });
          }
          judgeAgain(form);
        },
      });
    },
    /** The number of pasted windows that still fit in the quote. */
    room: MOST_WINDOWS - filled.length,
    addAll: (added: readonly WindowValues[]) => {
      void settleUndo(WINDOWS_PLACE);
      const all = [...filled];
      for (const each of added) all.push(isOwnName(each) ? each : { ...each, name: findFreeName(all) });
      go(filled.length, () => rows.replace(all));
    },
  };
}

/** A window's old and new values in the fields that were set. */
interface WindowSet {
  readonly key: string;
  readonly before: Partial<WindowValues>;
  readonly after: Partial<WindowValues>;
}

const namesIn = (values: Partial<WindowValues>) => Object.keys(values) as (keyof WindowValues)[];
/** An absent value equals null. */
const isSame = (one: unknown, other: unknown): boolean => Object.is(one ?? null, other ?? null);

/** The windows in which a value differs. */
const setsOf = (places: readonly number[], windows: readonly WindowValues[], to: Change, keyOf: (place: number) => string): WindowSet[] =>
  places.flatMap((place) => {
    const window = windows[place] as WindowValues;
    const after = to(window);
    const before: Partial<WindowValues> = Object.fromEntries(namesIn(after).map((name) => [name, window[name]]));
    return namesIn(after).some((name) => !isSame(before[name], after[name])) ? [{ key: keyOf(place), before, after }] : [];
  });

/** The label of the chosen field, which is the first key; derived values follow it. */
const labelOf = (set: Partial<WindowValues>): string => {
  const [name = ""] = Object.keys(set);
  return name in DETAILS ? DETAILS[name as DetailName].label : fieldOf(name as WindowField).label;
};

/**
 * The positions in their new order. A window at the edge does not move, nor do selected windows
 * adjacent to it.
 */
export function moveInOrder(count: number, places: ReadonlySet<number>, step: -1 | 1): number[] {
  const order = Array.from({ length: count }, (_, place) => place);
  const firstToLast = step === -1 ? [...order] : order.toReversed();
  for (const place of firstToLast) {
    const [one, other] = [order[place], order[place + step]] as [number, number | undefined];
    if (other === undefined || !places.has(one) || places.has(other)) continue;
    order[place + step] = one;
    order[place] = other;
  }
  return order;
}

/**
 * After a submit the errors are shown beside their windows, so moving or changing several windows
 * validates all again.
 */
const judgeAgain = (form: UseFormReturn<QuoteValues>) => form.formState.isSubmitted && void form.trigger();

/** The name of a choice made from small drawings, while its text field is folded. */
export const choiceOf = (name: string): string => `${name}.choice`;

/**
 * Moves the focus synchronously. react-hook-form's `setFocus` waits a tick, and a fast typist's
 * next key would go to the previous field.
 */
export function focusField(name: string): void {
  const [input] = [...document.getElementsByName(name), ...document.querySelectorAll<HTMLElement>(`[name="${choiceOf(name)}"]:checked`)];
  input?.focus();
  if (input instanceof HTMLInputElement) input.select();
}
