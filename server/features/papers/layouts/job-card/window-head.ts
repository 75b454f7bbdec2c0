import { stack } from "#server/features/papers/engine/letterhead.ts";
import { LEFT, type Paper, RIGHT } from "#server/features/papers/engine/paper.ts";
import { leadingOf, MUTED, type Style } from "#server/features/papers/engine/typesetter.ts";
import type { MakerItem } from "#server/features/papers/quotation-parties.ts";
import { sizeInMillimetres } from "#shared/domain/length.ts";
import { toDraw } from "#shared/domain/window/geometry/window-layout.ts";
import { listCuts, type UnmakeablePanel, unmakeablePanels } from "#shared/domain/window/saw/cut-list.ts";
import { makeInSentence } from "#shared/domain/window/saw/make-in-words.ts";
import { isWholeWindow } from "#shared/domain/window/saw/window-make.ts";
import { madeSize } from "#shared/domain/window/text/making-text.ts";
import { CHECKS, knownChecks } from "#shared/domain/window/text/measurement-checks.ts";
import { NAME } from "./window-format.ts";

/** A window's name and size, and its warnings. */

const RECESS: Style = { size: 10, colour: MUTED, tabular: true };
const WARNING: Style = { size: 9, weight: "semibold" };

interface Head {
  readonly size: Style;
  /** The left edge; by default the page's. */
  readonly left?: number;
}

/**
 * Measures a window's head: `1. Front bay` and at the right edge of its line, with the size to make
 * in large type, `2 × 1,190 × 1,340 mm (recess 1,200 × 1,350 mm)`.
 */
export function windowHead(paper: Paper, item: MakerItem, place: number, { size: style, left = LEFT }: Head) {
  const width = RIGHT - left;
  const window = toDraw(item);
  const madeSizeText = madeSize(window);
  const givenSize = sizeInMillimetres(item);
  const size = `${item.quantity} × ${madeSizeText ?? givenSize}`;
  const [line] = paper.type.lines(size, width, style);
  const recess = madeSizeText ? paper.type.lines(`(recess ${givenSize})`, width, RECESS) : [];
  const sizeWide = (line?.width ?? 0) + (recess[0] ? recess[0].width + 8 : 0);
  // A long name wraps beside the size.
  const name = stack(paper, [{ text: `${place}. ${item.name}`, style: NAME, tag: "H2" }], width - sizeWide - 16);
  const sizeHeight = leadingOf(style);
  // The name shares the baseline of a larger size.
  const lowered = Math.max(0, (style.size ?? NAME.size) - NAME.size - 3);
  return {
    height: Math.max(name.height + lowered, sizeHeight) + 3 + lowered,
    draw(y: number) {
      name.draw(left, y + lowered);
      const at = y - 3;
      const x = RIGHT - sizeWide;
      paper.tag("P", () => {
        if (line) paper.type.draw([line], x, at, width, style);
        // Both texts share one baseline.
        const beside = x + (line?.width ?? 0) + 8;
        paper.type.draw(recess, beside, at + sizeHeight - leadingOf(RECESS) - 3, width, RECESS);
      });
    },
  };
}

/** Lists confirmed checks, and questions that must be answered before the window is cut. */
export function warningsOf(item: MakerItem): string[] {
  const { parts, asks } = listCuts(toDraw(item));
  // The cut list has the sentences of panels that cannot be made, once.
  const isElsewhere = isSentenceOf(unmakeablePanels(toDraw(item)));
  return [
    ...(isWholeWindow(item.make) ? [] : [`Make only ${makeInSentence(toDraw(item), item.make)}`]),
    ...knownChecks(item.overriddenChecks).map((id) => `Checked and confirmed: ${inSentence(CHECKS[id].title)}`),
    ...asks.filter((sentence) => !isElsewhere(sentence)).map((sentence) => `Not listed: ${sentence}`),
    ...new Set(parts.flatMap(({ ask }) => (ask && !isElsewhere(ask) ? ask : []))),
  ];
}

const isSentenceOf =
  (panels: readonly UnmakeablePanel[]) =>
  (sentence: string): boolean =>
    panels.some(({ ask }) => ask === sentence);

/** Lowers only the first letter, so that `T-post` keeps its capital. */
const inSentence = (title: string): string => title.charAt(0).toLowerCase() + title.slice(1);

export function warningBox(paper: Paper, sentences: readonly string[], left = LEFT) {
  const width = RIGHT - left;
  const words = stack(
    paper,
    sentences.map((text) => ({ text, style: WARNING })),
    width - 16,
  );
  const height = sentences.length > 0 ? words.height + 14 : 0;
  return {
    height,
    draw(y: number) {
      if (height === 0) return;
      paper.artifact(() => {
        paper.doc.rect(left, y, width, height - 6).fill("#fbf1dc");
        paper.doc.rect(left, y, 3, height - 6).fill("#b7791f");
      });
      words.draw(left + 12, y + 4);
    },
  };
}
