import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { inTransaction } from "#server/platform/db/connect.ts";
import { users } from "#server/schema/companies-and-users.ts";
import { sessions } from "#server/schema/identity/sessions.ts";
import { auditEntries } from "#server/schema/records.ts";
import { succeeded } from "#server/testing/builders.ts";
import { createTestClient, type TestClient } from "#server/testing/calls/test-client.ts";
import { PASSWORD, startPortal, type TestPortal, type User } from "#server/testing/portal.ts";

let portal: TestPortal;
let boss: TestClient;
beforeAll(async () => {
  portal = await startPortal();
  boss = await portal.superAdmin();
});
afterAll(() => portal.stop());

interface Row {
  id: number;
  role: string;
  suspended: boolean;
  lastSeenAt: string | null;
}

const change = (id: number | undefined, body: object, by = boss) => by.patch<Row>(`/api/users/${id}`, body);
const signInOf = async ({ email }: Pick<User, "email">) => {
  const { status, text } = await portal.visitor().post("/api/login", { email, password: PASSWORD });
  return status === 200 ? 200 : [status, text];
};
const refusal = ({ status, text }: { status: number; text: string }) => [status, text];
const isSignedIn = async (client: TestClient) => (await client.get("/api/user")).status === 200;
const lastEntry = async () =>
  (await portal.db.select().from(auditEntries).where(eq(auditEntries.action, "users.change")).orderBy(desc(auditEntries.id)).limit(1))[0];

test("an admin becomes a super admin and back, is signed out each time, and the change is audited", async () => {
  const account = await portal.createAccount("admin");
  const client = await portal.signIn(account);
  const row = succeeded(await change(account.id, { role: "super_admin" }));
  expect(row).toMatchObject({ id: account.id, role: "super_admin", suspended: false, approvalStatus: "approved", invited: false });
  expect(await isSignedIn(client)).toBe(false);
  const [before, after] = [
    { role: "admin", suspended: false },
    { role: "super_admin", suspended: false },
  ];
  expect(await lastEntry()).toMatchObject({ actorId: boss.account?.id, targetType: "users", targetId: account.id, before, after });
  const again = await portal.signIn(account);
  expect((await again.get("/api/users")).status).toBe(200);
  succeeded(await change(account.id, { role: "admin" }));
  expect(await isSignedIn(again)).toBe(false);
  expect((await (await portal.signIn(account)).get("/api/users")).status).toBe(403);
});

test("a suspended person is signed out, is refused with the right password, and may return after the suspension", async () => {
  const account = await portal.createAccount("customer");
  const client = await portal.signIn({ email: account.email });
  expect(succeeded(await change(account.id, { suspended: true }))).toMatchObject({ suspended: true, lastSeenAt: expect.any(String) });
  expect(await isSignedIn(client)).toBe(false);
  expect(await signInOf(account)).toEqual([403, "Your account is suspended"]);
  const wrong = await portal.visitor().post("/api/login", { email: account.email, password: "not the one" });
  expect(refusal(wrong)).toEqual([401, "Invalid email or password"]);
  const rows = succeeded(await boss.get<Row[]>(`/api/users?search=${account.email}`));
  expect(rows).toMatchObject([{ id: account.id, suspended: true }]);
  expect(succeeded(await change(account.id, { suspended: false }))).toMatchObject({ suspended: false });
  expect(await signInOf(account)).toBe(200);
});

test("a suspension ends every session, also one that begins at the same moment", async () => {
  const [seen, behind] = [await portal.createAccount("customer"), await portal.createAccount("super_admin")];
  const begun = await portal.openSession(seen, behind);
  expect(await isSignedIn(begun)).toBe(true);
  await portal.db.update(users).set({ suspendedAt: new Date() }).where(eq(users.id, behind.id));
  expect(await isSignedIn(begun)).toBe(false);
  await portal.db.update(users).set({ suspendedAt: null, role: "admin" }).where(eq(users.id, behind.id));
  expect(await isSignedIn(begun)).toBe(false);
  await portal.db.update(users).set({ role: "super_admin" }).where(eq(users.id, behind.id));
  expect(await isSignedIn(begun)).toBe(true);
  await portal.db.update(users).set({ suspendedAt: new Date() }).where(eq(users.id, seen.id));
  expect(await isSignedIn(begun)).toBe(false);
});

test("a sign-in during the suspension stores no session", async () => {
  const account = await portal.createAccount("customer");
  const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const signingIn = await inTransaction(portal.owner, async (tx) => {
    await tx.update(users).set({ suspendedAt: new Date() }).where(eq(users.id, account.id));
    const reply = portal.visitor().post("/api/login", { email: account.email, password: PASSWORD });
    await vi.waitUntil(async () => (await portal.owner.execute(waiting)).rows.length === 1, { timeout: 20_000 });
    return [reply];
  });
  const replies = await Promise.all(signingIn);
  expect(replies.map(refusal)).toEqual([[401, "Your account was changed just now. Please sign in again."]]);
  expect(await portal.db.$count(sessions, eq(sessions.userId, account.id))).toBe(0);
});

test("a super admin's View As sessions end with the role", async () => {
  const [one, customer] = [await portal.signIn("super_admin"), await portal.createAccount("customer")];
  succeeded(await one.post(`/api/impersonate/${customer.id}`));
  const view = createTestClient(portal.url, null, one.cookies);
  succeeded(await change(one.account?.id, { role: "admin" }));
  expect(await isSignedIn(view)).toBe(false);
});

test("a suspended person cannot be viewed with View As", async () => {
  const account = await portal.createAccount("customer", { contactName: "Ada Byron" });
  succeeded(await change(account.id, { suspended: true }));
  const reply = await boss.post(`/api/impersonate/${account.id}`);
  expect(refusal(reply)).toEqual([409, "Ada Byron is suspended and has no portal to view"]);
});

test("a change of oneself, of a customer's or supplier's role, or of an unknown account is refused", async () => {
  const [customer, supplier] = await Promise.all([portal.createAccount("customer"), portal.createAccount("supplier")]);
  const invited = await portal.createAccount("customer", { contactName: "Ben Hart", joinedAt: null });
  const roles = [409, "Only an admin can become a super admin, and a super admin an admin"];
  const tries: [number | undefined, object, unknown[]][] = [
    [boss.account?.id, { role: "admin" }, [409, "You cannot change the role of your own account"]],
    [boss.account?.id, { suspended: true }, [409, "You cannot suspend your own account"]],
    [customer.id, { role: "admin" }, roles],
    [supplier.id, { role: "super_admin", suspended: true }, roles],
    [invited.id, { suspended: true }, [409, "Ben Hart has not joined yet: delete the account instead"]],
    [999_999, { suspended: true }, [404, "User not found"]],
    [customer.id, { role: "customer" }, [400, "Role must be one of admin, super_admin"]],
    [customer.id, { suspended: "yes" }, [400, "Suspended must be true or false"]],
    [customer.id, {}, [400, "Give the role, or whether the account is suspended"]],
  ];
  for (const [id, body, expected] of tries) expect(refusal(await change(id, body)), JSON.stringify(body)).toEqual(expected);
  expect(await signInOf(supplier)).toBe(200);
  expect(await isSignedIn(boss)).toBe(true);
});

test("a change without effect signs nobody out and leaves no audit entry", async () => {
  const account = await portal.createAccount("admin");
  const client = await portal.signIn(account);
  expect(succeeded(await change(account.id, { role: "admin", suspended: false }))).toMatchObject({ role: "admin" });
  expect(await isSignedIn(client)).toBe(true);
  expect(await portal.db.$count(auditEntries, and(eq(auditEntries.action, "users.change"), eq(auditEntries.targetId, account.id)))).toBe(0);
});

test.each([{ suspended: true }, { role: "admin" }])("two super admins who do %j to each other at once: one remains", async (body) => {
  for (let round = 0; round < 5; round++) {
    const [one, other] = await Promise.all([portal.signIn("super_admin"), portal.signIn("super_admin")]);
    const replies = await Promise.all([change(other.account?.id, body, one), change(one.account?.id, body, other)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    const pair = await Promise.all([one, other].map(({ account }) => portal.db.$count(users, stillBoss(account?.id))));
    expect(pair.toSorted()).toEqual([0, 1]);
  }
});
const stillBoss = (id = 0) => and(eq(users.id, id), eq(users.role, "super_admin"), isNull(users.suspendedAt));

test("a sent password link works once, also for a person who already requested five", async () => {
  const account = await portal.createAccount("customer", { email: "locked-out@company.test" });
  const links = async () =>
    (await portal.mails()).flatMap(({ to, text }) =>
      to === account.email ? (/\/reset-password#token=([\w-]+)/.exec(text)?.slice(1, 2) ?? []) : [],
    );
  for (let asked = 0; asked < 6; asked++) await portal.visitor().post("/api/forgot-password", { email: account.email });
  expect(await links()).toHaveLength(5);
  const reply = await boss.post(`/api/users/${account.id}/reset-link`);
  expect(refusal(reply)).toEqual([204, ""]);
  const [first = "", ...more] = await links();
  expect(more).toHaveLength(5);
  const reset = (token = "") => portal.visitor().post("/api/reset-password", { token, password: "sea glass and oak" });
  expect(refusal(await reset(first))).toEqual([400, "This link has expired"]);
  expect((await reset(more.at(-1))).status).toBe(204);
  expect((await reset(more.at(-1))).status).toBe(400);
});

test("no password link goes to an invited, suspended or deleted person", async () => {
  const invited = await portal.createAccount("customer", { joinedAt: null, contactName: "Ben Hart" });
  const suspended = await portal.createAccount("customer", { contactName: "Ada Byron" });
  succeeded(await change(suspended.id, { suspended: true }));
  const send = async (id: number) => refusal(await boss.post(`/api/users/${id}/reset-link`));
  expect(await send(invited.id)).toEqual([409, "Ben Hart has not joined yet and chooses a password then"]);
  expect(await send(suspended.id)).toEqual([409, "Ada Byron is suspended: reinstate them first"]);
  expect(await send(999_999)).toEqual([404, "User not found"]);
  expect((await portal.mails()).filter(({ to }) => to === invited.email || to === suspended.email)).toEqual([]);
});

test("a link from before a suspension stays invalid after the suspension", async () => {
  const account = await portal.createAccount("customer");
  await portal.visitor().post("/api/forgot-password", { email: account.email });
  const mail = (await portal.mails()).findLast(({ to }) => to === account.email);
  const token = /token=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "none";
  const reset = async () => refusal(await portal.visitor().post("/api/reset-password", { token, password: "sea glass and oak" }));
  succeeded(await change(account.id, { suspended: true }));
  expect(await reset()).toEqual([400, "This link has expired"]);
  succeeded(await change(account.id, { suspended: false }));
  expect(await reset()).toEqual([400, "This link has expired"]);
  expect(await signInOf(account)).toBe(200);
});
