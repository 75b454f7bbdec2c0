import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { builtClient } from "#server/platform/http/web.ts";
import { takesForm } from "#server/testing/calls/call-case.ts";
import { CALLS } from "#server/testing/calls/check-reply.ts";
import { EVERY_CALL, goodRequest } from "#server/testing/calls/every-call.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import { createWorld } from "#server/testing/world.ts";
import { documents, workshopPaperPath } from "#shared/contract/parts/papers.ts";
import { isWrite } from "#shared/http/endpoint.ts";

/**
 * Tests the headers of every reply: of each call, each other route and each file, on success and on
 * error.
 */

const POLICY = {
  "default-src": "'self'",
  "script-src": "'self'",
  "style-src": "'self'",
  "img-src": "'self' blob: data:",
  "font-src": "'self'",
  "connect-src": "'self'",
  "object-src": "'none'",
  "base-uri": "'none'",
  "worker-src": "'self'",
  "form-action": "'self'",
  "frame-ancestors": "'none'",
};

let world: Awaited<ReturnType<typeof createWorld>>;
let folder: string;
/** Three instances: with the client on http and on https, and one whose database is gone. */
let plain: TestPortal;
let secure: TestPortal;
let broken: TestPortal;
beforeAll(async () => {
  world = await createWorld();
  folder = mkdtempSync(join(tmpdir(), "tiltrod-headers-"));
  await mkdir(join(folder, "assets"));
  writeFileSync(join(folder, "index.html"), "<!doctype html><html><head><title>Tiltrod</title></head><body></body></html>");
  writeFileSync(join(folder, "favicon.svg"), "<svg/>");
  writeFileSync(join(folder, "assets", "app-1.js"), "1;");
  writeFileSync(join(folder, "assets", "app-1.js.br"), brotliCompressSync("1;"));
  const web = builtClient(folder, "Tiltrod");
  const beside = world.portal;
  plain = await startPortal({ beside, web });
  secure = await startPortal({ beside, web, publicUrl: new URL("https://portal.test") });
  broken = await startPortal({ beside });
  await broken.db.$client.end();
  // A pool can be ended only once, and the portal's own stop would end it again.
  Object.assign(broken.db.$client, { end: async () => {} });
});
afterAll(async () => {
  await Promise.all([plain.stop(), secure.stop(), broken.stop()]);
  await world.shop.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Sent {
  readonly method?: string;
  readonly client?: TestClient;
  readonly body?: BodyInit;
  readonly headers?: Readonly<Record<string, string>>;
}
interface Answer {
  readonly status: number;
  readonly headers: Headers;
}

async function ask(portal: TestPortal, path: string, { method = "GET", client, body, headers }: Sent = {}): Promise<Answer> {
  const cookie = client ? [...client.cookies].map(([name, value]) => `${name}=${value}`).join("; ") : "";
  const reply = await fetch(new URL(path, portal.url), {
    method,
    redirect: "manual",
    headers: { ...(cookie && { cookie }), ...headers },
    ...(body !== undefined && { body }),
  });
  await reply.arrayBuffer();
  return { status: reply.status, headers: reply.headers };
}

function expectSafe(path: string, { status, headers }: Answer, { https = false } = {}): void {
  const what = `${path} ${status}`;
  const policy = Object.fromEntries(
    (headers.get("content-security-policy") ?? "").split(";").map((each) => each.split(/ (.*)/).slice(0, 2)),
  );
  const isPdf = headers.get("content-type") === "application/pdf";
  expect(policy, what).toEqual({ ...POLICY, ...(isPdf && { "object-src": "'self'" }) });
  expect(headers.get("x-content-type-options"), what).toBe("nosniff");
  expect(headers.get("x-frame-options"), what).toBe("DENY");
  expect(headers.get("permissions-policy"), what).toContain("camera=(self), ");
  for (const feature of ["microphone", "geolocation", "payment", "usb"])
    expect(headers.get("permissions-policy"), what).toContain(`${feature}=()`);
  expect(headers.get("referrer-policy"), what).toBe("same-origin");
  expect(headers.get("cross-origin-resource-policy"), what).toBe("same-origin");
  expect(headers.get("x-powered-by"), what).toBeNull();
  expect(headers.get("strict-transport-security"), what).toBe(https ? "max-age=31536000; includeSubDomains" : null);
  expect(headers.get("cross-origin-opener-policy"), what).toBe(https ? "same-origin" : null);
  if (path.startsWith("/api")) {
    const isPhoto = headers.get("content-type") === "image/jpeg";
    expect(headers.get("cache-control"), what).toBe(
      isPhoto ? "private, max-age=86400, immutable" : isPdf ? "private, no-store" : "no-store",
    );
  }
  const type = headers.get("content-type");
  if (status !== 204 && status !== 304) expect(type, what).toMatch(/^(application\/(problem\+)?(json|pdf)|image\/(jpeg|svg\+xml)|text\/)/);
  if (/^text|json/.test(type ?? "")) expect(type, what).toMatch(/charset=utf-8$/);
}

describe("of every call", () => {
  test.each(CALLS)("the replies of $name have safe headers, on success and when refused", async ({ name, call }) => {
    const { by } = EVERY_CALL[name];
    const asked = await goodRequest(name, world);
    const json = { "content-type": "application/json" };
    const sent = (client?: TestClient, more: Sent = {}): Sent => ({
      method: asked.method,
      ...(client && { client }),
      ...(asked.body instanceof FormData ? { body: asked.body } : asked.body && { body: JSON.stringify(asked.body), headers: json }),
      ...more,
    });
    const seen: number[] = [];
    const check = async (path: string, request: Sent) => {
      const answer = await ask(world.portal, path, request);
      expectSafe(path, answer);
      seen.push(answer.status);
    };
    const rightful = await world.as(by);
    if (call.roles !== "anyone") {
      await check(asked.path, sent());
      await check(asked.path, sent(await world.as("suspended")));
    }
    if (call.roles !== "anyone" && !call.roles.includes("supplier")) await check(asked.path, sent(await world.as("supplier")));
    if (isWrite(call)) {
      await check(asked.path, sent(rightful, { headers: { ...json, "sec-fetch-site": "cross-site" } }));
      await check(asked.path, sent(rightful, { body: "a=1", headers: { "content-type": "text/plain" } }));
      if (!takesForm(call)) {
        await check(asked.path, sent(rightful, { body: "{", headers: json }));
        await check(asked.path, sent(rightful, { body: "{", headers: { ...json, accept: "application/problem+json" } }));
        await check(asked.path, sent(rightful, { body: " ".repeat(1_100_000), headers: json }));
      }
    } else if (call.paged) await check(`${asked.path}?limit=none`, sent(rightful));
    if (call.path.includes(":id")) await check(call.path.replace(":id", "2147483647"), sent(rightful));
    if (call.paged) await check(asked.path, sent(rightful, { headers: { accept: "text/csv" } }));
    // A passkey's challenge belongs to the person who was named last.
    await check(asked.path, sent(await world.as(by)));
    expect(seen.at(-1)).toBeLessThan(300);
    const least = call.roles !== "anyone" ? 3 : isWrite(call) ? 6 : 1;
    expect(seen.length).toBeGreaterThanOrEqual(least);
  });
});

describe("of other routes", () => {
  test("documents and photos have safe headers, on success and when refused", async () => {
    const [quote, order, remake] = [await world.draft(), await world.paidOrder(), await world.remake(true)];
    const paths = [
      documents.quotation.path.replace(":id", String(quote)),
      documents.invoice.path.replace(":id", String(order)),
      ...[documents.jobCard, documents.deliveryNote].map(({ path }) => path.replace(":id", String(order))),
      ...(["jobCards", "labels"] as const).map((name) => workshopPaperPath(name, [order])),
      `/api/remakes/${remake}/photos/1`,
      `/api/remakes/${remake}/photos/1?size=thumb`,
    ];
    for (const path of paths) {
      const statuses: number[] = [];
      for (const person of ["superAdmin", "nobody", "other", "supplier"] as const) {
        const answer = await ask(plain, path, { client: await world.as(person) });
        expectSafe(path, answer);
        statuses.push(answer.status);
      }
      expect(statuses.slice(0, 2)).toEqual([200, 401]);
    }
  });

  const FILES = [
    "/",
    "/orders",
    "/no/such/page",
    "/favicon.svg",
    "/assets/app-1.js",
    "/assets/gone.js",
    "/assets/",
    "/assets/../index.html",
    "/%ff",
  ];
  const OPEN = ["/healthz", "/readyz", "/api/openapi.json", "/api/docs", "/api/docs/style.css", "/api", "/api/nope", "/api/%ZZ"];
  test.each([...FILES, ...OPEN])("the reply at %s has safe headers, on http and on https", async (path) => {
    const client = await world.as("customer");
    for (const sent of [{}, { client }, { method: "HEAD" }, { method: "POST" }, { headers: { "accept-encoding": "br" } }]) {
      expectSafe(path, await ask(plain, path, sent));
      expectSafe(path, await ask(secure, path, sent), { https: true });
    }
  });

  test("a delivery that Stripe did not sign is refused with safe headers", async () => {
    expectSafe("/api/stripe/webhook", await ask(plain, "/api/stripe/webhook", { method: "POST", body: "{}" }));
  });

  test("only signing out clears the browser's store of this person's pages", async () => {
    const path = `/api/remakes/${await world.remake(true)}/photos/1`;
    const client = await plain.openSession(await plain.createAccount("super_admin"));
    expect((await ask(plain, path, { client })).headers.get("clear-site-data")).toBeNull();
    const out = await ask(plain, "/api/logout", { method: "POST", client });
    expect([out.status, out.headers.get("clear-site-data")]).toEqual([204, '"cache"']);
  });

  test("a page is never cached, and a hashed file for ever", async () => {
    expect((await ask(plain, "/orders")).headers.get("cache-control")).toBe("no-cache");
    expect((await ask(plain, "/assets/app-1.js")).headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  });
});

describe("of faults", () => {
  test("a fault without a database has safe headers", async () => {
    const client = await world.as("customer");
    const seen: number[] = [];
    for (const path of ["/api/user", "/api/orders", "/readyz"]) {
      const answer = await ask(broken, path, { client });
      expectSafe(path, answer);
      seen.push(answer.status);
    }
    for (const status of seen) expect(status).toBeGreaterThanOrEqual(500);
  });

  test("a fault of a handler has safe headers", async () => {
    // This portal has no Stripe, so the call fails.
    const path = `/api/quotes/${await world.sentQuote()}/pay`;
    const answer = await ask(plain, path, { method: "POST", client: await world.as("customer") });
    expect(answer.status).toBe(500);
    expectSafe(path, answer);
  });

  test("a refusal for too many attempts has safe headers", async () => {
    const body = JSON.stringify({ email: "nobody@company.test", password: "not this one" });
    const headers = { "content-type": "application/json", "x-forwarded-for": "203.0.113.9" };
    let answer: Answer | undefined;
    for (let tries = 0; tries < 11; tries += 1) answer = await ask(plain, "/api/login", { method: "POST", body, headers });
    expect(answer?.status).toBe(429);
    if (answer) expectSafe("/api/login", answer);
  });
});
