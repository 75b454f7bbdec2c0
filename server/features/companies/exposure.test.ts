import { afterAll, beforeAll, expect, test } from "vitest";
import { succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { saveSeller } from "#server/testing/papers/read-pdf.ts";
import { startShop, type TestShop } from "#server/testing/shop.ts";
import { londonDay } from "#shared/domain/period.ts";
import { exposureOf } from "./exposure.ts";

let shop: TestShop;
let boss: TestClient;
beforeAll(async () => {
  shop = await startShop();
  boss = await shop.portal.superAdmin();
});
afterAll(() => shop.stop());

/** A customer whose orders cost £120.00 each, and a function that reads its exposure. */
async function customerWith() {
  const { portal } = shop;
  const account = await portal.createAccount("customer", { address: "1 High Street, Lewes" });
  const client = await portal.signIn(account);
  const product = await portal.product({ basePricePerM2: 100 });
  return {
    companyId: account.companyId,
    client,
    order: () => portal.orderFor(client, { items: [portal.windowOf(product, { widthM: 1, heightM: 1 })] }),
    now: () => exposureOf(portal.db, account.companyId),
  };
}

test("a payment for an order that cannot be invoiced yet is no credit for another order", async () => {
  const { client, order, now } = await customerWith();
  const { quoteId } = await order();
  await order();
  await shop.standIn.pay(await shop.openCheckout(client, quoteId ?? 0));
  await shop.deliver("checkout.session.completed");
  expect(await now()).toMatchObject({ creditPence: 12_000, notInvoicedPence: 12_000, exposurePence: 12_000 });
});

test("an order counts until it is invoiced, then the amount that the invoice owes, less credit", async () => {
  await saveSeller(shop.portal);
  const { companyId, order, now } = await customerWith();
  expect(await now()).toMatchObject({ owedPence: 0, creditPence: 0, notInvoicedPence: 0, exposurePence: 0, availablePence: null });
  const first = await order();
  const [cancelled, draft, gone] = [await order(), await order(), await order()];
  succeeded(await boss.patch(`/api/orders/${cancelled.id}/status`, { status: "cancelled" }));
  succeeded(await boss.patch(`/api/orders/${draft.id}/status`, { status: "draft" }));
  succeeded(await boss.delete(`/api/orders/${gone.id}`));
  expect(await now()).toMatchObject({ notInvoicedPence: 12_000, exposurePence: 12_000 });
  succeeded(await boss.post(`/api/orders/${first.id}/ship`, { confirmed: true }));
  expect(await now()).toMatchObject({ owedPence: 12_000, notInvoicedPence: 0, exposurePence: 12_000 });
  await order();
  const transfer = { companyId, receivedOn: londonDay(shop.portal.appContext.clock()), amount: 150 };
  succeeded(await boss.post("/api/payments", transfer));
  expect(await now()).toMatchObject({ owedPence: 0, creditPence: 3_000, notInvoicedPence: 12_000, exposurePence: 9_000 });
  succeeded(await boss.patch(`/api/clients/${companyId}/terms`, { creditLimit: 50 }));
  expect(await now()).toMatchObject({ limitPence: 5_000, availablePence: -4_000 });
});
