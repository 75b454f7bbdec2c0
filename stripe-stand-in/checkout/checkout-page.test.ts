import { expect, test } from "vitest";
import { judgeCard } from "#stripe-stand-in/payments.ts";
import { clientOf, oneWindow, standIn } from "#stripe-stand-in/test-support.ts";
import { money } from "./checkout-page.ts";

const shop = await standIn();
const stripe = clientOf(shop);
const made = (changes = {}) => stripe.checkout.sessions.create(oneWindow(changes));
const press = (url: string | null, fields: Record<string, string>) =>
  fetch(url ?? "", { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });

test("the page names the test mode, the items, the total, and the way back", async () => {
  const product = { name: "Quote 7: 3 windows", description: "Plot 7, PO-2335" };
  const session = await made({
    line_items: [{ price_data: { currency: "gbp", unit_amount: 12_345, product_data: product }, quantity: 2 }],
  });
  const reply = await fetch(session.url ?? "");
  const html = await reply.text();
  expect(reply.headers.get("content-type")).toBe("text/html; charset=utf-8");
  for (const text of [
    "Test payment — no card is charged",
    "Quote 7: 3 windows",
    "Plot 7, PO-2335",
    "£246.90",
    'href="http://shop.example/quotes"',
  ]) {
    expect(html).toContain(text);
  }
  expect(html).not.toMatch(/<script|<style|style=/);
});

test("a payment redirects back with the session's id, and repeated presses pay once", async () => {
  const { id, url } = await made();
  const first = await press(url, { card: "4242 4242 4242 4242" });
  const second = await press(url, { card: "4242 4242 4242 4242" });
  for (const reply of [first, second]) {
    expect(reply.status).toBe(303);
    expect(reply.headers.get("location")).toBe(`http://shop.example/quotes?paid=7&session=${id}`);
  }
  const events = shop.events().filter((event) => "id" in event.data.object && event.data.object.id === id);
  expect(events.map(({ type }) => type)).toEqual(["checkout.session.completed"]);
  expect(await (await fetch(url ?? "")).text()).toContain("Payment complete");
});

test("a declined card leaves the session open with an error, and the typed values remain", async () => {
  const { id, url } = await made({ customer_email: undefined });
  const html = await (await press(url, { card: "4000 0000 0000 0002", email: "a@example.com" })).text();
  expect(html).toContain("Your card was declined.");
  expect(html).toContain('value="4000 0000 0000 0002"');
  expect(html).toContain('value="a@example.com"');
  expect((await stripe.checkout.sessions.retrieve(id)).status).toBe("open");
  await press(url, { card: "4242424242424242", email: "a@example.com" });
  expect((await stripe.checkout.sessions.retrieve(id)).customer_details?.email).toBe("a@example.com");
});

test("an expired session can't be paid on its page", async () => {
  const { id, url } = await made();
  await stripe.checkout.sessions.expire(id);
  expect(await (await fetch(url ?? "")).text()).toContain("This checkout has expired");
  expect(await (await press(url, { card: "4242424242424242" })).text()).toContain("This checkout has expired");
  expect((await stripe.checkout.sessions.retrieve(id)).payment_status).toBe("unpaid");
});

test("texts of other people are escaped on the page, never markup", async () => {
  const name = `<img src=x onerror="alert('1')">`;
  const lines = [{ price_data: { currency: "gbp", unit_amount: 500, product_data: { name } }, quantity: 1 }];
  const { url } = await made({ line_items: lines });
  const html = await (await press(url, { card: '"><b>' })).text();
  expect(html).toContain("&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;");
  expect(html).not.toContain("<img");
  expect(html).not.toContain("<b>");
});

test("an address without a checkout is a page that explains it", async () => {
  const reply = await fetch(`${shop.url}/c/pay/cs_test_none`);
  expect([reply.status, await reply.text()]).toEqual([404, expect.stringContaining("There is no checkout at this address.")]);
});

test.each([
  ["4242-4242 42424242", { brand: "visa", last4: "4242" }],
  ["4000000000000002", "Your card was declined."],
  ["4000000000009995", "Your card has insufficient funds."],
  ["4242424242424243", "Your card number is invalid."],
  ["", "Enter a card number."],
  ["6011111111111117", "Your card was declined. Only test cards can be used here."],
])("the card number %s is judged by Stripe's test numbers", (number, expected) => expect(judgeCard(number)).toEqual(expected));

test.each([
  [123_456, "gbp", "£1,234.56"],
  [500, "jpy", "JP¥500"],
])("the amount %i %s is formatted as %s", (amount, currency, shown) => expect(money(amount, currency)).toBe(shown));
