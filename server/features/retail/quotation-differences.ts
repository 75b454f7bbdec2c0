import type { MadeWindow } from "#server/schema/retail.ts";
import { changed, type Difference, MOST_DIFFERENCES, type Texts, windowDifferences } from "#shared/domain/differences.ts";
import { formatPounds } from "#shared/domain/money.ts";
import { addDays, type Day, formatDay, startOfDay } from "#shared/domain/period.ts";
import { bankInWords } from "#shared/domain/trade/ledger.ts";
import { TAX_PERCENT } from "#shared/domain/trade/pricing.ts";
import { leadTimeWords, linesOf, type QuotationFacts, type SnapshotFacts } from "./quotation-snapshot.ts";
import { choicesThatDiffer, sizeInWords } from "./window-words.ts";

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

/** All differences that a homeowner would see, those of the whole quotation first. */
export function quotationDifferences(sent: SentQuotation, present: PresentQuotation): Difference[] {
  const whole = wholeDifferences(sent, present).map((difference) => ({ window: null, ...difference }));
  return [...whole, ...differencesOfWindows(sent, present)].slice(0, MOST_DIFFERENCES);
}

const PRICE = "Price";

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
    // The workshop's load changes daily, so only the fitter's own weeks can change a quotation.
    ...changed("Lead time", leadTimeWords(before) ?? "", leadTimeWords({ ...after, readyWeeks: before.readyWeeks }) ?? ""),
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

function differencesOfWindows({ facts: before, made }: SentQuotation, { facts: after, made: madeNow }: PresentQuotation): Difference[] {
  const isSameVat = vatWords(before) === vatWords(after);
  const named = ({ name }: WindowWords, choices: MadeWindow | null) => ({ id: choices?.itemId, name });
  const then = before.windows.map((window, place): Then => {
    const choices = made?.[place] ?? null;
    return { ...named(window, choices), window, choices };
  });
  const now = after.windows.flatMap((window, place): Now[] => {
    const choices = madeNow[place];
    return choices ? [{ ...named(window, choices), window, choices }] : [];
  });
  return windowDifferences(then, now, {
    texts: (old, { window, choices }) => [
      ...changed("Name", old.window.name, window.name),
      ...(old.choices ? choicesThatDiffer(old.choices, choices) : changed("Description", old.window.words, window.words)),
      ...changed("Quantity", String(old.window.quantity), String(window.quantity)),
      ...(old.window.price === window.price && isSameVat ? [] : priceWords(old.window, window)),
    ],
    whole: wholeWindow,
  });
}

type WindowWords = SnapshotFacts["windows"][number];
interface Then {
  readonly id: number | undefined;
  readonly name: string;
  readonly window: WindowWords;
  readonly choices: MadeWindow | null;
}
interface Now extends Then {
  readonly choices: MadeWindow;
}

const priceWords = (before: WindowWords, after: WindowWords): Texts[] =>
  changed(PRICE, formatPounds(before.priceWithVat), formatPounds(after.priceWithVat));

/** An added or removed window in one line. */
const wholeWindow = ({ window, choices }: Pick<Then, "window" | "choices">): string =>
  [choices ? sizeInWords(choices) : window.words, window.quantity > 1 ? `${window.quantity} of these` : ""].filter(Boolean).join(", ");

/**
 * The differences that staff see in the trade quote too, without the fitter's prices, extras and
 * sums (docs/rules/retail.md).
 */
export const withoutRetailFigures = (differences: readonly Difference[]): Difference[] =>
  differences.filter(({ window, what }) => window !== null && what !== PRICE);
