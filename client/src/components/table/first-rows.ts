import { useDeferredValue } from "react";
import { isPhone } from "#client/lib/browser/browser.ts";

/** More rows than a phone displays at once. */
const FIRST_ROWS = 12;

/**
 * On a phone a list draws the rows of the first screen, and the others after them, because fifty
 * rows at once hold a slow phone back for most of a second. On wider screens all rows decide which
 * columns fit, so they are drawn together.
 */
export function useFirstRows<Row>(rows: readonly Row[]): readonly Row[] {
  const drawsAll = useDeferredValue(true, !isPhone());
  return drawsAll ? rows : rows.slice(0, FIRST_ROWS);
}
