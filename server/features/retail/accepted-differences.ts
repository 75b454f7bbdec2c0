import type { Db } from "#server/platform/db/connect.ts";
import type { SignedInUser } from "#server/platform/http/call.ts";
import { conflict } from "#server/platform/http/errors.ts";
import type { quotes } from "#server/schema/quotes.ts";
import { acceptanceOf, differencesSince } from "./changed-since.ts";
import { presentQuotation, toCompare } from "./quotation.ts";
import { withoutRetailFigures } from "./quotation-differences.ts";

/**
 * Refuses an order of a locked quote that differs from the quotation that the homeowner accepted
 * (rule T17), unless the person has confirmed the differences.
 * @returns true if there are confirmed differences
 * @throws 409 with the differences, unless `isAsked`
 */
export async function refuseUnconfirmedDifferences(
  db: Db,
  user: Pick<SignedInUser, "role" | "companyId" | "impersonator">,
  quote: typeof quotes.$inferSelect,
  isAsked: boolean,
): Promise<boolean> {
  const acceptance = await acceptanceOf(db, quote.id);
  if (!acceptance) return false;
  const differences = await differencesSince(db, acceptance.id, toCompare(await presentQuotation(db, quote)));
  if (differences.length === 0 || isAsked) return differences.length > 0;
  const readsFigures = user.role === "customer" && !user.impersonator && user.companyId === quote.companyId;
  throw conflict(`This is not what ${acceptance.name} accepted`, {
    differences: readsFigures ? differences : withoutRetailFigures(differences),
  });
}
