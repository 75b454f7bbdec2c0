import { inMillimetres } from "#shared/domain/length.ts";
import { panelLetter } from "#shared/domain/window/fields/panel-names.ts";
import type { Hang } from "#shared/domain/window/fields/panels.ts";
import { inTenths, USUAL_CLEARANCES } from "#shared/domain/window/saw/clearances.ts";
import { isPanelMade } from "#shared/domain/window/saw/window-make.ts";
import { addExact, divideExact, type Exact, exact, subtractExact, toHalves } from "./exact.ts";
import type { MadeRise } from "./made-rise.ts";
import { madeFaces, postWidthOf } from "./made-sections.ts";
import { madeRiseOf } from "./making.ts";
import { layOutWindow, type Panel, type Post, type WindowLayout, type WindowToDraw } from "./window-layout.ts";

/**
 * Panels between two faces. A face belongs to the frame or a post, or is the edge of the opening at
 * a missing side.
 */
export interface Run {
  /** Between the made faces. */
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

/**
 * A window as its parts are cut (rule M28), from the workshop's own sections (rule M19). No length
 * is rounded.
 */
export interface Fitted {
  /** The window as it is drawn. */
  readonly layout: WindowLayout;
  /** The made widths of the frame's sides; 0 for a missing side. */
  readonly faces: { readonly left: Exact; readonly top: Exact; readonly right: Exact; readonly bottom: Exact };
  /** The made width of each post, from the left; its middle is where it is drawn. */
  readonly posts: readonly Exact[];
  /** The size inside the made frame. */
  readonly inside: { readonly width: Exact; readonly height: Exact };
  readonly runs: readonly Run[];
  readonly height: Exact;
  readonly rise: MadeRise;
  /** The clearances above and below the panels. */
  readonly ends: { readonly above: Exact; readonly below: Exact };
}

/**
 * Fits the panels between the made frame and posts, less the clearances. The numbers of panels,
 * posts and louvres and the posts' middles stay as they are drawn.
 */
export function fitWindow(item: WindowToDraw, layout = layOutWindow(item)): Fitted {
  const off = inTenths(item.clearances ?? USUAL_CLEARANCES);
  const [above, below] = layout.track ? [off.trackHead, off.trackFoot] : [off.head, off.foot];
  const gaps = { hinge: exact(off.hinge), meeting: exact(off.meeting) };
  const made = madeFaces(item, layout);
  const moved = { above: made.top - layout.face.top, below: made.bottom - layout.face.bottom };
  const postWidths = layout.posts.map((post) => postWidthOf(post, item));
  return {
    layout,
    faces: { left: exact(made.left), top: exact(made.top), right: exact(made.right), bottom: exact(made.bottom) },
    posts: postWidths.map(exact),
    inside: { width: exact(layout.width - made.left - made.right), height: exact(layout.height - made.top - made.bottom) },
    runs: runsOf(layout, made, postWidths).map((run) =>
      run.panels.some(({ hang }) => hang === "slides") ? slidingRun(run, gaps) : hungRun(run, gaps, exact(off.rebate)),
    ),
    height: exact((layout.panels[0]?.height ?? 0) - moved.above - moved.below - above - below),
    rise: madeRiseOf(item),
    ends: { above: exact(above), below: exact(below) },
  };
}

interface Gaps {
  readonly hinge: Exact;
  readonly meeting: Exact;
}

/** The panels between two faces, with the made and the drawn opening. */
interface Space {
  readonly opening: Exact;
  readonly drawn: Exact;
  readonly panels: readonly Panel[];
}

/** Divides the opening at its posts, each of which keeps its middle. */
function runsOf(
  { width, opening, panels, posts }: WindowLayout,
  made: ReturnType<typeof madeFaces>,
  postWidths: readonly number[],
): Space[] {
  const halfOf = (at: number) => exact(postWidths[at] ?? 0) / 2;
  const middleOf = ({ x, width: wide }: Post) => exact(2 * x + wide) / 2;
  const madeStarts = [exact(made.left), ...posts.map((post, at) => middleOf(post) + halfOf(at))];
  const madeEnds = [...posts.map((post, at) => middleOf(post) - halfOf(at)), exact(width - made.right)];
  const starts = [opening.x, ...posts.map(({ x, width: wide }) => x + wide)];
  const ends = [...posts.map(({ x }) => x), opening.x + opening.width];
  // A window typed a thousand times too small has runs of no width, so a panel's run is found by
  // the number of posts before it.
  const runOf = ({ x }: Panel) => posts.filter((post) => post.x + post.width <= x).length;
  return starts.map((from, at) => ({
    opening: ((madeEnds[at] ?? 0) - (madeStarts[at] ?? 0)) as Exact,
    drawn: exact((ends[at] ?? from) - from),
    panels: panels.filter((panel) => runOf(panel) === at),
  }));
}

const NONE = exact(0);

/** A fold has a hinge gap; panels that meet without a hinge may lap. */
function hungRun({ opening, drawn, panels }: Space, { hinge, meeting }: Gaps, rebate: Exact): Run {
  const hangs = panels.map(({ hang }) => hang);
  const beside = (hang: Hang | undefined, face: Hang) => (hang === face ? hinge : meeting);
  const between = hangs.slice(1).map((hang, at) => hang === hangs[at]);
  const gaps = [beside(hangs[0], "left"), ...between.map((hung) => (hung ? hinge : meeting)), beside(hangs.at(-1), "right")];
  const laps = between.map((hung) => (hung ? NONE : rebate));
  return { opening, gaps, laps, panels, ...widthsIn(opening, gaps, laps, panels.length, drawn) };
}

/** Sliding panels touch only the two faces, and overlap as they are drawn. */
function slidingRun({ opening, drawn, panels }: Space, { meeting }: Gaps): Run {
  const laps = panels.slice(1).map(({ x }, at) => exact((panels[at]?.x ?? 0) + (panels[at]?.width ?? 0) - x));
  const gaps = [meeting, ...laps.map(() => NONE), meeting];
  return { opening, gaps, laps, panels, ...widthsIn(opening, gaps, laps, panels.length, addExact(drawn, ...laps)) };
}

const widthsIn = (opening: Exact, gaps: readonly Exact[], laps: readonly Exact[], count: number, nominal: Exact) => ({
  nominal: divideExact(nominal, count),
  width: divideExact(addExact(subtractExact(opening, ...gaps), ...laps), count),
});

/** Returns the cut widths, from the left, and the height of the panels that are made whole. */
export function panelsCut(item: WindowToDraw): { readonly widths: readonly string[]; readonly height: string } {
  const { runs, height } = fitWindow(item);
  const halves = (length: Exact) => inMillimetres(toHalves(length) * 10);
  const all = runs.flatMap(({ panels, width }) => panels.map(() => halves(width)));
  return { widths: all.filter((_, at) => isPanelMade(item.make, panelLetter(at + 1))), height: halves(height) };
}

/**
 * `557.5 × 1,266 mm`, or each width of the panels that are made whole once: `525 and 925 × 1,441
 * mm`.
 */
export function panelSizesCut(item: WindowToDraw): string {
  const { widths, height } = panelsCut(item);
  return `${[...new Set(widths)].join(" and ")} × ${height} mm`;
}
