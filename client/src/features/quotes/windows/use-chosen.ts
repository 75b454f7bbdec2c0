import { useState } from "react";

const NONE: ReadonlySet<number> = new Set();

/** Which windows are chosen, by their places. With Shift it is all from the last one that was pressed to this one. */
export function useChosen(count: number) {
  const [chosen, setChosen] = useState(NONE);
  const [last, setLast] = useState(0);
  return {
    chosen,
    all: chosen.size === count,
    toggle: (place: number, upTo: boolean) => {
      const next = new Set(chosen);
      const on = !chosen.has(place);
      const [from, to] = upTo ? [Math.min(last, place), Math.max(last, place)] : [place, place];
      for (let each = from; each <= to; each += 1) on ? next.add(each) : next.delete(each);
      setChosen(next);
      setLast(place);
    },
    toggleAll: () => setChosen(chosen.size === count ? NONE : new Set(Array.from({ length: count }, (_, place) => place))),
    set: setChosen,
  };
}
