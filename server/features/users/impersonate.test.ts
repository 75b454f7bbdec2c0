import { desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditEntries } from "#server/schema/records.ts";
import { succeeded } from "#server/testing/builders.ts";
import { createTestClient, type TestClient } from "#server/testing/calls/test-client.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import type { Account } from "#shared/contract/parts/people.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stop());

type SignedIn = { user: Account };

/**
 * A super admin who views the portal as a customer. The second client shares the cookies and
 * validates replies by the customer's schemas.
 */
async function viewing(customer: TestClient) {
  const boss = await portal.signIn("super_admin");
  succeeded(await boss.post(`/api/impersonate/${customer.account?.id}`));
  return { boss, view: createTestClient(portal.url, customer.account && { ...customer.account, isImpersonating: true }, boss.cookies) };
}
const entries = (action: string) =>
  portal.db.select().from(auditEntries).where(eq(auditEntries.action, action)).orderBy(desc(auditEntries.id)).limit(1);

test("View As shows the super admin the customer's portal until it is stopped", async () => {
  const customer = await portal.signIn("customer");
  const order = await portal.orderFor(customer);
  const boss = await portal.signIn("super_admin");
  const started = succeeded(await boss.post<SignedIn>(`/api/impersonate/${customer.account?.id}`));
  expect(started.user).toEqual({ ...customer.account, isImpersonating: true, viewedBy: boss.account?.id });
  const view = createTestClient(portal.url, customer.account && { ...customer.account, isImpersonating: true }, boss.cookies);
  expect((await view.get<SignedIn>("/api/user")).body).toMatchObject(started);
  expect((await view.get<{ id: number }[]>("/api/orders")).body.map(({ id }) => id)).toEqual([order.id]);
  expect((await view.get("/api/users")).status).toBe(403);
  const stopped = succeeded(await view.post<SignedIn>("/api/stop-impersonation"));
  expect(stopped.user).toEqual({ ...boss.account, isImpersonating: false });
  expect((await boss.get<SignedIn>("/api/user")).body).toEqual(stopped);
  expect((await boss.get("/api/users")).status).toBe(200);
});

test("View As changes the session id at the start and at the end, and the old id is invalid", async () => {
  const customer = await portal.createAccount("customer");
  const boss = await portal.signIn("super_admin");
  const jars = [new Map(boss.cookies)];
  await boss.post(`/api/impersonate/${customer.id}`);
  jars.push(new Map(boss.cookies));
  await boss.post("/api/stop-impersonation");
  jars.push(new Map(boss.cookies));
  expect(new Set(jars.map((jar) => [...jar.values()].join())).size).toBe(3);
  const statuses = await Promise.all(jars.map(async (jar) => (await createTestClient(portal.url, null, jar).get("/api/user")).status));
  expect(statuses).toEqual([401, 401, 200]);
});

test("the start, every action and the end of View As are audited under both names", async () => {
  const customer = await portal.signIn("customer");
  const { boss, view } = await viewing(customer);
  const [started] = await entries("users.impersonate");
  expect(started).toMatchObject({ actorId: boss.account?.id, targetType: "users", targetId: customer.account?.id });
  const quote = await portal.quoteFor(view);
  succeeded(await view.post(`/api/quotes/${quote.id}/place`, { shippingAddress: "1 High Street, Lewes" }));
  succeeded(await view.post("/api/stop-impersonation"));
  const both = {
    actorId: boss.account?.id,
    actorEmail: boss.account?.email,
    actorRole: "super_admin",
    onBehalfOfId: customer.account?.id,
    onBehalfOfEmail: customer.account?.email,
    onBehalfOfRole: "customer",
  };
  expect((await entries("quotes.create"))[0]).toMatchObject({ ...both, targetId: quote.id });
  expect((await entries("quotes.place"))[0]).toMatchObject({ ...both, targetId: quote.id });
  expect((await entries("users.stopImpersonation"))[0]).toMatchObject({ ...both, targetId: customer.account?.id });
});

test("View As refuses another super admin, oneself, an unknown account and one without approval", async () => {
  const boss = await portal.signIn("super_admin");
  const [equal, pending, suspended, gone] = await Promise.all([
    portal.createAccount("super_admin"),
    portal.createAccount("customer", { approvalStatus: "pending" }),
    portal.createAccount("customer", { approvalStatus: "suspended" }),
    portal.createAccount("customer"),
  ]);
  await boss.delete(`/api/users/${gone.id}`);
  const tries = [
    [equal.id, 403],
    [boss.account?.id, 409],
    [pending.id, 409],
    [suspended.id, 409],
    [gone.id, 404],
    [999_999, 404],
  ];
  for (const [id, status] of tries) expect((await boss.post(`/api/impersonate/${id}`)).status, String(id)).toBe(status);
  expect((await boss.get<SignedIn>("/api/user")).body.user).toEqual(boss.account);
});

test("View As within View As is refused, and so is stopping without a start", async () => {
  const [customer, other] = await Promise.all([portal.signIn("customer"), portal.createAccount("supplier")]);
  const { view } = await viewing(customer);
  expect((await view.post(`/api/impersonate/${other.id}`)).status).toBe(409);
  expect((await view.get<SignedIn>("/api/user")).body.user.id).toBe(customer.account?.id);
  for (const client of [customer, await portal.signIn("super_admin")]) {
    const { status, text } = await client.post("/api/stop-impersonation");
    expect([status, text]).toEqual([409, "You are not viewing the portal as somebody else"]);
  }
});

test.each(["customer", "supplier", "admin"] as const)("a %s cannot start View As", async (role) => {
  const { id } = await portal.createAccount("customer");
  expect((await (await portal.signIn(role)).post(`/api/impersonate/${id}`)).status).toBe(403);
});

test("View As cannot change the password or pay", async () => {
  const customer = await portal.signIn("customer");
  const quote = await portal.quoteFor(customer);
  const { view } = await viewing(customer);
  const passwords = { currentPassword: "correct horse", newPassword: "another one", confirmPassword: "another one" };
  expect((await view.patch(`/api/users/${customer.account?.id}/password`, passwords)).status).toBe(403);
  expect((await view.post(`/api/quotes/${quote.id}/pay`)).status).toBe(403);
});

test("View As ends with the account on either side of it", async () => {
  const [seen, kept] = await Promise.all([portal.signIn("customer"), portal.signIn("customer")]);
  const [ofSeen, ofKept] = await Promise.all([viewing(seen), viewing(kept)]);
  const boss = await portal.superAdmin();
  await boss.patch(`/api/clients/${seen.account?.id}`, { approvalStatus: "suspended" });
  await boss.delete(`/api/users/${ofKept.boss.account?.id}`);
  expect((await ofSeen.view.get("/api/user")).status).toBe(401);
  expect((await ofKept.view.get("/api/user")).status).toBe(401);
  expect((await kept.get("/api/user")).status).toBe(200);
});

test("View As does not extend a session: it still ends after seven days", async () => {
  const HOUR = 3_600_000;
  const customer = await portal.createAccount("customer");
  const boss = await portal.signIn("super_admin");
  const begun = portal.clock();
  // A request every ten hours, so that the session never expires by inactivity.
  for (let hours = 0; hours < 160; hours += 10) {
    portal.clock.advance(10 * HOUR);
    expect((await boss.get("/api/user")).status).toBe(200);
  }
  succeeded(await boss.post(`/api/impersonate/${customer.id}`));
  succeeded(await boss.post("/api/stop-impersonation"));
  expect((await boss.get("/api/user")).status).toBe(200);
  portal.clock.set(new Date(begun.getTime() + 7 * 24 * HOUR + 1000));
  expect((await boss.get("/api/user")).status).toBe(401);
  portal.clock.set(begun);
});
