import { resumeRefunds } from "#server/features/payments/refunds/refund-payment.ts";
import { WEBHOOK_SECRET } from "#server/testing/shop.ts";
import { invoiceNumber } from "#shared/domain/trade/status.ts";
import { actAtStripe, checkoutsOf, type Deed, ofCompany, part, recent, recordReply, type Scene } from "./scene.ts";

export const pressPay: Deed = async (scene) => {
  const quote = recent(scene, await ofCompany.quotes(scene));
  if (quote) recordReply(scene, `pay quote ${quote.id}`, await scene.customer.post(`/api/quotes/${quote.id}/pay`));
};

export const pressPaySeveral: Deed = async (scene) => {
  const owed = (await ofCompany.owed(scene)).slice(-4);
  const chosen = owed.filter(() => scene.random.isTrue(0.7)).map(({ number }) => invoiceNumber(number));
  if (chosen.length > 0) recordReply(scene, `pay ${chosen}`, await scene.customer.post("/api/account/pay", { numbers: chosen }));
};

export const payAtStripe: Deed = async (scene) => {
  const session = (await checkoutsOf(scene)).at(-1 - scene.random.below(2));
  if (!session) return;
  const { standIn } = scene.shop;
  if (scene.random.isTrue(0.15)) return actAtStripe(scene, "card refused", () => standIn.refuse(session.id));
  const slowly = scene.random.isTrue(0.2);
  await actAtStripe(scene, slowly ? "pay slowly" : "pay", () => (slowly ? standIn.paySlowly(session.id) : standIn.pay(session.id)));
};

export const payByCard: Deed = async (scene) => {
  await (scene.random.isTrue(0.6) ? pressPay : pressPaySeveral)(scene);
  await payAtStripe(scene);
  if (scene.random.isTrue(0.7)) await deliverEvents(scene);
};

export const finishSlow: Deed = async (scene) => {
  const { shop, random } = scene;
  for (const { id } of await checkoutsOf(scene)) {
    const session = await shop.stripe.checkout.sessions.retrieve(id);
    if (session.status !== "complete" || session.payment_status === "paid") continue;
    await actAtStripe(scene, "slow payment ends", () => shop.standIn.finishPayment(id, random.isTrue(0.6)));
  }
};

export const returnFromStripe: Deed = async (scene) => {
  const quote = recent(scene, await ofCompany.quotes(scene));
  // An account may send only a few of these a minute, so the clock moves on.
  scene.shop.portal.clock.advance(5_000);
  if (quote && scene.random.isTrue(0.3))
    recordReply(scene, `confirm ${quote.id}`, await scene.customer.post(`/api/quotes/${quote.id}/confirm-payment`));
};

const sessionOfCard = async (scene: Scene) =>
  recent(
    scene,
    (await ofCompany.payments(scene)).filter(({ method }) => method === "card"),
  )?.stripeSessionId;

export const refundAtStripe: Deed = async (scene) => {
  const session = await sessionOfCard(scene);
  if (!session) return;
  const { random, shop } = scene;
  const intent = await shop.stripe.checkout.sessions.retrieve(session);
  shop.standIn.beginRefundsAs(random.isTrue(0.7) ? "succeeded" : "pending");
  const amount = part(scene, intent.amount_total ?? 1);
  await actAtStripe(scene, `refund ${amount} of ${session.slice(-6)} in the dashboard`, () => shop.standIn.refundAtStripe(session, amount));
  shop.standIn.beginRefundsAs("succeeded");
};

export const advanceRefund: Deed = async (scene) => {
  const { random, shop } = scene;
  const given = recent(
    scene,
    (await ofCompany.refunds(scene)).filter(({ stripeRefundId }) => stripeRefundId !== null),
  );
  if (!given?.stripeRefundId) return;
  const { status } = await shop.stripe.refunds.retrieve(given.stripeRefundId);
  const next = random.oneOf(status === "pending" ? ["succeeded", "succeeded", "failed", "canceled"] : ["failed"]) ?? "failed";
  if (status !== "pending" && status !== "succeeded") return;
  await actAtStripe(scene, `refund ${given.id} ${next}`, () => shop.standIn.moveRefund(given.stripeRefundId ?? "", next));
};

export const dispute: Deed = async (scene) => {
  const session = await sessionOfCard(scene);
  if (!session) return;
  const { random, shop } = scene;
  const { standIn } = shop;
  const intent = await shop.stripe.checkout.sessions.retrieve(session);
  const at = await shop.stripe.paymentIntents.retrieve(String(intent.payment_intent));
  const charge = await shop.stripe.charges.retrieve(String(at.latest_charge));
  const name = session.slice(-6);
  if (!charge.disputed) {
    if (charge.amount_refunded > 0) return;
    await actAtStripe(scene, `dispute ${name}`, () => standIn.dispute(session));
    if (random.isTrue(0.8)) await actAtStripe(scene, `withdraw ${name}`, () => standIn.moveDisputedFunds(session, "withdrawn"));
    return;
  }
  const begun = standIn
    .events()
    .find(({ type, data }) => type === "charge.dispute.created" && (data.object as { charge?: string }).charge === charge.id);
  const known = await shop.stripe.disputes.retrieve(begun?.data.object.id ?? "");
  if (known.status === "won" || known.status === "lost") return;
  const isTaken = known.balance_transactions.length % 2 === 1;
  if (random.isTrue(0.4)) {
    if (isTaken) await actAtStripe(scene, `reinstate ${name}`, () => standIn.moveDisputedFunds(session, "reinstated"));
    await actAtStripe(scene, `won ${name}`, () => standIn.dispute(session, "won"));
  } else if (random.isTrue(0.5)) {
    if (!isTaken) await actAtStripe(scene, `withdraw ${name}`, () => standIn.moveDisputedFunds(session, "withdrawn"));
    await actAtStripe(scene, `lost ${name}`, () => standIn.dispute(session, "lost"));
  } else if (!isTaken) await actAtStripe(scene, `withdraw ${name}`, () => standIn.moveDisputedFunds(session, "withdrawn"));
};

/** Collects Stripe's new events, and delivers some: in any order, some twice, some not yet. */
export const deliverEvents: Deed = async (scene) => {
  const { random, waiting } = scene;
  const told: string[] = [];
  while (waiting.length > 0 && random.isTrue(0.9)) {
    const [id = ""] = waiting.splice(random.isTrue(0.7) ? 0 : random.below(waiting.length), 1);
    await deliverEvent(scene, id);
    told.push(id);
  }
  const again = random.oneOf(told);
  if (again && random.isTrue(0.3)) await deliverEvent(scene, again);
};

export async function deliverEvent(scene: Scene, id: string): Promise<void> {
  const { shop } = scene;
  const target = { to: `${shop.portal.url}/api/stripe/webhook`, secret: WEBHOOK_SECRET };
  const answer = await shop.standIn.deliver(id, target).catch(() => null);
  // Stripe waits for ten seconds, which may pass on a busy machine, and delivers the event again
  // later.
  if (answer === null) {
    scene.waiting.push(id);
    return;
  }
  const { status, body } = answer;
  const event = shop.standIn.events().find((one) => one.id === id);
  recordReply(scene, `event ${event?.type} of ${event?.data.object.id.slice(-6)}`, { status, text: body });
}

export const resume: Deed = async ({ shop, told }) => {
  told.push("refunds go on");
  await resumeRefunds(shop.deps, shop.stripe);
};
