import { panelLetter } from "#shared/domain/window/fields/panel-names.ts";
import { addExact, type Exact, exact, subtractExact } from "#shared/domain/window/geometry/exact.ts";
import { type Fitted, fitWindow } from "#shared/domain/window/geometry/fitted.ts";
import type { PostLetter } from "#shared/domain/window/geometry/shutter-construction.ts";
import type { WindowToDraw } from "#shared/domain/window/geometry/window-layout.ts";
import { catchHeights, hingedPanels, pivotPanels } from "./hardware.ts";
import { rebatedMeetings, trackOf } from "./panel-facts.ts";
import type { Lap } from "./sections.ts";
import { isStileMade, type StileSide } from "./window-make.ts";

/**
 * The marks on stiles and frame, from the geometry of the cut list (rule M40). Heights are exact
 * and measured upwards: pins, hinges and catches from the foot of the panel, which is the foot of
 * its stiles.
 */
export interface StileSheet {
  /** The length of each stile. */
  readonly stile: Exact;
  readonly pitch: Exact;
  /** The louvres between two rails, from the foot; a split shares one series of pins. */
  readonly series: readonly PinSeries[];
  /** The mid rails' edges, from the foot. */
  readonly midRails: readonly { readonly from: Exact; readonly to: Exact }[];
  /** The top edge of the bottom rail, and the bottom edge of the top rail. */
  readonly rails: { readonly bottom: Exact; readonly top: Exact };
  /** The panels' foot above the foot of the frame's upright. */
  readonly foot: Exact;
  readonly panels: readonly PanelMarks[];
}

interface PinSeries {
  readonly first: Exact;
  readonly pins: number;
}

/**
 * A panel's support: the frame, a post by its number among those of its kind (null for the only
 * one), another panel, or none.
 */
export type HangsOn =
  | { readonly on: "frame" }
  | { readonly on: "post"; readonly letter: PostLetter; readonly nth: number | null }
  | { readonly on: "panel"; readonly panel: number }
  | { readonly on: "pivots" }
  | { readonly on: "track"; readonly track: "front" | "rear" };

interface PanelMarks {
  /** Counts panels from 1, from the left. */
  readonly panel: number;
  readonly side: StileSide | null;
  /** Null where only the closing stile is made. */
  readonly hangsOn: HangsOn | null;
  /** Millimetres from the panel's foot; empty where only the closing stile is made. */
  readonly hinges: readonly number[];
  /** The hinges' heights from the foot of the frame's upright, on whatever the panel hangs. */
  readonly onFrame: readonly Exact[];
  /** The hinges' heights from the foot of a T-post, which stands inside the frame; else null. */
  readonly onPost: readonly Exact[] | null;
  /**
   * Millimetres from the panel's foot, on the closing edge; empty for sliding panels, and where only
   * the other stile is made.
   */
  readonly catches: readonly number[];
  readonly rebates: readonly Rebate[];
  /** The hinges of a neighbour that is not made itself, on a stile that is. */
  readonly carried: readonly { readonly panel: number; readonly edge: StileSide; readonly hinges: readonly number[] }[];
}

/** A rebated edge. The panel that lies over the other one is rebated from its back. */
interface Rebate {
  readonly edge: StileSide;
  readonly from: "front" | "back";
  readonly meets: number;
}

/**
 * Returns the marks of a window's stiles and frame. A remake of one stile of its panels has only the
 * marks of that stile (rule M40).
 */
export function stileSheet(item: WindowToDraw & { readonly lap?: Lap | undefined }): StileSheet {
  const fitted = fitWindow(item);
  const { layout, rise, height } = fitted;
  const aboveFoot = (depth: Exact): Exact => subtractExact(rise.bottom.to, depth);
  const foot = addExact(fitted.faces.bottom, exact(layout.track?.guide.height ?? 0), fitted.ends.below);
  // A stile that a remake makes again goes to the hinges of the whole panel.
  const hinged = hingedPanels({ ...item, make: null }, layout);
  const meetings = rebatedMeetings(layout, item);
  const supports = supportsOf(fitted);
  const hingesOf = (panel: number) => hinged.find(({ panels }) => panels.includes(panel))?.heightsMm ?? [];
  const isOnSide = (side: StileSide) => !item.make?.stile || item.make.stile === side;
  const isMade = (panel: number, side: StileSide) => isStileMade(item.make, panelLetter(panel), side);
  const carriedBy = (carrier: number): PanelMarks["carried"] =>
    layout.panels.flatMap(({ hang }, at) => {
      const on = supports[at];
      if (on?.on !== "panel" || on.panel !== carrier || hang === "slides") return [];
      const edge = hang === "left" ? "right" : "left";
      return isMade(carrier, edge) && !isMade(at + 1, hang) ? [{ panel: at + 1, edge, hinges: hingesOf(at + 1) }] : [];
    });
  return {
    stile: height,
    pitch: exact(layout.pitch),
    series: pinSeries(fitted).map(({ first, pins }) => ({ first: aboveFoot(first), pins })),
    midRails: rise.midRails.map(({ from, to }) => ({ from: aboveFoot(to), to: aboveFoot(from) })).reverse(),
    rails: { bottom: aboveFoot(rise.bottom.from), top: aboveFoot(rise.top.to) },
    foot,
    panels: layout.panels.map((panel, at): PanelMarks => {
      const side = panel.hang === "slides" ? null : panel.hang;
      const hangsOn = side === null || isOnSide(side) ? (supports[at] ?? { on: "frame" }) : null;
      const hinges = hangsOn ? hingesOf(at + 1) : [];
      const onFrame = hinges.map((mm) => addExact(foot, exact(mm * 10)));
      const stands = hangsOn?.on === "post" && hangsOn.letter === "T";
      return {
        panel: at + 1,
        side,
        hangsOn,
        hinges,
        onFrame,
        onPost: stands ? onFrame.map((high) => subtractExact(high, fitted.faces.bottom)) : null,
        catches: side === null || !isOnSide(side === "left" ? "right" : "left") ? [] : catchHeights(height),
        rebates: meetings.flatMap(({ over, under }): Rebate[] => {
          if (at + 1 !== over && at + 1 !== under) return [];
          const edge = over + under > 2 * (at + 1) ? "right" : "left";
          if (!isOnSide(edge)) return [];
          return [{ edge, from: at + 1 === over ? "back" : "front", meets: at + 1 === over ? under : over }];
        }),
        carried: carriedBy(at + 1),
      };
    }),
  };
}

/**
 * Returns the lowest pin's depth below the panels' head, and the number of pins, section by section
 * from the foot.
 */
function pinSeries({ layout, rise }: Fitted): PinSeries[] {
  const series: PinSeries[] = [];
  let end: number | null = null;
  for (const { at, height, louvres } of layout.rise.fields) {
    const lowest = addExact(exact(louvres.at(-1) ?? 0), rise.lowered);
    const above = series.at(-1);
    if (louvres.length > 0 && above && end === at) series[series.length - 1] = { first: lowest, pins: above.pins + louvres.length };
    else if (louvres.length > 0) series.push({ first: lowest, pins: louvres.length });
    end = at + height;
  }
  return series.reverse();
}

/** Returns what each panel hangs on, from the left. */
function supportsOf({ layout, runs }: Fitted): HangsOn[] {
  const pivots = pivotPanels(layout);
  let before = 0;
  return runs.flatMap(({ panels }, run) => {
    const first = before + 1;
    before += panels.length;
    return panels.map((panel, at): HangsOn => {
      const track = trackOf(panel);
      if (track) return { on: "track", track };
      if (pivots.includes(first + at)) return { on: "pivots" };
      const isLeft = panel.hang === "left";
      if (isLeft ? at > 0 : at < panels.length - 1) return { on: "panel", panel: first + at + (isLeft ? -1 : 1) };
      const nth = isLeft ? run : run + 1;
      const post = layout.posts[nth - 1];
      if (!post) return { on: "frame" };
      const alike = layout.posts.filter(({ letter }) => letter === post.letter);
      return { on: "post", letter: post.letter, nth: alike.length > 1 ? alike.indexOf(post) + 1 : null };
    });
  });
}
