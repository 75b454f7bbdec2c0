import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { QuoteItem } from "#server/db/select-parts.ts";
import { inMillimetres } from "#shared/domain/length.ts";
import { penceToPounds } from "#shared/domain/money.ts";
import { type Day, formatDay, startOfDay } from "#shared/domain/period.ts";
import type { priceRetail } from "#shared/domain/trade/retail.ts";
import type { Shape } from "#shared/domain/window/drawing.ts";
import { optionsIn } from "#shared/domain/window/window-fields.ts";
import { hangsOf, type WindowToDraw } from "#shared/domain/window/window-layout.ts";
import { drawingSize, windowShapes } from "#shared/domain/window/window-shapes.ts";
import type { Business } from "./business.ts";

/**
 * What a homeowner is shown (rules T4 and T6): the fitter's own words and prices, each window drawn,
 * and nothing of the trade quote. The page, the PDF and what is frozen are made of this alone.
 */
export interface Shown {
  readonly from: {
    readonly name: string;
    readonly phone: string;
    readonly email: string;
    readonly address: string;
    readonly website: string;
    readonly footer: string;
    /** Null: he charges no VAT. */
    readonly vatNumber: string | null;
    readonly accent: string;
    readonly hasLogo: boolean;
  };
  readonly customer: { readonly name: string; readonly email: string; readonly address: string };
  readonly windows: readonly ShownWindow[];
  /** Amounts are in pounds, as they travel. */
  readonly fitting: number;
  readonly extras: readonly { readonly text: string; readonly price: number; readonly optional: boolean }[];
  readonly subtotal: number;
  readonly vat: number;
  readonly total: number;
  readonly depositPercent: number;
  readonly deposit: number;
  readonly leadTimeWeeks: number | null;
  readonly terms: string;
  readonly bank: { readonly name: string; readonly sortCode: string; readonly accountNumber: string } | null;
}

export interface ShownWindow {
  readonly name: string;
  readonly words: string;
  readonly quantity: number;
  readonly price: number;
  readonly drawing: { readonly width: number; readonly height: number; readonly inWords: string; readonly shapes: readonly Shape[] };
}

/**
 * Everything that the page shows, with each window's measures and choices in place of its drawing.
 * Two quotations with equal facts look alike. Facts cost a hundredth of the drawings.
 */
export interface QuotationFacts extends Omit<Shown, "windows"> {
  readonly windows: readonly WindowFacts[];
}

export interface WindowFacts extends Omit<ShownWindow, "drawing"> {
  readonly panels: number;
  readonly toDraw: WindowToDraw;
}

/** The same as it was sent: which it is, and until when it holds. */
export interface Snapshot extends Shown {
  readonly revision: number;
  readonly madeOn: Day;
  readonly validUntil: Day;
}

export type RetailItem = QuoteItem & {
  /** What its type is made of, in a homeowner's words. */
  readonly material: string;
};

/** Both sizes of the page and of the paper are made of it: what is drawn stays sharp at each. */
const DRAWING = { width: 320, height: 240, detail: "full", textSize: 11 } as const;

/** A window in plain words: no part is called as the trade calls it. */
function windowInWords(item: RetailItem, panels: number): string {
  const { colorSelection, louverSize, tiltRodType, mountType, openingDirection, numberOfMidRails } = item;
  const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? "" : "s"}`;
  const opens =
    openingDirection === "bypass" ? "sliding past each other" : openingDirection === "bi-fold" ? "folding together" : "opening on hinges";
  return [
    `${item.material} shutters in ${colorSelection}`,
    `${inMillimetres(item.widthTenthMm)} mm wide × ${inMillimetres(item.heightTenthMm)} mm high`,
    `${louverSize} mm louvres`,
    `${counted(panels, "panel")} ${opens}`,
    ...(numberOfMidRails > 0 ? [`${counted(numberOfMidRails, "rail")} across the middle`] : []),
    tiltRodType === "hidden" ? "louvres turned by hand, without a rod in sight" : "louvres turned by a rod",
    mountType === "inside" ? "fitted inside the window's recess" : "fitted around the outside of the window",
  ].join(", ");
}

/** A new field that a drawing reads does not compile until it is copied here. */
const fieldsToDraw = (item: RetailItem) =>
  ({
    ...optionsIn(item),
    width: item.widthTenthMm,
    height: item.heightTenthMm,
    louverSize: item.louverSize,
    colorSelection: item.colorSelection,
    layoutCode: item.layoutCode,
    facetsMm: item.facetsMm,
    postAngles: item.postAngles,
    tPostsMm: item.tPostsMm,
    midRailHeightsMm: item.midRailHeightsMm,
    tiltSplitMm: item.tiltSplitMm,
    widestPanelMm: item.widestPanelMm,
    deductionMm: item.deductionMm,
  }) satisfies Required<Omit<WindowToDraw, MakersFields>>;
/** A maker's own clearances, sections and timber are no choice of the homeowner's. */
type MakersFields = "clearances" | "sections" | "densityKgM3";

function windowFacts(item: RetailItem, price: number): WindowFacts {
  const toDraw = fieldsToDraw(item);
  const panels = hangsOf(toDraw).length;
  return { name: item.name, words: windowInWords(item, panels), quantity: item.quantity, price, panels, toDraw };
}

function drawnWindow({ panels, toDraw, ...facts }: WindowFacts): ShownWindow {
  const { width, height } = drawingSize(toDraw, DRAWING);
  const inWords = `${facts.name}: a shutter of ${panels === 1 ? "one panel" : `${panels} panels`}, seen from inside the room`;
  return { ...facts, drawing: { width, height, inWords, shapes: windowShapes(toDraw, DRAWING) } };
}

/** About 10 ms of drawing. */
const WINDOWS_AT_A_TIME = 15;

/** Draws the windows a few at a time, so that other requests are served between them. */
export async function drawQuotation({ windows, ...facts }: QuotationFacts): Promise<Shown> {
  const drawn: ShownWindow[] = [];
  for (const window of windows) {
    if (drawn.length > 0 && drawn.length % WINDOWS_AT_A_TIME === 0) await nextTurn();
    drawn.push(drawnWindow(window));
  }
  return { ...facts, windows: drawn };
}

export interface ToShow {
  readonly business: Business;
  readonly items: readonly RetailItem[];
  readonly customer: Shown["customer"];
  readonly extras: readonly { readonly text: string; readonly pence: number; readonly optional: boolean }[];
  readonly depositHundredths: number;
  readonly priced: ReturnType<typeof priceRetail>;
}

export function quotationFacts({ business, items, customer, extras, depositHundredths, priced }: ToShow): QuotationFacts {
  const { tradingName, phone, email, address, website, footer, accent, bankName, sortCode, accountNumber } = business;
  return {
    from: {
      ...{ name: tradingName, phone, email, address, website, footer, accent },
      vatNumber: business.vatRegistered ? business.vatNumber : null,
      hasLogo: business.logoId !== null,
    },
    customer,
    windows: items.map((item, place) => windowFacts(item, penceToPounds(priced.prices[place] ?? priced.subtotalPence))),
    fitting: penceToPounds(priced.fittingPence),
    extras: extras.map(({ text, pence, optional }) => ({ text, price: pence / 100, optional })),
    subtotal: penceToPounds(priced.subtotalPence),
    vat: penceToPounds(priced.vatPence),
    total: penceToPounds(priced.totalPence),
    depositPercent: depositHundredths / 100,
    deposit: penceToPounds(priced.depositPence),
    leadTimeWeeks: business.leadTimeWeeks,
    terms: business.terms,
    bank: sortCode && accountNumber ? { name: bankName, sortCode, accountNumber } : null,
  };
}

/** In hex, of a text's bytes. */
export const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Differs where a homeowner would see a difference. A logo counts by its number. */
export const hashOfFacts = (facts: QuotationFacts, logoId: number | null): string => hashOf(JSON.stringify([facts, logoId]));

export const LAW =
  "Shutters that are made to measure for you cannot be returned under the 14 days' right to cancel. Fitting that is ordered on its own can be cancelled within 14 days.";

/** How the deposit and the rest are paid, in sentences. */
export function paymentWords({ deposit, depositPercent, bank, from }: Shown, inPounds: (pounds: number) => string): string[] {
  const asked =
    deposit > 0 ? `A deposit of ${inPounds(deposit)} (${depositPercent} %) is due when you accept; the rest when the work is done.` : "";
  const where = bank
    ? `Please pay to ${[from.name, bank.name].filter(Boolean).join(", ")}, sort code ${bank.sortCode.replace(/(..)(?=.)/g, "$1-")}, account ${bank.accountNumber}.`
    : "";
  return [asked, where].filter(Boolean);
}

export const leadTimeWords = ({ leadTimeWeeks }: Shown): string | null =>
  leadTimeWeeks === null ? null : leadTimeWeeks === 1 ? "About 1 week" : `About ${leadTimeWeeks} weeks`;

export const validWords = ({ validUntil }: Snapshot): string => formatDay(startOfDay(validUntil));
