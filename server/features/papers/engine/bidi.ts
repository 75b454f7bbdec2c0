import bidiFactory from "bidi-js";

const bidi = bidiFactory();

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

export interface VisualRun {
  readonly text: string;
  readonly isRightToLeft: boolean;
}

/**
 * Splits a line into runs from left to right as displayed, each in its reading order. The documents
 * run from left to right, Hebrew and Arabic names in them from right to left (Unicode's
 * bidirectional algorithm).
 */
export function inVisualOrder(line: string): VisualRun[] {
  if (!RIGHT_TO_LEFT.test(line)) return [{ text: line, isRightToLeft: false }];
  const { levels } = bidi.getEmbeddingLevels(line, "ltr");
  const runs: { text: string; level: number }[] = [];
  for (const [at, letter] of line.split("").entries()) {
    const level = levels[at] ?? 0;
    const last = runs.at(-1);
    if (last?.level === level) last.text += letter;
    else runs.push({ text: letter, level });
  }
  // From the highest level down, each sequence of runs at that level or above is reversed.
  for (let level = Math.max(...runs.map((run) => run.level)); level > 0; level -= 1) {
    for (let from = 0; from < runs.length; from += 1) {
      let to = from;
      while ((runs[to]?.level ?? 0) >= level) to += 1;
      runs.splice(from, to - from, ...runs.slice(from, to).reverse());
      from = to;
    }
  }
  return runs.map(({ text, level }) => {
    const isRightToLeft = level % 2 === 1;
    // Brackets are mirrored in right-to-left text.
    return { isRightToLeft, text: isRightToLeft ? [...text].map((sign) => bidi.getMirroredCharacter(sign) ?? sign).join("") : text };
  });
}
