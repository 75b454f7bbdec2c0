import { parse } from "csv-parse/sync";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { type ProductReply, succeeded, type WindowBody } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { flat, openPdf } from "#server/testing/papers/read-pdf.ts";
import { startPortal, type TestPortal, type User } from "#server/testing/portal.ts";

interface Piece {
  readonly itemId: number;
  readonly panel: number | null;
  readonly part: string;
}
interface Plan {
  readonly id: number;
  readonly changed: readonly number[];
  readonly cannotMake: readonly { readonly orderId: number; readonly window: string; readonly asks: readonly string[] }[];
  readonly profiles: readonly { readonly bars: readonly { readonly bar: number; readonly pieces: readonly Piece[] }[] }[];
}

let portal: TestPortal;
let product: ProductReply;
let customer: TestClient;
let account: User;
let maker: TestClient;
beforeAll(async () => {
  portal = await startPortal();
  customer = await portal.signIn("customer");
  product = await portal.product();
});
afterAll(() => portal.stop());
beforeEach(async () => {
  account = await portal.createAccount("supplier");
  maker = await portal.signIn(account);
});

const NARROW = { name: "Narrow", widthM: 0.5, heightM: 1.35, layoutCode: "LR", louverSize: 76 } as const;
const WIDE = { name: "Wide", widthM: 0.8, heightM: 1.35, layoutCode: "L", louverSize: 76 } as const;
const stiles = (widthMm: number) => maker.put("/api/settings/workshop", { sections: [{ profile: "stile", widthMm, thicknessMm: 27 }] });
async function orderOf(...windows: Partial<WindowBody>[]) {
  const order = await portal.orderFor(customer, { items: windows.map((window) => portal.windowOf(product, window)) });
  await portal.db.update(orders).set({ supplierId: account.companyId }).where(eq(orders.id, order.id));
  return order;
}
const piecesOf = ({ profiles }: Pick<Plan, "profiles">) => profiles.flatMap(({ bars }) => bars.flatMap(({ pieces }) => pieces));
// (500 - 76 - 9) / 2
const sentence = (panel: string) => `Panel ${panel} would be 207.5 mm wide; two stiles need 240 mm`;

test("parts of a panel that cannot be made are in no plan, saw's file or bar, and the plan names the order", async () => {
  succeeded(await stiles(120));
  const { id } = await orderOf(NARROW, WIDE);
  const [narrow] = succeeded(await maker.get<{ quote: { items: { id: number }[] } }>(`/api/orders/${id}`)).quote.items;
  const named = [{ orderId: id, itemId: narrow?.id, window: "Narrow", asks: [sentence("A"), sentence("B")] }];
  const preview = succeeded(await maker.get<Plan>(`/api/workshop/bar-plan?orders=${id}`));
  const plan = succeeded(await maker.post<Plan>("/api/workshop/plans", { orders: [id] }));
  for (const each of [preview, plan, succeeded(await maker.get<Plan>(`/api/workshop/plans/${plan.id}`))]) {
    expect(each.cannotMake).toEqual(named);
    const own = piecesOf(each).filter(({ itemId }) => itemId === narrow?.id);
    expect(own.map(({ part }) => part).toSorted()).toEqual(["frame-bottom", "frame-left", "frame-right", "frame-top"]);
    expect(piecesOf(each).some(({ itemId, part }) => itemId !== narrow?.id && part === "stile")).toBe(true);
  }
  const file = parse((await maker.get(`/api/workshop/saw.csv?orders=${id}`)).text, { columns: true }) as Record<string, string>[];
  expect(file.filter((row) => row.window === "Narrow" || row.Window === "Narrow").map((row) => row.panel ?? row.Panel)).toEqual([
    "",
    "",
    "",
    "",
  ]);
  for (const path of [`/api/workshop/plans/${plan.id}/bar-plan.pdf`, `/api/workshop/bar-plan.pdf?orders=${id}`])
    expect(flat((await openPdf(portal, maker, path)).text)).toContain(`Narrow: ${sentence("A")}. ${sentence("B")}.`);
  // The cut list keeps its sentences, and the board names the first.
  const list = succeeded(await maker.get<{ asks: string[]; parts: { part: string; ask: string | null }[] }>(`/api/orders/${id}/cut-list`));
  expect(list.asks).toEqual([sentence("A"), sentence("B")]);
  expect(list.parts.filter(({ ask }) => ask === sentence("A")).map(({ part }) => part)).toEqual(["stile", "tilt-rod"]);
  const rows = succeeded(await maker.get<{ id: number; ask: string | null }[]>("/api/workshop?limit=100"));
  expect(rows.find((row) => row.id === id)?.ask).toBe(`Narrow: ${sentence("A")}`);
  // Every bar is sawn, yet the shutter without its panels is not cut.
  for (const { bar } of plan.profiles.flatMap(({ bars }) => bars))
    succeeded(await maker.post(`/api/workshop/plans/${plan.id}/bars/${bar}/sawn`, {}));
  const { pieces } = succeeded(await maker.get<{ pieces: { itemId: number; cut: unknown }[] }>(`/api/orders/${id}/pieces`));
  expect(pieces.map(({ itemId, cut }) => [itemId === narrow?.id, cut !== null])).toEqual([
    [true, false],
    [false, true],
  ]);
});

test("a changed table that leaves a panel no room makes a stored plan outdated, and the board shows it", async () => {
  const { id } = await orderOf(NARROW);
  const rowOf = async () =>
    succeeded(await maker.get<{ id: number; ask: string | null }[]>("/api/workshop?limit=100")).find((row) => row.id === id);
  const plan = succeeded(await maker.post<Plan>("/api/workshop/plans", { orders: [id] }));
  expect([plan.cannotMake, (await rowOf())?.ask]).toEqual([[], null]);
  succeeded(await stiles(120));
  const now = succeeded(await maker.get<Plan>(`/api/workshop/plans/${plan.id}`));
  expect([now.changed, now.cannotMake.map(({ window }) => window)]).toEqual([[id], ["Narrow"]]);
  expect((await rowOf())?.ask).toBe(`Narrow: ${sentence("A")}`);
  // A posted window is as narrow beside its post.
  const posts = await orderOf({ ...WIDE, name: "Posts", widthM: 1.8, layoutCode: "LTR", tPostsMm: [260] });
  const board = succeeded(await maker.get<{ id: number; ask: string | null }[]>("/api/workshop?limit=100"));
  expect(board.find((row) => row.id === posts.id)?.ask).toMatch(/^Posts: Panel A would be .* two stiles need 240 mm$/);
});

test("a shutter that was cut in spite of its narrow panel has its spoiled stile cut again", async () => {
  succeeded(await stiles(120));
  const { id } = await orderOf(NARROW);
  const [item] = succeeded(await maker.get<{ quote: { items: { id: number }[] } }>(`/api/orders/${id}`)).quote.items;
  succeeded(await maker.patch(`/api/orders/${id}/pieces`, { itemId: item?.id, piece: 1, step: "cut", done: true }));
  const recut = { itemId: item?.id, piece: 1, parts: [{ panel: 1, part: "stile", count: 1 }], reason: "split" };
  succeeded(await maker.post(`/api/orders/${id}/recuts`, recut));
  const plan = succeeded(await maker.post<Plan>("/api/workshop/plans", { orders: [id] }));
  expect(piecesOf(plan).map(({ panel, part }) => [panel, part])).toEqual([[1, "stile"]]);
  expect(plan.cannotMake).toEqual([]);
});
