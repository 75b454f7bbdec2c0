import type { OpenRecut } from "#server/features/orders/recuts.ts";
import { type Block, space } from "#server/features/papers/engine/flow.ts";
import type { Fonts } from "#server/features/papers/engine/fonts.ts";
import { paragraph } from "#server/features/papers/engine/letterhead.ts";
import { createPaper, type Paper } from "#server/features/papers/engine/paper.ts";
import type { Style } from "#server/features/papers/engine/typesetter.ts";
import type { GiveWay } from "#server/platform/threads/turns.ts";
import { toDraw } from "#shared/domain/window/geometry/window-layout.ts";
import { stilesInWords } from "#shared/domain/window/saw/panel-facts.ts";
import { RECUT_REASON_LABEL, recutInWords, recutLengthsInWords } from "#shared/domain/window/saw/recuts.ts";
import { dayOf, daysOf, type JobCard, namesNoWindow } from "./card.ts";
import { cardHead } from "./card-head.ts";
import { cutListBlocks, hardwareBlocks } from "./card-lists.ts";
import { areSingleParts, marksOfParts, partBlocks } from "./part-blocks.ts";
import { remakeBlocks } from "./remake-blocks.ts";
import { stileSheetBlocks } from "./stile-sheet.ts";
import { windowBlocks } from "./window-blocks.ts";
import { usualFacts } from "./window-facts.ts";

const RECUT: Style = { size: 12, weight: "semibold", leading: 1.4 };

/**
 * Prints the information that the maker needs for each order, without prices (rule D3). A card
 * begins a page, and its layout is built after the previous card is drawn, so that many cards are
 * never in memory at once. Other requests run after each card.
 */
export async function jobCards(fonts: Fonts, cards: readonly JobCard[], giveWay: GiveWay): Promise<Paper> {
  const [first] = cards;
  const [only] = cards.length === 1 ? cards : [];
  const paper = createPaper(fonts, {
    title: only ? `Job card ${only.number}` : `Job cards of ${cards.length} orders`,
    author: first?.productName ?? "",
    subject: only ? `What to make for ${only.companyName}` : `What to make: ${cards.map(({ number }) => number).join(", ")}`,
    date: new Date(Math.max(...cards.map(({ createdAt }) => createdAt.getTime()))),
  });
  for (const card of cards) {
    paper.part(cardBlocks(paper, card), footerOf(card), card.number);
    await giveWay();
  }
  return paper.end();
}

/** Each page has the days, because pages lie on several benches. */
const footerOf = (card: JobCard): string =>
  [card.productName, `Job card ${card.number}`, card.companyName, ...daysOf(card, dayOf)].join("  ·  ");

/** `To recut: left stile (hinges), 204.1 A, Bay. Cut 1,572 mm. Split: a knot` */
function recutWords({ items }: JobCard, recut: OpenRecut): string {
  const { itemId, parts, reason, note } = recut;
  const window = items.find(({ id }) => id === itemId);
  const why = [RECUT_REASON_LABEL[reason], note].filter(Boolean).join(": ");
  if (!window) return `To recut: ${recutInWords(recut)}. ${why}`;
  const drawn = toDraw(window);
  const stilesOf = (panel: number) => stilesInWords(drawn, panel);
  const what = recutInWords(recut, stilesOf);
  return [`To recut: ${what}, ${window.name}`, recutLengthsInWords(drawn, parts, stilesOf), why].filter(Boolean).join(". ");
}

function cardBlocks(paper: Paper, order: JobCard): Block[] {
  const usual = usualFacts(order.items).map(([name]) => name);
  const marks = marksOfParts(order);
  const windows = order.items.flatMap((item, index) =>
    areSingleParts(item)
      ? partBlocks(paper, item, { place: index + 1, usual, mark: marks?.[index] ?? null })
      : windowBlocks(paper, item, index + 1, usual),
  );
  const recuts = (order.recuts ?? []).flatMap((recut) => paragraph(paper, recutWords(order, recut), RECUT));
  const wrong = order.remake ? remakeBlocks(paper, order.remake, marks !== null) : [];
  const cuts = namesNoWindow(order)
    ? []
    : [...cutListBlocks(paper, order), ...hardwareBlocks(paper, order.items), ...stileSheetBlocks(paper, order.items)];
  // The sawyer's pages come first, because they fill the page below the head, and each window has
  // its own page.
  return [
    ...cardHead(paper, order),
    ...recuts,
    ...(recuts.length > 0 ? [space(8)] : []),
    ...wrong,
    ...cuts,
    ...(cuts.length > 0 ? [space(12)] : []),
    ...windows,
  ];
}
