import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { productName } from "#client/components/ui/display/brand.tsx";
import { focusHeading } from "#client/lib/browser.ts";

interface Visit {
  screens: number;
}
const VisitContext = createContext<Visit>({ screens: 0 });

/** Counts the screens of a visit, across signing in and out. */
export function ArrivalProvider({ children }: { children: ReactNode }) {
  const [visit] = useState<Visit>(() => ({ screens: 0 }));
  return <VisitContext value={visit}>{children}</VisitContext>;
}

/**
 * Put beside a screen's content, with a key for each screen: names the window, and takes the focus to the heading, so that the
 * keyboard and a screen reader start where the eye does. On the first screen the browser has already done so.
 */
export function Arrival({ title }: { title: string | null }) {
  const visit = useContext(VisitContext);
  useEffect(() => {
    document.title = title === null ? productName() : `${title} – ${productName()}`;
  }, [title]);
  useEffect(() => {
    // After a drawer or dialog that led here has given the focus back to what opened it.
    const timer = setTimeout(() => {
      visit.screens += 1;
      if (visit.screens <= 1) return;
      window.scrollTo(0, 0);
      focusHeading();
    }, 0);
    return () => clearTimeout(timer);
  }, [visit]);
  return null;
}
