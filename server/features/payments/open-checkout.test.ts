import Stripe from "stripe";
import { expect, test, vi } from "vitest";
import { pence } from "#shared/domain/money.ts";
import { openCheckout } from "./open-checkout.ts";

const quote = {
  id: 12,
  createdAt: new Date("2026-11-20T10:00:00Z"),
  shutters: 3,
  tax: pence(2000),
  finalTotal: pence(12_000),
  customerEmail: "buyer@company.test",
};
const publicUrl = new URL("https://portal.test");

/** Stripe itself, but for what the one call answers: what follows can't be brought about over HTTP at will. */
function answering(...answers: (Error | object)[]) {
  const create = vi.fn(async (_params: unknown, _options: { idempotencyKey: string }) => {
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  });
  return { create, keys: () => create.mock.calls.map(([, { idempotencyKey }]) => idempotencyKey), stripe: stripeWith(create) };
}
const stripeWith = (create: unknown) => ({ checkout: { sessions: { create } } }) as unknown as Stripe;

const failure = (replayed: boolean) =>
  new Stripe.errors.StripeAPIError({
    type: "api_error",
    message: "Broken",
    statusCode: 500,
    headers: replayed ? { "idempotent-replayed": "true" } : {},
  });

test("a failure that Stripe remembers under a key does not keep a quote from being paid for a day", async () => {
  const { stripe, keys } = answering(failure(true), { id: "cs_1" });
  expect(await openCheckout(stripe, quote, 0, publicUrl)).toEqual({ id: "cs_1" });
  expect(new Set(keys()).size).toBe(2);
});

test("a failure of this moment is not tried again and again", async () => {
  const { stripe, create } = answering(failure(false), { id: "cs_1" });
  await expect(openCheckout(stripe, quote, 0, publicUrl)).rejects.toThrow("Broken");
  expect(create).toHaveBeenCalledTimes(1);
});

test("the key is the same for the same attempt, and another for the next, another quote, database or price", async () => {
  const variants = [
    [quote, 0],
    [quote, 0],
    [quote, 1],
    [{ ...quote, id: 13 }, 0],
    [{ ...quote, createdAt: new Date("2026-11-20T10:00:00.001Z") }, 0],
    [{ ...quote, finalTotal: pence(12_001) }, 0],
  ] as const;
  const { stripe, keys } = answering(...variants.map(() => ({})));
  for (const [variant, attempt] of variants) await openCheckout(stripe, variant, attempt, publicUrl);
  expect(new Set(keys()).size).toBe(5);
  expect(keys()[0]).toBe(keys()[1]);
  expect(Math.max(...keys().map((key) => key.length))).toBeLessThan(255);
});
