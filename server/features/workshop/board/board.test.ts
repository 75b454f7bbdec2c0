import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { z } from "zod";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { type OrderReply, type ProductReply, succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { askForRemake } from "#server/testing/photos.ts";
import { startPortal, type TestPortal, type User } from "#server/testing/portal.ts";
import type { workshop } from "#shared/contract/workshop.ts";
import { addDays, londonDay } from "#shared/domain/period.ts";

type Row = z.input<typeof workshop.list.response>[number];

const TODAY = londonDay(new Date());
const THREE_DAYS_AGO = addDays(TODAY, -3);
let portal: TestPortal;
let customer: TestClient;
let boss: TestClient;
let maker: TestClient;
let rival: TestClient;
let accounts: Record<"maker" | "rival", User>;
let types: Record<"oak" | "elm", ProductReply>;
/** Ids of the orders, named by what each of them shows. */
let made: Record<"late" | "needed" | "soon" | "later" | "noDay" | "ours" | "theirs", number>;
beforeAll(async () => {
  portal = await startPortal();
  // Noon, so that no day ends during the tests.
  portal.clock.set(`${TODAY}T12:00:00Z`);
  boss = await portal.superAdmin();
  customer = await portal.signIn("customer");
  accounts = { maker: await portal.createAccount("supplier", { companyName: "Oak Works" }), rival: await portal.createAccount("supplier") };
  [maker, rival] = [await portal.signIn(accounts.maker), await portal.signIn(accounts.rival)];
  types = { oak: await portal.product({ name: "Oak" }), elm: await portal.product({ name: "Elm" }) };
  const order = async (set: Partial<typeof orders.$inferInsert>, asked: Parameters<TestPortal["orderFor"]>[1] = {}) => {
    const { id } = await portal.orderFor(customer, { items: [portal.windowOf(types.oak)], ...asked });
    await portal.db.update(orders).set(set).where(eq(orders.id, id));
    return id;
  };
  made = {
    noDay: await order(
      { status: "pending" },
      {
        jobName: "Kitchen",
        poNumber: "PO-7",
        shippingAddress: "12 Mill Lane\nBristol\nBS8 4QA",
        items: [
          portal.windowOf(types.oak, { quantity: 2 }),
          portal.windowOf(types.elm, { louverSize: 76, colorSelection: "Cream" }),
          portal.windowOf(types.oak, { quantity: 3 }),
        ],
      },
    ),
    later: await order({ shippingDate: "2036-12-01" }),
    soon: await order({ shippingDate: "2036-03-01", status: "processing" }),
    needed: await order({ requiredBy: "2036-02-01" }),
    late: await order({ shippingDate: THREE_DAYS_AGO }),
    ours: await order({ shippingDate: "2036-03-01", supplierId: accounts.maker.companyId }),
    theirs: await order({ shippingDate: "2036-01-01", supplierId: accounts.rival.companyId }),
  };
  for (const status of ["draft", "shipped", "delivered", "completed", "cancelled"] as const)
    await order({ status, shippingDate: "2036-01-01" });
  await order({ deletedAt: new Date(), shippingDate: "2036-01-01" });
});
afterAll(() => portal.stop());

const rows = async (who: TestClient, query = "") => succeeded(await who.get<Row[]>(`/api/workshop${query}`));
const ids = async (who: TestClient, query = "") => (await rows(who, query)).map(({ id }) => id);

test("the board lists pending and processing orders by due day, then by number, undated ones last", async () => {
  const { late, theirs, needed, soon, ours, later, noDay } = made;
  expect(await ids(boss)).toEqual([late, theirs, needed, soon, ours, later, noDay]);
  expect(await ids(await portal.signIn("admin"))).toEqual(await ids(boss));
  expect(await ids(maker)).toEqual([late, needed, soon, ours, later, noDay]);
  expect(await ids(rival)).toEqual([late, theirs, needed, soon, later, noDay]);
});

test("a row of the board has the shutters, the destination and the progress, without prices", async () => {
  const [first] = (await rows(maker)).filter(({ id }) => id === made.noDay);
  expect(first).toEqual({
    id: made.noDay,
    jobName: "Kitchen",
    poNumber: "PO-7",
    orderStatus: "pending",
    place: "Bristol BS8 4QA",
    windows: 3,
    shutters: 6,
    made: [
      { shutterType: "Oak", louverSize: 64, colorSelection: "White", shutters: 5 },
      { shutterType: "Elm", louverSize: 76, colorSelection: "Cream", shutters: 1 },
    ],
    dueOn: null,
    requiredBy: null,
    late: null,
    startBy: null,
    supplier: null,
    remakeId: null,
    replacesLate: false,
    progress: { cut: 0, assembled: 0, finished: 0, packed: 0 },
    shipped: 0,
    shippingDate: null,
    carrier: null,
    trackingNumber: null,
    shippedBefore: false,
    ask: null,
    parts: null,
    openRecuts: 0,
  });
  const [late, theirs] = await rows(boss);
  expect([late?.late, late?.dueOn, theirs?.supplier]).toEqual([
    "shipping",
    THREE_DAYS_AGO,
    { id: accounts.rival.companyId, companyName: expect.any(String) },
  ]);
});

test("a row's progress follows the marks, and a remake's order names its original order", async () => {
  const { id } = await portal.orderFor(customer);
  const { quote } = succeeded(await boss.get<{ quote: { items: { id: number }[] } }>(`/api/orders/${id}`));
  const itemId = quote.items[0]?.id;
  succeeded(await maker.patch(`/api/orders/${id}/pieces`, { itemId, step: "assembled", done: true }));
  const row = (await rows(maker)).find((each) => each.id === id);
  expect([row?.orderStatus, row?.progress]).toEqual(["processing", { cut: 1, assembled: 1, finished: 0, packed: 0 }]);
  const remake = succeeded(await askForRemake(customer, id));
  succeeded(await maker.patch(`/api/remakes/${remake.id}/status`, { status: "approved" }));
  const again = succeeded(await boss.post<OrderReply>(`/api/remakes/${remake.id}/order`, { items: [{ itemId, quantity: 1 }] }));
  const toMake = async () => (await rows(boss)).find((each) => each.id === again.id)?.parts;
  expect(await toMake()).toBeNull();
  const { quote: own } = succeeded(await boss.get<{ quote: { items: { id: number }[] } }>(`/api/orders/${again.id}`));
  const make = [{ itemId: own.items[0]?.id, panels: ["A"], parts: ["louvre"], counts: { louvre: 1 } }];
  succeeded(await boss.patch(`/api/orders/${again.id}/make`, { make }));
  expect(await toMake()).toBe("1 louvre");
  // Its usual day is its supplier's lead time from today, so it would have to begin today.
  await portal.db.update(orders).set({ shippingDate: null }).where(eq(orders.id, again.id));
  const replacement = async () => (await rows(maker)).find((each) => each.id === again.id);
  expect(await replacement()).toMatchObject({ remakeId: remake.id, replacesLate: false });
  // A remake is urgent while its first order is late, and after that was delivered.
  const urgent = async (is: boolean) => (await ids(maker, `?urgent=${is}`)).includes(again.id);
  expect([await urgent(true), await urgent(false)]).toEqual([false, true]);
  for (const first of [{ shippingDate: THREE_DAYS_AGO }, { status: "delivered", shippingDate: null }] as const) {
    await portal.db.update(orders).set(first).where(eq(orders.id, id));
    expect((await replacement())?.replacesLate).toBe(true);
    expect([await urgent(true), await urgent(false)]).toEqual([true, false]);
    const late = async (is: boolean) => (await ids(maker, `?late=${is}`)).includes(again.id);
    expect([await late(true), await late(false)]).toEqual([true, false]);
  }
  await portal.db.update(orders).set({ status: "cancelled" }).where(eq(orders.id, id));
  await portal.db.update(orders).set({ status: "cancelled" }).where(eq(orders.id, again.id));
});

describe("choosing", () => {
  test("the board is filtered by kinds of one window together, by supplier, lateness and words", async () => {
    const { late, theirs, needed, soon, ours, later, noDay } = made;
    const all = [late, theirs, needed, soon, ours, later, noDay];
    expect(await ids(boss, "?shutterType=Oak")).toEqual(all);
    expect(await ids(boss, "?shutterType=Elm")).toEqual([noDay]);
    expect(await ids(boss, "?shutterType=Elm&shutterType=Oak")).toEqual(all);
    expect(await ids(boss, "?louverSize=76")).toEqual([noDay]);
    expect(await ids(boss, "?louverSize=76&louverSize=64&colorSelection=Cream")).toEqual([noDay]);
    expect(await ids(boss, "?shutterType=Oak&colorSelection=Cream")).toEqual([]);
    expect(await ids(boss, `?supplierId=${accounts.maker.companyId}`)).toEqual([ours]);
    expect(await ids(boss, `?supplierId=${accounts.maker.companyId}&supplierId=${accounts.rival.companyId}`)).toEqual([theirs, ours]);
    expect(await ids(maker, `?supplierId=${accounts.rival.companyId}`)).toEqual([]);
    expect(await ids(boss, "?late=true")).toEqual([late]);
    expect(await ids(boss, "?late=true&shutterType=Elm")).toEqual([]);
    expect(await ids(boss, "?late=false")).toEqual(all.slice(1));
    for (const words of ["kitchen", "PO-7", "BS8 4QA", `ORD-${noDay}`]) expect(await ids(maker, `?search=${words}`)).toEqual([noDay]);
    expect(await ids(maker, `?search=ORD-${theirs}`)).toEqual([]);
    // The name matches all chosen orders, the words and the number match one.
    const name = `search=${encodeURIComponent(customer.account?.companyName ?? "")}`;
    expect(await ids(boss, `?shutterType=Oak&${name}`)).toEqual(all);
    expect(await ids(maker, `?shutterType=Oak&${name}`)).toEqual(all.filter((id) => id !== theirs));
    expect(await ids(maker, `?supplierId=${accounts.rival.companyId}&${name}`)).toEqual([]);
    expect(await ids(boss, `?shutterType=Oak&late=true&${name}`)).toEqual([late]);
    expect(await ids(boss, `?shutterType=Oak&late=false&${name}`)).toEqual(all.slice(1));
    expect(await ids(boss, "?shutterType=Elm&search=kitchen")).toEqual([noDay]);
    expect(await ids(boss, `?shutterType=Elm&search=ORD-${late}`)).toEqual([]);
    expect(await ids(boss, `?shutterType=Elm&search=ORD-${noDay}`)).toEqual([noDay]);
    expect(await ids(boss, `?shutterType=${encodeURIComponent("O'ak\\\"{},%")}`)).toEqual([]);
    expect(await ids(boss, "?supplierId=999999999")).toEqual([]);
  });

  test.each([
    ["?louverSize=x", "Louver size must be a number"],
    ["?louverSize=99999999999", "Louver size must be a number"],
    ["?supplierId=-1", "Supplier must be a number"],
    ["?late=maybe", "Late must be true or false"],
  ])("a board filtered by %s is a 400", async (query, sentence) => {
    const { status, text } = await boss.get(`/api/workshop${query}`);
    expect([status, text]).toEqual([400, sentence]);
  });
});

test("the pages of the board hold each order once, also as CSV", async () => {
  const all = await ids(boss);
  for (const query of ["", "&shutterType=Oak", "&late=false"]) {
    const found: number[] = [];
    for (let next: string | undefined = `/api/workshop?limit=2${query}`; next; ) {
      const { body, headers }: { body: Row[]; headers: Headers } = await boss.get<Row[]>(next);
      found.push(...body.map(({ id }) => id));
      next = /<([^>]+)>/.exec(headers.get("link") ?? "")?.[1];
    }
    expect(found).toEqual(await ids(boss, `?limit=200${query}`));
  }
  const csv = (await boss.get("/api/workshop", { accept: "text/csv" })).text.split("\r\n");
  expect(csv[0]).toContain("Order,Job,PO number,Status,Late,Due on");
  expect(csv.slice(1, -1)).toHaveLength(all.length);
  expect(csv.find((line) => line.includes("Kitchen"))).toContain("Oak × 64 × White × 5");
});

test("the super admin reads the list of suppliers; one without people is not in it", async () => {
  const gone = await portal.createAccount("supplier", { companyName: "Gone Works" });
  const listed = async () => (await boss.get<{ id: number; companyName: string }[]>("/api/workshop/suppliers")).body;
  const companies = [gone, accounts.rival, accounts.maker].map(({ companyId, companyName }) => ({ id: companyId, companyName }));
  expect(await listed()).toEqual(companies);
  succeeded(await boss.delete(`/api/users/${gone.id}`));
  expect(await listed()).toEqual(companies.slice(1));
});

test("a supplier's last person stays while it has orders or types; later no order can go there", async () => {
  const fell = await portal.createAccount("supplier", { companyName: "Fell Works" });
  const type = await portal.product({ name: "Ash", supplierId: fell.companyId });
  const items = [portal.windowOf(type)];
  const waiting = await portal.quoteFor(customer, { items });
  const { id } = await portal.orderFor(customer, { items });
  const end = async () => {
    const { status, text } = await boss.delete(`/api/users/${fell.id}`);
    return [status, text];
  };
  const refused = [409, "Fell Works has orders or shutter types to make: assign them to another supplier first"];
  const move = (status: string) => boss.patch(`/api/orders/${id}/status`, { status });
  expect(await end()).toEqual(refused);
  succeeded(await boss.patch(`/api/products/${type.id}/archive`));
  for (const status of ["processing", "draft"]) {
    succeeded(await move(status));
    expect(await end()).toEqual(refused);
  }
  succeeded(await move("shipped"));
  expect(await end()).toEqual([204, ""]);
  const made = await boss.get<OrderReply>(`/api/orders/${id}`);
  expect(made.body).toMatchObject({ supplier: { id: fell.companyId, companyName: "Fell Works" } });
  const given = await boss.patch(`/api/orders/${made.body.id}/supplier`, { supplierId: fell.companyId });
  expect([given.status, given.text]).toEqual([400, "Supplier not found"]);
  const converted = succeeded(
    await boss.post<OrderReply>(`/api/quotes/${waiting.id}/convert`, { shippingAddress: "1 High Street, Lewes" }),
  );
  expect(converted).toMatchObject({ supplier: null });
});
