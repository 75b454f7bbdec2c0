import { drawShapes } from "#server/features/papers/engine/draw-shapes.ts";
import { type Block, space } from "#server/features/papers/engine/flow.ts";
import type { Fonts } from "#server/features/papers/engine/fonts.ts";
import { paragraph, stack } from "#server/features/papers/engine/letterhead.ts";
import { CONTENT, createPaper, LEFT, type Paper } from "#server/features/papers/engine/paper.ts";
import { ACCENT, leadingOf, MUTED, type Style } from "#server/features/papers/engine/typesetter.ts";
import type { findBars } from "#server/features/workshop/bar-plan/bar-plan.ts";
import { profileOf } from "#server/features/workshop/bar-plan/groups.ts";
import { badRequest } from "#server/platform/http/errors.ts";
import type { GiveWay } from "#server/platform/threads/turns.ts";
import { inMillimetres } from "#shared/domain/length.ts";
import { formatDay } from "#shared/domain/period.ts";
import { countOf } from "#shared/domain/text.ts";
import { orderNumber } from "#shared/domain/trade/status.ts";
import {
  alikeBars,
  type BarPiece,
  barsInWords,
  CUT_LENGTHS,
  colourOfBars,
  countedPieceInWords,
  groupEqualPieces,
} from "#shared/domain/window/saw/bars.ts";
import { profileName } from "#shared/domain/window/saw/workshop-stock.ts";
import { BAR_PICTURE, barShapes } from "./bar-shapes.ts";

type Profile = ReturnType<typeof profileOf>;
interface BarPlan extends Awaited<ReturnType<typeof findBars>> {
  readonly productName: string;
  readonly now: Date;
}

const TITLE: Style = { size: 22, weight: "semibold", colour: ACCENT };
const NOTE: Style = { size: 9.5 };
const PROFILE: Style = { size: 13, weight: "semibold" };
const TIMES: Style = { size: 15, weight: "semibold", tabular: true };
const BAR: Style = { size: 8, colour: MUTED, tabular: true };
const PIECES: Style = { size: 9, tabular: true };
const BESIDE = 54;
const PICTURE = { width: CONTENT - BESIDE, height: BAR_PICTURE.height } as const;
/** The most pictures in one document, some 600 pages. */
const MOST_PICTURES = 6000;
/** @throws 400 if the plan has more pictures than one document may have */
export function refuseTooManyPictures(pictures: number): void {
  if (pictures > MOST_PICTURES) throw badRequest(`This plan has ${countOf(pictures, "different bar")}: choose fewer orders to print it`);
}

/**
 * Other requests run after this many pictures or pages. A picture takes a fifth of the time of a
 * window's drawing, and a page has about twelve.
 */
const PICTURES_AT_A_TIME = 500;
const PAGES_AT_A_TIME = 40;

/** Prints the bars for the person at the saw: equal bars once, with their number (rule W44). */
export async function barPlan(fonts: Fonts, { plan, windows, productName, now }: BarPlan, giveWay: GiveWay): Promise<Paper> {
  const profiles = plan.map(({ group, cutting }) => profileOf(group, cutting));
  const paper = createPaper(fonts, { title: "Bar plan", author: productName, subject: "Which piece is cut from which bar", date: now });
  const alike = profiles.map((profile) => ({ profile, bars: alikeBars(profile.bars) }));
  const pictures = alike.reduce((sum, { bars }) => sum + bars.length, 0);
  refuseTooManyPictures(pictures);
  const orders = new Set(
    profiles.flatMap(({ bars, tooLong }) => [...bars.flatMap(({ pieces }) => pieces), ...tooLong].map(({ orderId }) => orderId)),
  );
  const windowNames = new Map(windows.map(({ itemId, window }) => [itemId, window]));
  const called = ({ orderId, itemId }: BarPiece) => `${orderNumber(orderId)} ${windowNames.get(itemId) ?? ""}`;
  const total = profiles.reduce((sum, { bars }) => sum + bars.length, 0);
  const least = profiles.reduce((sum, { lowerBound }) => sum + lowerBound, 0);
  const ids = [...orders].sort((one, other) => one - other);
  const head = stack(
    paper,
    [
      { text: "Bar plan", style: TITLE, tag: "H1" },
      { text: ids.length > 0 ? ids.map(orderNumber).join(", ") : "Nothing is left to cut", style: NOTE },
      {
        text: `${countOf(total, "bar")}, and no plan has fewer than ${least.toLocaleString("en-GB")}. Made on ${formatDay(now)}.`,
        style: NOTE,
      },
      { text: CUT_LENGTHS, style: NOTE },
    ],
    CONTENT,
  );
  const blocks: Block[] = [{ height: head.height, draw: (y) => head.draw(LEFT, y - 4) }, space(12)];
  for (const { profile, bars } of alike) {
    blocks.push(...profileHead(paper, profile, { hasBars: bars.length > 0, called }));
    for (const [index, bar] of bars.entries()) {
      if (index % PICTURES_AT_A_TIME === 0) await giveWay();
      blocks.push(...barBlocks(paper, profile, bar, called));
    }
  }
  for (const page of paper.pages(blocks, `${productName}  ·  Bar plan`)) if (page % PAGES_AT_A_TIME === 0) await giveWay();
  return paper.end();
}

type Called = (piece: BarPiece) => string;

function profileHead(paper: Paper, profile: Profile, { hasBars, called }: { hasBars: boolean; called: Called }): Block[] {
  const kerf = `kerf ${inMillimetres(profile.kerfMm * 10)} mm`;
  const head = stack(
    paper,
    [
      { text: `${profileName(profile.profile)}  ·  ${profile.material}  ·  ${colourOfBars(profile.color)}`, style: PROFILE, tag: "H2" },
      { text: `${barsInWords(profile)}; ${kerf}`, style: NOTE },
    ],
    CONTENT,
  );
  const tooLong = paragraph(paper, tooLongInWords(profile, called), { ...NOTE, weight: "semibold" });
  const isFollowed = hasBars || tooLong.length > 0;
  return [space(10), { height: head.height + 6, keepWithNext: isFollowed, draw: (y) => head.draw(LEFT, y) }, ...tooLong];
}

const tooLongInWords = ({ tooLong, stockMm }: Profile, called: Called): string =>
  tooLong.length === 0 ? "" : `Longer than ${inMillimetres(stockMm * 10)} mm, on no bar: ${inWords(tooLong, called)}`;

const inWords = (pieces: readonly BarPiece[], called: Called): string =>
  groupEqualPieces(pieces)
    .map((piece) => `${countedPieceInWords(piece)} ${called(piece)}`)
    .join("  ·  ");

/** A plan that is not stored has no trim. */
const sizesOf = ({ stockMm, kerfMm }: Profile) => ({ fullMm: stockMm, lengthMm: stockMm, kerfMm, trimMm: 0 });

function barBlocks(paper: Paper, profile: Profile, bar: ReturnType<typeof alikeBars>[number], called: Called): Block[] {
  const { first, times, offcutMm, pieces } = bar;
  const numbers = times === 1 ? `Bar ${first}` : `Bars ${first} to ${first + times - 1}`;
  const beside = stack(
    paper,
    [
      { text: `${times} ×`, style: TIMES },
      { text: numbers, style: BAR },
    ],
    BESIDE - 6,
  );
  const offcut = `offcut ${inMillimetres(offcutMm * 10)} mm`;
  const x = LEFT + BESIDE;
  const picture: Block = {
    height: Math.max(PICTURE.height + 3, beside.height - leadingOf(PIECES)),
    keepWithNext: true,
    draw: (y) => {
      beside.draw(LEFT, y - 3);
      paper.tag("Figure", () => drawShapes(paper, barShapes(pieces, sizesOf(profile), PICTURE.width), x, y), {
        alt: `${times} × ${pieces.map(({ lengthMm }) => inMillimetres(lengthMm * 10)).join(", ")}, ${offcut}`,
        bbox: [x, y, x + PICTURE.width, y + PICTURE.height],
      });
    },
  };
  return [picture, ...paragraph(paper, `${inWords(pieces, called)}  ·  ${offcut}`, PIECES, x), space(9)];
}
