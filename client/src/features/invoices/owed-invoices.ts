import type { Reply } from "#client/lib/api.ts";
import { MOST_PAID_AT_ONCE } from "#shared/domain/trade/ledger.ts";

export type OwedInvoice = Reply<"invoices", "list">[number];

/** What is owed, of which the oldest are paid first. A list has at most two hundred rows. */
export const owedInvoices = () => ({ kind: "invoice", owed: "true", limit: "200" }) as const;

const oldestFirst = (one: OwedInvoice, other: OwedInvoice): number =>
  (one.dueOn ?? "").localeCompare(other.dueOn ?? "") || one.number.localeCompare(other.number);

/** As many of them as one Checkout takes, those that are due first. */
export const payable = (invoices: readonly OwedInvoice[]): readonly OwedInvoice[] =>
  invoices.toSorted(oldestFirst).slice(0, MOST_PAID_AT_ONCE);

/** What is overdue and not disputed at the bank. */
export const overdueOf = (invoices: readonly OwedInvoice[]): readonly OwedInvoice[] =>
  payable(invoices.filter(({ overdueDays, disputed }) => overdueDays > 0 && !disputed));

/** Pounds, added up in pence. */
export const sumOwed = (invoices: readonly OwedInvoice[]): number =>
  invoices.reduce((sum, { owed = 0 }) => sum + Math.round(owed * 100), 0) / 100;
