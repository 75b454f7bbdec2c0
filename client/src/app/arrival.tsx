import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { productName } from "#client/components/ui/display/brand.tsx";
import { focusHeading } from "#client/lib/browser/browser.ts";

interface Visit {
  screens: number;
}
const VisitContext = createContext<Visit>({ screens: 0 });

/** Counts the screens since the page was loaded, across signing in and out. */
export function ArrivalProvider({ children }: { children: ReactNode }) {
  const [visit] = useState<Visit>(() => ({ screens: 0 }));
  return <VisitContext value={visit}>{children}</VisitContext>;
}

/**
 * Names the window after the screen and focuses the screen's heading, where keyboard and screen
 * reader start. The browser itself focuses the first screen after a page load. Each screen needs
 * its own React key.
 */
export function Arrival({ title }: { title: string | null }) {
  const visit = useContext(VisitContext);
  useEffect(() => {
    document.title = title === null ? productName() : `${title} – ${productName()}`;
  }, [title]);
  useEffect(() => {
    // The timer runs after a closing drawer or dialog has returned the focus to the element that
    // opened it.
    const timer = setTimeout(() => {
      visit.screens += 1;
      if (visit.screens <= 1) return;
      // A list that was left for one of its rows returns to the same scroll position and row.
      const list = document.querySelector<HTMLElement>("main [data-left-at]");
      window.scrollTo(0, Number(list?.dataset.leftAt ?? 0));
      const opener = list?.querySelector<HTMLElement>(`a[href="${list.dataset.leftFor}"]`);
      if (opener) opener.focus({ preventScroll: true });
      else focusHeading();
    }, 0);
    return () => clearTimeout(timer);
  }, [visit]);
  return null;
}
