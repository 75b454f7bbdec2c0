import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CALLS } from "#server/testing/calls/check-reply.ts";
import { EVERY_CALL, goodRequest } from "#server/testing/calls/every-call.ts";
import { recordRoutes } from "#server/testing/calls/recorded-routes.ts";
import { fetchFile } from "#server/testing/papers/read-pdf.ts";
import type { TestPortal } from "#server/testing/portal.ts";
import { createWorld } from "#server/testing/world.ts";
import { scopeOfCall } from "#shared/contract/identity/scopes.ts";
import type { ApiDescription, Operation } from "./openapi.ts";

let world: Awaited<ReturnType<typeof createWorld>>;
let portal: TestPortal;
let routes: readonly string[];
let api: ApiDescription;
let operations: ReadonlyMap<string, Operation>;
beforeAll(async () => {
  ({ built: world, routes } = await recordRoutes(createWorld));
  portal = world.portal;
  api = (await portal.visitor().get<ApiDescription>("/api/openapi.json")).body;
  const all = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => [`${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ":$1")}`, one] as const),
  );
  operations = new Map(all);
});
afterAll(() => world.shop.stop());

const operation = (route: string): Operation => {
  const found = operations.get(route);
  if (!found) throw new Error(`${route} is not described`);
  return found;
};
type Success = { readonly headers?: object; readonly content?: Record<string, unknown> };
const successOf = (one: Operation) => (one.responses["200"] ?? one.responses["201"] ?? one.responses["204"]) as Success;
const lists = CALLS.filter(({ call }) => call.paged);

test("every address that the portal serves is described, and every described address is served", async () => {
  expect([...operations.keys()].toSorted()).toEqual(routes.toSorted());
  const visitor = portal.visitor();
  for (const [route, { "x-roles": roles }] of operations) {
    const [method = "", path = ""] = route.split(" ");
    const at = path.replace(/:\w+/g, "1");
    const { status } = method === "GET" ? await visitor.get(at) : await visitor[method.toLowerCase() as "post"](at, {});
    // A quotation's or a calendar's address with a wrong secret is 404 like any other (rule T7).
    if (path.startsWith("/r/:") || path.startsWith("/calendar/:")) expect([route, status]).toEqual([route, 404]);
    // An unknown address is 404 for everyone; for a known one the role is checked first.
    else expect(roles.includes("anyone") ? status !== 404 : status === 401, `${route}: ${status}`).toBe(true);
  }
});

test("every reference of the description resolves, and every operation has a name of its own", () => {
  const references = [...JSON.stringify(api).matchAll(/"\$ref":"#\/components\/([^"]+)"/g)].map(([, path = ""]) => path.split("/"));
  expect(references.length).toBeGreaterThan(0);
  const components = api.components as Record<string, Record<string, unknown>>;
  for (const [kind = "", name = ""] of references) expect(components[kind]?.[name], `${kind} ${name}`).toBeDefined();
  const names = [...operations.values()].map(({ operationId }) => operationId);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual(expect.arrayContaining(CALLS.map(({ name }) => name)));
});

test("a reply or body that is not JSON is described with its media type", async () => {
  const boss = await portal.superAdmin();
  const customer = await portal.signIn("customer");
  const order = await portal.orderFor(customer);
  const addresses = {
    "GET /api/quotes/:id/pdf": `/api/quotes/${order.quoteId}/pdf`,
    "GET /api/orders/:id/job-card.pdf": `/api/orders/${order.id}/job-card.pdf`,
    "GET /healthz": "/healthz",
    "GET /readyz": "/readyz",
    "GET /api/docs": "/api/docs",
    "GET /api/docs/style.css": "/api/docs/style.css",
    "GET /api/openapi.json": "/api/openapi.json",
  };
  for (const [route, path] of Object.entries(addresses)) {
    const { headers, status } = await fetchFile(portal, boss, path);
    expect([status, headers.get("content-type")?.split(";")[0]]).toEqual([200, Object.keys(successOf(operation(route)).content ?? {})[0]]);
  }
  const invoice = operation("GET /api/orders/:id/invoice.pdf");
  expect([Object.keys(successOf(invoice).content ?? {}), invoice["x-roles"]]).toEqual([
    ["application/pdf"],
    ["customer", "admin", "super_admin"],
  ]);
  expect(Object.keys(successOf(operation("GET /api/remakes/:id/photos/:place")).content ?? {})).toEqual(["image/jpeg"]);
  const webhook = operation("POST /api/stripe/webhook");
  expect(webhook.parameters).toEqual([expect.objectContaining({ name: "Stripe-Signature", in: "header", required: true })]);
  expect(webhook.requestBody).toBeDefined();
});

describe("a list", () => {
  test.each(lists.map(({ name, call }) => [name, call] as const))(
    "the description of %s has its filters, its CSV and its next page",
    (_, call) => {
      const one = operation(`${call.method} ${call.path}`);
      const query = one.parameters.filter(({ in: place }) => place === "query");
      expect(query.map(({ name }) => name)).toEqual(expect.arrayContaining(["limit", "cursor"]));
      for (const { name, description } of query) expect(description, name).toMatch(/\w+.*\.$/);
      expect(Object.keys(successOf(one).content ?? {})).toEqual(["application/json", "text/csv"]);
      expect(Object.keys(successOf(one).headers ?? {})).toEqual(["Link", ...(call.mayBeClose ? ["X-Match"] : [])]);
    },
  );

  test("a described filter accepts every listed value, and refuses another", async () => {
    const boss = await portal.superAdmin();
    const fitter = await portal.signIn("customer");
    let tried = 0;
    for (const { call } of lists) {
      const path = call.path.replace(/:\w+/g, "1");
      for (const { name, schema } of operation(`GET ${call.path}`).parameters) {
        const { enum: values } = schema as { enum?: readonly string[] };
        if (!values) continue;
        // Only the fitter sees the states of quotations (rule T10).
        const who = name === "retail" ? fitter : boss;
        for (const value of values) expect((await who.get(`${path}?${name}=${value}`)).status, `${path}?${name}=${value}`).not.toBe(400);
        expect((await boss.get(`${path}?${name}=nonsense`)).status, `${path}?${name}`).toBe(400);
        tried += 1;
      }
    }
    expect(tried).toBeGreaterThanOrEqual(5);
  });
});

test("the Idempotency-Key, the sign-in and the refusals are described for the calls that have them", () => {
  for (const { name, call } of CALLS) {
    const one = operation(`${call.method} ${call.path}`);
    const scope = scopeOfCall(name);
    const token = scope === undefined ? [] : [{ token: scope === "any" ? [] : [scope] }];
    const headers = one.parameters.filter(({ in: place }) => place === "header").map(({ name }) => name);
    expect(headers, one.operationId).toEqual([...(call.idempotent ? ["Idempotency-Key"] : []), ...(call.pressed ? ["Pressed-At"] : [])]);
    expect(one.security, one.operationId).toEqual(call.roles === "anyone" ? [] : [{ session: [] }, ...token]);
    const refused = Object.keys(one.responses);
    expect(refused, one.operationId).toEqual(expect.arrayContaining(["429", "default"]));
    expect(refused.includes("401"), one.operationId).toBe(call.roles !== "anyone");
    expect(refused.includes("404"), one.operationId).toBe(call.params !== undefined);
  }
  expect(CALLS.filter(({ call }) => call.idempotent).length).toBeGreaterThan(4);
});

describe("a good request of each call, and its reply, match the description", () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  const faults = (schema: unknown, value: unknown) => {
    const validate = ajv.compile(schema as object);
    return validate(value) ? [] : validate.errors;
  };
  type Content = { readonly content?: Readonly<Record<string, { readonly schema: unknown }>> };

  /** The files of one field are a list, however many there are. */
  const sentIn = (form: FormData, files: string | undefined) =>
    Object.fromEntries([...form].map(([field, value]) => [field, field === files ? form.getAll(field).map(String) : value]));

  test.each(CALLS)("a good request of $name and its reply match the description", async ({ name, call }) => {
    const one = operation(`${call.method} ${call.path}`);
    const { method, path, body } = await goodRequest(name, world);
    const described = (one.requestBody as Content | undefined)?.content ?? {};
    if (body instanceof FormData) expect(faults(described["multipart/form-data"]?.schema, sentIn(body, call.files?.field))).toEqual([]);
    else if (body) expect(faults(described["application/json"]?.schema, body)).toEqual([]);
    else expect((one.requestBody as { required?: boolean } | undefined)?.required ?? false).toBe(false);
    const client = await world.as(EVERY_CALL[name].by);
    const send = { GET: client.get, POST: client.post, PATCH: client.patch, PUT: client.put, DELETE: client.delete }[method];
    const reply = await (method === "GET" ? client.get(path) : (send as typeof client.post)(path, body));
    const success = one.responses[String(reply.status)] as Content | undefined;
    expect(success, `${reply.status} ${reply.text}`).toBeDefined();
    const schema = success?.content?.["application/json"]?.schema;
    expect(reply.status === 204 ? [] : faults(schema, reply.body)).toEqual([]);
  });
});
