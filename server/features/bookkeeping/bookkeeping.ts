import { desc, eq, lt, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { bookkeepingDocuments, bookkeepingExports as exports, users } from "#server/db/schema.ts";
import { bookkeepingCodesNow } from "#server/features/invoices/parties.ts";
import type { Handlers } from "#server/house.ts";
import { badRequest, conflict } from "#server/http/errors.ts";
import { rowsToFetch } from "#server/http/paging.ts";
import type { bookkeeping as contract } from "#shared/contract/bookkeeping.ts";
import { type ExportFormat, MOST_IN_EXPORT } from "#shared/domain/trade/bookkeeping.ts";
import type { Days } from "#shared/domain/trade/money-periods.ts";
import { documentsToExport, type ExportedDocument } from "./documents-to-export.ts";
import { sageAccountsOf } from "./sage-accounts.ts";
import { sageFile } from "./sage-file.ts";
import { xeroFile } from "./xero-file.ts";

/** Exports are made one after another, so that none takes a document that another is taking. */
const LOCK = 7_184_361;

const row = {
  id: exports.id,
  format: exports.format,
  from: exports.from,
  to: exports.to,
  invoices: exports.invoices,
  creditNotes: exports.creditNotes,
  createdAt: exports.createdAt,
  createdBy: { id: users.id, contactName: users.contactName },
};

/** Files for the office's bookkeeping (rule K10). */
export const bookkeepingHandlers: Handlers<typeof contract> = {
  list: ({ db, page }) =>
    db
      .select(row)
      .from(exports)
      .innerJoin(users, eq(users.id, exports.createdBy))
      .where(page.after ? lt(exports.id, page.after.id) : undefined)
      .orderBy(desc(exports.id))
      .limit(rowsToFetch(page)),

  make: async ({ db, user, body, now, record }) => {
    const made = await makeExport(db, body, user.id, now);
    const { id, format, from, to, invoices, creditNotes } = made;
    record({ targetId: id, after: { format, from, to, invoices, creditNotes, ...(body.again && { again: true }) } });
    return { ...made, createdAt: now, createdBy: { id: user.id, contactName: user.contactName } };
  },
};

interface Wanted extends Days {
  readonly format: ExportFormat;
  readonly again?: boolean | undefined;
}

/**
 * Makes an export, in a transaction.
 * @throws 409 where there is nothing to export, 400 where there is too much for one file
 */
export async function makeExport(tx: Db, { format, from, to, again = false }: Wanted, createdBy: number, now: Date) {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
  const most = MOST_IN_EXPORT[format];
  const invoices = await documentsToExport(tx, { kind: "invoice", from, to, again, most });
  const creditNotes = await documentsToExport(tx, { kind: "credit_note", from, to, again, most });
  if (invoices.length > most) throw badRequest(tooMany("invoices", most));
  if (creditNotes.length > most) throw badRequest(tooMany("credit notes", most));
  const documents = [...invoices, ...creditNotes];
  if (documents.length === 0) throw conflict("Nothing new to export");
  const facts = { format, from, to, invoices: invoices.length, creditNotes: creditNotes.length };
  const write = await writerOf(tx, format, documents, now);
  const [made] = await tx
    .insert(exports)
    .values({ ...facts, invoicesFile: write(invoices), creditNotesFile: write(creditNotes), createdBy, createdAt: now })
    .returning({ id: exports.id });
  if (!made) throw new Error("The export was not stored");
  // Three values of each of 20,000 at most: PostgreSQL takes 65,535.
  await tx
    .insert(bookkeepingDocuments)
    .values(documents.map(({ number, firstExport }) => ({ exportId: made.id, number, isFirst: firstExport === null })));
  return { id: made.id, ...facts };
}

const tooMany = (what: string, most: number): string =>
  `At most ${most.toLocaleString("en-GB")} ${what} in one file: choose a shorter time`;

/** What writes the documents of a kind, in a format. */
async function writerOf(tx: Db, format: ExportFormat, documents: readonly ExportedDocument[], now: Date) {
  const codes = await bookkeepingCodesNow(tx);
  if (format === "xero") return (some: readonly ExportedDocument[]) => xeroFile(some, codes);
  const companies = documents.map(({ companyId, companyName, accountsName }) => ({ id: companyId, name: companyName, accountsName }));
  const accounts = await sageAccountsOf(tx, companies, now);
  return (some: readonly ExportedDocument[]) => sageFile(some, codes, accounts);
}
