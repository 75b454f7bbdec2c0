import { desc, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { failedSignInTasks } from "#server/features/sign-in/failed-sign-ins.ts";
import { rateLimits, sessions } from "#server/schema/identity/sessions.ts";
import { auditEntries, errorRecords } from "#server/schema/records.ts";
import { createTestClient } from "#server/testing/calls/test-client.ts";
import { PASSWORD, startPortal, type TestPortal } from "#server/testing/portal.ts";

/** Tests what a stranger who only tries to sign in can do to others, and which traces remain. */

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
  test("a backlog of 120 attempts from one address delays nobody else; the surplus is refused and not recorded", async () => {
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
    // Each of the five waits for one attempt of the stranger's per turn, and for the two to four
    // attempts in progress; in one common queue they would wait for all of them.
    const beforeTheLast = finished.slice(0, finished.lastIndexOf("in")).filter((status) => status === "401").length;
    expect(beforeTheLast).toBeLessThan(30);
    expect(await portal.db.$count(errorRecords)).toBe(0);
  });

  test("an attempt counts before its hash, also a right password without approval; a success is refunded", async () => {
    const waiting = await portal.createAccount("customer", { approvalStatus: "pending" });
    const person = await portal.createAccount("customer");
    for (let tries = 0; tries < 3; tries += 1) expect((await tryIn(waiting.email, PASSWORD, "198.51.100.201")).status).toBe(403);
    expect(await counted("198.51.100.201")).toBe(3);
    for (let tries = 0; tries < 3; tries += 1) expect((await tryIn(person.email, PASSWORD, "198.51.100.201")).status).toBe(200);
    expect(await counted("198.51.100.201")).toBe(3);
    await tryIn("nobody@company.test", WRONG, "198.51.100.201");
    expect(await counted("198.51.100.201")).toBe(4);
  });

  test("an address may check a pending account's right password a hundred times, and no more", async () => {
    const waiting = await portal.createAccount("customer", { approvalStatus: "pending" });
    const soon = Date.now() + 600_000;
    await portal.db.insert(rateLimits).values({ key: "sign-in:address:198.51.100.202", points: 95, expire: soon });
    const ten = await Promise.all(Array.from({ length: 10 }, () => tryIn(waiting.email, PASSWORD, "198.51.100.202")));
    expect(ten.map(({ status }) => status).toSorted()).toEqual([...Array(5).fill(403), ...Array(5).fill(429)]);
  });
});

describe("of failed sign-ins", () => {
  test("a failed sign-in has an audit entry with typed e-mail, address, reason and account", async () => {
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

  test("twenty failures of a network and hour have an entry each, and one entry counts all further ones", async () => {
    // The clock is set to the middle of an hour, so that no hour ends during the test.
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
    // The job runs twice, because a job may be repeated.
    for (let time = 0; time < 2; time += 1) await tasks["count-failed-sign-ins"]({ ip: "198.51.100.211", hour });
    const [last, ...others] = await of();
    expect(others).toHaveLength(20);
    expect(last).toMatchObject({ targetId: null, after: { network: "198.51.100.211", further: 7 } });
  });
});

describe("an account's sessions", () => {
  test("an account has twenty sessions at most: a further sign-in ends its oldest, and nobody else's", async () => {
    const [account, other] = [await portal.createAccount("customer"), await portal.createAccount("customer")];
    const bystander = await portal.openSession(other);
    const owner = await portal.superAdmin();
    // A View As session of this account counts as the super admin's.
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
