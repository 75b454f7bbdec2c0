import { afterAll, beforeAll, expect, test } from "vitest";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import type { TestClient } from "#server/testing/test-client.ts";

/** How much an account may write in a minute, all calls together (rule C14). */

const SENTENCE = "You have made too many changes in a minute. Nothing was stored; please wait a moment and try again.";
let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal({ writeLimit: 5 });
});
afterAll(() => portal.stop());

const rename = (client: TestClient, companyName: string) =>
  client.patch(`/api/users/${client.account?.id}/profile`, { companyName, contactName: "Somebody", address: "1 High Street" });

test("beyond the limit a write is a 429 with the time to wait, and stores nothing; reads, signing out and others are as before", async () => {
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

test("who looks through other eyes writes on their own account, not on that of whose eyes they are", async () => {
  const account = await portal.createAccount("customer");
  const boss = await portal.createAccount("super_admin");
  const [viewing, own] = [await portal.openSession(account, boss), await portal.openSession(account)];
  for (let time = 0; time < 5; time += 1) expect((await rename(viewing, `Name ${time}`)).status).toBe(200);
  expect((await rename(viewing, "Once more")).status).toBe(429);
  expect((await rename(own, "Mine")).status).toBe(200);
});
