import { createHash, randomBytes } from "node:crypto";
import { and, desc, eq, isNull, lt } from "drizzle-orm";
import type { Handlers } from "#server/context.ts";
import { existingQuote, lockQuote } from "#server/features/quotes/quote-queries.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { badRequest, conflict, notFound } from "#server/platform/http/errors.ts";
import { retailLinks, retailQuotations } from "#server/schema/retail.ts";
import type { retail as contract } from "#shared/contract/retail.ts";
import { addDays, endOfDay, londonDay } from "#shared/domain/period.ts";
import { BELOW_ZERO } from "#shared/domain/trade/retail.ts";
import { differencesSince } from "./changed-since.ts";
import { linkColumns, linksOf, MOST_LINKS, stateOf } from "./link-states.ts";
import { mailQuotation } from "./notify-about-quotation.ts";
import { madeWindows, type Quotation, quotationOf, refuseSettled, toCompare, weeksUntilReady } from "./quotation.ts";
import { drawQuotation, hashOf, type Snapshot } from "./quotation-snapshot.ts";

/** The links by which a quotation is sent (rules T6 and T7). */

const TOKEN_BYTES = 32;
/** The stored form of a token. Only the recipient has the token itself. */
export const hashOfToken = (token: string): string => createHash("sha256").update(token).digest("hex");

/** Builds a link's row with its frozen content, and the token for its address. */
export async function freezeQuotation(
  quotation: Quotation,
  frozen: Pick<Snapshot, "revision" | "readyWeeks"> & { readonly expiresAt: Date; readonly by: number; readonly now: Date },
) {
  const { revision, readyWeeks, expiresAt, by, now } = frozen;
  const { quote, business, facts } = quotation;
  const frozenFacts = { revision, madeOn: londonDay(now), validUntil: londonDay(expiresAt), readyWeeks };
  const snapshot: Snapshot = { ...(await drawQuotation(facts)), ...frozenFacts };
  const text = JSON.stringify(snapshot);
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const row = {
    quoteId: quote.id,
    tokenHash: hashOfToken(token),
    ...{ revision, createdAt: now, createdBy: by, expiresAt },
    ...{ snapshot: text, snapshotHash: hashOf(text), made: madeWindows(quotation), logoId: business.logoId },
  };
  return { row, token, snapshot };
}

/**
 * Before the first saving no revision is stored. A change of the trade quote then supersedes the
 * link that was sent before it.
 */
async function revisionAfterSent(db: Db, quotation: Quotation): Promise<number> {
  const { id, revision } = retailLinks;
  const [last] = await db
    .select({ id, revision })
    .from(retailLinks)
    .where(eq(retailLinks.quoteId, quotation.quote.id))
    .orderBy(desc(id))
    .limit(1);
  if (!last) return 1;
  return (await differencesSince(db, last.id, toCompare(quotation))).length > 0 ? last.revision + 1 : last.revision;
}

type LinkHandlers = Pick<Handlers<typeof contract>, "links" | "createLink" | "revokeLink">;

export const linkHandlers: LinkHandlers = {
  links: async ({ db, user, params, now }) => {
    const { id } = await existingQuote(db, user, params.id);
    return linksOf(db, id, now);
  },

  createLink: async ({ db, post, user, params, body, publicUrl, now, record }) => {
    const locked = await lockQuote(db, user, params.id);
    const quotation = await quotationOf({ db, user }, locked.id);
    const { quote, business, moved, shownHash, priced, stored } = quotation;
    await refuseSettled(db, quote);
    if (moved.length > 0) throw conflict("Prices have changed: look at the quotation first");
    if (priced.subtotalPence < 0) throw badRequest(BELOW_ZERO);
    // The link of an ordered quote lasts for its own days, because the order keeps its price. Every
    // other link ends with the trade quote.
    const isBound = quote.placedAt !== null || quote.orderId !== null || quote.paymentStatus === "paid";
    const lasts = endOfDay(addDays(londonDay(now), business.validDays));
    const expiresAt = isBound || lasts < quote.validUntil ? lasts : quote.validUntil;
    if (expiresAt < now) throw conflict("This quote has expired: duplicate it for today's prices");
    if ((await db.$count(retailLinks, eq(retailLinks.quoteId, locked.id))) >= MOST_LINKS)
      throw conflict(`At most ${MOST_LINKS} links of one quotation`);
    const saved = !stored ? 1 : stored.shownHash === shownHash ? stored.revision : stored.revision + 1;
    const revision = Math.max(saved, await revisionAfterSent(db, quotation));
    if (stored && revision !== stored.revision)
      await db.update(retailQuotations).set({ revision, shownHash }).where(eq(retailQuotations.quoteId, locked.id));
    const {
      row: link,
      token,
      snapshot,
    } = await freezeQuotation(quotation, {
      ...{ revision, expiresAt, by: user.id, now },
      readyWeeks: await weeksUntilReady(db, quotation, now),
    });
    const isOpen = and(
      isNull(retailLinks.acceptedAt),
      isNull(retailLinks.declinedAt),
      isNull(retailLinks.revokedAt),
      isNull(retailLinks.supersededAt),
    );
    await db
      .update(retailLinks)
      .set({ supersededAt: now })
      .where(and(eq(retailLinks.quoteId, locked.id), lt(retailLinks.revision, revision), isOpen));
    const [made] = await db
      .insert(retailLinks)
      .values({ ...link, sentTo: body.sendTo ?? null })
      .returning({ id: retailLinks.id });
    const url = new URL(`/r/${token}`, publicUrl).href;
    if (body.sendTo !== undefined) {
      await mailQuotation({ db, post }, { to: body.sendTo, url, snapshot });
    }
    record({ targetType: "quotes", targetId: locked.id });
    return { id: made?.id ?? 0, url, revision, expiresAt };
  },

  revokeLink: async ({ db, user, params, now, record }) => {
    const quote = await lockQuote(db, user, params.id);
    const [link] = await db
      .select(linkColumns)
      .from(retailLinks)
      .where(and(eq(retailLinks.id, params.linkId), eq(retailLinks.quoteId, quote.id)))
      .for("update");
    if (!link) throw notFound("Link");
    const state = stateOf(link, quote, now);
    if (state !== "open") throw conflict(`This link is no longer open: it is ${state}`);
    await db.update(retailLinks).set({ revokedAt: now }).where(eq(retailLinks.id, link.id));
    record({ targetType: "quotes", targetId: quote.id });
    return null;
  },
};
