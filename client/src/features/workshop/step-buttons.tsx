import { clsx } from "clsx";
import { Check } from "lucide-react";
import { PIECE_STEP_LABEL, PIECE_STEPS, type PieceStep } from "#shared/domain/pieces.ts";
import type { PieceState } from "./pieces.ts";

type StepButtonsProps = {
  /** Whose steps they are: "Kitchen left", "Shutter 2 of 4". */
  label: string;
  pieces: readonly PieceState[];
  /** Absent for those who only read. */
  onPress?: ((step: PieceStep, done: boolean) => void) | undefined;
};

/** The four steps of some shutters. A press does one for all of them, or takes it back where all have it. */
export function StepButtons({ label, pieces, onPress }: StepButtonsProps) {
  return (
    <fieldset className="grid min-w-0 grid-cols-4 gap-1">
      <legend className="sr-only">{label}</legend>
      {PIECE_STEPS.map((step) => {
        const done = pieces.filter((piece) => piece[step]).length;
        const all = done === pieces.length;
        const words = (
          <>
            {PIECE_STEP_LABEL[step]}{" "}
            {/* The tick stands by the count, as on the board: beside the longest word a phone has no room for it. */}
            {(all || pieces.length > 1) && (
              <span className={clsx("flex items-center gap-1 text-xs tabular-nums", !all && "text-muted")}>
                {pieces.length > 1 && `${done} of ${pieces.length}`}
                {all && <Check aria-hidden className="size-3.5 shrink-0" />}
              </span>
            )}
          </>
        );
        const look = clsx(
          "flex min-h-12 min-w-0 flex-col items-center justify-center rounded border px-1 py-1 text-xs sm:text-sm",
          all ? "border-transparent bg-positive-soft font-medium text-positive" : done > 0 ? "border-positive" : "border-border-strong",
        );
        if (!onPress)
          return (
            <span key={step} className={look}>
              {words}
              {pieces.length === 1 && <span className="sr-only">{all ? "done" : "not done"}</span>}
            </span>
          );
        return (
          <button
            key={step}
            type="button"
            aria-pressed={all || (done > 0 && "mixed")}
            onClick={() => onPress(step, !all)}
            className={clsx(look, "transition-colors duration-150 select-none", !all && "bg-surface hover:bg-raised")}
          >
            {words}
          </button>
        );
      })}
    </fieldset>
  );
}
