import type { ReactNode } from "react";
import { Summary } from "#client/components/ui/display/summary.tsx";

/**
 * The notes on sawing, the same for every plan. The screen opens them at a press; paper has no
 * press, so the browser's own print has them too.
 */
export const SawingNotes = ({ children }: { children: ReactNode }) => (
  <details className="print:[&::details-content]:[content-visibility:visible]">
    <Summary className="-ml-1 w-fit rounded-sm font-medium text-accent print:hidden">How to saw it</Summary>
    <p>{children}</p>
  </details>
);
