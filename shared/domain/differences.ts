/**
 * Differences between two states of windows, in words. A homeowner's quotation and a corrected
 * order word them with rows of their own (docs/rules/orders.md, docs/rules/retail.md).
 */
export interface Difference {
  /** The window's name; null for a value of the whole. */
  readonly window: string | null;
  readonly what: string;
  /** Empty where there was nothing. */
  readonly before: string;
  readonly after: string;
}
export type Texts = Omit<Difference, "window">;

/** The most differences to list. */
export const MOST_DIFFERENCES = 100;

export const changed = (what: string, before: string, after: string): Texts[] => (before === after ? [] : [{ what, before, after }]);

/** A fact of a window and its text. */
export interface Row<Window> {
  readonly what: string;
  readonly text: (window: Window) => string;
}

/** The rows whose text differs between two windows. */
export const rowsThatDiffer = <Window>(rows: readonly Row<Window>[], before: Window, after: Window): Texts[] =>
  rows.flatMap(({ what, text }) => changed(what, text(before), text(after)));

interface Named {
  /** Undefined: a window from before ids were stored, or a new one. */
  readonly id: number | undefined;
  readonly name: string;
}

/**
 * Pairs windows by id, and the others by name, because a client may replace all windows of a quote.
 */
export function pairWindows<Old extends Named, New extends Named>(then: readonly Old[], now: readonly New[]) {
  const left = new Set(now);
  const byId = new Map(now.flatMap((one) => (one.id === undefined ? [] : [[one.id, one]])));
  const take = (one: New | undefined): New | undefined => (one && left.delete(one) ? one : undefined);
  const withIds = then.map((old) => ({ old, now: take(old.id === undefined ? undefined : byId.get(old.id)) }));
  return withIds.flatMap(({ old, now: same }) => {
    const found = same ?? take([...left].find(({ name }) => name === old.name));
    return found ? [{ old, now: found }] : [];
  });
}

/** The value that represents a whole window that was added or removed. */
export const WINDOW = "Window";

interface Worded<Old, New> {
  /** The differences of a window that is in both states. */
  readonly texts: (old: Old, now: New) => Texts[];
  /** An added or removed window in one line. */
  readonly whole: (window: Old | New) => string;
}

/** The differences of all windows: in the new order, the removed windows last. */
export function windowDifferences<Old extends Named, New extends Named>(
  then: readonly Old[],
  now: readonly New[],
  { texts, whole }: Worded<Old, New>,
): Difference[] {
  const pairs = pairWindows(then, now);
  const gone = then.filter((one) => !pairs.some(({ old }) => old === one));
  return [
    ...now.flatMap((one): Difference[] => {
      const pair = pairs.find((each) => each.now === one);
      if (!pair) return [{ window: one.name, what: WINDOW, before: "", after: whole(one) }];
      return texts(pair.old, one).map((difference) => ({ window: one.name, ...difference }));
    }),
    ...gone.map((one) => ({ window: one.name, what: WINDOW, before: whole(one), after: "" })),
  ];
}
