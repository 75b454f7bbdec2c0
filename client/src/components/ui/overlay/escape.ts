import type { KeyboardEvent as ReactKeyboardEvent } from "react";

/** Escape closes one of these layers while the focus is inside. */
const LAYERS = "[role=dialog], [role=alertdialog], [role=menu]";
const passedOn = new WeakSet<Event>();

/**
 * Radix delivers Escape to the layer that opened last, which may be a toast. Escape in a dialog is
 * for the dialog, so the toast passes it on.
 */
export function passEscapeOn(event: KeyboardEvent): void {
  if (!(event.target instanceof Element) || !event.target.closest(LAYERS)) return;
  event.preventDefault();
  passedOn.add(event);
}

/**
 * Returns an `onKeyDown` handler for a layer: it closes on an Escape that a toast passed on. Of
 * nested layers the inner one closes.
 */
export const closeOnEscape = (close: () => void) => (event: ReactKeyboardEvent) => {
  if (passedOn.delete(event.nativeEvent)) close();
};
