import { useEffect, useState } from "react";
import { loadAhead } from "#client/lib/load-ahead.ts";

type Openness = { open: boolean; onOpenChange: (open: boolean) => void };

/**
 * For a button that opens what is fetched apart from it: when the browser is idle, and at the latest when the button is approached. It is
 * mounted then, closed, so that it knows whether a key or the pointer opens it.
 */
export function useOpener(load: () => Promise<unknown>, { open, onOpenChange }: Openness) {
  const [wanted, setWanted] = useState(open);
  useEffect(() => loadAhead(load), [load]);
  const want = () => setWanted(true);
  const opener = {
    "aria-expanded": open,
    onPointerEnter: want,
    onFocus: want,
    onClick: () => {
      want();
      onOpenChange(!open);
    },
  };
  return { wanted, opener };
}
