import { Check, ChevronDown, ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "#client/components/ui/control/button.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";
import { useDelayed } from "#client/components/ui/display/waiting.tsx";
import { countOf } from "#shared/domain/text.ts";
import { colourOfBars, proofInWords } from "#shared/domain/window/saw/bars.ts";
import { barsSawnInWords, type PlanRow, planRows } from "#shared/domain/window/saw/plan-rows.ts";
import type { Profile as CutProfile } from "#shared/domain/window/saw/profiles.ts";
import { buyInWords, piecesInWords, takenInWords, unusualInWords, type usualFigures } from "#shared/domain/window/saw/saw-work.ts";
import { sectionInWords } from "#shared/domain/window/saw/sections.ts";
import { profileName } from "#shared/domain/window/saw/workshop-stock.ts";
import { CutBars, JUST_SAWN_MS, RunToSaw, SawnRun } from "./plan-bar.tsx";
import { mm, type Names, type PlanBar, type PlanProfile } from "./plan-parts.ts";
import type { Sawing } from "./use-sawing.ts";

export const keyOf = ({ profile, section, material, color }: PlanProfile): string =>
  [profile, section.widthMm, section.thicknessMm, material, color].join("\n");

type Row = PlanRow<PlanBar>;

/** The number of rows to saw that are displayed at first, which is more than one session's work. */
const OPEN_ROWS = 20;

type ProfileAtSawProps = {
  profile: PlanProfile;
  usual: ReturnType<typeof usualFigures>;
  names: Names;
  /** Absent on a preview, whose bars cannot be marked. */
  sawing?: Sawing | undefined;
  again: string;
  open: boolean;
  onToggle: () => void;
};

/** The bars of one kind: the common facts and the progress once, then row by row. */
export function ProfileAtSaw({ profile, usual, names, sawing, again, open, onToggle }: ProfileAtSawProps) {
  const { section, material, color, bars, stockMm, tooLong } = profile;
  const [heading, content] = [useId(), useId()];
  const [whole, setWhole] = useState(false);
  const rows = planRows(bars, names.notMade);
  const remaining = rows.filter(({ state }) => state === "saw");
  const end = whole || remaining.length <= OPEN_ROWS ? rows.length : rows.indexOf(remaining[OPEN_ROWS] as Row);
  const hidden = rows.slice(end).reduce((sum, { bars: run }) => sum + run.length, 0);
  const barsIn = (some: readonly Row[]) => some.reduce((sum, { bars: run }) => sum + run.length, 0);
  const sawn = barsIn(rows.filter(({ state }) => state === "sawn"));
  const isAllSawn = sawing !== undefined && bars.length > 0 && remaining.length === 0;
  const isPressed = ({ bars: run }: Row) => run.some(({ bar }) => sawing?.lastPress.includes(bar));
  const isLater = useDelayed(isAllSawn && rows.some(isPressed), JUST_SAWN_MS);
  // A section that has just folded still offers Undo, and says why an undo was refused.
  const fresh = rows.filter((row) => (isPressed(row) && !isLater) || row.bars.some(({ bar }) => sawing?.failureOf(bar)));
  const rowOf = ({ state, bars: run }: Row) => {
    const [first] = run;
    if (!first) return null;
    if (state === "done") return <CutBars key={first.bar} run={run} names={names} sawing={sawing} />;
    if (state === "sawn") return <SawnRun key={first.bar} run={run} names={names} sawing={sawing} />;
    return <RunToSaw key={first.bar} run={run} profile={profile} names={names} sawing={sawing} again={again} />;
  };
  // Sawn bars are bought already, as the paper counts them.
  const unsawn = { ...profile, bars: remaining.flatMap(({ bars: run }) => run) };
  const bought = isAllSawn && tooLong.length === 0 ? null : buyInWords(sawing ? unsawn : profile, usual);
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    <section aria-labelledby={heading} className="mt-6">
      <div className="mb-3">
        <h2>
          <button
            type="button"
            aria-expanded={open}
            aria-controls={content}
            onClick={onToggle}
            className="flex min-h-control w-full items-center gap-x-2 text-left max-sm:grid max-sm:grid-cols-[auto_minmax(0,1fr)]"
          >
            <Chevron aria-hidden className="size-5 shrink-0 text-muted print:hidden" />
            <span id={heading} className="min-w-0 text-lg font-semibold wrap-anywhere">
              {profileName(profile.profile as CutProfile)} · {material} · {colourOfBars(color)}
            </span>{" "}
            {bars.length > 0 && (
              <span className="ml-auto inline-flex items-center gap-1 text-sm whitespace-nowrap text-muted tabular-nums max-sm:col-start-2 max-sm:ml-0">
                {isAllSawn && <Check aria-hidden className="size-4 text-positive" />}
                {sawing ? barsOfSection({ sawn, left: barsIn(remaining) }) : countOf(bars.length, "bar")}
              </span>
            )}
          </button>
        </h2>
        <p className="pl-7 text-sm text-muted tabular-nums print:pl-0">
          {[sectionInWords(section), bought, takenInWords(profile), unusualInWords(profile, usual)]
            .filter((words) => words !== null)
            .join("; ")}
          {!sawing && bars.length > 0 && `; ${proofInWords(profile)}`}
        </p>
      </div>
      <div id={content} hidden={!open}>
        {open && (
          <>
            {tooLong.length > 0 && (
              <Alert tone="warning" className="mb-3">
                Longer than {mm(stockMm)} mm, on no bar: {piecesInWords(tooLong, names.windowOf).join(" · ")}
              </Alert>
            )}
            <ol className="grid gap-2">{rows.slice(0, end).map(rowOf)}</ol>
            {end < rows.length && (
              <Button className="mt-3" onClick={() => setWhole(true)}>
                Show the other {countOf(hidden, "bar")}
              </Button>
            )}
          </>
        )}
      </div>
      {!open && isAllSawn && fresh.length > 0 && <ol className="grid gap-2">{fresh.map(rowOf)}</ol>}
    </section>
  );
}

/** Describes a section's progress as a plan's, with the number of its bars: `all 4 bars sawn`. */
function barsOfSection({ sawn, left }: { readonly sawn: number; readonly left: number }): string {
  if (left > 0) return `${sawn.toLocaleString("en-GB")} of ${countOf(sawn + left, "bar")}`;
  return sawn === 0 ? barsSawnInWords({ sawn, left }) : `${sawn > 1 ? "all " : ""}${countOf(sawn, "bar")} sawn`;
}
