import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { passkeyChallenges, passkeys, recoveryCodes } from "#server/schema/identity/factors.ts";
import { sessions } from "#server/schema/identity/sessions.ts";
import { succeeded } from "#server/testing/builders.ts";
import { createTestClient, type TestClient } from "#server/testing/calls/test-client.ts";
import { PASSWORD, startPortal, type TestPortal, type User } from "#server/testing/portal.ts";
import { createPasskey, type TestPasskey } from "#server/testing/test-authenticator.ts";

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

const refusal = ({ status, text }: { status: number; text: string }) => [status, text];
const WRONG = [401, "This passkey was not accepted"];
const statusOf = (client: TestClient) => client.get("/api/user").then(({ status }) => status);
const mailsTo = async (email: string, words: RegExp) => (await portal.mails()).filter(({ to, text }) => to === email && words.test(text));

interface Options {
  readonly challenge: string;
  readonly allowCredentials?: readonly { readonly id: string }[];
}
/** The options of a call that a browser passes on, with the page's address. */
async function optionsOf(client: TestClient, path: string) {
  const options = succeeded(await client.post<Options>(path));
  return { ...options, origin: portal.appContext.publicUrl.origin };
}
const add = async (client: TestClient, passkey: TestPasskey, name = "Laptop") =>
  client.post<{ id: number; recoveryCodes?: string[] }>("/api/account/passkeys", {
    name,
    response: passkey.create(await optionsOf(client, "/api/account/passkeys/options")),
  });

/** A person with a passkey, added by the calls. */
async function enrol(role: "customer" | "super_admin" = "customer") {
  const account = await portal.createAccount(role);
  const client = await portal.signIn(account);
  const passkey = createPasskey();
  const added = succeeded(await add(client, passkey));
  return { account, client, passkey, ...added };
}
/** Signs in with a passkey and no password. */
async function signInWith(passkey: TestPasskey, visitor = portal.visitor()) {
  const options = await optionsOf(visitor, "/api/login/passkey-options");
  return { visitor, options, reply: await visitor.post("/api/login/passkey", { passkey: passkey.use(options) }) };
}
/** Signs in with the password alone. */
async function begin({ email }: User): Promise<TestClient> {
  const visitor = portal.visitor();
  const reply = await visitor.post("/api/login", { email, password: PASSWORD });
  expect(reply.body).toEqual({ factor: ["passkey", "recovery"] });
  return visitor;
}

test("a passkey alone signs in without an email, and the first one brings ten recovery codes", async () => {
  const { account, passkey, recoveryCodes: codes } = await enrol();
  expect(codes).toHaveLength(10);
  const { visitor, options, reply } = await signInWith(passkey);
  expect(options.allowCredentials).toEqual([]);
  expect(reply.body).toMatchObject({ user: { id: account.id } });
  expect(await statusOf(visitor)).toBe(200);
  expect((await visitor.post("/api/account/calendar")).status).toBe(201);
  expect((await visitor.get("/api/account/factors")).body).toMatchObject({
    totp: null,
    passkeys: [{ name: "Laptop", lastUsedAt: expect.any(String) }],
    recoveryCodes: 10,
  });
  expect(await mailsTo(account.email, /passkey “Laptop” was added/)).toHaveLength(1);
});

test("after the password a passkey completes the sign-in, and only a passkey of that person does", async () => {
  const { account, passkey } = await enrol();
  const stranger = await enrol();
  const client = await begin(account);
  const options = await optionsOf(client, "/api/login/passkey-options");
  expect(options.allowCredentials).toEqual([{ id: passkey.id, type: "public-key" }]);
  expect(refusal(await client.post("/api/login/factor", { passkey: stranger.passkey.use(options) }))).toEqual(WRONG);
  const again = await optionsOf(client, "/api/login/passkey-options");
  const right = await client.post("/api/login/factor", { passkey: passkey.use(again) });
  expect(right.body).toMatchObject({ user: { id: account.id } });
  expect(await statusOf(client)).toBe(200);
});

test("a challenge is valid once, for five minutes, and in the session that requested it", async () => {
  const { passkey } = await enrol();
  const visitor = portal.visitor();
  const options = await optionsOf(visitor, "/api/login/passkey-options");
  const other = portal.visitor();
  await optionsOf(other, "/api/login/passkey-options");
  expect(refusal(await other.post("/api/login/passkey", { passkey: passkey.use(options) }))).toEqual(WRONG);
  expect((await visitor.post("/api/login/passkey", { passkey: passkey.use(options) })).status).toBe(200);
  expect(refusal(await visitor.post("/api/login/passkey", { passkey: passkey.use(options) }))).toEqual(WRONG);
  const late = portal.visitor();
  const old = await optionsOf(late, "/api/login/passkey-options");
  portal.clock.advance(5 * 60_000);
  expect(refusal(await late.post("/api/login/passkey", { passkey: passkey.use(old) }))).toEqual(WRONG);
});

test("a challenge for a sign-in adds no passkey and proves nothing", async () => {
  const { client, passkey } = await enrol();
  const options = await optionsOf(client, "/api/login/passkey-options");
  const response = createPasskey().create(options);
  const added = await client.post("/api/account/passkeys", { name: "Phone", response });
  expect(refusal(added)).toEqual([400, "This passkey was not accepted"]);
  const again = await optionsOf(client, "/api/login/passkey-options");
  expect(refusal(await client.post("/api/account/prove", { passkey: passkey.use(again) }))).toEqual(WRONG);
});

test.each([
  ["of another page", { origin: "https://portal.example.attacker.test" }],
  ["for another site", { rpId: "attacker.test" }],
  ["without a verified user", { isVerified: false }],
])("a passkey's reply %s is refused", async (_, fault) => {
  const { passkey } = await enrol();
  const visitor = portal.visitor();
  const options = await optionsOf(visitor, "/api/login/passkey-options");
  expect(refusal(await visitor.post("/api/login/passkey", { passkey: passkey.use({ ...options, ...fault }) }))).toEqual(WRONG);
});

test("a copied passkey, whose counter lags, is refused, and so is another key under the same id", async () => {
  const { passkey } = await enrol();
  expect((await signInWith(passkey)).reply.status).toBe(200);
  passkey.rewind(0);
  expect(refusal((await signInWith(passkey)).reply)).toEqual(WRONG);
  const visitor = portal.visitor();
  const forged = createPasskey(50).use(await optionsOf(visitor, "/api/login/passkey-options"));
  expect(refusal(await visitor.post("/api/login/passkey", { passkey: { ...forged, id: passkey.id } }))).toEqual(WRONG);
});

test("one reply sent twenty times at once to two processes signs in once", async () => {
  const { passkey } = await enrol();
  const visitor = portal.visitor();
  const body = { passkey: passkey.use(await optionsOf(visitor, "/api/login/passkey-options")) };
  const copies = Array.from({ length: 20 }, (_, at) => createTestClient(at % 2 ? portal.url : second.url, null, new Map(visitor.cookies)));
  const replies = await Promise.all(copies.map((copy) => copy.post("/api/login/passkey", body)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(replies.filter(({ status }) => status !== 200 && status !== 401 && status !== 429)).toEqual([]);
});

test("after five wrong passkeys the right one is refused, and the person is emailed once", async () => {
  const { account, passkey } = await enrol();
  for (let at = 0; at < 5; at += 1) {
    passkey.rewind(0);
    expect((await signInWith(createPasskeyWithId(passkey))).reply.status).toBe(401);
  }
  passkey.rewind(50);
  for (let at = 0; at < 2; at += 1) expect((await signInWith(passkey)).reply.status).toBe(429);
  expect(await mailsTo(account.email, /five wrong passwords or codes/)).toHaveLength(1);
});
/** Another key that claims to be a person's passkey. */
const createPasskeyWithId = (own: TestPasskey): TestPasskey => {
  const forged = createPasskey(100);
  return { ...forged, use: (options) => ({ ...forged.use(options), id: own.id }) };
};

test("a network stores at most 100 challenges of visitors in a quarter of an hour, and another network its own", async () => {
  const ask = (ip: string) => portal.visitor().post("/api/login/passkey-options", undefined, { "x-forwarded-for": ip });
  const before = await portal.db.$count(passkeyChallenges);
  const replies = [];
  for (let at = 0; at < 105; at += 1) replies.push(await ask("203.0.113.77"));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(100);
  expect(refusal(replies.at(-1) ?? { status: 0, text: "" })).toEqual([429, "Too many requests. Please wait a while and try again."]);
  expect(await portal.db.$count(passkeyChallenges)).toBe(before + 100);
  expect((await ask("198.51.100.7")).status).toBe(200);
});

test("a suspended person's passkey and a deleted one sign nobody in", async () => {
  const { account, client, passkey, id } = await enrol();
  succeeded(await add(client, createPasskey(), "Phone"));
  succeeded(await client.delete(`/api/account/passkeys/${id}`));
  expect(refusal((await signInWith(passkey)).reply)).toEqual(WRONG);
  const suspended = await enrol();
  await portal.db.execute(sql`update users set suspended_at = now() where id = ${suspended.account.id}`);
  expect(refusal((await signInWith(suspended.passkey)).reply)).toEqual([403, "Your account is suspended"]);
  expect(await mailsTo(account.email, /passkey “Laptop” was removed/)).toHaveLength(1);
});

test("a person with a passkey proves with it and not with the password", async () => {
  const { client, passkey } = await enrol();
  const { accepts, passkey: options } = succeeded(await client.post<{ accepts: string[]; passkey: Options }>("/api/account/prove/options"));
  expect(accepts).toEqual(["passkey"]);
  expect(refusal(await client.post("/api/account/prove", { password: PASSWORD }))).toEqual([400, "Use one of your passkeys"]);
  const asked = { ...options, origin: portal.appContext.publicUrl.origin };
  expect((await client.post("/api/account/prove", { passkey: passkey.use(asked) })).status).toBe(204);
  expect(refusal(await client.post("/api/account/prove", { passkey: passkey.use(asked) }))).toEqual(WRONG);
});

test("a person has at most ten passkeys, each once, and renames one", async () => {
  const { account, client, passkey, id } = await enrol();
  expect(refusal(await add(client, passkey))).toEqual([409, "This passkey was added before"]);
  for (let at = 1; at < 10; at += 1) {
    const { recoveryCodes: codes } = succeeded(await add(client, createPasskey(), `Device ${at}`));
    expect(codes).toBeUndefined();
  }
  expect(refusal(await add(client, createPasskey()))).toEqual([409, "At most 10 passkeys"]);
  expect(await portal.db.$count(passkeys, eq(passkeys.userId, account.id))).toBe(10);
  expect((await client.patch(`/api/account/passkeys/${id}`, { name: " Office " })).body).toMatchObject({ id, name: "Office" });
});

test("the last passkey's removal leaves the password alone, and a required one stays", async () => {
  const { account, client, id } = await enrol("super_admin");
  succeeded(await client.put("/api/settings/security", { requireSecondFactor: "staff" }));
  const kept = await client.delete(`/api/account/passkeys/${id}`);
  expect(refusal(kept)).toEqual([409, "You need a second factor here: add another one first"]);
  expect((await client.get("/api/user")).status).toBe(200);
  succeeded(await client.put("/api/settings/security", { requireSecondFactor: "nobody" }));
  succeeded(await client.delete(`/api/account/passkeys/${id}`));
  expect(await portal.db.$count(recoveryCodes, eq(recoveryCodes.userId, account.id))).toBe(0);
  const visitor = portal.visitor();
  expect((await visitor.post("/api/login", { email: account.email, password: PASSWORD })).body).toMatchObject({ user: { id: account.id } });
});

test("a portal at an IP address serves passkeys by its calls", async () => {
  const atAddress = await startPortal({ beside: portal, publicUrl: new URL("http://127.0.0.1:4999") });
  const account = await portal.createAccount("customer");
  const client = createTestClient(atAddress.url, null, (await portal.signIn(account)).cookies);
  const options = succeeded(await client.post<Options & { rp: { id: string } }>("/api/account/passkeys/options"));
  expect(options.rp.id).toBe("127.0.0.1");
  const response = createPasskey().create({ ...options, origin: "http://127.0.0.1:4999" });
  expect((await client.post("/api/account/passkeys", { name: "Laptop", response })).status).toBe(201);
  await atAddress.stop();
});

test("a lost passkey is removed by a super admin, and a recovery code signs in to add another", async () => {
  const { account, recoveryCodes: codes = [] } = await enrol();
  const client = await begin(account);
  expect((await client.post("/api/login/factor", { recoveryCode: codes[0] })).status).toBe(200);
  expect((await client.delete("/api/account/passkeys/1")).status).toBe(403);
  expect((await add(client, createPasskey(), "New phone")).status).toBe(201);
  const boss = await portal.superAdmin();
  succeeded(await boss.delete(`/api/users/${account.id}/factors`, { reason: "Lost phone" }));
  expect(await portal.db.$count(passkeys, eq(passkeys.userId, account.id))).toBe(0);
  expect(await portal.db.$count(sessions, eq(sessions.userId, account.id))).toBe(0);
});
