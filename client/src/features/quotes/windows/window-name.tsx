import { CircleAlert, TriangleAlert } from "lucide-react";
import type { QuoteForm } from "../form/use-quote-form.ts";

/** A window's name in a list, with a mark for an error or an unconfirmed check. */
export function WindowName({ row, place }: { row: QuoteForm["rows"][number]; place: number }) {
  const { window, wrong, unchecked } = row;
  return (
    <span className="flex min-w-0 items-center gap-1.5 font-medium">
      {wrong && <CircleAlert aria-hidden className="size-4 shrink-0 text-danger" />}
      {unchecked && !wrong && <TriangleAlert aria-hidden className="size-4 shrink-0 text-warning" />}
      <span className="truncate" title={window.name}>
        {window.name.trim() || `Window ${place + 1}`}
      </span>
      {wrong && <span className="sr-only">, has errors</span>}
      {unchecked && !wrong && <span className="sr-only">, has a measure to check</span>}
    </span>
  );
}
