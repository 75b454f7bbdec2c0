import { eq } from "drizzle-orm";
import type { Handlers } from "#server/context.ts";
import { requireMayOrder } from "#server/features/companies/people.ts";
import { wasCorrectedSince } from "#server/features/corrections/store-correction.ts";
import { issueDueInvoices } from "#server/features/invoices/issue-invoice.ts";
import { addDueFacts } from "#server/features/orders/order-rows.ts";
import { existingOrder } from "#server/features/orders/orders.ts";
import { refuseUnconfirmedDifferences } from "#server/features/retail/accepted-differences.ts";
import { itemsAsJson } from "#server/lists/select-parts.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { SignedInUser } from "#server/platform/http/call.ts";
import { conflict } from "#server/platform/http/errors.ts";
import { enqueue } from "#server/platform/jobs/enqueue.ts";
import { invoices } from "#server/schema/invoices-and-refunds.ts";
import { payments } from "#server/schema/payments.ts";
import { quotes } from "#server/schema/quotes.ts";
import { SITE_FIELDS, unvalidatedMove } from "#shared/contract/parts/quote-bodies.ts";
import type { quotes as contract } from "#shared/contract/quotes.ts";
import { londonDay } from "#shared/domain/period.ts";
import { invoiceNumber, orderNumber } from "#shared/domain/trade/status.ts";
import { CHECKS, type CheckId, followsWidest, knownChecks } from "#shared/domain/window/text/measurement-checks.ts";
import { lockAddressless, storeCompanyAddress } from "./company-address.ts";
import { type JobWords, jobWords, type Owner, ownerAgain, quoteOwner, shutterTypesOf, storeQuote } from "./create-quote.ts";
import { acceptsOverLimit, lockCompanyOf } from "./credit-limit.ts";
import { editQuote } from "./edit-quote.ts";
import { changeJobWords } from "./job-words.ts";
import { readReadyDay, readReadyDayOfTypes } from "./lead-time.ts";
import { makeOrder } from "./make-order.ts";
import { placeQuote, refuseDay, requestPlacing, withdrawPlacing } from "./place-quote.ts";
import { type PricedWindow, priceWindows, productsForQuote, refuseStaleTotals } from "./price-windows.ts";
import { countQuotes } from "./quote-counts.ts";
import { changeQuoteStatus, lockConvertibleQuote, refuseChanged, requireMayMove } from "./quote-course.ts";
import { existingQuote, listQuotes, lockQuote, type QuoteRow, readQuote, sumQuotes } from "./quote-queries.ts";
import { windowPhotoHandlers } from "./window-photos.ts";

export const quoteHandlers: Handlers<typeof contract> = {
  ...windowPhotoHandlers,

  list: ({ db, user, query, page, now, match }) => listQuotes(db, user, query, { page, now, match }),

  counts: ({ db, user, now }) => countQuotes(db, user, now),

  sums: ({ db, user, query, now }) => sumQuotes(db, user, query, now),

  readyDay: async ({ db, query, now }) => {
    const { readyOn } = await readReadyDayOfTypes(db, query.types.split(",").map(Number), Number(query.squareMetres), now);
    return { readyOn };
  },

  read: async ({ db, user, params, now }) => {
    const quote = await readQuote(db, user, params.id);
    return quote.orderId === null ? { ...quote, readyOn: (await readReadyDay(db, quote.id, now)).readyOn } : quote;
  },

  items: async ({ db, user, params }) => (await readQuote(db, user, params.id)).items,

  create: async ({ db, user, body, now, record }) => {
    const asked = body.items.map(({ pricePerM2: _, ...window }) => window);
    const owner = await quoteOwner(db, user, body.userId);
    const priced = priceWindows(asked, await productsForQuote(db, { shutterTypes: shutterTypesOf(asked), ownerId: owner.id, now }));
    refuseStaleTotals(body, priced);
    const quote = await storeQuote(db, { owner, by: user, ...jobWords(body) }, priced, now);
    record({ targetId: quote.id, after: { userId: owner.id, ...trailOf(quote) } });
    return quote;
  },

  update: async ({ db, post, user, params, body, now, record }) => {
    const quote = await lockQuote(db, user, params.id);
    await editQuote({ db, post, user, now }, quote, body);
    const after = await readQuote(db, user, quote.id);
    record({ before: trailOf(quote), after: trailOf(after) });
    return after;
  },

  changeJob: async ({ db, user, params, body, record }) => {
    const quote = await lockQuote(db, user, params.id);
    // An invoice does not contain the fitter's own customer, so those fields may change after it.
    if (body.jobName !== undefined || body.poNumber !== undefined || !SITE_FIELDS.some((name) => body[name] !== undefined))
      await refuseInvoiced(db, quote.id);
    const { note: _, ...words } = jobWords({ ...quote, ...body });
    const changed = await changeJobWords({ db, user }, quote, words);
    record(changed ? { before: jobTrailOf(quote), after: jobTrailOf(words) } : null);
    return existingQuote(db, user, quote.id);
  },

  duplicate: async ({ db, user, params, now, record }) => {
    const original = await existingQuote(db, user, params.id);
    const quote = await quoteAgain(db, { id: original.id, owner: await ownerAgain(db, user, original.user), by: user }, now);
    record({ targetId: quote.id, after: { duplicateOf: original.id, finalTotalPence: quote.finalTotalPence } });
    return quote;
  },

  reorder: async ({ db, user, params, now, record }) => {
    const order = await existingOrder(db, user, params.id);
    const quote = await quoteAgain(db, { id: order.quoteId, owner: await ownerAgain(db, user, order.user), by: user }, now);
    record({ targetId: quote.id, after: { reorderOf: order.id, finalTotalPence: quote.finalTotalPence } });
    return quote;
  },

  changeStatus: async ({ db, post, user, params, body, now, record }) => {
    const quote = await lockQuote(db, user, params.id);
    await requireMayMove(db, user, quote, body(unvalidatedMove).status);
    const move = body();
    await changeQuoteStatus({ db, post, user, now }, quote, move);
    record({ before: { quoteStatus: quote.status }, after: { quoteStatus: move.status, reason: move.reason } });
    return existingQuote(db, user, quote.id);
  },

  place: async ({ db, post, user, ip, params, body, now, record }) => {
    await existingQuote(db, user, params.id);
    await requireMayOrder(db, user);
    const { shippingAddress, requiredBy = null, version, companyAddress, confirmed, acceptedDifferences } = body();
    await lockCompanyOf(db, params.id);
    const addressless = await lockAddressless(db, params.id, companyAddress);
    const quote = await lockQuote(db, user, params.id);
    const row = await existingQuote(db, user, quote.id);
    const changed = await placeQuote({ db, post, user, ip, now }, quote, row, {
      shippingAddress,
      requiredBy,
      version,
      addressless,
      confirmed,
      acceptedDifferences,
    });
    const placed = await existingQuote(db, user, quote.id);
    const { jobName, poNumber, orderId } = placed;
    const before = { shippingAddress: quote.shippingAddress, requiredBy: quote.requiredBy };
    record(changed ? { before, after: { shippingAddress, requiredBy, jobName, poNumber, ...(orderId !== null && { orderId }) } } : null);
    return placed;
  },

  takeBack: async ({ db, post, user, ip, params, now, record }) => {
    const quote = await lockQuote(db, user, params.id);
    await requireMayOrder(db, user);
    const changed = await withdrawPlacing({ db, post, user, ip, now }, quote, await existingQuote(db, user, quote.id));
    record(changed ? { before: { shippingAddress: quote.shippingAddress, requiredBy: quote.requiredBy } } : null);
    return null;
  },

  askToPlace: async ({ db, post, user, params, now, record }) => {
    const quote = await lockQuote(db, user, params.id);
    const readers = await requestPlacing({ db, post, user, now }, quote, await existingQuote(db, user, quote.id));
    record(readers.length > 0 ? { after: { asked: readers.map(({ contactName }) => contactName) } } : null);
    return null;
  },

  convert: async ({ db, post, user, ip, params, body, now, record }) => {
    await lockCompanyOf(db, params.id);
    const addressless = await lockAddressless(db, params.id, body.companyAddress);
    const quote = await lockConvertibleQuote({ db, user, now }, params.id, body.acceptExpired ?? false);
    await refuseChanged(db, quote, body.version);
    // A person who placed the quote has already seen and accepted the differences up to that time.
    const isSeen = quote.placedAt !== null && !(await wasCorrectedSince(db, quote.id, quote.placedAt));
    const differs = !isSeen && (await refuseUnconfirmedDifferences(db, user, quote, body.acceptedDifferences ?? false));
    const { shippingAddress, requiredBy = quote.requiredBy } = body;
    // A day that was placed in time may be past by now; it is still the customer's request.
    if (requiredBy !== quote.requiredBy) refuseDay(requiredBy, now);
    if (addressless) await storeCompanyAddress({ db, user, ip, now }, addressless);
    const overLimit = await acceptsOverLimit(db, quote, body.acceptOverLimit ?? false);
    const { placedBy } = quote;
    const orderId = await makeOrder({ db, post, user, now }, quote, { shippingAddress, requiredBy }, { placedBy, isAccepted: false });
    if (addressless) await issueDueInvoices(db, addressless, { user, ip, now });
    const expired = quote.validUntil < now && quote.placedAt === null;
    record({
      before: { quoteStatus: quote.status },
      after: {
        quoteStatus: "accepted",
        orderId,
        ...(expired && { acceptedExpired: true }),
        ...(overLimit && { acceptedOverLimit: true }),
        ...(differs && { acceptedDifferences: true }),
      },
    });
    return addDueFacts(await existingOrder(db, user, orderId), londonDay(now), user.role);
  },

  delete: async ({ db, user, params, now, record }) => {
    const quote = await lockQuote(db, user, params.id);
    const { orderId } = await existingQuote(db, user, quote.id);
    if (orderId !== null) throw conflict(`This quote has order ${orderNumber(orderId)} and cannot be deleted`);
    await refuseIfPaid(db, quote.id);
    await db.update(quotes).set({ deletedAt: now }).where(eq(quotes.id, quote.id));
    await enqueue(db, "close-checkout-sessions", {});
    record({ before: { userId: quote.userId, quoteStatus: quote.status, finalTotalPence: quote.finalTotalPence } });
    return null;
  },
};

interface Original {
  readonly id: number;
  readonly owner: Owner;
  readonly by: SignedInUser;
}

/**
 * Creates a new draft of the same windows at today's prices, for the same company and site. It is
 * another purchase, so it has no PO number and no note.
 */
async function quoteAgain(db: Db, { id, ...draft }: Original, now: Date) {
  const { jobName, customerName, customerPhone, customerEmail, siteAddress } = quotes;
  const [original] = await db
    .select({ jobName, customerName, customerPhone, customerEmail, siteAddress, items: itemsAsJson(quotes.id) })
    .from(quotes)
    .where(eq(quotes.id, id));
  const { items: windows = [], ...words } = original ?? {};
  const priced = priceWindows(windows, await productsForQuote(db, { shutterTypes: shutterTypesOf(windows), ownerId: draft.owner.id, now }));
  return storeQuote(db, { ...draft, ...words }, { ...priced, windows: priced.windows.map(forgetOtherPanels(windows)) }, now);
}

/**
 * An override about panels was decided for the widest panel of that day; after a change a person
 * must decide again (decision 014).
 */
const forgetOtherPanels =
  (before: readonly Pick<PricedWindow, "widestPanelMm" | "deductionMm">[]) =>
  (window: PricedWindow, index: number): PricedWindow => {
    const { widestPanelMm, deductionMm } = before[index] ?? window;
    const isMadeAnew = window.sizeBasis === "recess" && deductionMm !== window.deductionMm;
    if (widestPanelMm === window.widestPanelMm && !isMadeAnew) return window;
    // Another deduction changes the made size, so only the overrides about typed measures stay.
    const isStill = (id: CheckId) => (isMadeAnew ? CHECKS[id].severity === "slip" : !followsWidest(id, window));
    return { ...window, overriddenChecks: knownChecks(window.overriddenChecks).filter(isStill) };
  };

/**
 * The job words in the audit trail: without telephone and email of a person who has no relation to
 * the seller.
 */
const jobTrailOf = ({ jobName, poNumber, customerName, siteAddress }: Omit<JobWords, "note">) => ({
  jobName,
  poNumber,
  customerName,
  siteAddress,
});

/** The facts of a created or changed quote in the audit trail. */
const trailOf = ({
  jobName,
  poNumber,
  itemCount,
  finalTotalPence,
}: Pick<QuoteRow, "jobName" | "poNumber" | "itemCount" | "finalTotalPence">) => ({
  jobName,
  poNumber,
  windows: itemCount,
  finalTotalPence,
});

/** An invoice cannot change after its issue, and the quote must not contradict it. */
async function refuseInvoiced(db: Db, quoteId: number): Promise<void> {
  const [invoice] = await db.select({ number: invoices.number }).from(invoices).where(eq(invoices.quoteId, quoteId));
  if (invoice) throw conflict(`Invoice ${invoiceNumber(invoice.number)} was issued for this quote: its job and PO number stay`);
}

async function refuseIfPaid(db: Db, quoteId: number): Promise<void> {
  const [payment] = await db.select({ id: payments.id }).from(payments).where(eq(payments.quoteId, quoteId)).limit(1);
  if (payment) throw conflict("This quote has a payment and cannot be deleted");
}
