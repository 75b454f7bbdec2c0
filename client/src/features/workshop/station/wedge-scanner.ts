import { useEffect, useEffectEvent } from "react";

/**
 * A wedge scanner types a code within a few hundredths of a second; a hand takes longer per key.
 */
const MOST_BETWEEN_KEYS_MS = 60;
/** Shorter texts are not a label. */
const LEAST_LETTERS = 5;
const TYPED_IN = "input, textarea, select, [contenteditable=true]";

/**
 * Calls `onCode` with a text that a scanner types like a keyboard: fast keys that end with Enter,
 * while no field has the focus (rule W106).
 */
export function useWedgeScanner(onCode: (code: string) => void): void {
  const report = useEffectEvent(onCode);
  useEffect(() => {
    let text = "";
    let last = Number.NEGATIVE_INFINITY;
    const hear = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (event.target instanceof Element && event.target.matches(TYPED_IN)) return;
      if (event.timeStamp - last > MOST_BETWEEN_KEYS_MS) text = "";
      last = event.timeStamp;
      if (event.key === "Enter") {
        const code = text;
        text = "";
        if (code.length < LEAST_LETTERS) return;
        // Enter would also press the focused button.
        event.preventDefault();
        event.stopPropagation();
        report(code);
      } else if (event.key.length === 1) {
        // A space within a code would press the focused button.
        if (event.key === " " && text !== "") event.preventDefault();
        text += event.key;
      }
    };
    document.addEventListener("keydown", hear, { capture: true });
    return () => document.removeEventListener("keydown", hear, { capture: true });
  }, []);
}
