import { drawShapes } from "#server/features/papers/engine/draw-shapes.ts";
import { type Block, space } from "#server/features/papers/engine/flow.ts";
import type { Fonts } from "#server/features/papers/engine/fonts.ts";
import { paragraph, stack } from "#server/features/papers/engine/letterhead.ts";
import { CONTENT, createPaper, LEFT, PAGE_HEIGHT, type Paper } from "#server/features/papers/engine/paper.ts";
import { ACCENT, MUTED, type Style } from "#server/features/papers/engine/typesetter.ts";
import type { PlanLine, planOnPaper } from "#server/features/workshop/bar-plan/plan-lines.ts";
import { badRequest } from "#server/platform/http/errors.ts";
import type { GiveWay } from "#server/platform/threads/turns.ts";
import { inMetres, inMillimetres } from "#shared/domain/length.ts";
import { formatDay } from "#shared/domain/period.ts";
import { countOf } from "#shared/domain/text.ts";
import { orderNumber } from "#shared/domain/trade/status.ts";
import { CUT_LENGTHS, colourOfBars } from "#shared/domain/window/saw/bars.ts";
import { barsSawnInWords } from "#shared/domain/window/saw/plan-rows.ts";
import type { Profile as CutProfile } from "#shared/domain/window/saw/profiles.ts";
import {
  aBarInWords,
  barsInNumbers,
  buyInWords,
  leftInWords,
  namesOfWindows,
  piecesInWords,
  SQUARE_ENDS,
  sawPieceInWords,
  stopInWords,
  supplyOf,
  TRIM_FIRST,
  tablesInWords,
  takenInWords,
  unusualInWords,
  usualFigures,
  usualInWords,
} from "#shared/domain/window/saw/saw-work.ts";
import { sectionInWords } from "#shared/domain/window/saw/sections.ts";
import { profileName } from "#shared/domain/window/saw/workshop-stock.ts";
import { BAR_PICTURE, barShapes } from "./bar-shapes.ts";

interface StoredPlan extends Awaited<ReturnType<typeof planOnPaper>> {
  readonly productName: string;
  readonly now: Date;
}
type Profile = StoredPlan["profiles"][number];
type ToSaw = Extract<PlanLine, { kind: "saw" }>;

const TITLE: Style = { size: 22, weight: "semibold", colour: ACCENT };
const NOTE: Style = { size: 9.5 };
const STRONG: Style = { ...NOTE, weight: "semibold" };
const PROFILE: Style = { size: 13, weight: "semibold" };
const NUMBER: Style = { size: 12, weight: "semibold", tabular: true };
const BESIDE_NUMBER: Style = { size: 8, colour: MUTED, tabular: true };
const STOP: Style = { size: 11, weight: "semibold", tabular: true };
const PIECE: Style = { size: 9, tabular: true };
const SMALL: Style = { size: 8.5, colour: MUTED, tabular: true };
const DONE: Style = { size: 9, colour: MUTED, tabular: true };
const BESIDE = 82;
const STOPS = 142;
const WORDS = CONTENT - BESIDE - STOPS;
/** The column is wide enough for a pencil's tick and a bar's number beside it. */
const TICK = { size: 9, wide: 34, high: 16 } as const;
const TICKS_IN_ROW = Math.floor((CONTENT - BESIDE) / TICK.wide);

/**
 * Other requests run after this many bars or pages. A bar takes a fifth of the time of a window's
 * drawing, and a page has about eight.
 */
const BARS_AT_A_TIME = 500;
const PAGES_AT_A_TIME = 40;

/** A bar that is higher than a page with a section's head is split between pages. */
const SHORT = PAGE_HEIGHT - 60;
const PIECES_TOGETHER = 10;

const mm = (length: number): string => inMillimetres(length * 10);

/** The most pictures in one document, some 600 pages. */
const MOST_PICTURES = 6000;
/** @throws 400 if the plan has more pictures than one document may have */
export function refuseTooManyPictures(pictures: number): void {
  if (pictures > MOST_PICTURES) throw badRequest(`This plan has ${countOf(pictures, "different bar")}: choose fewer orders to print it`);
}

/**
 * Prints a plan for the person at the saw and for the person who buys the timber (rules W44, W70).
 */
export async function storedPlan(fonts: Fonts, plan: StoredPlan, giveWay: GiveWay): Promise<Paper> {
  const { id, profiles, productName, now } = plan;
  const title = titleOf(id);
  const paper = createPaper(fonts, { title, author: productName, subject: "What is sawn from which bar, in the order of work", date: now });
  const usual = usualFigures(profiles);
  const windowOf = namesOfWindows(plan.windows);
  const drawn = { paper, isChanged: (orderId: number) => plan.changed.includes(orderId), windowOf };
  const blocks: Block[] = [...planHead(paper, plan, usual)];
  for (const profile of profiles) {
    blocks.push(...profileHead(paper, profile, { usual, windowOf }));
    // An offcut may be longer than the bars that are bought.
    const fullMm = Math.max(profile.stockMm, ...profile.bars.map(({ lengthMm }) => lengthMm));
    for (const [index, line] of profile.lines.entries()) {
      if (index % BARS_AT_A_TIME === 0) await giveWay();
      blocks.push(...(line.kind === "saw" ? barBlocks(drawn, line, { ...profile, fullMm }) : [doneBlock(paper, line)]));
    }
  }
  for (const page of paper.pages(blocks, `${productName}  ·  ${title}`)) if (page % PAGES_AT_A_TIME === 0) await giveWay();
  return paper.end();
}

const titleOf = (id: number | null): string => (id === null ? "Bar plan" : `Bar plan ${id}`);

type Usual = ReturnType<typeof usualFigures>;

const called = ({ profile, material, color }: Profile): string =>
  `${profileName(profile as CutProfile)}  ·  ${material}  ·  ${colourOfBars(color)}`;

function planHead(
  paper: Paper,
  { id, orders, changed, notMade, leftOut, tables, profiles, createdAt, by, now }: StoredPlan,
  usual: Usual,
): Block[] {
  const bars = profiles.reduce((sum, profile) => sum + profile.bars.length, 0);
  const least = profiles.reduce((sum, { lowerBound, bars: all }) => sum + lowerBound + supplyOf({ bars: all }).taken.count, 0);
  const lines = profiles.flatMap((profile) => profile.lines);
  const left = lines.reduce((sum, line) => sum + (line.kind === "saw" ? line.bars.length : 0), 0);
  const sawn = lines.reduce((sum, line) => sum + (line.kind === "sawn" ? line.last - line.first + 1 : 0), 0);
  const printed = `Printed on ${formatDay(now)}`;
  const done = barsSawnInWords({ sawn, left });
  const rules = usual ? `${usualInWords(usual)}. ${TRIM_FIRST} ${SQUARE_ENDS} ${CUT_LENGTHS}` : "";
  const head = stack(
    paper,
    [
      { text: titleOf(id), style: TITLE, tag: "H1" },
      { text: orders.map(orderNumber).join(", "), style: NOTE },
      {
        text: by
          ? `Made on ${formatDay(createdAt)} by ${by.contactName}. ${printed}: ${bars === 0 ? "nothing to saw" : done}.`
          : `${printed}: ${bars === 0 ? "nothing is left to cut" : `${countOf(bars, "bar")}, and no plan has fewer than ${least.toLocaleString("en-GB")}`}. Not stored.`,
        style: NOTE,
      },
      { text: tablesInWords(tables), style: NOTE },
      { text: changedInWords(changed.filter((id) => !notMade.some(({ orderId }) => orderId === id))), style: STRONG },
      ...leftOut.map((text) => ({ text, style: STRONG })),
      { text: rules, style: NOTE },
    ],
    CONTENT,
  );
  return [{ height: head.height, draw: (y) => head.draw(LEFT, y - 4) }, space(10), ...toBuy(paper, profiles, usual), space(4)];
}

const changedInWords = (changed: readonly number[]): string =>
  changed.length === 0
    ? ""
    : `Changed since it was planned: ${changed.map(orderNumber).join(", ")}. Don't saw those pieces, plan them again.`;

/** The profile without its finished bars, whose timber was bought before. */
const unsawn = <Of extends Pick<Profile, "bars">>(profile: Of): Of => ({ ...profile, bars: profile.bars.filter((bar) => !bar.isDone) });

/**
 * The list for the timber merchant: the bars to buy of each profile, and their total length in
 * metres.
 */
function toBuy(paper: Paper, profiles: readonly Profile[], usual: Usual): Block[] {
  const bought = profiles.map(unsawn).filter((profile) => supplyOf(profile).buy.length > 0);
  const metres = inMetres(bought.reduce((sum, profile) => sum + supplyOf(profile).buyMm, 0) * 10);
  const isBegun = profiles.some(({ bars }) => bars.some((bar) => bar.isDone));
  if (bought.length === 0 && !isBegun) return [];
  const words = bought.length === 0 ? "Nothing left to buy" : `To buy: ${metres} m`;
  const heading = stack(paper, [{ text: words, style: PROFILE, tag: "H2" }], CONTENT);
  const rows = bought.map((profile): Block => {
    const row = stack(
      paper,
      [{ text: `${called(profile)}, ${sectionInWords(profile.section)}: ${buyInWords(profile, usual)}`, style: NOTE }],
      CONTENT,
    );
    return { height: row.height + 1, draw: (y) => row.draw(LEFT, y) };
  });
  return [{ height: heading.height + 2, keepWithNext: rows.length > 0, draw: (y) => heading.draw(LEFT, y) }, ...rows];
}

type Words = { readonly usual: Usual; readonly windowOf: (itemId: number) => string };

function profileHead(paper: Paper, profile: Profile, { usual, windowOf }: Words): Block[] {
  const { section, stockMm, tooLong } = profile;
  const facts = [sectionInWords(section), buyInWords(unsawn(profile), usual), takenInWords(profile), unusualInWords(profile, usual)];
  const onNoBar = tooLong.length === 0 ? "" : `Longer than ${mm(stockMm)} mm, on no bar: ${piecesInWords(tooLong, windowOf).join("  ·  ")}`;
  const head = stack(
    paper,
    [
      { text: called(profile), style: PROFILE, tag: "H2" },
      { text: facts.filter((words) => words !== null).join("; "), style: NOTE },
    ],
    CONTENT,
  );
  const isFollowed = profile.lines.length > 0 || onNoBar !== "";
  return [
    space(12),
    { height: head.height + 6, keepWithNext: isFollowed, draw: (y) => head.draw(LEFT, y) },
    ...paragraph(paper, onNoBar, STRONG),
  ];
}

/** Prints bars without remaining work in one line. */
function doneBlock(paper: Paper, line: Exclude<PlanLine, ToSaw>): Block {
  const words = line.kind === "sawn" ? line.words : `nothing left to saw. ${cutInWords(line.cut, line.first !== line.last)}`;
  const row = stack(paper, [{ text: `${barsCalled(line.first, line.last)}: ${words}`, style: DONE }], CONTENT);
  return { height: row.height + 5, draw: (y) => row.draw(LEFT, y) };
}
const barsCalled = (first: number, last: number): string => (first === last ? `Bar ${first}` : `Bars ${first} to ${last}`);
const cutInWords = (cut: readonly string[], isSeveral: boolean): string =>
  cut.length === 0 ? "" : `Cut already, not from ${isSeveral ? "these bars" : "this bar"}: ${cut.join("  ·  ")}`;

interface Drawn {
  readonly paper: Paper;
  readonly isChanged: (orderId: number) => boolean;
  readonly windowOf: (itemId: number) => string;
}

/** Prints a bar to saw: its picture, its stops with their pieces, the rest, and a box to tick. */
function barBlocks({ paper, isChanged, windowOf }: Drawn, line: ToSaw, profile: Profile & { readonly fullMm: number }): Block[] {
  const { bars, isOffcut, lengthMm, lengths } = line;
  const [first = 0] = bars;
  const last = bars.at(-1) ?? first;
  const single = bars.length === 1;
  const of = isOffcut || lengthMm !== profile.stockMm ? `${isOffcut ? "offcut " : ""}${mm(lengthMm)} mm` : "";
  const beside = stack(
    paper,
    [
      { text: single ? `Bar ${first}` : `${first} to ${last}`, style: NUMBER },
      { text: single ? "" : `${bars.length} alike`, style: BESIDE_NUMBER },
      { text: of, style: BESIDE_NUMBER },
    ],
    BESIDE - TICK.size - 10,
  );
  const { trimMm, kerfMm, fullMm } = profile;
  const x = LEFT + BESIDE;
  const left = leftInWords(line, profile);
  const picture: Block = {
    height: BAR_PICTURE.height + 4,
    keepWithNext: true,
    draw: (y) => {
      if (single) drawBox(paper, LEFT, y + 2);
      beside.draw(LEFT + TICK.size + 5, y - 1);
      const shapes = barShapes(lengths, { fullMm, lengthMm, kerfMm, trimMm: isOffcut ? 0 : trimMm }, CONTENT - BESIDE);
      paper.tag("Figure", () => drawShapes(paper, shapes, x, y), {
        alt: `${barsCalled(first, last)}: ${lengths.map((length) => mm(length.lengthMm)).join(", ")}, ${left}`,
        bbox: [x, y, x + CONTENT - BESIDE, y + BAR_PICTURE.height],
      });
    },
  };
  const stops = line.stops.flatMap((stop): Block[] => {
    const each = single ? "" : aBarInWords(stop, bars.length);
    const at = stack(
      paper,
      [
        { text: stopInWords(stop), style: STOP },
        { text: each, style: BESIDE_NUMBER },
      ],
      STOPS - 6,
    );
    const words = stop.pieces.map(({ count, bars: on, ...piece }) => ({
      text: [
        `${stop.pieces.length > 1 ? `${count} × ` : ""}${sawPieceInWords(piece, windowOf(piece.itemId))}`,
        on ? barsInNumbers(on) : "",
        isChanged(piece.orderId) ? "CHANGED, DON'T SAW" : "",
      ]
        .filter(Boolean)
        .join(" · "),
      style: PIECE,
    }));
    // A stop with many pieces continues on the next page.
    const parts = Array.from({ length: Math.ceil(words.length / PIECES_TOGETHER) }, (_, part) =>
      stack(paper, words.slice(part * PIECES_TOGETHER, (part + 1) * PIECES_TOGETHER), WORDS),
    );
    return parts.map((part, index) => ({
      height: Math.max(index === 0 ? at.height : 0, part.height) + (index === parts.length - 1 ? 2 : 0),
      draw: (y) => {
        if (index === 0) at.draw(x, y);
        part.draw(x + STOPS, y + 2);
      },
    }));
  });
  const rest = stack(
    paper,
    [
      { text: left, style: SMALL },
      { text: cutInWords(line.cut, !single), style: PIECE },
    ],
    CONTENT - BESIDE,
  );
  // A single bar has its box beside its number.
  const tick = ticks(paper, single ? [] : bars);
  const parts: Block[] = [...stops, { height: rest.height + 2, draw: (y) => rest.draw(x, y) }];
  // A bar stays on one page, and its boxes never lose their last lines.
  const isShort = parts.reduce((sum, { height }) => sum + height, picture.height + tick.height) < SHORT;
  const named = isShort ? {} : { head: continuedHead(paper, barsCalled(first, last)) };
  const joined = parts.map((part, index) => ({ ...part, ...named, keepWithNext: isShort || index === parts.length - 1 }));
  return [picture, ...joined, tick, space(6)];
}

/** Names the bars again above the rest of their pieces on a further page. */
function continuedHead(paper: Paper, bars: string): NonNullable<Block["head"]> {
  const words = stack(paper, [{ text: `${bars}, continued`, style: NUMBER }], CONTENT);
  return { height: words.height + 4, draw: (y) => words.draw(LEFT, y) };
}

/** A box for each bar, to tick on paper. */
function ticks(paper: Paper, bars: readonly number[]): Block {
  const rows = Math.ceil(bars.length / TICKS_IN_ROW);
  return {
    height: rows * TICK.high,
    draw: (y) => {
      for (const [index, bar] of bars.entries()) {
        const x = LEFT + BESIDE + (index % TICKS_IN_ROW) * TICK.wide;
        const top = y + Math.floor(index / TICKS_IN_ROW) * TICK.high;
        const number = stack(paper, [{ text: String(bar), style: BESIDE_NUMBER }], TICK.wide - TICK.size - 4);
        drawBox(paper, x, top + 1);
        number.draw(x + TICK.size + 3, top - 0.5);
      }
    },
  };
}
const drawBox = (paper: Paper, x: number, y: number): void => paper.artifact(() => drawShapes(paper, [BOX], x, y));
const BOX = {
  kind: "rect",
  part: "frame",
  x: 0,
  y: 0,
  width: TICK.size,
  height: TICK.size,
  stroke: BAR_PICTURE.ink,
  strokeWidth: 0.7,
} as const;
