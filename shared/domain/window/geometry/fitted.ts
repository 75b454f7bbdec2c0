import { inMillimetres } from "#shared/domain/length.ts";
import type { Hang } from "#shared/domain/window/fields/panels.ts";
import { inTenths, USUAL_CLEARANCES } from "#shared/domain/window/saw/clearances.ts";
import { addExact, divideExact, type Exact, exact, subtractExact, toHalves } from "./exact.ts";
import type { MadeRise } from "./made-rise.ts";
import { madeRiseOf } from "./making.ts";
import { layOutWindow, type Panel, type WindowLayout, type WindowToDraw } from "./window-layout.ts";

/**
 * Panels between two faces. A face belongs to the frame or a post, or is the edge of the opening at
 * a missing side.
 */
export interface Run {
  readonly opening: Exact;
  /** The gaps before the first panel, between each two, and behind the last. */
  readonly gaps: readonly Exact[];
  /** The overlap of each two neighbouring panels. */
  readonly laps: readonly Exact[];
  readonly nominal: Exact;
  /** The cut width; all panels of a run are cut equally wide. */
  readonly width: Exact;
  readonly panels: readonly Panel[];
}

/** A window as its parts are cut (rule M15). No length is rounded. */
export interface Fitted {
  readonly layout: WindowLayout;
  readonly runs: readonly Run[];
  readonly height: Exact;
  readonly rise: MadeRise;
  /** The clearances above and below the panels. */
  readonly ends: { readonly above: Exact; readonly below: Exact };
}

/**
 * Subtracts the clearances from a window's layout. The numbers of panels, posts and louvres stay as
 * they are drawn.
 */
export function fitWindow(item: WindowToDraw, layout = layOutWindow(item)): Fitted {
  const off = inTenths(item.clearances ?? USUAL_CLEARANCES);
  const [above, below] = layout.track ? [off.trackHead, off.trackFoot] : [off.head, off.foot];
  const gaps = { hinge: exact(off.hinge), meeting: exact(off.meeting) };
  return {
    layout,
    runs: runsOf(layout).map(({ opening, panels }) =>
      panels.some(({ hang }) => hang === "slides") ? slidingRun(opening, panels, gaps) : hungRun(opening, panels, gaps, exact(off.rebate)),
    ),
    height: exact((layout.panels[0]?.height ?? 0) - above - below),
    rise: madeRiseOf(item),
    ends: { above: exact(above), below: exact(below) },
  };
}

interface Gaps {
  readonly hinge: Exact;
  readonly meeting: Exact;
}

/** Divides the opening at its posts. */
function runsOf({ opening, panels, posts }: WindowLayout) {
  const starts = [opening.x, ...posts.map(({ x, width }) => x + width)];
  const ends = [...posts.map(({ x }) => x), opening.x + opening.width];
  // A window typed a thousand times too small has runs of no width, so a panel's run is found by
  // the number of posts before it.
  const runOf = ({ x }: Panel) => posts.filter((post) => post.x + post.width <= x).length;
  return starts.map((from, at) => ({
    opening: exact((ends[at] ?? from) - from),
    panels: panels.filter((panel) => runOf(panel) === at),
  }));
}

const NONE = exact(0);

/** A fold has a hinge gap; panels that meet without a hinge may lap. */
function hungRun(opening: Exact, panels: readonly Panel[], { hinge, meeting }: Gaps, rebate: Exact): Run {
  const hangs = panels.map(({ hang }) => hang);
  const beside = (hang: Hang | undefined, face: Hang) => (hang === face ? hinge : meeting);
  const between = hangs.slice(1).map((hang, at) => hang === hangs[at]);
  const gaps = [beside(hangs[0], "left"), ...between.map((hung) => (hung ? hinge : meeting)), beside(hangs.at(-1), "right")];
  const laps = between.map((hung) => (hung ? NONE : rebate));
  return { opening, gaps, laps, panels, ...widthsIn(opening, gaps, laps, panels.length, opening) };
}

/** Sliding panels touch only the two faces, and overlap as they are drawn. */
function slidingRun(opening: Exact, panels: readonly Panel[], { meeting }: Gaps): Run {
  const laps = panels.slice(1).map(({ x }, at) => exact((panels[at]?.x ?? 0) + (panels[at]?.width ?? 0) - x));
  const gaps = [meeting, ...laps.map(() => NONE), meeting];
  return { opening, gaps, laps, panels, ...widthsIn(opening, gaps, laps, panels.length, addExact(opening, ...laps)) };
}

const widthsIn = (opening: Exact, gaps: readonly Exact[], laps: readonly Exact[], count: number, nominal: Exact) => ({
  nominal: divideExact(nominal, count),
  width: divideExact(addExact(subtractExact(opening, ...gaps), ...laps), count),
});

/** `557.5 × 1,266 mm`, or each width once: `525 and 925 × 1,441 mm`. */
export function panelSizesCut(item: WindowToDraw): string {
  const { runs, height } = fitWindow(item);
  const halves = (length: Exact) => inMillimetres(toHalves(length) * 10);
  const widths = [...new Set(runs.map(({ width }) => halves(width)))];
  return `${widths.join(" and ")} × ${halves(height)} mm`;
}
