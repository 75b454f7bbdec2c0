import { referenceOf } from "#server/features/retail/quotation-snapshot.ts";
import { evidenceOf, logoOf, type Shared } from "#server/features/retail/shared-link.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { PublicDocument } from "./serve-papers.ts";

/** The document of a frozen link: equal bytes by address and by email (rules T8 and T9). */

export function frozenPaper(db: Db, shared: Omit<Shared, "state">): PublicDocument {
  const { snapshot, link, quote } = shared;
  const gather = async () => {
    const logo = (await logoOf(db, shared)) ?? null;
    return { paper: "retailQuotation", of: { snapshot, logo, accepted: evidenceOf(link), reference: referenceOf(link) } } as const;
  };
  // The file name contains neither the quote's number nor the product's name.
  return { company: quote.companyId, ordered: { name: "quotation", windows: snapshot.windows.length, gather } };
}
