import { desc, eq, getTableColumns } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { selectPeople } from "#server/features/companies/people.ts";
import { companies, users } from "#server/schema/companies-and-users.ts";
import { passwordResets } from "#server/schema/identity/sessions.ts";
import { auditEntries } from "#server/schema/records.ts";
import { succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { PASSWORD, startPortal, type TestPortal } from "#server/testing/portal.ts";
import { ROLES } from "#shared/domain/roles.ts";

interface UserRow {
  id: number;
  companyName: string;
  contactName: string;
  email: string;
  role: string;
}

let portal: TestPortal;
let boss: TestClient;
beforeAll(async () => {
  portal = await startPortal();
  boss = await portal.superAdmin();
});
afterAll(() => portal.stop());

const newUser = {
  companyName: "Lewes Blinds",
  contactName: "Ada Byron",
  email: "ada@lewes.test",
  password: "six or more",
  role: "customer",
};
const rowOf = async (id: number) => (await selectPeople(portal.db).where(eq(users.id, id)))[0];
const lastEntry = async (action: string) =>
  (await portal.db.select().from(auditEntries).where(eq(auditEntries.action, action)).orderBy(desc(auditEntries.id)).limit(1))[0];

test("the super admin sees every account's five fields and its approval, newest first, and finds one by its name", async () => {
  const older = await portal.createAccount("supplier", { companyName: "Finders 100% Shutters", createdAt: new Date("2020-01-01") });
  const newer = await portal.createAccount("admin", { companyName: "Finders 100 Shutters", createdAt: new Date("2020-01-02") });
  const { body } = await boss.get<UserRow[]>("/api/users?search=finders");
  expect(body.map(({ id }) => id)).toEqual([newer.id, older.id]);
  const { id, companyName, contactName, email, role } = older;
  expect(body[1]).toEqual({
    id,
    companyName,
    contactName,
    email,
    role,
    approvalStatus: "approved",
    invited: false,
    hasPassword: true,
    suspended: false,
    lastSeenAt: null,
    companyId: expect.any(Number),
    seesOpenOrders: role === "supplier" ? true : null,
  });
  expect((await boss.get<UserRow[]>("/api/users?search=100%25")).body.map((user) => user.id)).toEqual([older.id]);
});

test("the pages of the list of users contain everyone once", async () => {
  await Promise.all([1, 2, 3].map(() => portal.createAccount("customer")));
  const seen: number[] = [];
  let path: string | undefined = "/api/users?limit=2";
  while (path) {
    const { body, headers }: Awaited<ReturnType<typeof boss.get<UserRow[]>>> = await boss.get<UserRow[]>(path);
    seen.push(...body.map(({ id }) => id));
    path = /<(.*)>; rel="next"/.exec(headers.get("link") ?? "")?.[1];
  }
  const all = (await boss.get<UserRow[]>("/api/users?limit=200")).body.map(({ id }) => id);
  expect(seen).toEqual(all);
});

test.each(ROLES)("an account created as %s signs in at once with that role", async (role) => {
  const email = `made-${role}@company.test`;
  const { status, body } = await boss.post<UserRow>("/api/users", { ...newUser, email, role });
  expect(status).toBe(201);
  expect(body).toEqual({ id: body.id, companyName: "Lewes Blinds", contactName: "Ada Byron", email, role });
  const { account } = await portal.signIn({ email, password: newUser.password });
  expect(account).toMatchObject({ role, approvalStatus: "approved" });
});

test("an account created without a role is a customer's, and unknown fields are not stored", async () => {
  const { role: _, ...body } = newUser;
  const created = succeeded(
    await boss.post<UserRow>("/api/users", { ...body, email: "plain@company.test", approvalStatus: "rejected", id: 7 }),
  );
  expect(await rowOf(created.id)).toMatchObject({ role: "customer", approvalStatus: "approved" });
});

test.each([
  [{ companyName: " A " }, "Company name must be at least 2 characters"],
  [{ contactName: "" }, "Contact name must be at least 2 characters"],
  [{ email: "ada" }, "Please enter a valid email address"],
  [{ password: "12345" }, "Password must be at least 6 characters"],
  [{ password: "x".repeat(129) }, "Password must be at most 128 characters"],
  [{ role: "owner" }, "Role must be one of customer, supplier, admin, super_admin"],
])("creating an account with %j is refused with a sentence", async (wrong, sentence) => {
  const { status, text } = await boss.post("/api/users", { ...newUser, ...wrong });
  expect([status, text]).toEqual([400, sentence]);
});

test("a taken e-mail is refused for a new account, without regard to case", async () => {
  await portal.createAccount("customer", { email: "taken@company.test" });
  const { status, text } = await boss.post("/api/users", { ...newUser, email: " Taken@Company.TEST " });
  expect([status, text]).toEqual([409, "An account with this email already exists"]);
});

test("creating an account is recorded without its password", async () => {
  succeeded(await boss.post("/api/users", { ...newUser, email: "recorded@company.test", password: "do not print me" }));
  const entry = await lastEntry("users.create");
  expect(entry).toMatchObject({
    actorId: boss.account?.id,
    targetType: "users",
    after: { email: "recorded@company.test", role: "customer" },
  });
  expect(JSON.stringify(entry)).not.toContain("do not print me");
});

test("a deleted account is signed out at once, cannot sign in and leaves every list", async () => {
  const account = await portal.createAccount("customer", { email: "gone@company.test", companyName: "Gone Shutters" });
  const client = await portal.signIn(account);
  await portal.visitor().post("/api/forgot-password", { email: account.email });
  await portal.mails();
  expect((await boss.delete(`/api/users/${account.id}`)).status).toBe(204);
  expect((await client.get("/api/user")).status).toBe(401);
  const again = await portal.visitor().post("/api/login", { email: account.email, password: PASSWORD });
  expect([again.status, again.text]).toEqual([401, "Invalid email or password"]);
  for (const list of ["/api/users?limit=200", "/api/clients?limit=200"]) {
    expect((await boss.get<UserRow[]>(list)).body.map(({ id }) => id)).not.toContain(account.id);
  }
  expect(await portal.db.select().from(passwordResets).where(eq(passwordResets.userId, account.id))).toEqual([]);
  expect(await lastEntry("users.delete")).toMatchObject({ actorId: boss.account?.id, targetId: account.id });
});

test("a deleted account without quotes keeps no personal data, and its e-mail is free again", async () => {
  const account = await portal.createAccount("customer", {
    email: "free@company.test",
    companyName: "Private Name",
    address: "1 Secret Street",
  });
  succeeded(await boss.delete(`/api/users/${account.id}`));
  const kept = await rowOf(account.id);
  expect(kept).toMatchObject({ companyName: "Deleted account", contactName: "Deleted account", address: null, passwordHash: "" });
  expect(kept?.email).not.toContain("free");
  expect((await boss.post("/api/users", { ...newUser, email: "free@company.test" })).status).toBe(201);
});

test("a deleted account and its company keep no optional text in any column", async () => {
  const account = await portal.createAccount("customer");
  const leavable = (table: PgTable) =>
    Object.entries(getTableColumns(table)).flatMap(([key, column]) => (column.getSQLType() === "text" && !column.notNull ? [key] : []));
  const filled = (table: PgTable) => Object.fromEntries(leavable(table).map((key) => [key, "Personal"]));
  await portal.db.update(companies).set(filled(companies)).where(eq(companies.id, account.companyId));
  succeeded(await boss.delete(`/api/users/${account.id}`));
  const [company] = await portal.db.select().from(companies).where(eq(companies.id, account.companyId));
  expect(Object.values({ ...company, ...(await rowOf(account.id)) })).not.toContain("Personal");
  // Only an invited person has a taken e-mail. A further optional column needs its own case here.
  expect(leavable(users)).toEqual(["takenEmail"]);
  const invited = await portal.createAccount("customer", { joinedAt: null });
  await portal.db.update(users).set({ takenEmail: "personal@company.test" }).where(eq(users.id, invited.id));
  succeeded(await boss.delete(`/api/users/${invited.id}`));
  expect((await portal.db.select().from(users).where(eq(users.id, invited.id)))[0]?.takenEmail).toBeNull();
});

test("the orders of a deleted account stay under its company's name", async () => {
  const customer = await portal.signIn(await portal.createAccount("customer", { companyName: "Lasting Shutters" }));
  const order = await portal.orderFor(customer);
  succeeded(await boss.delete(`/api/users/${customer.account?.id}`));
  const { body } = await boss.get<{ user: { companyName: string } }>(`/api/orders/${order.id}`);
  expect(body.user.companyName).toBe("Lasting Shutters");
  expect(await rowOf(order.user.id)).toMatchObject({ passwordHash: "" });
});

test("an account cannot delete itself, an unknown account, or an account twice", async () => {
  const self = await boss.delete(`/api/users/${boss.account?.id}`);
  expect([self.status, self.text]).toEqual([409, "You cannot delete your own account"]);
  const { id } = await portal.createAccount("admin");
  expect((await boss.delete(`/api/users/${id}`)).status).toBe(204);
  for (const path of [`/api/users/${id}`, "/api/users/999999", "/api/users/99999999999", "/api/users/x"]) {
    expect((await boss.delete(path)).status, path).toBe(404);
  }
});

test("two super admins who delete each other at the same moment leave one", async () => {
  for (let round = 0; round < 10; round++) {
    const [one, other] = await Promise.all([portal.signIn("super_admin"), portal.signIn("super_admin")]);
    const replies = await Promise.all([one.delete(`/api/users/${other.account?.id}`), other.delete(`/api/users/${one.account?.id}`)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([204, 401]);
    const rows = await Promise.all([one, other].map(({ account }) => rowOf(account?.id ?? 0)));
    expect(rows.filter((row) => row?.deletedAt === null)).toHaveLength(1);
  }
});
