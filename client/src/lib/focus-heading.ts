/** Where the keyboard and a screen reader go on when what they were at is gone: the heading of the screen. */
export function focusHeading() {
  const heading = document.querySelector<HTMLElement>("main h1") ?? document.querySelector<HTMLElement>("main");
  heading?.setAttribute("tabindex", "-1");
  heading?.focus({ preventScroll: true });
}

/** Something that is gone leaves the focus to the page as a whole, which is nowhere. */
export const isFocusLost = (): boolean => !document.activeElement || document.activeElement === document.body;
