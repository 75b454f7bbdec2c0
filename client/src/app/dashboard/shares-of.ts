/** Whole percentages that add up to 100: what rounding down leaves goes to the largest remainders. */
export function sharesOf(counts: readonly number[]): readonly number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return counts.map(() => 0);
  const floors = counts.map((count) => Math.floor((count * 100) / total));
  const left = 100 - floors.reduce((sum, floor) => sum + floor, 0);
  const byRemainder = counts
    .map((count, index) => ({ index, rest: (count * 100) % total }))
    .toSorted((one, other) => other.rest - one.rest);
  const raised = new Set(byRemainder.slice(0, left).map(({ index }) => index));
  return floors.map((floor, index) => (raised.has(index) ? floor + 1 : floor));
}
