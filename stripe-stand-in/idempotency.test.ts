import Stripe from "stripe";
import { beforeEach, describe, expect, test } from "vitest";
import { clientOf, oneWindow, refusal, standIn } from "./test-support.ts";

let now = Date.UTC(2026, 0, 15);
const shop = await standIn({ clock: () => now });
const stripe = clientOf(shop);
const sessions = async () => (await stripe.checkout.sessions.list({ limit: 100 })).data.length;

beforeEach(() => shop.clearFaults());

describe("an idempotency key", () => {
  test("an idempotency key with equal parameters replays the first reply, and nothing is made twice", async () => {
    const before = await sessions();
    const options = { idempotencyKey: "pay-quote-7" };
    const first = await stripe.checkout.sessions.create(oneWindow(), options);
    const second = await stripe.checkout.sessions.create(oneWindow(), options);
    expect(second).toEqual(first);
    expect(second.lastResponse.headers["idempotent-replayed"]).toBe("true");
    expect(second.lastResponse.headers["original-request"]).toBe(first.lastResponse.requestId);
    expect(await sessions()).toBe(before + 1);
  });

  test("an idempotency key with other parameters, or for another call, is an idempotency error", async () => {
    const options = { idempotencyKey: "one-purpose" };
    await stripe.checkout.sessions.create(oneWindow(), options);
    const other = await refusal(stripe.checkout.sessions.create(oneWindow({ client_reference_id: "quote-8" }), options));
    expect(other).toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
    expect(other).toMatchObject({ statusCode: 400, rawType: "idempotency_error", message: expect.stringContaining("'one-purpose'") });
    const elsewhere = await refusal(stripe.refunds.create({ charge: "ch_x" }, options));
    expect(elsewhere.rawType).toBe("idempotency_error");
  });

  test("an idempotency key does not store rejected parameters, but stores a failure of the work", async () => {
    const options = { idempotencyKey: "mended" };
    await refusal(stripe.checkout.sessions.create(oneWindow({ customer_email: "nobody" }), options));
    expect((await stripe.checkout.sessions.create(oneWindow(), options)).status).toBe("open");

    const { id } = await stripe.checkout.sessions.create(oneWindow());
    await stripe.checkout.sessions.expire(id);
    const kept = { idempotencyKey: "kept" };
    await refusal(stripe.checkout.sessions.expire(id, {}, kept));
    const again = await refusal(stripe.checkout.sessions.expire(id, {}, kept));
    expect(again.headers?.["idempotent-replayed"]).toBe("true");
  });

  test("an idempotency key expires after a day", async () => {
    const options = { idempotencyKey: "yesterday" };
    const first = await stripe.checkout.sessions.create(oneWindow(), options);
    now += 25 * 3600_000;
    const second = await stripe.checkout.sessions.create(oneWindow(), options);
    expect(second.id).not.toBe(first.id);
  });

  test("an idempotency key whose call is still running is a 409", async () => {
    // The delay is long enough for the second call to arrive in time on a busy machine too.
    shop.delayNext(1500, { work: "after" });
    const options = { idempotencyKey: "at-work" };
    const slow = stripe.checkout.sessions.create(oneWindow(), options);
    await new Promise((resolve) => setTimeout(resolve, 50));
    const error = await refusal(stripe.checkout.sessions.create(oneWindow(), options));
    expect(error).toMatchObject({ statusCode: 409, code: "idempotency_key_in_use" });
    expect((await slow).status).toBe("open");
  });
});

describe("faults", () => {
  test("the work of a lost reply is done, and the client's own retry finds it", async () => {
    const before = await sessions();
    shop.loseNextReply({ path: "/v1/checkout/sessions", method: "POST" });
    expect((await stripe.checkout.sessions.create(oneWindow())).status).toBe("open");
    expect(await sessions()).toBe(before + 1);
  });

  test("two lost replies are a connection error, and the work is done once", async () => {
    const before = await sessions();
    shop.loseNextReply({ times: 2 });
    const error = await refusal(stripe.checkout.sessions.create(oneWindow()));
    expect(error).toBeInstanceOf(Stripe.errors.StripeConnectionError);
    expect(await sessions()).toBe(before + 1);
  });

  test("failures of each kind become the client's error classes, and no work is done", async () => {
    const before = await sessions();
    for (const [status, type] of [
      [429, "StripeRateLimitError"],
      [503, "StripeAPIError"],
    ] as const) {
      shop.failNext({ path: "/v1/checkout", status });
      expect(await refusal(stripe.checkout.sessions.create(oneWindow()))).toMatchObject({ type, statusCode: status });
    }
    expect(await sessions()).toBe(before);
  });

  test("a slow reply runs into the client's timeout, and the work is done", async () => {
    const before = await sessions();
    shop.delayNext(400);
    const error = await refusal(stripe.checkout.sessions.create(oneWindow(), { timeout: 100 }));
    expect(error).toBeInstanceOf(Stripe.errors.StripeConnectionError);
    expect(await sessions()).toBe(before + 1);
  });
});
