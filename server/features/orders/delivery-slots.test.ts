import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { auditEntries } from "#server/schema/records.ts";
import { type OrderReply, succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import { deliveryInWords } from "#shared/domain/delivery.ts";
import { addDays, type Day, formatDay, formatListedDay, londonClock, londonDay, startOfDay } from "#shared/domain/period.ts";

let portal: TestPortal;
let customer: TestClient;
let supplier: TestClient;
let boss: TestClient;
beforeAll(async () => {
  portal = await startPortal();
  boss = await portal.superAdmin();
  supplier = await portal.signIn("supplier");
  customer = await portal.signIn("customer");
});
afterAll(() => portal.stop());

interface Delivery {
  readonly estimatedArrival: Day | null;
  readonly deliverySlot: string | null;
  readonly deliveryNote: string | null;
}
const says = ({ status, text }: { status: number; text: string }) => [status, text];
const ahead = (days: number): Day => addDays(londonDay(portal.clock()), days);
const newOrder = async (): Promise<OrderReply> => {
  const order = await portal.orderFor(customer);
  succeeded(await boss.patch(`/api/orders/${order.id}/supplier`, { supplierId: supplier.account?.companyId ?? 0 }));
  return order;
};
const set = (id: number, body: object, by = supplier) => by.patch<Delivery>(`/api/orders/${id}/dates`, body);
const read = async (id: number) => succeeded(await customer.get<Delivery>(`/api/orders/${id}`));

test("a part of the day needs the day of delivery, and clearing the day clears it", async () => {
  const { id } = await newOrder();
  expect(says(await set(id, { deliverySlot: "am" }))).toEqual([400, "Set the day of delivery first"]);
  expect(says(await set(id, { deliverySlot: "am", estimatedArrival: null }))).toEqual([400, "Set the day of delivery first"]);
  expect((await set(id, { deliverySlot: "noon", estimatedArrival: ahead(9) })).status).toBe(400);
  expect(await read(id)).toMatchObject({ estimatedArrival: null, deliverySlot: null });
  succeeded(await set(id, { estimatedArrival: ahead(9), deliverySlot: "am", deliveryNote: " Ring the bell " }));
  expect(await read(id)).toMatchObject({ estimatedArrival: ahead(9), deliverySlot: "am", deliveryNote: "Ring the bell" });
  // Another day keeps the part of the day.
  succeeded(await set(id, { estimatedArrival: ahead(10) }));
  expect(await read(id)).toMatchObject({ estimatedArrival: ahead(10), deliverySlot: "am" });
  succeeded(await set(id, { estimatedArrival: null }));
  expect(await read(id)).toMatchObject({ estimatedArrival: null, deliverySlot: null, deliveryNote: "Ring the bell" });
  const [row] = succeeded(await customer.get<Delivery[]>("/api/orders?limit=1"));
  expect(row).toMatchObject({ deliverySlot: null, deliveryNote: "Ring the bell" });
});

test("a date from a device is refused after another person's newer date, with name and time, and changes nothing", async () => {
  const { id } = await newOrder();
  const seen = { shippingDate: null, estimatedArrival: null };
  succeeded(await set(id, { shippingDate: ahead(5) }, boss));
  const [day, at] = [formatListedDay(ahead(5), ahead(0)), londonClock(portal.clock())];
  const { contactName } = boss.account ?? { contactName: "" };
  const sentence = `${contactName} set the shipping date to ${day} at ${at}`;
  expect(says(await set(id, { shippingDate: ahead(7), from: seen }))).toEqual([409, sentence]);
  expect(await read(id)).toMatchObject({ shippingDate: ahead(5) });
  // An arrival that nobody else has set is stored, and so is a date by a caller that names none.
  succeeded(await set(id, { estimatedArrival: ahead(9), from: seen }));
  succeeded(await set(id, { shippingDate: ahead(7), from: { shippingDate: ahead(5) } }));
  succeeded(await set(id, { shippingDate: ahead(6) }));
  succeeded(await set(id, { shippingDate: null }, boss));
  expect(says(await set(id, { shippingDate: ahead(7), from: { shippingDate: ahead(6) } }))).toEqual([
    409,
    `${contactName} cleared the shipping date at ${at}`,
  ]);
  // Neither the same day nor a person's own newer date is a conflict.
  succeeded(await set(id, { shippingDate: null, from: { shippingDate: ahead(6) } }));
  succeeded(await set(id, { shippingDate: ahead(4) }));
  succeeded(await set(id, { shippingDate: ahead(7), from: { shippingDate: ahead(6) } }));
  expect(await read(id)).toMatchObject({ shippingDate: ahead(7), estimatedArrival: ahead(9) });
});

test("a person's own newer day of shipping does not hide a colleague's newer arrival, nor does a parcel's day", async () => {
  const { id } = await newOrder();
  const from = { shippingDate: null, estimatedArrival: null };
  succeeded(await set(id, { estimatedArrival: ahead(15) }, boss));
  succeeded(await set(id, { shippingDate: ahead(4) }));
  const both = { shippingDate: ahead(5), estimatedArrival: ahead(16), from };
  expect((await set(id, both)).status).toBe(409);
  expect(await read(id)).toMatchObject({ shippingDate: ahead(4), estimatedArrival: ahead(15) });
  // A parcel that was recorded with the same day of shipping did not change the order's.
  succeeded(await set(id, { shippingDate: ahead(6) }, boss));
  const entry = { action: "orders.parcel", targetType: "orders", targetId: id, after: { shippingDate: ahead(6) } };
  const actor = { actorId: supplier.account?.id ?? 0, at: new Date(portal.clock().getTime() + 1000) };
  await portal.owner.insert(auditEntries).values({ ...entry, ...actor });
  const { text } = await set(id, { shippingDate: ahead(7), from: { shippingDate: ahead(4) } });
  expect(text).toContain(`${boss.account?.contactName} set the shipping date`);
});

test("a note of delivery has at most 200 characters, and a blank one clears it", async () => {
  const { id } = await newOrder();
  expect((await set(id, { deliveryNote: "x".repeat(201) })).status).toBe(400);
  succeeded(await set(id, { deliveryNote: "x".repeat(200) }));
  succeeded(await set(id, { deliveryNote: "  " }));
  expect((await read(id)).deliveryNote).toBeNull();
  expect(says(await set(id, {}))).toEqual([400, "Please give a shipping date or an estimated arrival"]);
  expect((await set(id, { deliveryNote: "Back door" }, customer)).status).toBe(403);
});

test("the database refuses a part of no day", async () => {
  const { id } = await newOrder();
  await expect(portal.db.update(orders).set({ deliverySlot: "pm" }).where(eq(orders.id, id))).rejects.toThrow();
  expect((await portal.db.execute(sql`select 1 from orders where delivery_slot is not null and estimated_arrival is null`)).rows).toEqual(
    [],
  );
});

test("the mail about the shipping has the day and the part of the day that it is expected", async () => {
  const { id } = await newOrder();
  const day = ahead(9);
  succeeded(await set(id, { estimatedArrival: day, deliverySlot: "am" }));
  const before = (await portal.mails()).length;
  succeeded(await boss.patch(`/api/orders/${id}/status`, { status: "shipped" }));
  const mails = (await portal.mails()).slice(before).filter(({ text }) => text.includes(`ORD-${id} is now shipped.`));
  expect(mails.map(({ text }) => text)).toEqual([expect.stringContaining(`It is expected on ${deliveryInWords(day, "am")}.`)]);
});

test("a changed part of the day is emailed once, as it was and as it is, and not if it is reverted", async () => {
  const { id } = await newOrder();
  const day = ahead(9);
  succeeded(await set(id, { estimatedArrival: day }));
  const before = (await portal.mails()).length;
  succeeded(await set(id, { deliverySlot: "am" }));
  succeeded(await set(id, { deliverySlot: "pm" }));
  const mails = (await portal.mails()).slice(before);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain(
    `The estimated arrival of order ORD-${id} was ${formatDay(startOfDay(day))}. It is ${deliveryInWords(day, "pm")} now.`,
  );
  succeeded(await set(id, { deliverySlot: "am", estimatedArrival: ahead(12) }));
  succeeded(await set(id, { deliverySlot: "pm", estimatedArrival: day }));
  expect((await portal.mails()).slice(before)).toHaveLength(1);
  succeeded(await set(id, { estimatedArrival: ahead(12) }));
  expect((await portal.mails()).at(-1)?.text).toContain(
    `was ${deliveryInWords(day, "pm")}. It is ${deliveryInWords(ahead(12), "pm")} now.`,
  );
});
