import { useEffect, useSyncExternalStore } from "react";

/** So long can be undone what nobody was told of yet (rule S17). */
export const UNDO_MS = 10_000;

/** What was just done. */
interface Undoable {
  /** Where its note stands: where it was done. */
  readonly place: string;
  /** `Kitchen removed` */
  readonly words: string;
  readonly undo: () => void;
  /**
   * What was put off meanwhile. Runs once, unless it is undone. `leaving`: the page is going, and
   * nothing runs after this.
   */
  readonly commit?: (how: { readonly leaving: boolean }) => unknown;
}
interface UndoOffer {
  readonly id: number;
  readonly place: string;
  readonly words: string;
}
type Hold = "pointer" | "focus";

interface Running extends Undoable {
  readonly id: number;
  readonly focused: Element | null;
  readonly holds: Set<Hold>;
  /** How long it still has while nothing holds it, and since when it runs. */
  left: number;
  since: number;
  timer?: ReturnType<typeof setTimeout> | undefined;
}

let running: Running | null = null;
let shown: UndoOffer | null = null;
let lastId = 0;
const listeners = new Set<() => void>();
/** How many notes stand at each place. */
const notes = new Map<string, number>();

function show(next: Running | null) {
  running = next;
  shown = next && { id: next.id, place: next.place, words: next.words };
  const listen = next ? "addEventListener" : "removeEventListener";
  document[listen]("visibilitychange", settleWhenHidden);
  window[listen]("pagehide", settleLeaving);
  for (const listener of listeners) listener();
}

const settleNow = () => void settleUndo();
const settleLeaving = () => void take()?.commit?.({ leaving: true });
/** A page that is out of sight may never be seen again. */
const settleWhenHidden = () => {
  if (document.visibilityState === "hidden") settleNow();
};

/**
 * Offers to undo the last action for ten seconds, longer while the pointer or the focus is on the
 * note. Another action settles it. Leaving, hiding or closing the page does too, and another
 * sign-in.
 */
export function offerUndo(undoable: Undoable): void {
  settleNow();
  lastId += 1;
  show({ ...undoable, id: lastId, focused: document.activeElement, holds: new Set(), left: UNDO_MS, since: 0 });
  run();
}

function run() {
  if (!running || running.holds.size > 0) return;
  running.since = performance.now();
  running.timer = setTimeout(settleNow, running.left);
}

/**
 * Nothing can be undone any more (at this place): what was put off happens. Resolves once it has.
 */
export async function settleUndo(place?: string): Promise<void> {
  const offer = take(place);
  await offer?.commit?.({ leaving: false });
}

function take(place?: string): Running | null {
  if (!running || (place !== undefined && running.place !== place)) return null;
  const offer = running;
  clearTimeout(offer.timer);
  show(null);
  return offer;
}

/** @returns what had the focus when it was done */
export function undoIt(): Element | null {
  const offer = take();
  offer?.undo();
  return offer?.focused ?? null;
}

export function holdUndo(hold: Hold): void {
  if (!running) return;
  if (running.holds.size === 0) {
    clearTimeout(running.timer);
    running.left -= performance.now() - running.since;
  }
  running.holds.add(hold);
}

export function releaseUndo(by: Hold): void {
  if (running?.holds.delete(by)) run();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * What can be undone at a place, for the note that stands there. Without a note nothing stays
 * undoable.
 */
export function useUndoOffer(place: string): UndoOffer | null {
  const offer = useSyncExternalStore(subscribe, () => shown);
  useEffect(() => {
    notes.set(place, (notes.get(place) ?? 0) + 1);
    return () => {
      notes.set(place, (notes.get(place) ?? 1) - 1);
      // Another note of the place may take its turn at once.
      queueMicrotask(() => !notes.get(place) && void settleUndo(place));
    };
  }, [place]);
  return offer?.place === place ? offer : null;
}
