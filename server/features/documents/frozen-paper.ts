import type { Db } from "#server/db/connect.ts";
import { acceptedShared, evidenceOf, logoOf, type Shared } from "#server/features/retail/shared-link.ts";
import { referenceOf } from "#server/features/retail/shown.ts";
import type { House } from "#server/house.ts";
import type { MakeAttachment } from "#server/jobs/mailer.ts";
import { type ForStrangers, makeForMail } from "./serve-documents.ts";

/** The paper of what a link froze: the same bytes by its address and by mail (rules T8 and T9). */

export function frozenPaper(db: Db, shared: Omit<Shared, "state">): ForStrangers {
  const { snapshot, link, quote } = shared;
  const gather = async () => {
    const logo = (await logoOf(db, shared)) ?? null;
    return { paper: "retailQuotation", of: { snapshot, logo, accepted: evidenceOf(link), reference: referenceOf(link) } } as const;
  };
  // Neither our number nor our name.
  return { company: quote.companyId, ordered: { name: "quotation", windows: snapshot.windows.length, gather } };
}

/** What goes with the mails that tell of an acceptance; null once its evidence has gone. */
export const acceptedPapers =
  ({ db }: Pick<House, "db">): MakeAttachment =>
  async ({ acceptedLink }) => {
    const shared = await acceptedShared(db, acceptedLink);
    if (!shared) return null;
    const paper = frozenPaper(db, shared);
    return { filename: `${paper.ordered.name}.pdf`, contentType: "application/pdf", content: await makeForMail(paper) };
  };
