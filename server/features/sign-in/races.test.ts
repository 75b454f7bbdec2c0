import { count, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditEntries } from "#server/schema/records.ts";
import { PASSWORD, startPortal, type TestPortal } from "#server/testing/portal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stop());

const wait = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

test("no sign-in with the old password outlives a password change that ran beside it", async () => {
  const account = await portal.createAccount("customer");
  const own = await portal.signIn(account);
  const guests = Array.from({ length: 8 }, () => portal.visitor());
  const tries = guests.map(async (guest, index) => {
    await wait(index * 15);
    return guest.post("/api/login", { email: account.email, password: PASSWORD });
  });
  await wait(40);
  const changed = await own.patch(`/api/users/${account.id}/password`, { currentPassword: PASSWORD, newPassword: "another one" });
  expect(changed.status).toBe(204);
  const statuses = (await Promise.all(tries)).map(({ status }) => status);
  expect(statuses.every((status) => status === 200 || status === 401)).toBe(true);
  const still = await Promise.all(guests.map(async (guest) => (await guest.get("/api/user")).status));
  expect(still).toEqual(guests.map(() => 401));
  expect((await own.get("/api/user")).status).toBe(200);
});

test("a suspension that runs beside a sign-in leaves no session", async () => {
  const boss = await portal.superAdmin();
  const account = await portal.createAccount("customer");
  const guests = Array.from({ length: 6 }, () => portal.visitor());
  const tries = guests.map((guest) => guest.post("/api/login", { email: account.email, password: PASSWORD }));
  await wait(25);
  await boss.patch(`/api/clients/${account.id}`, { approvalStatus: "suspended" });
  await Promise.all(tries);
  await boss.patch(`/api/clients/${account.id}`, { approvalStatus: "approved" });
  const still = await Promise.all(guests.map(async (guest) => (await guest.get("/api/user")).status));
  expect(still).toEqual(guests.map(() => 401));
});

test("guesses of the current password in an open session are limited like sign-ins", async () => {
  const account = await portal.createAccount("customer");
  const own = await portal.signIn(account);
  const guess = () => own.patch(`/api/users/${account.id}/password`, { currentPassword: "not this one", newPassword: "another one" });
  for (let tries = 0; tries < 10; tries += 1) expect((await guess()).text).toBe("Current password is incorrect");
  expect((await guess()).status).toBe(429);
});

test("guesses of the current password at once are limited like guesses one after another", async () => {
  const account = await portal.createAccount("customer");
  const own = await portal.signIn(account);
  const guess = (currentPassword: string) =>
    own.patch(`/api/users/${account.id}/password`, { currentPassword, newPassword: "another one" });
  const wrong = Array.from({ length: 30 }, () => guess("not this one"));
  const right = guess(PASSWORD);
  const answers = (await Promise.all(wrong)).map(({ status }) => status);
  expect(answers.toSorted()).toEqual([...Array(10).fill(400), ...Array(20).fill(429)]);
  expect((await right).status).toBe(429);
  expect((await portal.visitor().post("/api/login", { email: account.email, password: PASSWORD })).status).toBe(200);
});

test("a sign-out without a session and a link for an unknown address leave no audit entry", async () => {
  const entries = async () => (await portal.db.select({ n: count() }).from(auditEntries).where(eq(auditEntries.targetType, "users")))[0]?.n;
  const before = await entries();
  expect((await portal.visitor().post("/api/logout")).status).toBe(204);
  expect((await portal.visitor().post("/api/forgot-password", { email: "nobody@nowhere.example" })).status).toBe(204);
  expect(await entries()).toBe(before);
});
