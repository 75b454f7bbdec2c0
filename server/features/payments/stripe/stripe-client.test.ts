import { afterAll, beforeAll, expect, test } from "vitest";
import { type StripeStandIn, startStripeStandIn } from "#stripe-stand-in/index.ts";
import { stripeClients } from "./stripe-client.ts";

let standIn: StripeStandIn;
beforeAll(async () => {
  standIn = await startStripeStandIn({ retryDelays: [] });
});
afterAll(() => standIn.stop());

const key = (n: number) => `sk_test_of_the_tests_000000${n}`;

test("a key retains its client and the open connections, until a fifth key is tried", async () => {
  const stripeFor = stripeClients(new URL(standIn.url));
  const first = await stripeFor(key(1));
  const second = await stripeFor(key(2));
  for (const n of [3, 4]) await stripeFor(key(n));
  expect(await stripeFor(key(1))).toBe(first);
  expect(await stripeFor(key(2))).toBe(second);
  expect(second).not.toBe(first);
  const fifth = await stripeFor(key(5));
  expect(await stripeFor(key(5))).toBe(fifth);
  expect(await stripeFor(key(1))).not.toBe(first);
});

test("a client calls with its own key, and repeats a call whose first answer was lost", async () => {
  const stripe = await stripeClients(new URL(standIn.url))(key(1));
  standIn.loseNextReply({ path: "/v1/balance" });
  expect(await stripe.balance.retrieve()).toMatchObject({ object: "balance" });
  standIn.loseNextReply({ path: "/v1/balance", times: 2 });
  await expect(stripe.balance.retrieve()).rejects.toMatchObject({ type: "StripeConnectionError" });
  standIn.clearFaults();
  await expect((await stripeClients(new URL(standIn.url))("sk_test_revoked_00000000")).balance.retrieve()).rejects.toMatchObject({
    type: "StripeAuthenticationError",
  });
});
