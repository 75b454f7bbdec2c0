import type { ReactNode } from "react";
import { linkClass } from "#client/components/ui/control/button.tsx";

/** What every plan says about sawing. The paper prints it; on the screen it is behind a press. */
export const SawingNotes = ({ children }: { children: ReactNode }) => (
  <details>
    <summary className={`${linkClass} inline-flex min-h-control cursor-pointer items-center`}>How to saw it</summary>
    <p>{children}</p>
  </details>
);
