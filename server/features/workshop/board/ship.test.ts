import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { orderStatusChanges, orders } from "#server/schema/orders-and-remakes.ts";
import { type OrderReply, succeeded } from "#server/testing/builders.ts";
import { CALLS } from "#server/testing/calls/check-reply.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { askForRemake } from "#server/testing/photos.ts";
import { startPortal, type TestPortal, type User } from "#server/testing/portal.ts";
import { londonDay } from "#shared/domain/period.ts";
import { CARRIERS } from "#shared/domain/trade/carriers.ts";

interface Sent {
  readonly id: number;
  readonly ok: boolean;
  readonly error: string | null;
}

let portal: TestPortal;
let customer: TestClient;
let maker: TestClient;
let boss: TestClient;
let rival: User;
beforeAll(async () => {
  portal = await startPortal();
  portal.clock.set("2036-06-15T12:00:00Z");
  customer = await portal.signIn("customer");
  maker = await portal.signIn("supplier");
  rival = await portal.createAccount("supplier");
  boss = await portal.superAdmin();
});
afterAll(() => portal.stop());

const newOrder = async (set?: Partial<typeof orders.$inferInsert>) => {
  const { id } = await portal.orderFor(customer, { jobName: "Kitchen" });
  if (set) await portal.db.update(orders).set(set).where(eq(orders.id, id));
  return id;
};
const ship = (id: number, body: object = {}, { by = maker, key = "" } = {}) =>
  by.post<OrderReply>(`/api/orders/${id}/ship`, { confirmed: true, ...body }, key ? { "idempotency-key": key } : {});
const shipAll = (asked: unknown, by = maker) => by.post<Sent[]>("/api/workshop/ship", { orders: asked, confirmed: true });
const mailsAbout = async (id: number) => (await portal.mails()).filter(({ subject }) => subject.startsWith(`Order ORD-${id}:`));
const lines = (id: number) => portal.db.$count(orderStatusChanges, eq(orderStatusChanges.orderId, id));
const today = () => londonDay(portal.clock());

describe("one order", () => {
  test("a shipping day is at most two years ahead, to the day", async () => {
    const id = await newOrder();
    const far = await ship(id, { shippingDate: "2038-06-16" });
    expect([far.status, far.text]).toEqual([400, "Dates must be within the next two years"]);
    expect((await ship(id, { shippingDate: "2038-06-15" })).status).toBe(200);
  });

  test("an order ships in one step, today by default, with one email of carrier, number and link", async () => {
    const id = await newOrder();
    const shipped = succeeded(await ship(id, { carrier: "dpd", trackingNumber: " 1550 7 " }));
    expect(shipped).toMatchObject({
      orderStatus: "shipped",
      shippingDate: today(),
      carrier: "dpd",
      trackingNumber: "1550 7",
      trackingUrl: "https://track.dpd.co.uk/search?reference=15507",
    });
    const mails = await mailsAbout(id);
    expect(mails.map(({ to }) => to)).toEqual([customer.account?.email]);
    for (const said of [
      "Carrier: DPD",
      "Tracking number: 1550 7",
      "https://track.dpd.co.uk/search?reference=15507",
      `/orders?order=${id}`,
      "Job: Kitchen",
    ])
      expect(mails[0]?.text).toContain(said);
    expect((await customer.get<OrderReply>(`/api/orders/${id}`)).body).toMatchObject({ carrier: "dpd", trackingUrl: shipped.trackingUrl });
  });

  test("shipping stores the given day, and fields that are absent stay unchanged", async () => {
    const id = await newOrder({ status: "processing", trackingNumber: "DX 1", carrier: "dx" });
    expect(succeeded(await ship(id, { shippingDate: "2036-12-01" }))).toMatchObject({
      shippingDate: "2036-12-01",
      carrier: "dx",
      trackingNumber: "DX 1",
    });
  });

  test("shipping clears an arrival before the shipping day, and leaves a later one", async () => {
    const [late, early] = [await newOrder({ estimatedArrival: today() }), await newOrder({ estimatedArrival: "2036-12-24" })];
    expect(succeeded(await ship(late, { shippingDate: "2036-12-01" })).estimatedArrival).toBeNull();
    expect(succeeded(await ship(early, { shippingDate: "2036-12-01" })).estimatedArrival).toBe("2036-12-24");
  });

  test("shipping a shipped order stores corrections without a status line, and emails real changes only", async () => {
    const id = await newOrder();
    succeeded(await ship(id, { shippingDate: "2036-12-01" }));
    const [before, mails] = [await lines(id), (await mailsAbout(id)).length];
    expect(succeeded(await ship(id, { carrier: "evri", trackingNumber: "H 1" }))).toMatchObject({
      orderStatus: "shipped",
      shippingDate: "2036-12-01",
      carrier: "evri",
      trackingUrl: "https://www.evri.com/track/parcel/H1",
    });
    expect(succeeded(await ship(id, { carrier: null, trackingNumber: null }))).toMatchObject({
      carrier: null,
      trackingNumber: null,
      trackingUrl: null,
    });
    expect([await lines(id), (await mailsAbout(id)).length]).toEqual([before, mails]);
  });

  test("shipping again reuses the carrier and the number, also in the email", async () => {
    const id = await newOrder();
    succeeded(await ship(id, { carrier: "dpd", trackingNumber: "1550 7" }));
    await mailsAbout(id);
    succeeded(await boss.patch(`/api/orders/${id}/status`, { status: "processing" }));
    await mailsAbout(id);
    expect(succeeded(await ship(id))).toMatchObject({ carrier: "dpd", trackingNumber: "1550 7" });
    const mails = await mailsAbout(id);
    expect(mails.map(({ subject }) => /: (\w+)/.exec(subject)?.[1])).toEqual(["Shipped", "Processing", "Shipped"]);
    for (const said of ["Carrier: DPD", "Tracking number: 1550 7"]) expect(mails.at(-1)?.text).toContain(said);
  });

  test.each(["draft", "delivered", "completed", "cancelled"] as const)("an order that is %s cannot be shipped", async (status) => {
    const id = await newOrder({ status });
    const refused = await ship(id, { carrier: "dpd" }, { by: boss });
    expect([refused.status, refused.text]).toEqual([409, `This order is ${status}`]);
    expect((await boss.get(`/api/orders/${id}`)).body).toMatchObject({ orderStatus: status, carrier: null, shippingDate: null });
  });

  test.each([
    [{ carrier: "yodel" }, `Carrier must be one of ${CARRIERS.join(", ")}`],
    [{ shippingDate: "2026-02-30" }, "Shipping date must be a date"],
    [{ shippingDate: "2001-01-01" }, "Shipping date cannot be before the day the order was made"],
    [{ trackingNumber: "x".repeat(101) }, "Tracking number must be at most 100 characters"],
  ])("a shipment with %j is refused and nothing is stored", async (body, sentence) => {
    const id = await newOrder();
    const { status, text } = await ship(id, body);
    expect([status, text]).toEqual([400, sentence]);
    expect((await boss.get(`/api/orders/${id}`)).body).toMatchObject({ orderStatus: "pending", shippingDate: null });
    expect(await mailsAbout(id)).toEqual([]);
  });

  test("shipping is a 404 for other suppliers, a 403 for admins and customers, and once for a key", async () => {
    const id = await newOrder({ supplierId: rival.companyId });
    expect((await ship(id)).status).toBe(404);
    for (const who of [customer, await portal.signIn("admin")]) expect((await ship(id, {}, { by: who })).status).toBe(403);
    const by = await portal.signIn(rival);
    const first = succeeded(await ship(id, {}, { by, key: "once" }));
    const again = await ship(id, {}, { by, key: "once" });
    expect([again.headers.get("idempotent-replayed"), again.body]).toEqual(["true", first]);
  });

  test("two simultaneous shipments of one order ship it once", async () => {
    const id = await newOrder();
    const both = await Promise.all([ship(id), ship(id, {}, { by: boss })]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect([await lines(id), (await mailsAbout(id)).length]).toEqual([2, 1]);
  });
});

describe("many orders", () => {
  test("shipping many orders handles each alone, in the given order, and reports each refusal", async () => {
    const [one, gone, theirs, other] = [
      await newOrder(),
      await newOrder({ status: "cancelled" }),
      await newOrder({ supplierId: rival.companyId }),
      await newOrder(),
    ];
    const asked = [{ id: other, carrier: "own_van" }, { id: gone }, { id: theirs }, { id: one, trackingNumber: "7" }, { id: 999_999 }];
    expect(succeeded(await shipAll(asked))).toEqual([
      { id: other, ok: true, error: null },
      { id: gone, ok: false, error: "This order is cancelled" },
      { id: theirs, ok: false, error: `There is no order ORD-${theirs}` },
      { id: one, ok: true, error: null },
      { id: 999_999, ok: false, error: "There is no order ORD-999999" },
    ]);
    const stands = async (id: number) => (await boss.get<OrderReply>(`/api/orders/${id}`)).body.orderStatus;
    expect([await stands(one), await stands(gone), await stands(theirs), await stands(other)]).toEqual([
      "shipped",
      "cancelled",
      "pending",
      "shipped",
    ]);
    expect(await mailsAbout(one)).toHaveLength(1);
    expect(await mailsAbout(theirs)).toEqual([]);
  });

  test("an invalid day of one order refuses that order only", async () => {
    const [one, other] = [await newOrder(), await newOrder()];
    const replies = succeeded(await shipAll([{ id: one, shippingDate: "2001-01-01" }, { id: other }]));
    expect(replies).toMatchObject([{ ok: false, error: "Shipping date cannot be before the day the order was made" }, { ok: true }]);
  });

  test("two simultaneous shipments of the same orders in another sequence both succeed", async () => {
    const ids = [await newOrder(), await newOrder(), await newOrder()].map((id) => ({ id }));
    const both = await Promise.all([shipAll(ids), shipAll(ids.toReversed(), boss)]);
    expect(both.map(({ body }) => body.every(({ ok }) => ok))).toEqual([true, true]);
    for (const { id } of ids) expect([await lines(id), (await mailsAbout(id)).length]).toEqual([2, 1]);
  });

  test("a number beyond every order's is reported as an unknown order", async () => {
    const [reply] = succeeded(await shipAll([{ id: 2_147_483_648 }]));
    expect(reply).toMatchObject({ ok: false, error: "There is no such order" });
  });

  test.each<[unknown, string]>([
    [[], "Please choose the orders to send off"],
    [undefined, "Please choose the orders to send off"],
    [[{ id: 1 }, { id: 1 }], "Please name each order once"],
    [Array.from({ length: 51 }, (_, at) => ({ id: at + 1 })), "At most 50 orders"],
    [[{ id: "1" }], "Please choose the orders to send off"],
  ])("shipping the orders %j is a 400", async (asked, sentence) => {
    const { status, text } = await shipAll(asked);
    expect([status, text]).toEqual([400, sentence]);
  });
});

test("the tracking call accepts a carrier, and without one leaves it unchanged", async () => {
  const id = await newOrder();
  const track = async (body: object) => succeeded(await maker.patch<OrderReply>(`/api/orders/${id}/tracking`, body));
  expect(await track({ trackingNumber: "1Z 9", carrier: "ups" })).toMatchObject({
    carrier: "ups",
    trackingUrl: "https://www.ups.com/track?tracknum=1Z9",
  });
  expect(await track({ trackingNumber: "2Z" })).toMatchObject({ carrier: "ups", trackingNumber: "2Z" });
  expect(await track({ trackingNumber: "2Z", carrier: null })).toMatchObject({ carrier: null, trackingUrl: null });
  expect((await maker.patch(`/api/orders/${id}/tracking`, { trackingNumber: "2Z", carrier: "pigeon" })).status).toBe(400);
});

describe("an order that was moved to another supplier", () => {
  type WithItems = { quote: { items: { id: number }[] } };
  const give = async (id: number, { companyId }: User) =>
    succeeded(await boss.patch(`/api/orders/${id}/supplier`, { supplierId: companyId, confirmed: true }));

  test("an order that moved to another supplier shows each supplier only its own people", async () => {
    const former = await portal.createAccount("supplier", { companyName: "Former Works", contactName: "Fay Former" });
    const then = await portal.createAccount("supplier", { companyName: "Later Works", contactName: "Lou Later" });
    const [fay, lou] = [await portal.signIn(former), await portal.signIn(then)];
    const id = await newOrder({ supplierId: former.companyId });
    const { items } = (await fay.get<WithItems>(`/api/orders/${id}`)).body.quote;
    const mark = { itemId: items[0]?.id, step: "cut", done: true };
    succeeded(await fay.patch(`/api/orders/${id}/pieces`, mark));
    const remake = succeeded(await askForRemake(customer, id)).id;
    succeeded(await fay.post(`/api/remakes/${remake}/replies`, { message: "We look at it" }));
    const places = [`/api/orders/${id}`, `/api/orders/${id}/pieces`, `/api/remakes/${remake}`];
    const read = async (who: TestClient) =>
      Promise.all(
        places.map(async (path) => {
          const { status, text } = await who.get(path);
          return [status, /Former/.test(text), /Later/.test(text), text.includes("Workshop")];
        }),
      );
    expect(await read(fay)).toEqual(places.map(() => [200, true, false, false]));
    await give(id, then);
    expect(await read(fay)).toEqual(places.map(() => [404, false, false, false]));
    // The order shows its supplier, and the supplier's own marks and replies.
    succeeded(await lou.patch(`/api/orders/${id}/pieces`, { ...mark, step: "assembled" }));
    succeeded(await lou.post(`/api/remakes/${remake}/replies`, { message: "We too" }));
    expect(await read(lou)).toEqual(places.map(() => [200, false, true, true]));
    expect(await read(boss)).toEqual(places.map(() => [200, true, true, false]));
    await give(id, former);
    const back = await read(fay);
    expect(back).toEqual(places.map(() => [200, true, false, true]));
  });

  const TRIES: Record<string, (id: number) => Promise<[method: "patch" | "post", path: string, body: object]>> = {
    "orders.changeStatus": async (id) => ["patch", `/api/orders/${id}/status`, { status: "processing" }],
    "orders.changeDates": async (id) => ["patch", `/api/orders/${id}/dates`, { shippingDate: today() }],
    "orders.changeTracking": async (id) => ["patch", `/api/orders/${id}/tracking`, { trackingNumber: "DX 1" }],
    "workshop.mark": async (id) => {
      const { quote } = succeeded(await boss.get<WithItems>(`/api/orders/${id}`));
      return ["patch", `/api/orders/${id}/pieces`, { itemId: quote.items[0]?.id, step: "cut", done: true }];
    },
    "workshop.ship": async (id) => ["post", `/api/orders/${id}/ship`, { confirmed: true }],
    "workshop.shipAll": async (id) => ["post", "/api/workshop/ship", { orders: [{ id }, { id: 999_999 }], confirmed: true }],
    "workshop.createParcel": async (id) => {
      const { quote } = succeeded(await boss.get<WithItems>(`/api/orders/${id}`));
      return ["post", `/api/orders/${id}/parcels`, { pieces: [{ itemId: quote.items[0]?.id, piece: 1 }] }];
    },
    "workshop.changeParcel": async (id) => {
      const [, path, body] = (await TRIES["workshop.createParcel"]?.(id)) ?? ["post", "", {}];
      const parcel = succeeded(await boss.post<{ id: number }>(path, body));
      return ["patch", `${path}/${parcel.id}`, { carrier: "dpd", trackingNumber: "DX 2" }];
    },
    "workshop.recut": async (id) => {
      const { quote } = succeeded(await boss.get<WithItems>(`/api/orders/${id}`));
      const itemId = quote.items[0]?.id;
      succeeded(await boss.patch(`/api/orders/${id}/pieces`, { itemId, step: "cut", done: true }));
      return ["post", `/api/orders/${id}/recuts`, { itemId, piece: 1, parts: [{ panel: 1, part: "louvre", count: 1 }], reason: "split" }];
    },
    "workshop.cutRecut": async (id) => {
      const [, path, body] = (await TRIES["workshop.recut"]?.(id)) ?? ["post", "", {}];
      const recut = succeeded(await boss.post<{ id: number }>(path, body));
      return ["patch", `${path}/${recut.id}`, { cut: true }];
    },
    "orders.sendMessage": async (id) => ["post", `/api/orders/${id}/messages`, { message: "It is on the saw" }],
    "remakes.reply": async (id) => ["post", `/api/remakes/${succeeded(await askForRemake(customer, id)).id}/replies`, { message: "Yes" }],
  };

  test("every call that a supplier can repeat with a key is part of this test", () => {
    // An offcut and a plan belong to no order, so they stay with their company.
    const ofCompany = ["workshop.addOffcut", "workshop.sawn", "workshop.sawnBars"];
    const repeated = CALLS.filter(
      ({ name, call }) => !ofCompany.includes(name) && call.idempotent && call.roles.includes("supplier" as never),
    );
    expect(Object.keys(TRIES).toSorted()).toEqual(repeated.map(({ name }) => name).toSorted());
  });

  test.each(Object.keys(TRIES))("a repeated %s replies nothing after the order moved away, and replies after it returns", async (name) => {
    const mine = maker.account as unknown as User;
    const id = await newOrder({ supplierId: mine.companyId });
    const [method, path, body] = (await TRIES[name]?.(id)) ?? ["patch", "", {}];
    const send = () => maker[method](path, body, { "idempotency-key": `${name} ${id}` });
    const first = succeeded(await send());
    await give(id, rival);
    const refused = await send();
    expect([refused.status, refused.headers.get("idempotent-replayed")]).toEqual([404, null]);
    await give(id, mine);
    const again = await send();
    expect([again.headers.get("idempotent-replayed"), again.body]).toEqual(["true", first]);
  });
});
