import { type TenthMm, toLength } from "#shared/domain/length.ts";
import type { WindowOptions } from "#shared/domain/window/fields/window-fields.ts";

/**
 * The trade's construction numbers of louvred shutters, each with its reason, in tenths of a
 * millimetre. They are the middle of the trade's published guides: a maker's profile may differ by
 * some millimetres, but the arrangement is the same. The sizes are nominal and add up to the
 * measure; the deductions that make the parts fit are in clearances.ts.
 */
const mm = (value: number): TenthMm => toLength(value, "mm");

export const PANEL = {
  /** Two stiles and a louvre long enough to turn: no maker offers a narrower panel. */
  narrowest: mm(180),
  /** The upright that carries the louvre pins and the hinge screws; two inches in every range. */
  stile: mm(51),
  /**
   * A smaller rail loosens at its joint. Rails absorb the rest that whole louvres leave, so they
   * come out between 80 and 130 mm.
   */
  rail: mm(80),
  /** In a low panel the rails shrink for one louvre, but a dowelled joint needs this height. */
  leastRail: mm(40),
  /**
   * Three inches: the mid rail stiffens the panel at its middle and divides the louvres into
   * sections that tilt separately.
   */
  midRail: mm(76),
} as const;

/** The blank from which rails are ripped, in millimetres. */
export const RAIL_BLANK = {
  /**
   * The widest blank in stock: rails come out up to 130 mm, and a rail between two given rails may
   * be higher.
   */
  widthMm: 135,
  /** A lower rail has no room for two dowels. */
  leastMm: 60,
} as const;

/**
 * The range of a shutter type's widest panel, in millimetres. A narrower panel has no room for
 * louvres, and no hinge carries a wider one.
 */
export const WIDEST_PANEL = {
  /** A heavier timber panel drops at its free corner; makers stop between 900 and 950 (rule M3). */
  usual: 950,
  least: 200,
  most: 1500,
} as const;

/** Returns the widest panel of a window (rule M3: 950 mm unless the shutter type sets another). */
export const widestPanelOf = ({ widestPanelMm }: { readonly widestPanelMm?: number | null | undefined }): TenthMm =>
  mm(widestPanelMm ?? WIDEST_PANEL.usual);

/** The visible width of the frame from the room. */
export const FRAME_FACE = {
  /** The narrow edge of the L, flush round the panels. */
  "l-frame": mm(38),
  /** A Z has a moulded flange that also hides the edge of the opening, so it is wider. */
  "z-frame": mm(51),
  /** A T-post frame has an L-frame's profile around the posts. */
  "t-post": mm(38),
} as const satisfies Record<WindowOptions["frameType"], TenthMm>;

/**
 * The panels run in a track if they slide, or if they fold and the window is wider than hinges
 * carry and has no post. Hinged panels never do; a check reports them instead.
 */
export const runsOnTrack = ({ width, frameType, openingDirection, layoutCode }: OnTrack): boolean =>
  openingDirection === "bypass" ||
  (openingDirection === "bi-fold" && !(layoutCode ? /[TBC]/.test(layoutCode) : frameType === "t-post") && width > TRACK.neededBeyond);

interface OnTrack extends Readonly<Pick<WindowOptions, "frameType" | "openingDirection">> {
  /** The width over the frame. */
  readonly width: TenthMm;
  /** A layout code alone determines whether there are posts (rule M9). */
  readonly layoutCode?: string | null | undefined;
}

/**
 * The distance from a Z-frame's outer edge to the step of its moulding; the step distinguishes it
 * from an L.
 */
export const Z_STEP = mm(20);

/** The part of a Z's flange over the wall around a recess: the flat part of its moulding. */
export const Z_FLANGE = Z_STEP;

/**
 * The total deduction of a recess, in millimetres, so that the frame fits where the plaster isn't
 * true.
 */
export const DEDUCTION = { usual: 10, least: 0, most: 50 } as const;

/** The post between two panels: the stem of the T with a stop for a panel on either side. */
export const POST_WIDTH = mm(32);

/** A post's visible width, by its letter of a layout code (rules M9 and M20). */
export const POST_WIDTHS = {
  T: POST_WIDTH,
  /**
   * Two rebated halves that meet at the angle: each holds a panel's hinges and shows a finger's
   * width.
   */
  B: mm(44),
  /** A corner post is square, as wide as it is deep, because two frames meet at a right angle. */
  C: mm(60),
} as const satisfies Record<string, TenthMm>;
export type PostLetter = keyof typeof POST_WIDTHS;

/**
 * The angle between two facets of a bay, inside the room, in whole degrees. A flat angle needs no
 * post, and a square corner has its own post.
 */
export const BAY_ANGLE = { usual: 135, least: 91, most: 179 } as const;
export const CORNER_ANGLE = 90;
/**
 * The limit of panels between two posts: a second panel may hang on the first, a third would pull
 * the post.
 */
export const MOST_BETWEEN_POSTS = 2;
/**
 * The limit of leaves that fold to one side on hinges alone: fours are the longest run that is
 * made.
 */
export const MOST_IN_A_RUN = 4;

export const TRACK = {
  /**
   * A wider window needs posts or a track, because its panels would pull the frame at both sides'
   * hinges.
   */
  neededBeyond: mm(2500),
  /** The rail and its wheels, and room to lift the panel off. */
  height: mm(38),
  /** The guide on the floor with the gap that lets the panel swing clear of it. */
  guide: mm(13),
  /** Closed panels overlap by a stile, so that no light passes between them. */
  overlap: PANEL.stile,
  /** Two rails, on each of which two panels still clear half of the opening. */
  mostPanels: 4,
  /** A sliding panel needs another panel to slide behind. */
  leastPanels: 2,
} as const;

export const TILT_ROD = {
  width: mm(13),
  /**
   * An offset rod is a quarter of the louvre from the free edge: the hand reaches it there and the
   * view stays clear.
   */
  offset: 0.25,
} as const;

export const HINGE = {
  /** The leaf of a butt hinge. */
  height: mm(64),
  width: mm(10),
  /**
   * The distance from the end of the panel to the middle of the first hinge, clear of the rail's
   * joint.
   */
  inset: mm(150),
} as const;

/**
 * Louvres are drawn at this angle from closed, in degrees: light passes between them and the blades
 * are still visible.
 */
export const DRAWN_TILT = 50;

/**
 * The distance from one louvre's pin to the next. Closed blades overlap: from 64 mm on by half an
 * inch (2½ inch blades have a pitch of 2 inches, 3½ inch 3, 4½ inch 4), smaller ones by 9 mm.
 */
const LOUVRE_PITCH: Readonly<Record<number, TenthMm>> = { 47: mm(38), 64: mm(50.8), 76: mm(63.5), 89: mm(76.2), 114: mm(101.6) };

/** The overlap of sizes outside the table: a fifth of the blade, at most half an inch. */
const OVERLAP = { share: 5, most: 127 } as const;

export function louvrePitch(sizeMm: number): TenthMm {
  const size = mm(sizeMm);
  return LOUVRE_PITCH[sizeMm] ?? ((size - Math.min(Math.round(size / OVERLAP.share), OVERLAP.most)) as TenthMm);
}
