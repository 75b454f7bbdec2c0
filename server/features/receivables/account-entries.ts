import { and, eq, gt, isNotNull, lt, type SQL, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import type { Page } from "#server/platform/http/paging/paging.ts";
import { rowsToFetch } from "#server/platform/http/paging/paging.ts";
import { invoices, refunds, writeOffs } from "#server/schema/invoices-and-refunds.ts";
import { disputeMovements, payments } from "#server/schema/payments.ts";
import { ENTRY_KINDS, type EntryKind } from "#shared/contract/receivables.ts";
import { type Pence, pence } from "#shared/domain/money.ts";
import { addDays, type Day, formatDay } from "#shared/domain/period.ts";
import { PAYMENT_METHOD_LABEL, type PaymentMethod } from "#shared/domain/trade/ledger.ts";
import { creditNoteNumber, invoiceNumber, orderNumber, quoteNumber } from "#shared/domain/trade/status.ts";

/**
 * The entries of a company's account (rule Y19): each row of the ledger that changed its balance.
 * Amounts are pence; a positive amount is owed.
 */

/** A row of the ledger that changes the balance, before it has its text. */
interface Posting {
  readonly on: Day;
  readonly kind: EntryKind;
  /** The primary key in the row's own table. */
  readonly id: number;
  readonly amount: Pence;
  readonly balance: Pence;
  readonly credits: number | null;
  readonly orderId: number | null;
  readonly quoteId: number | null;
  readonly jobName: string | null;
  readonly poNumber: string | null;
  readonly reason: string | null;
  readonly method: PaymentMethod | null;
  readonly reference: string | null;
  readonly receivedOn: Day | null;
}

/**
 * The order of entries on one day: first the debt, then its payment, then the reversal of the
 * payment.
 */
const rankOf = (kind: EntryKind): number => ENTRY_KINDS.indexOf(kind);

const NOTHING = { credits: sql`null::int`, orderId: sql`null::int`, quoteId: sql`null::int`, jobName: sql`null`, poNumber: sql`null` };
const NO_PAYMENT = { reason: sql`null`, method: sql`null::payment_method`, reference: sql`null`, receivedOn: sql`null::date` };

interface Source {
  readonly kind: EntryKind;
  readonly on: SQL;
  readonly id: SQL;
  readonly amount: SQL;
  readonly more?: Partial<Readonly<Record<keyof typeof NOTHING | keyof typeof NO_PAYMENT, SQL>>>;
  readonly from: SQL;
}

/** Selects the rows of one kind, with the columns that all kinds share. */
function selected({ kind, on, id, amount, more, from }: Source): SQL {
  const { credits, orderId, quoteId, jobName, poNumber, reason, method, reference, receivedOn } = { ...NOTHING, ...NO_PAYMENT, ...more };
  return sql`select ${on} as on_day, ${rankOf(kind)}::int as rank, ${id} as id, ${amount} as amount, ${credits} as credits, ${orderId} as order_id,
    ${quoteId} as quote_id, ${jobName} as job_name, ${poNumber} as po_number, ${reason} as reason, ${method} as method,
    ${reference} as reference, ${receivedOn} as received_on from ${from}`;
}

const inSnapshot = (key: "jobName" | "poNumber") => sql`${invoices.snapshot} ->> ${sql.raw(`'${key}'`)}`;
const ofDocument = { credits: sql`${invoices.credits}`, orderId: sql`${invoices.orderId}`, quoteId: sql`${invoices.quoteId}` };
const ofPayment = { method: sql`${payments.method}`, reference: sql`${payments.reference}`, receivedOn: sql`${payments.receivedOn}` };

/** Selects every change of a company's balance up to a day. */
function postingsOf(companyId: number, to: Day | undefined): SQL {
  const upTo = (on: SQL) => (to === undefined ? undefined : sql`${on} <= ${to}`);
  const sources: readonly Source[] = [
    {
      kind: "invoice",
      on: sql`${invoices.taxPoint}`,
      id: sql`${invoices.number}`,
      amount: sql`${invoices.grossPence}`,
      more: { ...ofDocument, jobName: inSnapshot("jobName"), poNumber: inSnapshot("poNumber") },
      from: sql`${invoices} where ${and(eq(invoices.companyId, companyId), eq(invoices.kind, "invoice"), upTo(sql`${invoices.taxPoint}`))}`,
    },
    {
      kind: "credit_note",
      on: sql`${invoices.taxPoint}`,
      id: sql`${invoices.number}`,
      amount: sql`-${invoices.grossPence}`,
      more: { ...ofDocument, reason: sql`${invoices.reason}` },
      from: sql`${invoices} where ${and(eq(invoices.companyId, companyId), eq(invoices.kind, "credit_note"), upTo(sql`${invoices.taxPoint}`))}`,
    },
    {
      kind: "payment",
      on: sql`${payments.receivedOn}`,
      id: sql`${payments.id}`,
      amount: sql`-${payments.amount}`,
      more: ofPayment,
      from: sql`${payments} where ${and(eq(payments.companyId, companyId), upTo(sql`${payments.receivedOn}`))}`,
    },
    {
      kind: "void",
      on: VOIDED_ON,
      id: sql`${payments.id}`,
      amount: sql`${payments.amount}`,
      more: ofPayment,
      from: sql`${payments} where ${and(eq(payments.companyId, companyId), isNotNull(payments.voidedAt), upTo(VOIDED_ON))}`,
    },
    {
      kind: "refund",
      on: sql`${refunds.paidOn}`,
      id: sql`${refunds.id}`,
      amount: sql`${refunds.amountPence}`,
      more: { method: sql`(select ${payments.method} from ${payments} where ${eq(payments.id, refunds.paymentId)})` },
      from: sql`${refunds} where ${and(eq(refunds.companyId, companyId), eq(refunds.status, "succeeded"), upTo(sql`${refunds.paidOn}`))}`,
    },
    ...(
      [
        ["dispute", gt(disputeMovements.amountPence, pence(0))],
        ["reinstated", lt(disputeMovements.amountPence, pence(0))],
      ] as const
    ).map(([kind, isIt]) => ({
      kind,
      on: sql`${disputeMovements.on}`,
      id: sql`${disputeMovements.id}`,
      amount: sql`${disputeMovements.amountPence}`,
      from: sql`${disputeMovements} where ${and(eq(disputeMovements.companyId, companyId), isIt, upTo(sql`${disputeMovements.on}`))}`,
    })),
    {
      kind: "write_off",
      on: sql`${writeOffs.on}`,
      id: sql`${writeOffs.id}`,
      amount: sql`case when ${writeOffs.reverses} is null then -${writeOffs.amountPence} else ${writeOffs.amountPence} end`,
      more: { credits: sql`${writeOffs.number}` },
      from: sql`${writeOffs} where ${and(eq(writeOffs.companyId, companyId), upTo(sql`${writeOffs.on}`))}`,
    },
  ];
  return sql.join(sources.map(selected), sql` union all `);
}
const VOIDED_ON = sql`(${payments.voidedAt} at time zone 'Europe/London')::date`;

export interface Days {
  readonly from?: Day | undefined;
  readonly to?: Day | undefined;
}

/** The place of an entry in the paged list: its day, with the kind as milliseconds. */
const placeOf = ({ on, kind, id }: Pick<Posting, "on" | "kind" | "id">) => ({ at: new Date(Date.parse(on) + rankOf(kind)), id });

/**
 * Loads the entries of some days, oldest first, each with the balance after it. The balance counts
 * all earlier entries, on every page. One statement reads all, so that a payment is complete or
 * absent.
 */
export async function entriesOf(db: Db, companyId: number, { from, to }: Days, page: Page) {
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    select * from (
      select *, sum(amount) over (order by on_day, rank, id rows unbounded preceding) as balance
      from (${postingsOf(companyId, to)}) postings
    ) counted
    where ${and(from === undefined ? sql`true` : sql`on_day >= ${from}`, afterPlace(page))}
    order by on_day, rank, id limit ${rowsToFetch(page)}`);
  return rows.map(readPosting).map((posting) => ({ ...toEntry(posting), id: posting.id, inList: placeOf(posting) }));
}

function afterPlace({ after }: Page): SQL | undefined {
  if (!after) return undefined;
  const rank = after.at.getTime() % 1000;
  const on = new Date(after.at.getTime() - rank).toISOString().slice(0, 10);
  return sql`(on_day, rank, id) > (${on}::date, ${rank}::int, ${after.id}::int)`;
}

/** PostgreSQL's driver returns days and large numbers as text. */
function readPosting(row: Record<string, unknown>): Posting {
  const kind = ENTRY_KINDS[Number(row.rank)];
  if (!kind) throw new Error(`There is no kind of entry ${row.rank}`);
  return {
    on: String(row.on_day),
    kind,
    id: Number(row.id),
    amount: pence(Number(row.amount)),
    balance: pence(Number(row.balance)),
    credits: row.credits as number | null,
    orderId: row.order_id as number | null,
    quoteId: row.quote_id as number | null,
    jobName: row.job_name as string | null,
    poNumber: row.po_number as string | null,
    reason: row.reason as string | null,
    method: row.method as PaymentMethod | null,
    reference: row.reference as string | null,
    receivedOn: row.received_on as Day | null,
  };
}

const toEntry = (posting: Posting) => ({
  on: posting.on,
  kind: posting.kind,
  number: numberOf(posting),
  text: inWords(posting),
  amount: posting.amount,
  balance: posting.balance,
});

function numberOf({ kind, id }: Posting): string | null {
  if (kind === "invoice") return invoiceNumber(id);
  return kind === "credit_note" ? creditNoteNumber(id) : null;
}

/**
 * Describes an entry for customers and staff. The reason of a voided transfer is left out, because
 * only the office reads it.
 */
function inWords({ kind, amount, credits, orderId, quoteId, jobName, poNumber, reason, method, reference, receivedOn }: Posting): string {
  const paid = method === null ? "Payment" : method === "card" ? "Card payment" : PAYMENT_METHOD_LABEL[method];
  switch (kind) {
    case "invoice": {
      const job = [jobName, poNumber].filter(Boolean).join(", ");
      const of = orderId === null ? `Quote ${quoteNumber(quoteId ?? 0)}` : `Order ${orderNumber(orderId)}`;
      return job ? `${of} (${job})` : of;
    }
    case "credit_note":
      return `On ${invoiceNumber(credits ?? 0)}: ${reason}`;
    case "payment":
      return reference ? `${paid}, ${reference}` : paid;
    case "void":
      return receivedOn === null ? `${paid} voided` : `${paid} of ${formatDay(new Date(receivedOn))} voided`;
    case "refund":
      return method === "card" ? "Given back to the card" : "Given back by bank transfer";
    case "dispute":
      return "Card payment disputed";
    case "reinstated":
      return "Disputed card payment came back";
    case "write_off":
      return `${amount > 0 ? "Write-off reversed" : "Written off"} on ${invoiceNumber(credits ?? 0)}`;
  }
}

/** The balance of the account before a day, in pence. */
export async function balanceBefore(db: Db, companyId: number, day: Day): Promise<Pence> {
  const { rows } = await db.execute<{ balance: string }>(
    sql`select coalesce(sum(amount), 0) as balance from (${postingsOf(companyId, addDays(day, -1))}) postings`,
  );
  return pence(Number(rows[0]?.balance));
}
