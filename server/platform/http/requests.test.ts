import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { desc } from "drizzle-orm";
import supertest from "supertest";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { auditEntries } from "#server/schema/records.ts";
import { succeeded } from "#server/testing/builders.ts";
import { CALLS } from "#server/testing/calls/check-reply.ts";
import { holding, LISTS, wrongEntries } from "#server/testing/calls/lists-of-requests.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { PASSWORD, startPortal, type TestPortal } from "#server/testing/portal.ts";
import { type Endpoint, isWrite } from "#shared/http/endpoint.ts";

let portal: TestPortal;
let superAdmin: TestClient;
let customer: TestClient;
let supplier: TestClient;
beforeAll(async () => {
  portal = await startPortal();
  superAdmin = await portal.superAdmin();
  customer = await portal.signIn("customer");
  supplier = await portal.signIn("supplier");
  // A call that checks rights before its body reads the body only for a record that exists.
  succeeded(await superAdmin.post("/api/company/webhooks", { url: "https://hooks.example.com/", types: ["order.created"] }));
});
afterAll(() => portal.stop());

const write = (client: TestClient, call: Endpoint, body?: unknown, headers?: Record<string, string>) =>
  client[call.method.toLowerCase() as "post" | "patch" | "put" | "delete"](call.path.replace(":id", "1"), body, headers);

/** The super admin, or a customer or supplier for calls of traders or workshops only. */
function whoMay({ roles }: Endpoint): TestClient {
  if (roles === "anyone" || roles.includes("super_admin")) return superAdmin;
  return roles.includes("customer") ? customer : supplier;
}

const WRITES = CALLS.filter(({ call }) => isWrite(call));
const JSON_WRITES = WRITES.filter(({ call }) => !call.files);
const PLAIN = "text/plain; charset=utf-8";

describe("the origin of a request", () => {
  const OWN: Record<string, string>[] = [
    { "sec-fetch-site": "same-origin" },
    { "sec-fetch-site": "none" },
    { origin: "http://portal.test" },
    {},
  ];
  test.each(OWN)("a write from our own pages and programs is accepted: %j", async (headers) => {
    expect((await customer.post("/api/quotes", {}, headers)).status).toBe(400);
  });

  test("a read is open to any page, because a page cannot see the reply", async () => {
    expect((await customer.get("/api/quotes", { "sec-fetch-site": "cross-site" })).status).toBe(200);
  });
});

describe("errors are a sentence, or a problem document on request", () => {
  test("a refusal is a sentence of plain text by default", async () => {
    const { status, text, headers } = await customer.post("/api/quotes", { items: [] });
    expect([status, text, headers.get("content-type")]).toEqual([400, "At least one window is required", PLAIN]);
  });

  test("a refusal is a problem document on request, with every broken rule of a 400", async () => {
    const { status, body, headers } = await portal
      .visitor()
      .post("/api/register", { email: "no", password: "short" }, { accept: "application/problem+json" });
    expect(headers.get("content-type")).toMatch(/^application\/problem\+json/);
    expect(body).toEqual({
      type: "about:blank",
      title: "Bad Request",
      status,
      detail: "Please enter a valid email address",
      errors: [
        { path: "email", message: "Please enter a valid email address" },
        { path: "password", message: "Password must be at least 6 characters" },
        { path: "companyName", message: "Company name must be at least 2 characters" },
        { path: "contactName", message: "Contact name must be at least 2 characters" },
      ],
    });
  });

  test.each(["/api/nope", "/api", "/api/", "/api/quotes/1/nope", "/api/orders/1/status", "/api/%ZZ"])(
    "the address %s is a 404 with a sentence",
    async (path) => {
      const { status, text, headers } = await customer.get(path);
      expect([status, headers.get("content-type")]).toEqual([404, PLAIN]);
      expect(text).toMatch(/^[A-Z][a-z ]+ not found$/);
    },
  );
});

test.each(["/api/openapi.json", "/api/docs", "/api/docs/style.css"])(
  "the reply at %s is built once, and not sent again to a client that has it",
  async (path) => {
    const { status, headers } = await portal.visitor().get(path);
    const made = vi.spyOn(JSON, "stringify");
    const again = await portal.visitor().get(path);
    // fetch would send its own Cache-Control header with it.
    const same = await supertest(portal.url)
      .get(path)
      .set("If-None-Match", headers.get("etag") ?? "none");
    const described = made.mock.calls.filter(([value]) => typeof value === "object" && value !== null && "openapi" in value);
    made.mockRestore();
    expect([status, again.status, same.status, same.text, described]).toEqual([200, 200, 304, "", []]);
    expect(again.headers.get("etag")).toBe(headers.get("etag"));
  },
);

test.each(["/", "/orders", "/api/user", "/api/nope", "/healthz"])("a TRACE request gets no content back: %s", async (path) => {
  // fetch refuses to send TRACE.
  const asked = request(new URL(path, portal.url), { method: "TRACE", headers: { cookie: "planted=secret" } }).end();
  const [reply] = (await once(asked, "response")) as [IncomingMessage];
  expect([reply.statusCode, await text(reply)]).toEqual([404, expect.not.stringContaining("secret")]);
});

describe("the body of a write", () => {
  test.each(JSON_WRITES)("the call $name accepts JSON only", async ({ call }) => {
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]) {
      const { status, headers } = await write(whoMay(call), call, "a=1", { "content-type": type });
      expect([status, headers.get("content-type")]).toEqual([415, PLAIN]);
    }
  });

  test.each(['{"items":', "[1,2", "{'a':1}", "\u0000"])("a body that is not JSON is a 400: %j", async (body) => {
    const { status, text } = await customer.post("/api/quotes", body, { "content-type": "application/json" });
    expect([status, text]).toEqual([400, "The request is not valid JSON"]);
  });

  test.each(["7", '"text"', "[]", "true"])("a body of JSON that is no object is a 400: %s", async (body) => {
    const { status, text } = await customer.post("/api/quotes", body, { "content-type": "application/json" });
    expect([status, text]).toEqual([400, "The request needs a JSON object"]);
  });

  test("a body over 1 MB is 413, and one just under is read", async () => {
    const bodyOf = (bytes: number) => JSON.stringify({ items: "x".repeat(bytes - 12) });
    const large = await customer.post("/api/quotes", bodyOf(1024 * 1024 + 1), { "content-type": "application/json" });
    expect([large.status, large.text]).toEqual([413, "The request is too large: at most 1 MB"]);
    const near = await customer.post("/api/quotes", bodyOf(1024 * 1024), { "content-type": "application/json" });
    expect([near.status, near.text]).toEqual([400, "At least one window is required"]);
  });

  test.each(JSON_WRITES.filter(({ call }) => call.roles === "anyone"))(
    "the call $name reads at most 16 kB of a stranger",
    async ({ call }) => {
      const bodyOf = (bytes: number) => JSON.stringify({ x: "x".repeat(bytes - 8) });
      const large = await write(portal.visitor(), call, bodyOf(16 * 1024 + 1), { "content-type": "application/json" });
      expect([large.status, large.text]).toEqual([413, "The request is too large: at most 16 kB"]);
      const near = await write(portal.visitor(), call, bodyOf(16 * 1024), { "content-type": "application/json" });
      // A call without a body succeeds.
      expect(call.body ? [204, 400] : [200, 204]).toContain(near.status);
    },
  );

  test.each(JSON_WRITES.filter(({ call }) => call.roles !== "anyone"))("the call $name reads nothing of a stranger", async ({ call }) => {
    const { status, text } = await write(portal.visitor(), call, "{".repeat(20_000), { "content-type": "application/json" });
    expect([status, text]).toEqual([401, "Please sign in"]);
  });

  test("a body that is nested 200,000 deep is refused, and is no fault", async () => {
    const depth = 200_000;
    const body = `{"items":${"[".repeat(depth)}${"]".repeat(depth)}}`;
    const { status } = await customer.post("/api/quotes", body, { "content-type": "application/json" });
    expect(status).toBe(400);
  });

  test.each([
    ["a list", `{"items":[${"{},".repeat(200_000)}{}]}`, "The request holds too long a list"],
    ["an object", `{${Array.from({ length: 60_000 }, (_, at) => `"k${at}":1,`).join("")}"items":[]}`, "The request holds too many fields"],
  ])("%s without end is refused before its parts are validated", async (_, body, sentence) => {
    const { status, text } = await customer.post("/api/quotes", body, { "content-type": "application/json" });
    expect([status, text]).toEqual([400, sentence]);
  });

  const problems = { accept: "application/problem+json" };
  test.each(LISTS.filter(({ part, call }) => part === "body" && !call.files))(
    "the call $name reports 10,000 wrong entries in $path as one problem in a short reply",
    async ({ call, path }) => {
      const { status, body, text } = await write(whoMay(call), call, holding({ path }, wrongEntries(10_000)), problems);
      expect([status, (body as { errors: unknown[] }).errors.length]).toEqual([400, 1]);
      expect(text.length).toBeLessThan(500);
    },
  );

  test("a body with 200 windows full of wrong entries reports 100 problems", async () => {
    const list = wrongEntries(20);
    const items = Array.from({ length: 200 }, () => ({ tPostsMm: list, midRailHeightsMm: list, overriddenChecks: list }));
    const { status, body, text } = await customer.post<{ errors: unknown[] }>("/api/quotes", { items }, problems);
    expect([status, body.errors.length]).toEqual([400, 100]);
    expect(text.length).toBeLessThan(20_000);
  });

  test("a compressed body is refused and not decompressed", async () => {
    const packed = { "content-type": "application/json", "content-encoding": "gzip" };
    const { status, text } = await portal.visitor().post("/api/login", gzipSync('{"email":"a@b.example","password":"secret1"}'), packed);
    expect([status, text]).toEqual([415, "The request's encoding is not supported"]);
  });

  test.each(['"a\\u0000b"', '"\\ud800"', '"\\udc00 half"'])("a text that cannot be stored is a 400: %s", async (text) => {
    const body = `{"companyName":${text},"contactName":"Contact","address":"1 High Street"}`;
    const reply = await customer.patch(`/api/users/${customer.account?.id}/profile`, body, { "content-type": "application/json" });
    expect([reply.status, reply.text]).toEqual([400, "The text contains characters that cannot be stored"]);
  });

  test("text of any language and emoji is stored unchanged, without the blank ends of a name", async () => {
    const profile = { companyName: "Žaluzie  & 窓 🪟", contactName: "أحمد", address: "1 Straße\n2 ‏שורה" };
    const sent = { ...profile, companyName: `  ${profile.companyName}\u00a0\n` };
    const { body } = await customer.patch(`/api/users/${customer.account?.id}/profile`, sent);
    expect(body).toMatchObject(profile);
  });
});

describe("an id that no row can have is a 404", () => {
  const withId = CALLS.filter(({ name, call }) => call.path.includes(":id") && !call.body && !call.files && !name.startsWith("accounts."));
  test.each(withId)("the call $name with an id that no row can have is a 404", async ({ name, call }) => {
    for (const id of ["2147483648", "99999999999999999999", "0", "-1", "1.5", "abc", "1e3", "%20"]) {
      const path = call.path.replace(":id", id);
      const client = name === "payments.pay" || name === "payments.confirm" ? customer : whoMay(call);
      const { status } = call.method === "GET" ? await client.get(path) : await write(client, { ...call, path: path as `/api/${string}` });
      expect([id, status]).toEqual([id, 404]);
    }
  });
});

describe("the headers of every reply", () => {
  test.each(["/api/user", "/api/nope", "/api/openapi.json", "/healthz"])("the reply at %s has the headers of every reply", async (path) => {
    const { headers } = await customer.get(path);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("x-powered-by")).toBeNull();
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe-|\*/);
  });

  test("a reply to a signed-in person is stored by no cache", async () => {
    expect((await customer.get("/api/orders")).headers.get("cache-control")).toBe("no-store");
  });

  test("the addresses for alive and ready need no session", async () => {
    expect((await portal.visitor().get("/healthz")).status).toBe(200);
    expect((await portal.visitor().get("/readyz")).status).toBe(200);
  });
});

test.each([
  ["fe80::1%eth0", "fe80::1"],
  ["2001:db8::7", "2001:db8::7"],
  ["192.0.2.7:443", "192.0.2.7"],
  ["[2001:db8::7]:443", "2001:db8::7"],
  ["unknown", "0.0.0.0"],
])("the audit trail can store any address that a proxy's header contains: %s", async (forwarded, ip) => {
  const { email } = await portal.createAccount("customer");
  const reply = await portal.visitor().post("/api/forgot-password", { email }, { "x-forwarded-for": forwarded });
  expect(reply.status).toBe(204);
  // The job that looks for the account writes the entry.
  await portal.mails();
  const [entry] = await portal.db.select().from(auditEntries).orderBy(desc(auditEntries.id)).limit(1);
  expect(entry).toMatchObject({ action: "accounts.forgotPassword", ip });
});

test.each([
  [0, "198.51.100.7", "127.0.0.1"],
  [1, "198.51.100.7", "198.51.100.7"],
  [1, "203.0.113.66, 198.51.100.7", "198.51.100.7"],
  [2, "203.0.113.66, 198.51.100.7, 192.0.2.1", "198.51.100.7"],
])("%i configured proxies are trusted, and nothing that a person adds before them: %s", async (trustProxy, forwarded, ip) => {
  const behind = await startPortal({ beside: portal, trustProxy });
  try {
    const { email } = await portal.createAccount("customer");
    await behind.visitor().post("/api/login", { email, password: PASSWORD }, { "x-forwarded-for": forwarded, "x-real-ip": "203.0.113.66" });
    const [entry] = await portal.db.select().from(auditEntries).orderBy(desc(auditEntries.id)).limit(1);
    expect(entry).toMatchObject({ action: "accounts.login", actorEmail: email, ip });
  } finally {
    await behind.stop();
  }
});

test("a header without a configured proxy cannot claim that a connection is encrypted", async () => {
  const open = await startPortal({ beside: portal, trustProxy: 0, publicUrl: new URL("https://portal.test") });
  try {
    const { email } = await portal.createAccount("customer");
    const visitor = open.visitor();
    await visitor.post("/api/login", { email, password: PASSWORD }, { "x-forwarded-proto": "https" });
    expect([...visitor.cookies]).toEqual([]);
  } finally {
    await open.stop();
  }
});
