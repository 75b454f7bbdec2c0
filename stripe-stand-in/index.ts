import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { answerHistory, HISTORY_PATH } from "./account-history.ts";
import { apiServer } from "./api-server.ts";
import { checkoutServer } from "./checkout/checkout-server.ts";
import { completeSession, completeSlowly, expireDueSessions, finishSlowly } from "./checkout/checkout-sessions.ts";
import { disputeCharge, moveDisputedFunds } from "./disputes.ts";
import { type DeliveryResult, recordEvent, send, signedDelivery, webhookDeliveries } from "./events.ts";
import { type FaultControls, faults } from "./faults.ts";
import { DEFAULT_CARD, judgeCard, refuseCard, type TestCard } from "./payments.ts";
import { payOut } from "./payouts.ts";
import { moveRefund, refundCharge } from "./refunds.ts";
import { type Context, deleteExpired, openState, type StoredSession } from "./state.ts";
import type { Dispute, Payout, Refund, StandInEvent } from "./stripe-objects.ts";

export { signedDelivery } from "./events.ts";
export type { StandInEvent } from "./stripe-objects.ts";

export interface StandInOptions {
  /** The port; 0, the default, uses a free one. */
  port?: number;
  /** The file that stores all data across restarts. Without it the data are only in memory. */
  stateFile?: string;
  log?(line: string): void;
  /** Returns milliseconds since 1970. */
  clock?(): number;
  /** The waits, in milliseconds, between the attempts to deliver a webhook that is not accepted. */
  retryDelays?: readonly number[];
}

export interface StripeStandIn extends FaultControls {
  readonly url: string;
  readonly port: number;
  stop(): Promise<void>;
  /** Returns all events, oldest first. */
  events(): StandInEvent[];
  /**
   * Sends an event once to any address; a test may repeat the call. The secret is optional if an
   * endpoint has that address.
   */
  deliver(eventId: string, target: { to: string; secret?: string }): Promise<DeliveryResult>;
  /** Resolves when no webhook is being sent or waits for another attempt. */
  webhooksSettled(): Promise<void>;
  /**
   * Pays as the Checkout page does, without a browser.
   * @throws the page's sentence if the card is not accepted
   */
  pay(sessionId: string, card?: string): Promise<void>;
  /** Opens a dispute of a paid session's charge, or records the bank's decision (`won`, `lost`). */
  dispute(sessionId: string, status?: Dispute["status"], reason?: string): Promise<Dispute>;
  /** Withdraws the disputed amount from the account, or returns it. */
  moveDisputedFunds(sessionId: string, way: "withdrawn" | "reinstated"): Promise<Dispute>;
  /** Pays by a slow method: the session is complete and unpaid until `finishPayment`. */
  paySlowly(sessionId: string): Promise<void>;
  finishPayment(sessionId: string, isPaid: boolean): Promise<void>;
  /** Declines a card on the page. */
  refuse(sessionId: string, sentence?: string): Promise<void>;
  /**
   * Sets the first status of the next refunds: `pending`, `failed`, `canceled`, or the default
   * `succeeded`.
   */
  beginRefundsAs(status: string): void;
  /** Refunds a paid session's charge as a person does in Stripe's own dashboard. */
  refundAtStripe(sessionId: string, amount: number): Promise<Refund>;
  /** Changes a refund's status later. */
  moveRefund(refundId: string, status: string): Promise<Refund>;
  refunds(): Refund[];
  /** Pays out everything that no earlier payout contains. */
  payOut(): Promise<Payout>;
}

const RETRY_DELAYS = [500, 2_000, 5_000, 15_000, 30_000];
const EXPIRY_CHECK_MS = 5_000;

/**
 * A stand-in for Stripe, for development only. It implements enough of the API that the official
 * client sees no difference.
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
    deleteExpired(state, context.now());
  };
  const server = createServer((request, response) => {
    const address = addressOf(request.url);
    letTimePass();
    const answer = address.pathname.startsWith("/v1/") ? answerApi : answerPage;
    const isHistory = request.method === "POST" && address.pathname === HISTORY_PATH;
    const answered = isHistory ? answerHistory({ context, saved }, request, response) : answer(request, response, address);
    answered.catch((error: unknown) => {
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
    payOut: async () => done(payOut(context)),
  };
  const { take: _, ...faultControls } = controls;
  const events = () => [...state.events.values()];
  return { ...faultControls, ...later, url, port: takenPort, stop, events, deliver, pay, dispute, webhooksSettled: deliveries.settled };
}

/**
 * Parses a request's target. The caller chooses this text: `//` alone is no valid address, and must
 * not end the process.
 */
function addressOf(target = "/"): URL {
  const text = `http://stand-in${target.startsWith("/") ? target : "/"}`;
  return URL.canParse(text) ? new URL(text) : new URL("http://stand-in/");
}
