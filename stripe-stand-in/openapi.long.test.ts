import { readFile } from "node:fs/promises";
import { type Document, OpenAPIBackend, ValidationContext } from "openapi-backend";
import Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { SPOKEN } from "./api-routes.ts";
import { type FormValue, parseForm } from "./params.ts";
import { clientOf, oneWindow, refusal, standIn, webhookReceiver } from "./test-support.ts";

/** Stripe's own description of its API (2023-08-16), which is not part of the project. */
const file = process.env.STRIPE_OPENAPI;

interface Exchange {
  method: string;
  path: string;
  params: string;
  status: number;
  body: unknown;
}

/** Parameters that the client may send and the description lacks, each with the reason. */
const NOT_DESCRIBED: Record<string, Record<string, string>> = {
  PostCheckoutSessions: {
    allowed_payment_method_types: "newer than the description, which has payment_method_types in its place",
  },
  PostWebhookEndpoints: { description: "this copy of the description leaves out all that is named description" },
};

/** Operations of the stand-in that this version of the description lacks. */
const CALLS_NOT_DESCRIBED = {
  "GET /v1/disputes/{id}": "not among the calls of this copy",
  "GET /v1/payouts": "not among the calls of this copy",
  "GET /v1/balance_transactions": "not among the calls of this copy",
};

/** The operation that returns one object of each kind. */
const SHOWN_BY: Record<string, string> = {
  "checkout.session": "GetCheckoutSessionsSession",
  payment_intent: "GetPaymentIntentsIntent",
  charge: "GetChargesCharge",
  event: "GetEventsId",
};

/** Makes every call of the stand-in, succeeding and rejected, with the official client. */
async function everyCall(): Promise<{ exchanges: Exchange[]; webhooks: unknown[] }> {
  const exchanges: Exchange[] = [];
  const recording: typeof fetch = async (input, init) => {
    const { pathname, search } = new URL(String(input));
    const reply = await fetch(input, init);
    const params = init?.method === "POST" ? String(init.body ?? "") : search.slice(1);
    exchanges.push({ method: init?.method ?? "GET", path: pathname, params, status: reply.status, body: await reply.clone().json() });
    return reply;
  };
  const shop = await standIn();
  const httpClient = Stripe.createFetchHttpClient(recording);
  const stripe = clientOf(shop, { httpClient });
  const hook = await webhookReceiver();
  const endpoint = await stripe.webhookEndpoints.create({
    url: hook.url,
    enabled_events: ["*"],
    description: "Tests",
    metadata: { a: "1" },
  });
  await stripe.balance.retrieve();
  await stripe.payouts.list({ limit: 5 });
  await refusal(stripe.balanceTransactions.list({ payout: "po_none", limit: 5 }));
  await checkoutCalls(stripe, shop.pay);
  await shop.webhooksSettled();
  await stripe.webhookEndpoints.list({ limit: 3 });
  await stripe.webhookEndpoints.del(endpoint.id);
  const [event] = (await stripe.events.list({ created: { gte: 1 }, limit: 2 })).data;
  await stripe.events.list({ types: ["charge.refunded", "payment_intent.succeeded"], starting_after: event?.id });
  await refusals(stripe, clientOf(shop, { httpClient }, "sk_test_revoked_0123456789"));
  return { exchanges, webhooks: hook.received.map(({ body }) => JSON.parse(body)) };
}

async function checkoutCalls(stripe: Stripe, pay: (id: string) => Promise<void>): Promise<void> {
  const soon = Math.floor(Date.now() / 1000) + 3600;
  const paid = await stripe.checkout.sessions.create(oneWindow({ expires_at: soon }));
  await pay(paid.id);
  const unpaid = await stripe.checkout.sessions.create(oneWindow({ customer_email: undefined, allowed_payment_method_types: ["card"] }));
  await stripe.checkout.sessions.expire(unpaid.id);
  await stripe.checkout.sessions.retrieve(paid.id, { expand: ["payment_intent.latest_charge"] });
  const payment = String((await stripe.checkout.sessions.retrieve(paid.id)).payment_intent);
  await stripe.checkout.sessions.list({ limit: 5 });
  await stripe.checkout.sessions.listLineItems(paid.id, { limit: 5 });
  await stripe.paymentIntents.retrieve(payment);
  const refund = await stripe.refunds.create({ payment_intent: payment, amount: 500 });
  await stripe.refunds.retrieve(refund.id);
  await stripe.refunds.list({ payment_intent: payment, limit: 5 });
  const [charge] = (await stripe.charges.list({ limit: 1 })).data;
  await stripe.charges.retrieve(charge?.id ?? "");
}

async function refusals(stripe: Stripe, revoked: Stripe): Promise<void> {
  await refusal(revoked.balance.retrieve());
  await refusal(stripe.checkout.sessions.create(oneWindow({ customer_email: "nobody" })));
  await refusal(stripe.checkout.sessions.retrieve("cs_test_none"));
  await refusal(stripe.refunds.create({ payment_intent: "pi_none" }));
  await refusal(stripe.disputes.retrieve("dp_none"));
  await stripe.checkout.sessions.create(oneWindow(), { idempotencyKey: "twice" });
  await refusal(stripe.checkout.sessions.create(oneWindow({ client_reference_id: "other" }), { idempotencyKey: "twice" }));
}

if (!file) {
  describe.skip("Stripe's own description of its API", () => {
    test("the description check is skipped because STRIPE_OPENAPI names no file", () => {});
  });
} else {
  const api = await loadDescription(file);
  const { exchanges, webhooks } = await everyCall();
  const operationOf = ({ method, path }: Pick<Exchange, "method" | "path">) => api.router.matchOperation({ method, path, headers: {} });
  const described = exchanges.filter((exchange) => operationOf(exchange));

  const requestErrors = (exchange: Exchange) => {
    const operation = operationOf(exchange);
    const params = withoutNewer(withArrays(parseForm(exchange.params)), operation?.operationId ?? "");
    const request = { method: exchange.method, path: exchange.path, headers: { "content-type": "application/x-www-form-urlencoded" } };
    const isPost = exchange.method === "POST";
    // The validator accepts nested queries (`created[gte]`), but its type does not.
    const query = (isPost ? {} : params) as Record<string, string>;
    return api.validator.validateRequest({ ...request, body: isPost ? params : {}, query }, operation).errors;
  };
  /**
   * Returns the errors of a reply, and of the objects expanded in it, each checked against its own
   * description.
   */
  const replyErrors = (body: unknown, operation: string, status: number) => {
    const { flat, inside } = flattened(body);
    const nested = inside.map((object) => api.validateResponse(object, SHOWN_BY[String(object.object)] ?? "").errors);
    return [api.validateResponse(flat, operation, status).errors, ...nested].filter(Boolean).flat();
  };

  describe("Stripe's own description of its API", () => {
    test("the description covers every call of the stand-in, and each call was made", () => {
      const made = new Set(exchanges.map(({ method, path }) => `${method} ${path}`));
      const notMade = SPOKEN.filter(({ pattern }) => ![...made].some((call) => pattern.test(call)));
      expect(notMade).toEqual([]);
      const unknown = SPOKEN.filter(({ route }) => !operationOf({ method: route.split(" ")[0] ?? "", path: route.split(" ")[1] ?? "" }));
      expect(unknown.map(({ route }) => route)).toEqual(Object.keys(CALLS_NOT_DESCRIBED));
    });

    test.each(
      described.map((exchange, n) => [n, exchange.method, exchange.path.replace(/\w{24,}/, "…"), exchange.status, exchange] as const),
    )("the exchange %i: %s %s, answered %i, fits the description", (_n, _method, _path, status, exchange) => {
      expect(requestErrors(exchange)).toBeNull();
      expect(replyErrors(exchange.body, operationOf(exchange)?.operationId ?? "", status)).toEqual([]);
    });

    test("the webhooks and their objects fit the description", () => {
      expect(webhooks.map((event) => (event as { type: string }).type)).toEqual([
        "payment_intent.succeeded",
        "checkout.session.completed",
        "checkout.session.expired",
        "refund.created",
        "charge.refunded",
      ]);
      for (const event of webhooks) expect(replyErrors(event, "GetEventsId", 200)).toEqual([]);
    });

    test("the description check notices an unknown parameter, a lost key and a wrong type", () => {
      const made = described.find(({ method, path, status }) => method === "POST" && path.endsWith("/sessions") && status === 200);
      if (!made) throw new Error("No session was made.");
      expect(requestErrors({ ...made, params: `${made.params}&colour=red` })).not.toBeNull();
      expect(requestErrors({ ...made, params: made.params.replace("mode=payment", "mode=barter") })).not.toBeNull();
      const { created: _, ...lacking } = made.body as { created: number };
      expect(replyErrors(lacking, "PostCheckoutSessions", 200)).not.toEqual([]);
      expect(replyErrors({ ...lacking, created: 1, amount_total: "12.00" }, "PostCheckoutSessions", 200)).not.toEqual([]);
    });
  });
}

function withoutNewer(params: Record<string, unknown>, operation: string): Record<string, unknown> {
  const newer = NOT_DESCRIBED[operation] ?? {};
  return Object.fromEntries(Object.entries(params).filter(([name]) => !(name in newer)));
}

/** Converts lists to the form that a JSON Schema expects. */
function withArrays(form: FormValue): Record<string, unknown> {
  const convert = (value: FormValue): unknown => {
    if (typeof value === "string") return value;
    const entries = Object.entries(value).map(([key, inner]) => [key, convert(inner)] as const);
    const isList = entries.length > 0 && entries.every(([key]) => /^\d+$/.test(key));
    return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
  };
  return convert(form) as Record<string, unknown>;
}

/**
 * This description allows only ids for expandable fields, so an expanded object is checked
 * separately.
 */
function flattened(body: unknown): { flat: unknown; inside: Record<string, unknown>[] } {
  const inside: Record<string, unknown>[] = [];
  const walk = (value: unknown, key = ""): unknown => {
    if (Array.isArray(value)) return value.map((each) => walk(each));
    if (value === null || typeof value !== "object") return value;
    const copy: Record<string, unknown> = Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, walk(inner, name)]));
    const isThing = typeof copy.id === "string" && String(copy.object) in SHOWN_BY;
    if (isThing && ["payment_intent", "latest_charge", "charge", "object"].includes(key)) inside.push(copy);
    return isThing && key !== "" && key !== "object" ? copy.id : copy;
  };
  return { flat: walk(body), inside };
}

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * Converts Stripe's OpenAPI file for the validator. OpenAPI 3.0 writes `nullable` beside an enum or
 * an `anyOf`; JSON Schema expects null among the choices.
 */
async function loadDescription(path: string): Promise<OpenAPIBackend> {
  const definition = nullsAsChoices(JSON.parse(await readFile(path, "utf8"))) as unknown as Document;
  const api = new OpenAPIBackend({
    definition,
    quick: true,
    ajvOpts: { strict: false, allErrors: true, allowUnionTypes: true, formats: { "unix-time": true, decimal: true } },
    // A form contains only text, so a boolean is "true" there and an integer "5".
    customizeAjv: (ajv, options, context) => {
      const Validator = ajv.constructor as new (options: object) => typeof ajv;
      return context === ValidationContext.RequestBody ? new Validator({ ...options, coerceTypes: true }) : ajv;
    },
  });
  await api.init();
  return api;
}

function nullsAsChoices(node: Json): Json {
  if (Array.isArray(node)) return node.map(nullsAsChoices);
  if (node === null || typeof node !== "object") return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, nullsAsChoices(value)]));
  if (copy.nullable !== true) return copy;
  const { nullable: _, ...schema } = copy;
  if (Array.isArray(schema.enum)) schema.enum = [...schema.enum, null];
  if (Array.isArray(schema.anyOf)) schema.anyOf = [...schema.anyOf, { type: "null" }];
  if (typeof schema.type === "string") schema.type = [schema.type, "null"];
  return schema;
}
