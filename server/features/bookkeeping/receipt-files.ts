import { pence } from "#shared/domain/money.ts";
import { PAYMENT_METHOD_LABEL } from "#shared/domain/trade/ledger.ts";
import { invoiceNumber } from "#shared/domain/trade/status.ts";
import { atMost, inert, joinCsvLines, plainAmount, plainDay } from "./csv-cells.ts";
import type { Receipt } from "./receipts-to-export.ts";
import { LONGEST_DETAILS, OUTSIDE_VAT, SAGE_HEADER } from "./sage-file.ts";

const XERO_HEADER = "*Date,*Amount,Payee,Description,Reference,Check Number";

/** Formats the details, for example `Card INV-00012` or `Refund, Bank transfer INV-00012`. */
function wordsOf({ kind, method, numbers }: Receipt): string {
  const how = `${kind === "refund" ? "Refund, " : ""}${PAYMENT_METHOD_LABEL[method]}`;
  return [how, ...numbers.map(invoiceNumber)].join(" ");
}

const referenceOf = ({ kind, reference, paymentId, refundId }: Receipt): string =>
  reference ?? (kind === "refund" ? `REFUND-${refundId}` : `PAYMENT-${paymentId}`);

/** A bank statement in Xero's import format: receipts positive, refunds negative. */
export const xeroReceipts = (receipts: readonly Receipt[]): string =>
  joinCsvLines(
    XERO_HEADER,
    receipts.map((receipt) => [
      plainDay(receipt.on),
      plainAmount(receipt.kind === "refund" ? pence(-receipt.amountPence) : receipt.amountPence),
      inert(receipt.accountsName ?? receipt.companyName),
      inert(wordsOf(receipt)),
      inert(referenceOf(receipt)),
      "",
    ]),
  );

/** Sage 50's default bank account. */
const BANK = "1200";
const LONGEST_REFERENCE = 30;

/**
 * Receipts on account (SA) and customer refunds (SP), in the import format of Sage 50's audit
 * trail.
 */
export const sageReceipts = (receipts: readonly Receipt[], accounts: ReadonlyMap<number, string>): string =>
  joinCsvLines(
    SAGE_HEADER,
    receipts.map((receipt) => [
      receipt.kind === "refund" ? "SP" : "SA",
      accounts.get(receipt.companyId) ?? "",
      BANK,
      "",
      plainDay(receipt.on),
      atMost(inert(referenceOf(receipt)), LONGEST_REFERENCE),
      atMost(inert(wordsOf(receipt)), LONGEST_DETAILS),
      plainAmount(receipt.amountPence),
      OUTSIDE_VAT,
      plainAmount(pence(0)),
    ]),
  );
