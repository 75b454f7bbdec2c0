import { inMillimetres } from "#shared/domain/length.ts";
import type { Hang } from "#shared/domain/window/fields/panels.ts";
import { inTenths, USUAL_CLEARANCES } from "#shared/domain/window/saw/clearances.ts";
import { type Exact, exact, less, more, parted, toHalves } from "./exact.ts";
import type { MadeRise } from "./made-rise.ts";
import { madeRiseOf } from "./making.ts";
import { layOutWindow, type Panel, type WindowLayout, type WindowToDraw } from "./window-layout.ts";

/**
 * Panels between two faces: of the frame, of a post, or the edge of the opening where a side is
 * left out.
 */
export interface Run {
  readonly opening: Exact;
  /** Before the first panel, between each two, and behind the last. */
  readonly gaps: readonly Exact[];
  /** By how much panels cover one another, of each two neighbours. */
  readonly laps: readonly Exact[];
  readonly nominal: Exact;
  /** All panels of a run are cut equally wide. */
  readonly width: Exact;
  readonly panels: readonly Panel[];
}

/** A window as its parts are cut (rule M15). Nothing in it is rounded. */
export interface Fitted {
  readonly layout: WindowLayout;
  readonly runs: readonly Run[];
  readonly height: Exact;
  readonly rise: MadeRise;
  /** Above and below the panels. */
  readonly ends: { readonly above: Exact; readonly below: Exact };
}

/**
 * Takes the clearances off a window that is laid out: panels, posts and louvres stay as many as are
 * drawn.
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

/** Posts part the opening. */
function runsOf({ opening, panels, posts }: WindowLayout) {
  const starts = [opening.x, ...posts.map(({ x, width }) => x + width)];
  const ends = [...posts.map(({ x }) => x), opening.x + opening.width];
  // Of a window typed a thousand times too small some are nothing wide: each is behind so many
  // posts.
  const runOf = ({ x }: Panel) => posts.filter((post) => post.x + post.width <= x).length;
  return starts.map((from, at) => ({
    opening: exact((ends[at] ?? from) - from),
    panels: panels.filter((panel) => runOf(panel) === at),
  }));
}

const NONE = exact(0);

/** A fold is a hinge; panels that meet without one may lap. */
function hungRun(opening: Exact, panels: readonly Panel[], { hinge, meeting }: Gaps, rebate: Exact): Run {
  const hangs = panels.map(({ hang }) => hang);
  const beside = (hang: Hang | undefined, face: Hang) => (hang === face ? hinge : meeting);
  const between = hangs.slice(1).map((hang, at) => hang === hangs[at]);
  const gaps = [beside(hangs[0], "left"), ...between.map((hung) => (hung ? hinge : meeting)), beside(hangs.at(-1), "right")];
  const laps = between.map((hung) => (hung ? NONE : rebate));
  return { opening, gaps, laps, panels, ...widthsIn(opening, gaps, laps, panels.length, opening) };
}

/** Sliding panels touch nothing but the two faces: they cover one another as they are drawn. */
function slidingRun(opening: Exact, panels: readonly Panel[], { meeting }: Gaps): Run {
  const laps = panels.slice(1).map(({ x }, at) => exact((panels[at]?.x ?? 0) + (panels[at]?.width ?? 0) - x));
  const gaps = [meeting, ...laps.map(() => NONE), meeting];
  return { opening, gaps, laps, panels, ...widthsIn(opening, gaps, laps, panels.length, more(opening, ...laps)) };
}

const widthsIn = (opening: Exact, gaps: readonly Exact[], laps: readonly Exact[], count: number, nominal: Exact) => ({
  nominal: parted(nominal, count),
  width: parted(more(less(opening, ...gaps), ...laps), count),
});

/** `557.5 × 1,266 mm`, or each width once: `525 and 925 × 1,441 mm`. */
export function panelSizesCut(item: WindowToDraw): string {
  const { runs, height } = fitWindow(item);
  const halves = (length: Exact) => inMillimetres(toHalves(length) * 10);
  const widths = [...new Set(runs.map(({ width }) => halves(width)))];
  return `${widths.join(" and ")} × ${halves(height)} mm`;
}
