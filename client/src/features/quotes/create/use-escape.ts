import { useEffect, useEffectEvent } from "react";

/**
 * Escape closes what is open inside a dialog, and the dialog stays. Radix listens on the document while the key is still on its
 * way down, so only the window hears it earlier.
 */
export function useEscape(active: boolean, onEscape: () => void) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    onEscape();
  });
  useEffect(() => {
    if (!active) return;
    window.addEventListener("keydown", onKey, { capture: true });
    return () => window.removeEventListener("keydown", onKey, { capture: true });
  }, [active]);
}
