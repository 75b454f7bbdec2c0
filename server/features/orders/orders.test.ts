import { desc, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { notifications } from "#server/schema/notifications.ts";
import { orderStatusChanges, orders, remakes } from "#server/schema/orders-and-remakes.ts";
import { quotes } from "#server/schema/quotes.ts";
import { type OrderReply, succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import { MOST_STATUS_CHANGES } from "#shared/domain/longest.ts";
import { ORDER_STATUSES } from "#shared/domain/trade/status.ts";

let portal: TestPortal;
let customer: TestClient;
let supplier: TestClient;
let superAdmin: TestClient;
beforeAll(async () => {
  portal = await startPortal();
  portal.clock.set("2036-06-15T12:00:00Z");
  customer = await portal.signIn("customer");
  supplier = await portal.signIn("supplier");
  superAdmin = await portal.superAdmin();
});
afterAll(() => portal.stop());

const move = (id: number, body: object, by = supplier) => by.patch<OrderReply>(`/api/orders/${id}/status`, body);
const jobs = async (name: string) => {
  const { rows } = await portal.owner.execute(sql`select 1 from graphile_worker.jobs where task_identifier = ${name}`);
  return rows.length;
};
const dates = (id: number, body: object) => supplier.patch<OrderReply>(`/api/orders/${id}/dates`, body);
const track = (id: number, trackingNumber: unknown) => supplier.patch<OrderReply>(`/api/orders/${id}/tracking`, { trackingNumber });

describe("the owner of an order", () => {
  test("a customer reads their own order; another company's is not found", async () => {
    const order = await portal.orderFor(customer);
    expect((await customer.get(`/api/orders/${order.id}`)).body).toMatchObject({ id: order.id, quote: { items: [{ name: "Window 1" }] } });
    const other = await portal.signIn("customer");
    const { status, text } = await other.get(`/api/orders/${order.id}`);
    expect([status, text]).toEqual([404, `There is no order ORD-${order.id}`]);
    expect((await other.get("/api/orders")).body).toEqual([]);
  });

  test("a draft is hidden from suppliers, for reading and for changes", async () => {
    const order = await portal.orderFor(customer);
    const taken = await move(order.id, { status: "draft" });
    expect([taken.status, taken.body]).toMatchObject([200, { orderStatus: "draft" }]);
    const replies = [
      await supplier.get(`/api/orders/${order.id}`),
      await move(order.id, { status: "pending" }),
      await dates(order.id, { shippingDate: null }),
      await track(order.id, "X"),
    ];
    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect((await supplier.get<OrderReply[]>("/api/orders?limit=200")).body.map(({ id }) => id)).not.toContain(order.id);
    expect((await customer.get(`/api/orders/${order.id}`)).status).toBe(200);
    expect((await move(order.id, { status: "pending" }, superAdmin)).status).toBe(200);
    expect((await supplier.get(`/api/orders/${order.id}`)).status).toBe(200);
  });
});

describe("an order on hold", () => {
  test("the workshop of a draft reads it as on hold and marks nothing; another workshop does not find it", async () => {
    const order = await portal.orderFor(customer);
    succeeded(await move(order.id, { status: "processing" }));
    const rival = await portal.signIn("supplier");
    const details = await supplier.get<{ onHold: boolean; quote: { items: { id: number }[] } }>(`/api/orders/${order.id}`);
    expect(details.body.onHold).toBe(false);
    succeeded(await move(order.id, { status: "draft" }, superAdmin));
    const held = succeeded(await supplier.get<object>(`/api/orders/${order.id}`));
    expect(held).toMatchObject({ onHold: true, orderStatus: "draft" });
    const itemId = details.body.quote.items[0]?.id;
    const mark = await supplier.patch(`/api/orders/${order.id}/pieces`, { itemId, step: "cut", done: true });
    expect([mark.status, mark.text]).toEqual([409, "The office is changing this order"]);
    expect(await supplier.get(`/api/orders/${order.id}/pieces`)).toMatchObject({ status: 404, text: "The office is changing this order" });
    const unknown = `There is no order ORD-${order.id}`;
    expect(await rival.get(`/api/orders/${order.id}`)).toMatchObject({ status: 404, text: unknown });
    expect((await supplier.get<OrderReply[]>("/api/orders?limit=200")).body.map(({ id }) => id)).not.toContain(order.id);
    for (const who of [customer, superAdmin]) expect((await who.get<object>(`/api/orders/${order.id}`)).body).not.toHaveProperty("onHold");
  });
});

describe("the status", () => {
  test("any order status may follow any other", async () => {
    const order = await portal.orderFor(customer);
    for (const from of ORDER_STATUSES) {
      for (const to of ORDER_STATUSES) {
        await portal.db.update(orders).set({ status: from }).where(eq(orders.id, order.id));
        const { status, body } = await move(order.id, { status: to }, superAdmin);
        expect([from, status, body.orderStatus]).toEqual([from, 200, to]);
      }
    }
  });

  test("every status change is in the history with its person, and notifies the customer", async () => {
    const order = await portal.orderFor(customer);
    await move(order.id, { status: "processing" });
    await move(order.id, { status: "shipped" });
    const { body } = await customer.get<{ history: object[] }>(`/api/orders/${order.id}`);
    expect(body.history).toMatchObject([
      { from: null, to: "pending", by: { role: "super_admin" } },
      { from: "pending", to: "processing", by: { role: "supplier", companyName: "Workshop" } },
      { from: "processing", to: "shipped", by: { role: "supplier" } },
    ]);
    const [news] = await portal.db.select().from(notifications).orderBy(desc(notifications.id)).limit(1);
    const sentence = `Order ORD-${order.id} is now shipped.`;
    expect(news).toMatchObject({
      userId: customer.account?.id,
      type: "order_status",
      title: `Order ORD-${order.id}`,
      message: sentence,
      relatedId: order.id,
    });
    const mail = (await portal.mails()).at(-1);
    expect(mail).toMatchObject({ to: customer.account?.email, subject: `Order ORD-${order.id}: Shipped – Tiltrod` });
    expect(mail?.text).toContain(`\n\n${sentence}\n\nOpen the order: http://portal.test/orders?order=${order.id}\n\n`);
  });

  test("a mail waits 20 seconds from the last change, covers all changes, and is not sent if they cancel out", async () => {
    const order = await portal.orderFor(customer);
    const about = async () =>
      (await portal.mails()).filter(({ subject }) => subject.startsWith(`Order ORD-${order.id}:`)).map(({ text }) => text);
    const waiting = async () =>
      (await portal.db.execute(sql`select run_at as "runAt" from graphile_worker.jobs where key = ${`tell-of-order-${order.id}`}`)).rows;
    await move(order.id, { status: "shipped" });
    await move(order.id, { status: "processing" });
    const last = portal.clock();
    await move(order.id, { status: "delivered" });
    expect(await waiting()).toHaveLength(1);
    const waits = new Date(String((await waiting())[0]?.runAt)).getTime() - last.getTime();
    expect(waits).toBeGreaterThanOrEqual(20_000);
    expect(waits).toBeLessThan(60_000);
    const told = await about();
    expect(told).toHaveLength(1);
    expect(told[0]).toContain(`Order ORD-${order.id} is now delivered.`);

    await move(order.id, { status: "cancelled" }, superAdmin);
    await move(order.id, { status: "delivered" }, superAdmin);
    expect(await about()).toEqual(told);
    await move(order.id, { status: "completed" });
    expect(await about()).toHaveLength(2);
  });

  test("a corrected tracking number is mailed once after 20 seconds, with a link that no typed text can change", async () => {
    const order = await portal.orderFor(customer);
    const about = async () => (await portal.mails()).filter(({ subject }) => subject.startsWith(`Order ORD-${order.id}:`));
    const track = async (carrier: string, trackingNumber: string) =>
      succeeded(await supplier.patch(`/api/orders/${order.id}/tracking`, { carrier, trackingNumber }));
    // The customer knows no number yet: the mail about the shipping will contain it.
    await track("dpd", "1550 7");
    await move(order.id, { status: "shipped" });
    await track("dpd", "1550 8");
    const [sentOff, ...none] = await about();
    expect(none).toEqual([]);
    expect(sentOff?.text).toContain("Tracking number: 1550 8\nFollow it: https://track.dpd.co.uk/search?reference=15508");
    expect(sentOff?.html).toContain('Tracking number: <a href="https://track.dpd.co.uk/search?reference=15508">1550 8</a>');

    await track("dhl", "typed wrong");
    const last = portal.clock();
    await track("evri", '"><b>&H 1');
    const waits = (
      await portal.db.execute(sql`select run_at as "runAt" from graphile_worker.jobs where key = ${`tell-of-order-${order.id}`}`)
    ).rows.map(({ runAt }) => new Date(String(runAt)).getTime() - last.getTime());
    expect(waits.map((each) => each >= 20_000 && each < 60_000)).toEqual([true]);
    const [, corrected, ...more] = await about();
    expect(more).toEqual([]);
    expect(corrected).toMatchObject({ to: customer.account?.email, subject: `Order ORD-${order.id}: New tracking number – Tiltrod` });
    expect(corrected?.text).toContain(
      'Carrier: Evri\nTracking number: "><b>&H 1\nFollow it: https://www.evri.com/track/parcel/%22%3E%3Cb%3E%26H1',
    );
    expect(corrected?.html).toContain('<a href="https://www.evri.com/track/parcel/%22%3E%3Cb%3E%26H1">&#34;&#62;&#60;b&#62;&#38;H 1</a>');

    // The number was corrected before the mail was sent, so the customer needs no correction.
    await track("dx", "other");
    await track("evri", '"><b>&H 1');
    expect(await about()).toHaveLength(2);
    await track("own_van", "");
    const without = (await about()).at(-1);
    expect(without?.subject).toBe(`Order ORD-${order.id}: New delivery details – Tiltrod`);
    expect(without?.text).toContain("Carrier: Own van\n\nOpen the order");
  });

  test("open Checkout sessions are looked up only when the order can no longer be paid", async () => {
    const order = await portal.orderFor(customer);
    for (const status of ORDER_STATUSES.filter((each) => each !== "pending")) {
      const before = await jobs("close-checkout-sessions");
      await move(order.id, { status }, superAdmin);
      expect([status, (await jobs("close-checkout-sessions")) - before]).toEqual([
        status,
        status === "draft" || status === "cancelled" ? 1 : 0,
      ]);
    }
  });

  test("a deleted account receives no mail, and its order's status still changes", async () => {
    const account = await portal.createAccount("customer");
    const order = await portal.orderFor(await portal.signIn(account));
    expect((await superAdmin.delete(`/api/users/${account.id}`)).status).toBe(204);
    const mails = (await portal.mails()).length;
    expect((await move(order.id, { status: "shipped" })).body).toMatchObject({ orderStatus: "shipped" });
    expect(await portal.mails()).toHaveLength(mails);
  });

  test("the 500th status change is made, and the next one is refused and changes nothing", async () => {
    const order = await portal.orderFor(customer);
    const byUserId = superAdmin.account?.id ?? 0;
    // The history has two entries fewer than the limit: the order's creation is one change, and the
    // next request is the last.
    const earlier = Array.from({ length: MOST_STATUS_CHANGES - 2 }, () => ({ orderId: order.id, to: "pending" as const, byUserId }));
    await portal.db.insert(orderStatusChanges).values(earlier);
    expect((await move(order.id, { status: "processing" })).status).toBe(200);
    const refused = await move(order.id, { status: "shipped" });
    expect([refused.status, refused.text]).toEqual([409, "The status of this order was changed 500 times: it cannot be changed again"]);
    expect((await supplier.get(`/api/orders/${order.id}`)).body).toMatchObject({ orderStatus: "processing" });
  });

  test("an unchanged status causes no history entry and no notification", async () => {
    const order = await portal.orderFor(customer);
    const counts = async () => [
      await portal.db.$count(orderStatusChanges),
      await portal.db.$count(notifications),
      (await portal.mails()).length,
    ];
    const before = await counts();
    expect((await move(order.id, { status: "pending" })).status).toBe(200);
    expect(await counts()).toEqual(before);
  });

  test("a status change from an outdated status is refused, even to the current status", async () => {
    const order = await portal.orderFor(customer);
    await move(order.id, { status: "shipped", from: "pending" });
    for (const status of ["processing", "shipped"]) {
      const late = await move(order.id, { status, from: "pending" });
      expect([late.status, late.text]).toEqual([409, "Somebody else has changed this order in the meantime: it is now shipped"]);
    }
    expect((await move(order.id, { status: "delivered", from: "shipped" })).status).toBe(200);
  });

  test("one of two status changes from the same status is refused because the status has changed", async () => {
    const order = await portal.orderFor(customer);
    const both = await Promise.all(["processing", "cancelled"].map((status) => move(order.id, { status, from: "pending" })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test.each([{}, { status: "lost" }, { status: "shipped", from: "lost" }])("a status change with %j is a 400", async (body) => {
    const { status, text } = await move((await portal.orderFor(customer)).id, body);
    expect([status, text]).toEqual([400, `Status must be one of ${ORDER_STATUSES.join(", ")}`]);
  });
});

describe("dates and tracking", () => {
  test("a change may set either date or both, and null clears one", async () => {
    const { id } = await portal.orderFor(customer);
    expect((await dates(id, { shippingDate: "2036-12-01" })).body).toMatchObject({ shippingDate: "2036-12-01", estimatedArrival: null });
    expect((await dates(id, { estimatedArrival: "2036-12-01" })).body).toMatchObject({ estimatedArrival: "2036-12-01" });
    expect((await dates(id, { shippingDate: "2036-12-28", estimatedArrival: "2037-01-01" })).body).toMatchObject({
      shippingDate: "2036-12-28",
    });
    expect((await dates(id, { shippingDate: null })).body).toMatchObject({ shippingDate: null, estimatedArrival: "2037-01-01" });
  });

  test.each([
    [{}, "Please give a shipping date or an estimated arrival"],
    [{ shippingDate: "2026-02-29" }, "Shipping date must be a date"],
    [{ shippingDate: "2036-12-01T00:00:00Z" }, "Shipping date must be a date"],
    [{ estimatedArrival: 20_261_201 }, "Estimated arrival must be a date"],
    [{ shippingDate: "2036-12-02", estimatedArrival: "2036-12-01" }, "Estimated arrival cannot be before the shipping date"],
    [{ shippingDate: "2038-06-16" }, "Dates must be within the next two years"],
    [{ estimatedArrival: "9999-12-31" }, "Dates must be within the next two years"],
  ])("the dates %j are refused: %s", async (body, sentence) => {
    const { status, text } = await dates((await portal.orderFor(customer)).id, body);
    expect([status, text]).toEqual([400, sentence]);
  });

  test("an arrival is compared with the stored shipping date", async () => {
    const { id } = await portal.orderFor(customer);
    await dates(id, { shippingDate: "2036-12-02" });
    expect((await dates(id, { estimatedArrival: "2036-12-01" })).text).toBe("Estimated arrival cannot be before the shipping date");
    expect((await dates(id, { estimatedArrival: "2036-12-02" })).status).toBe(200);
  });

  test("neither date is before the London day on which the order was made", async () => {
    const { id } = await portal.orderFor(customer);
    await portal.db
      .update(orders)
      .set({ createdAt: new Date("2036-06-30T23:30:00Z") })
      .where(eq(orders.id, id));
    expect(await dates(id, { shippingDate: "2036-06-30" })).toMatchObject({
      status: 400,
      text: "Shipping date cannot be before the day the order was made",
    });
    expect(await dates(id, { estimatedArrival: "2036-06-30" })).toMatchObject({
      status: 400,
      text: "Estimated arrival cannot be before the day the order was made",
    });
    expect((await dates(id, { shippingDate: "2036-07-01", estimatedArrival: "2036-07-01" })).status).toBe(200);
  });

  test("a tracking number is stored without surrounding blanks; blank and null clear it", async () => {
    const { id } = await portal.orderFor(customer);
    expect((await track(id, " DX 123 ")).body).toMatchObject({ trackingNumber: "DX 123" });
    expect((await track(id, "  ")).body).toMatchObject({ trackingNumber: null });
    await track(id, "DX");
    expect((await track(id, null)).body).toMatchObject({ trackingNumber: null });
    expect((await track(id, "x".repeat(101))).text).toBe("Tracking number must be at most 100 characters");
    expect((await track(id, undefined)).status).toBe(400);
  });
});

test("the search finds an order by its number and parts of names without case; % and _ are literal", async () => {
  const buyer = await portal.signIn(await portal.createAccount("customer", { companyName: "100%_Wood Æsthetics", contactName: "Żaneta" }));
  const order = await portal.orderFor(buyer);
  const found = async (search: string) =>
    (await supplier.get<OrderReply[]>(`/api/orders?search=${encodeURIComponent(search)}`)).body.map(({ id }) => id);
  for (const search of [`${order.id}`, `#${order.id}`, `ORD-${order.id}`, `ord-${order.id}`, ` ${order.id} `]) {
    expect(await found(search)).toContain(order.id);
  }
  for (const search of ["100%", "%_wood", "æSTH", "żANETA"]) expect(await found(search)).toEqual([order.id]);
  for (const search of ["%%", "__", "100x", "ORD-", "\\", "99999999999999999999", `${order.id} or 1=1`])
    expect(await found(search)).toEqual([]);
  expect((await found("   ")).length).toBeGreaterThan(1);
  expect((await supplier.get(`/api/orders?search=${"x".repeat(201)}`)).status).toBe(400);
});

describe("deleting", () => {
  test("deleting an order hides it and its remakes everywhere, retains the record, and frees the quote", async () => {
    const order = await portal.orderFor(customer);
    const form = new FormData();
    form.set("orderId", String(order.id));
    form.set("reason", "Scratched");
    const remake = await customer.post<{ id: number }>("/api/remakes", form);
    expect((await superAdmin.delete(`/api/orders/${order.id}`)).status).toBe(204);
    for (const client of [customer, supplier, superAdmin]) {
      expect((await client.get(`/api/orders/${order.id}`)).status).toBe(404);
      expect((await client.get(`/api/remakes/${remake.body.id}`)).status).toBe(404);
    }
    expect(await portal.db.select().from(orders).where(eq(orders.id, order.id))).toHaveLength(1);
    expect(await portal.db.select().from(remakes).where(eq(remakes.orderId, order.id))).toHaveLength(1);
    expect((await customer.get(`/api/quotes/${order.quoteId}`)).body).toMatchObject({ orderId: null, quoteStatus: "accepted" });
    const again = await superAdmin.post(`/api/quotes/${order.quoteId}/convert`, { shippingAddress: "1 High Street" });
    expect(again.status).toBe(201);
    expect((await superAdmin.delete(`/api/orders/${order.id}`)).status).toBe(404);
  });

  test("a paid order must be cancelled before it is deleted", async () => {
    const order = await portal.orderFor(customer);
    await portal.db
      .update(quotes)
      .set({ paidAt: portal.clock() })
      .where(eq(quotes.id, order.quoteId ?? 0));
    const refused = await superAdmin.delete(`/api/orders/${order.id}`);
    expect([refused.status, refused.text]).toEqual([409, "This order is paid: cancel it before you delete it"]);
    await move(order.id, { status: "cancelled" });
    expect((await superAdmin.delete(`/api/orders/${order.id}`)).status).toBe(204);
  });
});
