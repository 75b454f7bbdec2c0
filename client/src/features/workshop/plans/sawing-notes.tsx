import type { ReactNode } from "react";
import { linkClass } from "#client/components/ui/control/button.tsx";

/** The notes on sawing, the same for every plan. The paper prints them; the screen has them behind a press. */
export const SawingNotes = ({ children }: { children: ReactNode }) => (
  <details>
    <summary className={`${linkClass} inline-flex min-h-control cursor-pointer items-center`}>How to saw it</summary>
    <p>{children}</p>
  </details>
);
