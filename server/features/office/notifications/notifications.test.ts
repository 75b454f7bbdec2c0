import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "#server/platform/db/connect.ts";
import { notifications } from "#server/schema/notifications.ts";
import { auditEntries } from "#server/schema/records.ts";
import { succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";

interface Row {
  id: number;
  title: string;
  message: string;
  read: boolean;
  type: string;
  relatedId: number | null;
  createdAt: string;
}

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stop());

const tell = async (client: TestClient, minute: number) => {
  const userId = client.account?.id ?? 0;
  const createdAt = new Date(Date.UTC(2026, 0, 1, 12, minute));
  const values = { userId, type: "remake_reply", title: `News ${minute}`, message: "There is a reply.", relatedId: 7, createdAt };
  const [row] = await portal.db.insert(notifications).values(values).returning();
  if (!row) throw new Error("not stored");
  return row;
};

test("the list of notifications holds one's own, newest first, with exactly its fields", async () => {
  const [client, other] = await Promise.all([portal.signIn("customer"), portal.signIn("customer")]);
  const [first, second] = [await tell(client, 1), await tell(client, 2)];
  await tell(other, 3);
  const { body } = await client.get<Row[]>("/api/notifications");
  expect(body.map(({ id }) => id)).toEqual([second.id, first.id]);
  expect(body[1]).toEqual({
    id: first.id,
    title: "News 1",
    message: "There is a reply.",
    read: false,
    type: "remake_reply",
    relatedId: 7,
    createdAt: "2026-01-01T12:01:00.000Z",
  });
});

test("a new order status notifies the customer, and an approval notifies the new customer", async () => {
  const customer = await portal.signIn("customer");
  const order = await portal.orderFor(customer);
  await (await portal.superAdmin()).patch(`/api/orders/${order.id}/status`, { status: "shipped" });
  const { body } = await customer.get<Row[]>("/api/notifications");
  expect(body).toMatchObject(["order_status", "order_created"].map((type) => ({ type, relatedId: order.id, read: false })));
  const fresh = await portal.signUp();
  await (await portal.superAdmin()).patch(`/api/clients/${fresh.id}`, { approvalStatus: "approved" });
  expect((await (await portal.signIn(fresh)).get<Row[]>("/api/notifications")).body).toMatchObject([{ type: "account", relatedId: null }]);
});

test("a notification stays read; reading it again changes nothing, not even the time", async () => {
  const client = await portal.signIn("customer");
  const { id } = await tell(client, 1);
  const readAt = async () => (await portal.db.select().from(notifications).where(eq(notifications.id, id)))[0]?.readAt;
  expect(succeeded(await client.patch<Row>(`/api/notifications/${id}/read`))).toMatchObject({ id, read: true });
  const first = await readAt();
  portal.clock.advance(60_000);
  expect(succeeded(await client.patch<Row>(`/api/notifications/${id}/read`)).read).toBe(true);
  expect(await readAt()).toEqual(first);
  expect((await client.get<Row[]>("/api/notifications")).body[0]?.read).toBe(true);
  const audited = await portal.db.select().from(auditEntries).where(eq(auditEntries.action, "notifications.markRead"));
  expect(audited).toEqual([]);
});

const unread = async (client: TestClient) => (await client.get<{ count: number }>("/api/notifications/unread")).body.count;

test("the count of unread notifications covers all of one's own, not a page of them", async () => {
  const [client, other] = await Promise.all([portal.signIn("customer"), portal.signIn("customer")]);
  for (let minute = 0; minute < 57; minute++) await tell(client, minute);
  await tell(other, 1);
  expect(await unread(client)).toBe(57);
  const { body } = await client.get<Row[]>("/api/notifications");
  await client.patch(`/api/notifications/${body[0]?.id}/read`);
  expect(await unread(client)).toBe(56);
  expect(await unread(other)).toBe(1);
});

test("one press reads all notifications seen, beyond the first page too; later ones stay new", async () => {
  const [client, other] = await Promise.all([portal.signIn("customer"), portal.signIn("customer")]);
  const first = await tell(client, 1);
  succeeded(await client.patch(`/api/notifications/${first.id}/read`));
  const readAt = async (id: number) => (await portal.db.select().from(notifications).where(eq(notifications.id, id)))[0]?.readAt;
  const before = await readAt(first.id);
  for (let minute = 2; minute < 60; minute++) await tell(client, minute);
  await tell(other, 1);
  const seen = (await client.get<Row[]>("/api/notifications")).body[0];
  const late = await tell(client, 60);
  portal.clock.advance(60_000);
  expect((await client.patch("/api/notifications/read", { upTo: seen?.id })).status).toBe(204);
  expect(await unread(client)).toBe(1);
  expect(await readAt(late.id)).toBeNull();
  expect(await readAt(first.id)).toEqual(before);
  expect(await unread(other)).toBe(1);
  expect((await client.patch("/api/notifications/read", {})).status).toBe(204);
  expect(await unread(client)).toBe(0);
  expect((await client.patch("/api/notifications/read", { upTo: "all" })).text).toBe("Up to must be the id of a notification");
});

test("unread notifications are counted in an index that holds no other rows", async () => {
  const plan = await inTransaction(portal.db, async (tx) => {
    await tx.execute(sql`select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true)`);
    const { rows } = await tx.execute<{ "QUERY PLAN": string }>(
      sql`explain (costs off) select count(*) from notifications where user_id = 7 and read_at is null`,
    );
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  });
  expect(plan).toContain("Index Only Scan using notifications_unread");
});

test("another person's notification is not found, for the super admin either", async () => {
  const { id } = await tell(await portal.signIn("customer"), 1);
  for (const role of ["customer", "super_admin"] as const) {
    const { status, text } = await (await portal.signIn(role)).patch(`/api/notifications/${id}/read`);
    expect([status, text]).toEqual([404, "Notification not found"]);
  }
});

test("everyone has a list of notifications of their own, empty at first, and visitors have none", async () => {
  for (const role of ["supplier", "admin", "super_admin"] as const) {
    expect((await (await portal.signIn(role)).get("/api/notifications")).body).toEqual([]);
  }
  expect((await portal.visitor().get("/api/notifications")).status).toBe(401);
});
