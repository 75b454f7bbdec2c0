const LETTERS = 26;

/**
 * Names a panel by its place: `A` is the first from the left, seen from inside; `AA` follows `Z`.
 */
export function panelLetter(panel: number): string {
  const [before, last] = [Math.floor((panel - 1) / LETTERS), (panel - 1) % LETTERS];
  return `${before > 0 ? panelLetter(before) : ""}${String.fromCharCode("A".charCodeAt(0) + last)}`;
}

/** Formats ascending panels: `A`, `A, B`, `A to D`, `A, C to E`. */
export function panelsInWords(panels: readonly number[]): string {
  const runs: number[][] = [];
  for (const panel of panels) {
    const last = runs.at(-1);
    if (last && panel === (last.at(-1) ?? 0) + 1) last.push(panel);
    else runs.push([panel]);
  }
  const ends = ([from = 0, ...others]: readonly number[]) =>
    others.length > 1 ? [`${panelLetter(from)} to ${panelLetter(others.at(-1) ?? from)}`] : [from, ...others].map(panelLetter);
  return runs.flatMap(ends).join(", ");
}
