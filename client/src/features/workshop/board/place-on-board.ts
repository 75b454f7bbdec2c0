import { useLayoutEffect, useState } from "react";
import { useSearch } from "wouter";
import { useUser } from "#client/lib/session.ts";

interface Place {
  /** The person's id and the board's filters. */
  readonly board: string;
  readonly top: number;
  /** The path that was opened from the board. */
  readonly path: string;
}
let lastPlace: Place | undefined;

/**
 * Stores the board's scroll position when a row is opened, so that returning to the board restores
 * it (`app/arrival.tsx`).
 */
export function usePlaceOnBoard() {
  const board = `${useUser().id}?${useSearch()}`;
  const [place] = useState(() => (lastPlace?.board === board ? lastPlace : undefined));
  useLayoutEffect(
    () => () => {
      const path = window.location.pathname;
      lastPlace = path.startsWith("/workshop/") ? { board, top: window.scrollY, path } : undefined;
    },
    [board],
  );
  return place && { "data-left-at": place.top, "data-left-for": place.path };
}
