import type { MadeWindow } from "#server/schema/retail.ts";
import { formatPounds } from "#shared/domain/money.ts";
import { addDays, type Day, formatDay, startOfDay } from "#shared/domain/period.ts";
import { bankInWords } from "#shared/domain/trade/ledger.ts";
import { TAX_PERCENT } from "#shared/domain/trade/pricing.ts";
import { leadTimeWords, linesOf, type QuotationFacts, type SnapshotFacts } from "./quotation-snapshot.ts";
import { choicesThatDiffer, sizeInWords } from "./window-words.ts";

/** A change since a link was sent, in the words of its page, as the fitter reads it (rule T11). */
export interface Difference {
  /** The window's name; null for a value of the whole quotation. */
  readonly window: string | null;
  readonly what: string;
  /** Empty where the page shows nothing. */
  readonly before: string;
  readonly after: string;
}

/** A link's content. `made` is null for a link from before the windows' choices were stored. */
export interface SentQuotation {
  readonly facts: SnapshotFacts;
  readonly made: readonly MadeWindow[] | null;
  /** Indexes of the optional extras that the homeowner ticked; empty while the link is open. */
  readonly ticked: ReadonlySet<number>;
}

export interface PresentQuotation {
  readonly facts: QuotationFacts;
  readonly made: readonly MadeWindow[];
  readonly validDays: number;
  /** The last day of the trade quote. */
  readonly tradeValidUntil: Day;
}

/** The most differences to list; a fitter with more of them starts anew. */
const MOST_DIFFERENCES = 100;

/** All differences that a homeowner would see, those of the whole quotation first. */
export function quotationDifferences(sent: SentQuotation, present: PresentQuotation): Difference[] {
  const whole = wholeDifferences(sent, present).map((difference) => ({ window: null, ...difference }));
  return [...whole, ...windowDifferences(sent, present)].slice(0, MOST_DIFFERENCES);
}

const PRICE = "Price";
interface Texts {
  readonly what: string;
  readonly before: string;
  readonly after: string;
}
const changed = (what: string, before: string, after: string): Texts[] => (before === after ? [] : [{ what, before, after }]);

const perCent = (percent: number): string => (percent === 0 ? "" : `${percent} %`);
const vatWords = ({ from }: Pick<SnapshotFacts, "from">): string => (from.vatNumber ? `VAT at ${TAX_PERCENT} %` : "No VAT is charged");
const bankWords = ({ bank }: Pick<SnapshotFacts, "bank">): string => (bank ? bankInWords({ ...bank, bankName: bank.name }) : "");
const dayWords = (day: Day): string => formatDay(startOfDay(day));

function wholeDifferences({ facts: before, ticked }: SentQuotation, present: PresentQuotation): Texts[] {
  const { facts: after } = present;
  const [sums, sumsNow] = [linesOf(before, ticked), linesOf(after, ticked)];
  // Net prices are compared, because the largest line may absorb another penny of rounding without
  // a change of its own.
  const isSamePrice = before.fitting.price === after.fitting.price && vatWords(before) === vatWords(after);
  return [
    ...changed("Total", formatPounds(sums.total), formatPounds(sumsNow.total)),
    ...changed("VAT", vatWords(before), vatWords(after)),
    ...(isSamePrice ? [] : changed("Fitting", formatPounds(before.fitting.priceWithVat), formatPounds(after.fitting.priceWithVat))),
    ...extraDifferences(before, after),
    ...changed("Deposit", perCent(before.depositPercent), perCent(after.depositPercent)),
    ...changed("Valid until", dayWords(before.validUntil), dayWords(validUntilNow(before, present))),
    ...changed("Lead time", leadTimeWords(before) ?? "", leadTimeWords(after) ?? ""),
    ...changed("Terms", before.terms, after.terms),
    ...changed("How to pay", bankWords(before), bankWords(after)),
  ];
}

/**
 * The last day that the link would have with the present validity. The day is compared only for a
 * link that ends by its own validity, not for one that ends with the trade quote or outlives it.
 */
function validUntilNow({ madeOn, validUntil }: SnapshotFacts, { validDays, tradeValidUntil }: PresentQuotation): Day {
  const own = addDays(madeOn, validDays);
  const bounded = own < tradeValidUntil ? own : tradeValidUntil;
  return validUntil === own ? own : bounded;
}

function extraDifferences(before: SnapshotFacts, after: QuotationFacts): Texts[] {
  const left = [...after.extras];
  const words = ({ text, priceWithVat, optional }: SnapshotFacts["extras"][number]): string =>
    `${text}, ${formatPounds(priceWithVat)}${optional ? ", if chosen" : ""}`;
  const keyOf = ({ text, price, optional }: SnapshotFacts["extras"][number]): string => JSON.stringify([text, price, optional]);
  const takeNow = (isIt: (extra: (typeof left)[number]) => boolean) => {
    const place = left.findIndex(isIt);
    return place < 0 ? undefined : left.splice(place, 1)[0];
  };
  const others = before.extras.filter((extra) => !takeNow((now) => keyOf(now) === keyOf(extra)));
  const pairs = others.map((extra) => ({ extra, now: takeNow(({ text }) => text === extra.text) }));
  return [
    ...pairs.map(({ extra, now }) => ({ what: "Extra", before: words(extra), after: now ? words(now) : "" })),
    ...left.map((extra) => ({ what: "Extra", before: "", after: words(extra) })),
  ];
}

function windowDifferences({ facts: before, made }: SentQuotation, { facts: after, made: madeNow }: PresentQuotation): Difference[] {
  const isSameVat = vatWords(before) === vatWords(after);
  const then = before.windows.map((window, place) => ({ window, choices: made?.[place] ?? null }));
  const now = after.windows.flatMap((window, place) => (madeNow[place] ? [{ window, choices: madeNow[place] }] : []));
  const pairs = pairWindows(then, now);
  const gone = then.filter((one) => !pairs.some((pair) => pair.old === one));
  return [
    ...now.flatMap((one): Difference[] => {
      const pair = pairs.find((each) => each.now === one);
      if (!pair) return [{ window: one.window.name, what: "Window", before: "", after: wholeWindow(one) }];
      const [old, { window }] = [pair.old, one];
      const price = old.window.price === window.price && isSameVat ? [] : priceWords(old.window, window);
      const texts = [
        ...changed("Name", old.window.name, window.name),
        ...(old.choices ? choicesThatDiffer(old.choices, one.choices) : changed("Description", old.window.words, window.words)),
        ...changed("Quantity", String(old.window.quantity), String(window.quantity)),
        ...price,
      ];
      return texts.map((difference) => ({ window: window.name, ...difference }));
    }),
    ...gone.map((one) => ({ window: one.window.name, what: "Window", before: wholeWindow(one), after: "" })),
  ];
}

type WindowWords = SnapshotFacts["windows"][number];
interface Then {
  readonly window: WindowWords;
  readonly choices: MadeWindow | null;
}
interface Now {
  readonly window: WindowWords;
  readonly choices: MadeWindow;
}

const priceWords = (before: WindowWords, after: WindowWords): Texts[] =>
  changed(PRICE, formatPounds(before.priceWithVat), formatPounds(after.priceWithVat));

/** An added or removed window in one line. */
const wholeWindow = ({ window, choices }: Then): string =>
  [choices ? sizeInWords(choices) : window.words, window.quantity > 1 ? `${window.quantity} of these` : ""].filter(Boolean).join(", ");

/**
 * The differences that staff see in the trade quote too, without the fitter's prices, extras and
 * sums (docs/rules/retail.md).
 */
export const withoutRetailFigures = (differences: readonly Difference[]): Difference[] =>
  differences.filter(({ window, what }) => window !== null && what !== PRICE);

/**
 * Pairs windows by id, and the others by name, because a client may replace all windows of a quote.
 */
function pairWindows(then: readonly Then[], now: readonly Now[]): { readonly old: Then; readonly now: Now }[] {
  const left = new Set(now);
  const byId = new Map(now.map((one) => [one.choices.itemId, one]));
  const take = (one: Now | undefined): Now | undefined => (one && left.delete(one) ? one : undefined);
  const withIds = then.map((one) => ({ old: one, now: take(one.choices ? byId.get(one.choices.itemId) : undefined) }));
  return withIds.flatMap(({ old: one, now: same }) => {
    const found = same ?? take([...left].find(({ window }) => window.name === one.window.name));
    return found ? [{ old: one, now: found }] : [];
  });
}
