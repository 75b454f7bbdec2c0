import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { stripeSettings } from "#server/schema/checkouts.ts";
import { renewSeals, sealSecretKey, sealWebhookSecret, stripeOrNull, webhookSecrets } from "./features/payments/stripe/stripe-settings.ts";
import { createSeal } from "./platform/security/seal.ts";
import { createTestClient } from "./testing/calls/test-client.ts";
import { SESSION_SECRET, startPortal, type TestPortal } from "./testing/portal.ts";

const OLD_KEY = "the encryption key before it was replaced";
const NEW_KEY = "the encryption key that it was replaced by";
const stripeFor = (secretKey: string) => ({ secretKey }) as never;

let portal: TestPortal;
const said: string[] = [];
const log = { info: (line: string) => said.push(`info ${line}`), warn: (line: string) => said.push(`warn ${line}`) } as never;

beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stop());

beforeEach(async () => {
  said.length = 0;
  const old = createSeal(OLD_KEY);
  const values = {
    publicKey: "pk_test_1",
    secretKeySealed: sealSecretKey(old, "sk_test_kept"),
    webhookSecretSealed: sealWebhookSecret(old, "whsec_newest", sealWebhookSecret(old, "whsec_earlier")),
  };
  await portal.db.insert(stripeSettings).values(values).onConflictDoUpdate({ target: stripeSettings.id, set: values });
});

const settings = async () => (await portal.db.select().from(stripeSettings).where(eq(stripeSettings.id, 1)))[0];
const read = async (seal: ReturnType<typeof createSeal>) => ({
  stripe: await stripeOrNull({ db: portal.db, seal, stripeFor }),
  webhooks: await webhookSecrets(portal.db, seal),
});
const EVERYTHING = { stripe: { secretKey: "sk_test_kept" }, webhooks: ["whsec_newest", "whsec_earlier"] };

test("sealed values open with the earlier key beside the new one, before anything is sealed again", async () => {
  expect(await read(createSeal(NEW_KEY, OLD_KEY))).toEqual(EVERYTHING);
});

test("a start seals everything with the new key, after which the earlier key is not needed", async () => {
  await renewSeals(portal.db, createSeal(NEW_KEY, OLD_KEY), log);
  expect(await read(createSeal(NEW_KEY))).toEqual(EVERYTHING);
  await expect(read(createSeal(OLD_KEY))).rejects.toThrow("Card payments are not available just now");
  expect(said).toEqual([expect.stringMatching(/^info .*ENCRYPTION_KEY_OLD is needed a day longer, for mails that wait\.$/)]);
});

test("a start without anything to renew writes nothing", async () => {
  await renewSeals(portal.db, createSeal(NEW_KEY, OLD_KEY), log);
  const before = await settings();
  await renewSeals(portal.db, createSeal(NEW_KEY, OLD_KEY), log);
  await renewSeals(portal.db, createSeal(NEW_KEY), log);
  expect(await settings()).toEqual(before);
  expect(said).toHaveLength(1);
});

test("a start without a key that opens the sealed values logs what to do and leaves them unchanged", async () => {
  const before = await settings();
  await renewSeals(portal.db, createSeal(NEW_KEY, "some third key that never sealed anything"), log);
  expect(await settings()).toEqual(before);
  expect(said).toEqual([expect.stringMatching(/^warn The stored Stripe keys cannot be opened: .*Set ENCRYPTION_KEY_OLD/)]);
});

test("a secret never opens for another purpose, whichever key sealed it", () => {
  const seal = createSeal(NEW_KEY, OLD_KEY);
  for (const sealed of [seal.seal("x", "one"), createSeal(OLD_KEY).seal("x", "one")]) {
    expect(() => seal.open(sealed, "another")).toThrow();
    expect(() => seal.renewed(sealed, "another")).toThrow();
  }
});

// A mail waits a day at most, and the operator leaves the earlier key for as long
// (docs/operating.md).
test("no column besides waiting mails and those that a start renews holds sealed values", async () => {
  const { rows } = await portal.db.execute(
    sql`select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public' and column_name like '%sealed%' order by 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual([
    "stripe_settings.secret_key_sealed",
    "stripe_settings.webhook_secret_sealed",
    "totp_apps.secret_sealed",
    "totp_apps.waiting_sealed",
    "waiting_mails.sealed",
    "webhooks.secret_sealed",
  ]);
});

test("a new SESSION_SECRET beside the old one ends no session and no cursor; without the old one it ends both", async () => {
  const person = await portal.signIn("customer");
  for (let made = 0; made < 3; made += 1)
    await portal.db.execute(sql`insert into notifications (user_id, type, title, message) values (${person.account?.id}, 'x', 'T', 'M')`);
  const { headers } = await person.get("/api/notifications?limit=1");
  const next = /<([^>]+)>/.exec(headers.get("link") ?? "")?.[1] ?? "none";
  const fresh = "the session secret that replaces it, long";
  const both = await startPortal({ beside: portal, sessionSecrets: [fresh, SESSION_SECRET] });
  const newOnly = await startPortal({ beside: portal, sessionSecrets: [fresh] });
  try {
    const through = (at: TestPortal) => createTestClient(at.url, person.account, new Map(person.cookies));
    expect((await through(both).get("/api/user")).status).toBe(200);
    expect((await through(both).get(next)).status).toBe(200);
    expect((await through(newOnly).get("/api/user")).status).toBe(401);
    // From now on the new secret signs.
    const since = await both.signIn("customer");
    expect((await createTestClient(newOnly.url, since.account, since.cookies).get("/api/user")).status).toBe(200);
    expect((await createTestClient(newOnly.url, since.account, since.cookies).get(next)).status).toBe(400);
  } finally {
    await both.stop();
    await newOnly.stop();
  }
});
