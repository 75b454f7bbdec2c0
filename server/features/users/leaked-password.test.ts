import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer } from "#server/start.ts";
import { succeeded } from "#server/testing/builders.ts";
import { PASSWORD, startPortal, type TestPortal } from "#server/testing/portal.ts";

const LEAKED = "kestrel-harbour-17";
let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal({ isLeaked: async (password) => password === LEAKED });
});
afterAll(() => portal.stop());

const SENTENCE = "This password is too easy to guess";
const refusal = ({ status, text }: { status: number; text: string }) => [status, text];

test("every form that sets a password refuses a leaked one, and a stored one still signs in", async () => {
  const body = { email: "new@company.test", companyName: "Mill Lane", contactName: "Ada", password: LEAKED };
  expect(refusal(await portal.visitor().post("/api/register", body))).toEqual([400, SENTENCE]);
  const boss = await portal.superAdmin();
  expect(refusal(await boss.post("/api/users", { ...body, role: "customer" }))).toEqual([400, SENTENCE]);
  const account = await portal.createAccount("customer");
  const client = await portal.signIn(account);
  const change = (currentPassword: string, newPassword: string) =>
    client.patch(`/api/users/${account.id}/password`, { currentPassword, newPassword });
  expect(refusal(await change(PASSWORD, LEAKED))).toEqual([400, SENTENCE]);
  succeeded(await client.post("/api/company/people", { email: "ben@company.test", contactName: "Ben Hart" }));
  succeeded(await portal.visitor().post("/api/forgot-password", { email: account.email }));
  const mails = await portal.mails();
  const tokenIn = (path: string) => new RegExp(`/${path}#token=([\\w-]+)`).exec(mails.map(({ text }) => text).join("\n"))?.[1];
  const join = { token: tokenIn("join"), password: LEAKED };
  expect(refusal(await portal.visitor().post("/api/join", join))).toEqual([400, SENTENCE]);
  const reset = { token: tokenIn("reset-password"), password: LEAKED };
  expect(refusal(await portal.visitor().post("/api/reset-password", reset))).toEqual([400, SENTENCE]);
  expect((await portal.visitor().post("/api/login", { email: account.email, password: PASSWORD })).status).toBe(200);
});

test("a start with a list that cannot be read ends with one sentence", async () => {
  const env = { PORT: "0", DATABASE_URL: "postgres://nobody@127.0.0.1:1/none", LEAKED_PASSWORDS: "/nowhere/leaked.txt" };
  const keys = { SESSION_SECRET: "a session secret of the tests, 32 long", ENCRYPTION_KEY: "an encryption key of the tests, 32 long" };
  await expect(startServer({ env: { ...env, ...keys }, say: () => {} })).rejects.toThrow(
    /^LEAKED_PASSWORDS names a file that cannot be read: /,
  );
});
