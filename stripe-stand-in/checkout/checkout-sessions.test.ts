import { describe, expect, test } from "vitest";
import { clientOf, oneWindow, refusal, standIn } from "#stripe-stand-in/test-support.ts";

let now = Date.UTC(2026, 0, 15, 12);
const shop = await standIn({ clock: () => now });
const stripe = clientOf(shop);
const seconds = () => Math.floor(now / 1000);

describe("making a session", () => {
  test("a new session adds up the amounts and leads to the stand-in's own page", async () => {
    const session = await stripe.checkout.sessions.create(oneWindow());
    expect(session).toMatchObject({
      object: "checkout.session",
      amount_subtotal: 24_690,
      amount_total: 24_690,
      currency: "gbp",
      status: "open",
      payment_status: "unpaid",
      payment_intent: null,
      client_reference_id: "quote-7",
      metadata: { quoteId: "7" },
      expires_at: seconds() + 24 * 3600,
    });
    expect(session.url).toBe(`${shop.url}/c/pay/${session.id}`);
    expect(session.lastResponse.requestId).toMatch(/^req_/);
  });

  test.each<[string, object, string, string | undefined]>([
    ["no lines", { line_items: [] }, "line_items", "parameter_missing"],
    ["no way back", { success_url: undefined }, "success_url", "parameter_missing"],
    ["an address that is a script", { success_url: "javascript:alert(1)" }, "success_url", "url_invalid"],
    ["a strange e-mail", { customer_email: "nobody" }, "customer_email", "email_invalid"],
    ["an empty text", { client_reference_id: "" }, "client_reference_id", "parameter_invalid_empty"],
    ["29 minutes to pay", { expires_at: seconds() + 29 * 60 }, "expires_at", undefined],
    ["25 hours to pay", { expires_at: seconds() + 25 * 3600 }, "expires_at", undefined],
    ["a parameter that Stripe does not know", { colour: "red" }, "colour", "parameter_unknown"],
    ["what the present API has no more", { payment_method_types: ["card"] }, "payment_method_types", "parameter_unknown"],
    ["a bank debit", { allowed_payment_method_types: ["bacs_debit"] }, "allowed_payment_method_types[0]", undefined],
    ["a subscription", { mode: "subscription" }, "mode", undefined],
  ])("a session with %s is rejected, naming the parameter", async (_, changes, param, code) => {
    const error = await refusal(stripe.checkout.sessions.create(oneWindow(changes)));
    expect(error).toMatchObject({ type: "StripeInvalidRequestError", statusCode: 400, param, code });
  });

  test.each([
    ["a negative amount", { unit_amount: -1, currency: "gbp", product_data: { name: "x" } }, "line_items[0][price_data][unit_amount]"],
    [
      "a fraction of a penny",
      { unit_amount: 10.5, currency: "gbp", product_data: { name: "x" } },
      "line_items[0][price_data][unit_amount]",
    ],
    ["no name", { unit_amount: 500, currency: "gbp", product_data: { name: "" } }, "line_items[0][price_data][product_data][name]"],
    ["no such currency", { unit_amount: 500, currency: "xyz", product_data: { name: "x" } }, "line_items[0][price_data][currency]"],
  ])("a line with %s is rejected, naming its place", async (_, price_data, param) => {
    const error = await refusal(stripe.checkout.sessions.create(oneWindow({ line_items: [{ price_data, quantity: 1 }] })));
    expect(error).toMatchObject({ statusCode: 400, param });
  });

  test("a total below 30p is rejected with Stripe's error code", async () => {
    const line = { price_data: { currency: "gbp", unit_amount: 29, product_data: { name: "x" } }, quantity: 1 };
    const error = await refusal(stripe.checkout.sessions.create(oneWindow({ line_items: [line] })));
    expect(error.code).toBe("amount_too_small");
  });
});

describe("the life of a session", () => {
  test("a paid session is complete with its payment, charge and metadata, and has no page", async () => {
    const { id } = await stripe.checkout.sessions.create(oneWindow());
    await shop.pay(id);
    const session = await stripe.checkout.sessions.retrieve(id, { expand: ["payment_intent.latest_charge"] });
    expect(session).toMatchObject({
      status: "complete",
      payment_status: "paid",
      url: null,
      customer_details: { email: "buyer@example.com" },
    });
    expect(session.payment_intent).toMatchObject({
      status: "succeeded",
      amount_received: 24_690,
      metadata: { quoteId: "7" },
      latest_charge: { paid: true, amount: 24_690, payment_method_details: { card: { last4: "4242" } } },
    });
  });

  test("a session expires by the clock or by a call, and then it can't be expired or paid", async () => {
    const byTime = await stripe.checkout.sessions.create(oneWindow({ expires_at: seconds() + 1800 }));
    const byCall = await stripe.checkout.sessions.create(oneWindow());
    expect(await stripe.checkout.sessions.expire(byCall.id)).toMatchObject({ status: "expired", url: null });
    now += 1800_000;
    expect(await stripe.checkout.sessions.retrieve(byTime.id)).toMatchObject({ status: "expired", payment_status: "unpaid", url: null });
    const error = await refusal(stripe.checkout.sessions.expire(byTime.id));
    expect(error).toMatchObject({ statusCode: 400, message: expect.stringContaining('status in ["open"]') });
    await expect(shop.pay(byTime.id)).rejects.toThrow("status of expired");
  });

  test("lists are newest first and in pages; line items keep their order", async () => {
    const made = [];
    for (const n of [1, 2, 3]) made.unshift((await stripe.checkout.sessions.create(oneWindow({ metadata: { n } }))).id);
    const first = await stripe.checkout.sessions.list({ limit: 2 });
    expect(first.data.map(({ id }) => id)).toEqual(made.slice(0, 2));
    expect(first.has_more).toBe(true);
    const second = await stripe.checkout.sessions.list({ limit: 1, starting_after: made[1] });
    expect(second.data.map(({ id }) => id)).toEqual([made[2]]);
    const lines = await stripe.checkout.sessions.listLineItems(made[0] ?? "", { limit: 5 });
    expect(lines.data).toMatchObject([{ description: "Quote 7: 3 windows", quantity: 2, amount_total: 24_690 }]);
  });

  test("an unknown session is a 404 that names its id", async () => {
    const error = await refusal(stripe.checkout.sessions.retrieve("cs_test_none"));
    expect(error).toMatchObject({ statusCode: 404, code: "resource_missing", message: "No such checkout.session: 'cs_test_none'" });
  });

  test("a property that can't be expanded is rejected", async () => {
    const { id } = await stripe.checkout.sessions.create(oneWindow());
    const error = await refusal(stripe.checkout.sessions.retrieve(id, { expand: ["wallet_options.x"] }));
    expect(error.message).toBe("This property cannot be expanded (wallet_options.x).");
  });
});
