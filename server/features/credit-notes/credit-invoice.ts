import type { Handler, Handlers } from "#server/context.ts";
import { lockCompany } from "#server/features/companies/end-account.ts";
import { chosenInvoicesOf, invoiceRow, readInvoice, sumsOfInvoices } from "#server/features/invoices/invoices.ts";
import { issueCreditNote } from "#server/features/invoices/issue-credit-note.ts";
import { closeSessionsFor } from "#server/features/payments/checkout/close-sessions.ts";
import { numberIn } from "#server/features/payments/refunds/refund-payment.ts";
import { lockBalances } from "#server/features/receivables/ledger.ts";
import { noSuch } from "#server/platform/http/errors.ts";
import type { invoices as contract } from "#shared/contract/invoices.ts";
import { deleteWriteOff, listWriteOffs, reverseWriteOff, writeOffInvoice } from "./write-offs.ts";

/**
 * Credits an invoice without a refund (rule D12), for example after a cancelled order or a
 * corrected price.
 */
const creditInvoice: Handler<typeof contract.credit> = async (call) => {
  const { db, user, ip, params, body, now, record, commit } = call;
  const number = numberIn(params.number);
  const invoice = number === 0 ? undefined : await readInvoice(db, user, params.number);
  if (!invoice) throw noSuch("invoice", 0);
  await closeSessionsFor(call, { companyId: invoice.companyId, numbers: [number] });
  return commit(async (tx) => {
    await lockCompany(tx, invoice.companyId);
    const [balance] = await lockBalances(tx, [number]);
    if (!balance) throw noSuch("invoice", number);
    const note = await issueCreditNote(
      tx,
      balance,
      { grossPence: body.gross, reason: body.reason.trim(), refundId: null },
      { user, ip, now },
    );
    record(null);
    return invoiceRow({ db: tx, user, now }, note.number);
  });
};

export const invoiceHandlers: Handlers<typeof contract> = {
  list: ({ db, user, query, page, now }) => chosenInvoicesOf({ db, user, now }, query, page),
  sums: ({ db, user, query, now }) => sumsOfInvoices({ db, user, now }, query),
  credit: creditInvoice,
  writeOffs: ({ db, query, page }) => listWriteOffs(db, query, page),
  writeOff: writeOffInvoice,
  deleteWriteOff,
  reverseWriteOff,
};
