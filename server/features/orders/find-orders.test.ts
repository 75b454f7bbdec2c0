import { eq, isNotNull } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { quotes } from "#server/schema/quotes.ts";
import type { OrderReply } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import { payPast } from "#server/testing/trade/rows-of-jobs.ts";
import type { orders as contract } from "#shared/contract/orders.ts";
import { addDays, londonDay } from "#shared/domain/period.ts";
import { dueOf } from "#shared/domain/trade/due.ts";
import { ORDER_STATUSES, type OrderStatus } from "#shared/domain/trade/status.ts";
import type { WireReply } from "#shared/http/endpoint.ts";

/**
 * Compares the rows and order of every list with the rows themselves, so that `dueOf` and the
 * database's rule agree.
 */

let portal: TestPortal;
let customer: TestClient;
let people: Record<"customer" | "other" | "supplier" | "admin" | "boss", TestClient>;
let all: OrderReply[];
const TODAY = londonDay(new Date());
/** Noon, so that the day does not change during the test. */
const NOON = `${TODAY}T12:00:00Z`;
beforeAll(async () => {
  portal = await startPortal();
  portal.clock.set(NOON);
  people = {
    customer: await portal.signIn("customer"),
    other: await portal.signIn("customer"),
    supplier: await portal.signIn("supplier"),
    admin: await portal.signIn("admin"),
    boss: await portal.superAdmin(),
  };
  customer = people.customer;
  const days = [null, addDays(TODAY, -1), TODAY, addDays(TODAY, 3)];
  let luck = 7;
  const pick = <T>(values: readonly T[]): T => {
    luck = (luck * 48_271) % 2_147_483_647;
    return values[luck % values.length] as T;
  };
  const made = new Date(Date.now() - 90 * 86_400_000);
  for (let number = 0; number < 60; number += 1) {
    const { id, quoteId } = await portal.orderFor(pick([customer, customer, people.other]));
    const shippingDate = pick(days);
    const estimatedArrival = pick(days.filter((day) => day === null || shippingDate === null || day >= shippingDate));
    await portal.db
      .update(orders)
      // Several orders share one instant.
      .set({
        status: pick(ORDER_STATUSES),
        shippingDate,
        estimatedArrival,
        requiredBy: pick(days),
        createdAt: new Date(made.getTime() + pick([1, 2, 3, 4, 5])),
      })
      .where(eq(orders.id, id));
    if (pick([true, false])) await payPast(portal.db, quoteId ?? 0);
  }
  all = await walk(people.boss, "/api/orders");
}, 60_000);
afterAll(() => portal.stop());

const nextOf = (link: string | null) => /^<(.+)>; rel="next"$/.exec(link ?? "")?.[1];
async function walk(client: TestClient, path: string, limit = 7): Promise<OrderReply[]> {
  const rows: OrderReply[] = [];
  for (let next: string | undefined = `${path}${path.includes("?") ? "&" : "?"}limit=${limit}`; next; ) {
    const { status, body, headers }: { status: number; body: OrderReply[]; headers: Headers } = await client.get<OrderReply[]>(next);
    expect([next, status]).toEqual([next, 200]);
    rows.push(...body);
    next = nextOf(headers.get("link"));
  }
  return rows;
}
const idsOf = (rows: readonly OrderReply[]) => rows.map(({ id }) => id);
/** The rows by the owner's list. An order that left is not late for its workshop. */
const visibleTo = (who: keyof typeof people) =>
  all
    .map((order) => (who === "supplier" && order.orderStatus === "shipped" ? { ...order, late: null } : order))
    .filter(({ user, orderStatus }) => {
      if (who === "supplier") return orderStatus !== "draft";
      return who === "customer" || who === "other" ? user.id === people[who].account?.id : true;
    });
/** True if each word is somewhere in the row. */
const holds = ({ id, user, shippingAddress, jobName, poNumber }: OrderReply, words: string) => {
  const text = [user.companyName, user.contactName, shippingAddress, jobName, poNumber].join("\n").toLowerCase();
  return words
    .toLowerCase()
    .split(" ")
    .every((word) => text.includes(word) || word === String(id));
};
const byDue = (one: OrderReply, other: OrderReply) =>
  (one.dueOn ?? "9999-12-31").localeCompare(other.dueOn ?? "9999-12-31") || one.id - other.id;

const VIEWS: [string, (order: OrderReply) => boolean][] = [
  ["", () => true],
  ["status=pending", ({ orderStatus }) => orderStatus === "pending"],
  ["status=pending&status=processing&status=shipped", ({ orderStatus }) => ["pending", "processing", "shipped"].includes(orderStatus)],
  ["status=delivered&status=completed", ({ orderStatus }) => ["delivered", "completed"].includes(orderStatus)],
  ["late=true", ({ late }) => late !== null],
  ["late=false", ({ late }) => late === null],
  ["late=false&status=shipped", ({ late, orderStatus }) => late === null && orderStatus === "shipped"],
];
const MONEY_VIEWS: [string, (order: OrderReply) => boolean][] = [
  ["paymentStatus=unpaid", ({ paymentStatus }) => paymentStatus === "unpaid"],
  ["paymentStatus=paid&late=true", ({ paymentStatus, late }) => paymentStatus === "paid" && late !== null],
  [
    "paymentStatus=unpaid&status=pending&status=completed",
    ({ paymentStatus, orderStatus }) => paymentStatus === "unpaid" && ["pending", "completed"].includes(orderStatus),
  ],
];

describe.each(["customer", "other", "supplier", "admin", "boss"] as const)("%s", (who) => {
  const views = who === "supplier" ? VIEWS : [...VIEWS, ...MONEY_VIEWS];

  test.each(views)("the list of orders with %s has the right rows by either sort, page by page", async (view, isIn) => {
    // Late orders are sorted by days late, others by age.
    const newest = visibleTo(who).filter(isIn);
    const wanted = view.includes("late=true") ? newest.toSorted(byDue) : newest;
    expect(idsOf(await walk(people[who], `/api/orders?${view}`))).toEqual(idsOf(wanted));
    expect(idsOf(await walk(people[who], `/api/orders?${view}&sort=due`))).toEqual(idsOf(wanted.toSorted(byDue)));
    const [first] = wanted;
    if (!first) return;
    // Checks the same within a search, in two pages if it finds many.
    const named = wanted.filter((order) => holds(order, first.user.contactName));
    const found = `/api/orders?${view}&search=${encodeURIComponent(first.user.contactName)}`;
    expect(idsOf(await walk(people[who], found, 25))).toEqual(idsOf(named));
    expect(idsOf(await walk(people[who], `${found}&sort=due`, 25))).toEqual(idsOf(named.toSorted(byDue)));
  });

  test("the counts of the views equal the numbers of rows in their lists", async () => {
    const visible = visibleTo(who);
    const among = (...statuses: OrderStatus[]) => visible.filter(({ orderStatus }) => statuses.includes(orderStatus));
    const unpaid = visible.filter((order) => order.paymentStatus === "unpaid" && !["draft", "cancelled"].includes(order.orderStatus));
    const amountOf = (some: typeof unpaid, amount = ({ finalTotal = 0 }: (typeof unpaid)[number]) => finalTotal) =>
      Math.round(some.reduce((sum, order) => sum + amount(order) * 100, 0)) / 100;
    const late = visible.filter((order) => order.late !== null);
    const toPayBack = among("cancelled").filter(({ paymentStatus }) => paymentStatus === "paid");
    const held: WireReply<typeof contract.counts> = {
      open: among("pending", "processing", "shipped").length,
      late: late.length,
      ...(who !== "supplier" && {
        lateAmount: amountOf(late),
        unpaid: unpaid.length,
        unpaidAmount: amountOf(unpaid),
        unpaidDueNowAmount: amountOf(unpaid),
      }),
      done: among("delivered", "completed").length,
      ...(["boss", "admin"].includes(who) && {
        toPayBack: toPayBack.length,
        toPayBackAmount: amountOf(toPayBack, (order) => order.toPayBack ?? 0),
        // The seller has no details yet, so every invoice waits.
        invoicesWaiting: await portal.db.$count(quotes, isNotNull(quotes.taxPoint)),
        changeRequests: 0,
      }),
    };
    expect((await people[who].get("/api/orders/counts")).body).toEqual(held);
  });
});

test("a row has its windows, its shutters, and the values computed from its days", async () => {
  for (const { orderStatus, shippingDate, estimatedArrival, requiredBy, dueOn, late } of all) {
    expect({ dueOn, late }).toEqual(dueOf({ status: orderStatus, shippingDate, estimatedArrival, requiredBy }, TODAY, "super_admin"));
  }
  expect(new Set(all.map(({ late }) => late)).size).toBe(4);
  const product = await portal.product();
  const items = [portal.windowOf(product, { quantity: 3 }), portal.windowOf(product)];
  const { id } = await portal.orderFor(people.other, { items });
  const told = { windows: 2, shutters: 4, dueOn: null, late: null };
  expect((await people.other.get(`/api/orders/${id}`)).body).toMatchObject(told);
  expect((await people.supplier.get<OrderReply[]>("/api/orders?limit=1")).body).toMatchObject([told]);
  await people.boss.delete(`/api/orders/${id}`);
});

test("an order that left is late for the customer until it arrives, not for its workshop", async () => {
  const left = all.filter(({ orderStatus, late }) => orderStatus === "shipped" && late !== null);
  expect(left.length).toBeGreaterThan(0);
  for (const { id } of left) {
    const read = async (who: TestClient) => (await who.get<OrderReply>(`/api/orders/${id}`)).body.late;
    expect([(await read(people.boss)) === null, await read(people.supplier)]).toEqual([false, null]);
  }
});

test("an order becomes late at midnight in London, also on the nights when the clocks change", async () => {
  const { id } = await portal.orderFor(customer);
  await portal.db.update(orders).set({ requiredBy: "2036-03-30" }).where(eq(orders.id, id));
  const lateAt = async (instant: string) => {
    portal.clock.set(instant);
    const boss = await portal.openSession(await portal.createAccount("super_admin"));
    const listed = idsOf((await boss.get<OrderReply[]>("/api/orders?late=true&limit=200")).body).includes(id);
    const { late } = (await boss.get<OrderReply>(`/api/orders/${id}`)).body;
    expect(late === "required").toBe(listed);
    return listed;
  };
  // On 30 March 2036 the clocks go forward, on 26 October back.
  expect([await lateAt("2036-03-30T22:59:00Z"), await lateAt("2036-03-30T23:00:01Z")]).toEqual([false, true]);
  await portal.db.update(orders).set({ requiredBy: "2036-10-26" }).where(eq(orders.id, id));
  expect([await lateAt("2036-10-26T23:59:00Z"), await lateAt("2036-10-27T00:00:01Z")]).toEqual([false, true]);
  portal.clock.set(NOON);
});

test("an unknown status, payment, lateness or sort is a 400; a supplier's payment filter is ignored", async () => {
  const refused = async (who: TestClient, query: string) => {
    const { status, text } = await who.get(`/api/orders?${query}`);
    return [status, text];
  };
  const statuses = ORDER_STATUSES.join(", ");
  expect(await refused(people.boss, "status=lost")).toEqual([400, `Status must be one of ${statuses}`]);
  expect(await refused(people.boss, "status=pending&status=lost")).toEqual([400, `Status must be one of ${statuses}`]);
  expect(await refused(people.boss, "late=maybe")).toEqual([400, "Late must be true or false"]);
  expect(await refused(people.boss, "sort=price")).toEqual([400, "Sort must be one of newest, due"]);
  expect(await refused(people.boss, "paymentStatus=late")).toEqual([400, "Payment status must be one of unpaid, paid"]);
  expect(await refused(customer, "paymentStatus=paid&paymentStatus=unpaid")).toEqual([400, "Payment status must be one of unpaid, paid"]);
  for (const ignored of ["paid", "unpaid", "nonsense", "paid&paymentStatus=unpaid"]) {
    expect(idsOf((await people.supplier.get<OrderReply[]>(`/api/orders?limit=200&paymentStatus=${ignored}`)).body)).toEqual(
      idsOf((await people.supplier.get<OrderReply[]>("/api/orders?limit=200")).body),
    );
  }
});

test("a cursor belongs to its list and to its sort", async () => {
  const cursorOf = async (path: string) =>
    new URL(nextOf((await people.boss.get(path)).headers.get("link")) ?? "", "http://x").searchParams.get("cursor");
  const newest = await cursorOf("/api/orders?limit=1");
  const due = await cursorOf("/api/orders?limit=1&sort=due");
  const statusOf = async (path: string) => (await people.boss.get(path)).status;
  expect(await statusOf(`/api/orders?sort=newest&cursor=${newest}`)).toBe(200);
  expect(await statusOf(`/api/orders?sort=due&cursor=${due}`)).toBe(200);
  expect(await statusOf(`/api/orders?sort=due&cursor=${newest}`)).toBe(400);
  expect(await statusOf(`/api/orders?cursor=${due}`)).toBe(400);
  expect(await statusOf(`/api/quotes?cursor=${newest}`)).toBe(400);
});

describe("filters", () => {
  const between = (day: string | null, from: string, to: string) => day !== null && day >= from && day <= to;
  const idsAt = async (client: TestClient, query: string) => (await walk(client, `/api/orders?${query}`)).map(({ id }) => id);
  const ids = (which: (order: OrderReply) => boolean) => all.filter(which).map(({ id }) => id);

  test.each([
    ["shipping", "shippingDate"],
    ["arrival", "estimatedArrival"],
  ] as const)("the filter %s between two days includes both days", async (name, field) => {
    const [from, to] = [addDays(TODAY, -1), TODAY];
    const found = await idsAt(people.admin, `${name}From=${from}&${name}To=${to}`);
    expect(found).toEqual(ids((order) => between(order[field], from, to)));
    expect(found.length).toBeGreaterThan(0);
  });

  test("the filter by the day of ordering uses London days", async () => {
    const made = londonDay(new Date(all[0]?.createdAt ?? ""));
    expect(await idsAt(people.admin, `orderedFrom=${made}&orderedTo=${made}`)).toEqual(all.map(({ id }) => id));
    expect(await idsAt(people.admin, `orderedFrom=${addDays(made, 1)}&orderedTo=${addDays(made, 2)}`)).toEqual([]);
    expect(await idsAt(people.admin, `orderedTo=${addDays(made, -1)}`)).toEqual([]);
  });

  test("staff filter by company and by supplier or none; for others these filters have no effect", async () => {
    const company = all[0]?.user.id ?? 0;
    const now = await walk(people.admin, "/api/orders");
    expect(await idsAt(people.admin, `company=${company}`)).toEqual(now.filter(({ user }) => user.id === company).map(({ id }) => id));
    expect(await idsAt(people.admin, "supplierId=0")).toEqual(now.filter(({ supplier }) => !supplier).map(({ id }) => id));
    expect(await idsAt(people.admin, "supplierId=999999")).toEqual([]);
    expect(await idsAt(people.customer, "company=999999&supplierId=999999")).toEqual(await idsAt(people.customer, ""));
  });

  test.each(["ordered", "shipping", "arrival"])("the filter %s with its first day after its last is refused", async (name) => {
    const refused = await people.admin.get(`/api/orders?${name}From=2026-11-02&${name}To=2026-11-01`);
    expect([refused.status, refused.text]).toEqual([400, "From cannot be after to"]);
  });

  test.each(["", "paymentStatus=unpaid", "late=true", "status=shipped", "search=nothing-is-so-called", "supplierId=0"])(
    "the sums of orders with “%s” equal the sums of the listed rows",
    async (query) => {
      for (const client of [people.customer, people.admin]) {
        const rows = await walk(client, `/api/orders?${query}`);
        const pence = (which: readonly OrderReply[]) => which.reduce((sum, { finalTotal = 0 }) => sum + Math.round(finalTotal * 100), 0);
        const payable = rows.filter((row) => row.paymentStatus === "unpaid" && !["draft", "cancelled"].includes(row.orderStatus));
        const sums = (await client.get<Record<string, number>>(`/api/orders/sums?${query}`)).body;
        expect(sums).toEqual({ count: rows.length, total: pence(rows) / 100, unpaid: pence(payable) / 100 });
      }
      expect((await people.supplier.get(`/api/orders/sums?${query}`)).status).toBe(403);
    },
  );
});
