import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { auditEntries } from "#server/schema/records.ts";
import { succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";

interface Entry {
  id: number;
  at: string;
  actor: { id: number; name: string | null; email: string; role: string } | null;
  onBehalfOf: unknown;
  action: string;
  targetType: string;
  targetId: number | null;
  text: string;
  changes: unknown;
  thing: string;
  path: string | null;
}

let portal: TestPortal;
let boss: TestClient;
beforeAll(async () => {
  portal = await startPortal();
  boss = await portal.superAdmin();
});
afterAll(() => portal.stop());

const list = async (query: string) => succeeded(await boss.get<Entry[]>(`/api/audit?${query}`));
const store = async (at: string, values: Partial<typeof auditEntries.$inferInsert> = {}) => {
  const [row] = await portal.db
    .insert(auditEntries)
    .values({ at: new Date(at), action: "tests.made", targetType: "tests", ...values })
    .returning({ id: auditEntries.id });
  return row?.id ?? 0;
};

test("a change is listed with person, action, thing, both values, time and address", async () => {
  const order = await portal.orderFor(await portal.signIn("customer"));
  const supplier = await portal.signIn("supplier");
  // The supplier's own order, because an open one would be claimed too.
  await portal.db.update(orders).set({ supplierId: supplier.account?.companyId }).where(eq(orders.id, order.id));
  succeeded(await supplier.patch(`/api/orders/${order.id}/status`, { status: "shipped" }));
  const [entry] = await list("action=orders.changeStatus");
  const { id, email, role, contactName: name } = supplier.account ?? {};
  expect(entry).toEqual({
    id: entry?.id,
    tokenName: null,
    at: entry?.at,
    actor: { id, name, email, role },
    onBehalfOf: null,
    action: "orders.changeStatus",
    targetType: "orders",
    targetId: order.id,
    before: { status: "pending" },
    after: { status: "shipped" },
    ip: "127.0.0.1",
    text: `Status of ORD-${order.id}: Pending → Shipped`,
    changes: [{ name: "Status", before: "Pending", after: "Shipped" }],
    thing: `ORD-${order.id}`,
    path: `/orders?order=${order.id}`,
  });
  expect(Math.abs(Date.parse(entry?.at ?? "") - Date.now())).toBeLessThan(60_000);
});

test("people, companies and shutter types in the trail have their names and link to their pages", async () => {
  const product = await portal.product({ name: "Oak Classic", basePricePerM2: 289 });
  succeeded(await boss.put("/api/products", { id: product.id, name: "Oak Classic", basePricePerM2: 301 }));
  const customer = await portal.signIn("customer");
  const { id, email, contactName, companyName } = customer.account ?? {};
  succeeded(await customer.patch(`/api/users/${id}/profile`, { contactName: "Ada Marsh", companyName, address: "1 High Street, Lewes" }));
  const said = async (query: string) => (await list(query)).map(({ text, path }) => [text, path])[0];
  expect(await said("action=products.update")).toEqual(["Price of Oak Classic: £289.00 → £301.00", "/pricing"]);
  expect(await said("action=accounts.updateProfile")).toEqual([
    expect.stringContaining(`Contact name ${contactName} → Ada Marsh`),
    `/users?${new URLSearchParams({ search: email ?? "" })}`,
  ]);
  const { companyId } = customer.account ?? {};
  succeeded(await boss.post(`/api/clients/${companyId}/notes`, { text: "Rang" }));
  expect(await said("action=clients.addNote")).toEqual([`A note on ${companyName} was written`, `/clients/${companyId}`]);
});

test("suppliers, people that were viewed as, and a withdrawal have their own words in the trail", async () => {
  const maker = await portal.createAccount("supplier", { companyName: "Northmoor" });
  const person = await portal.createAccount("customer");
  const customer = await portal.signIn(person);
  const order = await portal.orderFor(customer);
  succeeded(await boss.patch(`/api/orders/${order.id}/supplier`, { supplierId: maker.companyId }));
  const [changed] = await list("action=orders.changeSupplier");
  expect([changed?.text, changed?.changes]).toEqual([
    `Made by of ORD-${order.id}: Northmoor`,
    [{ name: "Made by", before: null, after: "Northmoor" }],
  ]);
  const quote = await portal.quoteFor(customer);
  succeeded(await customer.post(`/api/quotes/${quote.id}/place`, { shippingAddress: "1 High Street" }));
  const behind = await portal.createAccount("super_admin");
  const view = await portal.openSession(person, behind);
  succeeded(await view.patch(`/api/quotes/${quote.id}/status`, { quoteStatus: "declined" }));
  expect((await list("action=quotes.changeStatus"))[0]).toMatchObject({
    text: `Q-${quote.id} was withdrawn`,
    thing: `Q-${quote.id}`,
    actor: { id: behind.id, name: behind.contactName },
    onBehalfOf: { id: customer.account?.id, name: customer.account?.contactName },
  });
});

test("a deleted person has the name from the entry, and no link", async () => {
  const account = await portal.createAccount("customer", { contactName: "Gone Soon" });
  const client = await portal.signIn({ email: account.email });
  succeeded(await client.post("/api/logout"));
  succeeded(await boss.delete(`/api/users/${account.id}`));
  expect((await list(`actorId=${account.id}`))[0]).toMatchObject({ actor: { name: null, email: account.email }, path: null });
  const [entry] = await list("action=users.delete");
  expect([entry?.text, entry?.thing, entry?.path]).toEqual(["Gone Soon was deleted", "Gone Soon", null]);
});

test("the trail is filtered by person, action, thing and time", async () => {
  const early = await store("2001-03-01T12:00:00Z", { actorId: 91, actorEmail: "x@y.test", actorRole: "admin", targetId: 5 });
  const later = await store("2001-03-02T12:00:00Z", {
    actorId: 92,
    actorEmail: "z@y.test",
    actorRole: "admin",
    targetId: 6,
    action: "tests.other",
  });
  const ids = async (query: string) => (await list(query)).map(({ id }) => id);
  expect(await ids("actorId=91")).toEqual([early]);
  expect(await ids("action=tests.other")).toEqual([later]);
  expect(await ids("targetType=tests")).toEqual([later, early]);
  expect(await ids("targetType=tests&targetId=5")).toEqual([early]);
  expect(await ids("from=2001-03-02&to=2001-03-02")).toEqual([later]);
  expect(await ids("to=2001-03-01")).toEqual([early]);
  expect(await ids("from=2001-03-01T12:00:00.001Z&to=2001-03-02T12:00:00Z")).toEqual([later]);
  expect(await ids("actorId=91&action=tests.other")).toEqual([]);
});

test("the days of the trail's filter are London days, in summer too", async () => {
  const early = await store("2002-07-09T22:59:59.999Z");
  const first = await store("2002-07-09T23:00:00Z");
  const last = await store("2002-07-10T22:59:59.999Z");
  const found = (await list("from=2002-07-10&to=2002-07-10")).map(({ id }) => id);
  expect(found).toEqual([last, first]);
  expect(found).not.toContain(early);
});

test.each([
  ["from=yesterday", "From must be a date"],
  ["to=2026-02-30", "To must be a date"],
  ["from=2026-02-02&to=2026-02-01", "From cannot be after to"],
  ["actorId=me", "Actor must be a number"],
  ["limit=0", "Limit must be a positive whole number"],
  ["cursor=abc", "Cursor is not valid"],
])("the trail's filter %s is refused with a sentence", async (query, sentence) => {
  const { status, text } = await boss.get(`/api/audit?${query}`);
  expect([status, text]).toEqual([400, sentence]);
});

test("an action without a sign-in is listed without an actor", async () => {
  const { email } = await portal.createAccount("customer");
  await portal.visitor().post("/api/forgot-password", { email });
  await portal.mails();
  expect((await list("action=accounts.forgotPassword"))[0]).toMatchObject({ actor: null, onBehalfOf: null });
});

test("pages follow each other through entries of the same instant", async () => {
  const stored: number[] = [];
  for (let number = 0; number < 5; number++) stored.push(await store("2003-01-01T00:00:00Z"));
  const seen: number[] = [];
  let path: string | undefined = "/api/audit?limit=2&from=2003-01-01&to=2003-01-01";
  while (path) {
    const reply: Awaited<ReturnType<typeof boss.get<Entry[]>>> = await boss.get<Entry[]>(path);
    seen.push(...reply.body.map(({ id }) => id));
    path = /<(.*)>; rel="next"/.exec(reply.headers.get("link") ?? "")?.[1];
  }
  expect(seen).toEqual(stored.toReversed());
});

test.each([
  ["portal's role", () => portal.db, "permission denied for table audit_entries"],
  ["owner", () => portal.owner, "Audit entries are never changed or deleted"],
] as const)("the database itself refuses the %s to change or delete an entry", async (_, database, message) => {
  const [db, refusal] = [database(), { cause: { message } }];
  const id = await store("2004-01-01T00:00:00Z");
  await expect(db.update(auditEntries).set({ ip: null }).where(eq(auditEntries.id, id))).rejects.toMatchObject(refusal);
  await expect(db.delete(auditEntries).where(eq(auditEntries.id, id))).rejects.toMatchObject(refusal);
  await expect(db.execute(sql`truncate audit_entries`)).rejects.toMatchObject(refusal);
  expect((await list("from=2004-01-01&to=2004-01-01")).map((entry) => entry.id)).toContain(id);
});

test.each(["customer", "supplier", "admin"] as const)("a %s does not read the audit trail", async (role) => {
  expect((await (await portal.signIn(role)).get("/api/audit")).status).toBe(403);
});
