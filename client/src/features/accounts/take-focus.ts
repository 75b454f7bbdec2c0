/** A ref for what replaces the thing that had the focus, so that the keyboard and a screen reader go on from there. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus();
