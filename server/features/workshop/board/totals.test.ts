import { eq, inArray, isNull } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { z } from "zod";
import { louvreTasks } from "#server/features/workshop/bench/louvres.ts";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { quoteItems } from "#server/schema/quote-items.ts";
import { type ProductReply, succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { startPortal, type TestPortal, type User } from "#server/testing/portal.ts";
import type { orders as orderCalls } from "#shared/contract/orders.ts";
import type { workshop } from "#shared/contract/workshop.ts";

type Totals = z.input<typeof workshop.totals.response>;
type Rows = z.input<typeof workshop.list.response>;
type CutList = z.input<typeof orderCalls.cutList.response>;

let portal: TestPortal;
let boss: TestClient;
let maker: TestClient;
let rival: TestClient;
let oaks: User;
let types: Record<"oak" | "elm", ProductReply>;
beforeAll(async () => {
  portal = await startPortal();
  boss = await portal.superAdmin();
  oaks = await portal.createAccount("supplier", { companyName: "Oak Works" });
  [maker, rival] = [await portal.signIn(oaks), await portal.signIn("supplier")];
  types = { oak: await portal.product({ name: "Oak" }), elm: await portal.product({ name: "Elm" }) };
  const customer = await portal.signIn("customer");
  const { oak, elm } = types;
  const order = async (set: Partial<typeof orders.$inferInsert>, items: ReturnType<TestPortal["windowOf"]>[]) => {
    const { id } = await portal.orderFor(customer, { items });
    await portal.db.update(orders).set(set).where(eq(orders.id, id));
  };
  // Monday to Sunday is one week, and the next Monday begins another.
  await order({ shippingDate: "2036-03-03" }, [portal.windowOf(oak, { quantity: 2 }), portal.windowOf(elm, { louverSize: 76 })]);
  await order({ shippingDate: "2036-03-09", status: "processing" }, [portal.windowOf(oak, { quantity: 3, widthM: 2.4 })]);
  await order({ shippingDate: "2036-03-10", supplierId: oaks.companyId }, [
    portal.windowOf(elm, { layoutCode: "LR", numberOfMidRails: 1 }),
  ]);
  await order({ shippingDate: "2020-01-01" }, [portal.windowOf(oak)]);
  await order({ status: "pending" }, [portal.windowOf(elm, { tiltRodType: "hidden" })]);
  await order({ status: "shipped" }, [portal.windowOf(oak, { quantity: 9 })]);
});
afterAll(() => portal.stop());

const totals = async (who: TestClient, query = "") => succeeded(await who.get<Totals>(`/api/workshop/totals${query}`));
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0);

/** Computes the totals from the board's rows and their orders' cut lists. */
async function addedUp(who: TestClient, query = "", ofType?: string): Promise<Omit<Totals, "areaM2" | "views">> {
  const rows = succeeded(await who.get<Rows>(`/api/workshop${query}`));
  const lists = await Promise.all(rows.map(async ({ id }) => succeeded(await who.get<CutList>(`/api/orders/${id}/cut-list`)).parts));
  const isLouvre = ({ part, material }: CutList["parts"][number]) => part === "louvre" && (!ofType || material === ofType);
  const kinds = rows.flatMap(({ made }) => made).filter(({ shutterType }) => !ofType || shutterType === ofType);
  const shutters = sumOf(kinds.map((kind) => kind.shutters));
  return {
    orders: rows.length,
    late: rows.filter(({ late }) => late).length,
    windows: ofType
      ? new Set(
          lists
            .flat()
            .filter(isLouvre)
            .map(({ itemId }) => itemId),
        ).size
      : sumOf(rows.map(({ windows }) => windows)),
    shutters,
    louvres: sumOf(
      lists
        .flat()
        .filter(isLouvre)
        .map(({ count }) => count),
    ),
    frames: shutters,
  };
}

test("the totals equal the board's rows and their cut lists, for every role", async () => {
  for (const who of [boss, maker, rival])
    expect(await totals(who)).toEqual({ ...(await addedUp(who)), areaM2: expect.any(Number), views: expect.any(Object) });
  expect(await totals(boss)).toMatchObject({ orders: 5, late: 1, windows: 6, shutters: 9 });
  expect(await totals(rival)).toMatchObject({ orders: 4, late: 1, windows: 5, shutters: 8 });
});

test("totals of a chosen type count its windows only, in the orders that the board shows", async () => {
  for (const query of ["?shutterType=Oak", "?shutterType=Oak&late=true", `?shutterType=Oak&supplierId=${oaks.companyId}`])
    expect([query, await totals(boss, query)]).toEqual([
      query,
      { ...(await addedUp(boss, query, "Oak")), areaM2: expect.any(Number), views: expect.any(Object) },
    ]);
  expect(await totals(boss, "?shutterType=Elm&louverSize=76")).toMatchObject({ orders: 1, windows: 1, shutters: 1 });
  expect(await totals(boss, "?colorSelection=Purple")).toEqual({
    ...{ orders: 0, late: 0, windows: 0, shutters: 0, louvres: 0, frames: 0, areaM2: 0, views: { mine: 0, open: 0 } },
  });
  expect(await totals(boss, "?late=false")).toMatchObject({ orders: 4, late: 0 });
  const [first] = succeeded(await boss.get<Rows>("/api/workshop"));
  expect(await totals(boss, `?search=ORD-${first?.id}`)).toMatchObject({ orders: 1 });
});

test("a view has its own orders only, and the totals of each name both views", async () => {
  const seen = async (who: TestClient, query: string) => {
    const { orders: counted, windows, views } = await totals(who, query);
    const rows = succeeded(await who.get<Rows>(`/api/workshop${query}`));
    return [counted === rows.length && windows === sumOf(rows.map((row) => row.windows)), counted, views.mine, views.open];
  };
  expect(await seen(maker, "?view=mine")).toEqual([true, 1, 1, 4]);
  expect(await seen(maker, "?view=open")).toEqual([true, 4, 1, 4]);
  expect(await seen(rival, "?view=mine")).toEqual([true, 0, 0, 4]);
  expect(await seen(boss, "?view=mine")).toEqual([true, 1, 1, 4]);
  expect(await seen(boss, "?view=open")).toEqual([true, 4, 1, 4]);
  expect((await boss.get("/api/workshop?view=theirs")).status).toBe(400);
});

test("uncounted louvres are included in the sum, and a job counts them", async () => {
  const before = await totals(boss);
  const known = await portal.db.select({ id: quoteItems.id, louvres: quoteItems.louvres }).from(quoteItems).orderBy(quoteItems.id);
  await portal.db
    .update(quoteItems)
    .set({ louvres: null })
    .where(
      inArray(
        quoteItems.id,
        known.slice(0, 4).map(({ id }) => id),
      ),
    );
  expect(await totals(boss)).toEqual(before);
  await louvreTasks(portal.db).tasks["count-louvres"]();
  expect(await portal.db.$count(quoteItems, isNull(quoteItems.louvres))).toBe(0);
  expect(await portal.db.select({ id: quoteItems.id, louvres: quoteItems.louvres }).from(quoteItems).orderBy(quoteItems.id)).toEqual(known);
});

test("the load is listed by week from Monday and by supplier; unclaimed and undated work comes last", async () => {
  const supplier = { id: oaks.companyId, companyName: "Oak Works" };
  const unsaid = { capacityM2: null, over: false };
  expect(succeeded(await boss.get("/api/workshop/load"))).toEqual([
    { week: "2019-12-30", supplier: null, windows: 1, shutters: 1, areaM2: expect.any(Number), ...unsaid, late: 1 },
    { week: "2036-03-03", supplier: null, windows: 3, shutters: 6, areaM2: expect.any(Number), ...unsaid, late: 0 },
    { week: "2036-03-10", supplier, windows: 1, shutters: 1, areaM2: expect.any(Number), ...unsaid, late: 0 },
    { week: null, supplier: null, windows: 1, shutters: 1, areaM2: expect.any(Number), ...unsaid, late: 0 },
  ]);
  const areas = succeeded(await boss.get<{ areaM2: number }[]>("/api/workshop/load")).map(({ areaM2 }) => areaM2);
  expect(sumOf(areas)).toBeCloseTo((await totals(boss)).areaM2, 6);
});

test("the load shows a supplier's weekly capacity and exceeded weeks; undated work exceeds none", async () => {
  const load = async () =>
    succeeded(await boss.get<{ week: string | null; areaM2: number; capacityM2: number | null; over: boolean }[]>("/api/workshop/load"));
  const ofOaks = async () => (await load()).filter(({ capacityM2 }) => capacityM2 !== null);
  const say = (weeklyM2: number | null) => maker.put("/api/settings/workshop", { weeklyM2 });
  const [week] = (await load()).filter((row) => row.week === "2036-03-10");
  // A week that is exactly full, to a thousandth of a square metre, is not over.
  await portal.db
    .update(orders)
    .set({ areaMilliM2: 2000 as never })
    .where(eq(orders.supplierId, oaks.companyId));
  succeeded(await say(2));
  expect(await ofOaks()).toMatchObject([{ week: "2036-03-10", areaM2: 2, capacityM2: 2, over: false }]);
  await portal.db
    .update(orders)
    .set({ areaMilliM2: 2001 as never })
    .where(eq(orders.supplierId, oaks.companyId));
  expect(await ofOaks()).toMatchObject([{ areaM2: 2.001, capacityM2: 2, over: true }]);
  await portal.db.update(orders).set({ shippingDate: null }).where(eq(orders.supplierId, oaks.companyId));
  expect(await ofOaks()).toMatchObject([{ week: null, over: false }]);
  succeeded(await say(null));
  expect(await ofOaks()).toEqual([]);
  expect(week).toMatchObject({ capacityM2: null, over: false });
});
