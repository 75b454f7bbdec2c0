import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { totpCodeAt } from "#server/features/identity/totp.ts";
import { apiTokens } from "#server/schema/identity/sessions.ts";
import { auditEntries } from "#server/schema/records.ts";
import { succeeded } from "#server/testing/builders.ts";
import { PASSWORD, SESSION_SECRET, startPortal, type TestPortal } from "#server/testing/portal.ts";
import { inProject } from "#tools/project.mjs";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stop());

/** Runs the program of the command, without the build, on the portal's database. */
async function resetFactor(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const env = {
    ...process.env,
    DATABASE_URL: String(portal.db.$client.options.connectionString),
    SESSION_SECRET,
    ENCRYPTION_KEY: "the encryption key of the tests, 32 long",
  };
  const program = ["--import", "tsx", "server/reset-factor/program.ts", ...args];
  return promisify(execFile)(process.execPath, program, { cwd: inProject(), env }).then(
    (output) => ({ code: 0, ...output }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
}

test("reset-factor lets the last super admin who lost the phone sign in with the password alone", async () => {
  const account = await portal.createAccount("super_admin");
  const client = await portal.signIn(account);
  const { secret } = succeeded(await client.post<{ secret: string }>("/api/account/totp"));
  const code = totpCodeAt(secret, Math.floor(portal.clock().getTime() / 30_000));
  succeeded(await client.post("/api/account/totp/confirm", { code }));
  succeeded(await client.post("/api/account/tokens", { name: "Report", scopes: ["orders:read"], expiresInDays: 1 }));

  expect(await resetFactor(account.email.toUpperCase())).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("has no second factor any more"),
  });
  expect((await client.get("/api/user")).status).toBe(401);
  expect(await portal.db.$count(apiTokens, eq(apiTokens.userId, account.id))).toBe(0);
  const reply = await portal.visitor().post("/api/login", { email: account.email, password: PASSWORD });
  expect(reply.body).toMatchObject({ user: { id: account.id } });
  const entries = await portal.db.select().from(auditEntries).where(eq(auditEntries.action, "users.removeFactors"));
  expect(entries).toMatchObject([{ actorId: null, targetId: account.id, after: { reason: "an operator did it on the server" } }]);
  const mails = (await portal.mails()).filter(({ to, text }) => to === account.email && text.includes("an operator did it on the server"));
  expect(mails).toHaveLength(1);

  expect(await resetFactor(account.email)).toMatchObject({ code: 1, stderr: `${account.contactName} has no second factor\n` });
});

test.each([
  [["nobody@example.com"], "No account has the email address nobody@example.com.\n"],
  [[], "Usage: npm run reset-factor -- <email>\n"],
  [["one@example.com", "two@example.com"], "Usage: npm run reset-factor -- <email>\n"],
])("reset-factor %j ends with 1 and a sentence", async (args, stderr) => {
  expect(await resetFactor(...args)).toMatchObject({ code: 1, stdout: "", stderr });
});
