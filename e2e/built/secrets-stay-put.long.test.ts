import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sealWebhookSecret } from "#server/features/payments/stripe/stripe-settings.ts";
import { createSeal } from "#server/platform/security/seal.ts";
import { succeeded } from "#server/testing/builders.ts";
import { createTestClient } from "#server/testing/calls/test-client.ts";
import { createTestDatabase } from "#server/testing/database/database.ts";
import { eventually } from "#server/testing/database/embedded-harness.ts";
import type { Account } from "#shared/contract/parts/people.ts";
import { signedDelivery, startStripeStandIn } from "#stripe-stand-in/index.ts";
import { startPortal } from "#tools/built-portal.ts";

/**
 * The test plants unique values wherever a secret or a person's name goes in. After a run through
 * all code that handles them, with successes and failures, it searches all output for them.
 */
const marker = (what: string) => `${what}${randomBytes(9).toString("hex")}`;

const SECRETS = {
  sessionSecret: marker("session-secret-"),
  encryptionKey: marker("encryption-key-"),
  superAdminPassword: marker("boss-password-"),
  registeredPassword: marker("registered-"),
  guessedPassword: marker("guessed-"),
  malformedPassword: marker("malformed-"),
  resetPassword: marker("reset-"),
  changedPassword: marker("changed-"),
  stripeSecret: ["sk", "test", marker("")].join("_"),
  refusedStripeSecret: ["sk", "live", marker("")].join("_"),
  webhookSecret: ["whsec", marker("")].join("_"),
};
const PERSONAL = {
  email: `${marker("ada-")}@company.test`,
  unknownEmail: `${marker("nobody-")}@company.test`,
  contactName: marker("Ada "),
  companyName: marker("Ashdown-"),
  address: marker("1 High Street "),
};

interface Evidence {
  readonly log: string;
  readonly replies: string;
  readonly errorRecords: string;
  readonly audit: string;
  /** The text and HTML of all mails, without those that contain reset links. */
  readonly mails: string;
  readonly resetMails: string;
  readonly token: string;
  readonly cookies: readonly string[];
}

let found: Evidence;
const undo: (() => unknown)[] = [];
beforeAll(async () => {
  found = await runThrough();
});
afterAll(async () => {
  for (const end of undo.reverse()) await end();
});

async function runThrough(): Promise<Evidence> {
  const database = await createTestDatabase();
  const standIn = await startStripeStandIn();
  const dataDir = mkdtempSync(join(tmpdir(), "tiltrod-secrets-"));
  const outbox = join(dataDir, "outbox");
  undo.push(() => rmSync(dataDir, { recursive: true, force: true }), database.drop, standIn.stop);
  const server = await startPortal({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    STRIPE_API_BASE: standIn.url,
    SESSION_SECRET: SECRETS.sessionSecret,
    ENCRYPTION_KEY: SECRETS.encryptionKey,
    SUPER_ADMIN_PASSWORD: SECRETS.superAdminPassword,
    LOG_LEVEL: "debug",
  });
  const db = new Client({ connectionString: database.ownerUrl });
  await db.connect();
  undo.push(() => db.end());
  const query = async (text: string) => (await db.query(text)).rows;

  const replies: string[] = [];
  const plainFetch = globalThis.fetch;
  undo.push(() => {
    globalThis.fetch = plainFetch;
  });
  globalThis.fetch = async (...args) => {
    const reply = await plainFetch(...args);
    const headers = [...reply.headers].filter(([name]) => name !== "set-cookie");
    replies.push(JSON.stringify(headers), await reply.clone().text());
    return reply;
  };
  const cookies = new Map<string, string>();
  const visitor = () => createTestClient(server.url, null);
  const signIn = async (email: string, password: string) => {
    const guest = visitor();
    const { user } = succeeded(await guest.post<{ user: Account }>("/api/login", { email, password }));
    for (const cookie of guest.cookies.values()) cookies.set(cookie, cookie);
    return createTestClient(server.url, user, guest.cookies);
  };
  const mailsIn = () => {
    const names = readdirSync(outbox).filter((name) => /^[^.].*\.eml$/.test(name));
    return Promise.all(names.toSorted().map((name) => PostalMime.parse(readFileSync(join(outbox, name)))));
  };
  const nextToken = async () => {
    await visitor().post("/api/forgot-password", { email: PERSONAL.email });
    return eventually(async () => {
      const links = (await mailsIn()).map(({ text }) => /token=([\w-]+)/.exec(text ?? "")?.[1]);
      const token = links.findLast((link) => link !== undefined);
      if (token === undefined) throw new Error("The link has not come yet");
      return token;
    });
  };

  // This part registers, approves and signs in, with a right and a wrong password.
  const { email, unknownEmail, contactName, companyName, address } = PERSONAL;
  const boss = await signIn("owner@e2e.example", SECRETS.superAdminPassword);
  const registration = { email, password: SECRETS.registeredPassword, companyName, contactName };
  const { user } = succeeded(await visitor().post<{ user: Account }>("/api/register", registration));
  expect((await visitor().post("/api/register", registration)).status).toBe(409);
  succeeded(await boss.patch(`/api/clients/${user.id}`, { approvalStatus: "approved" }));
  succeeded(await boss.get(`/api/clients?search=${encodeURIComponent(companyName)}`));
  expect((await visitor().post("/api/login", { email, password: SECRETS.guessedPassword })).status).toBe(401);
  expect((await visitor().post("/api/login", { email: unknownEmail, password: SECRETS.guessedPassword })).status).toBe(401);
  const malformed = `{"email":"${email}","password":"${SECRETS.malformedPassword}"`;
  expect((await visitor().post("/api/login", malformed, { "content-type": "application/json" })).status).toBe(400);
  const person = await signIn(email, SECRETS.registeredPassword);
  succeeded(await person.patch(`/api/users/${user.id}/profile`, { companyName, contactName, address, email }));

  // This part requests a new password, opens the link in the browser, and changes the password.
  const token = await nextToken();
  await visitor().get(`/reset-password?token=${token}`);
  succeeded(await visitor().post("/api/reset-password", { token, password: SECRETS.resetPassword }));
  expect((await visitor().post("/api/reset-password", { token, password: SECRETS.resetPassword })).status).toBe(400);
  const again = await signIn(email, SECRETS.resetPassword);
  const change = { currentPassword: SECRETS.resetPassword, newPassword: SECRETS.changedPassword };
  expect((await again.patch(`/api/users/${user.id}/password`, { ...change, currentPassword: SECRETS.guessedPassword })).status).toBe(400);
  succeeded(await again.patch(`/api/users/${user.id}/password`, change));

  // This part saves Stripe's keys: rejected by the portal, with an unreachable Stripe, and with
  // success. Then it delivers forged and real webhooks.
  const publicKey = "pk_test_of_the_markers_0000";
  expect((await boss.post("/api/stripe/config", { publicKey, secretKey: SECRETS.refusedStripeSecret })).status).toBe(400);
  standIn.failNext({ status: 500, message: `Refused with ${SECRETS.stripeSecret}`, times: 5 });
  const refused = await boss.post("/api/stripe/config", { publicKey, secretKey: SECRETS.stripeSecret });
  expect([400, 503]).toContain(refused.status);
  standIn.clearFaults();
  succeeded(await boss.post("/api/stripe/config", { publicKey, secretKey: SECRETS.stripeSecret }));
  succeeded(await boss.get("/api/stripe/config"));
  const sealed = sealWebhookSecret(createSeal(SECRETS.encryptionKey), SECRETS.webhookSecret);
  await db.query("update stripe_settings set webhook_secret_sealed = $1", [sealed]);
  const event = {
    id: "evt_1",
    object: "event",
    type: "checkout.session.completed",
    data: { object: { id: "cs_unknown", note: SECRETS.webhookSecret } },
  };
  for (const secret of ["whsec_guessed", SECRETS.webhookSecret]) {
    const { body, headers } = signedDelivery(event as never, secret);
    await fetch(`${server.url}/api/stripe/webhook`, { method: "POST", body, headers });
  }

  // This part provokes server faults in the middle of the calls.
  await query("alter table companies add constraint planted check (name not like '%fault%') not valid");
  const faulty = { ...registration, email: `x${email}`, companyName: `${companyName} fault`, password: SECRETS.registeredPassword };
  expect((await visitor().post("/api/register", faulty)).status).toBe(500);
  expect(
    (await boss.patch(`/api/users/${user.id}/profile`, { companyName: `${companyName} fault`, contactName, address, email })).status,
  ).toBe(500);
  await query("alter table companies drop constraint planted; alter table password_resets rename to resets_away");
  // A job fails after it has searched for the account, and the reply does not reveal that.
  succeeded(await visitor().post("/api/forgot-password", { email }));
  await eventually(async () => {
    const failed = "select 1 from graphile_worker.jobs where attempts > 0 and last_error like '%password_resets%'";
    if ((await query(failed)).length === 0) throw new Error("The job has not failed yet");
  });
  expect((await visitor().post("/api/reset-password", { token, password: SECRETS.resetPassword })).status).toBe(500);
  await query("alter table resets_away rename to password_resets; alter table sessions rename to sessions_away");
  expect((await visitor().post("/api/login", { email, password: SECRETS.changedPassword })).status).toBe(500);
  expect((await boss.get("/api/user")).status).toBe(500);
  await query("alter table sessions_away rename to sessions");

  // This part reports a page that crashed while it held all values.
  const after = await signIn(email, SECRETS.changedPassword);
  const crash = `Request failed: {"email":"${email}","password":"${SECRETS.changedPassword}","token":"${token}"} with ${SECRETS.stripeSecret}`;
  succeeded(
    await after.post("/api/errors/report", {
      errorMessage: crash,
      stack: `Error: ${crash}\n    at x`,
      requestPath: `/reset-password?token=${token}`,
    }),
  );

  // This part makes a mail with a link undeliverable.
  renameSync(outbox, `${outbox}-before`);
  writeFileSync(outbox, "not a folder");
  await visitor().post("/api/forgot-password", { email });
  await eventually(async () => {
    // The job's next try becomes its last one and is due now.
    await query(
      "select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where locked_at is null and max_attempts > 1), now(), null, 0, 1)",
    );
    if ((await query("select 1 from error_records where error_type = 'JobFailed'")).length === 0) throw new Error("It has not failed yet");
  });
  rmSync(outbox);
  renameSync(`${outbox}-before`, outbox);

  for (const path of ["/api/errors", "/api/audit", "/api/users", "/api/clients", "/api/user"]) succeeded(await boss.get(path));
  await server.stop();
  const mails = await mailsIn();
  const textOf = (of: typeof mails) => of.map(({ subject, text, html }) => `${subject}\n${text}\n${html}`).join("\n");
  const isReset = ({ text }: (typeof mails)[number]) => text?.includes("token=") ?? false;
  return {
    log: server.output(),
    replies: replies.join("\n"),
    errorRecords: JSON.stringify(await query("select * from error_records")),
    audit: JSON.stringify(await query("select * from audit_entries")),
    mails: textOf(mails.filter((mail) => !isReset(mail))),
    resetMails: textOf(mails.filter(isReset)),
    token,
    cookies: [...cookies.values()],
  };
}

/** Returns each place of a value with the text around it. */
const places = (text: string, value: string) => {
  const at = text.toLowerCase().indexOf(value.toLowerCase());
  return at < 0 ? [] : [text.slice(Math.max(0, at - 120), at + value.length + 40)];
};

test("the run produced each kind of evidence", () => {
  const lines = found.log.split("\n").filter((line) => line.startsWith("{"));
  expect(lines.length).toBeGreaterThan(30);
  for (const path of ["/api/login", "/api/reset-password", "/api/stripe/webhook", "/api/register"])
    expect(found.log).toContain(`"path":"${path}"`);
  expect(found.log).toContain('"msg":"fault"');
  for (const kind of ["DatabaseError", "JobFailed"]) expect(found.errorRecords).toContain(kind);
  expect(found.audit).toContain("payments.configure");
  expect(found.resetMails).toContain(found.token);
  expect(found.mails.length).toBeGreaterThan(0);
  expect(found.cookies.length).toBeGreaterThan(2);
});

test.each(Object.keys(SECRETS) as (keyof typeof SECRETS)[])("%s comes out nowhere", (name) => {
  for (const where of ["log", "replies", "errorRecords", "audit", "mails", "resetMails"] as const)
    expect(places(found[where], SECRETS[name]), where).toEqual([]);
});

test("a reset link's token is only in its own mail", () => {
  for (const where of ["log", "replies", "errorRecords", "audit", "mails"] as const)
    expect(places(found[where], found.token), where).toEqual([]);
});

test("a session's cookie is sent to its browser and written nowhere", () => {
  for (const cookie of found.cookies) {
    const id = decodeURIComponent(cookie).replace(/^s:/, "").split(".")[0] ?? "";
    expect(id.length).toBeGreaterThan(20);
    for (const where of ["log", "replies", "errorRecords", "audit", "mails", "resetMails"] as const)
      expect(places(found[where], id), where).toEqual([]);
  }
});

test.each(Object.keys(PERSONAL) as (keyof typeof PERSONAL)[])("%s is in no log line and no error record", (name) => {
  for (const where of ["log", "errorRecords"] as const) expect(places(found[where], PERSONAL[name]), where).toEqual([]);
});

test("each request is one line of JSON, and an error record names the line it belongs to", () => {
  const lines = found.log
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Record<string, { id?: string }>);
  const ids = lines.flatMap(({ req }) => req?.id ?? []);
  expect(new Set(ids).size).toBe(ids.length);
  const records = JSON.parse(found.errorRecords) as { error_type: string; request_id: string | null }[];
  const named = records.flatMap(({ request_id }) => request_id ?? []);
  expect(named.length).toBeGreaterThan(2);
  for (const id of named) expect(ids).toContain(id);
});
