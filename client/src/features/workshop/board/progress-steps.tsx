import { clsx } from "clsx";
import { Check } from "lucide-react";
import { PIECE_STEP_LABEL, PIECE_STEPS, type PieceStep } from "#shared/domain/window/saw/pieces.ts";

type Progress = Readonly<Record<PieceStep, number>>;

/**
 * The number of shutters that have completed each step: a figure, a bar, and a tick if all have.
 */
export function ProgressSteps({ progress, of: total, className }: { progress: Progress; of: number; className?: string }) {
  return (
    <dl className={clsx("grid grid-cols-[1fr_1.3fr_1.1fr_1.1fr] gap-x-2 text-xs", className)}>
      {PIECE_STEPS.map((step) => {
        const done = progress[step];
        return (
          <div key={step} className="min-w-0">
            <dt className={clsx("truncate", done === total ? "font-medium text-text" : "text-muted")}>{PIECE_STEP_LABEL[step]}</dt>
            <dd className={clsx("flex items-center gap-1 tabular-nums", done > 0 ? "font-medium" : "text-muted")}>
              {done}/{total}
              {done === total && <Check aria-hidden className="size-3.5 shrink-0 text-positive" />}
            </dd>
            <dd aria-hidden className="pt-1">
              <ShareBar done={done} of={total} className="h-1 w-full" />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** A share as a bar. The figures beside it contain the same information. */
export const ShareBar = ({ done, of: total, className }: { done: number; of: number; className: string }) => (
  <svg aria-hidden viewBox="0 0 100 4" preserveAspectRatio="none" className={clsx("block rounded-full bg-raised", className)}>
    <title>{`${done} of ${total}`}</title>
    <rect width={total === 0 ? 0 : (100 * done) / total} height="4" className="fill-positive" />
  </svg>
);
