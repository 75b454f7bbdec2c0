import type { AppContext } from "#server/context.ts";
import { type StoredInvoice, taxPointOf } from "#server/features/invoices/issue-invoice.ts";
import { bankNow, companyNow } from "#server/features/invoices/parties.ts";
import type { Days } from "#server/features/receivables/account-entries.ts";
import { statementOf } from "#server/features/receivables/account-statement.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { creditNoteNumber, invoiceNumber } from "#shared/domain/trade/status.ts";
import type { Ordered } from "./serve-papers.ts";

export const invoicePaper = (stored: StoredInvoice): Ordered => ({
  name: invoiceNumber(stored.number),
  windows: stored.snapshot.lines.length,
  gather: () => ({ paper: "invoice", of: stored }),
});

/** The document of an invoice or a credit note. */
export const issuedPaper = (db: Db, stored: StoredInvoice): Ordered =>
  stored.kind === "invoice"
    ? invoicePaper(stored)
    : {
        name: creditNoteNumber(stored.number),
        windows: 1,
        gather: async () => ({ paper: "creditNote", of: { ...stored, invoiceDay: await taxPointOf(db, stored.credits) } }),
      };

/** Drawing one window takes as long as this many lines. */
const LINES_OF_A_WINDOW = 50;

/**
 * The document of a company's statement; an account of many years must be requested in parts (rule
 * D14). @throws 400, 404
 */
export async function statementPaper(
  { db, productName }: { readonly db: Db } & Pick<AppContext, "productName">,
  companyId: number,
  days: Days,
  now: Date,
): Promise<Ordered> {
  const account = await statementOf(db, companyId, days, now);
  const seller = await companyNow(db);
  const content = { ...account, seller: { ...seller, name: seller.name || productName }, bank: await bankNow(db) };
  return {
    name: `statement-${account.from}-to-${account.to}`,
    windows: Math.ceil(account.lines.length / LINES_OF_A_WINDOW),
    gather: () => ({ paper: "statement", of: content }),
  };
}
