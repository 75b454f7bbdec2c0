import { eq, inArray, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { cleanUpTasks } from "#server/platform/jobs/clean-up.ts";
import { users } from "#server/schema/companies-and-users.ts";
import { passkeys, recoveryCodes, totpApps } from "#server/schema/identity/factors.ts";
import { apiTokens, calendars, emailChanges } from "#server/schema/identity/sessions.ts";
import { succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { PASSWORD, startPortal, type TestPortal } from "#server/testing/portal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stop());
afterEach(async () => {
  portal.clock.set(new Date());
  await portal.db.execute(sql`delete from rate_limits`);
});

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const EXPIRED = [400, "This link has expired"];
const TAKEN = [409, "An account with this email already exists"];
const refusal = ({ status, text }: { status: number; text: string }) => [status, text];

let counted = 0;
const newEmail = (): string => {
  counted += 1;
  return `moved-${counted}@company.test`;
};
const request = (client: TestClient, email: string) => client.post("/api/account/email", { email });
const confirm = (token: string) => portal.visitor().post<{ email: string }>("/api/account/email/confirm", { token });
interface Stopped {
  readonly stopped: string;
  readonly email: string;
  readonly passwordToken: string | null;
}
const stop = (token: string) => portal.visitor().post<Stopped>("/api/account/email/stop", { token });
const logIn = (email: string, password = PASSWORD) => portal.visitor().post("/api/login", { email, password });
const emailOf = async (id: number) => (await portal.db.select().from(users).where(eq(users.id, id)))[0]?.email;
const mailsTo = async (email: string) => (await portal.mails()).filter(({ to }) => to === email);
const linkTo = async (email: string, page: string) =>
  new RegExp(`/${page}#token=([\\w-]{43})`).exec((await mailsTo(email)).map(({ text }) => text).join("\n"))?.[1] ?? "no link";
/** A person who has requested a change, and the tokens of both emails. */
async function begin(to = newEmail()) {
  const account = await portal.createAccount("customer");
  const client = await portal.signIn(account);
  succeeded(await request(client, to));
  return { account, client, to, confirmToken: await linkTo(to, "confirm-email"), stopToken: await linkTo(account.email, "stop-email") };
}

test("the new address confirms a change once, both addresses are told, and a login takes the new one", async () => {
  const { account, client, to, confirmToken } = await begin("Moved.First@company.test");
  expect(await emailOf(account.id)).toBe(account.email);
  succeeded(await portal.visitor().post("/api/forgot-password", { email: account.email }));
  const reset = /token=([\w-]+)/.exec((await mailsTo(account.email)).at(-1)?.text ?? "")?.[1];
  expect(succeeded(await confirm(confirmToken))).toEqual({ email: to });
  expect([(await logIn(account.email)).status, (await logIn(to.toLowerCase())).status]).toEqual([401, 200]);
  // The sessions stay, and a link that the former address received sets no password.
  expect(succeeded(await client.get<{ user: { email: string } }>("/api/user")).user.email).toBe(to);
  expect(refusal(await portal.visitor().post("/api/reset-password", { token: reset, password: "brand new one" }))).toEqual(EXPIRED);
  expect(refusal(await confirm(confirmToken))).toEqual(EXPIRED);
  for (const email of [account.email, to])
    expect((await mailsTo(email)).filter(({ subject }) => subject.startsWith("Your email address was changed"))).toHaveLength(1);
});

test("only hashes of the two links are stored, and none is in the audit trail", async () => {
  const { confirmToken, stopToken } = await begin();
  await confirm(confirmToken);
  const { rows } = await portal.db.execute(
    sql`select (select json_agg(e) from email_changes e), (select json_agg(a) from audit_entries a)`,
  );
  for (const secret of [confirmToken, stopToken]) expect(JSON.stringify(rows)).not.toContain(secret);
  expect(JSON.stringify(rows)).toContain("emailChange.confirm");
});

test("a change can be confirmed for 24 hours, and stopped for seven days", async () => {
  const late = await begin();
  portal.clock.advance(DAY - 60_000);
  const early = await begin();
  portal.clock.advance(60_000);
  expect(refusal(await confirm(late.confirmToken))).toEqual(EXPIRED);
  expect((await confirm(early.confirmToken)).status).toBe(200);
  portal.clock.advance(6 * DAY);
  expect(refusal(await stop(late.stopToken))).toEqual(EXPIRED);
  expect((await stop(early.stopToken)).status).toBe(200);
});

test("a stop before the change cancels the request and nothing else", async () => {
  const { account, client, confirmToken, stopToken } = await begin();
  expect(succeeded(await stop(stopToken))).toEqual({ stopped: "request", email: account.email, passwordToken: null });
  expect(refusal(await confirm(confirmToken))).toEqual(EXPIRED);
  expect(refusal(await stop(stopToken))).toEqual(EXPIRED);
  expect((await client.get("/api/user")).status).toBe(200);
  expect((await logIn(account.email)).status).toBe(200);
});

test("a stop after the change restores the address, ends every access and requires a new password", async () => {
  const { account, client, to, confirmToken, stopToken } = await begin();
  const [userId, now] = [account.id, portal.clock()];
  const passkey = (name: string, createdAt: Date) => ({ userId, name, credentialId: name, publicKey: name, counter: 0, createdAt });
  await portal.db.insert(passkeys).values([passkey("own", new Date(now.getTime() - DAY)), passkey("thief's", now)]);
  await portal.db.insert(totpApps).values({ userId, secretSealed: "thief's", activeSince: now });
  await portal.db.insert(recoveryCodes).values({ userId, codeHash: "a".repeat(43) });
  succeeded(await client.post("/api/account/tokens", { name: "Thief's", scopes: ["orders:read"] }));
  succeeded(await client.post("/api/account/calendar"));
  await confirm(confirmToken);
  const { passwordToken, ...reply } = succeeded(await stop(stopToken));
  expect(reply).toEqual({ stopped: "change", email: account.email });
  expect((await client.get("/api/user")).status).toBe(401);
  for (const table of [apiTokens, calendars, emailChanges, totpApps])
    expect(await portal.db.$count(table, eq(table.userId, userId))).toBe(0);
  // A factor from before the change stays, with its recovery codes.
  expect((await portal.db.select().from(passkeys).where(eq(passkeys.userId, userId))).map(({ name }) => name)).toEqual(["own"]);
  expect(await portal.db.$count(recoveryCodes, eq(recoveryCodes.userId, userId))).toBe(1);
  for (const email of [account.email, to]) expect((await logIn(email)).status).toBe(401);
  expect((await mailsTo(to)).at(-1)?.text).toContain(`is ${account.email} again`);
  succeeded(await portal.visitor().post("/api/reset-password", { token: passwordToken, password: "brand new one" }));
  expect((await logIn(account.email, "brand new one")).status).toBe(200);
});

test("the first address's link undoes later changes too, also after a replaced request", async () => {
  const { account, client, stopToken } = await begin();
  const second = newEmail();
  succeeded(await request(client, second));
  succeeded(await confirm(await linkTo(second, "confirm-email")));
  const third = newEmail();
  succeeded(await request(client, third));
  succeeded(await confirm(await linkTo(third, "confirm-email")));
  expect(succeeded(await stop(stopToken))).toMatchObject({ stopped: "change", email: account.email });
  expect(refusal(await stop(await linkTo(second, "stop-email")))).toEqual(EXPIRED);
  expect(await emailOf(account.id)).toBe(account.email);
});

test("an open change is shown to its person alone until it is confirmed, cancelled or a day old", async () => {
  const openOf = async (client: TestClient) =>
    succeeded(await client.get<{ open: { email: string; until: string } | null }>("/api/account/email")).open;
  const made = await begin();
  const until = new Date(portal.clock().getTime() + DAY).getTime();
  const shown = await openOf(made.client);
  expect(shown?.email).toBe(made.to);
  expect(Math.abs(new Date(shown?.until ?? 0).getTime() - until)).toBeLessThan(60_000);
  expect(await openOf(await portal.signIn("customer"))).toBeNull();
  await confirm(made.confirmToken);
  expect(await openOf(made.client)).toBeNull();
  const cancelled = await begin();
  succeeded(await cancelled.client.delete("/api/account/email"));
  expect(await openOf(cancelled.client)).toBeNull();
  expect(refusal(await confirm(cancelled.confirmToken))).toEqual(EXPIRED);
  expect(succeeded(await stop(cancelled.stopToken))).toMatchObject({ stopped: "request" });
  // A second press finds nothing to cancel, and is no fault.
  expect((await cancelled.client.delete("/api/account/email")).status).toBe(204);
  const late = await begin();
  portal.clock.advance(DAY);
  expect(await openOf(await portal.signIn(late.account))).toBeNull();
});

test("a second request replaces the first, so a person has one open change", async () => {
  const { account, client, confirmToken } = await begin();
  const second = newEmail();
  succeeded(await request(client, second));
  expect(refusal(await confirm(confirmToken))).toEqual(EXPIRED);
  succeeded(await confirm(await linkTo(second, "confirm-email")));
  expect(await emailOf(account.id)).toBe(second);
});

test.each<[string, (account: { id: number; email: string }, client: TestClient) => Promise<unknown>]>([
  [
    "changed",
    async ({ id }, client) =>
      succeeded(await client.patch(`/api/users/${id}/password`, { currentPassword: PASSWORD, newPassword: "brand new one" })),
  ],
  [
    "reset",
    async ({ email }) => {
      succeeded(await portal.visitor().post("/api/forgot-password", { email }));
      const token = await linkTo(email, "reset-password");
      succeeded(await portal.visitor().post("/api/reset-password", { token, password: "brand new one" }));
    },
  ],
  [
    "alone after the removal of the factors",
    async ({ id }) => {
      await portal.db.insert(passkeys).values({ userId: id, name: "Phone", credentialId: `phone-${id}`, publicKey: "key", counter: 0 });
      succeeded(await (await portal.signIn("super_admin")).delete(`/api/users/${id}/factors`, { reason: "Lost phone" }));
    },
  ],
])("a password that is %s ends the open change, which somebody else may have requested", async (_, set) => {
  const { account, client, confirmToken, stopToken } = await begin();
  await set(account, client);
  expect(refusal(await confirm(confirmToken))).toEqual(EXPIRED);
  expect(await emailOf(account.id)).toBe(account.email);
  expect(succeeded(await stop(stopToken))).toMatchObject({ stopped: "request", passwordToken: null });
});

test("a taken address gets the same reply, and only its owner is emailed, without a link", async () => {
  const owner = await portal.createAccount("customer");
  const { account, client } = await begin(owner.email.toUpperCase());
  expect((await request(client, newEmail())).status).toBe(204);
  const [told] = await mailsTo(owner.email.toUpperCase());
  expect(told?.text).toContain("where it already has one");
  expect(told?.text).not.toContain("http");
  expect(await emailOf(account.id)).toBe(account.email);
});

test("a person's own address is no change, in any case", async () => {
  const client = await portal.signIn("customer");
  const reply = await request(client, client.account?.email.toUpperCase() ?? "");
  expect(refusal(reply)).toEqual([400, "This is your email address already"]);
});

test("an address that was taken before the confirmation is a 409, and the change stays open", async () => {
  const { account, to, confirmToken } = await begin();
  const other = await portal.createAccount("customer", { email: to.toUpperCase() });
  expect(refusal(await confirm(confirmToken))).toEqual(TAKEN);
  expect(await emailOf(account.id)).toBe(account.email);
  await portal.db.update(users).set({ deletedAt: portal.clock() }).where(eq(users.id, other.id));
  expect((await confirm(confirmToken)).status).toBe(200);
});

test("a former address stays its person's for as long as the change can be undone", async () => {
  const { account, client, confirmToken, stopToken } = await begin();
  await confirm(confirmToken);
  const email = account.email.toUpperCase();
  const names = { companyName: "Sea Glass", contactName: "Ines", password: "a better horse" };
  expect(refusal(await portal.visitor().post("/api/register", { email, ...names }))).toEqual(TAKEN);
  // An inviting company sees no difference, and the person gets an email without a link.
  const inviter = await portal.signIn("customer");
  expect((await inviter.post("/api/company/people", { email, contactName: "Ines" })).status).toBe(201);
  expect((await mailsTo(account.email)).at(-1)?.text).toContain("already has an account");
  // Another person's change to it confirms nothing, but its own person may return to it.
  const other = await begin(email);
  expect(other.confirmToken).toBe("no link");
  succeeded(await request(client, account.email));
  succeeded(await confirm(await linkTo(account.email, "confirm-email")));
  expect((await stop(stopToken)).status).toBe(200);
});

test("a former address is free a week after the request", async () => {
  const { account, confirmToken } = await begin();
  await confirm(confirmToken);
  portal.clock.advance(7 * DAY);
  await cleanUpTasks({ db: portal.db, clock: portal.clock }).tasks["clean-up"]?.({});
  expect(await portal.db.$count(emailChanges, eq(emailChanges.userId, account.id))).toBe(0);
  const names = { companyName: "Sea Glass", contactName: "Ines", password: "a better horse" };
  expect((await portal.visitor().post("/api/register", { email: account.email, ...names })).status).toBe(201);
});

test("one of two people who confirm one address at once gets it", async () => {
  const to = newEmail();
  const people = [await begin(to), await begin(to)];
  const second = (await mailsTo(to)).map(({ text }) => /#token=([\w-]{43})/.exec(text)?.[1] ?? "");
  expect(second).toHaveLength(2);
  const replies = await Promise.all(second.map(confirm));
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const emails = await Promise.all(people.map(({ account: { id } }) => emailOf(id)));
  expect(emails.filter((email) => email === to)).toHaveLength(1);
});

test("two confirmations of one link at once change the address once", async () => {
  const { confirmToken } = await begin();
  const replies = await Promise.all([confirm(confirmToken), confirm(confirmToken)]);
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400]);
});

test("a confirmation and a stop at once leave the former address, whichever comes first", async () => {
  for (let round = 0; round < 5; round += 1) {
    const { account, confirmToken, stopToken } = await begin();
    const [confirmed, stopped] = await Promise.all([confirm(confirmToken), stop(stopToken)]);
    const wasChanged = confirmed.status === 200;
    expect(succeeded(stopped)).toMatchObject({ stopped: wasChanged ? "change" : "request" });
    expect(await emailOf(account.id)).toBe(account.email);
  }
});

test("five requests at once are emailed, and the sixth of a day is a 429", async () => {
  const client = await portal.signIn("customer");
  const replies = await Promise.all(Array.from({ length: 6 }, () => request(client, newEmail())));
  expect(replies.map(({ status }) => status).toSorted()).toEqual([204, 204, 204, 204, 204, 429]);
  const id = client.account?.id ?? 0;
  expect(await portal.db.$count(emailChanges, sql`user_id = ${id} and replaced_at is null`)).toBe(1);
});

test("a suspended person confirms nothing, a stop still restores the address, and no email goes out", async () => {
  const [open, made] = [await begin(), await begin()];
  await confirm(made.confirmToken);
  const isTheirs = inArray(users.id, [open.account.id, made.account.id]);
  await portal.db.update(users).set({ suspendedAt: portal.clock() }).where(isTheirs);
  const before = (await portal.mails()).length;
  expect(refusal(await confirm(open.confirmToken))).toEqual(EXPIRED);
  expect(succeeded(await stop(made.stopToken))).toEqual({ stopped: "change", email: made.account.email, passwordToken: null });
  expect((await portal.mails()).length).toBe(before);
});

test("a deleted account's links end", async () => {
  const { account, confirmToken, stopToken } = await begin();
  await portal.createAccount("customer", { colleagueOf: account });
  succeeded(await (await portal.superAdmin()).delete(`/api/users/${account.id}`));
  expect([refusal(await confirm(confirmToken)), refusal(await stop(stopToken))]).toEqual([EXPIRED, EXPIRED]);
  expect(await portal.db.$count(emailChanges, eq(emailChanges.userId, account.id))).toBe(0);
});
