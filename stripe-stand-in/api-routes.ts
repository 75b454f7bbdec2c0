import { retrieveBalance } from "./account.ts";
import { createSession, expireSessionNow, listLineItems, listSessions, retrieveSession } from "./checkout/checkout-sessions.ts";
import { retrieveDispute } from "./disputes.ts";
import { listEvents } from "./events.ts";
import { listCharges, retrieveCharge, retrievePaymentIntent } from "./payments.ts";
import { listBalanceTransactions, listPayouts } from "./payouts.ts";
import { createRefund, listRefunds, retrieveRefund } from "./refunds.ts";
import type { ApiHandler } from "./state.ts";
import { StripeApiError } from "./stripe-error.ts";
import { createEndpoint, deleteEndpoint, listEndpoints } from "./webhook-endpoints.ts";

/** Every call of Stripe's API that the stand-in answers. */
const ROUTES: Record<string, ApiHandler> = {
  "GET /v1/balance": retrieveBalance,
  "POST /v1/checkout/sessions": createSession,
  "GET /v1/checkout/sessions": listSessions,
  "GET /v1/checkout/sessions/{id}": retrieveSession,
  "POST /v1/checkout/sessions/{id}/expire": expireSessionNow,
  "GET /v1/checkout/sessions/{id}/line_items": listLineItems,
  "GET /v1/charges": listCharges,
  "GET /v1/charges/{id}": retrieveCharge,
  "GET /v1/payment_intents/{id}": retrievePaymentIntent,
  "POST /v1/refunds": createRefund,
  "GET /v1/refunds": listRefunds,
  "GET /v1/refunds/{id}": retrieveRefund,
  "GET /v1/disputes/{id}": retrieveDispute,
  "GET /v1/payouts": listPayouts,
  "GET /v1/balance_transactions": listBalanceTransactions,
  "POST /v1/webhook_endpoints": createEndpoint,
  "GET /v1/webhook_endpoints": listEndpoints,
  "DELETE /v1/webhook_endpoints/{id}": deleteEndpoint,
  "GET /v1/events": listEvents,
};

/** The calls of `ROUTES`, prepared for matching. */
export const SPOKEN = Object.entries(ROUTES).map(([route, handler]) => ({
  route,
  handler,
  pattern: new RegExp(`^${route.replaceAll("/", "\\/").replace("{id}", "([^/]+)")}$`),
}));

export function findRoute(method: string, path: string): { handler: ApiHandler; id: string } {
  for (const { handler, pattern } of SPOKEN) {
    const match = pattern.exec(`${method} ${path}`);
    if (match) return { handler, id: decodeId(match[1] ?? "") };
  }
  throw new StripeApiError(404, `Unrecognized request URL (${method}: ${path}). This stand-in speaks only a part of Stripe's API.`);
}

function decodeId(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}
