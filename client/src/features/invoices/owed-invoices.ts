import type { Reply } from "#client/lib/api.ts";
import { MOST_PAID_AT_ONCE } from "#shared/domain/trade/ledger.ts";

export type OwedInvoice = Reply<"invoices", "list">[number];

/** The query for owed invoices, oldest first. A page has at most 200 rows. */
export const owedInvoicesQuery = () => ({ kind: "invoice", owed: "true", limit: "200" }) as const;

const oldestFirst = (one: OwedInvoice, other: OwedInvoice): number =>
  (one.dueOn ?? "").localeCompare(other.dueOn ?? "") || one.number.localeCompare(other.number);

/** The invoices that one Checkout session can pay, earliest due first. */
export const limitToOneSession = (invoices: readonly OwedInvoice[]): readonly OwedInvoice[] =>
  invoices.toSorted(oldestFirst).slice(0, MOST_PAID_AT_ONCE);

/** The overdue invoices without a dispute at the bank. */
export const findOverdue = (invoices: readonly OwedInvoice[]): readonly OwedInvoice[] =>
  limitToOneSession(invoices.filter(({ overdueDays, disputed }) => overdueDays > 0 && !disputed));

/** The sum in pounds. The addition is in pence, to avoid rounding errors. */
export const sumOwed = (invoices: readonly OwedInvoice[]): number =>
  invoices.reduce((sum, { owed = 0 }) => sum + Math.round(owed * 100), 0) / 100;
