/**
 * An exact length that may be a fraction of a tenth of a millimetre, stored as a whole number of
 * parts. A run has at most 16 panels, and every number up to 16 divides the parts of a tenth.
 */
export type Exact = number & { readonly __unit: "1/720,720 of 0.1 mm" };

const PARTS = 720_720;

export const exact = (tenths: number): Exact => (tenths * PARTS) as Exact;
/** Divides a length by up to 16 without a remainder. */
export const divideExact = (whole: Exact, parts: number): Exact => (whole / parts) as Exact;
export const subtractExact = (from: Exact, ...off: readonly Exact[]): Exact =>
  off.reduce<number>((rest, each) => rest - each, from) as Exact;
export const addExact = (...parts: readonly Exact[]): Exact => parts.reduce<number>((sum, each) => sum + each, 0) as Exact;

/**
 * Converts to millimetres and rounds to halves, half up. This is the only rounding of a length; its
 * error is at most a quarter of a millimetre.
 */
export const toHalves = (length: Exact): number => Math.floor((length + 2.5 * PARTS) / (5 * PARTS)) / 2;

/** Converts to millimetres, as precisely as a number can; exact for whole tenths. */
export const asMillimetres = (length: Exact): number => length / (10 * PARTS);

const figures = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 3 });
/**
 * Formats to a thousandth of a millimetre, the finest figure that is displayed: `577.25`,
 * `308.267`.
 */
export const exactFigure = (length: Exact): string => figures.format(asMillimetres(length));

/** True if rounding to halves of a millimetre changes nothing. */
export const isHalf = (length: Exact): boolean => length % (5 * PARTS) === 0;
