import { clsx } from "clsx";
import { CircleCheck, TriangleAlert } from "lucide-react";
import { Button } from "#client/components/ui/control/button.tsx";
import { fixInWords } from "#shared/domain/window/text/check-fixes.ts";
import {
  CHECKS,
  type CheckCause,
  type CheckId,
  groupByCause,
  knownChecks,
  type MeasurementWarning,
} from "#shared/domain/window/text/measurement-checks.ts";

type MeasurementWarningsProps = {
  /** The id for the field's `aria-describedby`. */
  id?: string;
  warnings: readonly MeasurementWarning[];
  kept: readonly string[];
  onKeep: (ids: readonly CheckId[], kept: boolean) => void;
  onMend: (warning: MeasurementWarning) => void;
  /** The checks that a button has fixed, each with a way to undo it. */
  mended: readonly MendedNote[];
  className?: string;
};

type MendedNote = { readonly said: string; readonly onUndo: () => void };

/**
 * Questions about an unusual measure, one for each cause. They never block: a person can press "I have checked this",
 * which is recorded.
 */
export function MeasurementWarnings({ id, warnings, kept: keptIds, onKeep, onMend, mended, className }: MeasurementWarningsProps) {
  // The region is rendered even when empty, because screen readers announce changes in a region and
  // not a new region.
  return (
    <div id={id} aria-live="polite" className={clsx("flex flex-col gap-2 empty:sr-only", className)}>
      {groupByCause(warnings).map((cause) => {
        const [first] = cause;
        const ids = cause.map(({ id }) => id);
        const isKept = ids.every((id) => keptIds.includes(id));
        return (
          <div key={first.id} className={clsx("flex gap-2 rounded px-3 py-2 text-xs", isKept ? "bg-raised" : "bg-warning-soft")}>
            <span aria-hidden className="mt-0.5 shrink-0 [&>svg]:size-4">
              {isKept ? <CircleCheck className="text-muted" /> : <TriangleAlert className="text-warning" />}
            </span>
            <div className="min-w-0">
              <CauseWords cause={cause} />
              <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1">
                {!isKept && <MendButton warning={first} onMend={onMend} />}
                <label className="flex min-h-8 items-center gap-2 font-medium pointer-coarse:min-h-control">
                  <input
                    type="checkbox"
                    checked={isKept}
                    onChange={(event) => onKeep(ids, event.target.checked)}
                    className="size-4 shrink-0 accent-accent pointer-coarse:size-5"
                  />
                  I have checked this
                  <span className="sr-only">: {ids.map((id) => CHECKS[id].title).join("; ")}</span>
                </label>
              </div>
            </div>
          </div>
        );
      })}
      {mended.map(({ said, onUndo }) => (
        <MendedCheck key={said} said={said} onUndo={onUndo} className="rounded bg-raised px-3 py-1 text-xs" />
      ))}
    </div>
  );
}

/** States a cause once, and names its other checks. */
export const CauseWords = ({ cause: [first, ...others] }: { cause: CheckCause }) => (
  <>
    <p>{first.sentence}</p>
    {others.length > 0 && <p className="mt-0.5 text-muted">Also: {others.map(({ id }) => CHECKS[id].title).join("; ")}</p>}
  </>
);

type MendButtonProps = { warning: MeasurementWarning; onMend: (warning: MeasurementWarning) => void };

/**
 * Makes the change that a check proposes. Its accessible name includes the check, for a person who
 * hears only the button.
 */
export function MendButton({ warning, onMend }: MendButtonProps) {
  const { id, fix } = warning;
  if (!fix) return null;
  return (
    <Button size="sm" onClick={() => onMend(warning)}>
      {fixInWords(fix).button}
      <span className="sr-only">: {CHECKS[id].title}</span>
    </Button>
  );
}

/** Replaces a check after its button was pressed. */
export function MendedCheck({ said, onUndo, className }: MendedNote & { className?: string }) {
  return (
    <p className={clsx("flex flex-wrap items-center gap-x-2", className)}>
      <CircleCheck aria-hidden className="size-4 shrink-0 text-accent" />
      {said}
      <Button size="sm" variant="ghost" onClick={onUndo}>
        Undo<span className="sr-only">: {said}</span>
      </Button>
    </p>
  );
}

/**
 * Displays the warnings of a stored window that a person has confirmed. A supplier may ask about
 * them before sawing.
 */
export function KeptChecks({ ids }: { ids: readonly string[] }) {
  const checks = knownChecks(ids);
  if (checks.length === 0) return null;
  return (
    <div className="mt-3 flex items-start gap-2 rounded bg-warning-soft px-3 py-2">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
      <div>
        <p className="font-medium">Checked and confirmed by the person who ordered it</p>
        <ul>
          {checks.map((id) => (
            <li key={id}>{CHECKS[id].title}</li>
          ))}
        </ul>
      </div>
    </div>
  );
}
