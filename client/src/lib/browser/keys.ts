const TAKES_LETTERS = "input, select, textarea, [contenteditable=true], [role=menu]";
const OVER_THE_SCREEN = "[role=dialog], [role=alertdialog], [role=menu]";

/** Whether a dialog or menu is open: keys belong to it. */
export const isOverlaid = (): boolean => document.querySelector(OVER_THE_SCREEN) !== null;

/** Whether a key is pressed for no field or menu, and not as a browser's shortcut. */
export const isNoEntry = (event: KeyboardEvent): boolean =>
  !(event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) &&
  !(event.target instanceof Element && event.target.closest(TAKES_LETTERS));

/** Whether a key is pressed for the screen: no dialog or menu is open either. */
export const meansScreen = (event: KeyboardEvent): boolean => isNoEntry(event) && !isOverlaid();

/** Apple's keyboards have another key for shortcuts. */
export const findKeys = (): string => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘K" : "Ctrl K");
