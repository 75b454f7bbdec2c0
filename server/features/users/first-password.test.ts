import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { users } from "#server/schema/companies-and-users.ts";
import { passkeys, securitySettings } from "#server/schema/identity/factors.ts";
import { passwordResets } from "#server/schema/identity/sessions.ts";
import { succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";

let portal: TestPortal;
let boss: TestClient;
beforeAll(async () => {
  portal = await startPortal();
});
beforeEach(async () => {
  boss = await portal.signIn("super_admin");
});
afterAll(() => portal.stop());
afterEach(async () => {
  portal.clock.set(new Date());
  await portal.owner.delete(securitySettings);
});

const DAY = 86_400_000;
const TYPED = "typed by the owner";
const CHOSEN = "chosen by myself";
const EXPIRED = [400, "This link has expired"];
const refusal = ({ status, text }: { status: number; text: string }) => [status, text];

let counted = 0;
const newEmail = (): string => {
  counted += 1;
  return `first-${counted}@company.test`;
};
const create = (facts: object) =>
  boss.post<{ id: number }>("/api/users", { companyName: "Lewes Blinds", contactName: "Ines Reed", role: "admin", ...facts });
const mailsTo = async (email: string) => (await portal.mails()).filter(({ to }) => to === email);
const lastToken = async (email: string) =>
  /\/reset-password#token=([\w-]{43})/.exec((await mailsTo(email)).at(-1)?.text ?? "")?.[1] ?? "no link";
const choose = (token: string, password = CHOSEN) => portal.visitor().post("/api/reset-password", { token, password });
const logIn = async (email: string, password = CHOSEN) => (await portal.visitor().post("/api/login", { email, password })).status;
const rowOf = async (id: number) =>
  succeeded(await boss.get<{ id: number; hasPassword: boolean; invited: boolean }[]>("/api/users?limit=200")).find((row) => row.id === id);

test("an account created without a password is emailed a link, with which its person chooses one once", async () => {
  const email = newEmail();
  const { id } = succeeded(await create({ email }));
  const mails = await mailsTo(email);
  expect(mails.map(({ subject }) => subject)).toEqual(["Choose your password – Tiltrod"]);
  expect(mails[0]?.text).toContain("The link below works once and for seven days.");
  expect(await rowOf(id)).toMatchObject({ hasPassword: false, invited: false });
  for (const password of ["      ", TYPED, CHOSEN]) expect(await logIn(email, password)).toBe(401);
  const token = await lastToken(email);
  expect(refusal(await choose(token, "password1"))).toEqual([400, "This password is too easy to guess"]);
  succeeded(await choose(token));
  expect(refusal(await choose(token, "another one again"))).toEqual(EXPIRED);
  expect(await logIn(email)).toBe(200);
  expect(await rowOf(id)).toMatchObject({ hasPassword: true });
});

test("the link works until the end of its seven days, and the super admin can send another that ends it", async () => {
  const [email, late] = [newEmail(), newEmail()];
  succeeded(await create({ email: late }));
  const { id } = succeeded(await create({ email }));
  const first = await lastToken(email);
  portal.clock.advance(7 * DAY - 60_000);
  succeeded(await choose(await lastToken(late)));
  expect(await logIn(late)).toBe(200);
  boss = await portal.signIn("super_admin");
  succeeded(await boss.post(`/api/users/${id}/reset-link`));
  const second = await lastToken(email);
  expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual(Array(2).fill("Choose your password – Tiltrod"));
  expect(refusal(await choose(first))).toEqual(EXPIRED);
  portal.clock.advance(7 * DAY);
  expect(refusal(await choose(second))).toEqual(EXPIRED);
  // The person then requests a link as for a forgotten password.
  succeeded(await portal.visitor().post("/api/forgot-password", { email }));
  succeeded(await choose(await lastToken(email)));
  expect(await logIn(email)).toBe(200);
});

test.each(["staff", "everyone"] as const)("while a factor is required of %s, a typed password is ignored", async (requireSecondFactor) => {
  const [typed, email] = [newEmail(), newEmail()];
  succeeded(await create({ email: typed, password: TYPED }));
  expect(await lastToken(typed)).toBe("no link");
  expect(await logIn(typed, TYPED)).toBe(200);
  const userId = boss.account?.id ?? 0;
  await portal.db.insert(passkeys).values({ userId, name: "Phone", credentialId: requireSecondFactor, publicKey: "key", counter: 0 });
  succeeded(await boss.put("/api/settings/security", { requireSecondFactor }));
  const { id } = succeeded(await create({ email, password: TYPED, role: "customer" }));
  expect(await logIn(email, TYPED)).toBe(401);
  expect((await portal.db.select().from(users).where(eq(users.id, id)))[0]?.passwordHash).toBe("");
  succeeded(await choose(await lastToken(email)));
  expect(await logIn(email)).toBe(200);
});

test("a suspension ends the link, and after it the super admin sends a new one", async () => {
  const email = newEmail();
  const { id } = succeeded(await create({ email }));
  const first = await lastToken(email);
  succeeded(await boss.patch(`/api/users/${id}`, { suspended: true }));
  expect(refusal(await choose(first))).toEqual(EXPIRED);
  succeeded(await boss.patch(`/api/users/${id}`, { suspended: false }));
  succeeded(await boss.post(`/api/users/${id}/reset-link`));
  succeeded(await choose(await lastToken(email)));
  expect(await logIn(email)).toBe(200);
});

test("a refused creation stores and emails nothing, and no hash of a link is the link", async () => {
  const email = newEmail();
  succeeded(await create({ email }));
  const before = (await portal.mails()).length;
  expect(refusal(await create({ email }))).toEqual([409, "An account with this email already exists"]);
  expect((await portal.mails()).length).toBe(before);
  const hashes = (await portal.db.select().from(passwordResets)).map(({ tokenHash }) => tokenHash);
  const token = await lastToken(email);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(hashes).not.toContain(token);
});
