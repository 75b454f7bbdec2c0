import { inMillimetres } from "#shared/domain/length.ts";
import { panelLetter, panelsInWords } from "#shared/domain/window/fields/panel-names.ts";
import { WINDOW_FIELDS, type WindowOptions } from "#shared/domain/window/fields/window-fields.ts";
import { layOutWindow, type Panel, type WindowLayout, type WindowToDraw } from "#shared/domain/window/geometry/window-layout.ts";
import { type Clearances, USUAL_CLEARANCES } from "./clearances.ts";
import { hingedPanels, hingesInWords, listHardware, panelKilograms, pivotPanels, weigh } from "./hardware.ts";
import { type Lap, neededTrackDepthMm, TRACK_DEPTH_MM } from "./sections.ts";
import { isStileMade, isWholeWindow, STILE_SIDES, type StileSide, type WindowMake } from "./window-make.ts";

/** Facts about a window's panels by their letters (rule M24), for the card and the bench. */

/** `A, B 4.8 kg; all 14.0 kg with its frame`; parts that are made again: `0.9 kg`. */
export function weightsInWords(window: WindowToDraw): string {
  const { panels, total } = weigh(window);
  const by = new Map<string, number[]>();
  const isWhole = isWholeWindow(window.make);
  panels.forEach((kg, at) => {
    if (!isWhole && kg === 0) return;
    const words = panelKilograms(kg);
    by.set(words, [...(by.get(words) ?? []), at + 1]);
  });
  const each = [...by].map(([words, which]) => `${panelsInWords(which)} ${words}`);
  // Parts of one panel, or of the frame alone, have one weight.
  if (!isWhole && [...by.values()].flat().length < 2) return panelKilograms(total);
  return [...each, `all ${total.toFixed(1)} kg${isWhole ? " with its frame" : ""}`].join("; ");
}

/** Names these weights: a remake of parts has no whole window's weight. */
export const weightName = ({ make }: Pick<WindowToDraw, "make">, quantity: number): string => {
  if (isWholeWindow(make)) return "Weight of one window";
  return quantity > 1 ? "Weight of the parts of one window" : "Weight of the parts";
};

/**
 * Returns `6 hinges, 3 a panel` and the heights `150, 633 and 1,116 mm from the panel's foot`, one
 * line for panels with equal heights. Null without hinges.
 */
export function hingeFacts(window: WindowToDraw): { readonly count: string; readonly heights: readonly string[] } | null {
  const count = hingesInWords(listHardware(window));
  if (count === null) return null;
  const hinged = hingedPanels(window, layOutWindow(window));
  const heights = hinged.map(({ panels, heightsMm }) => {
    const which = hinged.length > 1 ? `${panelsInWords(panels)}: ` : "";
    return `${which}${heightsMm.map((mm) => inMillimetres(mm * 10)).join(", ")} mm from the panel's foot`;
  });
  return { count, heights };
}

/**
 * A panel's stiles from the left, as a cut list numbers them: `left stile (hinges)`, `right stile`. A
 * remake may make one of them.
 */
export function stilesInWords(window: WindowToDraw, panel: number): readonly string[] {
  const layout = layOutWindow(window);
  const isHinged = hingedPanels({ ...window, make: null }, layout).some(({ panels }) => panels.includes(panel));
  const hang = isHinged ? layout.panels[panel - 1]?.hang : null;
  const made = STILE_SIDES.filter((side) => !window.make?.stile || window.make.stile === side);
  return made.map((side) => `${side} stile${hang === side ? " (hinges)" : ""}`);
}

/** `to match`, `nickel` */
export const hingeColour = ({ hingeColor }: Pick<WindowOptions, "hingeColor">): string =>
  hingeColor === "match" ? "to match" : WINDOW_FIELDS.hingeColor.values[hingeColor].label.toLowerCase();

/** The tracks of a bypass shutter, as the panels are named by them. */
export const SLIDING_TRACKS = ["front", "rear"] as const;
type SlidingTrack = (typeof SLIDING_TRACKS)[number];

/** Returns the track of a sliding panel; null for a panel that hangs. */
export const trackOf = ({ hang, behind }: Pick<Panel, "hang" | "behind">): SlidingTrack | null =>
  hang === "slides" ? (behind ? "rear" : "front") : null;

interface MakersChoices {
  readonly clearances?: Clearances | null | undefined;
  readonly lap?: Lap | undefined;
  readonly trackDepthMm?: number | null | undefined;
  readonly make?: WindowMake | null | undefined;
}

interface Fact {
  readonly label: string;
  readonly text: string;
}

/**
 * Returns each two panels that meet without a hinge or a post between them, counted from 1, if
 * their edges are rebated. Square edges lap over nothing.
 */
export function rebatedMeetings({ panels, posts }: WindowLayout, { clearances, lap }: Pick<MakersChoices, "clearances" | "lap">) {
  const { rebate } = clearances ?? USUAL_CLEARANCES;
  if (rebate === 0) return [];
  return panels.flatMap((panel, at) => {
    const next = panels[at + 1];
    const isBesidePost = posts.some(({ x }) => next !== undefined && x >= panel.x && x < next.x);
    if (!next || isBesidePost || panel.hang === next.hang) return [];
    return [lap === "left" ? { over: at + 1, under: at + 2 } : { over: at + 2, under: at + 1 }];
  });
}

/** Names the faults of a bypass shutter in its track: `ask: louvres of 114 mm need 186 mm`. */
function bypassAsks({ sections, louverSize, tiltRodType }: SlidingWindow, depthMm: number): string {
  const needed = neededTrackDepthMm({ sections, louverSize });
  return [
    ...(needed > depthMm ? [`; ask: louvres of ${louverSize} mm need ${inMillimetres(needed * 10)} mm to pass`] : []),
    ...(tiltRodType === "center" ? ["; ask: a centre rod strikes the panel in front"] : []),
  ].join("");
}

type SlidingWindow = Pick<WindowToDraw, "sections" | "louverSize" | "tiltRodType">;

/**
 * Returns which panel laps over which where two meet on a rebate, the track of each sliding panel
 * with what it does not allow, and the panels on pivots. A remake of one stile of its panels has only
 * the facts of that stile.
 */
export function meetingFacts(layout: WindowLayout, item: MakersChoices & SlidingWindow): Fact[] {
  const { clearances, lap, trackDepthMm, make } = item;
  const { panels } = layout;
  if (panels.some(({ hang }) => hang === "slides")) {
    const where = (track: SlidingTrack) => panelsInWords(panels.flatMap((panel, at) => (trackOf(panel) === track ? [at + 1] : [])));
    const depthMm = trackDepthMm ?? TRACK_DEPTH_MM.usual;
    const depth = `${inMillimetres(depthMm * 10)} mm deep`;
    return [{ label: "Tracks", text: `front ${where("front")}, rear ${where("rear")}; ${depth}${bypassAsks(item, depthMm)}` }];
  }
  const isConcerned = (panel: number, side: StileSide) => !make?.stile || isStileMade(make, panelLetter(panel), side);
  const meetings = rebatedMeetings(layout, { clearances, lap }).filter(
    ({ over, under }) => isConcerned(Math.min(over, under), "right") || isConcerned(Math.max(over, under), "left"),
  );
  const meets = meetings.map(({ over, under }) => `${panelLetter(over)} over ${panelLetter(under)}`);
  const turning = pivotPanels(layout).filter((panel) => isConcerned(panel, panels[panel - 1]?.hang === "left" ? "left" : "right"));
  return [
    ...(meets.length > 0 ? [{ label: "Where panels meet", text: meets.join(", ") }] : []),
    ...(turning.length > 0 ? [{ label: "On pivots", text: panelsInWords(turning) }] : []),
  ];
}
