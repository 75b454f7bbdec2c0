import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { companies, users } from "#server/schema/companies-and-users.ts";
import { digestNotices } from "#server/schema/notifications.ts";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { askForRemake } from "#server/testing/photos.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import { orderNumber } from "#shared/domain/trade/status.ts";
import { MOST_IN_DIGEST, sendDigests } from "./send-digests.ts";

/** Tests the content, time and number of digests, with two servers and after a crash. */

let portal: TestPortal;
let beside: TestPortal;
let boss: TestClient;
beforeAll(async () => {
  portal = await startPortal();
  beside = await startPortal({ beside: portal });
  boss = await portal.superAdmin();
});
afterAll(async () => {
  await beside.stop();
  await portal.stop();
});

let customer: TestClient;
let to: string;
beforeEach(async () => {
  portal.clock.set(new Date());
  await portal.db.delete(digestNotices);
  customer = await portal.signIn("customer");
  to = customer.account?.email ?? "";
  await wants(customer, "order_message");
});

const wants = async (who: TestClient, kind: string, mail = "digest") =>
  succeeded(await who.put("/api/account/notifications", [{ kind, bell: true, mail }]));
const orderOf = async (who: TestClient) => (await portal.orderFor(who, { jobName: "Hartley" })).id;
const write = async (orderId: number, instant: string, message = "It leaves on Monday") => {
  portal.clock.set(instant);
  succeeded(await boss.post(`/api/orders/${orderId}/messages`, { message, to: "customer" }));
};
const at = (instant: string, server = portal) => sendDigests({ ...server.appContext, clock: () => new Date(instant) });
/** The mails that some work queued for the customer. */
async function mailsDuring(work: () => Promise<unknown>, reader = to) {
  const before = (await portal.mails()).length;
  await work();
  return (await portal.mails()).slice(before).filter((mail) => mail.to === reader);
}

test("a digest lists the day's notices in order, each with its link, and is sent once", async () => {
  const [first, second] = [await orderOf(customer), await orderOf(customer)];
  expect(await mailsDuring(() => write(second, "2026-11-26T08:00:00Z"))).toEqual([]);
  await write(first, "2026-11-26T16:59:00Z");
  const [mail, ...more] = await mailsDuring(() => at("2026-11-26T17:00:00Z"));
  expect(more).toEqual([]);
  expect(mail?.subject).toBe("2 notices of 26 Nov 2026 – Tiltrod");
  const lines = (mail?.text ?? "").split("\n\n").filter((line) => line.startsWith("Message about"));
  expect(lines).toEqual(
    [second, first].map(
      (id) =>
        `Message about order ${orderNumber(id)} (Hartley)\nThere is a new message about your order ${orderNumber(id)}.\nhttp://portal.test/orders?order=${id}`,
    ),
  );
  expect(mail?.text).not.toContain("It leaves on Monday");
  expect(mail?.html).toContain(`href="http://portal.test/orders?order=${first}"`);
  for (const later of ["2026-11-26T17:05:00Z", "2026-11-27T17:00:00Z"]) expect(await mailsDuring(() => at(later))).toEqual([]);
});

test.each([
  ["in winter", "2026-11-26T16:59:59Z", "2026-11-26T17:00:00Z"],
  ["in summer", "2026-07-12T15:59:59Z", "2026-07-12T16:00:00Z"],
  ["on the long day of October", "2026-10-25T16:59:59Z", "2026-10-25T17:00:00Z"],
  ["on the short day of March", "2026-03-29T15:59:59Z", "2026-03-29T16:00:00Z"],
])("digests leave at five o'clock in London %s, and a notice from then on waits a day", async (_, early, five) => {
  const order = await orderOf(customer);
  await write(order, early);
  expect(await mailsDuring(() => at(early))).toEqual([]);
  expect(await mailsDuring(() => at(five))).toHaveLength(1);
  await write(order, five);
  const hour = 3_600_000;
  for (const hours of [1, 23]) expect(await mailsDuring(() => at(new Date(Date.parse(five) + hours * hour - 1).toISOString()))).toEqual([]);
  expect(await mailsDuring(() => at(new Date(Date.parse(five) + 25 * hour).toISOString()))).toHaveLength(1);
});

test("a notice that is stored after its digest was sent is in the next day's", async () => {
  const order = await orderOf(customer);
  await write(order, "2026-11-26T16:00:00Z");
  expect(await mailsDuring(() => at("2026-11-26T17:00:00Z"))).toHaveLength(1);
  await write(order, "2026-11-26T16:59:59Z");
  expect(await mailsDuring(() => at("2026-11-26T17:05:00Z"))).toEqual([]);
  expect(await mailsDuring(() => at("2026-11-27T17:00:00Z"))).toHaveLength(1);
});

test("a portal that was off at five sends the digest when it starts, and the day's own at five", async () => {
  const order = await orderOf(customer);
  await write(order, "2026-11-26T10:00:00Z");
  expect(await mailsDuring(() => at("2026-11-27T09:00:00Z"))).toMatchObject([{ subject: "1 notice of 26 Nov 2026 – Tiltrod" }]);
  await write(order, "2026-11-27T10:00:00Z");
  expect(await mailsDuring(() => at("2026-11-27T17:00:00Z"))).toHaveLength(1);
});

test("a digest lists at most thirty notices and counts the others", async () => {
  const order = await orderOf(customer);
  await write(order, "2026-11-26T10:00:00Z");
  const [{ id: _, ...notice } = { id: 0 }] = await portal.db.select().from(digestNotices);
  const rows = Array.from({ length: MOST_IN_DIGEST + 11 }, () => notice as typeof digestNotices.$inferInsert);
  await portal.db.insert(digestNotices).values(rows);
  const [mail] = await mailsDuring(() => at("2026-11-26T17:00:00Z"));
  expect(mail?.subject).toBe("42 notices of 26 Nov 2026 – Tiltrod");
  expect(mail?.text.match(/^Message about order/gm)).toHaveLength(MOST_IN_DIGEST);
  expect(mail?.text).toContain("and 12 more");
  expect(await portal.db.$count(digestNotices)).toBe(0);
});

const idOf = ({ account }: TestClient) => account?.id ?? 0;
test.each<[string, () => Promise<unknown>]>([
  [
    "was suspended",
    () =>
      portal.db
        .update(users)
        .set({ suspendedAt: new Date() })
        .where(eq(users.id, idOf(customer))),
  ],
  [
    "is of a suspended company",
    () =>
      portal.db
        .update(companies)
        .set({ approvalStatus: "suspended" })
        .where(eq(companies.id, customer.account?.companyId ?? 0)),
  ],
  ["was deleted", async () => succeeded(await boss.delete(`/api/users/${idOf(customer)}`))],
])("the notices of a person who %s are dropped", async (_, change) => {
  await write(await orderOf(customer), "2026-11-26T10:00:00Z");
  portal.clock.set(new Date());
  await change();
  expect(await mailsDuring(() => at("2026-11-26T17:00:00Z"))).toEqual([]);
  expect(await portal.db.$count(digestNotices)).toBe(0);
});

test("a notice of an order that a workshop may no longer see is left out of its digest", async () => {
  const [maker, rival] = [await portal.signIn("supplier"), await portal.signIn("supplier")];
  await wants(maker, "incoming_message");
  const [lost, own] = [await orderOf(customer), await orderOf(customer)];
  const supplierId = maker.account?.companyId ?? 0;
  for (const id of [lost, own]) await portal.db.update(orders).set({ supplierId }).where(eq(orders.id, id));
  for (const id of [lost, own]) {
    portal.clock.set("2026-11-26T10:00:00Z");
    succeeded(await customer.post(`/api/orders/${id}/messages`, { message: "In brass, please" }));
  }
  await portal.db
    .update(orders)
    .set({ supplierId: rival.account?.companyId ?? 0 })
    .where(eq(orders.id, lost));
  const [mail] = await mailsDuring(() => at("2026-11-26T17:00:00Z"), maker.account?.email);
  expect(mail?.subject).toBe("1 notice of 26 Nov 2026 – Tiltrod");
  expect(mail?.text).toContain(orderNumber(own));
  expect(mail?.text).not.toContain(orderNumber(lost));
  expect(await mailsDuring(() => at("2026-11-27T17:00:00Z"), maker.account?.email)).toEqual([]);
});

test("a digest has notices of quotes, remakes and settings too, and none of a deleted quote", async () => {
  await wants(customer, "quote_sent");
  const [gone, quote] = [await portal.quoteFor(customer), await portal.quoteFor(customer)];
  portal.clock.set("2026-11-26T10:00:00Z");
  for (const { id } of [gone, quote]) succeeded(await boss.patch(`/api/quotes/${id}/status`, { quoteStatus: "sent" }));
  const userId = idOf(customer);
  const webhook = { userId, kind: "webhook", title: "Webhook switched off", message: "It replied 410.", sendOn: "2026-11-26" } as const;
  await portal.db.insert(digestNotices).values(webhook);
  portal.clock.set(new Date());
  const remake = succeeded(await askForRemake(customer, await orderOf(customer)));
  await wants(customer, "remake_status");
  portal.clock.set("2026-11-26T10:00:00Z");
  succeeded(await boss.patch(`/api/remakes/${remake.id}/status`, { status: "approved" }));
  succeeded(await boss.delete(`/api/quotes/${gone.id}`));
  const [mail] = await mailsDuring(() => at("2026-11-26T17:00:00Z"));
  expect([...(mail?.text ?? "").matchAll(/http:\S+/g)].map(([url]) => url)).toEqual([
    `http://portal.test/quotes?quote=${quote.id}`,
    "http://portal.test/settings?tab=webhooks",
    `http://portal.test/remakes?remake=${remake.id}`,
    "http://portal.test/settings?tab=notifications",
  ]);
});

test("two servers that send digests at once repeatedly send one for each person", async () => {
  const other = await portal.signIn("customer");
  await wants(other, "order_message");
  for (const who of [customer, other]) await write(await orderOf(who), "2026-11-26T10:00:00Z");
  const before = (await portal.mails()).length;
  await Promise.all(Array.from({ length: 20 }, (_, index) => at("2026-11-26T17:00:00Z", index % 2 ? beside : portal)));
  const sent = (await portal.mails()).slice(before);
  expect(sent.map((mail) => mail.to).toSorted()).toEqual([to, other.account?.email].toSorted());
});

test("a process that dies before its commit leaves every notice, and the next run sends them", async () => {
  await write(await orderOf(customer), "2026-11-26T10:00:00Z");
  const dying = { ...portal.appContext, post: { ...portal.appContext.post, send: () => Promise.reject(new Error("killed")) } };
  await expect(sendDigests({ ...dying, clock: () => new Date("2026-11-26T17:00:00Z") })).rejects.toThrow("killed");
  expect(await portal.db.$count(digestNotices)).toBe(1);
  expect(await mailsDuring(() => at("2026-11-26T17:05:00Z"))).toHaveLength(1);
});
