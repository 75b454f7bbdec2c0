import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { apiServer } from "./api-server.ts";
import { checkoutServer } from "./checkout-server.ts";
import { completeSession, expireDueSessions } from "./checkout-sessions.ts";
import { disputeCharge } from "./disputes.ts";
import { type DeliveryResult, recordEvent, send, signedDelivery, webhookDeliveries } from "./events.ts";
import { type FaultControls, faults } from "./faults.ts";
import { DEFAULT_CARD, judgeCard } from "./payments.ts";
import { type Context, forgetOld, openState } from "./state.ts";
import type { Dispute, StandInEvent } from "./stripe-objects.ts";

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
  /** Pays as the Checkout page does, without a browser. Throws the page's sentence where the card is not accepted. */
  pay(sessionId: string, card?: string): Promise<void>;
  /** The card's holder disputes a paid session's charge, or the bank decides about it (`won`, `lost`). */
  dispute(sessionId: string, status?: Dispute["status"], reason?: string): Promise<Dispute>;
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
  const context: Context = {
    state,
    get baseUrl() {
      return url;
    },
    now: () => Math.floor(clock() / 1000),
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
  const { take: _, ...faultControls } = controls;
  const events = () => [...state.events.values()];
  return { ...faultControls, url, port: takenPort, stop, events, deliver, pay, dispute, webhooksSettled: deliveries.settled };
}

/** The text after the host comes from the caller: `//` alone is no address, and must not end the process. */
function addressOf(target = "/"): URL {
  const text = `http://stand-in${target.startsWith("/") ? target : "/"}`;
  return URL.canParse(text) ? new URL(text) : new URL("http://stand-in/");
}
