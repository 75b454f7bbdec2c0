import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { reconcilePayments } from "#server/features/payments/stripe/reconcile-payments.ts";
import { allocations } from "#server/schema/allocations.ts";
import { invoiceBalances, invoices, refunds } from "#server/schema/invoices-and-refunds.ts";
import { payments } from "#server/schema/payments.ts";
import { type OrderReply, type QuoteReply, succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { balanceOf, faultsOfLedger } from "#server/testing/money/ledger.ts";
import { fetchFile, saveSeller } from "#server/testing/papers/read-pdf.ts";
import { startShop, type TestShop } from "#server/testing/shop.ts";
import { addDays, londonDay, yearBefore } from "#shared/domain/period.ts";
import { invoiceNumber } from "#shared/domain/trade/status.ts";

let shop: TestShop;
let customer: TestClient;
let boss: TestClient;
let admin: TestClient;
let companyId: number;
beforeAll(async () => {
  shop = await startShop();
  await saveSeller(shop.portal);
  const account = await shop.portal.createAccount("customer", { address: "1 High Street, Lewes" });
  companyId = account.companyId;
  customer = await shop.portal.signIn(account);
  boss = await shop.portal.superAdmin();
  admin = await shop.portal.signIn("admin");
});
// The ledger's identities hold after every test.
afterEach(async () => expect(await faultsOfLedger(shop.portal.db)).toEqual([]));
afterAll(() => shop.stop());

type PaymentReply = {
  id: number;
  amount: number;
  unallocated: number;
  refunded: number;
  withdrawn: number;
  status: string;
  allocations: unknown[];
};
type InvoiceReply = { number: string; kind: string; owed: number; paid: number; credited: number; invoiceNumber: string | null };
type RefundReply = { id: number; status: string; creditNoteNumber: string | null; paidOn: string | null; fault: string | null };

const today = () => londonDay(shop.portal.appContext.clock());
const says = ({ status, text }: { status: number; text: string }) => [status, text];

/** Creates an order of £120.00 that is shipped unpaid. */
async function owedInvoice(by = customer): Promise<{ number: number; name: string; quoteId: number; orderId: number }> {
  const product = await shop.portal.product({ basePricePerM2: 100 });
  const order: OrderReply = await shop.portal.orderFor(by, { items: [shop.portal.windowOf(product, { widthM: 1, heightM: 1 })] });
  succeeded(await boss.post(`/api/orders/${order.id}/ship`, { confirmed: true }));
  const quote = await shop.quoteRow(order.quoteId ?? 0);
  if (quote.invoiceNumber === null) throw new Error("Sending off issued no invoice");
  return { number: quote.invoiceNumber, name: invoiceNumber(quote.invoiceNumber), quoteId: quote.id, orderId: order.id };
}
const transfer = (amount: number, more: object = {}) =>
  boss.post<PaymentReply>("/api/payments", { companyId, receivedOn: today(), amount, ...more });
const refund = (paymentId: number, body: object) =>
  boss.post<RefundReply>(`/api/payments/${paymentId}/refunds`, { reason: "A window was broken", creditNote: true, ...body });
const credit = (name: string, gross: number) =>
  boss.post<InvoiceReply>(`/api/invoices/${name}/credit-notes`, { gross, reason: "A window was left out" });
const statusOf = async (quoteId: number) => succeeded(await customer.get<QuoteReply>(`/api/quotes/${quoteId}`)).paymentStatus;
/** Creates an order whose invoice is paid by card. */
async function paidByCard() {
  const { quoteId, number, name } = await owedInvoice();
  const sessionId = await shop.openCheckout(customer, quoteId);
  await shop.standIn.pay(sessionId);
  await shop.deliver("checkout.session.completed");
  const [payment] = await shop.paymentsOf(quoteId);
  if (!payment) throw new Error("The payment was not recorded");
  return { quoteId, number, name, sessionId, paymentId: payment.id };
}

describe("an order that is sent off", () => {
  test("an order is invoiced when it is shipped, due by its company's terms, and owed", async () => {
    const { name, quoteId, number } = await owedInvoice();
    const [row] = succeeded(await customer.get<InvoiceReply[]>(`/api/invoices?search=${name}`));
    expect(row).toMatchObject({
      number: name,
      kind: "invoice",
      gross: 120,
      paid: 0,
      owed: 120,
      credited: 0,
      taxPoint: today(),
      dueOn: today(),
    });
    expect(await statusOf(quoteId)).toBe("unpaid");
    expect(succeeded(await customer.get<InvoiceReply[]>("/api/invoices?owed=true")).map((one) => one.number)).toContain(name);
    const pdf = (await fetchFile(shop.portal, customer, `/api/invoices/${name}.pdf`)).status;
    expect(pdf).toBe(200);
    expect(await balanceOf(shop.portal.db, number)).toMatchObject({ gross: 12_000, owed: 12_000 });
  });

  test("an order that is set back and shipped again retains its one invoice", async () => {
    const { orderId, number, quoteId } = await owedInvoice();
    for (const status of ["processing", "shipped", "delivered", "completed"])
      succeeded(await boss.patch(`/api/orders/${orderId}/status`, { status }));
    const issued = await shop.portal.db.select().from(invoices).where(eq(invoices.quoteId, quoteId));
    expect(issued.map((one) => one.number)).toEqual([number]);
  });
});

test("a colleague who may not order is told whom to contact, whatever the request body holds", async () => {
  const mate = await shop.portal.createAccount("customer", { colleagueOf: { companyId }, mayOrder: false, mayManage: false });
  const colleague = await shop.portal.signIn(mate);
  for (const body of [{ numbers: [] }, { numbers: 7 }, {}, { numbers: ["INV-00001"] }])
    expect(await colleague.post("/api/account/pay", body)).toMatchObject({
      status: 403,
      text: expect.stringMatching(/^Ask .* to place this order$/),
    });
  expect((await customer.post("/api/account/pay", { numbers: [] })).status).toBe(400);
});

describe("a transfer", () => {
  test("a transfer pays the named invoices, and the rest becomes credit", async () => {
    const { name, quoteId } = await owedInvoice();
    const payment = succeeded(await transfer(150, { reference: " INV ", allocations: [{ number: name, amount: 120 }] }));
    expect(payment).toMatchObject({ method: "bank_transfer", status: "received", reference: "INV", unallocated: 30 });
    expect(payment.allocations).toEqual([{ number: name, amount: 120 }]);
    expect(await statusOf(quoteId)).toBe("paid");
    expect(says(await transfer(10, { allocations: [{ number: name, amount: 10 }] }))).toEqual([409, `${name} owes £0.00`]);
  });

  test("orders to pay are due now from the invoice's day on, and due later before it", async () => {
    const account = await shop.portal.createAccount("customer", { address: "4 Low Street, Hove" });
    succeeded(await boss.patch(`/api/clients/${account.companyId}/terms`, { paymentDays: 14 }));
    const fitter = await shop.portal.signIn(account);
    const { number } = await owedInvoice(fitter);
    await shop.portal.orderFor(fitter, { items: [shop.portal.windowOf(await shop.portal.product({ basePricePerM2: 100 }))] });
    const due = async () => succeeded(await fitter.get<{ unpaid: number; unpaidDueNowAmount: number }>("/api/orders/counts"));
    expect(await due()).toMatchObject({ unpaid: 2, unpaidDueNowAmount: 0 });
    await shop.portal.db.update(invoiceBalances).set({ dueOn: today() }).where(eq(invoiceBalances.number, number));
    expect(await due()).toMatchObject({ unpaid: 2, unpaidDueNowAmount: 120 });
  });

  test("a partial transfer leaves the rest to pay, in the lists and in the figures", async () => {
    const account = await shop.portal.createAccount("customer", { address: "4 Low Street, Hove" });
    const fitter = await shop.portal.signIn(account);
    const [{ name, orderId, quoteId }] = [await owedInvoice(fitter), await owedInvoice(fitter)];
    const body = { companyId: account.companyId, allocations: [{ number: name, amount: 50.01 }] };
    succeeded(await transfer(50.01, body));
    const rest = 69.99;
    const all = 189.99;
    expect(succeeded(await fitter.get(`/api/orders/${orderId}`))).toMatchObject({ finalTotal: 120, owed: rest });
    expect(succeeded(await fitter.get(`/api/quotes/${quoteId}`))).toMatchObject({ finalTotal: 120, owed: rest });
    const sums = { count: 2, total: 240, unpaid: all };
    expect(succeeded(await fitter.get("/api/orders/sums"))).toEqual(sums);
    expect(succeeded(await admin.get(`/api/orders/sums?companyId=${account.companyId}`))).toEqual(sums);
    expect(succeeded(await fitter.get("/api/orders/counts"))).toMatchObject({ unpaid: 2, unpaidAmount: all, unpaidDueNowAmount: all });
    expect(succeeded(await fitter.get("/api/stats"))).toMatchObject({ totalAmount: 240, unpaidAmount: all });
  });

  test.each<[string, object, [number, string]]>([
    ["of tomorrow", { receivedOn: "2099-01-01" }, [400, "The day cannot be in the future"]],
    [
      "of more than a year ago",
      { receivedOn: addDays(yearBefore(londonDay(new Date())), -1) },
      [400, "The day must be within the last year"],
    ],
    ["of nothing", { amount: 0 }, [400, "Amount must be from 0.01 to 10,000,000"]],
    ["of half a penny", { amount: 1.005 }, [400, "Amount can have at most two decimals"]],
    ["of an unknown company", { companyId: 999_999 }, [404, "Client not found"]],
    ["for an unknown invoice", { allocations: [{ number: "INV-99999", amount: 1 }] }, [404, "Invoice INV-99999 not found"]],
    [
      "with allocations beyond its amount",
      { amount: 1, allocations: [{ number: "INV-00001", amount: 2 }] },
      [400, "The allocations exceed the amount"],
    ],
  ])("a transfer %s is refused", async (_, body, refusal) => expect(says(await transfer(10, body))).toEqual(refusal));

  test("a transfer for another company's invoice is a 404", async () => {
    const other = await shop.portal.signIn(await shop.portal.createAccount("customer", { address: "2 Low Street, Hove" }));
    const { name } = await owedInvoice(other);
    expect((await transfer(10, { allocations: [{ number: name, amount: 10 }] })).status).toBe(404);
  });

  test("a transfer can be reallocated and voided, and its invoices are owed again", async () => {
    const [one, two] = [await owedInvoice(), await owedInvoice()];
    const { id } = succeeded(await transfer(120, { allocations: [{ number: one.name, amount: 120 }] }));
    const put = (rows: object[]) => boss.put<PaymentReply>(`/api/payments/${id}/allocations`, { allocations: rows });
    expect(succeeded(await put([{ number: two.name, amount: 100 }]))).toMatchObject({ unallocated: 20 });
    expect([await statusOf(one.quoteId), (await balanceOf(shop.portal.db, two.number)).owed]).toEqual(["unpaid", 2_000]);
    expect(says(await put([{ number: two.name, amount: 121 }]))).toEqual([400, "The allocations exceed the amount"]);
    const gone = succeeded(await boss.post<PaymentReply>(`/api/payments/${id}/void`, { reason: "Typed wrongly" }));
    expect(gone).toMatchObject({ status: "voided", unallocated: 0, allocations: [] });
    expect((await balanceOf(shop.portal.db, two.number)).owed).toBe(12_000);
    for (const again of [await boss.post(`/api/payments/${id}/void`, { reason: "Twice" }), await put([]), await refund(id, { amount: 1 })])
      expect(says(again)).toEqual([409, "This payment is voided"]);
  });

  test("a transfer for a whole quote pays it; two at once record one payment", async () => {
    const quote = await shop.sentQuote(customer);
    const pay = () => boss.post<QuoteReply>(`/api/quotes/${quote.id}/payments`, { receivedOn: today() });
    const both = await Promise.all([pay(), pay()]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(both.map(({ text }) => text)).toContain("This quote is already paid");
    expect((await shop.quoteRow(quote.id)).invoiceNumber).not.toBeNull();
  });

  test("a repeated transfer for a quote with the same key returns the first reply", async () => {
    const quote = await shop.sentQuote(customer);
    const key = { "Idempotency-Key": `transfer-of-${quote.id}` };
    const pay = () => boss.post<QuoteReply>(`/api/quotes/${quote.id}/payments`, { receivedOn: today() }, key);
    const first = succeeded(await pay());
    expect(succeeded(await pay())).toEqual(first);
    const made = await shop.portal.db.select().from(payments).where(eq(payments.quoteId, quote.id));
    expect(made).toHaveLength(1);
  });

  test("the owner alone records transfers, and the office reads them", async () => {
    expect((await admin.post("/api/payments", { companyId, receivedOn: today(), amount: 1 })).status).toBe(403);
    expect((await admin.get("/api/payments")).status).toBe(200);
    expect((await customer.get("/api/payments")).status).toBe(403);
  });
});

describe("a refused allocation", () => {
  test("a refused allocation names the amount that the invoice accepts from this payment", async () => {
    const { name } = await owedInvoice();
    const { id } = succeeded(await transfer(300, { allocations: [{ number: name, amount: 100 }] }));
    const put = (amount: number) => boss.put<PaymentReply>(`/api/payments/${id}/allocations`, { allocations: [{ number: name, amount }] });
    expect(says(await put(150))).toEqual([409, `${name} owes £120.00`]);
    succeeded(await put(120));
    expect(says(await transfer(50, { allocations: [{ number: name, amount: 1 }] }))).toEqual([409, `${name} owes £0.00`]);
    expect(says(await put(120.01))).toEqual([409, `${name} owes £120.00`]);
  });

  test("a refused allocation names the amount of the payment that is left after refunds", async () => {
    const [one, two] = [await owedInvoice(), await owedInvoice()];
    const { id } = succeeded(await transfer(200, { allocations: [{ number: one.name, amount: 50 }] }));
    succeeded(await refund(id, { amount: 60, creditNote: false }));
    const put = (amount: number) =>
      boss.put<PaymentReply>(`/api/payments/${id}/allocations`, {
        allocations: [
          { number: one.name, amount: 50 },
          { number: two.name, amount },
        ],
      });
    const sentence = "The allocations exceed the amount: at most £140.00 of this payment can be allocated";
    expect(says(await put(100))).toEqual([400, sentence]);
    succeeded(await put(90));
  });
});

describe("a credit note", () => {
  test("a credit note has the next invoice number and names its invoice, and its VAT sums up exactly", async () => {
    const { name, number } = await owedInvoice();
    const notes = [succeeded(await credit(name, 0.01)), succeeded(await credit(name, 33.33)), succeeded(await credit(name, 86.66))];
    expect(notes.map((note) => [note.kind, note.invoiceNumber, note.owed])).toEqual(notes.map(() => ["credit_note", name, 0]));
    expect(notes[0]?.number).toBe(`CN-${String(number + 1).padStart(5, "0")}`);
    expect(says(await credit(name, 0.01))).toEqual([409, `${name} can be credited by at most £0.00`]);
    expect((await fetchFile(shop.portal, customer, `/api/invoices/${notes[0]?.number}.pdf`)).status).toBe(200);
    expect((await boss.post(`/api/invoices/${notes[0]?.number}/credit-notes`, { gross: 1, reason: "Once more" })).status).toBe(404);
  });

  test("a credit beyond the debt frees the newest allocations as credit", async () => {
    const { name, number } = await owedInvoice();
    const older = succeeded(await transfer(70, { allocations: [{ number: name, amount: 70 }] }));
    const newer = succeeded(await transfer(50, { allocations: [{ number: name, amount: 50 }] }));
    succeeded(await credit(name, 60));
    const read = async (id: number) => (await shop.portal.db.select().from(payments).where(eq(payments.id, id)))[0];
    expect([(await read(older.id))?.unallocatedPence, (await read(newer.id))?.unallocatedPence]).toEqual([1_000, 5_000]);
    expect(await balanceOf(shop.portal.db, number)).toMatchObject({ credited: 6_000, paid: 6_000, owed: 0 });
    expect(says(await credit(name, 60.01))).toEqual([409, `${name} can be credited by at most £60.00`]);
  });

  test("simultaneous credits never exceed the invoice", async () => {
    const { name, number } = await owedInvoice();
    const replies = await Promise.all(Array.from({ length: 8 }, () => credit(name, 40)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(await balanceOf(shop.portal.db, number)).toMatchObject({ credited: 12_000, owed: 0 });
  });
});

describe("money back", () => {
  test("a card refund with a credit note happens once, even when replies are lost", async () => {
    const { paymentId, name, number } = await paidByCard();
    shop.standIn.loseNextReply({ path: "/v1/refunds", times: 3 });
    const reply = succeeded(await refund(paymentId, { amount: 40 }));
    expect(reply.status).toBe("requested");
    expect((await balanceOf(shop.portal.db, number)).credited).toBe(0);
    await reconcilePayments(shop.deps, shop.stripe);
    const [row] = succeeded(await boss.get<RefundReply[]>(`/api/payments/${paymentId}/refunds`));
    expect(row).toMatchObject({ status: "succeeded", creditNoteNumber: expect.stringMatching(/^CN-/), paidOn: today() });
    expect(shop.standIn.refunds().filter(({ amount }) => amount === 4_000)).toHaveLength(1);
    expect(await balanceOf(shop.portal.db, number)).toMatchObject({ credited: 4_000, paid: 8_000, owed: 0 });
    expect(says(await refund(paymentId, { amount: 80.01 }))).toEqual([409, "At most £80.00 of this payment can be given back"]);
    expect(says(await refund(paymentId, { amount: 1, creditNote: false }))).toEqual([409, "£0.00 of this payment is not allocated"]);
    expect(says(await boss.put(`/api/payments/${paymentId}/allocations`, { allocations: [] }))).toEqual([
      409,
      "A card payment stays with what it paid",
    ]);
    expect(says(await boss.post(`/api/payments/${paymentId}/void`, { reason: "Wrong" }))).toEqual([409, "A card payment can't be voided"]);
    expect(name).toMatch(/^INV-/);
  });

  test("simultaneous refunds never exceed the payment", async () => {
    const { paymentId } = await paidByCard();
    const replies = await Promise.all(Array.from({ length: 6 }, () => refund(paymentId, { amount: 50 })));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409, 409, 409]);
  });

  test("a waiting refund reserves its amount, and one that fails later becomes the company's credit", async () => {
    const { paymentId, number } = await paidByCard();
    shop.standIn.beginRefundsAs("pending");
    const { id, status } = succeeded(await refund(paymentId, { amount: 100 }));
    shop.standIn.beginRefundsAs("succeeded");
    expect(status).toBe("pending");
    expect(says(await refund(paymentId, { amount: 21 }))).toEqual([409, "At most £20.00 of this payment can be given back"]);
    expect(says(await credit(invoiceNumber(number), 21))).toEqual([409, `${invoiceNumber(number)} can be credited by at most £20.00`]);
    const [row] = await shop.portal.db.select().from(refunds).where(eq(refunds.id, id));
    const atStripe = row?.stripeRefundId ?? "";
    await shop.standIn.moveRefund(atStripe, "succeeded");
    await shop.deliver("refund.updated");
    expect(await balanceOf(shop.portal.db, number)).toMatchObject({ credited: 10_000, paid: 2_000 });
    await shop.standIn.moveRefund(atStripe, "failed");
    await shop.deliver("refund.failed");
    expect((await shop.portal.db.select().from(payments).where(eq(payments.id, paymentId)))[0]?.unallocatedPence).toBe(10_000);
    expect((await balanceOf(shop.portal.db, number)).credited).toBe(10_000);
    expect((await shop.errors()).some(({ errorMessage }) => errorMessage.startsWith("Pay £100.00 by bank transfer"))).toBe(true);
  });

  test("a refund with a note that fails after its success leaves credit that another invoice can use", async () => {
    const { paymentId, number, name } = await paidByCard();
    const { id } = succeeded(await refund(paymentId, { amount: 100 }));
    const [row] = await shop.portal.db.select().from(refunds).where(eq(refunds.id, id));
    const before = (await shop.portal.mails()).length;
    await shop.standIn.moveRefund(row?.stripeRefundId ?? "", "failed");
    await shop.deliver("refund.failed");
    await shop.deliver("refund.failed");
    // The customer was emailed that the money was refunded, and is emailed once that the refund
    // failed.
    const corrections = (await shop.portal.mails()).slice(before).filter(({ to }) => to === customer.account?.email);
    expect(corrections.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Refund of £100\.00 has failed/)]);
    expect(corrections[0]?.text).toContain("£100.00 is your credit with us until we pay it by bank transfer.");
    const read = async () => succeeded(await boss.get<PaymentReply>(`/api/payments/${paymentId}`));
    const after = await read();
    expect([after.refunded, after.unallocated, after.allocations]).toEqual([0, 100, [{ number: name, amount: 20 }]]);
    const other = await owedInvoice();
    const allocations = [...after.allocations, { number: other.name, amount: 100 }];
    succeeded(await boss.put(`/api/payments/${paymentId}/allocations`, { allocations }));
    expect((await read()).unallocated).toBe(0);
    expect(await balanceOf(shop.portal.db, other.number)).toMatchObject({ paid: 10_000, owed: 2_000 });
    expect(await balanceOf(shop.portal.db, number)).toMatchObject({ credited: 10_000, paid: 2_000, owed: 0 });
  });

  test("a refund that Stripe refuses is a 409 with Stripe's message, stored as failed", async () => {
    const { paymentId, number } = await paidByCard();
    shop.standIn.failNext({ path: "/v1/refunds", status: 400, message: "This charge cannot be refunded." });
    expect(says(await refund(paymentId, { amount: 10 }))).toEqual([409, "This charge cannot be refunded."]);
    const [row] = succeeded(await boss.get<RefundReply[]>(`/api/payments/${paymentId}/refunds`));
    expect(row).toMatchObject({ status: "failed", creditNoteNumber: null, fault: "This charge cannot be refunded." });
    expect((await balanceOf(shop.portal.db, number)).credited).toBe(0);
  });

  test("a refund repeated with its key returns the outcome: Stripe's refusal or the current status", async () => {
    const { paymentId, name } = await paidByCard();
    const ask = (key: string, amount: number) =>
      boss.post<RefundReply>(
        `/api/payments/${paymentId}/refunds`,
        { amount, reason: "A window was broken", creditNote: true },
        { "Idempotency-Key": key },
      );
    shop.standIn.failNext({ path: "/v1/refunds", status: 400, message: "This charge cannot be refunded." });
    const [first, again] = [await ask("refund-refused", 10), await ask("refund-refused", 10)];
    expect([says(first), says(again)]).toEqual(Array(2).fill([409, "This charge cannot be refunded."]));
    const paid = succeeded(await ask("refund-paid", 25));
    expect(succeeded(await ask("refund-paid", 25))).toEqual(paid);
    expect(paid).toMatchObject({ status: "succeeded", invoiceNumber: name, fault: null });
    const rows = succeeded(await boss.get<RefundReply[]>(`/api/payments/${paymentId}/refunds`));
    expect(rows.map(({ status }) => status)).toEqual(["succeeded", "failed"]);
  });

  test("a refund made in Stripe's dashboard is recorded once, with a note for the paid invoice", async () => {
    const { sessionId, paymentId, number } = await paidByCard();
    await shop.standIn.refundAtStripe(sessionId, 3_000);
    for (let n = 0; n < 3; n += 1) await shop.deliver("charge.refunded");
    expect(await balanceOf(shop.portal.db, number)).toMatchObject({ credited: 3_000, paid: 9_000 });
    expect(succeeded(await boss.get<RefundReply[]>(`/api/payments/${paymentId}/refunds`))).toMatchObject([
      { reason: "Refunded at Stripe", by: null },
    ]);
  });

  test("a refund of a transfer is recorded on its day, and unallocated credit needs no note", async () => {
    const { name } = await owedInvoice();
    const { id } = succeeded(await transfer(150, { allocations: [{ number: name, amount: 120 }] }));
    expect(succeeded(await refund(id, { amount: 30, creditNote: false }))).toMatchObject({ status: "succeeded", creditNoteNumber: null });
    expect(says(await boss.post(`/api/payments/${id}/void`, { reason: "Wrong" }))).toEqual([409, "Money of this payment was given back"]);
    expect(says(await refund(id, { amount: 1, paidOn: "2099-01-01" }))).toEqual([400, "The day cannot be in the future"]);
    expect(succeeded(await refund(id, { amount: 20, paidOn: today() }))).toMatchObject({ status: "succeeded", paidOn: today() });
    expect((await admin.post(`/api/payments/${id}/refunds`, { amount: 1, reason: "Please", creditNote: false })).status).toBe(403);
  });

  test("a refund of a payment for several invoices must name the invoice", async () => {
    const [one, two] = [await owedInvoice(), await owedInvoice()];
    const rows = [one, two].map(({ name }) => ({ number: name, amount: 60 }));
    const { id } = succeeded(await transfer(120, { allocations: rows }));
    expect(says(await refund(id, { amount: 10 }))).toEqual([400, "Say which invoice this is for"]);
    expect(says(await refund(id, { amount: 61, invoiceNumber: two.name }))).toEqual([
      409,
      `At most £60.00 of this payment paid ${two.name}`,
    ]);
    succeeded(await refund(id, { amount: 60, invoiceNumber: two.name }));
    expect(await balanceOf(shop.portal.db, two.number)).toMatchObject({ credited: 6_000, paid: 0, owed: 6_000 });
    // A refund is also refused with a note on an invoice that the payment did not pay, or on
    // another company's invoice.
    const three = await owedInvoice();
    expect(says(await refund(id, { amount: 1, invoiceNumber: three.name }))).toEqual([
      409,
      `At most £0.00 of this payment paid ${three.name}`,
    ]);
    const other = await shop.portal.signIn(await shop.portal.createAccount("customer", { address: "2 Low Street, Hove" }));
    const theirs = await owedInvoice(other);
    expect(says(await refund(id, { amount: 1, invoiceNumber: theirs.name }))).toEqual([404, "Invoice not found"]);
  });
});

describe("a dispute", () => {
  test("a dispute makes its invoice owed from the withdrawal of the money until its return", async () => {
    const { sessionId, number, quoteId, paymentId } = await paidByCard();
    await shop.standIn.dispute(sessionId);
    await shop.deliver("charge.dispute.created");
    expect(await statusOf(quoteId)).toBe("paid");
    await shop.standIn.moveDisputedFunds(sessionId, "withdrawn");
    for (let n = 0; n < 2; n += 1) await shop.deliver("charge.dispute.funds_withdrawn");
    expect(await balanceOf(shop.portal.db, number)).toMatchObject({ paid: 0, owed: 12_000, isDisputed: true });
    expect(await statusOf(quoteId)).toBe("unpaid");
    expect(says(await refund(paymentId, { amount: 1 }))).toEqual([409, "This payment is disputed"]);
    await shop.standIn.moveDisputedFunds(sessionId, "reinstated");
    await shop.standIn.dispute(sessionId, "won");
    await shop.deliver("charge.dispute.funds_reinstated");
    expect(await balanceOf(shop.portal.db, number)).toMatchObject({ paid: 12_000, owed: 0, isDisputed: false });
    expect(await statusOf(quoteId)).toBe("paid");
  });

  test("a dispute moves the debt to the column Disputed, and its payment pays no invoice meanwhile", async () => {
    type Account = { owed: number; overdue: number; ageing: Record<string, number> };
    const accountNow = async () => succeeded(await boss.get<Account>(`/api/clients/${companyId}/account`));
    const { sessionId, paymentId, name } = await paidByCard();
    const paymentNow = async () => succeeded(await boss.get<PaymentReply>(`/api/payments/${paymentId}`));
    const before = await accountNow();
    expect(await paymentNow()).toMatchObject({ disputed: false, allocations: [{ number: name, amount: 120 }] });

    await shop.standIn.dispute(sessionId);
    await shop.standIn.moveDisputedFunds(sessionId, "withdrawn");
    await shop.deliver("charge.dispute.funds_withdrawn");
    const { ageing } = before;
    const disputed = { ...ageing, disputed: Number(ageing.disputed) + 120 };
    expect(await accountNow()).toMatchObject({ owed: before.owed + 120, overdue: before.overdue, ageing: disputed });
    expect(await paymentNow()).toMatchObject({ disputed: true, allocations: [] });
    const [row] = succeeded(await boss.get<InvoiceReply[]>(`/api/invoices?age=disputed&search=${name}`));
    expect(row).toMatchObject({ number: name, disputed: true, owed: 120 });
    expect(succeeded(await boss.get(`/api/invoices?age=notDue&search=${name}`))).toEqual([]);
    const { owed } = succeeded(await boss.get<{ owed: { ageing: object } }>("/api/money"));
    expect(owed.ageing).toMatchObject({ disputed: disputed.disputed });

    await shop.standIn.moveDisputedFunds(sessionId, "reinstated");
    await shop.standIn.dispute(sessionId, "won");
    await shop.deliver("charge.dispute.funds_reinstated");
    expect(await accountNow()).toMatchObject({ owed: before.owed, ageing });
    expect(await paymentNow()).toMatchObject({ disputed: false, allocations: [{ number: name, amount: 120 }] });
  });

  test("a partial dispute leaves the rest on its invoice, and reallocating the shown amounts changes nothing", async () => {
    const { sessionId, paymentId, name, number } = await paidByCard();
    const dispute = await shop.standIn.dispute(sessionId);
    dispute.amount = 5000;
    await shop.standIn.moveDisputedFunds(sessionId, "withdrawn");
    await shop.deliver("charge.dispute.funds_withdrawn");
    const shown = succeeded(await boss.get<PaymentReply>(`/api/payments/${paymentId}`)).allocations;
    expect(shown).toEqual([{ number: name, amount: 70 }]);
    succeeded(await boss.put(`/api/payments/${paymentId}/allocations`, { allocations: shown }));
    expect(succeeded(await boss.get<PaymentReply>(`/api/payments/${paymentId}`)).allocations).toEqual(shown);
    expect(await balanceOf(shop.portal.db, number)).toMatchObject({ paid: 7000, owed: 5000 });
  });

  test("a lost dispute leaves its invoice owed and no longer disputed", async () => {
    const { sessionId, number, paymentId } = await paidByCard();
    await shop.standIn.dispute(sessionId);
    await shop.standIn.moveDisputedFunds(sessionId, "withdrawn");
    await shop.standIn.dispute(sessionId, "lost");
    await shop.deliver("charge.dispute.closed");
    expect(await balanceOf(shop.portal.db, number)).toMatchObject({ owed: 12_000, isDisputed: false });
    expect(says(await refund(paymentId, { amount: 1 }))).toEqual([409, "This payment is disputed"]);
    const rows = succeeded(await admin.get<{ paymentId: number; company: object; withdrawn: number; status: string }[]>("/api/disputes"));
    const company = { id: expect.any(Number), name: expect.any(String) };
    expect(rows).toContainEqual(expect.objectContaining({ paymentId, company, withdrawn: 120, status: "lost" }));
  });
});

describe("several invoices at once", () => {
  const open = async (numbers: string[], by = customer) => by.post<{ checkoutUrl: string }>("/api/account/pay", { numbers });
  const sessionIn = ({ body }: { body: { checkoutUrl: string } }) => body.checkoutUrl.split("/").at(-1) ?? "";
  const confirm = async (id: number) => customer.post<{ numbers: string[]; paid: boolean }>("/api/account/confirm-payment", { id });
  const idOf = async (sessionId: string) =>
    Number(/paid=(\d+)/.exec((await shop.stripe.checkout.sessions.retrieve(sessionId)).success_url ?? "")?.[1]);

  test("several invoices are one Checkout session with a line each, paid once", async () => {
    const [one, two] = [await owedInvoice(), await owedInvoice()];
    const reply = await open([one.name, two.name]);
    const sessionId = sessionIn(reply);
    const id = await idOf(sessionId);
    expect(succeeded(await confirm(id))).toEqual({ numbers: [one.name, two.name], paid: false });
    await shop.standIn.pay(sessionId);
    await Promise.all([confirm(id), shop.deliver("checkout.session.completed"), confirm(id)]);
    expect(succeeded(await confirm(id))).toEqual({ numbers: [one.name, two.name], paid: true });
    expect([await statusOf(one.quoteId), await statusOf(two.quoteId)]).toEqual(["paid", "paid"]);
    expect(says(await open([one.name]))).toEqual([409, `${one.name} is already paid`]);
    expect((await open(["INV-99999"])).status).toBe(404);
  });

  test("a Checkout of several invoices closes other open pages of them, and a transfer closes it", async () => {
    const [one, two] = [await owedInvoice(), await owedInvoice()];
    const alone = await shop.openCheckout(customer, one.quoteId);
    const together = sessionIn(await open([one.name, two.name]));
    expect((await shop.stripe.checkout.sessions.retrieve(alone)).status).toBe("expired");
    succeeded(await transfer(120, { allocations: [{ number: two.name, amount: 120 }] }));
    expect((await shop.stripe.checkout.sessions.retrieve(together)).status).toBe("expired");
  });

  test("a sum that changed during Checkout leaves the rest as credit and reports it for review", async () => {
    const { name, number, quoteId } = await owedInvoice();
    const sessionId = sessionIn(await open([name]));
    // The page cannot be closed, because Stripe fails at that moment.
    shop.standIn.failNext({ path: "/v1/checkout/sessions", status: 500, times: 20 });
    succeeded(await transfer(20, { allocations: [{ number: name, amount: 20 }] }));
    shop.standIn.clearFaults();
    await shop.standIn.pay(sessionId);
    await shop.deliver("checkout.session.completed");
    expect(await balanceOf(shop.portal.db, number)).toMatchObject({ owed: 0, paid: 12_000 });
    expect(await statusOf(quoteId)).toBe("paid");
    expect((await shop.errors()).some(({ errorMessage }) => errorMessage.includes("they owed only £100.00"))).toBe(true);
  });
});

describe("a payment read whole", () => {
  type Details = {
    refundable: number;
    refundableAsCredit: number;
    refundableOf: unknown[];
    waitsForInvoice: boolean;
    voided: unknown;
    disputes: unknown[];
  };
  const read = async (id: number) => succeeded(await admin.get<Details>(`/api/payments/${id}`));

  test("a payment's details list the refundable amount of each invoice and of the credit", async () => {
    const { name } = await owedInvoice();
    const { id } = succeeded(await transfer(150, { allocations: [{ number: name, amount: 100 }] }));
    const whole = { refundable: 150, refundableAsCredit: 50, refundableOf: [{ number: name, amount: 100 }] };
    expect(await read(id)).toMatchObject({ ...whole, waitsForInvoice: false, voided: null, disputes: [] });
    succeeded(await refund(id, { amount: 40 }));
    succeeded(await refund(id, { amount: 20, creditNote: false }));
    expect(await read(id)).toMatchObject({ refundable: 90, refundableAsCredit: 30, refundableOf: [{ number: name, amount: 60 }] });
  });

  test("a voided payment's details name the reason and the person, and nothing is refundable", async () => {
    const { id } = succeeded(await transfer(70, { allocations: [] }));
    succeeded(await boss.post(`/api/payments/${id}/void`, { reason: "Typed for another client" }));
    const { contactName, id: by } = boss.account ?? {};
    expect(await read(id)).toMatchObject({
      refundable: 0,
      refundableAsCredit: 0,
      refundableOf: [],
      voided: { reason: "Typed for another client", by: { id: by, contactName } },
    });
  });

  test("a waiting refund or a dispute reduces the refundable amount of the payment", async () => {
    const { paymentId, name, sessionId } = await paidByCard();
    shop.standIn.failNext({ path: "/v1/refunds", status: 500, times: 3 });
    expect(succeeded(await refund(paymentId, { amount: 30 }))).toMatchObject({ status: "requested" });
    expect(await read(paymentId)).toMatchObject({ refundable: 90, refundableOf: [{ number: name, amount: 90 }] });
    shop.standIn.clearFaults();
    await shop.standIn.dispute(sessionId, "needs_response");
    await shop.deliver("charge.dispute.created");
    expect(await read(paymentId)).toMatchObject({ refundable: 0, refundableOf: [], disputes: [{ status: "needs_response" }] });
  });

  test("payment details are forbidden to customers, and an unknown payment is a 404", async () => {
    expect((await customer.get("/api/payments/1")).status).toBe(403);
    expect((await admin.get("/api/payments/999999")).status).toBe(404);
  });
});

test("the sums of payments leave out voided payments", async () => {
  const account = await shop.portal.createAccount("customer", { companyName: "Sums and Sons" });
  const record = async (amount: number, receivedOn = today()) =>
    succeeded(await boss.post<PaymentReply>("/api/payments", { companyId: account.companyId, receivedOn, amount })).id;
  const [one, two] = [await record(100), await record(50)];
  await record(7, addDays(today(), -40));
  succeeded(await boss.post(`/api/payments/${two}/void`, { reason: "Typed twice" }));
  succeeded(await refund(one, { amount: 30, creditNote: false }));
  const sums = async (query: string) => succeeded(await admin.get(`/api/payments/sums?${query}`));
  const theirs = `companyId=${account.companyId}`;
  expect(await sums(theirs)).toEqual({ count: 3, amount: 107, refunded: 30, withdrawn: 0, unallocated: 77 });
  expect(await sums(`${theirs}&from=${today()}`)).toEqual({ count: 2, amount: 100, refunded: 30, withdrawn: 0, unallocated: 70 });
  expect(await sums("search=sums+and&method=bank_transfer")).toMatchObject({ count: 3 });
  expect(await sums("search=sums+and&method=card")).toEqual({ count: 0, amount: 0, refunded: 0, withdrawn: 0, unallocated: 0 });
  const rows = succeeded(await admin.get<PaymentReply[]>(`/api/payments?${theirs}&to=${addDays(today(), -1)}`));
  expect(rows.map(({ amount }) => amount)).toEqual([7]);
});

test("a payment is found by what it paid, its quote, reference, amount, number and client", async () => {
  const { quoteId, name, paymentId } = await paidByCard();
  const { id: transferId } = succeeded(await transfer(83.21, { allocations: [], reference: "TIDEWATER 7" }));
  const found = async (search: string) =>
    succeeded(await admin.get<PaymentReply[]>(`/api/payments?search=${encodeURIComponent(search)}`)).map(({ id }) => id);
  expect(await found(name)).toEqual([paymentId]);
  expect(await found(`Q-${quoteId}`)).toEqual([paymentId]);
  expect(await found(String(paymentId))).toContain(paymentId);
  expect(await found("tidewater")).toEqual([transferId]);
  expect(await found("£83.21")).toEqual([transferId]);
  expect(await found("tidewater £83.20")).toEqual([]);
});

test("a card payment of a partly paid invoice charges the remaining debt", async () => {
  const { name, number, quoteId } = await owedInvoice();
  succeeded(await transfer(50, { allocations: [{ number: name, amount: 50 }] }));
  succeeded(await credit(name, 10));
  const sessionId = await shop.openCheckout(customer, quoteId);
  expect((await shop.stripe.checkout.sessions.retrieve(sessionId)).amount_total).toBe(6_000);
  await shop.standIn.pay(sessionId);
  await shop.deliver("checkout.session.completed");
  expect(await balanceOf(shop.portal.db, number)).toMatchObject({ credited: 1_000, paid: 11_000, owed: 0 });
});

test("a slow payment blocks a second one while it is pending, and its failure notifies the customer", async () => {
  const quote = await shop.sentQuote(customer);
  const sessionId = await shop.openCheckout(customer, quote.id);
  await shop.standIn.paySlowly(sessionId);
  await shop.deliver("checkout.session.completed");
  const pending = async () =>
    (succeeded(await customer.get<QuoteReply>(`/api/quotes/${quote.id}`)) as { paymentPending?: boolean }).paymentPending;
  expect(await pending()).toBe(true);
  for (const again of [
    await customer.post(`/api/quotes/${quote.id}/pay`),
    await boss.post(`/api/quotes/${quote.id}/payments`, { receivedOn: today() }),
  ])
    expect(says(again)).toEqual([409, "A payment for this is on its way"]);
  await shop.standIn.finishPayment(sessionId, false);
  await shop.deliver("checkout.session.async_payment_failed");
  expect(await pending()).toBe(false);
  const bell = succeeded(await customer.get<{ type: string; relatedId: number; title: string }[]>("/api/notifications"));
  expect(bell[0]).toMatchObject({ type: "payment", relatedId: quote.id, title: "Payment failed" });
});

test("failed card payments are visible to the office, and sessions that the portal closed are not", async () => {
  const quote = await shop.sentQuote(customer);
  const sessionId = await shop.openCheckout(customer, quote.id);
  await shop.standIn.refuse(sessionId, "Your card has insufficient funds.");
  await shop.deliver("payment_intent.payment_failed");
  await shop.stripe.checkout.sessions.expire(sessionId);
  await shop.deliver("checkout.session.expired");
  const read = async (by: TestClient) => (succeeded(await by.get<object>(`/api/quotes/${quote.id}`)) as { attempts?: unknown[] }).attempts;
  expect(await read(admin)).toMatchObject([
    { outcome: "abandoned", reason: null },
    { outcome: "failed", reason: expect.stringContaining("insufficient funds") },
  ]);
  expect(await read(customer)).toBeUndefined();
});

test("the database refuses ledger rows that break its identities", async () => {
  const { number } = await owedInvoice();
  const { db } = shop.portal;
  const no = (work: Promise<unknown>) => expect(work).rejects.toThrow();
  await no(db.update(invoiceBalances).set({ creditedPence: sql`gross_pence + 1` }).where(eq(invoiceBalances.number, number)));
  await no(db.update(invoiceBalances).set({ paidPence: sql`gross_pence + 1` }).where(eq(invoiceBalances.number, number)));
  await no(db.update(payments).set({ appliedPence: sql`amount_pence + 1` }));
  await no(db.update(allocations).set({ amountPence: sql`amount_pence + 1` }));
  await no(db.delete(allocations));
  await no(db.update(invoices).set({ grossPence: sql`gross_pence + 1` }));
});
