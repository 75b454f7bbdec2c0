const TAKES_LETTERS = "input, select, textarea, [contenteditable=true], [role=menu]";
const OVER_THE_SCREEN = "[role=dialog], [role=alertdialog], [role=menu]";

/** Returns true while a dialog or menu is open, which then handles the keys. */
export const isOverlaid = (): boolean => document.querySelector(OVER_THE_SCREEN) !== null;

/** Returns true for a key outside fields and menus that is not a browser's shortcut. */
export const isOutsideFields = (event: KeyboardEvent): boolean =>
  !(event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) &&
  !(event.target instanceof Element && event.target.closest(TAKES_LETTERS));

/** Returns true for a key that the screen handles: no dialog or menu is open either. */
export const isScreenKey = (event: KeyboardEvent): boolean => isOutsideFields(event) && !isOverlaid();

/** Returns the shortcut's name. Apple's keyboards have another modifier key. */
export const searchShortcut = (): string => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘K" : "Ctrl K");
