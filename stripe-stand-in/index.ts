import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { apiServer } from "./api-server.ts";
import { checkoutServer } from "./checkout/checkout-server.ts";
import { completeSession, completeSlowly, expireDueSessions, finishSlowly } from "./checkout/checkout-sessions.ts";
import { disputeCharge, moveDisputedFunds } from "./disputes.ts";
import { type DeliveryResult, recordEvent, send, signedDelivery, webhookDeliveries } from "./events.ts";
import { type FaultControls, faults } from "./faults.ts";
import { DEFAULT_CARD, judgeCard, refuseCard, type TestCard } from "./payments.ts";
import { moveRefund, refundCharge } from "./refunds.ts";
import { type Context, forgetOld, openState, type StoredSession } from "./state.ts";
import type { Dispute, Refund, StandInEvent } from "./stripe-objects.ts";

export { signedDelivery } from "./events.ts";
export type { StandInEvent } from "./stripe-objects.ts";

export interface StandInOptions {
  /** 0, the default, takes a free port. */
  port?: number;
  /** The file that keeps everything across restarts. Without it, everything is only in memory. */
  stateFile?: string;
  log?(line: string): void;
  /** Milliseconds since 1970. */
  clock?(): number;
  /** The waits, in milliseconds, between the tries of a webhook that is not accepted. */
  retryDelays?: readonly number[];
}

export interface StripeStandIn extends FaultControls {
  readonly url: string;
  readonly port: number;
  stop(): Promise<void>;
  /** All events, oldest first. */
  events(): StandInEvent[];
  /**
   * Sends an event once; a test may repeat it, to any address. The secret may be left out where an endpoint has that
   * address.
   */
  deliver(eventId: string, target: { to: string; secret?: string }): Promise<DeliveryResult>;
  /** Resolves when no webhook is under way or waiting for another try. */
  webhooksSettled(): Promise<void>;
  /**
   * Pays as the Checkout page does, without a browser. Throws the page's sentence where the card is
   * not accepted.
   */
  pay(sessionId: string, card?: string): Promise<void>;
  /**
   * The card's holder disputes a paid session's charge, or the bank decides about it (`won`,
   * `lost`).
   */
  dispute(sessionId: string, status?: Dispute["status"], reason?: string): Promise<Dispute>;
  /** The disputed money is taken from the account, or brought back. */
  moveDisputedFunds(sessionId: string, way: "withdrawn" | "reinstated"): Promise<Dispute>;
  /**
   * Pays by a slow method: the session is complete and not paid. `finishPayment` says what became
   * of it.
   */
  paySlowly(sessionId: string): Promise<void>;
  finishPayment(sessionId: string, isPaid: boolean): Promise<void>;
  /** A card is refused at the page. */
  refuse(sessionId: string, sentence?: string): Promise<void>;
  /** How the next refunds begin: `pending`, `failed`, `canceled`; `succeeded` unless it is said. */
  beginRefundsAs(status: string): void;
  /** Refunds a paid session's charge as a person does in Stripe's own dashboard. */
  refundAtStripe(sessionId: string, amount: number): Promise<Refund>;
  /** What becomes of a refund later. */
  moveRefund(refundId: string, status: string): Promise<Refund>;
  refunds(): Refund[];
}

const RETRY_DELAYS = [500, 2_000, 5_000, 15_000, 30_000];
const EXPIRY_CHECK_MS = 5_000;

/**
 * A stand-in for Stripe, for development only: it answers enough of the API that the official client sees no
 * difference.
 */
export async function startStripeStandIn(options: StandInOptions = {}): Promise<StripeStandIn> {
  const { port = 0, log = () => {}, clock = Date.now, retryDelays = RETRY_DELAYS } = options;
  const { state, save } = await openState(options.stateFile, log);
  const saved = () => save().catch((error: unknown) => log(`The Stripe stand-in could not keep its state: ${error}`));
  const deliveries = webhookDeliveries({ state, retryDelays, log, changed: saved });
  let url = "";
  let refundsBeginAs = "succeeded";
  const context: Context = {
    state,
    get baseUrl() {
      return url;
    },
    now: () => Math.floor(clock() / 1000),
    nextRefund: () => refundsBeginAs,
    emit: (...event) => {
      deliveries.start(recordEvent(context, ...event));
      saved();
    },
  };
  const controls = faults();
  const answerApi = apiServer({ context, faults: controls, saved, log });
  const answerPage = checkoutServer({ context, saved });

  const letTimePass = () => {
    expireDueSessions(context);
    forgetOld(state, context.now());
  };
  const server = createServer((request, response) => {
    const address = addressOf(request.url);
    letTimePass();
    const answer = address.pathname.startsWith("/v1/") ? answerApi : answerPage;
    answer(request, response, address).catch((error: unknown) => {
      log(`The Stripe stand-in failed: ${error}`);
      response.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", resolve));
  const { port: takenPort } = server.address() as AddressInfo;
  url = `http://127.0.0.1:${takenPort}`;

  const timer = setInterval(letTimePass, EXPIRY_CHECK_MS).unref();

  const stop = async () => {
    clearInterval(timer);
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await Promise.all([closed, deliveries.stop()]);
    await saved();
  };
  const deliver: StripeStandIn["deliver"] = async (eventId, { to, secret }) => {
    const event = state.events.get(eventId);
    const known = secret ?? [...state.endpoints.values()].find((endpoint) => endpoint.url === to)?.secret;
    if (!event || !known)
      throw new Error(event ? `No endpoint has the address ${to}, so a secret is needed.` : `No such event: ${eventId}`);
    return send(to, signedDelivery(event, known));
  };
  const pay: StripeStandIn["pay"] = async (sessionId, number = DEFAULT_CARD) => {
    const stored = state.sessions.get(sessionId);
    const card = judgeCard(number);
    if (!stored || typeof card === "string") throw new Error(stored ? String(card) : `No such session: ${sessionId}`);
    completeSession(context, stored, stored.session.customer_email, card);
    await saved();
  };
  const dispute: StripeStandIn["dispute"] = async (sessionId, status = "needs_response", reason = "product_not_received") => {
    const intent = state.paymentIntents.get(state.sessions.get(sessionId)?.session.payment_intent ?? "");
    const disputed = disputeCharge(context, intent?.latest_charge ?? "", status, reason);
    await saved();
    return disputed;
  };
  const chargeOf = (sessionId: string): string =>
    state.paymentIntents.get(state.sessions.get(sessionId)?.session.payment_intent ?? "")?.latest_charge ?? "";
  const storedSession = (sessionId: string): StoredSession => {
    const stored = state.sessions.get(sessionId);
    if (!stored) throw new Error(`No such session: ${sessionId}`);
    return stored;
  };
  const done = async <Result>(result: Result): Promise<Result> => {
    await saved();
    return result;
  };
  const later = {
    moveDisputedFunds: async (sessionId: string, way: "withdrawn" | "reinstated") =>
      done(moveDisputedFunds(context, chargeOf(sessionId), way)),
    paySlowly: async (sessionId: string) => done(completeSlowly(context, storedSession(sessionId), judgeCard(DEFAULT_CARD) as TestCard)),
    finishPayment: async (sessionId: string, isPaid: boolean) => done(finishSlowly(context, storedSession(sessionId), isPaid)),
    refuse: async (sessionId: string, sentence = "Your card was declined.") => {
      refuseCard(context, storedSession(sessionId), sentence);
      await saved();
    },
    beginRefundsAs: (status: string) => {
      refundsBeginAs = status;
    },
    refundAtStripe: async (sessionId: string, amount: number) => done(refundCharge(context, chargeOf(sessionId), amount)),
    moveRefund: async (refundId: string, status: string) => done(moveRefund(context, refundId, status)),
    refunds: () => [...state.refunds.values()],
  };
  const { take: _, ...faultControls } = controls;
  const events = () => [...state.events.values()];
  return { ...faultControls, ...later, url, port: takenPort, stop, events, deliver, pay, dispute, webhooksSettled: deliveries.settled };
}

/**
 * The text after the host comes from the caller: `//` alone is no address, and must not end the
 * process.
 */
function addressOf(target = "/"): URL {
  const text = `http://stand-in${target.startsWith("/") ? target : "/"}`;
  return URL.canParse(text) ? new URL(text) : new URL("http://stand-in/");
}
