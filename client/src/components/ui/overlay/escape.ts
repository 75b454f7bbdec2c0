import type { KeyboardEvent as ReactKeyboardEvent } from "react";

/** What Escape is for while it is open. */
const LAYERS = "[role=dialog], [role=alertdialog], [role=menu]";
const passedOn = new WeakSet<Event>();

/**
 * Radix gives Escape to the layer that came last, and a toast comes last. The one who presses it in a dialog means the dialog: the toast passes
 * it on, and goes by itself.
 */
export function passEscapeOn(event: KeyboardEvent): void {
  if (!(event.target instanceof Element) || !event.target.closest(LAYERS)) return;
  event.preventDefault();
  passedOn.add(event);
}

/** For `onKeyDown` of a layer: closes it by an Escape that a toast passed on. Of layers within each other the inner one takes it. */
export const takeEscape = (close: () => void) => (event: ReactKeyboardEvent) => {
  if (passedOn.delete(event.nativeEvent)) close();
};
