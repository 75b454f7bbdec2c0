import Stripe from "stripe";
import { expect, test, vi } from "vitest";
import { pence } from "#shared/domain/money.ts";
import { openCheckout, purchaseOfQuote } from "./checkout-session.ts";

const quote = {
  id: 12,
  createdAt: new Date("2026-11-20T10:00:00Z"),
  shutters: 3,
  jobName: null,
  poNumber: null,
  taxPence: pence(2000),
  finalTotalPence: pence(12_000),
  owedPence: pence(12_000),
  customerEmail: "buyer@company.test",
};
const publicUrl = new URL("https://portal.test");

/** A fake of Stripe for replies that cannot be produced over HTTP on demand. */
function answering(...answers: (Error | object)[]) {
  const create = vi.fn(async (_params: unknown, _options: { idempotencyKey: string }) => {
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  });
  return { create, keys: () => create.mock.calls.map(([, { idempotencyKey }]) => idempotencyKey), stripe: stripeWith(create) };
}
const stripeWith = (create: unknown) => ({ checkout: { sessions: { create } } }) as unknown as Stripe;

const failure = (replayed: boolean, statusCode = 500) =>
  new Stripe.errors.StripeAPIError({
    type: "api_error",
    message: "Broken",
    statusCode,
    headers: replayed ? { "idempotent-replayed": "true" } : {},
  });

test("a Checkout request has one line with the quote's total, a description and the portal's metadata", async () => {
  const { stripe, create } = answering({}, {});
  await openCheckout(stripe, purchaseOfQuote(quote, 0), publicUrl);
  await openCheckout(stripe, purchaseOfQuote({ ...quote, shutters: 1 }, 0), publicUrl);
  const [[params] = [], [single] = []] = create.mock.calls;
  const marks = { quoteId: "12", portal: "https://portal.test" };
  const description = "Made-to-measure window shutters, including £20.00 VAT at 20%";
  expect(params).toEqual({
    mode: "payment",
    line_items: [
      {
        quantity: 1,
        price_data: { currency: "gbp", unit_amount: 12_000, product_data: { name: "Quote Q-12 — 3 shutters", description } },
      },
    ],
    allowed_payment_method_types: ["card"],
    client_reference_id: "12",
    customer_email: "buyer@company.test",
    metadata: marks,
    payment_intent_data: { description: "Quote Q-12 — 3 shutters", metadata: marks },
    success_url: "https://portal.test/quotes?paid=12",
    cancel_url: "https://portal.test/quotes",
  });
  expect(single).toMatchObject({ payment_intent_data: { description: "Quote Q-12 — 1 shutter" } });
});

test("a failure that Stripe repeats under its key does not block a quote's payment for a day", async () => {
  const { stripe, keys } = answering(failure(true), { id: "cs_1" });
  expect(await openCheckout(stripe, purchaseOfQuote(quote, 0), publicUrl)).toEqual({ id: "cs_1" });
  const [first = "", second = ""] = keys();
  expect(second).toMatch(/^quote-12-attempt-0-/);
  expect(second).not.toBe(first);
});

test("a request whose key is in use by a simultaneous call is repeated with the same key", async () => {
  const inUse = new Stripe.errors.StripeInvalidRequestError({ type: "invalid_request_error", code: "idempotency_key_in_use" });
  const { stripe, keys } = answering(inUse, inUse, { id: "cs_1" });
  expect(await openCheckout(stripe, purchaseOfQuote(quote, 0), publicUrl)).toEqual({ id: "cs_1" });
  expect([keys().length, new Set(keys()).size]).toEqual([3, 1]);
});

test("a Checkout request fails after twelve attempts", async () => {
  const { stripe, create } = answering(...Array.from({ length: 12 }, () => failure(true)), { id: "cs_1" });
  await expect(openCheckout(stripe, purchaseOfQuote(quote, 0), publicUrl)).rejects.toThrow("Broken");
  expect(create).toHaveBeenCalledTimes(12);
});

test.each<[string, Error]>([
  ["a refusal that Stripe remembers", failure(true, 402)],
  ["a fault of our own", Object.assign(new TypeError("Broken"), { code: "idempotency_key_in_use" })],
])("a Checkout request that meets %s is not repeated", async (_, error) => {
  const { stripe, create } = answering(error, { id: "cs_1" });
  await expect(openCheckout(stripe, purchaseOfQuote(quote, 0), publicUrl)).rejects.toThrow("Broken");
  expect(create).toHaveBeenCalledTimes(1);
});

test("a Checkout request that meets a temporary failure is not repeated here", async () => {
  const { stripe, create } = answering(failure(false), { id: "cs_1" });
  await expect(openCheckout(stripe, purchaseOfQuote(quote, 0), publicUrl)).rejects.toThrow("Broken");
  expect(create).toHaveBeenCalledTimes(1);
});

test("the idempotency key depends on attempt, quote, database and price, and is otherwise stable", async () => {
  const variants = [
    [quote, 0],
    [quote, 0],
    [quote, 1],
    [{ ...quote, id: 13 }, 0],
    [{ ...quote, createdAt: new Date("2026-11-20T10:00:00.001Z") }, 0],
    [{ ...quote, owedPence: pence(12_001) }, 0],
  ] as const;
  const { stripe, keys } = answering(...variants.map(() => ({})));
  for (const [variant, attempt] of variants) await openCheckout(stripe, purchaseOfQuote(variant, attempt), publicUrl);
  expect(new Set(keys()).size).toBe(5);
  expect(keys()[0]).toBe(keys()[1]);
  expect(Math.max(...keys().map((key) => key.length))).toBeLessThan(255);
});
