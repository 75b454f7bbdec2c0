import { type TenthMm, toLength } from "#shared/domain/length.ts";
import type { WindowOptions } from "#shared/domain/window/fields/window-fields.ts";

/**
 * How a louvred shutter is built: the numbers of the trade, each with its reason, in tenths of a
 * millimetre. They are the middle of the trade's published guides. A maker's own profile may differ
 * by some millimetres, the arrangement does not. The sizes are nominal and add up to the measure;
 * what comes off them so that the parts fit stands in clearances.ts.
 */
const mm = (value: number): TenthMm => toLength(value, "mm");

export const PANEL = {
  /** Two stiles and a louvre long enough to turn: no maker offers a narrower one. */
  narrowest: mm(180),
  /** The upright that carries the louvre pins and the hinge screws; two inches in every range. */
  stile: mm(51),
  /** A rail smaller than this loosens at its joint. What the louvres leave over is added: rails come out between 80 and 130 mm. */
  rail: mm(80),
  /** In a low panel the rails give way for one louvre, but a dowelled joint needs this much. */
  leastRail: mm(40),
  /** Three inches: it stiffens the panel at its middle and parts the louvres into sections that tilt on their own. */
  midRail: mm(76),
} as const;

/** From what rails are ripped, in millimetres. */
export const RAIL_BLANK = {
  /**
   * The widest that is stocked: rails come out up to 130 mm, and one between two given rails may be
   * higher.
   */
  widthMm: 135,
  /** Below it two dowels have no room beside one another. */
  leastMm: 60,
} as const;

/**
 * The widest panel that a shutter type may have, in millimetres. A narrower one has no room for
 * louvres, and no hinge carries a wider one.
 */
export const WIDEST_PANEL = {
  /** Heavier than this a timber panel drops at its free corner; makers stop between 900 and 950 (rule M3). */
  usual: 950,
  least: 200,
  most: 1500,
} as const;

/** How wide a panel of a window may become (rule M3: 950 mm unless the shutter type says otherwise). */
export const widestPanelOf = ({ widestPanelMm }: { readonly widestPanelMm?: number | null | undefined }): TenthMm =>
  mm(widestPanelMm ?? WIDEST_PANEL.usual);

/** What is seen of the frame from the room. */
export const FRAME_FACE = {
  /** The narrow edge of the L, flush round the panels. */
  "l-frame": mm(38),
  /** A Z has a moulded flange that also hides the edge of the opening, so it shows more. */
  "z-frame": mm(51),
  /** The surround of a post is an L. */
  "t-post": mm(38),
} as const satisfies Record<WindowOptions["frameType"], TenthMm>;

/**
 * Whether the panels of a window run in a track: sliding ones always, folding ones where the window is wider than hinges carry
 * and no post helps. Hinged panels never do: that is what the check says.
 */
export const runsOnTrack = ({ width, frameType, openingDirection, layoutCode }: OnTrack): boolean =>
  openingDirection === "bypass" ||
  (openingDirection === "bi-fold" && !(layoutCode ? /[TBC]/.test(layoutCode) : frameType === "t-post") && width > TRACK.neededBeyond);

interface OnTrack extends Readonly<Pick<WindowOptions, "frameType" | "openingDirection">> {
  /** Over the frame. */
  readonly width: TenthMm;
  /** Where there is one, it alone says whether there are posts (rule M9). */
  readonly layoutCode?: string | null | undefined;
}

/** Where the moulding of a Z-frame steps down, from its outer edge: the step is what tells it from an L. */
export const Z_STEP = mm(20);

/** So far a Z's flange lies over the wall around a recess: as far as its moulding is flat. */
export const Z_FLANGE = Z_STEP;

/** Taken off a recess in all, in millimetres: the frame goes in where the plaster isn't true. */
export const DEDUCTION = { usual: 10, least: 0, most: 50 } as const;

/** The post between two panels: the stem of the T with a stop for a panel on either side. */
export const POST_WIDTH = mm(32);

/** What a post shows to the room, by its letter of a layout code (rules M9 and M20). */
export const POST_WIDTHS = {
  T: POST_WIDTH,
  /** Two rebated halves that meet at the angle: each holds a panel's hinges and shows a finger's width. */
  B: mm(44),
  /** Square, as two frames meet at a right angle: as wide as it is deep. */
  C: mm(60),
} as const satisfies Record<string, TenthMm>;
export type PostLetter = keyof typeof POST_WIDTHS;

/** Between two facets of a bay, inside the room, in whole degrees: flat would be none, a square corner has its own post. */
export const BAY_ANGLE = { usual: 135, least: 91, most: 179 } as const;
export const CORNER_ANGLE = 90;
/** Panels between two posts: a second one may hang on the first, a third would pull the post. */
export const MOST_BETWEEN_POSTS = 2;
/** Leaves folding to one side on hinges alone: fours are the longest run that is made. */
export const MOST_IN_A_RUN = 4;

export const TRACK = {
  /** So many panels on two sides' hinges pull the frame: a wider window needs posts, or a track. */
  neededBeyond: mm(2500),
  /** The rail and its wheels, and room to lift the panel off. */
  height: mm(38),
  /** The guide on the floor with the gap that lets the panel swing clear of it. */
  guide: mm(13),
  /** Closed panels cover each other by a stile, so that no light comes through between them. */
  overlap: PANEL.stile,
  /** Two rails, on each of which two panels still clear half of the opening. */
  mostPanels: 4,
  /** Sliding needs another panel to slide behind. */
  leastPanels: 2,
} as const;

export const TILT_ROD = {
  width: mm(13),
  /** An offset rod stands a quarter of the louvre from the free edge: there the hand reaches it and the view stays clear. */
  offset: 0.25,
} as const;

export const HINGE = {
  /** The leaf of a butt hinge. */
  height: mm(64),
  width: mm(10),
  /** From the end of the panel to the middle of the first hinge: clear of the joint of the rail. */
  inset: mm(150),
} as const;

/** Degrees from closed at which louvres are drawn: light falls in between them and the blades are still seen. */
export const DRAWN_TILT = 50;

/**
 * The distance from one louvre's pin to the next. Closed blades overlap: from 64 mm on by half an
 * inch (2½ inch blades stand 2 inches apart, 3½ inch 3, 4½ inch 4), smaller ones by 9 mm.
 */
const LOUVRE_PITCH: Readonly<Record<number, TenthMm>> = { 47: mm(38), 64: mm(50.8), 76: mm(63.5), 89: mm(76.2), 114: mm(101.6) };

/** Of a size outside the table: a fifth of the blade overlaps, never more than half an inch. */
const OVERLAP = { share: 5, most: 127 } as const;

export function louvrePitch(sizeMm: number): TenthMm {
  const size = mm(sizeMm);
  return LOUVRE_PITCH[sizeMm] ?? ((size - Math.min(Math.round(size / OVERLAP.share), OVERLAP.most)) as TenthMm);
}
