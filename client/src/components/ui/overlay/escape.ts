import type { KeyboardEvent as ReactKeyboardEvent } from "react";

/** While one of these has the focus, Escape closes it. */
const LAYERS = "[role=dialog], [role=alertdialog], [role=menu]";
const passedOn = new WeakSet<Event>();

/**
 * Radix gives Escape to the layer that opened last, which may be a toast. Pressed in a dialog, it is meant for the dialog:
 * the toast passes it on.
 */
export function passEscapeOn(event: KeyboardEvent): void {
  if (!(event.target instanceof Element) || !event.target.closest(LAYERS)) return;
  event.preventDefault();
  passedOn.add(event);
}

/**
 * For `onKeyDown` of a layer: closes it on an Escape that a toast passed on. Of nested layers the
 * inner one closes.
 */
export const takeEscape = (close: () => void) => (event: ReactKeyboardEvent) => {
  if (passedOn.delete(event.nativeEvent)) close();
};
