import { useLayoutEffect, useState } from "react";
import { useSearch } from "wouter";
import { useUser } from "#client/lib/session.ts";

interface Place {
  /** Whose board, and what it showed. */
  readonly board: string;
  readonly top: number;
  /** What was opened from it. */
  readonly path: string;
}
let left: Place | undefined;

/** Keeps where the board is left for what stands beneath it, so that whoever comes back goes on there (`app/arrival.tsx`). */
export function usePlaceOnBoard() {
  const board = `${useUser().id}?${useSearch()}`;
  const [place] = useState(() => (left?.board === board ? left : undefined));
  useLayoutEffect(
    () => () => {
      const path = window.location.pathname;
      left = path.startsWith("/workshop/") ? { board, top: window.scrollY, path } : undefined;
    },
    [board],
  );
  return place && { "data-left-at": place.top, "data-left-for": place.path };
}
