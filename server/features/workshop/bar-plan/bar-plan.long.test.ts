import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type OrderReply, type ProductReply, succeeded, type WindowBody } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { flat, openPdf } from "#server/testing/papers/read-pdf.ts";
import { startPortal, type TestPortal, type User } from "#server/testing/portal.ts";

interface Piece {
  readonly orderId: number;
  readonly itemId: number;
  readonly part: string;
  readonly lengthMm: number;
}
interface Profile {
  readonly profile: string;
  readonly material: string;
  readonly color: string;
  readonly stockMm: number;
  readonly kerfMm: number;
  readonly trimMm: number;
  readonly bars: readonly { readonly pieces: readonly Piece[]; readonly offcutMm: number }[];
  readonly lowerBound: number;
  readonly optimal: boolean;
  readonly wastePercent: number;
  readonly tooLong: readonly Piece[];
}
interface Plan {
  readonly profiles: readonly Profile[];
  readonly preview: { readonly inputs: string; readonly cuttings: readonly { readonly bars: readonly object[] }[] };
  readonly windows: readonly { readonly orderId: number; readonly itemId: number; readonly window: string }[];
}
interface CutList {
  readonly parts: readonly { readonly itemId: number; readonly part: string; readonly lengthMm: number; readonly count: number }[];
}

let portal: TestPortal;
let customer: TestClient;
let maker: TestClient;
let boss: TestClient;
let account: User;
let product: ProductReply;
beforeAll(async () => {
  portal = await startPortal();
  customer = await portal.signIn("customer");
  account = await portal.createAccount("supplier");
  maker = await portal.signIn(account);
  boss = await portal.superAdmin();
  product = await portal.product();
});
afterAll(() => portal.stop());

async function orderOf(...windows: Partial<WindowBody>[]): Promise<OrderReply> {
  return portal.orderFor(customer, { items: windows.map((window) => portal.windowOf(product, window)) });
}
const planOf = async (who: TestClient, ...ids: readonly (number | string)[]) =>
  succeeded(await who.get<Plan>(`/api/workshop/bar-plan?orders=${ids.join()}`));
const asText = ({ orderId, itemId, part, lengthMm }: Piece) => [orderId, itemId, part, lengthMm].join(" ");
const piecesIn = ({ profiles }: Plan) =>
  profiles.flatMap(({ bars, tooLong }) => [...bars.flatMap(({ pieces }) => pieces), ...tooLong].map(asText)).toSorted();
const barsOf = ({ profiles }: Plan, profile: string) =>
  profiles.filter((one) => one.profile === profile).flatMap(({ bars }) => bars.map(({ pieces }) => pieces.length));

test("each piece of the orders' cut lists is on one bar, and no bar is longer than its stock with its kerfs", async () => {
  const bay = { name: "Bay", widthM: 1.2, heightM: 1.35, layoutCode: "LR", louverSize: 76, quantity: 3 };
  const [one, two] = [await orderOf(bay, { name: "Door", widthM: 0.8, heightM: 2.2, louverSize: 76 }), await orderOf(bay)];
  const plan = await planOf(maker, one.id, two.id, one.id);
  const wanted: string[] = [];
  for (const { id } of [one, two]) {
    const { parts } = succeeded(await maker.get<CutList>(`/api/orders/${id}/cut-list`));
    for (const { itemId, part, lengthMm, count } of parts)
      wanted.push(...Array<string>(count).fill(asText({ orderId: id, itemId, part, lengthMm })));
  }
  expect(piecesIn(plan)).toEqual(wanted.toSorted());
  const windowsOf = async ({ id }: OrderReply) =>
    (await maker.get<{ quote: { items: { id: number; name: string }[] } }>(`/api/orders/${id}`)).body.quote.items.map((item) => ({
      orderId: id,
      itemId: item.id,
      window: item.name,
    }));
  expect(plan.windows).toEqual([...(await windowsOf(one)), ...(await windowsOf(two))]);
  for (const { bars, stockMm, kerfMm, trimMm, lowerBound, optimal, wastePercent } of plan.profiles) {
    expect([stockMm, kerfMm, trimMm, bars.length >= lowerBound, optimal]).toEqual([3000, 3, 10, true, bars.length === lowerBound]);
    let used = 0;
    for (const { pieces, offcutMm } of bars) {
      const sum = pieces.reduce((total, { lengthMm }) => total + lengthMm, 0);
      expect(sum + kerfMm * (pieces.length - 1) + 2 * trimMm).toBeLessThanOrEqual(stockMm);
      // The raw end is trimmed when the rest is used.
      expect(offcutMm).toBeCloseTo(Math.max(0, stockMm - trimMm - sum - kerfMm * pieces.length), 6);
      used += sum;
    }
    expect(wastePercent).toBe(Math.round(1000 * (1 - used / (bars.length * stockMm))) / 10);
  }
});

describe("bars and saw are those of who makes the orders", () => {
  const stock = [{ profile: "stile", stockMm: 2500, kerfMm: 4.2 }];
  // Stiles of 1,266 mm: two fit on a bar of 3,000 mm, one on a bar of 2,500 mm.
  const window = { widthM: 0.6, heightM: 1.35 };
  let order: OrderReply;
  beforeAll(async () => {
    succeeded(await maker.put("/api/settings/workshop", { stock }));
    order = await orderOf(window);
  });
  afterAll(() => maker.put("/api/settings/workshop", { stock: [] }));
  const stiles = async (who: TestClient, ...ids: number[]) => {
    const found = (await planOf(who, ...ids)).profiles.find(({ profile }) => profile === "stile");
    return [found?.stockMm, found?.kerfMm, found?.bars.length];
  };

  test("bars are those of the asking or the only supplier, else the usual ones", async () => {
    expect(await stiles(maker, order.id)).toEqual([2500, 4.2, 2]);
    expect(await stiles(boss, order.id)).toEqual([3000, 3, 1]);
    succeeded(await boss.patch(`/api/orders/${order.id}/supplier`, { supplierId: account.companyId }));
    expect(await stiles(boss, order.id)).toEqual([2500, 4.2, 2]);
    const rival = await portal.createAccount("supplier");
    const other = await orderOf(window);
    expect(await stiles(boss, order.id, other.id)).toEqual([2500, 4.2, 4]);
    succeeded(await boss.patch(`/api/orders/${other.id}/supplier`, { supplierId: rival.companyId }));
    expect(await stiles(boss, order.id, other.id)).toEqual([3000, 3, 2]);
  });
});

test("a piece longer than a bar is listed as too long, and is on no bar", async () => {
  const { id } = await orderOf({ widthM: 0.6, heightM: 3.4 });
  const [stiles] = (await planOf(maker, id)).profiles;
  expect(stiles).toMatchObject({ profile: "stile", bars: [], lowerBound: 0, optimal: true, wastePercent: 0 });
  expect(stiles?.tooLong.map(({ part, lengthMm }) => [part, lengthMm])).toEqual(Array(2).fill(["stile", 3316]));
});

test("shutters that are already cut are not in the plan", async () => {
  const { id } = await orderOf({ widthM: 0.6, heightM: 1.35, quantity: 3 });
  const { body } = await maker.get<{ pieces: readonly { itemId: number }[] }>(`/api/orders/${id}/pieces`);
  const mark = (piece: number, done: boolean, step = "cut") =>
    maker.patch(`/api/orders/${id}/pieces`, { itemId: body.pieces[0]?.itemId, piece, step, done });
  succeeded(await mark(2, true, "assembled"));
  succeeded(await mark(1, true));
  expect(barsOf(await planOf(maker, id), "stile")).toEqual([2]);
  succeeded(await mark(3, true));
  expect(await planOf(maker, id)).toMatchObject({ profiles: [], windows: [] });
});

test("a plan as CSV has a row for each kind of piece on a bar, with its count", async () => {
  const { id } = await orderOf({ widthM: 0.6, heightM: 1.35, quantity: 2 }, { widthM: 0.6, heightM: 3.4 });
  const reply = await maker.get(`/api/workshop/bar-plan?orders=${id}`, { accept: "text/csv" });
  expect(reply.headers.get("content-disposition")).toMatch(/^attachment; filename="bar-plan-\d{4}-\d\d-\d\d\.csv"$/);
  const rows: Record<string, string>[] = parse(reply.text, { columns: true });
  const stiles = rows.filter(({ Profile }) => Profile === "stile");
  expect(stiles.map(({ Bar, Order, Count, ...row }) => [Bar, Order, row["Length (mm)"], Count, row["Offcut (mm)"]])).toEqual([
    ["1", String(id), "1266", "2", "452"],
    ["2", String(id), "1266", "2", "452"],
    ["", String(id), "3316", "2", ""],
  ]);
});

test("a printed plan draws each bar, equal ones once, with the orders and windows of its pieces", async () => {
  const bay = { name: "Bay", widthM: 0.6, heightM: 1.35, quantity: 3 };
  const { id } = await orderOf(bay, { name: "Tall", widthM: 0.6, heightM: 3.4 });
  const { text } = await openPdf(portal, maker, `/api/workshop/bar-plan.pdf?orders=${id}`);
  for (const said of [
    "3 alike",
    "6 × 1,266, stop 1,266",
    `ORD-${id} Bay, panel A: stile`,
    "offcut 452 mm",
    `Longer than 3,000 mm, on no bar: 2 × 3,316 ORD-${id} Tall, panel A: stile`,
    "Not stored.",
  ])
    expect(flat(text)).toContain(said);
});

test("a plan takes one to fifty order numbers, all visible to the person", async () => {
  const { id } = await orderOf({});
  const status = async (who: TestClient, query: string) => (await who.get(`/api/workshop/bar-plan${query}`)).status;
  for (const query of ["", "?orders=", "?orders=one", `?orders=${id},`, `?orders=${Array.from({ length: 51 }, (_, n) => n + 1)}`])
    expect([query, await status(maker, query)]).toEqual([query, 400]);
  expect(await status(maker, `?orders=${Array(60).fill(id)}`)).toBe(200);
  const { status: refused, text } = await maker.get(`/api/workshop/bar-plan?orders=${id},999999`);
  expect([refused, text]).toEqual([404, "There is no order ORD-999999"]);
  expect(await status(customer, `?orders=${id}`)).toBe(403);
});

test("a plan with too many pieces is refused with the number of pieces", async () => {
  const { id } = await orderOf({ widthM: 1.2, heightM: 2, quantity: 999 }, { widthM: 1.2, heightM: 2, quantity: 999 });
  const { status, text } = await maker.get(`/api/workshop/bar-plan?orders=${id}`);
  expect([status, text]).toEqual([400, expect.stringMatching(/^These orders have [\d,]+ pieces to cut: at most 60,000 at once/)]);
});

describe("a preview is stored as it was shown", () => {
  const store = (orders: readonly number[], preview: object) =>
    maker.post<Plan & { id: number }>("/api/workshop/plans", { orders, preview });
  const offcut = () => ({ section: "stile", material: product.name, color: "White", lengthMm: 2600 });
  const cutsOf = ({ profiles }: Plan) =>
    profiles.map(({ profile, bars }) => [profile, bars.map(({ pieces, offcutMm }) => [pieces.map(asText), offcutMm])]);
  const CHANGED = "The stock or the orders have changed since this plan was made. Look at the new plan, then store it";

  test("a preview has the trim, the offcuts and the rail heights of a stored plan, and nothing is stored", async () => {
    const sections = [{ profile: "rail", widthMm: 135, thicknessMm: 27, heightsMm: [95, 135] }];
    succeeded(await maker.put("/api/settings/workshop", { sections }));
    const { id: rest } = succeeded(await maker.post<{ id: number }>("/api/workshop/offcuts", offcut()));
    const { id } = await orderOf({ widthM: 0.6, heightM: 1.35 });
    const shown = await planOf(maker, id);
    const stored = succeeded(await maker.post<Plan>("/api/workshop/plans", { orders: [id] }));
    expect(shown.profiles).toEqual(stored.profiles);
    const stiles = shown.profiles.find(({ profile }) => profile === "stile");
    expect(stiles).toMatchObject({ bars: [{ offcutId: rest, lengthMm: 2600 }], buy: [], buyMm: 0, savedBars: 1 });
    expect(shown.profiles.find(({ profile }) => profile === "rail")).toMatchObject({ section: { widthMm: 95 } });
    succeeded(await maker.delete(`/api/workshop/offcuts/${rest}`));
    succeeded(await maker.put("/api/settings/workshop", { sections: [] }));
  });

  test("the stored plan has the bars of the preview, although planning again would choose others", async () => {
    const { id } = await orderOf({ widthM: 0.6, heightM: 1.35, quantity: 2 });
    const shown = await planOf(maker, id);
    // Each stile on a bar of its own: a plan that the planner would not find.
    const place = shown.profiles.findIndex(({ profile }) => profile === "stile");
    const cuttings = shown.preview.cuttings.with(place, { bars: [{ pattern: [{ size: 0, count: 1 }], times: 4 }], taken: [] } as never);
    const { id: planId, profiles } = succeeded(await store([id], { ...shown.preview, cuttings }));
    expect(profiles.find(({ profile }) => profile === "stile")?.bars.map(({ pieces }) => pieces.length)).toEqual([1, 1, 1, 1]);
    const same = succeeded(await store([id], shown.preview));
    expect(same.id).not.toBe(planId);
    expect(cutsOf(same)).toEqual(cutsOf(shown));
  });

  test("a preview is refused after a change of the stock, the settings, the orders or what is cut", async () => {
    const order = await orderOf({ widthM: 0.6, heightM: 1.35, quantity: 2 });
    const { body } = await maker.get<{ pieces: readonly { itemId: number }[] }>(`/api/orders/${order.id}/pieces`);
    const mark = (done: boolean) =>
      maker.patch(`/api/orders/${order.id}/pieces`, { itemId: body.pieces[0]?.itemId, piece: 1, step: "cut", done });
    let rest = 0;
    const changes: readonly [string, () => Promise<unknown>, () => Promise<unknown>][] = [
      [
        "stock",
        async () => {
          rest = succeeded(await maker.post<{ id: number }>("/api/workshop/offcuts", offcut())).id;
        },
        () => maker.delete(`/api/workshop/offcuts/${rest}`),
      ],
      [
        "settings",
        () => maker.put("/api/settings/workshop", { stock: [{ profile: "stile", stockMm: 3000, kerfMm: 4 }] }),
        () => maker.put("/api/settings/workshop", { stock: [] }),
      ],
      ["marks", () => mark(true), () => mark(false)],
    ];
    const { preview } = await planOf(maker, order.id);
    const plans = async () => succeeded(await maker.get<unknown[]>("/api/workshop/plans?limit=200")).length;
    const before = await plans();
    for (const [what, change, back] of changes) {
      await change();
      const refused = await store([order.id], preview);
      expect([what, refused.status, refused.text]).toEqual([what, 409, CHANGED]);
      await back();
    }
    const other = await orderOf({ widthM: 0.6, heightM: 1.35 });
    expect((await store([order.id, other.id], preview)).status).toBe(409);
    expect(await plans()).toBe(before);
    expect((await store([order.id], preview)).status).toBe(201);
  });

  test("a preview that does not cut exactly these pieces is a 400, and nothing is stored", async () => {
    const { id } = await orderOf({ widthM: 0.6, heightM: 1.35 });
    const { preview, profiles } = await planOf(maker, id);
    const place = profiles.findIndex(({ profile }) => profile === "stile");
    const withStiles = (bars: readonly object[], taken: readonly object[] = []) => ({
      ...preview,
      cuttings: preview.cuttings.with(place, { bars, taken } as never),
    });
    const wrong = [
      withStiles([]),
      withStiles([{ pattern: [{ size: 0, count: 1 }], times: 1 }]),
      withStiles([{ pattern: [{ size: 0, count: 3 }], times: 1 }]),
      withStiles([{ pattern: [{ size: 1, count: 2 }], times: 1 }]),
      withStiles([], [{ offcut: 0, pattern: [{ size: 0, count: 2 }] }]),
      withStiles([
        { pattern: [], times: 1 },
        { pattern: [{ size: 0, count: 2 }], times: 1 },
      ]),
      { ...preview, cuttings: preview.cuttings.slice(1) },
      { ...preview, inputs: "x" },
      { inputs: preview.inputs },
    ];
    for (const [index, each] of wrong.entries()) {
      const { status, text } = await store([id], each);
      expect([index, status, text]).toEqual([index, 400, "Preview must be as the bar plan's reply has it"]);
    }
  });
});
