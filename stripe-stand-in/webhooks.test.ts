import { describe, expect, test } from "vitest";
import { signedDelivery } from "./index.ts";
import { clientOf, oneWindow, refusal, standIn, webhookReceiver } from "./test-support.ts";

const EVENTS = ["checkout.session.completed", "checkout.session.expired"] as const;

describe("endpoints", () => {
  test("an endpoint's secret is returned at the creation and never again", async () => {
    const stripe = clientOf(await standIn());
    const made = await stripe.webhookEndpoints.create({
      url: "https://shop.example/hook",
      enabled_events: [...EVENTS],
      description: "Shop",
    });
    expect(made.secret).toMatch(/^whsec_\w{32}$/);
    const { secret: _, ...rest } = made;
    expect((await stripe.webhookEndpoints.list()).data).toEqual([rest]);
    expect(await stripe.webhookEndpoints.del(made.id)).toEqual({ id: made.id, object: "webhook_endpoint", deleted: true });
    expect(await refusal(stripe.webhookEndpoints.del(made.id))).toMatchObject({ statusCode: 404 });
  });

  test("an invalid endpoint, and the seventeenth endpoint, are rejected", async () => {
    const stripe = clientOf(await standIn());
    const make = (url: string, events: string[]) => stripe.webhookEndpoints.create({ url, enabled_events: events as ["*"] });
    expect(await refusal(make("not an address", ["*"]))).toMatchObject({ param: "url", code: "url_invalid" });
    expect(await refusal(make("https://shop.example/hook", []))).toMatchObject({ param: "enabled_events" });
    expect(await refusal(make("https://shop.example/hook", ["Nonsense"]))).toMatchObject({ param: "enabled_events[0]" });
    for (let n = 1; n <= 16; n += 1) await make(`https://shop.example/hook/${n}`, ["*"]);
    expect((await refusal(make("https://shop.example/hook/17", ["*"]))).message).toContain("maximum of 16");
  });
});

describe("deliveries", () => {
  test("a payment is delivered with a signature to the endpoints that subscribed to it", async () => {
    const shop = await standIn();
    const stripe = clientOf(shop);
    const { url, received } = await webhookReceiver();
    const { secret = "" } = await stripe.webhookEndpoints.create({ url, enabled_events: [...EVENTS] });
    const { id } = await stripe.checkout.sessions.create(oneWindow());
    await shop.pay(id);
    await shop.webhooksSettled();
    expect(received).toHaveLength(1);
    const [{ body, signature } = { body: "", signature: "" }] = received;
    const event = stripe.webhooks.constructEvent(body, signature, secret);
    expect(event).toMatchObject({ type: "checkout.session.completed", data: { object: { id, payment_status: "paid", url: null } } });
    expect(() => stripe.webhooks.constructEvent(body, signature, "whsec_another")).toThrow(/signature/);
    expect(() => stripe.webhooks.constructEvent(body.replace("paid", "free"), signature, secret)).toThrow(/signature/);
  });

  test("a delivery that is not accepted is retried a few times and no more", async () => {
    const shop = await standIn({ retryDelays: [5, 5] });
    const stripe = clientOf(shop);
    const recovering = await webhookReceiver([500, 302]);
    const refusing = await webhookReceiver([500, 500, 500, 500, 500]);
    for (const { url } of [recovering, refusing]) {
      await stripe.webhookEndpoints.create({ url, enabled_events: ["checkout.session.expired"] });
    }
    const { id } = await stripe.checkout.sessions.create(oneWindow());
    await stripe.checkout.sessions.expire(id);
    await shop.webhooksSettled();
    expect([recovering.received.length, refusing.received.length]).toEqual([3, 3]);
    const bodies = recovering.received.map(({ body }) => JSON.parse(body).id);
    expect(new Set(bodies).size).toBe(1);
  });

  test("a test can send any event in any order, as often as it likes", async () => {
    const shop = await standIn();
    const stripe = clientOf(shop);
    const { url, received } = await webhookReceiver();
    const { id } = await stripe.checkout.sessions.create(oneWindow());
    await shop.pay(id);
    const backwards = shop.events().reverse();
    for (const event of backwards) {
      for (let n = 0; n < 3; n += 1) expect((await shop.deliver(event.id, { to: url, secret: "whsec_of_the_test" })).status).toBe(200);
    }
    const types = received.map(({ body, signature }) => stripe.webhooks.constructEvent(body, signature, "whsec_of_the_test").type);
    expect(types).toEqual([...Array(3).fill("checkout.session.completed"), ...Array(3).fill("payment_intent.succeeded")]);
    await expect(shop.deliver("evt_none", { to: url, secret: "whsec_x" })).rejects.toThrow("No such event");
    await expect(shop.deliver(backwards[0]?.id ?? "", { to: url })).rejects.toThrow("a secret is needed");
  });

  test("a signature that is too old is rejected by the client", async () => {
    const stripe = clientOf(await standIn());
    const old = signedDelivery({ id: "evt_1", object: "event" }, "whsec_x", Math.floor(Date.now() / 1000) - 3600);
    expect(() => stripe.webhooks.constructEvent(old.body, old.headers["stripe-signature"] ?? "", "whsec_x")).toThrow(/tolerance/);
  });
});

describe("events", () => {
  test("events are listed newest first, by type, time and page", async () => {
    let now = Date.UTC(2026, 0, 15);
    const shop = await standIn({ clock: () => now });
    const stripe = clientOf(shop);
    for (let n = 0; n < 3; n += 1) {
      now += 60_000;
      await shop.pay((await stripe.checkout.sessions.create(oneWindow())).id);
    }
    const since = Math.floor(now / 1000);
    const types: "checkout.session.completed"[] = ["checkout.session.completed"];
    const completed = await stripe.events.list({ types, limit: 2 });
    expect(completed).toMatchObject({ has_more: true, data: [{ created: since }, { created: since - 60 }] });
    const rest = await stripe.events.list({ types, starting_after: completed.data[1]?.id });
    expect(rest.data.map(({ created }) => created)).toEqual([since - 120]);
    expect((await stripe.events.list({ created: { gte: since } })).data).toHaveLength(2);
    expect((await stripe.events.list({ created: { lte: since - 1 }, types: ["payment_intent.succeeded"] })).data).toHaveLength(2);
    expect(await refusal(stripe.events.list({ limit: 101 }))).toMatchObject({ statusCode: 400, param: "limit" });
  });

  test("an event holds the object as it was, and the call that caused it", async () => {
    const shop = await standIn();
    const stripe = clientOf(shop);
    const { id } = await stripe.checkout.sessions.create(oneWindow());
    await shop.pay(id);
    const session = await stripe.checkout.sessions.retrieve(id);
    await stripe.refunds.create({ payment_intent: String(session.payment_intent), amount: 100 }, { idempotencyKey: "give-back" });
    await stripe.refunds.create({ payment_intent: String(session.payment_intent), amount: 200 });
    const [, first] = (await stripe.events.list({ types: ["charge.refunded"] })).data;
    expect(first).toMatchObject({ data: { object: { amount_refunded: 100 } }, request: { idempotency_key: "give-back" } });
    expect(first?.request?.id).toMatch(/^req_/);
  });
});
