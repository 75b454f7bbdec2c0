/** The least of 1, 2, 5, 10, 20, 50, ... that no value is above; 1 for nothing at all. */
export function niceTop(values: readonly number[]): number {
  const highest = Math.max(1, ...values);
  const power = 10 ** Math.floor(Math.log10(highest));
  return [1, 2, 5, 10].map((step) => step * power).find((top) => top >= highest) ?? highest;
}

export interface Spot {
  /** From the left and from the top, 0 to 100. */
  readonly x: number;
  readonly y: number;
}

/** Where each value is drawn: side by side from edge to edge, nought at the bottom; a single one in the middle. */
export const spotsOf = (values: readonly number[], top: number): Spot[] =>
  values.map((value, index) => ({ x: values.length === 1 ? 50 : (100 * index) / (values.length - 1), y: 100 - (100 * value) / top }));

/** The value that a place from 0 (the left edge) to 1 is nearest to. */
export const nearest = (place: number, count: number): number => Math.min(count - 1, Math.max(0, Math.round(place * (count - 1))));
