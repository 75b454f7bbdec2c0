import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { quoteItems } from "#server/schema/quote-items.ts";
import { type OrderReply, type ProductReply, succeeded, type WindowBody } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { fetchFile, flat, openPdf } from "#server/testing/papers/read-pdf.ts";
import { startPortal, type TestPortal, type User } from "#server/testing/portal.ts";
import { documentPath, storedPlanPath } from "#shared/contract/parts/papers.ts";
import { formatDay } from "#shared/domain/period.ts";

interface Bar {
  readonly bar: number;
  readonly offcutId: number | null;
  readonly offcutMm: number;
  readonly pieces: readonly { readonly itemId: number; readonly piece: number; readonly lengthMm: number }[];
}
interface Plan {
  readonly id: number;
  readonly profiles: readonly { readonly bars: readonly Bar[]; readonly buyMm: number }[];
}

let portal: TestPortal;
let customer: TestClient;
let product: ProductReply;
let account: User;
let maker: TestClient;
beforeAll(async () => {
  portal = await startPortal();
  customer = await portal.signIn("customer");
  product = await portal.product({ name: "Basswood Classic", colorOptions: ["Silk White"], basePricePerM2: 71_839.57 });
});
afterAll(() => portal.stop());
beforeEach(async () => {
  account = await portal.createAccount("supplier", { contactName: "Tomasz Zielinski" });
  maker = await portal.signIn(account);
});

/** Two stiles of 1,266 mm on a bar of 3,000 mm. */
const PAIR = { name: "Bay", widthM: 0.6, heightM: 1.35, layoutCode: "L", louverSize: 76 };
async function orderOf(...windows: Partial<WindowBody>[]): Promise<OrderReply> {
  const order = await portal.orderFor(customer, { items: windows.map((window) => portal.windowOf(product, window)) });
  await portal.db.update(orders).set({ supplierId: account.companyId }).where(eq(orders.id, order.id));
  return order;
}
const planOf = async (...ids: number[]) => succeeded(await maker.post<Plan>("/api/workshop/plans", { orders: ids }));
const barsOf = ({ profiles }: Plan) => profiles.flatMap(({ bars }) => bars);
const saw = async ({ id }: Plan, bar: number) => succeeded(await maker.post(`/api/workshop/plans/${id}/bars/${bar}/sawn`, {}));
const paperOf = async ({ id }: Plan, who = maker) => {
  const pdf = await openPdf(portal, who, storedPlanPath(id));
  return { ...pdf, words: flat(pdf.text) };
};
/** Expects these words in this order, with any text between them. */
function expectInOrder(words: string, wanted: readonly string[]): void {
  let at = 0;
  for (const text of wanted) {
    const found = words.indexOf(text, at);
    expect([text, found >= at], words.slice(at, at + 300)).toEqual([text, true]);
    at = found + text.length;
  }
}

describe("the paper of a kept plan", () => {
  test("a printed plan lists the bars to buy, then the stops, pieces and rest of each bar in order", async () => {
    const order = await orderOf({ ...PAIR, quantity: 2 }, { ...PAIR, name: "Larder", heightM: 3.4 });
    const plan = await planOf(order.id);
    const { words, headers, text } = await paperOf(plan);
    expect(headers.get("content-disposition")).toBe(`inline; filename="bar-plan-${plan.id}.pdf"`);
    const metres = plan.profiles.reduce((sum, { buyMm }) => sum + buyMm, 0) / 1000;
    expect(metres).toBeGreaterThan(9);
    expectInOrder(words, [
      `Bar plan ${plan.id}`,
      `ORD-${order.id}`,
      "by Tomasz Zielinski",
      `0 of ${barsOf(plan).length} bars sawn`,
      "Bars of 3,000 mm, kerf 3 mm, trim 10 mm",
      `To buy: ${metres} m`,
      // A part that is longer than a bar is bought in its own length.
      "Stiles · Basswood Classic · Silk White, stile 51 × 27: 2 bars and 2 of 3,316 mm, 12.632 m",
      // Two equal bars of two shutters are printed once.
      "Longer than 3,000 mm, on no bar:",
      "Larder, panel A: stile",
      "1 to 2",
      "2 alike",
      // The stops count both bars, which are sawn together.
      "4 × 1,266, stop 1,266",
      "2 a bar",
      `ORD-${order.id} Bay, panel A: stile`,
      "offcut 452 mm",
      "Top and bottom rails",
    ]);
    expect(text).not.toMatch(/£|\bVAT\b|price/i);
    expect(text).not.toContain("71,839");
  });

  test("bars that a page has room for are on one page, and higher ones are named again on the next", async () => {
    const windows = (count: number) => Array.from({ length: count }, (_, at) => ({ ...PAIR, name: `Window ${at + 1}` }));
    const pagesOf = async (count: number) => (await paperOf(await planOf((await orderOf(...windows(count))).id))).pages.map(flat);
    const pageOfStiles = (await pagesOf(36)).find((page) => page.includes("36 alike"));
    expect(pageOfStiles).toContain("Window 36, panel A: stile");
    expect(pageOfStiles).toContain("offcut 452 mm");
    const [, ...others] = await pagesOf(90);
    expect(others.find((page) => page.includes("Window 90, panel A: stile"))).toMatch(/^Bars 1 to 90, continued /);
  });

  test("a printed plan names an offcut with its length, and buys no bar for its pieces", async () => {
    const order = await orderOf(PAIR);
    const body = { section: "stile", material: product.name, color: "Silk White", lengthMm: 2600.5 };
    succeeded(await maker.post("/api/workshop/offcuts", body));
    const { words } = await paperOf(await planOf(order.id));
    expectInOrder(words, [
      "stile 51 × 27; nothing to buy; 1 offcut from stock, 2.6005 m, saves 1 bar",
      "Bar 1",
      "offcut 2,600.5 mm",
      "2 × 1,266, stop 1,266",
    ]);
    expect(words).not.toContain("Stiles · Basswood Classic · Silk White, stile");
  });

  test("a printed plan names consecutive bars with nothing left to saw in one line, and adds up their pieces", async () => {
    const order = await orderOf({ ...PAIR, quantity: 2 });
    // An offcut is no bar of the usual length, and is in the same line all the same.
    const offcut = { section: "stile", material: product.name, color: "Silk White", lengthMm: 2600.5 };
    succeeded(await maker.post("/api/workshop/offcuts", offcut));
    const plan = await planOf(order.id);
    expect(barsOf(plan)[0]?.offcutId).not.toBeNull();
    const itemId = barsOf(plan)[0]?.pieces[0]?.itemId ?? 0;
    succeeded(await maker.patch(`/api/orders/${order.id}/pieces`, { itemId, step: "cut", done: true }));
    const { words } = await paperOf(plan);
    expect(words).toMatch(/Bars 1 to \d+: nothing left to saw\. Cut already, not from these bars: \d+ × 1,266/);
    expect(words).not.toContain("Bar 2:");
  });

  test("a printed plan joins sawn bars as the screen does, an offcut apart from bars of the usual length", async () => {
    const order = await orderOf({ ...PAIR, quantity: 3 });
    const offcut = { section: "stile", material: product.name, color: "Silk White", lengthMm: 2600.5 };
    succeeded(await maker.post("/api/workshop/offcuts", offcut));
    const plan = await planOf(order.id);
    const stiles = plan.profiles.find(({ bars }) => bars.some(({ offcutId }) => offcutId !== null))?.bars ?? [];
    // The offcut is the first bar of three, which the screen displays in a row of its own.
    expect(stiles.map(({ offcutId }) => offcutId !== null)).toEqual([true, false, false]);
    for (const { bar } of stiles) await saw(plan, bar);
    expectInOrder((await paperOf(plan)).words, ["Bar 1: sawn on", "Bars 2 to 3: sawn on"]);
  });

  test("a printed plan names sawn bars with the person, pieces cut by hand, and changed orders", async () => {
    const [one, two] = [await orderOf({ ...PAIR, quantity: 2 }), await orderOf({ ...PAIR, name: "Kitchen" })];
    const plan = await planOf(one.id, two.id);
    await saw(plan, 1);
    const itemId = barsOf(plan)[0]?.pieces[0]?.itemId ?? 0;
    succeeded(await maker.patch(`/api/orders/${one.id}/pieces`, { itemId, piece: 2, step: "cut", done: true }));
    const { words } = await paperOf(plan);
    expectInOrder(words, [
      "Bar 1: sawn on",
      "by Tomasz Zielinski",
      "Bar 2: nothing left to saw. Cut already, not from this bar: 2 × 1,266",
    ]);
    expect(words).not.toContain("CHANGED");
    await portal.db
      .update(orders)
      .set({ supplierId: (await portal.createAccount("supplier")).companyId })
      .where(eq(orders.id, two.id));
    const { words: moved } = await paperOf(plan);
    // The parts are named above the bars, and no stop has them.
    expectInOrder(moved, [`ORD-${two.id} is made by another workshop now: `, " × 1,266 stile, panel A", "(bar"]);
    expect(moved).not.toContain(`ORD-${two.id} Kitchen`);
    expect(moved).not.toContain("CHANGED");
  });

  test("a printed plan and the job card name a spoiled part's shutter, until the part is cut again", async () => {
    const order = await orderOf({ ...PAIR, quantity: 2 });
    const itemId = barsOf(await planOf(order.id))[0]?.pieces[0]?.itemId ?? 0;
    succeeded(await maker.patch(`/api/orders/${order.id}/pieces`, { itemId, piece: 1, step: "cut", done: true }));
    const parts = [{ panel: 1, part: "stile", count: 1 }];
    succeeded(await maker.post(`/api/orders/${order.id}/recuts`, { itemId, piece: 1, parts, reason: "split", note: "a knot" }));
    const card = async () => flat((await openPdf(portal, maker, documentPath("jobCard", order.id))).pages[0] ?? "");
    expect(await card()).toContain(`To recut: 1 stile, ${itemId}.1 A, Bay. Cut 1,266 mm. Split: a knot`);
    const plan = await planOf(order.id);
    const { words } = await paperOf(plan);
    // The parts of the shutter that is not cut yet have no such words.
    expect(words.split("recut for")).toHaveLength(2);
    expect(words).toMatch(new RegExp(`ORD-${order.id} Bay, panel A: stile, recut for ${itemId}\\.1(?: · bar \\d+)?`));
    for (const { bar } of barsOf(plan)) await saw(plan, bar);
    expect(await card()).not.toContain("To recut");
  });

  test("the job card gives no length for a recut of a part that a correction has removed", async () => {
    const order = await orderOf({ ...PAIR, numberOfMidRails: 1 });
    const itemId = barsOf(await planOf(order.id))[0]?.pieces[0]?.itemId ?? 0;
    succeeded(await maker.patch(`/api/orders/${order.id}/pieces`, { itemId, piece: 1, step: "cut", done: true }));
    const parts = [{ panel: 1, part: "mid-rail", count: 1 }];
    succeeded(await maker.post(`/api/orders/${order.id}/recuts`, { itemId, piece: 1, parts, reason: "split" }));
    await portal.db.update(quoteItems).set({ numberOfMidRails: 0 }).where(eq(quoteItems.id, itemId));
    const card = flat((await openPdf(portal, maker, documentPath("jobCard", order.id))).pages[0] ?? "");
    expect(card).toContain(`To recut: 1 mid rail, ${itemId}.1 A, Bay. Split`);
  });

  test("a printed plan lists only the bars to buy that are not sawn yet", async () => {
    const plan = await planOf((await orderOf({ ...PAIR, quantity: 2 })).id);
    const [first] = plan.profiles;
    const metres = plan.profiles.reduce((sum, { buyMm }) => sum + buyMm, 0) / 1000;
    const stiles = "Stiles · Basswood Classic · Silk White, stile 51 × 27";
    expect([first?.bars.length, first?.buyMm]).toEqual([2, 6000]);
    expectInOrder((await paperOf(plan)).words, [`To buy: ${metres} m`, `${stiles}: 2 bars, 6 m`]);
    await saw(plan, 1);
    expectInOrder((await paperOf(plan)).words, [`To buy: ${metres - 3} m`, `${stiles}: 1 bar, 3 m`, "stile 51 × 27; 1 bar, 3 m"]);
    await saw(plan, 2);
    const { words } = await paperOf(plan);
    expect(words).toContain(`To buy: ${metres - 6} m`);
    expect(words).not.toContain(`${stiles}: `);
  });

  test("a printed plan names its table with the date, and pieces of a changed order are not to be sawn", async () => {
    const order = await orderOf(PAIR);
    const plan = await planOf(order.id);
    expect((await paperOf(plan)).words).toContain("Cut by the usual clearances, usual sections.");
    succeeded(await maker.put("/api/settings/workshop", { clearances: { hinge: 2 } }));
    const { words } = await paperOf(plan);
    expectInOrder(words, [
      `Cut by the table of ${account.companyName} of ${formatDay(new Date())}, usual sections.`,
      `Changed since it was planned: ORD-${order.id}. Don't saw those pieces`,
      "CHANGED, DON'T SAW",
    ]);
  });

  test("a completely sawn plan is printed as such, and another company's plan is a 404", async () => {
    const plan = await planOf((await orderOf(PAIR)).id);
    for (const { bar } of barsOf(plan)) await saw(plan, bar);
    const { words } = await paperOf(plan);
    expectInOrder(words, ["all sawn", "Nothing left to buy", "stile 51 × 27; nothing to buy"]);
    expect(words).not.toMatch(/To buy|stop 1,266/);
    const rival = await portal.signIn(await portal.createAccount("supplier"));
    expect((await fetchFile(portal, rival, storedPlanPath(plan.id))).status).toBe(404);
    expect((await fetchFile(portal, await portal.superAdmin(), storedPlanPath(plan.id))).status).toBe(200);
  });
});
