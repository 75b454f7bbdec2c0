import { drawQr } from "#server/features/papers/engine/draw-shapes.ts";
import { type Block, space } from "#server/features/papers/engine/flow.ts";
import { addressLines, type Facts, factGrid, jobFacts, stack } from "#server/features/papers/engine/letterhead.ts";
import { CONTENT, LEFT, type Paper, RIGHT } from "#server/features/papers/engine/paper.ts";
import { ACCENT, MUTED, type Style } from "#server/features/papers/engine/typesetter.ts";
import { formatDay } from "#shared/domain/period.ts";
import { NO_WINDOW_NAMED } from "#shared/domain/trade/remake-faults.ts";
import { orderNumber, remakeNumber } from "#shared/domain/trade/status.ts";
import { notchMm } from "#shared/domain/window/geometry/made-rise.ts";
import { toDraw } from "#shared/domain/window/geometry/window-layout.ts";
import { clearancesInWords, USUAL_TABLE } from "#shared/domain/window/saw/clearances.ts";
import { amountToMake } from "#shared/domain/window/saw/make-amount.ts";
import { numbersInRanges } from "#shared/domain/window/saw/saw-work.ts";
import { tableInWords } from "#shared/domain/window/saw/sections.ts";
import { makesAny, RAILS } from "#shared/domain/window/saw/window-make.ts";
import { DEFAULT_SECTIONS } from "#shared/domain/workshop-setup.ts";
import { dayOf, daysOf, type JobCard, namesNoWindow, weekdayOf } from "./card.ts";
import { areSingleParts } from "./part-blocks.ts";
import { usualFacts } from "./window-facts.ts";

const TITLE: Style = { size: 22, weight: "semibold", colour: ACCENT };
const DUE: Style = { size: 13, weight: "semibold", leading: 1.4 };
const LABEL: Style = { size: 8, weight: "semibold", colour: MUTED };
const MATERIAL: Style = { size: 9.5 };
const CHANGED: Style = { size: 12, weight: "semibold", leading: 1.4 };
const QR = 92;

export function cardHead(paper: Paper, card: JobCard): Block[] {
  const { number, ...order } = card;
  const shutters = order.items.reduce((sum, { quantity }) => sum + quantity, 0);
  const width = CONTENT - QR - 20;
  const title = stack(
    paper,
    [
      { text: `Job card ${number}`, style: TITLE, tag: "H1" },
      { text: daysOf(card, weekdayOf).join("  ·  "), style: DUE },
    ],
    width,
  );
  const facts: Facts = [
    ["Customer", [order.companyName, order.contactName].join("\n")],
    ["Deliver to", addressLines(order.shippingAddress)],
    ...jobFacts(order),
    ["Ordered", formatDay(order.createdAt)],
    ...shippingFact(card),
    ["To make", namesNoWindow(card) ? NO_WINDOW_NAMED : amountToMake({ windows: order.items.length, shutters }, order.items.map(toDraw))],
    ...remakeFact(order),
  ];
  const grid = factGrid(paper, facts, { left: LEFT, width, columns: 3 });
  const changes = stack(
    paper,
    (card.corrected ?? []).map((text) => ({ text, style: CHANGED })),
    CONTENT,
  );
  const usual = factGrid(paper, usualFacts(order.items), { left: LEFT, width: CONTENT, columns: 5 });
  const beside = Math.max(title.height + 10 + grid.height, QR + 16);
  const cutBy = stack(
    paper,
    [cutByInWords(card), notchInWords(card)].filter(Boolean).map((text) => ({ text, style: MATERIAL })),
    CONTENT,
  );
  const height = beside + changes.height + usual.height + cutBy.height + 4;
  const caption: Style = { ...LABEL, weight: "regular", align: "right" };
  return [
    {
      height,
      draw: (y) => {
        title.draw(LEFT, y - 4);
        grid.draw(y + title.height + 10);
        const x = RIGHT - QR;
        paper.tag("Figure", () => drawQr(paper, order.url, x + 6, y - 8, QR), {
          alt: `QR code to ${number}`,
          bbox: [x, y - 8, RIGHT, y - 8 + QR],
        });
        paper.tag("P", () => paper.type.draw(paper.type.lines("Scan to open it", QR, caption), x, y + QR - 8, QR, caption));
        changes.draw(LEFT, y + beside);
        usual.draw(y + beside + changes.height + 2);
        cutBy.draw(LEFT, y + beside + changes.height + usual.height + 2);
        paper.rule(y + height + 2);
      },
    },
    space(12),
  ];
}

/** Names the shipping day. A short card has no second line for the due day, and none if unknown. */
function shippingFact({ shippingDate, dueOn, items }: JobCard): Facts {
  const isShort = items.length > 0 && items.every(areSingleParts);
  if (isShort && (shippingDate === null || shippingDate === dueOn)) return [];
  return [["Ships on", shippingDate ? dayOf(shippingDate) : "Not set yet"]];
}

/** A reader who may not see the remake reads its number only. */
function remakeFact({ remakeId, remake }: Pick<JobCard, "remakeId" | "remake">): Facts {
  if (remakeId === null) return [];
  return [["Remake", `${remakeNumber(remakeId)}${remake ? ` of order ${orderNumber(remake.orderId)}` : ""}`]];
}

const cutByInWords = ({ clearances, table, tableDate, keptAt, sections, isUnreviewed, remake }: JobCard): string =>
  [
    `Cut by ${table === USUAL_TABLE ? table : `the clearances of ${table}`}, in mm: ${clearancesInWords(clearances)}.`,
    tableInWords({ tableDate, keptAt, sections, isUnreviewed }),
    isUnreviewed ? `${DEFAULT_SECTIONS}.` : "",
    remake && !keptAt ? `${orderNumber(remake.orderId)} has no stored measures: check against its shutters.` : "",
  ]
    .filter(Boolean)
    .join(" ");

/** One sentence for all windows with rods, which are named if not every window has one. */
function notchInWords({ clearances, items }: JobCard): string {
  const notch = notchMm(clearances);
  const rodded = items.flatMap(({ tiltRodType, make }, at) => (tiltRodType !== "hidden" && makesAny(make, RAILS) ? [at + 1] : []));
  if (rodded.length === 0 || notch <= 0) return "";
  const what = `otch the rail above each section ${notch} mm for the rod: louvres close upwards.`;
  if (rodded.length === items.length) return `N${what}`;
  return `${rodded.length === 1 ? "Window" : "Windows"} ${numbersInRanges(rodded)}: n${what}`;
}
