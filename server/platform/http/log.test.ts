import { request } from "node:http";
import { connect } from "node:net";
import type { RequestHandler } from "express";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { eventually, tidyUp } from "#server/testing/database/embedded-harness.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import { Refusal } from "./errors.ts";
import { createLog } from "./log.ts";

afterEach(tidyUp);

const lines: string[] = [];
let portal: TestPortal;
beforeAll(async () => {
  const destination = { write: (line: string) => lines.push(line) } as unknown as Parameters<typeof createLog>[1];
  portal = await startPortal({ writeLimit: 1, log: createLog("info", destination) });
});
afterAll(() => portal.stop());

test("a log line contains the client's address only for a refusal", async () => {
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

test("a log line contains the path without its query, the account's id, and no more personal data", async () => {
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

const SECRET = "OIp5ah6juOpaQNpisDHVvVGjCGGNg1WQQYK1Uaq1dgw";
test.each([
  `/calendar/${SECRET}.ics`,
  `http://portal.test/calendar/${SECRET}.ics`,
  `//calendar/${SECRET}.ics`,
  `/%63alendar/${SECRET}.ics`,
  `/./calendar/${SECRET}.ics`,
  `http://portal.test/r/${SECRET.slice(0, 22)}/photo`,
])("a log line contains no secret of an address, however it is written: %s", async (path) => {
  lines.length = 0;
  const { port } = new URL(portal.url);
  await new Promise<void>((done, fail) => {
    request({ port, host: "127.0.0.1", path, headers: { host: "portal.test" } }, (reply) => reply.resume().on("end", done))
      .on("error", fail)
      .end();
  });
  const { req } = await eventually(async () => JSON.parse(lines[0] ?? ""));
  expect(req.path).toContain("…");
  expect(lines.join()).not.toContain(SECRET.slice(0, 22));
});

test("a request whose client disconnects has a log line too, and is no fault", async () => {
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

/** Sends text on a connection of its own, and returns the bytes received until it is closed. */
const heardOf = (text: string): Promise<string> =>
  new Promise((done, fail) => {
    let heard = "";
    const socket = connect(Number(new URL(portal.url).port), "127.0.0.1", () => socket.write(text));
    socket.on("data", (chunk) => {
      heard += chunk.toString();
    });
    socket.on("close", () => done(heard)).on("error", fail);
  });
const HEAD = "Host: portal.test\r\n";

test.each([
  ["no request", "GARBAGE\r\n\r\n", 400, "HPE_INVALID_METHOD"],
  [
    "two lengths",
    `POST /api/login HTTP/1.1\r\n${HEAD}Content-Length: 5\r\nContent-Length: 6\r\n\r\n`,
    400,
    "HPE_UNEXPECTED_CONTENT_LENGTH",
  ],
  ["a header beyond all measure", `GET / HTTP/1.1\r\n${HEAD}X: ${"a".repeat(20_000)}\r\n\r\n`, 431, "HPE_HEADER_OVERFLOW"],
  ["a tunnel", `CONNECT elsewhere.test:443 HTTP/1.1\r\n${HEAD}\r\n`, 405, "CONNECT"],
])("a request that never reaches the application is refused and logged: %s", async (_what, text, status, code) => {
  lines.length = 0;
  expect(await heardOf(text)).toContain(`HTTP/1.1 ${status} `);
  const line = await eventually(async () => JSON.parse(lines.find((each) => each.includes(code)) ?? ""));
  expect(line).toMatchObject({ status, code, ip: "127.0.0.1", msg: "request unreadable", level: 30 });
  expect(lines.join()).not.toContain("elsewhere");
});

test("a connection opened in advance, or left in the middle, is not logged as a refusal", async () => {
  lines.length = 0;
  await new Promise<void>((done) => {
    const socket = connect(Number(new URL(portal.url).port), "127.0.0.1", () => socket.end("GET / HT"));
    socket.resume().on("close", () => done());
  });
  expect((await portal.visitor().get("/healthz")).status).toBe(200);
  expect(lines.filter((line) => line.includes("unreadable"))).toEqual([]);
});

test("a 503 because of overload is logged as a warning, and any other as an error", async () => {
  const busy = new Refusal(503, "Too much is asked for at once", { retryAfter: 5 });
  const away = new Refusal(503, "There is no room", { cause: new Error("disk full") });
  const heard: { level: number; msg: string; res?: { status: number } }[] = [];
  const destination = { write: (line: string) => heard.push(JSON.parse(line)) } as unknown as Parameters<typeof createLog>[1];
  const web: RequestHandler = (req) => {
    throw req.path === "/busy" ? busy : away;
  };
  const other = await startPortal({ beside: portal, web, log: createLog("info", destination) });
  await other.visitor().get("/busy");
  await other.visitor().get("/away");
  await eventually(async () => expect(heard.filter(({ msg }) => msg === "request completed")).toHaveLength(2));
  const lines = heard.filter(({ msg }) => msg === "request completed").map(({ level, res }) => [level, res?.status]);
  expect(lines).toEqual([
    [40, 503],
    [50, 503],
  ]);
  await other.stop();
});
