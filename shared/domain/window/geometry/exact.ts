/**
 * A length that may be a part of a tenth of a millimetre, and is exact: a whole number of parts. A
 * run has at most 16 panels, and every number up to 16 divides a tenth's parts.
 */
export type Exact = number & { readonly __unit: "1/720,720 of 0.1 mm" };

const PARTS = 720_720;

export const exact = (tenths: number): Exact => (tenths * PARTS) as Exact;
/** So many of them make the whole, without a rest up to 16 of them. */
export const parted = (whole: Exact, parts: number): Exact => (whole / parts) as Exact;
export const less = (from: Exact, ...off: readonly Exact[]): Exact => off.reduce<number>((rest, each) => rest - each, from) as Exact;
export const more = (...parts: readonly Exact[]): Exact => parts.reduce<number>((sum, each) => sum + each, 0) as Exact;

/**
 * Millimetres to halves of one, half up: the one time that a length is rounded. It is off by a
 * quarter at most.
 */
export const toHalves = (length: Exact): number => Math.floor((length + 2.5 * PARTS) / (5 * PARTS)) / 2;

/** Millimetres as nearly as a number says them; exact where they are whole tenths. */
export const asMillimetres = (length: Exact): number => length / (10 * PARTS);

const figures = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 3 });
/** `577.25`, `308.267`: to a thousandth, which is all that a figure is written out to. */
export const exactFigure = (length: Exact): string => figures.format(asMillimetres(length));

/** Whether rounding to halves changes nothing. */
export const isHalf = (length: Exact): boolean => length % (5 * PARTS) === 0;
