import { clsx } from "clsx";
import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";

/** The line that opens and closes a `details` element, with a mark that turns as it opens. */
export const Summary = ({ className, children }: { className?: string; children: ReactNode }) => (
  <summary className={clsx("flex min-h-control list-none items-center gap-1 [&::-webkit-details-marker]:hidden", className)}>
    <ChevronRight aria-hidden className="size-4 shrink-0 transition-transform duration-150 [[open]>summary>&]:rotate-90 print:hidden" />
    {children}
  </summary>
);
