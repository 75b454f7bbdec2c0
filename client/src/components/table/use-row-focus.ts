import { type FocusEvent, type RefObject, useEffect, useRef } from "react";
import { focusHeading, isFocusLost } from "#client/lib/focus-heading.ts";

type Key = string | number;

/** When the row that has the focus goes (it was deleted), the one in its place gets it; with the last row, the heading. */
export function useRowFocus(body: RefObject<HTMLElement | null>, keys: readonly Key[]) {
  const at = useRef<{ key: Key | undefined; index: number } | null>(null);

  // After each drawing: rows come and go for many reasons.
  useEffect(() => {
    const last = at.current;
    if (!last || keys.some((key) => key === last.key) || !isFocusLost()) return;
    at.current = null;
    const row = body.current?.children[Math.min(last.index, keys.length - 1)];
    const control = row?.querySelector<HTMLElement>("button, a[href]");
    if (control) control.focus();
    else focusHeading();
  });
  useEffect(
    () => () => {
      if (at.current && isFocusLost()) focusHeading();
    },
    [],
  );

  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      const row = body.current?.contains(target) ? target.closest("tr") : null;
      const index = row && body.current ? [...body.current.children].indexOf(row) : -1;
      if (index >= 0) at.current = { key: keys[index], index };
    },
    // An element that is taken away leaves for nowhere.
    onBlur: ({ relatedTarget }: FocusEvent<HTMLElement>) => {
      if (relatedTarget) at.current = null;
    },
  };
}
