import { and, eq, isNotNull } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import type { quotes } from "#server/schema/quotes.ts";
import { retailLinks } from "#server/schema/retail.ts";
import type { Difference } from "#shared/domain/differences.ts";
import { type Pence, poundsToPence } from "#shared/domain/money.ts";
import { costOf, marginOf } from "#shared/domain/trade/retail.ts";
import type { linksOf } from "./link-states.ts";
import { type PresentQuotation, quotationDifferences, type SentQuotation } from "./quotation-differences.ts";
import { linesOf, readFacts } from "./quotation-snapshot.ts";

/**
 * Differences since a quotation was sent or accepted, and the figures that its acceptance fixed
 * (rules T11 and T12).
 */

/** The content of a link; undefined once it is deleted. */
async function sentQuotation(db: Db, linkId: number): Promise<SentQuotation | undefined> {
  const { facts, made, acceptedExtras } = retailLinks;
  const [sent] = await db.select({ facts, made, acceptedExtras }).from(retailLinks).where(eq(retailLinks.id, linkId));
  return sent?.facts ? { facts: readFacts(sent.facts), made: sent.made, ticked: new Set(sent.acceptedExtras) } : undefined;
}

/** All current differences from a link's content; an empty list once the content is deleted. */
export async function differencesSince(db: Db, linkId: number, present: PresentQuotation): Promise<Difference[]> {
  const sent = await sentQuotation(db, linkId);
  return sent ? quotationDifferences(sent, present) : [];
}

type Links = Awaited<ReturnType<typeof linksOf>>;
type Trade = Pick<typeof quotes.$inferSelect, "subtotalPence" | "finalTotalPence">;

/**
 * Compares with the accepted link, otherwise with the newest open one, and returns the accepted
 * figures.
 */
export async function comparedWithSent(db: Db, links: Links, present: PresentQuotation, trade: Trade) {
  const acceptedLink = links.find(({ state }) => state === "accepted");
  const link = acceptedLink ?? links.find(({ state }) => state === "open");
  const sent = link && (await sentQuotation(db, link.id));
  if (!sent) return { differences: [], accepted: null };
  return {
    differences: quotationDifferences(sent, present),
    accepted:
      acceptedLink?.acceptance && acceptedLink.decidedAt
        ? acceptedFigures(sent, acceptedLink.acceptance.name, acceptedLink.decidedAt, trade)
        : null,
  };
}

/** The figures with the ticked extras, at the quote's current cost. */
function acceptedFigures({ facts, ticked }: SentQuotation, name: string, at: Date, trade: Trade) {
  const { subtotal, vat, total, deposit } = linesOf(facts, ticked);
  const cost = costOf(trade, facts.from.vatNumber !== null);
  const { marginPence, marginTenths } = marginOf(poundsToPence(subtotal), cost);
  const inPence = (pounds: number): Pence => poundsToPence(pounds);
  return {
    ...{ name, at, cost, margin: marginPence },
    ...{ subtotal: inPence(subtotal), vat: inPence(vat), total: inPence(total), deposit: inPence(deposit) },
    marginPercent: marginTenths === null ? null : marginTenths / 10,
  };
}

/** The link by which a quote's quotation was accepted, while its evidence is stored. */
export async function acceptanceOf(db: Db, quoteId: number): Promise<{ readonly id: number; readonly name: string } | undefined> {
  const [link] = await db
    .select({ id: retailLinks.id, name: retailLinks.acceptedName })
    .from(retailLinks)
    .where(and(eq(retailLinks.quoteId, quoteId), isNotNull(retailLinks.acceptedAt)));
  return link && link.name !== null ? { id: link.id, name: link.name } : undefined;
}
