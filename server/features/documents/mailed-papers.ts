import { eq } from "drizzle-orm";
import { invoices } from "#server/db/schema.ts";
import { acceptedShared } from "#server/features/retail/shared-link.ts";
import type { House } from "#server/house.ts";
import type { AttachedPaper, MakeAttachment } from "#server/jobs/mailer.ts";
import { frozenPaper } from "./frozen-paper.ts";
import { issuedPaper, statementPaper } from "./money-papers.ts";
import { type ForStrangers, makeForMail } from "./serve-documents.ts";

type Printing = Pick<House, "db" | "productName" | "clock">;

/**
 * The attachment of an email, made when the email is sent. Null: the evidence of the acceptance is
 * deleted.
 */
export const mailedPapers =
  (house: Printing): MakeAttachment =>
  async (named) => {
    const paper = await paperOf(house, named);
    if (!paper) return null;
    return { filename: `${paper.ordered.name}.pdf`, contentType: "application/pdf", content: await makeForMail(paper) };
  };

async function paperOf({ db, productName, clock }: Printing, named: AttachedPaper): Promise<ForStrangers | null> {
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
