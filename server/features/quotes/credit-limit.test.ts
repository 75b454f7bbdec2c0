import { desc } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { companySettings } from "#server/schema/company-settings.ts";
import { auditEntries } from "#server/schema/records.ts";
import { type ProductReply, type QuoteReply, succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { saveSeller } from "#server/testing/papers/read-pdf.ts";
import { startShop, type TestShop } from "#server/testing/shop.ts";

let shop: TestShop;
let boss: TestClient;
let product: ProductReply;
beforeAll(async () => {
  shop = await startShop();
  boss = await shop.portal.superAdmin();
  product = await shop.portal.product({ basePricePerM2: 100 });
  await saveSeller(shop.portal);
});
afterAll(() => shop.stop());

const says = ({ status, text }: { status: number; text: string }) => [status, text];
/** A customer with a limit in pounds, and quotes of £120.00 each. */
async function customerWith(creditLimit: number | null, companyName = "Kestrel Homes") {
  const account = await shop.portal.createAccount("customer", { companyName, address: "1 High Street, Lewes" });
  if (creditLimit !== null) succeeded(await boss.patch(`/api/clients/${account.companyId}/terms`, { creditLimit }));
  const client = await shop.portal.signIn(account);
  return { client, quote: () => shop.portal.quoteFor(client, { items: [shop.portal.windowOf(product, { widthM: 1, heightM: 1 })] }) };
}
const convert = ({ id }: QuoteReply, more: object = {}) =>
  boss.post(`/api/quotes/${id}/convert`, { shippingAddress: "1 High Street, Lewes", ...more });

test("an unpaid quote beyond the limit becomes an order only with the office's confirmation, which is audited", async () => {
  const { quote } = await customerWith(200);
  succeeded(await convert(await quote()));
  const second = await quote();
  expect(says(await convert(second))).toEqual([409, "Kestrel Homes would owe £240.00, £40.00 more than its limit of £200.00"]);
  expect((await convert(second, { acceptOverLimit: "yes" })).text).toBe("Accept over limit must be true or false");
  succeeded(await convert(second, { acceptOverLimit: true }));
  const [entry] = await shop.portal.db.select().from(auditEntries).orderBy(desc(auditEntries.id)).limit(1);
  expect(entry).toMatchObject({ action: "quotes.convert", after: { acceptedOverLimit: true } });
});

test("a quote up to the limit, or without one, needs no confirmation, and an unneeded one is not audited", async () => {
  const { quote } = await customerWith(240);
  succeeded(await convert(await quote()));
  succeeded(await convert(await quote(), { acceptOverLimit: true }));
  const [entry] = await shop.portal.db.select().from(auditEntries).orderBy(desc(auditEntries.id)).limit(1);
  expect(entry?.after).not.toHaveProperty("acceptedOverLimit");
  const free = await customerWith(null);
  succeeded(await convert(await free.quote()));
});

test("a paid quote becomes an order beyond the credit limit", async () => {
  const { client, quote } = await customerWith(0);
  const { id } = await quote();
  const sent = succeeded(await boss.patch<QuoteReply>(`/api/quotes/${id}/status`, { quoteStatus: "sent" }));
  await shop.standIn.pay(await shop.openCheckout(client, id));
  await shop.deliver("checkout.session.completed");
  succeeded(await convert(sent));
});

test("fifty conversions at once do not exceed the credit limit", async () => {
  const { quote } = await customerWith(120 * 7);
  const made: QuoteReply[] = [];
  for (let count = 0; count < 50; count += 1) made.push(await quote());
  const replies = await Promise.all(made.map((one) => convert(one)));
  const statuses = replies.map(({ status }) => status);
  expect([statuses.filter((status) => status === 201).length, statuses.filter((status) => status === 409).length]).toEqual([7, 43]);
});

test("placing beyond the limit is refused for direct orders, with a sentence that names the alternatives", async () => {
  await shop.portal.db.update(companySettings).set({ directOrders: true });
  const { client, quote } = await customerWith(200);
  const place = ({ id }: QuoteReply) => client.post(`/api/quotes/${id}/place`, { shippingAddress: "1 High Street, Lewes" });
  const [first, draft, sent] = [await quote(), await quote(), await quote()];
  succeeded(await boss.patch(`/api/quotes/${sent.id}/status`, { quoteStatus: "sent" }));
  succeeded(await place(first));
  expect(says(await place(draft))).toEqual([409, "This order is £40.00 over your credit limit. Ask the office"]);
  expect(says(await place(sent))).toEqual([409, "This order is £40.00 over your credit limit. Pay for it first, or ask the office"]);
  await shop.portal.db.update(companySettings).set({ directOrders: false });
  succeeded(await place(draft));
});
