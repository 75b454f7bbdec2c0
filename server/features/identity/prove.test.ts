import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { sessions } from "#server/schema/identity/sessions.ts";
import { createTestClient, type TestClient } from "#server/testing/calls/test-client.ts";
import { PASSWORD, startPortal, type TestPortal } from "#server/testing/portal.ts";

let portal: TestPortal;
let second: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
  second = await startPortal({ beside: portal });
});
afterAll(async () => {
  await second.stop();
  await portal.stop();
});
afterEach(() => portal.clock.set(new Date()));

const refusal = ({ status, text }: { status: number; text: string }) => [status, text];
const MINUTE = 60_000;
const ASKS = [403, "Please confirm that it is you"];
/** A protected call that changes nothing of importance. */
const protect = (client: TestClient) => client.post("/api/account/calendar");
const prove = (client: TestClient, password = PASSWORD) => client.post("/api/account/prove", { password });
/** A session by a real sign-in, because a session of the tests never needs a proof. */
async function signIn(role: "customer" | "super_admin") {
  const { email, password } = await portal.createAccount(role);
  return portal.signIn({ email, password });
}

test("a sign-in counts as a proof for ten minutes, and a password counts for ten more, at every process", async () => {
  const client = await signIn("customer");
  portal.clock.advance(9 * MINUTE);
  expect((await protect(client)).status).toBe(201);
  portal.clock.advance(MINUTE);
  expect(refusal(await protect(client))).toEqual(ASKS);
  expect((await prove(client)).status).toBe(204);
  expect((await protect(client)).status).toBe(201);
  expect((await protect(createTestClient(second.url, null, client.cookies))).status).toBe(201);
  portal.clock.advance(10 * MINUTE);
  expect(refusal(await protect(client))).toEqual(ASKS);
});

test("a proof counts only for the session that gave it", async () => {
  const { email, password } = await portal.createAccount("customer");
  const [one, other] = [await portal.signIn({ email, password }), await portal.signIn({ email, password })];
  portal.clock.advance(11 * MINUTE);
  expect((await prove(one)).status).toBe(204);
  expect((await protect(one)).status).toBe(201);
  expect(refusal(await protect(other))).toEqual(ASKS);
});

test("five wrong passwords are refused, then every one for 15 minutes, and the person is emailed once", async () => {
  const client = await signIn("customer");
  const tries = [];
  for (let at = 0; at < 5; at += 1) tries.push(refusal(await prove(client, "wrong horse")));
  expect(tries).toEqual(Array(5).fill([401, "This password is not right"]));
  for (const password of [PASSWORD, "wrong horse"]) expect((await prove(client, password)).status).toBe(429);
  const told = (await portal.mails()).filter(({ to, subject }) => to === client.account?.email && /could not confirm/.test(subject));
  expect(told).toHaveLength(1);
  expect((await client.get("/api/user")).status).toBe(200);
  await portal.db.execute(sql`delete from rate_limits`);
  expect((await prove(client)).status).toBe(204);
});

test("twenty wrong passwords at once are checked five times", async () => {
  const client = await signIn("customer");
  const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await prove(client, "wrong horse")).status));
  expect(statuses.filter((status) => status === 401)).toHaveLength(5);
  expect(statuses.filter((status) => status === 429)).toHaveLength(15);
});

test("in View As the super admin's own proof counts, and the proof returns with the super admin", async () => {
  const boss = await signIn("super_admin");
  const customer = await portal.createAccount("customer", { password: "another horse" });
  portal.clock.advance(6 * MINUTE);
  expect((await boss.post(`/api/impersonate/${customer.id}`)).status).toBe(200);
  const view = createTestClient(portal.url, { ...customer, isImpersonating: true }, boss.cookies);
  const end = () => view.delete("/api/account/sessions");
  expect((await end()).status).toBe(204);
  portal.clock.advance(5 * MINUTE);
  expect(refusal(await end())).toEqual(ASKS);
  expect(refusal(await prove(view, "another horse"))).toEqual([401, "This password is not right"]);
  expect((await prove(view)).status).toBe(204);
  expect((await end()).status).toBe(204);
  expect((await view.post("/api/stop-impersonation")).status).toBe(200);
  expect((await boss.delete("/api/account/sessions")).status).toBe(204);
});

test("a session from before proofs were stored must prove", async () => {
  const client = await signIn("customer");
  await portal.db
    .update(sessions)
    .set({ provedAt: null })
    .where(eq(sessions.userId, client.account?.id ?? 0));
  expect(refusal(await protect(client))).toEqual(ASKS);
});
