import { expect, test } from "vitest";
import { clientOf, oneWindow, refusal, standIn } from "./test-support.ts";

const shop = await standIn();
const stripe = clientOf(shop);

async function paidIntent(): Promise<string> {
  const { id } = await stripe.checkout.sessions.create(oneWindow());
  await shop.pay(id);
  return String((await stripe.checkout.sessions.retrieve(id)).payment_intent);
}

test("a payment is given back in parts, up to what was paid and no further", async () => {
  const payment_intent = await paidIntent();
  const part = await stripe.refunds.create({ payment_intent, amount: 10_000, reason: "requested_by_customer", metadata: { remake: 4 } });
  expect(part).toMatchObject({ object: "refund", amount: 10_000, currency: "gbp", status: "succeeded", metadata: { remake: "4" } });
  const tooMuch = await refusal(stripe.refunds.create({ payment_intent, amount: 14_691 }));
  expect(tooMuch).toMatchObject({ statusCode: 400, param: "amount" });
  expect((await stripe.refunds.create({ payment_intent })).amount).toBe(14_690);
  const again = await refusal(stripe.refunds.create({ payment_intent }));
  expect(again).toMatchObject({ statusCode: 400, code: "charge_already_refunded" });

  const charge = await stripe.charges.retrieve(String(part.charge), { expand: ["refunds"] });
  expect(charge).toMatchObject({ refunded: true, amount_refunded: 24_690 });
  expect(charge.refunds?.data.map(({ amount }) => amount)).toEqual([14_690, 10_000]);
  expect(await stripe.refunds.retrieve(part.id)).toEqual(part);
  expect((await stripe.refunds.list({ payment_intent })).data).toHaveLength(2);
  expect((await stripe.events.list({ type: "charge.refunded" })).data).toHaveLength(2);
});

test("a refund of nothing, and of what is unknown, is refused", async () => {
  expect(await refusal(stripe.refunds.create({}))).toMatchObject({ statusCode: 400, code: "parameter_missing" });
  expect(await refusal(stripe.refunds.create({ payment_intent: "pi_none" }))).toMatchObject({ statusCode: 404, code: "resource_missing" });
  expect(await refusal(stripe.refunds.create({ payment_intent: await paidIntent(), amount: 0 }))).toMatchObject({ param: "amount" });
  expect(await refusal(stripe.refunds.retrieve("re_none"))).toMatchObject({ statusCode: 404 });
  expect(await refusal(stripe.charges.retrieve("ch_none"))).toMatchObject({ statusCode: 404 });
  expect(await refusal(stripe.paymentIntents.retrieve("pi_none"))).toMatchObject({ statusCode: 404 });
});

test("payments and charges are listed, and found by each other", async () => {
  const payment = await paidIntent();
  const [newest] = (await stripe.paymentIntents.list({ limit: 1 })).data;
  expect(newest?.id).toBe(payment);
  const [charge] = (await stripe.charges.list({ payment_intent: payment })).data;
  expect(charge?.id).toBe((await stripe.paymentIntents.retrieve(payment)).latest_charge);
});
