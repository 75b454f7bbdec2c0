import { request } from "node:http";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createLog } from "#server/http/log.ts";
import { eventually, tidyUp } from "#server/testing/embedded-harness.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";

afterEach(tidyUp);

const lines: string[] = [];
let portal: TestPortal;
beforeAll(async () => {
  const destination = { write: (line: string) => lines.push(line) } as unknown as Parameters<typeof createLog>[1];
  portal = await startPortal({ writeLimit: 1, log: createLog("info", destination) });
});
afterAll(() => portal.stop());

test("a refusal is logged with the address that it went to; nothing else has one", async () => {
  const customer = await portal.signIn("customer");
  const from = { "x-forwarded-for": "203.0.113.77" };
  expect((await customer.get("/api/users", from)).status).toBe(403);
  expect((await customer.get("/api/user", from)).status).toBe(200);
  expect((await portal.visitor().get("/api/user", from)).status).toBe(401);
  const write = () => customer.patch(`/api/users/${customer.account?.id}/profile`, {}, from);
  expect([(await write()).status, (await write()).status]).toEqual([400, 429]);
  const seen = lines.map((line) => JSON.parse(line)).filter(({ req }) => req);
  const withAddress = seen.filter(({ ip }) => ip !== undefined);
  expect(withAddress.map(({ res, ip, userId }) => [res.status, ip, userId])).toEqual([
    [403, "203.0.113.77", customer.account?.id],
    [429, "203.0.113.77", customer.account?.id],
  ]);
  expect(seen.length).toBeGreaterThan(5);
});

test("a line holds what it says and no more: the path without its query, who by id", async () => {
  const customer = await portal.signIn("customer");
  lines.length = 0;
  await customer.get("/api/orders?search=ada");
  const line = await eventually(async () => JSON.parse(lines[0] ?? ""));
  const { req, res, msg, level, userId, ...more } = line;
  expect([req.method, req.path, res, msg, level, userId]).toEqual([
    "GET",
    "/api/orders",
    { status: 200 },
    "request completed",
    30,
    customer.account?.id,
  ]);
  expect(req.id).toMatch(/^[\da-f-]{36}$/);
  expect([Object.keys(req), Object.keys(more)]).toEqual([
    ["id", "method", "path"],
    ["time", "responseTime"],
  ]);
});

test("a request whose asker goes away is a line too, and no fault", async () => {
  lines.length = 0;
  const { port } = new URL(portal.url);
  const headers = { "Content-Type": "application/json", "Content-Length": 100, Expect: "100-continue" };
  const leaving = request({ port, host: "127.0.0.1", method: "POST", path: "/api/login", headers });
  leaving.on("error", () => {});
  leaving.on("continue", () => leaving.destroy());
  leaving.flushHeaders();
  const { level, msg } = await eventually(async () => JSON.parse(lines[0] ?? ""));
  expect([level, msg]).toEqual([30, "request aborted"]);
});
