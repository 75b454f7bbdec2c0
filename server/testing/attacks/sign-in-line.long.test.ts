import { desc, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { failedSignInTasks } from "#server/features/sign-in/failed-sign-ins.ts";
import { auditEntries, errorRecords, rateLimits, sessions } from "#server/schema/index.ts";
import { createTestClient } from "#server/testing/calls/test-client.ts";
import { PASSWORD, startPortal, type TestPortal } from "#server/testing/portal.ts";

/** What a stranger who only ever tries to sign in can do to others, and what of it is seen afterwards. */

const WRONG = "not the password";
let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stop());

const tryIn = (email: string, password: string, address: string, at = portal) =>
  at.visitor().post("/api/login", { email, password }, { "x-forwarded-for": address });
const counted = async (address: string): Promise<number> => {
  const { rows } = await portal.db.execute<{ points: number }>(
    sql`select points from rate_limits where key = ${`sign-in:address:${address}`}`,
  );
  return rows[0]?.points ?? 0;
};
const trail = () =>
  portal.db.select().from(auditEntries).where(eq(auditEntries.action, "accounts.signInFailed")).orderBy(desc(auditEntries.id));

describe("a stranger's backlog", () => {
  test("keeps no one else waiting: 120 tries of one address at once, and others come in meanwhile; the rest is refused, and nothing recorded", async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => portal.createAccount("customer")));
    const finished: string[] = [];
    const attack = Array.from({ length: 120 }, async (_, at) => {
      const { status } = await tryIn(`nobody-${at}@company.test`, WRONG, "198.51.100.200");
      finished.push(String(status));
    });
    const victims = people.map(async ({ email }, at) => {
      expect((await tryIn(email, PASSWORD, `203.0.113.${at + 1}`)).status).toBe(200);
      finished.push("in");
    });
    await Promise.all([...attack, ...victims]);
    const looked = finished.filter((status) => status === "401").length;
    const refused = finished.filter((status) => status === "429").length;
    expect([looked + refused, looked <= 100, refused >= 20]).toEqual([120, true, true]);
    // Each of the five waits for one of the stranger's a turn, and for the two to four under way; with one line for all it were all of them.
    const beforeTheLast = finished.slice(0, finished.lastIndexOf("in")).filter((status) => status === "401").length;
    expect(beforeTheLast).toBeLessThan(30);
    expect(await portal.db.$count(errorRecords)).toBe(0);
  });

  test("is counted before it is hashed: also the right password of an account that waits; a success gives back what it took", async () => {
    const waiting = await portal.createAccount("customer", { approvalStatus: "pending" });
    const person = await portal.createAccount("customer");
    for (let tries = 0; tries < 3; tries += 1) expect((await tryIn(waiting.email, PASSWORD, "198.51.100.201")).status).toBe(403);
    expect(await counted("198.51.100.201")).toBe(3);
    for (let tries = 0; tries < 3; tries += 1) expect((await tryIn(person.email, PASSWORD, "198.51.100.201")).status).toBe(200);
    expect(await counted("198.51.100.201")).toBe(3);
    await tryIn("nobody@company.test", WRONG, "198.51.100.201");
    expect(await counted("198.51.100.201")).toBe(4);
  });

  test("ends: a pending account's right password is looked at until the address has had its hundred, and no more", async () => {
    const waiting = await portal.createAccount("customer", { approvalStatus: "pending" });
    const soon = Date.now() + 600_000;
    await portal.db.insert(rateLimits).values({ key: "sign-in:address:198.51.100.202", points: 95, expire: soon });
    const ten = await Promise.all(Array.from({ length: 10 }, () => tryIn(waiting.email, PASSWORD, "198.51.100.202")));
    expect(ten.map(({ status }) => status).toSorted()).toEqual([...Array(5).fill(403), ...Array(5).fill(429)]);
  });
});

describe("of failed sign-ins", () => {
  test("each has an entry with the e-mail as typed, the address, why, and whose account it was", async () => {
    const suspended = await portal.createAccount("customer", { approvalStatus: "suspended" });
    const person = await portal.createAccount("customer");
    await tryIn(suspended.email, PASSWORD, "198.51.100.210");
    await tryIn(` ${person.email.toUpperCase()} `, WRONG, "198.51.100.210");
    await tryIn("nobody@company.test", WRONG, "198.51.100.210");
    const [unknown, wrong, refused] = await trail();
    const from = { ip: "198.51.100.210", actorId: null, targetType: "users" };
    expect(refused).toMatchObject({ ...from, targetId: suspended.id, after: { email: suspended.email, why: "suspended" } });
    expect(wrong).toMatchObject({ ...from, targetId: person.id, after: { email: ` ${person.email.toUpperCase()} ` } });
    expect(unknown).toMatchObject({ ...from, targetId: null, after: { email: "nobody@company.test", why: "wrong email or password" } });
    expect(JSON.stringify(await trail())).not.toContain(WRONG);
  });

  test("twenty of a network and hour have an entry each, all further ones one entry that counts them, once the hour is over", async () => {
    // No hour ends meanwhile.
    portal.clock.set(new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000 + 1_800_000));
    const of = async () => (await trail()).filter(({ ip }) => ip === "198.51.100.211");
    const countings = async () =>
      (
        await portal.db.execute<{ at: Date }>(
          sql`select run_at as at from graphile_worker.jobs where task_identifier = 'count-failed-sign-ins' order by id`,
        )
      ).rows;
    const before = await countings();
    for (let round = 0; round < 9; round += 1)
      await Promise.all(Array.from({ length: 3 }, (_, at) => tryIn(`no-${round}-${at}@company.test`, WRONG, "198.51.100.211")));
    expect(await of()).toHaveLength(20);
    const hour = Math.floor(portal.clock().getTime() / 3_600_000);
    const [job, ...otherJobs] = (await countings()).slice(before.length);
    expect(otherJobs).toEqual([]);
    expect(new Date(job?.at ?? 0)).toEqual(new Date((hour + 1) * 3_600_000));
    const tasks = failedSignInTasks(portal.appContext);
    // Twice is as good as once: a job may run again.
    for (let time = 0; time < 2; time += 1) await tasks["count-failed-sign-ins"]({ ip: "198.51.100.211", hour });
    const [last, ...others] = await of();
    expect(others).toHaveLength(20);
    expect(last).toMatchObject({ targetId: null, after: { network: "198.51.100.211", further: 7 } });
  });
});

describe("an account's sessions", () => {
  test("are twenty at most: a further sign-in ends the oldest, and no one else's", async () => {
    const [account, other] = [await portal.createAccount("customer"), await portal.createAccount("customer")];
    const bystander = await portal.openSession(other);
    const owner = await portal.superAdmin();
    // The super admin's look through the account's eyes is the super admin's own.
    expect((await owner.post(`/api/impersonate/${account.id}`)).status).toBe(200);
    const clients = [];
    for (let at = 0; at < 20; at += 1) {
      clients.push(await portal.openSession(account));
      portal.clock.advance(1000);
    }
    const last = await portal.signIn({ email: account.email });
    const statuses = await Promise.all([...clients, last].map(async (client) => (await client.get("/api/user")).status));
    expect(statuses).toEqual([401, ...Array(20).fill(200)]);
    const still = [bystander, createTestClient(portal.url, { ...account, isImpersonating: true }, owner.cookies)];
    for (const client of still) expect((await client.get("/api/user")).status).toBe(200);
    await Promise.all(Array.from({ length: 10 }, () => portal.signIn({ email: account.email })));
    expect(await portal.db.$count(sessions, sql`${sessions.userId} = ${account.id} and ${sessions.impersonatorId} is null`)).toBe(20);
    portal.clock.set(new Date());
  });
});
