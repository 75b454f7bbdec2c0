import { and, eq, inArray, isNotNull } from "drizzle-orm";
import type { z } from "zod";
import type { Context, Handlers } from "#server/context.ts";
import { changeJobWords } from "#server/features/quotes/job-words.ts";
import { readReadyDay } from "#server/features/quotes/lead-time.ts";
import { existingQuote, lockQuote, type QuoteRow } from "#server/features/quotes/quote-queries.ts";
import { itemsOfQuote } from "#server/lists/select-parts.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { SignedInUser } from "#server/platform/http/call.ts";
import { badRequest, conflict } from "#server/platform/http/errors.ts";
import { users } from "#server/schema/companies-and-users.ts";
import { products } from "#server/schema/products.ts";
import type { quotes } from "#server/schema/quotes.ts";
import { type MadeWindow, retailLinks, retailQuotations, type SeenWindow } from "#server/schema/retail.ts";
import type { retail as contract, quotationBody } from "#shared/contract/retail.ts";
import type { Pence } from "#shared/domain/money.ts";
import { daysFrom, londonDay } from "#shared/domain/period.ts";
import { BELOW_ZERO, canFallBelowZero, fittingOf, priceRetail, type RetailExtra } from "#shared/domain/trade/retail.ts";
import { type Business, requireBusiness } from "./business.ts";
import { comparedWithSent } from "./changed-since.ts";
import { linksOf } from "./link-states.ts";
import { questionsOf } from "./question-thread.ts";
import type { PresentQuotation } from "./quotation-differences.ts";
import { type HomeownerQuotation, hashOfFacts, type QuotationFacts, quotationFacts, type RetailItem } from "./quotation-snapshot.ts";

/** A fitter's quotation to a homeowner for a quote's windows (rules T3 to T5). */

type Stored = typeof retailQuotations.$inferSelect;
/** The values that the fitter sets; all others are computed. */
type Terms = Pick<
  Stored,
  "markupHundredths" | "depositHundredths" | "fittingPricePence" | "fittingPer" | "fittingTypedPence" | "extras"
> & {
  /** Prices that the fitter entered, by window. */
  readonly typed: ReadonlyMap<number, Pence>;
};

/** The fields of the trade quote that a quotation uses. */
type TradeQuote = Pick<
  typeof quotes.$inferSelect,
  "id" | "customerName" | "customerEmail" | "siteAddress" | "subtotalPence" | "finalTotalPence" | "validUntil"
>;

interface Loaded<Quote extends TradeQuote> {
  readonly business: Business;
  readonly quote: Quote;
  readonly items: readonly RetailItem[];
  readonly stored: Stored | undefined;
}

type Reader = Pick<Context, "db"> & { readonly user: SignedInUser };

/** Loads the data of a quotation. @throws 409 before the business details are saved */
async function load<Quote extends TradeQuote>(db: Db, quote: Quote, companyId: number): Promise<Loaded<Quote>> {
  const business = await requireBusiness(db, companyId);
  const [stored] = await db.select().from(retailQuotations).where(eq(retailQuotations.quoteId, quote.id));
  return { business, quote, items: await itemsWithMaterial(db, quote.id), stored };
}

async function itemsWithMaterial(db: Db, quoteId: number): Promise<RetailItem[]> {
  const items = await itemsOfQuote(db, quoteId);
  const types = await db
    .select({ id: products.id, material: products.material })
    .from(products)
    .where(inArray(products.id, [...new Set(items.map(({ shutterTypeId }) => shutterTypeId))]));
  const materials = new Map(types.map(({ id, material }) => [id, material]));
  return items.map((item) => ({ ...item, material: materials.get(item.shutterTypeId) ?? item.shutterType }));
}

/** The terms of the quotation; before the first saving the company's default terms (rule T3). */
function termsOf({ business, stored }: Loaded<TradeQuote>): Terms {
  if (!stored) {
    const { markupHundredths, depositHundredths, fittingPricePence, fittingPer } = business;
    return { markupHundredths, depositHundredths, fittingPricePence, fittingPer, fittingTypedPence: null, extras: [], typed: new Map() };
  }
  const typed = new Map(stored.windows.flatMap((seen) => (seen.typed === null ? [] : [[seen.itemId, seen.typed] as const])));
  return { ...stored, typed };
}

type Customer = Pick<TradeQuote, "customerName" | "customerEmail" | "siteAddress">;
/** The quotation's customer is the quote's customer (rule Q19). */
const customerOf = ({ customerName, customerEmail, siteAddress }: Customer): HomeownerQuotation["customer"] => ({
  name: customerName ?? "",
  email: customerEmail ?? "",
  address: siteAddress ?? "",
});

function priced({ business, quote, items }: Loaded<TradeQuote>, terms: Terms) {
  const { fittingTypedPence: fittingTyped, extras } = terms;
  const { vatRegistered } = business;
  const windows = items.map((item) => ({ net: item.itemTotalPence, quantity: item.quantity, typed: terms.typed.get(item.id) ?? null }));
  return priceRetail({ ...terms, vatRegistered, windows, fittingTyped, extras, trade: quote });
}
type Priced = ReturnType<typeof priced>;

const toSeenWindows = (items: readonly RetailItem[], { typed }: Terms, { prices }: Priced): SeenWindow[] =>
  items.map((item, place) => {
    const { id: itemId, name, itemTotalPence: net } = item;
    return { itemId, name, net, price: prices[place] as Pence, typed: typed.get(itemId) ?? null };
  });

interface PriceChange {
  readonly itemId: number;
  readonly name: string;
  readonly before: Pence | null;
  readonly after: Pence | null;
}

/** Lists windows whose trade price changed since the quotation was saved (rule T5). */
function findPriceChanges(stored: Stored | undefined, now: readonly SeenWindow[]): PriceChange[] {
  if (!stored) return [];
  const before = new Map(stored.windows.map((seen) => [seen.itemId, seen]));
  const there = new Set(now.map(({ itemId }) => itemId));
  const changed = now.flatMap(({ itemId, name, net, price }): PriceChange[] => {
    const seen = before.get(itemId);
    if (seen && seen.net === net && seen.price === price) return [];
    return [{ itemId, name, before: seen?.price ?? null, after: price }];
  });
  const gone = stored.windows.filter(({ itemId }) => !there.has(itemId));
  return [...changed, ...gone.map(({ itemId, name, price }) => ({ itemId, name, before: price, after: null }))];
}

export interface Quotation<Quote extends TradeQuote = QuoteRow> extends Loaded<Quote> {
  readonly terms: Terms;
  readonly priced: Priced;
  readonly moved: readonly PriceChange[];
  readonly facts: QuotationFacts;
  readonly shownHash: string;
}

function composeQuotation<Quote extends TradeQuote>(loaded: Loaded<Quote>): Quotation<Quote> {
  const terms = termsOf(loaded);
  const figures = priced(loaded, terms);
  const facts = quotationFacts({ ...loaded, ...terms, customer: customerOf(loaded.quote), priced: figures });
  const moved = findPriceChanges(loaded.stored, toSeenWindows(loaded.items, terms, figures));
  return { ...loaded, terms, priced: figures, moved, facts, shownHash: hashOfFacts(facts, loaded.business.logoId) };
}

/** Builds the quotation of a quote. @throws 404, or 409 before the business details are saved */
export async function quotationOf({ db, user }: Reader, quoteId: number): Promise<Quotation> {
  return composeQuotation(await load(db, await existingQuote(db, user, quoteId), user.companyId));
}

/**
 * Builds the current quotation of a loaded quote. @throws 409 before the business details are saved
 */
export const presentQuotation = async <Quote extends TradeQuote & { readonly companyId: number }>(
  db: Db,
  quote: Quote,
): Promise<Quotation<Quote>> => composeQuotation(await load(db, quote, quote.companyId));

/** The weeks until the trade's ready day, where the fitter has stated none (rule Q38). */
export async function weeksUntilReady(
  db: Db,
  { business, quote }: Pick<Quotation, "business" | "quote">,
  now: Date,
): Promise<number | null> {
  if (business.leadTimeWeeks !== null) return null;
  const { readyOn, leadTime, byCapacity } = await readReadyDay(db, quote.id, now);
  if (readyOn === null) return null;
  // Holidays move the day, but not the weeks that the trade states.
  return byCapacity || !leadTime ? Math.ceil(daysFrom(londonDay(now), readyOn) / 7) : leadTime.weeks;
}

/** Each window's choices, in the order of the facts. A link stores them for later comparisons. */
export const madeWindows = ({ items, facts }: Quotation<TradeQuote>): MadeWindow[] =>
  facts.windows.map(({ panels, toDraw }, place) => {
    const { id: itemId, material } = items[place] as RetailItem;
    return { itemId, material, panels, toDraw };
  });

/** Converts the quotation for a comparison with a link's content. */
export const toCompare = (quotation: Quotation<TradeQuote>): PresentQuotation => ({
  facts: quotation.facts,
  made: madeWindows(quotation),
  validDays: quotation.business.validDays,
  tradeValidUntil: londonDay(quotation.quote.validUntil),
});

async function reply({ db, user, now }: Reader & Pick<Context, "now">, quoteId: number) {
  const quotation = await quotationOf({ db, user }, quoteId);
  const { stored, quote, terms, priced: figures, moved, items, business } = quotation;
  const { version, revision } = stored ?? FIRST;
  const links = await linksOf(db, quoteId, now);
  const { differences, accepted } = await comparedWithSent(db, links, toCompare(quotation), quote);
  return {
    ...{ version, revision, moved: [...moved], differences, accepted },
    customer: customerOf(quote),
    windows: items.map(({ id: itemId, name }, place) => {
      return { itemId, name, price: figures.prices[place] as Pence, typedOver: terms.typed.has(itemId) };
    }),
    fitting: {
      price: figures.fittingPence,
      typedOver: terms.fittingTypedPence !== null,
      computed: fittingOf(items, { ...terms, vatRegistered: business.vatRegistered }),
    },
    extras: terms.extras.map(({ text, pence: price, optional }) => ({ text, price, optional })),
    vatRegistered: business.vatRegistered,
    markupPercent: terms.markupHundredths,
    depositPercent: terms.depositHundredths,
    subtotal: figures.subtotalPence,
    vat: figures.vatPence,
    total: figures.totalPence,
    deposit: figures.depositPence,
    cost: figures.costPence,
    margin: figures.marginPence,
    marginPercent: figures.marginTenths === null ? null : figures.marginTenths / 10,
    links,
    questions: await questionsOf(db, quoteId),
  };
}

/** The version and revision before the first saving. */
const FIRST = { version: 1, revision: 1 } as const;

/** Refuses changes of a declined or accepted quotation. @throws 409 */
export async function refuseSettled(db: Db, quote: Pick<QuoteRow, "id" | "status">): Promise<void> {
  if (quote.status === "declined") throw conflict("This quote was declined");
  const accepted = and(eq(retailLinks.quoteId, quote.id), isNotNull(retailLinks.acceptedAt));
  if ((await db.$count(retailLinks, accepted)) > 0) throw conflict("This quotation was accepted");
}

/** @throws 409 that names the person who changed it last (rule T3) */
async function refuseChangedSince(db: Db, stored: Stored | undefined, version: number): Promise<void> {
  if (version === (stored?.version ?? FIRST.version)) return;
  const [editor] = stored ? await db.select({ name: users.contactName }).from(users).where(eq(users.id, stored.changedBy)) : [];
  throw conflict(`This quote was changed by ${editor?.name ?? "somebody"} while you were editing it`);
}

/** The row to store for changed terms: the entered values, and the windows at this time. */
export function buildStoredTerms(loaded: Quotation, changed: Partial<Terms>) {
  const terms = { ...loaded.terms, ...changed };
  const figures = priced(loaded, terms);
  const facts = quotationFacts({ ...loaded, ...terms, customer: customerOf(loaded.quote), priced: figures });
  return {
    shownHash: hashOfFacts(facts, loaded.business.logoId),
    markupHundredths: terms.markupHundredths,
    depositHundredths: terms.depositHundredths,
    fittingPricePence: terms.fittingPricePence,
    fittingPer: terms.fittingPer,
    fittingTypedPence: terms.fittingTypedPence,
    extras: terms.extras,
    windows: toSeenWindows(loaded.items, terms, figures),
  };
}

type AskedCustomer = NonNullable<z.output<typeof quotationBody>["customer"]>;

/**
 * Writes the quotation's customer to its quote and to the quote's orders (rule Q19). Omitted fields
 * stay unchanged.
 */
async function saveCustomer({ db, user }: Reader, quote: QuoteRow, wanted: AskedCustomer = {}): Promise<Customer> {
  const { name, email, address } = wanted;
  const { customerName, customerEmail, siteAddress } = quote;
  const after = {
    customerName: name === undefined ? customerName : name || null,
    customerEmail: email === undefined ? customerEmail : email || null,
    siteAddress: address === undefined ? siteAddress : address || null,
  };
  const { jobName, poNumber, customerPhone } = quote;
  await changeJobWords({ db, user }, quote, { jobName, poNumber, customerPhone, ...after });
  return after;
}

type QuotationHandlers = Pick<Handlers<typeof contract>, "read" | "save">;

export const quotationHandlers: QuotationHandlers = {
  read: ({ db, user, params, now }) => reply({ db, user, now }, params.id),

  save: async ({ db, user, params, body, now, record }) => {
    // The lock orders simultaneous saves, and changes of the trade quote.
    const { id: quoteId } = await lockQuote(db, user, params.id);
    const before = await quotationOf({ db, user }, quoteId);
    await refuseSettled(db, before.quote);
    await refuseChangedSince(db, before.stored, body.version);
    const typed = new Map(before.terms.typed);
    for (const { itemId, price } of body.windows ?? []) {
      if (!before.items.some(({ id }) => id === itemId)) throw badRequest("There is no such window in this quote");
      if (price === null) typed.delete(itemId);
      else typed.set(itemId, price);
    }
    const { extras, fitting } = body;
    const terms: Terms = {
      ...before.terms,
      typed,
      ...(body.markupPercent !== undefined && { markupHundredths: body.markupPercent }),
      ...(body.depositPercent !== undefined && { depositHundredths: body.depositPercent }),
      ...(fitting && { fittingTypedPence: fitting.price }),
      ...(extras && { extras: extras.map(({ text, price, optional }): RetailExtra => ({ text, pence: price, optional })) }),
    };
    const figures = priced(before, terms);
    if (figures.subtotalPence < 0 || canFallBelowZero(figures.subtotalPence, terms.extras)) throw badRequest(BELOW_ZERO);
    const quote = { ...before.quote, ...(await saveCustomer({ db, user }, before.quote, body.customer)) };
    const row = buildStoredTerms({ ...before, quote }, terms);
    const { version, revision } = before.stored ?? FIRST;
    const values = {
      ...row,
      version: version + 1,
      revision: row.shownHash === (before.stored?.shownHash ?? before.shownHash) ? revision : revision + 1,
      changedBy: user.id,
    };
    await db
      .insert(retailQuotations)
      .values({ quoteId, ...values })
      .onConflictDoUpdate({ target: retailQuotations.quoteId, set: values });
    record({ targetType: "quotes" });
    return reply({ db, user, now }, quoteId);
  },
};
