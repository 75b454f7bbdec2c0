import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { stripeSettings } from "#server/schema/checkouts.ts";
import { auditEntries } from "#server/schema/records.ts";
import { succeeded } from "#server/testing/builders.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import { KEYS } from "#server/testing/shop.ts";
import { type StripeStandIn, signedDelivery, startStripeStandIn } from "#stripe-stand-in/index.ts";
import { stripeClients } from "./stripe-client.ts";
import { stripeOrNull, webhookSecrets } from "./stripe-settings.ts";

const PUBLIC_URL = new URL("https://portal.test");
const HOOK = "https://portal.test/api/stripe/webhook";
const HTTPS = { "x-forwarded-proto": "https" };

let standIn: StripeStandIn;
let portal: TestPortal;
let beside: TestPortal;
const cookies = { headers: {} as Record<string, string> };
let stripeFor: ReturnType<typeof stripeClients>;
beforeAll(async () => {
  standIn = await startStripeStandIn({ retryDelays: [] });
  stripeFor = stripeClients(new URL(standIn.url));
  portal = await startPortal({ stripeFor, publicUrl: PUBLIC_URL });
  beside = await startPortal({ stripeFor, publicUrl: PUBLIC_URL, beside: portal });
  const { email, password } = await portal.createAccount("super_admin");
  const guest = portal.visitor();
  succeeded(await guest.post("/api/login", { email, password }, HTTPS));
  cookies.headers = { ...HTTPS, cookie: [...guest.cookies].map(([name, value]) => `${name}=${value}`).join("; ") };
});
afterEach(async () => {
  standIn.clearFaults();
  await portal.owner.delete(stripeSettings);
  for (const { id } of await endpoints()) await (await stripe()).webhookEndpoints.del(id);
});
afterAll(async () => {
  await beside.stop();
  await portal.stop();
  await standIn.stop();
});

const stripe = () => stripeFor(KEYS.secretKey);
const endpoints = async () => (await (await stripe()).webhookEndpoints.list({ limit: 100 })).data;
const settings = async () => (await portal.db.select().from(stripeSettings))[0];

interface Saved {
  readonly publicKey: string;
  readonly configured: boolean;
  readonly warning: string | null;
}
const save = (body: unknown, at = portal) => at.visitor().post<Saved>("/api/stripe/config", body, cookies.headers);
const config = () => portal.visitor().get("/api/stripe/config", cookies.headers);
/** True if Stripe's only endpoint has the stored secret. */
async function isOurs() {
  const [endpoint, ...more] = await endpoints();
  const row = await settings();
  const [secret = ""] = await webhookSecrets(portal.db, portal.seal);
  const event = signedDelivery({ id: "evt_1", object: "event", type: "customer.created", data: { object: {} } }, secret);
  const reply = await fetch(`${portal.url}/api/stripe/webhook`, { method: "POST", body: event.body, headers: event.headers });
  return more.length === 0 && endpoint?.url === HOOK && endpoint.id === row?.webhookEndpointId && reply.status === 200;
}

test("keys are checked and sealed, and their webhook is registered", async () => {
  expect((await config()).body).toEqual({ publicKey: null, configured: false });
  expect((await save(KEYS)).body).toEqual({ publicKey: KEYS.publicKey, configured: true, warning: null });
  expect((await config()).body).toEqual({ publicKey: KEYS.publicKey, configured: true });
  expect(await isOurs()).toBe(true);
  expect((await endpoints())[0]?.enabled_events).toContain("checkout.session.completed");
  await expect(stripeOrNull({ ...portal, stripeFor })).resolves.toBe(await stripe());
});

test("the secret key is in no reply, no audit entry and not readable in the database", async () => {
  const replies = [await save(KEYS), await config(), await save({ ...KEYS, publicKey: "pk_live_of_the_tests_000000" })];
  const stored = [await portal.db.select().from(stripeSettings), await portal.db.select().from(auditEntries)];
  const [webhookSecret = "none"] = await webhookSecrets(portal.db, portal.seal);
  const everything = replies.map(({ text }) => text).join() + JSON.stringify(stored);
  expect(everything).toContain(KEYS.publicKey);
  for (const secret of [KEYS.secretKey, KEYS.secretKey.slice("sk_test_".length), "s3cr3t", webhookSecret])
    expect(everything).not.toContain(secret);
});

test("each save of keys is audited with the public keys and webhooks, without the secret", async () => {
  await save(KEYS);
  const first = await settings();
  const publicKey = "pk_test_of_the_tests_second";
  await save({ ...KEYS, publicKey });
  const second = await settings();
  const entries = await portal.db.select().from(auditEntries).where(eq(auditEntries.action, "payments.configure")).orderBy(auditEntries.id);
  const [one, two] = entries.slice(-2);
  const after = { publicKey: KEYS.publicKey, webhookEndpointId: first?.webhookEndpointId };
  expect(one).toMatchObject({ targetType: "stripe_settings", before: null, after: { ...after, secretKey: "replaced" } });
  expect(two?.before).toEqual(after);
  expect(two?.after).toEqual({ publicKey, webhookEndpointId: second?.webhookEndpointId, secretKey: "replaced" });
});

test.each([
  [
    "a live public key beside a test secret",
    { ...KEYS, publicKey: "pk_live_of_the_tests_000000" },
    "publicKey",
    /^Invalid public key: both keys must be/,
  ],
  ["a public key that no header can carry", { ...KEYS, publicKey: "pk_test_of_the_t\u00e9sts_0000" }, "publicKey", /^Invalid public key$/],
  ["a secret in the public field", { publicKey: KEYS.secretKey, secretKey: KEYS.secretKey }, "publicKey", /^Invalid public key$/],
  ["a short secret", { ...KEYS, secretKey: "sk_test_1" }, "secretKey", /^Invalid secret key$/],
  ["a secret that Stripe refuses", { ...KEYS, secretKey: "sk_test_revoked_00000000" }, "secretKey", /^Invalid secret key$/],
  ["a secret that no header can carry", { ...KEYS, secretKey: "sk_test_of_the_tests\n0000" }, "secretKey", /^Invalid secret key$/],
])("keys with %s are refused at their field, and nothing is stored", async (_, body, field, sentence) => {
  expect(await save(body)).toMatchObject({ status: 400, text: expect.stringMatching(sentence) });
  const headers = { ...cookies.headers, accept: "application/problem+json" };
  const { body: problem } = await portal.visitor().post("/api/stripe/config", body, headers);
  expect(problem).toMatchObject({ errors: [{ path: field, message: expect.stringMatching(sentence) }] });
  expect(await settings()).toBeUndefined();
  expect(await endpoints()).toEqual([]);
});

test("keys of 20 characters with the specified prefix pass the portal's check, and Stripe decides", async () => {
  const [publicKey, secretKey] = ["pk_12345678901234567", "sk_12345678901234567"];
  expect((await save({ ...KEYS, publicKey })).body).toMatchObject({ publicKey, configured: true });
  // Stripe decides, so there is no answer while it is unreachable.
  standIn.failNext({ path: "/v1/balance", status: 500, times: 2 });
  expect((await save({ publicKey, secretKey })).status).toBe(503);
});

test("a refused key leaves the stored keys unchanged", async () => {
  await save(KEYS);
  const before = await settings();
  expect((await save({ ...KEYS, secretKey: "sk_test_revoked_00000000" })).status).toBe(400);
  expect(await settings()).toEqual(before);
  expect(await isOurs()).toBe(true);
});

test("a save while Stripe is unreachable stores nothing and asks to try again", async () => {
  standIn.failNext({ path: "/v1/balance", status: 500, times: 2 });
  const away = await save(KEYS);
  expect(away).toMatchObject({ status: 503, text: expect.stringContaining("the keys were not saved") });
  expect(away.headers.get("retry-after")).toBe("10");
  standIn.loseNextReply({ path: "/v1/balance", times: 2 });
  expect(await save(KEYS)).toMatchObject({ status: 503 });
  expect(await settings()).toBeUndefined();
});

test("a save whose webhook fails stores the keys and warns", async () => {
  standIn.failNext({ path: "/v1/webhook_endpoints", method: "POST", status: 500, times: 2 });
  expect((await save(KEYS)).body).toEqual({
    publicKey: KEYS.publicKey,
    configured: true,
    warning: expect.stringContaining("did not take the portal's webhook address"),
  });
  expect((await config()).body).toMatchObject({ configured: true });
  expect((await save(KEYS)).body.warning).toBeNull();
  expect(await isOurs()).toBe(true);
});

test("a former webhook that Stripe does not delete gives a warning, and is deleted at the next save", async () => {
  await save(KEYS);
  standIn.failNext({ path: "/v1/webhook_endpoints/", method: "DELETE", status: 500, times: 2 });
  expect((await save(KEYS)).body).toMatchObject({ configured: true, warning: expect.stringContaining("Save the keys again") });
  expect(await endpoints()).toHaveLength(2);
  expect((await save(KEYS)).body.warning).toBeNull();
  expect(await isOurs()).toBe(true);
});

test("a webhook whose keys could not be stored is deleted at Stripe", async () => {
  await save(KEYS);
  const before = await settings();
  await portal.owner.execute("alter table stripe_settings add constraint away check (public_key not like '%_away') not valid");
  expect((await save({ ...KEYS, publicKey: "pk_test_of_the_tests_away" })).status).toBe(500);
  await portal.owner.execute("alter table stripe_settings drop constraint away");
  expect(await settings()).toEqual(before);
  expect(await isOurs()).toBe(true);
});

test("repeated saves leave one endpoint for the portal's address, and others' endpoints unchanged", async () => {
  const other = await (await stripe()).webhookEndpoints.create({ url: "https://shop.test/hook", enabled_events: ["*"] });
  // An endpoint that an earlier installation left.
  await (await stripe()).webhookEndpoints.create({ url: HOOK, enabled_events: ["*"] });
  for (let n = 0; n < 4; n += 1) expect((await save(KEYS)).body.warning).toBeNull();
  expect((await endpoints()).map(({ url }) => url).sort()).toEqual([HOOK, "https://shop.test/hook"]);
  await (await stripe()).webhookEndpoints.del(other.id);
  expect(await isOurs()).toBe(true);
});

test("simultaneous saves in two processes leave one endpoint, with the stored secret", async () => {
  standIn.delayNext(50, { path: "/v1/webhook_endpoints", times: 8 });
  const replies = await Promise.all([save(KEYS), save(KEYS, beside), save(KEYS), save(KEYS, beside), save(KEYS), save(KEYS, beside)]);
  expect(replies.map(({ status, body }) => [status, body.warning])).toEqual(Array(6).fill([200, null]));
  expect(await isOurs()).toBe(true);
});

test("the super admin alone may read the settings of keys and save them", async () => {
  for (const role of ["customer", "supplier", "admin"] as const) {
    const { email, password } = await portal.createAccount(role);
    const guest = portal.visitor();
    succeeded(await guest.post("/api/login", { email, password }, HTTPS));
    expect((await guest.get("/api/stripe/config", HTTPS)).status).toBe(403);
    expect((await guest.post("/api/stripe/config", KEYS, HTTPS)).status).toBe(403);
  }
});

test("a portal without https registers no webhook and gives no warning", async () => {
  const plain = await startPortal({ stripeFor });
  const boss = await plain.superAdmin();
  expect((await boss.post("/api/stripe/config", KEYS)).body).toMatchObject({ configured: true, warning: null });
  expect(await endpoints()).toEqual([]);
  await plain.stop();
});
