import { desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { companies } from "#server/schema/companies-and-users.ts";
import { notifications } from "#server/schema/notifications.ts";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { quotes } from "#server/schema/quotes.ts";
import { auditEntries } from "#server/schema/records.ts";
import { succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { saveSeller } from "#server/testing/papers/read-pdf.ts";
import { startPortal, type TestPortal, type User } from "#server/testing/portal.ts";
import { APPROVAL_STATUSES, type ApprovalStatus } from "#shared/domain/trade/status.ts";

let portal: TestPortal;
let admin: TestClient;
beforeAll(async () => {
  portal = await startPortal();
  admin = await portal.signIn("admin");
});
afterAll(() => portal.stop());

interface Row {
  id: number;
  approvalStatus: ApprovalStatus;
  ordersCount: number;
  ordersTotal: number;
}
const decide = (id: number, body: unknown, by = admin) => by.patch(`/api/clients/${id}`, body);

describe("deciding on a customer", () => {
  const ALLOWED = new Set([
    "pending → approved",
    "pending → rejected",
    "rejected → approved",
    "approved → suspended",
    "suspended → approved",
  ]);

  test.each(APPROVAL_STATUSES.flatMap((from) => APPROVAL_STATUSES.map((to) => [from, to] as const)))(
    "the decision %s → %s is stored or refused by the table of moves",
    async (from, to) => {
      const client = await portal.createAccount("customer", { approvalStatus: from });
      const { status, body, headers } = await decide(client.id, { approvalStatus: to, reason: "Said at the desk" });
      if (ALLOWED.has(`${from} → ${to}`)) {
        expect([status, body]).toMatchObject([200, { id: client.id, approvalStatus: to, approvalDecidedBy: admin.account?.contactName }]);
      } else expect([status, headers.get("content-type")]).toEqual([409, "text/plain; charset=utf-8"]);
    },
  );

  test("a decision on a customer stores person, time and reason on the client and in the trail", async () => {
    const client = await portal.signUp();
    const { body } = await decide(client.id, { approvalStatus: "rejected", reason: "Not a trade customer" });
    expect(body).toMatchObject({ approvalReason: "Not a trade customer", approvalDecidedAt: expect.any(String) });
    const [entry] = await portal.db.select().from(auditEntries).orderBy(desc(auditEntries.id)).limit(1);
    expect(entry).toMatchObject({
      action: "clients.decide",
      actorId: admin.account?.id,
      targetType: "clients",
      targetId: client.id,
      before: { approvalStatus: "pending" },
      after: { approvalStatus: "rejected", reason: "Not a trade customer" },
    });
  });

  test("a customer receives the decision by email, and once approved a notification without a link", async () => {
    const client = await portal.signUp();
    await decide(client.id, { approvalStatus: "rejected", reason: "Too far away" });
    expect((await portal.mails()).at(-1)).toMatchObject({ to: client.email, text: expect.stringContaining("Too far away") });
    const news = () => portal.db.select().from(notifications).where(eq(notifications.userId, client.id));
    expect(await news()).toEqual([]);
    await decide(client.id, { approvalStatus: "approved" });
    expect((await portal.mails()).at(-1)).toMatchObject({ to: client.email });
    expect(await news()).toMatchObject([{ type: "account", relatedId: null }]);
    expect((await portal.signIn(client)).account?.approvalStatus).toBe("approved");
  });

  test("two decisions at once: one is stored, the other is refused, and the customer receives one mail", async () => {
    const other = await portal.signIn("admin");
    // Decline and then approve is a valid sequence: without `from` in the body both requests would
    // succeed.
    for (const _ of [1, 2, 3]) {
      const client = await portal.signUp();
      const replies = await Promise.all([
        decide(client.id, { approvalStatus: "rejected", from: "pending", reason: "Too far away" }),
        decide(client.id, { approvalStatus: "approved", from: "pending" }, other),
      ]);
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      const mails = (await portal.mails()).filter(({ to, subject }) => to === client.email && !subject.startsWith("We have received"));
      expect(mails).toHaveLength(1);
    }
  });

  test("a suspension ends the sessions of all people of the company and notifies its managers", async () => {
    const founder = await portal.createAccount("customer");
    const colleague = await portal.createAccount("customer", { colleagueOf: founder, mayManage: false });
    const manager = await portal.createAccount("customer", { colleagueOf: founder });
    const sessions = await Promise.all([founder, colleague, manager].map((person) => portal.signIn(person)));
    const before = (await portal.mails()).length;
    expect((await decide(founder.companyId, { approvalStatus: "suspended" })).status).toBe(200);
    // The old sessions stay ended after the company is approved again.
    const standings = async () => Promise.all(sessions.map(async (session) => (await session.get("/api/user")).status));
    expect(await standings()).toEqual([401, 401, 401]);
    const again = await portal.visitor().post("/api/login", { email: colleague.email, password: colleague.password });
    expect([again.status, again.text]).toEqual([403, "Your account is suspended"]);
    const heard = (await portal.mails()).slice(before).map(({ to }) => to);
    expect(heard.toSorted()).toEqual([founder.email, manager.email].toSorted());
    await decide(founder.companyId, { approvalStatus: "approved" });
    expect(await standings()).toEqual([401, 401, 401]);
  });

  test("a decision from another status than the person saw is refused before its other fields are checked", async () => {
    const client = await portal.createAccount("customer", { companyName: "Harbour Blinds" });
    const { status, text } = await decide(client.id, { approvalStatus: "approved", from: "pending" });
    expect([status, text]).toEqual([409, "Somebody else has decided in the meantime: Harbour Blinds is now approved"]);
  });

  test.each([
    [{}, "Approval status must be one of pending, approved, rejected, suspended"],
    [{ approvalStatus: "deleted" }, "Approval status must be one of pending, approved, rejected, suspended"],
    [{ approvalStatus: "rejected" }, "Please give a reason"],
    [{ approvalStatus: "rejected", reason: " \n" }, "Please give a reason"],
    [{ approvalStatus: "approved", reason: "x".repeat(501) }, "Reason must be at most 500 characters"],
  ])("the decision %j is refused: %s", async (body, sentence) => {
    const client = await portal.signUp();
    const { status, text } = await decide(client.id, body);
    expect([status, text]).toEqual([400, sentence]);
  });

  test("only a customer's company can be decided on", async () => {
    const supplier = await portal.createAccount("supplier");
    expect((await decide(supplier.id, { approvalStatus: "suspended" })).status).toBe(404);
    expect((await decide(999_999, { approvalStatus: "suspended" })).status).toBe(404);
  });
});

describe("the list of clients", () => {
  const list = async (query = "") => (await admin.get<Row[]>(`/api/clients${query}`)).body;

  test("a client's figures leave out drafts and deleted orders, and the money of cancelled ones", async () => {
    const customer = await portal.signIn("customer");
    const made = [];
    for (let count = 0; count < 4; count += 1) made.push(await portal.orderFor(customer));
    const [kept, cancelled, draft, gone] = made.map(({ id }) => id);
    const superAdmin = await portal.superAdmin();
    await superAdmin.patch(`/api/orders/${cancelled}/status`, { status: "cancelled" });
    await superAdmin.patch(`/api/orders/${draft}/status`, { status: "draft" });
    await superAdmin.delete(`/api/orders/${gone}`);
    const row = (await list(`?search=${encodeURIComponent(customer.account?.companyName ?? "")}`)).find(
      ({ id }) => id === customer.account?.id,
    );
    expect(row).toMatchObject({ ordersCount: 2, ordersTotal: 325.08 });
    const [last] = await portal.db
      .select({ at: orders.createdAt })
      .from(orders)
      .where(eq(orders.id, cancelled ?? kept ?? 0));
    expect(row).toMatchObject({ lastOrderAt: last?.at.toISOString() });
  });

  test("a client without orders has zero orders, a zero total and no last order", async () => {
    const { id } = await portal.signUp();
    expect((await list()).find((row) => row.id === id)).toMatchObject({ ordersCount: 0, ordersTotal: 0, lastOrderAt: null });
  });

  test("the list of clients is searched by company, contact and e-mail without case; % and _ are literal", async () => {
    const odd = await portal.createAccount("customer", { companyName: "100% Æther_Blinds", contactName: "Zoë", email: "zoe@aether.test" });
    await portal.createAccount("customer", { companyName: "100x AetherxBlinds" });
    for (const search of ["100%", "r_b", "æTHER_", "zOË", "ZOE@AETHER"]) {
      expect((await list(`?search=${encodeURIComponent(search)}`)).map(({ id }) => id)).toEqual([odd.id]);
    }
  });

  test("a client shows the manager who joined first, counts joined people, and is found by any of its people", async () => {
    const founder = await portal.createAccount("customer", { companyName: "Marten Blinds" });
    const colleague = (contactName: string, facts: Partial<User> = {}) =>
      portal.createAccount("customer", { colleagueOf: founder, contactName, mayManage: false, ...facts });
    await colleague("Zara Quist");
    const manager = await colleague("Ned Manager", { mayManage: true });
    await colleague("Ivo Invited", { joinedAt: null, mayManage: true });
    const row = async () => (await list("?search=quist"))[0];
    const { companyId: id, companyName, contactName, email } = founder;
    expect(await row()).toMatchObject({ id, companyName, contactName, email, people: 3 });
    succeeded(await (await portal.superAdmin()).delete(`/api/users/${founder.id}`));
    expect(await row()).toMatchObject({ id, companyName, contactName: "Ned Manager", email: manager.email, people: 2 });
  });

  test("the list of clients is filtered by status, and has customers only", async () => {
    await portal.signUp();
    const waiting = await list("?approvalStatus=pending");
    expect(waiting.length).toBeGreaterThan(0);
    expect(new Set(waiting.map(({ approvalStatus }) => approvalStatus))).toEqual(new Set(["pending"]));
    const all = (await list("?limit=200")).map(({ id }) => id);
    expect(all).not.toContain(admin.account?.id);
  });
});

describe("the office edits a client's details", () => {
  interface Details {
    id: number;
    companyName: string;
    contactName: string;
    address: string | null;
    phone: string | null;
  }
  const edit = (id: number, body: unknown, by = admin) => by.patch<Details>(`/api/clients/${id}/profile`, body);

  test("an edit of a client changes only the sent fields, returns the row, and is audited with both values", async () => {
    const founder = await portal.createAccount("customer", {
      companyName: "Quayside Blind",
      contactName: "Sian",
      address: "1 Quay Street",
    });
    const before = { companyName: "Quayside Blind", contactName: "Sian", address: "1 Quay Street", phone: null };
    const row = succeeded(await edit(founder.id, { companyName: " Quayside Blinds ", phone: " 01632 960456 " }));
    const after = { ...before, companyName: "Quayside Blinds", phone: "01632 960456" };
    expect(row).toMatchObject({ id: founder.id, email: founder.email, people: 1, ordersCount: 0, ...after });
    expect(succeeded(await admin.get<Details[]>("/api/clients?search=quayside+blinds"))).toEqual([row]);
    const [entry] = await portal.db.select().from(auditEntries).orderBy(desc(auditEntries.id)).limit(1);
    expect(entry).toMatchObject({ action: "clients.changeProfile", targetType: "clients", targetId: founder.id, before, after });
    expect(succeeded(await edit(founder.id, { contactName: "Siân Price", address: "2 Quay Street", phone: "" }))).toMatchObject({
      companyName: "Quayside Blinds",
      contactName: "Siân Price",
      address: "2 Quay Street",
      phone: null,
    });
    expect((await portal.signIn(founder)).account).toMatchObject({ companyName: "Quayside Blinds", contactName: "Siân Price" });
    const entries = await portal.db.$count(auditEntries);
    expect(succeeded(await edit(founder.id, {}))).toMatchObject({ contactName: "Siân Price" });
    expect(await portal.db.$count(auditEntries)).toBe(entries);
  });

  test("the contact of a client is the person whom the list names, and colleagues keep their names", async () => {
    const founder = await portal.createAccount("customer", { mayManage: false, contactName: "First" });
    const manager = await portal.createAccount("customer", { colleagueOf: founder, contactName: "Second" });
    expect(succeeded(await edit(founder.id, { contactName: "Renamed" }))).toMatchObject({ email: manager.email, contactName: "Renamed" });
    expect((await portal.signIn(founder)).account?.contactName).toBe("First");
  });

  test("a client's address cannot be removed, and the first one issues the invoices that waited for it", async () => {
    const client = await portal.signIn("customer");
    const id = client.account?.companyId ?? 0;
    await saveSeller(portal);
    const { quoteId } = await portal.orderFor(client);
    await portal.db.update(companies).set({ address: null }).where(eq(companies.id, id));
    await portal.db
      .update(quotes)
      .set({ paidAt: new Date(), taxPoint: "2026-11-20", dueOn: "2026-11-20" })
      .where(eq(quotes.id, quoteId ?? 0));
    expect(succeeded(await edit(id, { address: "", contactName: "No address yet" }))).toMatchObject({ address: null });
    const issued = async () =>
      (
        await portal.db
          .select()
          .from(quotes)
          .where(eq(quotes.id, quoteId ?? 0))
      )[0]?.invoiceNumber;
    expect(await issued()).toBeNull();
    succeeded(await edit(id, { address: "3 Quay Street" }));
    expect(await issued()).toEqual(expect.any(Number));
    for (const address of ["", null, "12"])
      expect(await edit(id, { address })).toMatchObject({ status: 400, text: "Address must be at least 5 characters" });
  });

  test.each([
    [{ companyName: "x" }, "Company name must be at least 2 characters"],
    [{ contactName: "see www.evil" }, "Names cannot hold a web address"],
    [{ companyName: "Tiltrod" }, "Company name: this is our own name, please enter your company's"],
    [{ phone: "0".repeat(41) }, "Phone must be at most 40 characters"],
    [{ phone: 7 }, "Phone must be text"],
  ])("the edit %j of a client is refused: %s", async (wrong, sentence) => {
    const { id } = await portal.createAccount("customer");
    expect(await edit(id, wrong)).toMatchObject({ status: 400, text: sentence });
  });

  test("a supplier, our own company and an unknown id cannot be edited as a client", async () => {
    const supplier = await portal.createAccount("supplier");
    for (const id of [supplier.id, admin.account?.companyId ?? 0, 999_999])
      expect(await edit(id, { phone: "01632 960456" })).toMatchObject({ status: 404, text: "Client not found" });
  });
});
