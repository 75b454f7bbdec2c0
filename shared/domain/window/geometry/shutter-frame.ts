import type { TenthMm } from "#shared/domain/length.ts";
import type { WindowOptions } from "#shared/domain/window/fields/window-fields.ts";
import type { Clearances } from "#shared/domain/window/saw/clearances.ts";
import type { OwnSection } from "#shared/domain/window/saw/sections.ts";
import type { WindowMake } from "#shared/domain/window/saw/window-make.ts";
import { DEDUCTION, FRAME_FACE, runsOnTrack, TRACK, Z_FLANGE } from "./shutter-construction.ts";

/**
 * Details of a window's making beyond its options (rules M9 to M12). Null equals a missing key.
 * Positions are whole millimetres of the given size, as a fitter measures them: posts from its left
 * edge, rails and split from its bottom edge.
 */
export interface MakingDetails {
  readonly layoutCode?: string | null | undefined;
  /** The facets' widths of a bay, from the left; they add up to the width (rule M20). */
  readonly facetsMm?: readonly number[] | null | undefined;
  /** The angles of the bay posts inside the room, in whole degrees. */
  readonly postAngles?: readonly number[] | null | undefined;
  readonly tPostsMm?: readonly number[] | null | undefined;
  readonly midRailHeightsMm?: readonly number[] | null | undefined;
  readonly tiltSplitMm?: number | null | undefined;
}

/** A window with its given size, before the deduction of a recess. */
export interface WindowToMake extends Readonly<WindowOptions>, MakingDetails {
  readonly width: TenthMm;
  readonly height: TenthMm;
  /** Millimetres. */
  readonly louverSize: number;
  /**
   * The shutter type's widest panel when the window was quoted, in millimetres; absent: the
   * default.
   */
  readonly widestPanelMm?: number | null | undefined;
  /** The shutter type's total deduction of a recess when the window was quoted, in millimetres. */
  readonly deductionMm?: number | null | undefined;
  /**
   * The workshop's clearances; absent: the default ones, as before a workshop makes the order (rule
   * M15).
   */
  readonly clearances?: Clearances | null | undefined;
  /** The workshop's sections; a profile that is missing has the default section (rule M19). */
  readonly sections?: readonly OwnSection[] | null | undefined;
  /** The density of the type's timber in kg/m³; absent: the default (rule M22). */
  readonly densityKgM3?: number | null | undefined;
  /** The depth of the workshop's bypass track; absent: the default (rule M38). */
  readonly trackDepthMm?: number | null | undefined;
  /** The name of the shutter type, which names its material; absent where no check needs it. */
  readonly material?: string | null | undefined;
  /** The parts that a remake makes again; absent: the whole window (rule W103). */
  readonly make?: WindowMake | null | undefined;
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
 * Returns the distance from each edge of the given size to the made size; negative if the made size
 * reaches beyond. A recess loses half of its deduction at each side and each end, or all of it at
 * the top if the frame has no bottom. A Z's flange lies over the wall around the recess, and the
 * drawing ends at the flange's edge (rule M11).
 */
export function deductionsOf(item: Pick<WindowToMake, "sizeBasis" | "deductionMm" | "frameType" | "frameSides">): Edges {
  if (item.sizeBasis !== "recess") return { left: 0, top: 0, right: 0, bottom: 0 };
  const half = (item.deductionMm ?? DEDUCTION.usual) * 5;
  const ends = hasSide(item, "B") ? { top: half, bottom: half } : { top: 2 * half, bottom: 0 };
  const flange = (side: Side) => (item.frameType === "z-frame" && hasSide(item, side) ? Z_FLANGE : 0);
  return { left: half - flange("L"), top: ends.top - flange("T"), right: half - flange("R"), bottom: ends.bottom - flange("B") };
}

/**
 * Returns the made and drawn size over the frame. Area and price use the given size. A recess
 * smaller than its deduction is rejected; while it is typed it is drawn in the least size.
 */
export function makeSize(item: WindowToMake): { readonly width: TenthMm; readonly height: TenthMm } {
  const { left, top, right, bottom } = deductionsOf(item);
  const made = (size: TenthMm, off: number) => Math.max(1, size - off) as TenthMm;
  return { width: made(item.width, left + right), height: made(item.height, top + bottom) };
}

/**
 * Limits a part to a quarter of its surroundings, so that even a window typed a thousand times too
 * small has a drawing.
 */
export const limitSize = (size: number, room: number): number => Math.min(size, Math.floor(room / 4));

/** The frame of a window and the spaces inside it. */
export interface ShutterFrame {
  readonly width: TenthMm;
  readonly height: TenthMm;
  /**
   * The visible width of each side from the room; a missing side has 0, and the panels reach the
   * edge there.
   */
  readonly face: Edges;
  /** Inside the frame. */
  readonly opening: Box;
  readonly track: { readonly top: Box; readonly guide: Box } | null;
  /** The panels' range: in the opening, between track and guide. */
  readonly panels: { readonly y: number; readonly height: number };
}

export function frameOf(item: WindowToMake): ShutterFrame {
  const { width, height } = makeSize(item);
  const face = (side: Side, room: number) => (hasSide(item, side) ? limitSize(FRAME_FACE[item.frameType], room) : 0);
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
  const top = limitSize(TRACK.height, height);
  const guide = limitSize(TRACK.guide, height);
  return { top: { x, y, width, height: top }, guide: { x, y: y + height - guide, width, height: guide } };
}
