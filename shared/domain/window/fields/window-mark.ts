import { lengthIn, type TenthMm } from "#shared/domain/length.ts";

/**
 * A marked place on a window: whole millimetres from the left and the top of its frame, seen from
 * inside the room.
 */
export interface WindowMark {
  readonly xMm: number;
  readonly yMm: number;
}

interface Sides {
  readonly width: TenthMm;
  readonly height: TenthMm;
}

/** A step of an arrow key, in millimetres; a finger is no more precise. */
export const MARK_STEP = 10;
/** A step with Shift, in millimetres. */
export const MARK_STRIDE = 100;

/** The last whole millimetre of a side. */
const lastOf = (side: TenthMm): number => Math.floor(lengthIn(side, "mm"));

export const isOnWindow = ({ xMm, yMm }: WindowMark, { width, height }: Sides): boolean => xMm <= lastOf(width) && yMm <= lastOf(height);

/**
 * Returns the place on the window nearest to a pointed position, in steps, and never beyond the
 * edge.
 */
export const markAt = (xMm: number, yMm: number, { width, height }: Sides): WindowMark => ({
  xMm: steppedWithin(xMm, lastOf(width)),
  yMm: steppedWithin(yMm, lastOf(height)),
});

const steppedWithin = (at: number, most: number): number => Math.min(Math.max(Math.round(at / MARK_STEP) * MARK_STEP, 0), most);

export const middleOf = ({ width, height }: Sides): WindowMark => markAt(lastOf(width) / 2, lastOf(height) / 2, { width, height });

const figures = new Intl.NumberFormat("en-GB");

/** `about 300 mm from the left, 450 mm from the top`. */
export const markInWords = ({ xMm, yMm }: WindowMark): string =>
  `about ${figures.format(xMm)} mm from the left, ${figures.format(yMm)} mm from the top`;
