import { eq, inArray, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Context } from "#server/context.ts";
import { notifyOfEditedQuote } from "#server/features/corrections/notify-of-correction.ts";
import { differencesFrom, namedIds, storeCorrection, storedWindows } from "#server/features/corrections/store-correction.ts";
import { sumUnallocatedOfQuote } from "#server/features/receivables/unallocated-payments.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { conflict } from "#server/platform/http/errors.ts";
import { enqueue } from "#server/platform/jobs/enqueue.ts";
import { quoteItems, windowPhotos } from "#server/schema/quote-items.ts";
import { quotes } from "#server/schema/quotes.ts";
import type { updateQuoteBody } from "#shared/contract/parts/quote-bodies.ts";
import { isStaff } from "#shared/domain/roles.ts";
import type { QuoteStatus } from "#shared/domain/trade/status.ts";
import { insertWindows, jobWords, shutterTypesOf } from "./create-quote.ts";
import { type PricedQuote, type PricedWindow, priceWindows, productsForQuote, refuseStaleTotals } from "./price-windows.ts";
import { refuseChanged, refuseExpired, refuseOrdered } from "./quote-course.ts";
import { existingQuote, type LockedQuote, nextVersion } from "./quote-queries.ts";

type Edit = z.output<typeof updateQuoteBody>;

/**
 * Replaces all of a locked draft (rule Q13), or of a placed quote that staff correct (rule Q35). Of
 * two editors the second is refused with the first one's name, and nothing is stored.
 */
export async function editQuote(
  { db, post, user, now }: Pick<Context, "db" | "post" | "user" | "now">,
  quote: LockedQuote,
  edit: Edit,
): Promise<void> {
  await refuseUneditable({ db, user, now }, quote);
  await refuseChanged(db, quote, edit.version);
  const types = await productsForQuote(db, { shutterTypes: shutterTypesOf(edit.items), ownerId: quote.userId, now });
  const priced = priceWindows(edit.items, types);
  refuseStaleTotals(edit, priced);
  const { windows, ...totals } = priced;
  const differences = quote.placedAt === null ? null : await storeEdit({ db, user, now }, quote, edit, priced);
  await replaceWindows(db, quote.id, windows, edit.items);
  await db
    .update(quotes)
    .set({
      ...jobWords(edit),
      ...contactAfter({ user }, quote, edit),
      ...totals,
      itemCount: windows.length,
      ...nextVersion(user),
    })
    .where(eq(quotes.id, quote.id));
  if (differences === null) return;
  // An open Checkout page would charge the old sum.
  await enqueue(db, "close-checkout-sessions", {});
  await notifyOfEditedQuote({ db, post }, quote, { differences, afterPence: totals.finalTotalPence });
}

/** Stores the correction of a placed quote, and returns its differences. */
async function storeEdit({ db, user, now }: Pick<Context, "db" | "user" | "now">, quote: LockedQuote, edit: Edit, after: PricedQuote) {
  const stored = await storedWindows(db, quote.id);
  const differences = differencesFrom(stored, after.windows, namedIds(edit.items, stored));
  await storeCorrection(db, quote, {
    ...{ stored, differences, after, orderId: null, reason: null },
    ...{ byUserId: user.id, createdAt: now },
  });
  return differences;
}

/**
 * The customer's telephone and email after an edit. Staff, and a super admin who views as the
 * fitter, do not receive them (rule Q19), so the fields that they omit stay.
 */
function contactAfter({ user }: Pick<Context, "user">, quote: LockedQuote, edit: Edit) {
  const readsThem = user.role === "customer" && !user.impersonator;
  const after = (name: "customerPhone" | "customerEmail") => (!readsThem && edit[name] === undefined ? quote[name] : edit[name] || null);
  return { customerPhone: after("customerPhone"), customerEmail: after("customerEmail") };
}

const NO_DRAFT = {
  sent: "A sent quote cannot be changed",
  accepted: "An accepted quote cannot be changed",
  declined: "A declined quote cannot be changed",
} as const satisfies Record<Exclude<QuoteStatus, "draft">, string>;

/**
 * Refuses an edit because of the quote's state. This check precedes the version's, so its reason is
 * reported first.
 * @throws 409
 */
export async function refuseUneditable({ db, user, now }: Pick<Context, "db" | "user" | "now">, quote: LockedQuote): Promise<void> {
  const { orderId, paymentPending } = await existingQuote(db, user, quote.id);
  refuseOrdered(orderId);
  if (quote.placedAt === null || !isStaff(user.role)) {
    if (quote.status !== "draft") throw conflict(NO_DRAFT[quote.status]);
    if (quote.placedAt !== null) throw conflict("This quote was placed: take that back before you change it");
    refuseExpired(quote, now);
    return;
  }
  // An order's correction follows its payments in the ledger; a quote's edit does not.
  if (paymentPending) throw conflict("A payment for this is on its way");
  if (quote.paidAt !== null || (await sumUnallocatedOfQuote(db, quote.id)) > 0)
    throw conflict("A payment for this quote was received: convert it, then change the order's windows");
}

/**
 * Stores the new windows. A new window that names an old one, as the only one, retains its id and
 * photos, so that links to it stay valid. The photos of other windows are deleted with their
 * windows.
 */
async function replaceWindows(db: Db, quoteId: number, windows: readonly PricedWindow[], asked: Edit["items"]): Promise<void> {
  const old = await db.delete(quoteItems).where(eq(quoteItems.quoteId, quoteId)).returning({ id: quoteItems.id });
  const named = asked.map(({ id }) => id);
  const keeps = (index: number) => {
    const id = named[index];
    return old.some((each) => each.id === id) && named.filter((each) => each === id).length === 1 ? id : undefined;
  };
  const namedWindows = windows.flatMap((window, index) => {
    const id = keeps(index);
    return id === undefined ? [] : [{ ...window, id }];
  });
  const newWindows = windows.filter((_, index) => keeps(index) === undefined);
  const quote = sql`(select ${quoteId}::integer as id) stored`;
  const gone = old.map(({ id }) => id).filter((id) => !namedWindows.some((kept) => kept.id === id));
  if (gone.length > 0) await db.delete(windowPhotos).where(inArray(windowPhotos.quoteItemId, gone));
  if (namedWindows.length > 0) await db.execute(insertWindows(quote, namedWindows, "with their ids"));
  if (newWindows.length > 0) await db.execute(insertWindows(quote, newWindows));
}
