import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createSeal } from "#server/platform/security/seal.ts";
import { recoveryCodes, totpApps } from "#server/schema/identity/factors.ts";
import { apiTokens, sessions } from "#server/schema/identity/sessions.ts";
import { succeeded } from "#server/testing/builders.ts";
import { createTestClient, type TestClient } from "#server/testing/calls/test-client.ts";
import { PASSWORD, startPortal, type TestPortal } from "#server/testing/portal.ts";
import { renewTotpSecrets } from "./renew-totp.ts";
import { totpCodeAt } from "./totp.ts";

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
afterEach(async () => {
  await portal.db.execute(sql`delete from rate_limits`);
});

const STEP_MS = 30_000;
const refusal = ({ status, text }: { status: number; text: string }) => [status, text];
const WRONG = [401, "This code is not right"];

/** Sets the clock to an instant within a step that no test has used. */
let lastStep = Math.floor(Date.now() / STEP_MS) + 10;
function startStep(at = 15_000): number {
  lastStep += 10;
  portal.clock.set(new Date(lastStep * STEP_MS + at));
  return lastStep;
}

/** A person with an authenticator app, added by the calls. */
async function enrol(role: "customer" | "super_admin" = "customer") {
  const account = await portal.createAccount(role);
  const client = await portal.signIn(account);
  const step = startStep();
  const { secret } = succeeded(await client.post<{ secret: string }>("/api/account/totp"));
  const confirmed = await client.post<{ recoveryCodes: string[] }>("/api/account/totp/confirm", { code: totpCodeAt(secret, step) });
  return { account, client, secret, codes: succeeded(confirmed).recoveryCodes };
}
/** Signs in with the password alone. */
async function begin({ email }: { email: string }): Promise<TestClient> {
  const visitor = portal.visitor();
  succeeded(await visitor.post("/api/login", { email, password: PASSWORD }));
  return visitor;
}
const complete = (client: TestClient, body: object) => client.post("/api/login/factor", body);
const statusOf = (client: TestClient) => client.get("/api/user").then(({ status }) => status);
const mailsTo = async (email: string, words: RegExp) => (await portal.mails()).filter(({ to, text }) => to === email && words.test(text));

test("after the password a person with an app is not signed in until the code, which changes the session's id", async () => {
  const { account, secret, codes } = await enrol();
  expect(codes).toHaveLength(10);
  for (const code of codes) expect(code).toMatch(/^[A-HJ-NP-Z2-9]{10}$/);
  const step = startStep();
  const visitor = portal.visitor();
  const reply = await visitor.post("/api/login", { email: account.email, password: PASSWORD });
  expect(reply.body).toEqual({ factor: ["totp", "recovery"] });
  const before = [...visitor.cookies];
  const stale = createTestClient(portal.url, null, new Map(before));
  expect(await statusOf(visitor)).toBe(401);
  expect((await visitor.get("/api/orders")).status).toBe(401);
  expect((await complete(visitor, { code: totpCodeAt(secret, step) })).body).toMatchObject({ user: { id: account.id } });
  expect([...visitor.cookies]).not.toEqual(before);
  expect(await statusOf(visitor)).toBe(200);
  expect((await complete(stale, { code: totpCodeAt(secret, step) })).status).toBe(401);
  expect(await statusOf(stale)).toBe(401);
});

test("a partly authenticated session ends after five minutes, with a new password, and with a sign-out", async () => {
  const { account, client, secret } = await enrol();
  const late = await begin(account);
  portal.clock.advance(5 * 60_000);
  const codeNow = () => totpCodeAt(secret, Math.floor(portal.clock().getTime() / STEP_MS));
  expect(refusal(await complete(late, { code: codeNow() }))).toEqual([401, "Please sign in"]);
  const changed = await begin(account);
  succeeded(await client.patch(`/api/users/${account.id}/password`, { currentPassword: PASSWORD, newPassword: "battery staple" }));
  expect(refusal(await complete(changed, { code: codeNow() }))).toEqual([401, "Please sign in"]);
  succeeded(await client.patch(`/api/users/${account.id}/password`, { currentPassword: "battery staple", newPassword: PASSWORD }));
  const left = await begin(account);
  succeeded(await left.post("/api/logout"));
  expect(refusal(await complete(left, { code: codeNow() }))).toEqual([401, "Please sign in"]);
});

test("a partly authenticated session is in no list, and twenty of them end none of the person's sessions", async () => {
  const { account, client } = await enrol();
  for (let at = 0; at < 21; at += 1) await begin(account);
  expect((await client.get<unknown[]>("/api/account/sessions")).body).toHaveLength(1);
  const waiting = await portal.db.$count(sessions, sql`${sessions.userId} = ${account.id} and awaits_factor_until is not null`);
  expect(waiting).toBe(20);
});

test.each([
  ["late in its 30 seconds", 0, 26_000, 200],
  ["8 seconds late", 1, 8_000, 200],
  ["10 seconds late", 1, 10_000, 401],
  ["before its time", -1, 20_000, 401],
])("a code %s gives %#", async (_, steps, at, expected) => {
  const { account, secret } = await enrol();
  const client = await begin(account);
  const step = startStep(at);
  // The session began before the clock moved on.
  await portal.db
    .update(sessions)
    .set({ lastSeenAt: portal.clock(), createdAt: portal.clock(), awaitsFactorUntil: new Date("2100-01-01") })
    .where(eq(sessions.userId, account.id));
  expect((await complete(client, { code: totpCodeAt(secret, step - steps) })).status).toBe(expected);
});

test("a code signs in once: the code that confirmed the app, a used code and an older code are refused", async () => {
  const { account, secret } = await enrol();
  const enrolled = lastStep;
  expect(refusal(await complete(await begin(account), { code: totpCodeAt(secret, enrolled) }))).toEqual(WRONG);
  const step = startStep(5_000);
  expect((await complete(await begin(account), { code: totpCodeAt(secret, step) })).status).toBe(200);
  expect(refusal(await complete(await begin(account), { code: totpCodeAt(secret, step) }))).toEqual(WRONG);
  expect(refusal(await complete(await begin(account), { code: totpCodeAt(secret, step - 1) }))).toEqual(WRONG);
});

test("one code sent fifty times at once to two processes signs in once", async () => {
  const { account, secret } = await enrol();
  const step = startStep();
  const client = await begin(account);
  const copies = Array.from({ length: 50 }, (_, at) => createTestClient(at % 2 ? portal.url : second.url, null, new Map(client.cookies)));
  const replies = await Promise.all(copies.map((copy) => complete(copy, { code: totpCodeAt(secret, step) })));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(replies.filter(({ status }) => status !== 200 && status !== 401 && status !== 429)).toEqual([]);
});

test("after five wrong codes the right one is refused for 15 minutes, and the person is emailed once", async () => {
  const { account, secret } = await enrol();
  const step = startStep();
  const client = await begin(account);
  for (let at = 0; at < 5; at += 1) expect(refusal(await complete(client, { code: "000000" }))).toEqual(WRONG);
  for (let at = 0; at < 2; at += 1) expect((await complete(client, { code: totpCodeAt(secret, step) })).status).toBe(429);
  expect(await mailsTo(account.email, /five wrong passwords or codes/)).toHaveLength(1);
});

test("a recovery code signs in once, is emailed, and allows only to add a factor", async () => {
  const { account, codes } = await enrol();
  const typed = `${codes[0]?.slice(0, 5).toLowerCase()}-${codes[0]?.slice(5)}`;
  const client = await begin(account);
  expect((await complete(client, { recoveryCode: typed })).status).toBe(200);
  expect(refusal(await complete(await begin(account), { recoveryCode: typed }))).toEqual(WRONG);
  expect(await mailsTo(account.email, /A recovery code signed in/)).toHaveLength(1);
  const asks = [403, "Please confirm that it is you"];
  expect(refusal(await client.post("/api/account/calendar"))).toEqual(asks);
  expect(refusal(await client.delete("/api/account/totp"))).toEqual(asks);
  expect(refusal(await client.post("/api/account/recovery-codes"))).toEqual(asks);
  const { secret } = succeeded(await client.post<{ secret: string }>("/api/account/totp"));
  const code = totpCodeAt(secret, startStep());
  await portal.db.update(sessions).set({ lastSeenAt: portal.clock(), provedAt: portal.clock() }).where(eq(sessions.userId, account.id));
  expect(succeeded(await client.post("/api/account/totp/confirm", { code }))).toEqual({});
  expect((await client.post("/api/account/calendar")).status).toBe(201);
});

test("ten uses of one recovery code at once sign in one session", async () => {
  const { account, codes } = await enrol();
  const clients = [];
  for (let at = 0; at < 10; at += 1) clients.push(await begin(account));
  const replies = await Promise.all(clients.map((client) => complete(client, { recoveryCode: codes[1] })));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
});

test("new recovery codes revoke the old ones, and the database holds neither code nor secret", async () => {
  const { account, client, secret, codes } = await enrol();
  const { recoveryCodes: fresh } = succeeded(await client.post<{ recoveryCodes: string[] }>("/api/account/recovery-codes"));
  expect(refusal(await complete(await begin(account), { recoveryCode: codes[2] }))).toEqual(WRONG);
  expect((await complete(await begin(account), { recoveryCode: fresh[2] })).status).toBe(200);
  const { rows } = await portal.db.execute(sql`select t::text as row from totp_apps t union all select r::text from recovery_codes r`);
  for (const text of [secret, ...codes, ...fresh]) expect(JSON.stringify(rows)).not.toContain(text);
});

test("a person with an app proves with a code and not with the password", async () => {
  const { client, secret } = await enrol();
  expect((await client.post("/api/account/prove/options")).body).toEqual({ accepts: ["totp"] });
  expect(refusal(await client.post("/api/account/prove", { password: PASSWORD }))).toEqual([400, "Enter a code of your authenticator app"]);
  const code = totpCodeAt(secret, startStep());
  expect((await client.post("/api/account/prove", { code })).status).toBe(204);
  expect(refusal(await client.post("/api/account/prove", { code }))).toEqual(WRONG);
});

test("a removed app leaves the password alone, and each change is emailed", async () => {
  const { account, client } = await enrol();
  expect((await client.get("/api/account/factors")).body).toMatchObject({ totp: { lastUsedAt: null }, recoveryCodes: 10 });
  succeeded(await client.delete("/api/account/totp"));
  expect((await client.get("/api/account/factors")).body).toEqual({ totp: null, passkeys: [], recoveryCodes: 0 });
  expect(await statusOf(await begin(account))).toBe(200);
  expect(await mailsTo(account.email, /authenticator app was (added|removed)/)).toHaveLength(2);
});

test("a password reset never bypasses the app", async () => {
  const { account } = await enrol();
  succeeded(await portal.visitor().post("/api/forgot-password", { email: account.email }));
  const [mail] = await mailsTo(account.email, /reset-password/);
  const token = /reset-password#token=([\w-]+)/.exec(mail?.text ?? "")?.[1];
  const visitor = portal.visitor();
  succeeded(await visitor.post("/api/reset-password", { token, password: "battery staple" }));
  expect(await statusOf(visitor)).toBe(401);
  const reply = await visitor.post("/api/login", { email: account.email, password: "battery staple" });
  expect(reply.body).toEqual({ factor: ["totp", "recovery"] });
});

test("an app that waits for its code longer than 15 minutes is refused, and a wrong code is a 400", async () => {
  const client = await portal.signIn("customer");
  const step = startStep();
  const { secret } = succeeded(await client.post<{ secret: string }>("/api/account/totp"));
  expect(refusal(await client.post("/api/account/totp/confirm", { code: "000000" }))).toEqual([400, "This code is not right"]);
  portal.clock.advance(16 * 60_000);
  const code = totpCodeAt(secret, step + 32);
  expect(refusal(await client.post("/api/account/totp/confirm", { code }))).toEqual([409, "This took too long: start again"]);
  expect(await portal.db.$count(recoveryCodes, eq(recoveryCodes.userId, client.account?.id ?? 0))).toBe(0);
});

test("a super admin removes a lost factor with a reason, which ends sessions and tokens", async () => {
  const { account, client } = await enrol("super_admin");
  const boss = await portal.superAdmin();
  const remove = (who: TestClient, body: object) => who.delete(`/api/users/${account.id}/factors`, body);
  expect(refusal(await remove(client, { reason: "Lost phone" }))).toEqual([403, "Another super admin must remove your factors"]);
  expect(refusal(await remove(boss, { reason: "" }))).toEqual([400, "Please give a reason"]);
  succeeded(await client.post("/api/account/tokens", { name: "Program", scopes: ["orders:read"] }));
  expect((await remove(boss, { reason: "Lost phone" })).status).toBe(204);
  expect(await statusOf(client)).toBe(401);
  expect(await portal.db.$count(apiTokens, eq(apiTokens.userId, account.id))).toBe(0);
  expect(await statusOf(await begin(account))).toBe(200);
  expect(await mailsTo(account.email, /Lost phone/)).toHaveLength(1);
  expect(refusal(await remove(boss, { reason: "Lost phone" }))).toEqual([409, `${account.contactName} has no second factor`]);
});

test("a rotated ENCRYPTION_KEY seals the secrets again", async () => {
  const { account } = await enrol();
  const [before] = await portal.db.select().from(totpApps).where(eq(totpApps.userId, account.id));
  const seal = createSeal("another encryption key of the tests", "the encryption key of the tests, 32 long");
  await renewTotpSecrets(portal.db, seal, portal.appContext.log);
  const [after] = await portal.db.select().from(totpApps).where(eq(totpApps.userId, account.id));
  const purpose = `totp of ${account.id}`;
  const alone = createSeal("another encryption key of the tests");
  expect(alone.open(after?.secretSealed ?? "", purpose)).toBe(portal.seal.open(before?.secretSealed ?? "", purpose));
  expect(() => alone.open(before?.secretSealed ?? "", purpose)).toThrow();
});
