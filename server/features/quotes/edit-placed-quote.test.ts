import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { corrections } from "#server/schema/orders-and-remakes.ts";
import { type ProductReply, type QuoteReply, succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { saveSeller } from "#server/testing/papers/read-pdf.ts";
import { startShop, type TestShop } from "#server/testing/shop.ts";
import { londonDay } from "#shared/domain/period.ts";

let shop: TestShop;
let boss: TestClient;
let admin: TestClient;
let customer: TestClient;
let product: ProductReply;
beforeAll(async () => {
  shop = await startShop();
  await saveSeller(shop.portal);
  boss = await shop.portal.superAdmin();
  admin = await shop.portal.signIn("admin");
  customer = await shop.portal.signIn(await shop.portal.createAccount("customer", { address: "1 High Street, Lewes" }));
  product = await shop.portal.product({ basePricePerM2: 289 });
});
afterAll(() => shop.stop());

const says = ({ status, text }: { status: number; text: string }) => [status, text];
/** A placed quote of one kitchen of 1 m²: £346.80 with VAT. */
async function placedQuote(sent = false): Promise<QuoteReply> {
  const quote = await shop.portal.quoteFor(customer, {
    items: [shop.portal.windowOf(product, { name: "Kitchen", widthM: 1, heightM: 1 })],
  });
  if (sent) succeeded(await admin.patch(`/api/quotes/${quote.id}/status`, { quoteStatus: "sent" }));
  succeeded(await customer.post(`/api/quotes/${quote.id}/place`, { shippingAddress: "1 High Street, Lewes" }));
  return succeeded(await admin.get<QuoteReply>(`/api/quotes/${quote.id}`));
}
const edit = (quote: QuoteReply, widthM: number, who = admin) =>
  who.put<QuoteReply>(`/api/quotes/${quote.id}`, { version: quote.version, items: quote.items.map((item) => ({ ...item, widthM })) });

test("staff edit a placed quote as a draft, and the customer is emailed the difference with a link", async () => {
  for (const sent of [false, true]) {
    const quote = await placedQuote(sent);
    const before = (await shop.portal.mails()).length;
    const after = succeeded(await edit(quote, 1.01));
    expect(after).toMatchObject({
      quoteStatus: quote.quoteStatus,
      placedAt: quote.placedAt,
      version: quote.version + 1,
      finalTotal: 350.27,
    });
    expect(after.items.map(({ id }) => id)).toEqual(quote.items.map(({ id }) => id));
    const mails = (await shop.portal.mails()).slice(before).filter(({ to }) => to === customer.account?.email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain("Kitchen: width 1,000 → 1,010 mm · total £346.80 → £350.27");
    expect(mails[0]?.text).toContain(`http://portal.test/quotes?quote=${quote.id}`);
    const [stored] = await shop.portal.db.select().from(corrections).where(eq(corrections.quoteId, quote.id));
    expect(stored?.windows).toMatchObject([{ id: quote.items[0]?.id, itemTotalPence: 28_900 }]);
  }
});

test("a customer takes a placed quote back first, and an older version is refused", async () => {
  const quote = await placedQuote();
  expect(says(await edit(quote, 1.1, customer))).toEqual([409, "This quote was placed: take that back before you change it"]);
  succeeded(await edit(quote, 1.2));
  expect((await edit(quote, 1.3)).text).toMatch(/^This quote was changed by /);
});

test("a paid quote is refused, because its order's correction follows the payment", async () => {
  const quote = await placedQuote(true);
  succeeded(await boss.post(`/api/quotes/${quote.id}/payments`, { receivedOn: londonDay(shop.portal.clock()) }));
  const paid = succeeded(await admin.get<QuoteReply>(`/api/quotes/${quote.id}`));
  expect(says(await edit(paid, 1.1))).toEqual([409, "A payment for this quote was received: convert it, then change the order's windows"]);
});

test("the page that would charge a placed quote's old total is closed after staff edit it", async () => {
  const quote = await placedQuote(true);
  const sessionId = await shop.openCheckout(customer, quote.id);
  succeeded(await edit(succeeded(await admin.get<QuoteReply>(`/api/quotes/${quote.id}`)), 1.1));
  await shop.portal.mails();
  const { closeUnwantedSessions } = await import("#server/features/payments/checkout/open-sessions.ts");
  await closeUnwantedSessions(shop.deps, shop.stripe);
  await expect(shop.standIn.pay(sessionId)).rejects.toThrow();
});
