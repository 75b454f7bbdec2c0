/**
 * Stops key events while a person composes a character (Japanese, Chinese, Korean, accents),
 * because Enter, Escape and arrows then belong to the input method. It runs before any handler of
 * the portal or of its libraries, so that a new handler needs no check of its own. Safari sends the
 * last Enter after the composition has ended, with the key code 229. Call this once, before React
 * renders.
 */
export function ignoreComposingKeys(target: Window = window): void {
  const stop = (event: KeyboardEvent) => {
    if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation();
  };
  for (const type of ["keydown", "keyup"] as const) target.addEventListener(type, stop, { capture: true });
}
