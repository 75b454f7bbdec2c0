import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { QuoteItem } from "#server/lists/select-parts.ts";
import { type Pence, pence, penceToPounds, poundsToPence, sumPence } from "#shared/domain/money.ts";
import { type Day, formatDay, startOfDay } from "#shared/domain/period.ts";
import { countOf } from "#shared/domain/text.ts";
import { bankInWords } from "#shared/domain/trade/ledger.ts";
import { addVat, type priceRetail, pricesWithVat } from "#shared/domain/trade/retail.ts";
import type { Shape } from "#shared/domain/window/drawing/shapes.ts";
import { drawingSize, windowShapes } from "#shared/domain/window/drawing/window-shapes.ts";
import { optionsIn } from "#shared/domain/window/fields/window-fields.ts";
import { hangsOf } from "#shared/domain/window/geometry/window-layout.ts";
import type { Business } from "./business.ts";
import { type DrawnFields, windowInWords } from "./window-words.ts";

/**
 * The homeowner's view of a quotation (rules T4 and T6): the fitter's texts and prices with each
 * window's drawing, and nothing of the trade quote. The page, the PDF and the frozen content are
 * made from it alone.
 */
export interface HomeownerQuotation {
  readonly from: {
    readonly name: string;
    readonly phone: string;
    readonly email: string;
    readonly address: string;
    readonly website: string;
    readonly footer: string;
    /** Null: the fitter charges no VAT. */
    readonly vatNumber: string | null;
    readonly accent: string;
    readonly hasLogo: boolean;
  };
  readonly customer: { readonly name: string; readonly email: string; readonly address: string };
  readonly windows: readonly HomeownerWindow[];
  readonly fitting: Priced;
  readonly extras: readonly (Priced & { readonly text: string; readonly optional: boolean })[];
  /** Amounts are in pounds; optional extras do not count. */
  readonly subtotal: number;
  readonly vat: number;
  readonly total: number;
  readonly depositPercent: number;
  readonly deposit: number;
  readonly leadTimeWeeks: number | null;
  readonly terms: string;
  readonly bank: { readonly name: string; readonly sortCode: string; readonly accountNumber: string } | null;
}

/** A line in pounds: net, and including the VAT that is charged. */
interface Priced {
  readonly price: number;
  readonly priceWithVat: number;
}

export interface HomeownerWindow extends Priced {
  readonly name: string;
  readonly words: string;
  readonly quantity: number;
  readonly drawing: { readonly width: number; readonly height: number; readonly inWords: string; readonly shapes: readonly Shape[] };
}

/**
 * The content of the page, with each window's measures and choices in place of its drawing. Two
 * quotations with equal facts look alike. Facts cost a hundredth of the drawings.
 */
export interface QuotationFacts extends Omit<HomeownerQuotation, "windows"> {
  readonly windows: readonly WindowFacts[];
}

export interface WindowFacts extends Omit<HomeownerWindow, "drawing"> {
  readonly panels: number;
  readonly toDraw: DrawnFields;
}

/** A frozen quotation with its revision and validity. */
export interface Snapshot extends HomeownerQuotation {
  readonly revision: number;
  readonly madeOn: Day;
  readonly validUntil: Day;
  /**
   * The weeks until the trade's ready day when the content was frozen (rule Q38), if the fitter has
   * stated none. Absent in older links.
   */
  readonly readyWeeks?: number | null;
}

/** A snapshot without its drawings, which are nearly all of its bytes. */
export interface SnapshotFacts extends Omit<Snapshot, "windows"> {
  readonly windows: readonly Omit<HomeownerWindow, "drawing">[];
}

export type RetailItem = QuoteItem & {
  /** The material of the window's type, in a homeowner's words. */
  readonly material: string;
};

/** The page and the PDF scale this drawing; it is sharp at both sizes. */
const DRAWING = { width: 320, height: 240, detail: "full", textSize: 11 } as const;

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
  }) satisfies DrawnFields;

function windowFacts(item: RetailItem, price: number): Net<WindowFacts> {
  const toDraw = fieldsToDraw(item);
  const panels = hangsOf(toDraw).length;
  const words = windowInWords({ material: item.material, panels, toDraw });
  return { name: item.name, words, quantity: item.quantity, price, panels, toDraw };
}

function drawnWindow({ panels, toDraw, ...facts }: WindowFacts): HomeownerWindow {
  const { width, height } = drawingSize(toDraw, DRAWING);
  const inWords = `${facts.name}: a shutter of ${panels === 1 ? "one panel" : `${panels} panels`}, seen from inside the room`;
  return { ...facts, drawing: { width, height, inWords, shapes: windowShapes(toDraw, DRAWING) } };
}

/** Drawing this many windows takes about 10 ms. */
const WINDOWS_AT_A_TIME = 15;

/** Draws the windows a few at a time, so that other requests are served between them. */
export async function drawQuotation({ windows, ...facts }: QuotationFacts): Promise<HomeownerQuotation> {
  const drawn: HomeownerWindow[] = [];
  for (const window of windows) {
    if (drawn.length > 0 && drawn.length % WINDOWS_AT_A_TIME === 0) await nextTurn();
    drawn.push(drawnWindow(window));
  }
  return { ...facts, windows: drawn };
}

export interface QuotationInput {
  readonly business: Business;
  readonly items: readonly RetailItem[];
  readonly customer: HomeownerQuotation["customer"];
  readonly extras: readonly { readonly text: string; readonly pence: number; readonly optional: boolean }[];
  readonly depositHundredths: number;
  readonly priced: ReturnType<typeof priceRetail>;
}

export function quotationFacts({ business, items, customer, extras, depositHundredths, priced }: QuotationInput): QuotationFacts {
  const { tradingName, phone, email, address, website, footer, accent, bankName, sortCode, accountNumber } = business;
  return withVatPrices({
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
  });
}

type Net<Line> = Omit<Line, "priceWithVat">;
/**
 * The facts that determine the prices. Older links froze fitting as a number, before lines had
 * prices with VAT.
 */
interface ToPrice<Window, Extra> extends Pick<HomeownerQuotation, "depositPercent"> {
  readonly from: Pick<HomeownerQuotation["from"], "vatNumber">;
  readonly windows: readonly Window[];
  readonly fitting: number | Pick<Priced, "price">;
  readonly extras: readonly Extra[];
}
type NetWindow = Pick<Priced, "price">;
type NetExtra = Pick<HomeownerQuotation["extras"][number], "price" | "optional">;

function withVatPrices<W extends NetWindow, E extends NetExtra, Q extends ToPrice<W, E> & { readonly fitting: number }>(net: Q) {
  const { windows, fitting, extras } = linesOf(net, new Set());
  const withVatOf = <Line>(line: Line, prices: readonly number[], place: number) => ({ ...line, priceWithVat: prices[place] ?? 0 });
  return {
    ...net,
    windows: net.windows.map((window: Q["windows"][number], place) => withVatOf(window, windows, place)),
    fitting: { price: net.fitting, priceWithVat: fitting },
    extras: net.extras.map((extra: Q["extras"][number], place) => withVatOf(extra, extras, place)),
  };
}

/** Parses a frozen text, also one from before lines had prices with VAT. */
export function readSnapshot(frozen: string): Snapshot {
  const snapshot = JSON.parse(frozen) as Snapshot | NetForm<Snapshot, HomeownerWindow>;
  return isNet(snapshot) ? withVatPrices(snapshot) : snapshot;
}
/** Reads frozen facts, also those from before lines had prices with VAT. */
export function readFacts(frozen: object): SnapshotFacts {
  const facts = frozen as SnapshotFacts | NetForm<SnapshotFacts, SnapshotFacts["windows"][number]>;
  return isNet(facts) ? withVatPrices(facts) : facts;
}
type NetForm<Frozen, Window> = Omit<Frozen, "windows" | "fitting" | "extras"> & {
  readonly windows: readonly Net<Window>[];
  readonly fitting: number;
  readonly extras: readonly Net<HomeownerQuotation["extras"][number]>[];
};
const isNet = <Frozen extends { readonly fitting: unknown }>(snapshot: Frozen): snapshot is Extract<Frozen, { readonly fitting: number }> =>
  typeof snapshot.fitting === "number";

/**
 * Computes a quotation's lines and sums in pounds, with VAT where it is charged, for the ticked
 * optional extras (by index). The counted lines add up to the total, to the penny.
 */
export function linesOf(quotation: ToPrice<NetWindow, NetExtra>, ticked: ReadonlySet<number>) {
  const { windows, fitting, extras, from, depositPercent } = quotation;
  const terms = { vatRegistered: from.vatNumber !== null, depositHundredths: Math.round(depositPercent * 100) };
  const net = ({ price }: { readonly price: number }): Pence => poundsToPence(price);
  const counted = extras.filter(({ optional }) => !optional);
  const chosen = extras.filter(({ optional }, place) => optional && ticked.has(place));
  const fixed = [...windows.map(net), net(typeof fitting === "number" ? { price: fitting } : fitting), ...counted.map(net)];
  const figures = pricesWithVat(fixed, chosen.map(net), terms);
  const [windowPrices, [fittingPrice = pence(0), ...extraPrices]] = [
    figures.prices.slice(0, windows.length),
    figures.prices.slice(windows.length),
  ];
  return {
    windows: windowPrices.map(penceToPounds),
    windowsTotal: penceToPounds(sumPence(windowPrices)),
    fitting: penceToPounds(fittingPrice),
    /** The prices in the order of the quotation's extras. */
    extras: extras.map((extra) =>
      penceToPounds(extra.optional ? addVat(net(extra), terms) : (extraPrices[counted.indexOf(extra)] ?? pence(0))),
    ),
    subtotal: penceToPounds(figures.subtotalPence),
    vat: penceToPounds(figures.vatPence),
    total: penceToPounds(figures.totalPence),
    deposit: penceToPounds(figures.depositPence),
    /**
     * The index of the line that absorbs the remainder of rounding: windows, then fitting, then
     * extras that always count.
     */
    absorbing: figures.absorbing,
  };
}

/** The SHA-256 of a text, in hex. */
export const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");

/**
 * Two quotations have different hashes where a homeowner would see a difference. A logo counts by
 * its id.
 */
export const hashOfFacts = (facts: QuotationFacts, logoId: number | null): string => hashOf(JSON.stringify([facts, logoId]));

export const LAW =
  "Shutters that are made to measure for you cannot be returned under the 14 days' right to cancel. Fitting that is ordered on its own can be cancelled within 14 days.";

/**
 * Eight characters that name a frozen quotation to people, while it is stored. Programs use the
 * hash.
 */
export const referenceOf = ({ snapshotHash }: { readonly snapshotHash: string | null }): string | null =>
  snapshotHash?.slice(0, 8).toUpperCase() ?? null;

/** `amount` is the deposit in pounds, or an element that shows it. */
export const depositWords = (amount: string, { depositPercent }: HomeownerQuotation, isAccepted: boolean): string =>
  `A deposit of ${amount} (${depositPercent} %) is due ${isAccepted ? "now" : "when you accept"}; the rest when the work is done.`;

/** The instructions for paying the deposit; null without bank details. */
export function payeeWords({ bank, from }: HomeownerQuotation, reference: string | null): string | null {
  if (!bank) return null;
  const account = bankInWords({ ...bank, bankName: bank.name });
  return `Please pay to ${from.name}, ${account}${reference ? `, reference ${reference}` : ""}.`;
}

type LeadTimeFacts = Pick<Snapshot, "leadTimeWeeks" | "readyWeeks">;
export function leadTimeWords({ leadTimeWeeks, readyWeeks }: LeadTimeFacts): string | null {
  const weeks = leadTimeWeeks ?? readyWeeks ?? null;
  return weeks === null ? null : `About ${countOf(weeks, "week")}`;
}

export const validWords = ({ validUntil }: Pick<Snapshot, "validUntil">): string => formatDay(startOfDay(validUntil));
