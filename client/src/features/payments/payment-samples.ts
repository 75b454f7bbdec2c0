import type { Dispute, Payment, PaymentRow, Refund } from "./payment-words.ts";

/** Sample data for the tests of these screens. */
export const paymentRow = (facts: Partial<PaymentRow> = {}): PaymentRow => ({
  id: 12,
  company: { id: 3, name: "Seaview Shutters" },
  method: "bank_transfer",
  status: "received",
  currency: "GBP",
  amount: 150,
  refunded: 0,
  withdrawn: 0,
  unallocated: 30,
  disputed: false,
  receivedOn: "2026-11-20",
  reference: "SEAVIEW NOV",
  quoteId: null,
  allocations: [{ number: "INV-00012", amount: 120 }],
  stripePaymentIntentId: null,
  recordedBy: { id: 1, contactName: "Ada Marsh" },
  createdAt: "2026-11-20T10:00:00Z",
  ...facts,
});

export const payment = (facts: Partial<Payment> = {}): Payment => ({
  ...paymentRow(),
  waitsForInvoice: false,
  refundable: 150,
  refundableAsCredit: 30,
  refundableOf: [{ number: "INV-00012", amount: 120 }],
  voided: null,
  disputes: [],
  ...facts,
});

export const refund = (facts: Partial<Refund> = {}): Refund => ({
  id: 4,
  paymentId: 12,
  company: { id: 3, name: "Seaview Shutters" },
  currency: "GBP",
  amount: 40,
  reason: "A window was left out",
  status: "succeeded",
  fault: null,
  invoiceNumber: "INV-00012",
  creditNoteNumber: "CN-00013",
  paidOn: "2026-11-21",
  createdAt: "2026-11-21T10:00:00Z",
  by: { id: 1, contactName: "Ada Marsh" },
  ...facts,
});

export const dispute = (facts: Partial<Dispute> = {}): Dispute => ({
  id: 2,
  paymentId: 12,
  company: { id: 3, name: "Seaview Shutters" },
  currency: "GBP",
  amount: 150,
  withdrawn: 150,
  status: "needs_response",
  on: "2026-11-22",
  ...facts,
});
