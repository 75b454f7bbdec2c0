import Stripe from "stripe";
import { expect, test, vi } from "vitest";
import { fetchCheckoutState } from "./checkout-session.ts";

/** A fake of Stripe for replies that cannot be produced over HTTP on demand. */
function asked(session: object | Error) {
  const retrieve = vi.fn(async () => {
    if (session instanceof Error) throw session;
    return session;
  });
  const stripe = { checkout: { sessions: { retrieve } } } as unknown as Stripe;
  return { retrieve, state: () => fetchCheckoutState(stripe, "cs_1") };
}

const charge = { id: "ch_1", created: 1_790_000_000, amount_refunded: 250 };
const paid = {
  id: "cs_1",
  status: "complete",
  payment_status: "paid",
  url: null,
  metadata: { quoteId: "12", portal: "https://portal.test" },
  amount_total: 12_000,
  currency: "gbp",
  livemode: true,
  payment_intent: { id: "pi_1", latest_charge: charge },
};
const payment = {
  sessionId: "cs_1",
  intentId: "pi_1",
  madeBy: "https://portal.test",
  quoteId: 12,
  checkoutId: null,
  amount: 12_000,
  currency: "gbp",
  refunded: 250,
  live: true,
  paidAt: new Date("2026-09-21T14:13:20Z"),
};

test("a paid session is returned with its charge: amount, refunds and time of payment", async () => {
  const { state, retrieve } = asked(paid);
  expect(await state()).toEqual({ state: "paid", payment });
  expect(retrieve).toHaveBeenCalledExactlyOnceWith("cs_1", { expand: ["payment_intent.latest_charge"] });
});

test.each<[string, object, object]>([
  ["by its id alone", { payment_intent: "pi_1" }, { intentId: "pi_1", refunded: 0, paidAt: null }],
  ["with a charge by its id alone", { payment_intent: { id: "pi_1", latest_charge: "ch_1" } }, { refunded: 0, paidAt: null }],
  ["without a charge", { payment_intent: { id: "pi_1", latest_charge: null } }, { refunded: 0, paidAt: null }],
  ["not at all", { payment_intent: null }, { intentId: null, refunded: 0, paidAt: null }],
  ["without our marks", { metadata: null }, { madeBy: null, quoteId: null }],
  ["with marks of another shop's", { metadata: {} }, { madeBy: null, quoteId: null }],
  ["without a sum", { amount_total: null, currency: null }, { amount: 0, currency: "" }],
])("a payment that Stripe returns %s is read with defaults", async (_, told, differs) => {
  expect(await asked({ ...paid, ...told }).state()).toEqual({ state: "paid", payment: { ...payment, ...differs } });
});

test.each<[string, number | null]>([
  ["1", 1],
  ["999999999", 999_999_999],
  ["1000000000", null],
  ["0", null],
  ["012", null],
  ["Q12", null],
  ["12a", null],
  ["1a2", null],
  ["", null],
])("the quote number %j in a session's metadata is read as %j", async (quoteId, number) => {
  expect(await asked({ ...paid, metadata: { ...paid.metadata, quoteId } }).state()).toMatchObject({ payment: { quoteId: number } });
});

const unpaid = { ...paid, payment_status: "unpaid", payment_intent: null };
test.each<[string, object, object]>([
  ["open", { ...unpaid, status: "open", url: "https://stripe.test/1" }, { state: "open", url: "https://stripe.test/1" }],
  ["open without an address to go to", { ...unpaid, status: "open", url: null }, { state: "processing" }],
  ["done with, but for an address that is left", { ...unpaid, url: "https://stripe.test/1" }, { state: "processing" }],
  ["expired", { ...unpaid, status: "expired" }, { state: "expired" }],
  ["done with, the money on its way", unpaid, { state: "processing" }],
])("a session that is %s has the right state", async (_, session, state) => {
  expect(await asked(session).state()).toEqual(state);
});

test("a session unknown to Stripe is gone, and any other failure is thrown", async () => {
  const failure = (code: string) => new Stripe.errors.StripeInvalidRequestError({ type: "invalid_request_error", message: "No", code });
  expect(await asked(failure("resource_missing")).state()).toEqual({ state: "gone" });
  await expect(asked(failure("lock_timeout")).state()).rejects.toThrow("No");
  await expect(asked(new TypeError("Broken")).state()).rejects.toThrow("Broken");
});
