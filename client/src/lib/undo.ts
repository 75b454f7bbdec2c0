import { useEffect, useSyncExternalStore } from "react";

/** The time for Undo, during which nobody else has been notified of the action (rule S17). */
export const UNDO_MS = 10_000;

interface Undoable {
  /** The place where the action was done and where its note is displayed. */
  readonly place: string;
  /** The action in words, for example `Kitchen removed`. */
  readonly words: string;
  readonly undo: () => void;
  /**
   * The postponed action. It runs once, unless it is undone. `leaving` means that the page closes
   * and later code will not run.
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
  /** The remaining time while nothing holds the note, and the time at which it began to run. */
  left: number;
  since: number;
  timer?: ReturnType<typeof setTimeout> | undefined;
}

let running: Running | null = null;
let displayedOffer: UndoOffer | null = null;
let lastId = 0;
const listeners = new Set<() => void>();
/** The number of mounted notes at each place. */
const notes = new Map<string, number>();

function show(next: Running | null) {
  running = next;
  displayedOffer = next && { id: next.id, place: next.place, words: next.words };
  const listen = next ? "addEventListener" : "removeEventListener";
  document[listen]("visibilitychange", settleWhenHidden);
  window[listen]("pagehide", settleLeaving);
  for (const listener of listeners) listener();
}

const settleNow = () => void settleUndo();
const settleLeaving = () => void take()?.commit?.({ leaving: true });
/** A hidden page may never become visible again. */
const settleWhenHidden = () => {
  if (document.visibilityState === "hidden") settleNow();
};

/**
 * Offers to undo the last action for ten seconds, longer while the pointer or the focus is on the
 * note. Another action, leaving, hiding or closing the page and another sign-in end the offer.
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
 * Ends the offer (at this place) and runs the postponed action. The promise resolves after the
 * action.
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

/** @returns the element that had the focus at the time of the action */
export function undoLast(): Element | null {
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

/** Returns the offer at a place for the note there. Without a mounted note the offer ends. */
export function useUndoOffer(place: string): UndoOffer | null {
  const offer = useSyncExternalStore(subscribe, () => displayedOffer);
  useEffect(() => {
    notes.set(place, (notes.get(place) ?? 0) + 1);
    return () => {
      notes.set(place, (notes.get(place) ?? 1) - 1);
      // Another note of the place may mount in the same moment.
      queueMicrotask(() => !notes.get(place) && void settleUndo(place));
    };
  }, [place]);
  return offer?.place === place ? offer : null;
}
