import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { PieceState } from "./pieces.ts";
import { foldId } from "./window-work.tsx";

/**
 * Up to this many windows are all open; a larger order folds every window except the current one.
 */
const MOST_OPEN = 12;

/**
 * The open windows: in a small order all that are not shipped; in a large one at first the first
 * window that is not packed.
 */
export function useOpenWindows(
  windows: number,
  { pieces, isShipped }: { readonly pieces: readonly PieceState[] | undefined; readonly isShipped: (itemId: number) => boolean },
) {
  const folds = windows > MOST_OPEN;
  const [open, setOpen] = useState<ReadonlySet<number> | null>(null);
  const current = useMemo(() => pieces?.find((piece) => !piece.packed)?.itemId, [pieces]);
  // The open window stays open, so that marking its last shutter does not move to the next window.
  const [first, setFirst] = useState(current);
  if (first === undefined && current !== undefined) setFirst(current);
  const visible = open ?? new Set(first === undefined ? [] : [first]);
  const latest = useRef(visible);
  useEffect(() => {
    latest.current = visible;
  });
  const toggle = useCallback((itemId: number) => {
    const before = latest.current;
    flushSync(() => setOpen(new Set(before.has(itemId) ? [...before].filter((each) => each !== itemId) : [...before, itemId])));
    document.getElementById(foldId(itemId))?.focus();
  }, []);
  return {
    isOpen: (itemId: number) => (folds ? visible.has(itemId) : !isShipped(itemId) || open?.has(itemId) === true),
    toggleOf: (itemId: number) => (folds || isShipped(itemId) ? toggle : undefined),
    folds,
    openOnly: (id: number) => setOpen(new Set([id])),
  };
}
