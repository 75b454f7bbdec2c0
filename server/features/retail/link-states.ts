import { desc, eq, getTableColumns } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import { quotes } from "#server/schema/quotes.ts";
import { retailLinks } from "#server/schema/retail.ts";
import type { LinkState } from "#shared/domain/trade/retail.ts";
import { referenceOf } from "./quotation-snapshot.ts";

/** The states of a link (rule T7). */

const { snapshot: _, facts: __, made: ___, ...columns } = getTableColumns(retailLinks);
/** All columns except the content, which can have 1.6 MB. */
export const linkColumns = columns;
export type Link = Omit<typeof retailLinks.$inferSelect, "snapshot" | "facts" | "made">;
type OfQuote = Pick<typeof quotes.$inferSelect, "status" | "deletedAt">;
type Ends = Pick<Link, "acceptedAt" | "declinedAt" | "supersededAt" | "revokedAt" | "expiresAt">;

/** The state of a link. A declined or deleted quote revokes its open links. */
export function stateOf(link: Ends, { status, deletedAt }: OfQuote, now: Date): LinkState {
  if (link.acceptedAt) return "accepted";
  if (link.declinedAt) return "declined";
  if (link.revokedAt) return "revoked";
  if (link.supersededAt) return "superseded";
  if (status === "declined" || deletedAt) return "revoked";
  return link.expiresAt < now ? "expired" : "open";
}

export async function linksOf(db: Db, quoteId: number, now: Date) {
  const rows = await db
    .select({ link: linkColumns, status: quotes.status, deletedAt: quotes.deletedAt })
    .from(retailLinks)
    .innerJoin(quotes, eq(quotes.id, retailLinks.quoteId))
    .where(eq(retailLinks.quoteId, quoteId))
    .orderBy(desc(retailLinks.id))
    .limit(MOST_LINKS);
  return rows.map(({ link, ...quote }) => ({
    id: link.id,
    revision: link.revision,
    createdAt: link.createdAt,
    expiresAt: link.expiresAt,
    state: stateOf(link, quote, now),
    openedAt: link.openedAt,
    opens: link.opens,
    decidedAt: link.acceptedAt ?? link.declinedAt,
    acceptance:
      link.acceptedName !== null && link.acceptedTotalPence !== null
        ? { name: link.acceptedName, email: link.acceptedEmail, extras: link.acceptedExtras ?? [], total: link.acceptedTotalPence }
        : null,
    reason: link.reason,
    reference: referenceOf(link),
  }));
}

/** The most links of a quote. The list is part of an object and not paged, so it needs a limit. */
export const MOST_LINKS = 100;
