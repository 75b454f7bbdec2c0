import { useEffect, useEffectEvent } from "react";
import { receiveScans } from "#client/lib/scans.ts";

/**
 * A wedge scanner types a code within a few hundredths of a second; a hand takes longer per key.
 */
const MOST_BETWEEN_KEYS_MS = 60;
/** A burst of so many keys is a scanner's, which a busy tablet or a slow radio may interrupt. */
const BURST = 3;
const MOST_IN_BURST_MS = 300;
const mostAfter = (keys: readonly unknown[]): number => (keys.length < BURST ? MOST_BETWEEN_KEYS_MS : MOST_IN_BURST_MS);
/** Shorter texts are not a label. */
const LEAST_LETTERS = 5;
const TYPED_IN = "input, textarea, select, [contenteditable=true]";

/**
 * Calls `onCode` with a text that a scanner types like a keyboard: fast keys that end with Enter,
 * while no field has the focus (rule W106). A label's address contains keys of the screen (`/`,
 * `?`, `r`), so each key waits until it is known to be a person's. `onLost` is called for a code
 * whose Enter does not come. A code that the palette's field received comes from there.
 */
export function useWedgeScanner(onCode: (code: string) => void, onLost: () => void): void {
  const report = useEffectEvent(onCode);
  const reportLost = useEffectEvent(onLost);
  useEffect(() => receiveScans(report), []);
  useEffect(() => {
    let waiting: KeyboardEvent[] = [];
    let last = Number.NEGATIVE_INFINITY;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const replayed = new WeakSet<Event>();
    /** Gives a person's keys to the screen; a code without its Enter is dropped. */
    const release = () => {
      clearTimeout(timer);
      const keys = waiting;
      waiting = [];
      if (keys.length >= LEAST_LETTERS) return reportLost();
      for (const { key, code, shiftKey, target } of keys) {
        const again = new KeyboardEvent("keydown", { key, code, shiftKey, bubbles: true, cancelable: true });
        replayed.add(again);
        (target instanceof Element && target.isConnected ? target : document.body).dispatchEvent(again);
      }
    };
    const swallow = (event: KeyboardEvent) => {
      event.preventDefault();
      event.stopPropagation();
    };
    const hear = (event: KeyboardEvent) => {
      if (replayed.has(event) || event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (event.target instanceof Element && event.target.matches(TYPED_IN)) return;
      if (event.timeStamp - last > mostAfter(waiting)) release();
      if (event.key === "Enter") {
        if (waiting.length < LEAST_LETTERS) return release();
        const code = waiting.map(({ key }) => key).join("");
        clearTimeout(timer);
        waiting = [];
        // Enter would also press the focused button.
        swallow(event);
        report(code);
      } else if (event.key.length === 1) {
        last = event.timeStamp;
        // A person's space presses the focused button, which a replayed key would not.
        if (event.key === " " && waiting.length === 0) return;
        swallow(event);
        waiting.push(event);
        clearTimeout(timer);
        // A busy tablet handles a timer before the keys that a scanner has typed meanwhile.
        timer = setTimeout(release, 2 * mostAfter(waiting));
      }
    };
    document.addEventListener("keydown", hear, { capture: true });
    return () => {
      clearTimeout(timer);
      document.removeEventListener("keydown", hear, { capture: true });
    };
  }, []);
}
