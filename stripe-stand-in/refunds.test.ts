import { expect, test } from "vitest";
import { clientOf, oneWindow, refusal, standIn } from "./test-support.ts";

const shop = await standIn();
const stripe = clientOf(shop);

async function paidIntent(): Promise<string> {
  const { id } = await stripe.checkout.sessions.create(oneWindow());
  await shop.pay(id);
  return String((await stripe.checkout.sessions.retrieve(id)).payment_intent);
}

test("a payment is refunded in parts, up to the paid amount and no further", async () => {
  const payment_intent = await paidIntent();
  const part = await stripe.refunds.create({ payment_intent, amount: 10_000 });
  expect(part).toMatchObject({ object: "refund", amount: 10_000, currency: "gbp", status: "succeeded" });
  const tooMuch = await refusal(stripe.refunds.create({ payment_intent, amount: 14_691 }));
  expect(tooMuch).toMatchObject({ statusCode: 400, param: "amount" });
  expect((await stripe.refunds.create({ payment_intent })).amount).toBe(14_690);
  const again = await refusal(stripe.refunds.create({ payment_intent }));
  expect(again).toMatchObject({ statusCode: 400, code: "charge_already_refunded" });

  const charge = await stripe.charges.retrieve(String(part.charge));
  expect(charge).toMatchObject({ refunded: true, amount_refunded: 24_690 });
  expect((await stripe.charges.list()).data).toEqual([charge]);
  expect((await stripe.events.list({ types: ["charge.refunded"] })).data).toHaveLength(2);
});

test("a refund of nothing, and of an unknown payment, is rejected", async () => {
  expect(await refusal(stripe.refunds.create({}))).toMatchObject({ statusCode: 400, code: "parameter_missing" });
  expect(await refusal(stripe.refunds.create({ payment_intent: "pi_none" }))).toMatchObject({ statusCode: 404, code: "resource_missing" });
  expect(await refusal(stripe.refunds.create({ payment_intent: await paidIntent(), amount: 0 }))).toMatchObject({ param: "amount" });
  expect(await refusal(stripe.charges.retrieve("ch_none"))).toMatchObject({ statusCode: 404 });
});

test("a demo's payment is known by its id, and is refunded up to its amount", async () => {
  const refund = { payment_intent: "pi_demo_12_34680", amount: 30_000 };
  expect(await stripe.refunds.create(refund)).toMatchObject({ amount: 30_000, status: "succeeded" });
  expect(await refusal(stripe.refunds.create(refund))).toMatchObject({ statusCode: 400, param: "amount" });
  expect(await stripe.paymentIntents.retrieve("pi_demo_12_34680")).toMatchObject({ amount: 34_680, metadata: { quoteId: "12" } });
  expect(await refusal(stripe.refunds.create({ payment_intent: "pi_demo_12_0" }))).toMatchObject({ code: "resource_missing" });
});
