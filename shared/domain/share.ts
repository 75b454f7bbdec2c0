/** A whole number parted into so many whole parts that differ by at most one, the larger ones first: nothing is lost to rounding. */
export function share(whole: number, parts: number): number[] {
  const least = Math.floor(whole / parts);
  const larger = whole - least * parts;
  return Array.from({ length: parts }, (_, index) => least + (index < larger ? 1 : 0));
}
