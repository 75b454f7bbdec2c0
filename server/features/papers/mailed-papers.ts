import { eq } from "drizzle-orm";
import type { AppContext } from "#server/context.ts";
import { acceptedShared } from "#server/features/retail/shared-link.ts";
import type { AttachedPaper, MakeAttachment } from "#server/platform/mail/mailer.ts";
import { invoices } from "#server/schema/invoices-and-refunds.ts";
import { frozenPaper } from "./frozen-paper.ts";
import { issuedPaper, statementPaper } from "./money-papers.ts";
import { makeForMail, type PublicDocument } from "./serve-papers.ts";

type Printing = Pick<AppContext, "db" | "productName" | "clock">;

/**
 * Makes the attachment of an email when it is sent. Null: the evidence of the acceptance was
 * deleted.
 */
export const mailedPapers =
  (appContext: Printing): MakeAttachment =>
  async (named) => {
    const paper = await paperOf(appContext, named);
    if (!paper) return null;
    return { filename: `${paper.ordered.name}.pdf`, contentType: "application/pdf", content: await makeForMail(paper) };
  };

async function paperOf({ db, productName, clock }: Printing, named: AttachedPaper): Promise<PublicDocument | null> {
  if ("acceptedLink" in named) {
    const shared = await acceptedShared(db, named.acceptedLink);
    return shared ? frozenPaper(db, shared) : null;
  }
  if ("statementOf" in named) {
    const company = named.statementOf;
    return { company, ordered: await statementPaper({ db, productName }, company, {}, clock()) };
  }
  const [stored] = await db
    .select()
    .from(invoices)
    .where(eq(invoices.number, Number(named.document.replace(/^[A-Z]+-/, ""))));
  if (!stored) throw new Error(`There is no document ${named.document}`);
  return { company: stored.companyId, ordered: issuedPaper(db, stored) };
}
