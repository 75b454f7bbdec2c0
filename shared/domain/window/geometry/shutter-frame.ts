import type { TenthMm } from "#shared/domain/length.ts";
import type { WindowOptions } from "#shared/domain/window/fields/window-fields.ts";
import type { Clearances } from "#shared/domain/window/saw/clearances.ts";
import type { OwnSection } from "#shared/domain/window/saw/sections.ts";
import { DEDUCTION, FRAME_FACE, runsOnTrack, TRACK, Z_FLANGE } from "./shutter-construction.ts";

/**
 * What may be said of how a window is made beyond its options (rules M9 to M12). null is as good as left out. Positions are whole
 * millimetres of the size given, as a fitter measures them: posts from its left edge, rails and split from its bottom edge.
 */
export interface MakingDetails {
  readonly layoutCode?: string | null | undefined;
  /** Of a bay, from the left: they add up to the width (rule M20). */
  readonly facetsMm?: readonly number[] | null | undefined;
  /** Of its bay posts, inside the room, in whole degrees. */
  readonly postAngles?: readonly number[] | null | undefined;
  readonly tPostsMm?: readonly number[] | null | undefined;
  readonly midRailHeightsMm?: readonly number[] | null | undefined;
  readonly tiltSplitMm?: number | null | undefined;
}

/** The size is the one given. */
export interface WindowToMake extends Readonly<WindowOptions>, MakingDetails {
  readonly width: TenthMm;
  readonly height: TenthMm;
  /** Millimetres. */
  readonly louverSize: number;
  /** Millimetres, as the shutter type had it when the window was quoted; absent: the usual one. */
  readonly widestPanelMm?: number | null | undefined;
  /** What a maker takes off a recess in all, on width and height, likewise. */
  readonly deductionMm?: number | null | undefined;
  /**
   * What its workshop takes off so that the parts fit; absent: the usual, as before there is a
   * workshop (rule M15).
   */
  readonly clearances?: Clearances | null | undefined;
  /** From what it cuts; of a profile that is not among them the usual section (rule M19). */
  readonly sections?: readonly OwnSection[] | null | undefined;
  /** Of its type's timber, in kg/m³; absent: the usual (rule M22). */
  readonly densityKgM3?: number | null | undefined;
}

/** Tenths of a millimetre from the top left corner of the frame, as seen from inside the room. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Edges {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export const ALL_SIDES = ["L", "T", "R", "B"] as const;
type Side = (typeof ALL_SIDES)[number];

const hasSide = ({ frameSides }: Pick<WindowToMake, "frameSides">, side: Side): boolean => frameSides.includes(side);

/**
 * How far the size made lies within the size given at each edge; negative where it reaches beyond.
 * Half of a recess's deduction comes off at each side and each end, or all of it at the top where
 * nothing is below. A Z's flange lies over the wall around the recess, and the drawing ends at the
 * flange's edge (rule M11).
 */
export function takenOff(item: Pick<WindowToMake, "sizeBasis" | "deductionMm" | "frameType" | "frameSides">): Edges {
  if (item.sizeBasis !== "recess") return { left: 0, top: 0, right: 0, bottom: 0 };
  const half = (item.deductionMm ?? DEDUCTION.usual) * 5;
  const ends = hasSide(item, "B") ? { top: half, bottom: half } : { top: 2 * half, bottom: 0 };
  const flange = (side: Side) => (item.frameType === "z-frame" && hasSide(item, side) ? Z_FLANGE : 0);
  return { left: half - flange("L"), top: ends.top - flange("T"), right: half - flange("R"), bottom: ends.bottom - flange("B") };
}

/**
 * What is made and drawn, over the frame. Area and price are of the size given. A recess that is
 * smaller than its deduction is refused; while it is typed it is drawn, as small as can be said.
 */
export function makeSize(item: WindowToMake): { readonly width: TenthMm; readonly height: TenthMm } {
  const { left, top, right, bottom } = takenOff(item);
  const made = (size: TenthMm, off: number) => Math.max(1, size - off) as TenthMm;
  return { width: made(item.width, left + right), height: made(item.height, top + bottom) };
}

/**
 * A part takes at most a quarter of its surroundings: a window typed wrong by a thousand still has
 * a drawing.
 */
export const within = (size: number, room: number): number => Math.min(size, Math.floor(room / 4));

/** The frame that is made, and what stands in it. */
export interface ShutterFrame {
  readonly width: TenthMm;
  readonly height: TenthMm;
  /** What is seen of each side from the room; a side that is left out has none, and the panels reach the edge there. */
  readonly face: Edges;
  /** Inside the frame. */
  readonly opening: Box;
  readonly track: { readonly top: Box; readonly guide: Box } | null;
  /** Where the panels are: in the opening, between track and guide. */
  readonly panels: { readonly y: number; readonly height: number };
}

export function frameOf(item: WindowToMake): ShutterFrame {
  const { width, height } = makeSize(item);
  const face = (side: Side, room: number) => (hasSide(item, side) ? within(FRAME_FACE[item.frameType], room) : 0);
  const [left, top, right, bottom] = [face("L", width), face("T", height), face("R", width), face("B", height)];
  const opening = { x: left, y: top, width: width - left - right, height: height - top - bottom };
  const track = runsOnTrack({ ...item, width }) ? trackIn(opening) : null;
  const panels = {
    y: opening.y + (track?.top.height ?? 0),
    height: opening.height - (track ? track.top.height + track.guide.height : 0),
  };
  return { width, height, face: { left, top, right, bottom }, opening, track, panels };
}

function trackIn({ x, y, width, height }: Box) {
  const top = within(TRACK.height, height);
  const guide = within(TRACK.guide, height);
  return { top: { x, y, width, height: top }, guide: { x, y: y + height - guide, width, height: guide } };
}
