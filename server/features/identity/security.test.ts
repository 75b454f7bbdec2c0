import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { passkeys } from "#server/schema/identity/factors.ts";
import { auditEntries } from "#server/schema/records.ts";
import { succeeded } from "#server/testing/builders.ts";
import { CALLS } from "#server/testing/calls/check-reply.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { PASSWORD, startPortal, type TestPortal } from "#server/testing/portal.ts";
import { createPasskey } from "#server/testing/test-authenticator.ts";
import { rawCalls } from "#shared/contract/parts/raw-calls.ts";
import type { Role } from "#shared/domain/roles.ts";
import { totpCodeAt } from "./totp.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stop());
afterEach(async () => {
  await portal.owner.execute(sql`delete from security_settings`);
});

const PATH = "/api/settings/security";
const REFUSED = [403, "Set up a second factor first"];
const refusal = ({ status, text }: { status: number; text: string }) => [status, text];

/** Adds an authenticator app by the calls. */
async function enrol(client: TestClient): Promise<void> {
  const { secret } = succeeded(await client.post<{ secret: string }>("/api/account/totp"));
  const code = totpCodeAt(secret, Math.floor(portal.clock().getTime() / 30_000));
  succeeded(await client.post("/api/account/totp/confirm", { code }));
}
async function requireOf(requireSecondFactor: string): Promise<TestClient> {
  const owner = await portal.signIn(await portal.createAccount("super_admin"));
  await enrol(owner);
  succeeded(await owner.put(PATH, { requireSecondFactor }));
  return owner;
}

test("a super admin without a factor cannot require one of others; a change is recorded", async () => {
  const owner = await portal.signIn(await portal.createAccount("super_admin"));
  expect((await owner.get(PATH)).body).toEqual({ requireSecondFactor: "nobody" });
  expect(refusal(await owner.put(PATH, { requireSecondFactor: "staff" }))).toEqual([409, "Add a second factor to your own account first"]);
  expect((await owner.get(PATH)).body).toEqual({ requireSecondFactor: "nobody" });
  await enrol(owner);
  succeeded(await owner.put(PATH, { requireSecondFactor: "staff" }));
  const entries = await portal.db.select().from(auditEntries).where(sql`action = 'security.save'`);
  expect(entries).toMatchObject([{ before: { requireSecondFactor: "nobody" }, after: { requireSecondFactor: "staff" } }]);
});

test.each<[string, Role, boolean]>([
  ["staff", "customer", false],
  ["staff", "supplier", true],
  ["staff", "admin", true],
  ["staff", "super_admin", true],
  ["everyone", "customer", true],
  ["everyone", "supplier", true],
  ["nobody", "super_admin", false],
])("with a factor required of %s an open session of a %s is limited: %s", async (requirement, role, isLimited) => {
  const account = await portal.createAccount(role);
  const client = await portal.signIn(account);
  expect((await client.get("/api/user")).body).not.toHaveProperty("user.needsFactor");
  await requireOf(requirement);
  const { body } = await portal.visitor().post("/api/login", { email: account.email, password: PASSWORD });
  if (!isLimited) {
    expect((await client.get("/api/account/sessions")).status).toBe(200);
    expect(body).toMatchObject({ user: { id: account.id } });
    return;
  }
  expect(refusal(await client.get("/api/account/sessions"))).toEqual(REFUSED);
  expect(body).toEqual({ factor: [], setUp: true });
  expect((await client.get("/api/user")).body).toMatchObject({ user: { id: account.id, needsFactor: true } });
});

test("the set-up after a sign-in frees the person's sessions, and the factor then stays", async () => {
  await requireOf("everyone");
  const account = await portal.createAccount("customer");
  const open = await portal.signIn(account);
  const visitor = portal.visitor();
  succeeded(await visitor.post("/api/login", { email: account.email, password: PASSWORD }));
  expect(refusal(await visitor.get("/api/orders"))).toEqual(REFUSED);
  expect((await visitor.get("/api/account/factors")).body).toEqual({ totp: null, passkeys: [], recoveryCodes: 0 });
  await enrol(visitor);
  for (const client of [visitor, open]) expect((await client.get("/api/orders")).status).toBe(200);
  expect(refusal(await visitor.delete("/api/account/totp"))).toEqual([409, "You need a second factor here: add another one first"]);
  expect((await visitor.get("/api/account/factors")).body).toMatchObject({ recoveryCodes: 10 });
});

test("an API token of a person who lacks the factor reads the own account only, until the person has one", async () => {
  const client = await portal.signIn(await portal.createAccount("customer"));
  const body = { name: "Program", scopes: ["orders:read"] };
  const { token } = succeeded(await client.post<{ token: string }>("/api/account/tokens", body));
  const read = (path: string) => portal.visitor().get(path, { authorization: `Bearer ${token}` });
  expect((await read("/api/orders")).status).toBe(200);
  await requireOf("everyone");
  expect(refusal(await read("/api/orders"))).toEqual(REFUSED);
  expect((await read("/api/user")).status).toBe(200);
  await enrol(client);
  expect((await read("/api/orders")).status).toBe(200);
});

test("a person keeps one of two required factors that are removed at once", async () => {
  await requireOf("everyone");
  for (let round = 0; round < 5; round += 1) {
    const client = await portal.signIn(await portal.createAccount("customer"));
    await enrol(client);
    const { id: userId = 0 } = client.account ?? {};
    const key = createPasskey();
    const passkey = { userId, name: "Phone", credentialId: key.id, publicKey: key.publicKey, counter: 0, createdAt: new Date() };
    const [added] = await portal.db.insert(passkeys).values(passkey).returning({ id: passkeys.id });
    const removed = await Promise.all([client.delete("/api/account/totp"), client.delete(`/api/account/passkeys/${added?.id}`)]);
    expect(removed.map(({ status }) => status).toSorted()).toEqual([204, 409]);
    expect((await client.get("/api/orders")).status).toBe(200);
  }
});

test("a person who lacks the factor may make no call and read no file beyond its set-up and the sign-out", async () => {
  const account = await portal.createAccount("super_admin");
  const client = await portal.signIn(account);
  await requireOf("staff");
  const allowed: string[] = [];
  type Method = "get" | "post" | "patch" | "put" | "delete";
  const calls = CALLS.map(({ name, call }) => ({ name, ...call }));
  const raw = Object.entries(rawCalls).map(([name, call]) => ({ name, ...call }));
  for (const { name, roles, method, path } of [...calls, ...raw]) {
    if (roles === "anyone" || !roles.some((role) => role === "super_admin")) continue;
    const reply = await client[method.toLowerCase() as Method](path.replace(/:(\w+)/g, "2147483646"), undefined);
    if (reply.text !== REFUSED[1]) allowed.push(name);
  }
  expect(allowed.toSorted()).toEqual([
    "accounts.current",
    "factors.addPasskey",
    "factors.confirmTotp",
    "factors.list",
    "factors.removePasskey",
    "factors.removeTotp",
    "factors.renamePasskey",
    "factors.renewRecoveryCodes",
    "factors.startPasskey",
    "factors.startTotp",
    "proof.options",
    "proof.prove",
  ]);
  expect((await client.post("/api/logout")).status).toBe(204);
});

test("in View As the super admin's own factor counts, not the viewed person's", async () => {
  const [owner, customer] = [await portal.createAccount("super_admin"), await portal.createAccount("customer")];
  const view = await portal.openSession(customer, owner);
  await requireOf("everyone");
  expect(refusal(await view.get("/api/orders"))).toEqual(REFUSED);
  expect((await view.get("/api/account/factors")).status).toBe(403);
  await enrol(await portal.signIn(owner));
  expect((await view.get("/api/orders")).status).toBe(200);
});

test("while a factor is required a new password needs 8 characters", async () => {
  const account = await portal.createAccount("customer");
  const client = await portal.signIn(account);
  const change = (newPassword: string) => client.patch(`/api/users/${account.id}/password`, { currentPassword: PASSWORD, newPassword });
  await requireOf("staff");
  expect(refusal(await change("wvq-zmk"))).toEqual([400, "Password must be at least 8 characters"]);
  const body = { email: "new@company.test", companyName: "Mill Lane", contactName: "Ada", password: "wvq-zmk" };
  expect(refusal(await portal.visitor().post("/api/register", body))).toEqual([400, "Password must be at least 8 characters"]);
  await portal.owner.execute(sql`delete from security_settings`);
  expect((await change("wvq-zmk")).status).toBe(204);
});
