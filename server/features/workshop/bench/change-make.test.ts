import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { z } from "zod";
import { louvreTasks } from "#server/features/workshop/bench/louvres.ts";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { quoteItems } from "#server/schema/quote-items.ts";
import { remakeWindows } from "#server/schema/remake-parts.ts";
import { orderMeasures, workshopSettings } from "#server/schema/workshop.ts";
import { type OrderReply, succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { flat, openPdf } from "#server/testing/papers/read-pdf.ts";
import { askForRemake } from "#server/testing/photos.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import type { orderDetails } from "#shared/contract/orders.ts";
import { panelLabelsPath } from "#shared/contract/parts/papers.ts";
import type { remakeDetails } from "#shared/contract/remakes.ts";
import type { workshop } from "#shared/contract/workshop.ts";
import type { MilliM2 } from "#shared/domain/length.ts";
import { londonDay } from "#shared/domain/period.ts";
import { workingDaysFrom } from "#shared/domain/trade/working-days.ts";
import { toDraw } from "#shared/domain/window/geometry/window-layout.ts";
import type { CutPart } from "#shared/domain/window/saw/cut-list.ts";
import { madeAreaOf } from "#shared/domain/window/saw/made-area.ts";
import type { MakeOf } from "#shared/domain/window/saw/window-make.ts";

let portal: TestPortal;
let boss: TestClient;
let customer: TestClient;
let joiner: TestClient;
let joinerCompany: number;
beforeAll(async () => {
  portal = await startPortal();
  boss = await portal.superAdmin();
  customer = await portal.signIn("customer");
  const account = await portal.createAccount("supplier");
  joinerCompany = account.companyId;
  joiner = await portal.signIn(account);
});
afterAll(() => portal.stop());

type Totals = z.input<typeof workshop.totals.response>;
type Details = z.input<typeof orderDetails>;
interface CutList {
  readonly table: string;
  readonly keptAt: string | null;
  readonly parts: {
    readonly itemId: number;
    readonly panel: number | null;
    readonly part: string;
    readonly cutMm: number;
    readonly count: number;
  }[];
}

const cutsOf = async (client: TestClient, id: number) => succeeded(await client.get<CutList>(`/api/orders/${id}/cut-list`));

/** An order of one window with panels A and B that the joiner makes, and the window's id. */
async function firstOrder() {
  const product = await portal.product();
  const items = [portal.windowOf(product, { name: "Bay", quantity: 2, layoutCode: "LR" })];
  const { id } = await portal.orderFor(customer, { items });
  succeeded(await boss.patch(`/api/orders/${id}/supplier`, { supplierId: joinerCompany }));
  const { quote } = succeeded(await boss.get<Details>(`/api/orders/${id}`));
  return { id, itemId: quote.items[0]?.id ?? 0 };
}

/** The approved remake of a window, requested with these parts. */
async function remakeOf(order: { readonly id: number; readonly itemId: number }, window: object = {}) {
  const windows = JSON.stringify([{ quoteItemId: order.itemId, pieces: 1, ...window }]);
  const remake = succeeded(await askForRemake(customer, order.id, [], { fields: { windows } }));
  succeeded(await boss.patch(`/api/remakes/${remake.id}/status`, { status: "approved" }));
  return remake;
}

/** The order of such a remake, as its workshop reads it. */
async function orderOf(order: { readonly id: number; readonly itemId: number }, window: object = {}) {
  const remake = await remakeOf(order, window);
  const made = succeeded(await boss.post<OrderReply>(`/api/remakes/${remake.id}/order`, {}));
  return succeeded(await joiner.get<Details>(`/api/orders/${made.id}`));
}

test("a remake's order makes the requested louvres of panel B, on list, card, bars and labels", async () => {
  const first = await firstOrder();
  const all = await cutsOf(joiner, first.id);
  const made = await orderOf(first, { panels: ["B"], parts: ["louvre"] });
  const [item] = made.quote.items;
  expect(made.make).toEqual([{ itemId: item?.id, panels: ["B"], parts: ["louvre"] }]);
  expect(made.supplier?.id).toBe(joinerCompany);
  const { parts } = await cutsOf(joiner, made.id);
  const louvres = all.parts.filter(({ part, panel }) => part === "louvre" && panel === 2);
  expect(parts.map(({ part, panel, cutMm, count }) => [part, panel, cutMm, count])).toEqual(
    louvres.map(({ part, panel, cutMm, count }) => [part, panel, cutMm, count / 2]),
  );
  const hardware = succeeded(await joiner.get<{ items: object[]; weights: { kg: number }[] }>(`/api/orders/${made.id}/hardware`));
  expect(hardware.items).toEqual([]);
  expect(hardware.weights.map(({ kg }) => kg > 0)).toEqual([false, true]);
  const plan = succeeded(await joiner.get<{ profiles: { profile: string }[] }>(`/api/workshop/bar-plan?orders=${made.id}`));
  expect(plan.profiles.map(({ profile }) => profile)).toEqual([`louvre-${item?.louverSize}`]);
  const card = await openPdf(portal, joiner, `/api/orders/${made.id}/job-card.pdf`);
  expect(flat(card.text)).toContain("Make only panel B: all 24 louvres");
  expect(flat(card.text)).toContain("To make 24 louvres");
  // A louvre needs no frame, no rails and no sums of a window.
  for (const needless of ["Stile", "L-frame", "Mount", "Rails ripped", "Where panels meet", "Across", "Down", "Notch"])
    expect(flat(card.text)).not.toContain(needless);
  const note = flat((await openPdf(portal, joiner, `/api/orders/${made.id}/delivery-note.pdf`)).text);
  expect(note).toMatch(/Contents 24 louvres .*24 louvres, 452\.5 mm/);
  expect(note).not.toMatch(/Shutters|1,200 × 1,500/);
  expect(flat(card.text)).not.toContain("Hardware");
  expect(flat((await openPdf(portal, joiner, `/api/workshop/labels.pdf?orders=${made.id}`)).text)).toContain(
    "Only panel B: 24 louvres, 452.5 mm",
  );
});

test("a panel that is not made whole has no panel label, and the shutter's label names its parts", async () => {
  const first = await firstOrder();
  const louvres = await orderOf(first, { panels: ["B"], parts: ["louvre"], counts: { louvre: 1 } });
  const panelB = await orderOf(first, { panels: ["B"] });
  const labelsOf = async (ids: readonly number[]) => (await openPdf(portal, joiner, panelLabelsPath(ids))).pages.map((page) => flat(page));
  const whole = await labelsOf([louvres.id, panelB.id]);
  expect(whole.map((page) => /Panel [A-Z] of LR|Only panel B: 1 louvre/.exec(page)?.[0])).toEqual([
    "Only panel B: 1 louvre",
    "Panel B of LR",
  ]);
  expect(whole[1]).toContain(`ORD-${panelB.id}`);
  const parts = await labelsOf([louvres.id]);
  expect(parts).toHaveLength(1);
  expect(parts[0]).toContain("Only panel B: 1 louvre, ");
  expect(parts[0]).not.toMatch(/Panel B of|hangs|557/);
});

test("a remake of one louvre has exactly that louvre of the first order's table in every paper, plan and file", async () => {
  const first = await firstOrder();
  const before = succeeded(await boss.get<Details>(`/api/orders/${first.id}`));
  const cutMm = (await cutsOf(joiner, first.id)).parts.find(({ part, panel }) => part === "louvre" && panel === 2)?.cutMm;
  const asked = { panels: ["B"], parts: ["louvre"], counts: { louvre: 1 } };
  const remake = await remakeOf(first, asked);
  const { windows } = succeeded(await customer.get<z.input<typeof remakeDetails>>(`/api/remakes/${remake.id}`));
  expect(windows).toMatchObject([asked]);
  const request = flat((await openPdf(portal, boss, `/api/remakes/${remake.id}/job-card.pdf`)).text);
  expect(request).toContain("Make only panel B: 1 louvre");
  const { id } = succeeded(await boss.post<OrderReply>(`/api/remakes/${remake.id}/order`, {}));
  const made = succeeded(await joiner.get<Details>(`/api/orders/${id}`));
  const itemId = made.quote.items[0]?.id ?? 0;
  expect(made.make).toEqual([{ itemId, ...asked }]);
  expect((await cutsOf(joiner, id)).parts).toMatchObject([{ part: "louvre", panel: 2, cutMm, count: 1 }]);
  const prices = ({ quote }: Details) => [quote.finalTotal, quote.items.map(({ itemTotalPrice }) => itemTotalPrice)];
  expect(prices(succeeded(await boss.get<Details>(`/api/orders/${id}`)))).toEqual([0, [0]]);
  expect(prices(succeeded(await boss.get<Details>(`/api/orders/${first.id}`)))).toEqual(prices(before));
  expect(succeeded(await boss.get<Totals>(`/api/workshop/totals?search=ORD-${id}`)).louvres).toBe(1);
  const plan = succeeded(
    await joiner.post<{ id: number; profiles: { bars: { pieces: object[] }[] }[] }>("/api/workshop/plans", { orders: [id] }),
  );
  expect(plan.profiles.flatMap(({ bars }) => bars.flatMap(({ pieces }) => pieces))).toMatchObject([
    { itemId, piece: 1, panel: 2, part: "louvre", lengthMm: cutMm },
  ]);
  const sawn = (await joiner.get(`/api/workshop/saw.csv?orders=${id}`)).text.trim().split("\n");
  expect(sawn).toHaveLength(2);
  const card = flat((await openPdf(portal, joiner, `/api/orders/${id}/job-card.pdf`)).text);
  expect(card).toContain("Make only panel B: 1 louvre");
  const [weight] = succeeded(await joiner.get<{ weights: { panel: number; kg: number }[] }>(`/api/orders/${id}/hardware`)).weights.filter(
    ({ panel }) => panel === 2,
  );
  expect(weight?.kg).toBeGreaterThan(0);
  const label = flat((await openPdf(portal, joiner, `/api/workshop/labels.pdf?orders=${id}`)).text);
  expect(label).toContain(`Weight of the parts ${weight?.kg.toFixed(1)} kg`);
  expect(label).not.toContain("Panels cut");
  // Its only part completes the shutter, and can be recut once.
  const bar = `/api/workshop/plans/${plan.id}/bars/1/sawn`;
  succeeded(await joiner.post(bar, {}));
  expect(succeeded(await joiner.get<Details>(`/api/orders/${id}`)).progress.cut).toBe(1);
  const recut = (count: number) =>
    joiner.post(`/api/orders/${id}/recuts`, { itemId, piece: 1, parts: [{ panel: 2, part: "louvre", count }], reason: "split" });
  const twice = await recut(2);
  expect([twice.status, twice.text]).toEqual([400, 'Panel B of "Bay" has 1 louvre']);
  expect((await recut(1)).status).toBe(201);
});

test("a remake of one stile has that stile alone in list, plan, papers and its own recut", async () => {
  const first = await firstOrder();
  const asked = { panels: ["B"], parts: ["stile"], stile: "right" };
  const remake = await remakeOf(first, asked);
  const { windows } = succeeded(await customer.get<z.input<typeof remakeDetails>>(`/api/remakes/${remake.id}`));
  expect(windows).toMatchObject([asked]);
  const { id } = succeeded(await boss.post<OrderReply>(`/api/remakes/${remake.id}/order`, {}));
  const made = succeeded(await joiner.get<Details>(`/api/orders/${id}`));
  const itemId = made.quote.items[0]?.id ?? 0;
  expect(made.make).toEqual([{ itemId, ...asked }]);
  expect((await cutsOf(joiner, id)).parts).toMatchObject([{ part: "stile", panel: 2, count: 1 }]);
  const card = flat((await openPdf(portal, joiner, `/api/orders/${id}/job-card.pdf`)).text);
  for (const words of ["Make only panel B: right stile", "To make 1 right stile", "1. Stile, right B"]) expect(card).toContain(words);
  expect(flat((await openPdf(portal, joiner, `/api/workshop/labels.pdf?orders=${id}`)).text)).toContain("Only panel B: 1 right stile");
  const plan = succeeded(
    await joiner.post<{ id: number; profiles: { bars: { pieces: object[] }[] }[] }>("/api/workshop/plans", { orders: [id] }),
  );
  expect(plan.profiles.flatMap(({ bars }) => bars.flatMap(({ pieces }) => pieces))).toMatchObject([
    { itemId, panel: 2, part: "stile", stile: "right" },
  ]);
  for (const path of [`/api/workshop/plans/${plan.id}/bar-plan.pdf`, `/api/workshop/bar-plan.pdf?orders=${id}`])
    expect(flat((await openPdf(portal, joiner, path)).text)).toContain(", panel B: right stile");
  const sawn = (await joiner.get(`/api/workshop/saw.csv?orders=${id}`)).text.trim().split("\r\n");
  expect(sawn.map((row) => row.split(",").slice(-2))).toEqual([
    ["Panel", "Part"],
    ["2", "right-stile"],
  ]);
  succeeded(await joiner.post(`/api/workshop/plans/${plan.id}/bars/1/sawn`, {}));
  const parts = [{ panel: 2, part: "stile", count: 1 }];
  expect((await joiner.post(`/api/orders/${id}/recuts`, { itemId, piece: 1, parts, reason: "split" })).status).toBe(201);
});

test("a workshop changes the side of a stile, or makes both again", async () => {
  const made = await orderOf(await firstOrder(), { panels: ["A"], parts: ["stile"], stile: "left" });
  const itemId = made.quote.items[0]?.id ?? 0;
  const change = (make: object) => joiner.patch(`/api/orders/${made.id}/make`, { make: [{ itemId, ...make }] });
  const both = { panels: ["A"], parts: ["stile"] };
  for (const make of [{ ...both, stile: "right" }, both]) {
    expect(succeeded(await change(make))).toEqual({ orderId: made.id, make: [{ itemId, ...make }] });
    expect((await cutsOf(joiner, made.id)).parts).toMatchObject([{ part: "stile", panel: 1, count: "stile" in make ? 1 : 2 }]);
  }
  expect((await change({ ...both, stile: "top" })).status).toBe(400);
  const { status, text } = await change({ panels: ["A"], parts: ["louvre"], stile: "left" });
  expect([status, text]).toEqual([400, 'Name the part stile in window "Bay" to choose its side']);
});

test("a workshop changes the number of louvres, in each chosen panel and for every shutter", async () => {
  const first = await firstOrder();
  const made = await orderOf(first, { pieces: 2, parts: ["louvre"], counts: { louvre: 3 } });
  const itemId = made.quote.items[0]?.id ?? 0;
  const counts = async () => (await cutsOf(joiner, made.id)).parts.map(({ part, panel, count }) => [part, panel, count]);
  expect(await counts()).toEqual([
    ["louvre", 1, 6],
    ["louvre", 2, 6],
  ]);
  const change = (make: object) => joiner.patch(`/api/orders/${made.id}/make`, { make: [{ itemId, ...make }] });
  const asked = { panels: ["A"], parts: ["louvre", "stile"], counts: { louvre: 2 } };
  expect(succeeded(await change(asked))).toEqual({ orderId: made.id, make: [{ itemId, ...asked }] });
  expect(await counts()).toEqual([
    ["stile", 1, 4],
    ["louvre", 1, 4],
  ]);
  const refusal = async (make: object) => {
    const { status, text } = await change(make);
    return [status, text];
  };
  const most = ((await cutsOf(joiner, first.id)).parts.find(({ part, panel }) => part === "louvre" && panel === 1)?.count ?? 0) / 2;
  expect(await refusal({ parts: ["louvre"], counts: { louvre: most + 1 } })).toEqual([400, `Panel A of "Bay" has ${most} louvres`]);
  expect(await refusal({ parts: ["stile"], counts: { stile: 1 } })).toEqual([400, 'Name all stiles of "Bay": they differ']);
  expect(await refusal({ parts: ["stile"], counts: { louvre: 1 } })).toEqual([
    400,
    'Name the part louvre in window "Bay" to give its number',
  ]);
  expect(await refusal({ panels: ["A"], counts: { louvre: 1 } })).toEqual([400, 'Name the part louvre in window "Bay" to give its number']);
  for (const louvre of [0, 1.5, "2", null])
    expect(await refusal({ parts: ["louvre"], counts: { louvre } })).toEqual([400, "A number of parts must be a whole number from 1"]);
  expect(await refusal({ parts: ["louvre"], counts: [1] })).toEqual([400, 'Counts are numbers by part: { "louvre": 1 }']);
  // Parts without a number are all made again.
  expect(succeeded(await change({ panels: ["A"], parts: ["louvre"] }))).toEqual({
    orderId: made.id,
    make: [{ itemId, panels: ["A"], parts: ["louvre"] }],
  });
  expect(await counts()).toEqual([["louvre", 1, 2 * most]]);
});

test("one stile that a remake asked for before it was refused is still ordered, and changed with other windows", async () => {
  const first = await firstOrder();
  const remake = await remakeOf(first, { panels: ["A"], parts: ["louvre"] });
  const asked: MakeOf<CutPart> = { panels: ["A"], parts: ["stile"], counts: { stile: 1 } };
  await portal.db.update(remakeWindows).set({ make: asked }).where(eq(remakeWindows.remakeId, remake.id));
  const { id } = succeeded(await boss.post<OrderReply>(`/api/remakes/${remake.id}/order`, {}));
  const itemId = succeeded(await boss.get<Details>(`/api/orders/${id}`)).quote.items[0]?.id;
  succeeded(await boss.patch(`/api/orders/${id}/make`, { make: [{ itemId, ...asked }] }));
  const { status, text } = await boss.patch(`/api/orders/${id}/make`, { make: [{ itemId, ...asked, panels: ["A", "B"] }] });
  expect([status, text]).toEqual([400, 'Name all stiles of "Bay": they differ']);
});

test("a mark on the drawing fills the panel, and an empty list asks for the whole window", async () => {
  const first = await firstOrder();
  const mark = { xMm: 900, yMm: 700 };
  const windowsOf = ({ windows }: z.input<typeof remakeDetails>) => windows.map(({ panels, parts }) => ({ panels, parts }));
  expect(windowsOf(await remakeOf(first, { mark }))).toEqual([{ panels: ["B"], parts: [] }]);
  expect(windowsOf(await remakeOf(first, { mark, panels: [] }))).toEqual([{ panels: [], parts: [] }]);
  expect(windowsOf(await remakeOf(first, { mark: { xMm: 0, yMm: 0 } }))).toEqual([{ panels: [], parts: [] }]);
});

test("a request for parts that the window does not have is refused in words", async () => {
  const first = await firstOrder();
  const refusal = async (window: object) => {
    const windows = JSON.stringify([{ quoteItemId: first.itemId, ...window }]);
    const { status, text } = await askForRemake(customer, first.id, [], { fields: { windows } });
    return [status, text];
  };
  expect(await refusal({ panels: ["D"] })).toEqual([400, 'Window "Bay" has no panel D']);
  expect(await refusal({ parts: ["mid-rail"] })).toEqual([400, 'Window "Bay" has no mid rail']);
  expect(await refusal({ panels: ["b"] })).toEqual([400, "A panel is named by its letter, as in B"]);
  expect(await refusal({ panels: ["B", "B"] })).toEqual([400, "Please name each panel and part once"]);
});

test("its workshop and staff change what is made until a part is cut, and nobody afterwards", async () => {
  const first = await firstOrder();
  const made = await orderOf(first, { panels: ["B"] });
  const itemId = made.quote.items[0]?.id ?? 0;
  const change = (client: TestClient, make: object) => client.patch(`/api/orders/${made.id}/make`, { make: [{ itemId, ...make }] });
  expect(succeeded(await change(joiner, { panels: ["A"], parts: ["stile", "louvre"] }))).toEqual({
    orderId: made.id,
    make: [{ itemId, panels: ["A"], parts: ["stile", "louvre"] }],
  });
  succeeded(await change(await portal.signIn("admin"), { panels: ["A"], parts: ["stile"] }));
  expect((await cutsOf(joiner, made.id)).parts.map(({ part, panel, count }) => [part, panel, count])).toEqual([["stile", 1, 2]]);
  // Equal parts are no change.
  succeeded(await change(boss, { panels: ["A"], parts: ["stile"] }));
  const changes = succeeded(await joiner.get<Details>(`/api/orders/${made.id}`)).history.filter(({ event }) => event === "make");
  expect(changes.map(({ by }) => by.role)).toEqual(["supplier", "admin"]);
  expect((await change(await portal.signIn(await portal.createAccount("supplier")), {})).status).toBe(404);
  const wrong = await change(joiner, { panels: ["C"] });
  expect([wrong.status, wrong.text]).toEqual([400, 'Window "Bay" has no panel C']);
  const other = await joiner.patch(`/api/orders/${made.id}/make`, { make: [{ itemId: first.itemId }] });
  expect([other.status, other.text]).toEqual([400, "Please choose one of the order's windows"]);
  succeeded(await joiner.patch(`/api/orders/${made.id}/pieces`, { itemId, piece: 1, step: "cut", done: true }));
  const late = await change(boss, {});
  expect([late.status, late.text]).toEqual([409, "A part of this order is already cut: undo that before you change what is made"]);
  const ordinary = await boss.patch(`/api/orders/${first.id}/make`, { make: [{ itemId: first.itemId, panels: ["A"] }] });
  expect([ordinary.status, ordinary.text]).toEqual([409, "This order is not a remake: all of it is made"]);
});

test("totals and load count the area of what a remake's order makes, whatever changes it", async () => {
  const own = `supplierId=${joinerCompany}`;
  const figures = async (id: number) => {
    const totals = succeeded(await boss.get<Totals>(`/api/workshop/totals?search=ORD-${id}&${own}`));
    const [order] = await portal.db.select().from(orders).where(eq(orders.id, id));
    return [totals.areaM2, totals.frames, order?.areaMilliM2];
  };
  /** The area of the load, which this order changes. */
  const load = async () => {
    const weeks = succeeded(await joiner.get<{ areaM2: number }[]>("/api/workshop/load"));
    return Math.round(weeks.reduce((sum, { areaM2 }) => sum + 1000 * areaM2, 0));
  };
  const first = await firstOrder();
  const before = await load();
  const made = await orderOf(first, { pieces: 2, panels: ["B"], parts: ["louvre"] });
  const [item] = await portal.db
    .select()
    .from(quoteItems)
    .where(eq(quoteItems.id, made.quote.items[0]?.id ?? 0));
  const areaOf = (panels: string[], parts: CutPart[]) =>
    2 * (madeAreaOf({ ...toDraw(item as typeof quoteItems.$inferSelect), make: { panels, parts } }) ?? 0);
  const louvres = areaOf(["B"], ["louvre"]);
  expect(louvres).toBeLessThan((item?.areaMilliM2 ?? 0) * 0.8);
  expect(await figures(made.id)).toEqual([louvres / 1000, 0, louvres]);
  expect((await load()) - before).toBe(louvres);
  const change = async (panels: string[], parts: string[]) =>
    succeeded(await joiner.patch(`/api/orders/${made.id}/make`, { make: [{ itemId: item?.id, panels, parts }] }));
  await change(["A"], []);
  expect(await figures(made.id)).toEqual([areaOf(["A"], []) / 1000, 0, areaOf(["A"], [])]);
  await change([], ["frame-left"]);
  expect(await figures(made.id)).toEqual([areaOf([], ["frame-left"]) / 1000, 2, areaOf([], ["frame-left"])]);
  // An order that was stored before this rule has the whole area until the job has counted it.
  await portal.db
    .update(quoteItems)
    .set({ louvres: null, madeAreaMilliM2: null })
    .where(eq(quoteItems.id, item?.id ?? 0));
  await portal.db
    .update(orders)
    .set({ areaMilliM2: (2 * (item?.areaMilliM2 ?? 0)) as MilliM2 })
    .where(eq(orders.id, made.id));
  await louvreTasks(portal.db).tasks["count-louvres"]();
  expect(await figures(made.id)).toEqual([areaOf([], ["frame-left"]) / 1000, 2, areaOf([], ["frame-left"])]);
  // The office corrects the window's height, and the share is of the new area.
  const { quote } = succeeded(await boss.get<Details>(`/api/orders/${made.id}`));
  const windows = quote.items.map((each) => ({ ...each, heightM: each.heightM + 0.2 }));
  succeeded(await boss.put(`/api/orders/${made.id}/windows`, { version: quote.version, windows, reason: "Measured again" }));
  const [corrected] = await portal.db
    .select()
    .from(quoteItems)
    .where(eq(quoteItems.id, item?.id ?? 0));
  const side = 2 * (madeAreaOf(toDraw(corrected as typeof quoteItems.$inferSelect)) ?? 0);
  expect(side).toBeGreaterThan(areaOf([], ["frame-left"]));
  expect(await figures(made.id)).toEqual([side / 1000, 2, side]);
  await change([], []);
  const whole = 2 * (corrected?.areaMilliM2 ?? 0);
  expect(await figures(made.id)).toEqual([whole / 1000, 2, whole]);
  expect((await load()) - before).toBe(whole);
});

test("a change and a cut mark at once leave no order whose cut parts changed", async () => {
  const first = await firstOrder();
  const made = await orderOf(first, { panels: ["B"] });
  const itemId = made.quote.items[0]?.id ?? 0;
  const [changed, cut] = await Promise.all([
    joiner.patch(`/api/orders/${made.id}/make`, { make: [{ itemId, panels: ["A"], parts: [] }] }),
    joiner.patch(`/api/orders/${made.id}/pieces`, { itemId, piece: 1, step: "cut", done: true }),
  ]);
  expect(cut.status).toBe(200);
  const { make } = succeeded(await joiner.get<Details>(`/api/orders/${made.id}`));
  expect(make?.[0]?.panels).toEqual(changed.status === 200 ? ["A"] : ["B"]);
});

test("a remake's order is measured by the first order's table, whatever its workshop has changed since", async () => {
  const first = await firstOrder();
  const before = await cutsOf(joiner, first.id);
  succeeded(await joiner.patch(`/api/orders/${first.id}/pieces`, { itemId: first.itemId, piece: 1, step: "cut", done: true }));
  await portal.db
    .insert(workshopSettings)
    .values({ companyId: joinerCompany, stock: [], sections: [{ profile: "stile", widthMm: 70, thicknessMm: 27 }] });
  const made = await orderOf(first, { panels: ["B"] });
  const stiles = ({ parts }: CutList) => parts.filter(({ part, panel }) => part === "top-rail" && panel === 2).map(({ cutMm }) => cutMm);
  expect(stiles(await cutsOf(joiner, made.id))).toEqual(stiles(before));
  expect(made.sections).toEqual([]);
  // The first cut part stores the same table with the new order.
  const itemId = made.quote.items[0]?.id ?? 0;
  succeeded(await joiner.patch(`/api/orders/${made.id}/pieces`, { itemId, piece: 1, step: "cut", done: true }));
  const [kept] = await portal.db.select().from(orderMeasures).where(eq(orderMeasures.orderId, made.id));
  expect(kept?.sections).toEqual([]);
  // A first order without a cut part has its supplier's present table.
  const open = await orderOf(await firstOrder(), { panels: ["B"] });
  expect(open.sections).toHaveLength(1);
});

test("a remake's order is due its workshop's lead days after it was made, unless a date is given", async () => {
  const days = { companyId: joinerCompany, stock: [], leadDays: 4 };
  await portal.db
    .insert(workshopSettings)
    .values(days)
    .onConflictDoUpdate({ target: workshopSettings.companyId, set: { leadDays: 4 } });
  const first = await firstOrder();
  const made = await orderOf(first);
  const due = workingDaysFrom(londonDay(new Date()), 4);
  expect([made.shippingDate, made.dueOn]).toEqual([due, due]);
  const remake = await remakeOf(first);
  const day = workingDaysFrom(londonDay(new Date()), 9);
  const dated = succeeded(await boss.post<OrderReply>(`/api/remakes/${remake.id}/order`, { shippingDate: day }));
  expect(dated.shippingDate).toBe(day);
  const late = await boss.post(`/api/remakes/${(await remakeOf(first)).id}/order`, { shippingDate: "2020-01-01" });
  expect([late.status, late.text]).toEqual([400, "Shipping date cannot be before the day the order was made"]);
});
