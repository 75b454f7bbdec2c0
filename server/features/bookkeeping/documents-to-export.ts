import { and, asc, eq, gte, isNull, lte, sql } from "drizzle-orm";
import { isHere } from "#server/features/companies/people.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { bookkeepingDocuments } from "#server/schema/bookkeeping.ts";
import { companies, users } from "#server/schema/companies-and-users.ts";
import { invoices } from "#server/schema/invoices-and-refunds.ts";
import { endOfDay, startOfDay } from "#shared/domain/period.ts";
import type { InvoiceKind } from "#shared/domain/trade/ledger.ts";
import type { Days } from "#shared/domain/trade/money-periods.ts";
import { creditNoteNumber, invoiceNumber, orderNumber, quoteNumber } from "#shared/domain/trade/status.ts";

interface Wanted extends Days {
  readonly kind: InvoiceKind;
  /** True to include documents that were already exported. */
  readonly again: boolean;
  readonly most: number;
}

const inSnapshot = <Value>(path: string) => sql<Value>`${invoices.snapshot} #>> ${sql.raw(`'{${path}}'`)}`;

/** The email of the first person who may manage the company. */
export const managersEmail = sql<string | null>`(select ${users.email} from ${users}
  where ${and(eq(users.companyId, companies.id), users.mayManage, isHere)} order by ${users.joinedAt}, ${users.id} limit 1)`;

/**
 * Documents issued on these London days, by number: at most `most` + 1, so that the caller sees
 * when there are too many.
 */
export async function documentsToExport(db: Db, { kind, from, to, again, most }: Wanted) {
  const rows = await db
    .select({
      number: invoices.number,
      kind: invoices.kind,
      quoteId: invoices.quoteId,
      orderId: invoices.orderId,
      credits: invoices.credits,
      taxPoint: invoices.taxPoint,
      dueOn: invoices.dueOn,
      netPence: invoices.netPence,
      vatPence: invoices.vatPence,
      jobName: inSnapshot<string | null>("jobName"),
      poNumber: inSnapshot<string | null>("poNumber"),
      address: inSnapshot<string | null>("customer,address"),
      companyId: companies.id,
      companyName: companies.name,
      accountsName: companies.accountsName,
      email: managersEmail,
      firstExport: bookkeepingDocuments.exportId,
    })
    .from(invoices)
    .innerJoin(companies, eq(companies.id, invoices.companyId))
    .leftJoin(bookkeepingDocuments, and(eq(bookkeepingDocuments.number, invoices.number), bookkeepingDocuments.isFirst))
    .where(
      and(
        eq(invoices.kind, kind),
        gte(invoices.issuedAt, startOfDay(from)),
        lte(invoices.issuedAt, endOfDay(to)),
        again ? undefined : isNull(bookkeepingDocuments.exportId),
      ),
    )
    .orderBy(asc(invoices.number))
    .limit(most + 1);
  return rows;
}

export type ExportedDocument = Awaited<ReturnType<typeof documentsToExport>>[number];

export const printedNumber = ({ kind, number }: Pick<ExportedDocument, "kind" | "number">): string =>
  kind === "invoice" ? invoiceNumber(number) : creditNoteNumber(number);

/** Formats a description, for example `Shutters, order ORD-12 (Ridge House, 4711)`. */
export function descriptionOf({ orderId, quoteId, jobName, poNumber }: ExportedDocument): string {
  const of = orderId === null ? `quote ${quoteNumber(quoteId)}` : `order ${orderNumber(orderId)}`;
  const job = [jobName, poNumber].filter(Boolean).join(", ");
  return `Shutters, ${of}${job && ` (${job})`}`;
}
