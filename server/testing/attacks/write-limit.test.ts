import express, { type RequestHandler } from "express";
import supertest from "supertest";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SignedInUser } from "#server/platform/http/call.ts";
import { countReads } from "#server/platform/http/limits.ts";
import { succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { askForRemake, picture } from "#server/testing/photos.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";

/**
 * Tests the number of writes and reads of an account in a minute, all calls together (rule C14).
 */

const SENTENCE = "You have made too many changes in a minute. Nothing was stored; please wait a moment and try again.";
let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal({ writeLimit: 5 });
});
afterAll(() => portal.stop());

const rename = (client: TestClient, companyName: string) =>
  client.patch(`/api/users/${client.account?.id}/profile`, { companyName, contactName: "Somebody", address: "1 High Street" });

test("a write beyond the limit is a 429 and stores nothing; reads, signing out and other accounts are unaffected", async () => {
  const [one, other] = [await portal.signIn("customer"), await portal.signIn("customer")];
  for (let time = 1; time <= 4; time += 1) expect((await rename(one, `Name ${time}`)).status).toBe(200);
  // Another call, and one that is refused, count as well.
  expect((await one.post("/api/quotes", {})).status).toBe(400);
  for (const refused of [await rename(one, "Name 6"), await one.post("/api/quotes", {})]) {
    expect([refused.status, refused.text]).toEqual([429, SENTENCE]);
    const wait = Number(refused.headers.get("retry-after"));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
  }
  for (let time = 0; time < 20; time += 1) expect((await one.get("/api/user")).status).toBe(200);
  expect((await one.get<{ user: unknown }>("/api/user")).body.user).toMatchObject({ companyName: "Name 4" });
  expect((await rename(other, "Another")).status).toBe(200);
  expect((await one.post("/api/logout")).status).toBe(204);
});

test("a read beyond the limit is a 429 with the time to wait; writes, photos, pages and others are unaffected", async () => {
  const calm = await startPortal({ beside: portal, readLimit: 5, web: (_req, res) => void res.send("the page") });
  try {
    const [one, other] = [await calm.signIn("customer"), await calm.signIn("customer")];
    const { id } = await portal.orderFor(one);
    const [photo = ""] = succeeded(await askForRemake(one, id, [await picture()])).photos;
    const page = () => one.get("/orders");
    for (let time = 0; time < 7; time += 1) expect([(await one.get(photo)).status, (await page()).status]).toEqual([200, 200]);
    const read = async () => (await one.get("/api/orders")).status;
    // Signing in read once. Another call, and one that is refused, count as well.
    const rest = [await read(), (await one.get("/api/user")).status, (await one.get("/api/users")).status, await read()];
    expect(rest).toEqual([200, 200, 403, 200]);
    const refused = await one.get(`/api/orders/${id}/pieces`);
    expect(refused.status).toBe(429);
    expect(refused.text).toMatch(/^Too many requests\. Try again in (1 second|\d+ seconds)\.$/);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(60);
    expect([(await one.get(photo)).status, (await page()).status, (await rename(one, "Still here")).status]).toEqual([200, 200, 200]);
    expect((await other.get("/api/orders")).status).toBe(200);
  } finally {
    await calm.stop();
  }
});

test("a write in View As counts for the super admin's account, not for the viewed person's", async () => {
  const account = await portal.createAccount("customer");
  const boss = await portal.createAccount("super_admin");
  const [viewing, own] = [await portal.openSession(account, boss), await portal.openSession(account)];
  for (let time = 0; time < 5; time += 1) expect((await rename(viewing, `Name ${time}`)).status).toBe(200);
  expect((await rename(viewing, "Once more")).status).toBe(429);
  expect((await rename(own, "Mine")).status).toBe(200);
});

test("a read with the reply 304 does not count towards the limit", async () => {
  const app = express();
  const signedIn: RequestHandler = (req, _res, next) => {
    req.user = { id: 1, impersonator: null } as SignedInUser;
    next();
  };
  app.get("/", signedIn, countReads(2), (_req, res) => void res.send("as it was"));
  const { get } = supertest(app);
  const tag = (await get("/")).headers.etag ?? "";
  for (let time = 0; time < 5; time += 1) expect((await get("/").set("If-None-Match", tag)).status).toBe(304);
  expect([(await get("/")).status, (await get("/")).status]).toEqual([200, 429]);
});

test("calls without a sign-in beyond the limit of a network are a 429 each, and other networks are unaffected", async () => {
  const calm = await startPortal({ beside: portal, strangersLimit: 5 });
  try {
    const visitor = calm.visitor();
    const from = (ip: string) => ({ "x-forwarded-for": ip });
    const read = (ip: string) => visitor.post("/api/join/invitation", { token: "A".repeat(43) }, from(ip));
    // A proxy may append the port of each connection.
    const ports = ["203.0.113.9:50001", "203.0.113.9:50002", "203.0.113.9", "203.0.113.9", "203.0.113.9"];
    for (const ip of ports) expect((await read(ip)).status).toBe(400);
    const refused = await read("203.0.113.9:50003");
    expect([refused.status, refused.text]).toEqual([429, expect.stringMatching(/^Too many requests\. Try again in \d+ seconds?\.$/)]);
    expect((await visitor.post("/api/forgot-password", { email: "a@b.test" }, from("203.0.113.9"))).status).toBe(429);
    expect((await read("203.0.113.10:50001")).status).toBe(400);
  } finally {
    await calm.stop();
  }
});
