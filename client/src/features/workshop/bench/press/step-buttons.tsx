import { clsx } from "clsx";
import { Check } from "lucide-react";
import { useId } from "react";
import { eachStep, PIECE_STEP_LABEL, PIECE_STEPS, type PieceStep } from "#shared/domain/window/saw/pieces.ts";
import { ProgressSteps } from "../../board/progress-steps.tsx";
import { formatPieceAddress, type PieceState } from "../pieces.ts";

export type WaitOf = (piece: PieceState) => string | undefined;

/** `Kitchen 1 of 2 waits for 1 louvre`: the shutters that cannot be packed yet. */
export const waitsInWords = (pieces: readonly PieceState[], waitOf: WaitOf, nameOf: (piece: PieceState) => string): string =>
  pieces
    .flatMap((piece) => {
      const wait = waitOf(piece);
      return wait ? [`${nameOf(piece)} ${wait}`] : [];
    })
    .join("; ");

type StepButtonsProps = {
  /** The name of the shutters, such as "Kitchen left" or "Shutter 2 of 4". */
  label: string;
  pieces: readonly PieceState[];
  /** Returns why a shutter cannot be packed: `waits for 1 louvre`; undefined if it can. */
  waitOf?: WaitOf | undefined;
  /** The name of one of several shutters; its address without one. */
  nameOf?: ((piece: PieceState) => string) | undefined;
  /** Absent for people who may only read. */
  onPress?: ((step: PieceStep, done: boolean) => void) | undefined;
};

/**
 * The four steps of some shutters. A press marks the step for all of them, or unmarks it if all
 * have it. People who may not mark read the steps as text.
 */
export function StepButtons({ label, pieces, waitOf, nameOf = formatPieceAddress, onPress }: StepButtonsProps) {
  const reasonId = useId();
  const count = (step: PieceStep) => pieces.filter((piece) => piece[step]).length;
  const waiting = pieces.filter((piece) => waitOf?.(piece));
  const unpacked = waiting.filter(({ packed }) => !packed);
  const reason = waitOf && (pieces.length === 1 ? waiting.map(waitOf).join() : waitsInWords(waiting, waitOf, nameOf));
  // A step that can't be pressed must not look like a button.
  if (!onPress)
    return (
      <fieldset className="min-w-0">
        <legend className="sr-only">{label}</legend>
        <ProgressSteps progress={eachStep(count)} of={pieces.length} />
      </fieldset>
    );
  return (
    <fieldset className="grid min-w-0 grid-cols-4 gap-1" aria-describedby={reason ? reasonId : undefined}>
      <legend className="sr-only">{label}</legend>
      {PIECE_STEPS.map((step) => {
        const done = count(step);
        const all = done === pieces.length;
        const words = (
          <>
            {PIECE_STEP_LABEL[step]}{" "}
            {/* The tick is beside the count, as on the board: a phone has no room for it beside the
                longest word. */}
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
        return (
          <button
            key={step}
            type="button"
            aria-pressed={all || (done > 0 && "mixed")}
            disabled={step === "packed" && !all && done + unpacked.length === pieces.length}
            onClick={() => onPress(step, !all)}
            className={clsx(
              look,
              "transition-colors duration-150 select-none disabled:pointer-events-none disabled:opacity-50",
              !all && "bg-surface hover:bg-raised",
            )}
          >
            {words}
          </button>
        );
      })}
      {reason && (
        <p id={reasonId} className="col-span-4 text-right text-sm wrap-anywhere text-warning">
          {pieces.length === 1 ? `Packed ${reason}` : reason}
        </p>
      )}
    </fieldset>
  );
}
