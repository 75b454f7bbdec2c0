import { QueryClient } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import type { Change, Entry } from "./outbox-store.ts";
import { leavingOf, withChanges } from "./overlay.ts";
import { updateStoredReplies } from "./stored-replies.ts";

/** The tests prove rule W52. */

const NO_STEPS = { cut: 0, assembled: 0, finished: 0, packed: 0 };
const NONE = { cut: null, assembled: null, finished: null, packed: null };
const done = { at: "2026-11-20T10:00:00.000Z", by: { companyName: "A", contactName: "B", role: "supplier" } };
const order = { id: 7, orderStatus: "pending", progress: { cut: 1, assembled: 0, finished: 0, packed: 0 }, shippingDate: null };
const pieces = {
  progress: order.progress,
  pieces: [
    { itemId: 1, piece: 1, ...NONE, cut: done },
    { itemId: 1, piece: 2, ...NONE },
    { itemId: 2, piece: 1, ...NONE },
  ],
};
const at = "2026-11-22T10:00:00.000Z";
type BodyOf<N extends Change["name"]> = Extract<Change, { name: N }>["input"]["body"];
const change = <N extends Change["name"]>(name: N, body: BodyOf<N>, id = 7) => ({ name, input: { params: { id }, body }, at }) as Change;
const mark = (body: BodyOf<"mark">, id = 7): Change => ({ ...change("mark", body, id), steps: { ...NO_STEPS, cut: 1, assembled: 2 } });
const over = (name: string, reply: unknown, ...changes: Change[]): unknown =>
  withChanges([...name.split("."), { params: { id: 7 } }], reply, changes);

test("a waiting mark completes its step and the steps before on the shutter, and is counted", () => {
  const shown = over("workshop.pieces", pieces, mark({ itemId: 1, step: "assembled", done: true })) as typeof pieces;
  expect(shown.progress).toEqual({ cut: 2, assembled: 2, finished: 0, packed: 0 });
  expect(shown.pieces[0]?.cut).toBe(done);
  expect(shown.pieces[1]?.assembled).toMatchObject({ at });
  expect(shown.pieces[2]).toEqual(pieces.pieces[2]);
});

test("waiting marks apply in their order: a mark that was done and undone is undone", () => {
  const [on, off] = [true, false].map((done) => mark({ itemId: 2, piece: 1, step: "cut", done }));
  expect(over("workshop.pieces", pieces, on as Change, off as Change)).toEqual(pieces);
});

test("a waiting mark of another order changes nothing", () => {
  const other = mark({ itemId: 1, step: "packed", done: true }, 8);
  expect(over("workshop.pieces", pieces, other)).toEqual(pieces);
  expect(over("workshop.list", [order], other)).toEqual([order]);
});

test("lists and details display a waiting mark by the number of shutters it completes", () => {
  const change = mark({ itemId: 1, step: "assembled", done: true });
  for (const [name, reply] of [
    ["orders.read", order],
    ["workshop.list", [order]],
  ] as const)
    expect([over(name, reply, change)].flat()[0]).toMatchObject({ progress: { cut: 2, assembled: 2, finished: 0, packed: 0 } });
});

test("a waiting status, date and tracking number are displayed as changed", () => {
  const changes = [
    change("changeStatus", { status: "processing", from: "pending" }),
    change("changeDates", { shippingDate: "2026-12-01", from: { shippingDate: null } }),
    change("changeTracking", { trackingNumber: "AB 1", carrier: "dpd" }),
  ];
  const [shown] = over("orders.list", [order], ...changes) as object[];
  expect(shown).toEqual({ ...order, orderStatus: "processing", shippingDate: "2026-12-01", trackingNumber: "AB 1", carrier: "dpd" });
});

test("a waiting day of shipping decides anew when the order is due, and its start is no longer known", () => {
  const late = { ...order, shippingDate: "2026-11-20", estimatedArrival: null, requiredBy: null, dueOn: "2026-11-20", late: "shipping" };
  const inTime = { shippingDate: "2099-12-01", dueOn: "2099-12-01", late: null };
  const moved = change("changeDates", { shippingDate: "2099-12-01" });
  expect(over("orders.read", late, moved)).toMatchObject(inTime);
  // The board's rows have no estimated arrival.
  const { estimatedArrival: _, ...row } = { ...late, startBy: "2026-11-02" };
  expect(over("workshop.list", [row], moved)).toMatchObject([{ ...inTime, startBy: null }]);
  const needed = { ...late, shippingDate: null, requiredBy: "2026-11-21", dueOn: "2026-11-21", late: "required" };
  expect(over("orders.list", [needed], moved)).toMatchObject([{ dueOn: "2099-12-01", late: "required" }]);
});

test("a waiting shipment ends the delay, and the order is due on its arrival", () => {
  const late = { ...order, estimatedArrival: "2026-12-03", requiredBy: null, dueOn: "2026-11-20", late: "shipping" };
  expect(over("orders.read", late, change("ship", { confirmed: true }))).toMatchObject({ dueOn: "2026-12-03", late: null });
});

test("a waiting removal of the day of delivery removes its part of the day, as the server does", () => {
  const delivered = { ...order, estimatedArrival: "2026-12-03", deliverySlot: "am" };
  const cleared = change("changeDates", { estimatedArrival: null });
  expect(over("orders.read", delivered, cleared)).toMatchObject({ estimatedArrival: null, deliverySlot: null });
  expect(over("orders.list", [delivered], change("changeDates", { shippingDate: "2026-12-01" }))).toMatchObject([{ deliverySlot: "am" }]);
  expect(over("workshop.list", [order], cleared)).toEqual([{ ...order, estimatedArrival: null }]);
});

test("a waiting shipment removes the order from the board and marks it as shipped elsewhere", () => {
  const sentOff = change("ship", { carrier: "dpd", confirmed: true });
  expect((over("workshop.list", [order, { ...order, id: 8 }], sentOff) as { id: number }[]).map(({ id }) => id)).toEqual([8]);
  const shipped = { id: 7, orderStatus: "shipped", shippingDate: "2026-11-22", carrier: "dpd" };
  expect(over("orders.read", order, sentOff)).toMatchObject(shipped);
  expect(over("orders.read", order, sentOff)).not.toHaveProperty("confirmed");
});

const recutBody: BodyOf<"recut"> = { itemId: 1, piece: 1, parts: [{ panel: 2, part: "louvre", count: 2 }], reason: "split" };
const recuts = [{ ...recutBody, id: 5, note: null, createdAt: "2026-11-22T09:00:00.000Z", by: done.by }];
const withItems = { ...order, recuts, quote: { items: [{ id: 1, quantity: 2 }] } };
const cutRecut = (cut: boolean) => ({ name: "cutRecut", input: { params: { id: 7, recutId: 5 }, body: { cut } }, at }) as unknown as Change;
const idsAfter = (...changes: Change[]) => (over("orders.read", withItems, ...changes) as typeof withItems).recuts.map(({ id }) => id);

test("a waiting recut is in the order without an id of the server, until the order has the server's row", () => {
  const stile = change("recut", { ...recutBody, parts: [{ panel: 1, part: "stile", count: 1, replaces: [2] }], note: "a knot" });
  const later = { ...change("recut", recutBody), at: "2026-11-22T10:05:00.000Z" } as Change;
  const shown = over("orders.read", withItems, stile, later) as typeof withItems;
  expect(shown.recuts[0]).toBe(recuts[0]);
  expect(shown.recuts[1]).toMatchObject({ id: -1, piece: 1, createdAt: at, reason: "split", note: "a knot" });
  expect(shown.recuts[1]?.parts).toEqual([{ panel: 1, part: "stile", count: 1, replaces: [2], chosen: true }]);
  expect(shown.recuts[2]).toMatchObject({ id: -2, note: null, parts: [{ count: 2, chosen: false }] });
  // The server accepted the recut and the reply was lost.
  const stored = { ...withItems, recuts: [...recuts, { ...recuts[0], id: 6, createdAt: at }] };
  expect(over("orders.read", stored, stile)).toEqual(stored);
  expect(over("orders.read", withItems, change("recut", recutBody, 8))).toEqual(withItems);
  expect(over("workshop.list", [order], stile)).toEqual([order]);
});

test("a recut marked as cut on this device leaves the order, and a taken back press leaves it there", () => {
  expect([idsAfter(), idsAfter(cutRecut(true)), idsAfter(cutRecut(true), cutRecut(false))]).toEqual([[5], [], [5]]);
});

test("a recut whose cutting is taken back is in its order again, which was read while it was cut", () => {
  const [recut] = recuts;
  const undone = { ...cutRecut(false), recut } as Change;
  const read = { ...withItems, recuts: [] };
  expect((over("orders.read", read, undone) as typeof withItems).recuts).toEqual([recut]);
  expect((over("orders.read", read, undone, cutRecut(true)) as typeof withItems).recuts).toEqual([]);
  expect(idsAfter(undone)).toEqual([5]);
});

test("a waiting mark ends the recuts of its shutter: as cut if it names the shutter, as not cut always", () => {
  const cut = (body: object, when = at) => ({ ...mark({ itemId: 1, step: "cut", done: true, ...body }), at: when }) as Change;
  const waiting = change("recut", recutBody);
  expect([idsAfter(cut({ piece: 1 })), idsAfter(cut({ piece: 2 })), idsAfter(cut({}))]).toEqual([[], [5], [5]]);
  expect(idsAfter(cut({ piece: 1 }, "2026-11-22T08:59:00.000Z"))).toEqual([5]);
  expect([idsAfter(cut({ done: false })), idsAfter(cut({ step: "finished", piece: 1 }))]).toEqual([[], [5]]);
  expect([idsAfter(waiting, cut({ piece: 1 })), idsAfter(cut({ piece: 1 }), waiting)]).toEqual([[], [-1]]);
});

test("an accepted recut is stored with the server's id, because the network may fail before it is fetched", async () => {
  const url = "https://portal.example/api/orders/7";
  const stored = new Map<string, typeof withItems>([[url, withItems]]);
  const seen = {
    keys: async (address?: string) => [...stored.keys()].filter((each) => address && each.endsWith(address)).map((each) => ({ url: each })),
    match: async () => Response.json(stored.get(url)),
    put: async (_: object, reply: Response) => void stored.set(url, await reply.json()),
  };
  vi.stubGlobal("caches", { keys: async () => ["seen-1"], open: async () => seen });
  vi.stubGlobal("navigator", { locks: { request: (_: string, work: () => unknown) => work() } });
  const entry = { ...change("recut", recutBody), id: 1 } as unknown as Entry;
  await updateStoredReplies(entry, { ...recuts[0], id: 9, createdAt: at });
  vi.unstubAllGlobals();
  expect(stored.get(url)?.recuts.map(({ id }) => id)).toEqual([5, 9]);
});

test("a waiting bar's mark and its undo change that bar of that plan, and no order with the plan's number", () => {
  const bar = (number: number) => {
    const pieces = [{ orderId: 9, lengthMm: 1000, cut: false }];
    return { bar: number, offcutId: null, lengthMm: 3000, offcutMm: 1987, sawn: null, pieces };
  };
  const figures = { kerfMm: 3, trimMm: 10 };
  const plan = {
    ...{ id: 7, orders: [9], changed: [] as number[] },
    profiles: [
      { ...figures, bars: [bar(1), bar(2)] },
      { ...figures, bars: [bar(3)] },
    ],
  };
  const sawn = (number: number, isSawn = true, id = 7) =>
    ({ name: "sawn", input: { params: { id, bar: number }, body: isSawn ? {} : { sawn: false } }, at }) as unknown as Change;
  const shown = over("workshop.readPlan", plan, sawn(2), sawn(3, true, 8)) as typeof plan;
  expect(shown.profiles[0]?.bars[1]).toMatchObject({ sawn: { at }, pieces: [{ cut: true }] });
  expect([shown.profiles[0]?.bars[0], shown.profiles[1]]).toEqual([plan.profiles[0]?.bars[0], plan.profiles[1]]);
  expect(over("workshop.readPlan", plan, sawn(2), sawn(2, false))).toEqual(plan);
  expect(over("orders.read", order, sawn(2))).toEqual(order);
  const several = (body: object) => ({ name: "sawnBars", input: { params: { id: 7 }, body }, at }) as unknown as Change;
  const bars = [{ bar: 2 }, { bar: 3 }];
  const both = over("workshop.readPlan", plan, several({ bars })) as typeof plan;
  expect(both.profiles.flatMap((profile) => profile.bars).map(({ sawn: mark }) => mark !== null)).toEqual([false, true, true]);
  expect(over("workshop.readPlan", plan, several({ bars }), several({ sawn: false, bars }))).toEqual(plan);
  expect(over("orders.read", order, several({ bars }))).toEqual(order);
  // The pieces of a changed order stay on the bar.
  const changed = over("workshop.readPlan", { ...plan, changed: [9] }, sawn(3)) as typeof plan;
  expect([shown.profiles[0]?.bars[1]?.offcutMm, changed.profiles[1]?.bars[0]?.offcutMm]).toEqual([1987, 2990]);
});

test("a shutter marked as cut on this device has no piece left to saw on any bar of a stored plan", () => {
  const piece = (itemId: number, number: number, cut = false) => ({ orderId: 7, itemId, piece: number, cut });
  const bar = (...pieces: object[]) => ({ bar: 1, sawn: null, pieces });
  const plan = {
    ...{ id: 3, orders: [7, 8] },
    profiles: [
      { bars: [bar(piece(1, 1), piece(1, 2)), bar({ ...piece(1, 1), orderId: 8 })] },
      { bars: [bar(piece(1, 1, true), piece(2, 1))] },
    ],
  };
  const cutsOf = (...changes: Change[]) =>
    (over("workshop.readPlan", plan, ...changes) as typeof plan).profiles.flatMap(({ bars }) =>
      bars.map(({ pieces }) => (pieces as { cut: boolean }[]).map(({ cut }) => cut)),
    );
  const cut = (body: object, id = 7) => mark({ itemId: 1, step: "cut", done: true, ...body }, id);
  const before = [[false, false], [false], [true, false]];
  expect(cutsOf(cut({ piece: 2 }))).toEqual([[false, true], [false], [true, false]]);
  expect(cutsOf(cut({}))).toEqual([[true, true], [false], [true, false]]);
  expect(cutsOf(cut({ piece: 1, step: "packed" }), cut({ itemId: 2 }, 9))).toEqual([[true, false], [false], [true, false]]);
  // An undo of the mark restores the server's state; an undo of a later step leaves the shutter cut.
  expect(cutsOf(cut({}), cut({ done: false }))).toEqual(before);
  expect(cutsOf(cut({ done: false }))).toEqual(before);
  expect(cutsOf(cut({}), cut({ step: "assembled", done: false }))).toEqual([[true, true], [false], [true, false]]);
  // The shutter was cut before, so its piece on the bar is a recut.
  expect(cutsOf({ ...cut({ step: "assembled" }), steps: { ...NO_STEPS, assembled: 1 } } as Change)).toEqual(before);
  const shown = over("workshop.readPlan", plan, cut({ piece: 2 })) as typeof plan;
  expect([shown.profiles[0]?.bars[1], shown.profiles[1]]).toEqual([plan.profiles[0]?.bars[1], plan.profiles[1]]);
  expect(shown.profiles[1]).toBe(plan.profiles[1]);
});

test("an accepted mark changes each stored plan of its order, because the network may fail before they are fetched", async () => {
  const stored = new Map(
    ["/api/workshop/plans/3", "/api/workshop/plans/4", "/api/workshop/plans/7/notes"].map((path) => [
      `https://portal.example${path}`,
      {
        ...{ id: 3, orders: [7] },
        profiles: [{ bars: [{ bar: 1, sawn: null, pieces: [{ orderId: 7, itemId: 1, piece: 1, cut: false }] }] }],
      },
    ]),
  );
  const seen = {
    keys: async (address?: string) => [...stored.keys()].filter((url) => !address || url.endsWith(address)).map((url) => ({ url })),
    match: async ({ url }: { url: string }) => Response.json(stored.get(url)),
    put: async ({ url }: { url: string }, reply: Response) => void stored.set(url, await reply.json()),
  };
  vi.stubGlobal("caches", { keys: async () => ["seen-1"], open: async () => seen });
  vi.stubGlobal("navigator", { locks: { request: (_: string, work: () => unknown) => work() } });
  await updateStoredReplies({ ...mark({ itemId: 1, step: "cut", done: true }), id: 1 } as unknown as Entry, { progress: undefined });
  vi.unstubAllGlobals();
  expect([...stored.values()].map(({ profiles }) => profiles[0]?.bars[0]?.pieces[0]?.cut)).toEqual([true, true, false]);
});

test("the totals no longer count an order that was shipped on this device, and lack the sums that it does not know", () => {
  const views = { mine: 8, open: 2 };
  const totals = { ...{ orders: 8, late: 3, windows: 20, shutters: 30 }, ...{ louvres: 900, frames: 18, areaM2: 25.5, views } };
  const made = [{ shutterType: "Basswood", louverSize: 76, colorSelection: "White", shutters: 4 }];
  const row = { ...order, windows: 2, shutters: 4, late: "shipping", supplier: { id: 1, companyName: "A" }, made };
  const ship = change("ship", { confirmed: true });
  const client = new QueryClient();
  client.setQueryData(["workshop", "list", "pages", {}], { pages: [{ data: [{ ...row, id: 6 }, row] }], pageParams: [null] });
  const sent: Change = { ...ship, leaving: leavingOf(client, ship) };
  const of = (query: object, ...changes: Change[]) => withChanges(["workshop", "totals", { query }], totals, changes);
  const without = { ...{ orders: 7, late: 2, windows: 18, shutters: 26 }, views: { mine: 7, open: 2 } };
  expect(of({ view: "mine" }, sent, sent)).toEqual({ ...without, louvres: Number.NaN, frames: Number.NaN, areaM2: Number.NaN });
  expect(of({ view: "open" }, sent)).toEqual({ ...totals, views: without.views });
  expect(of({ late: "false" }, sent)).toEqual(totals);
  expect(of({ louverSize: "63" }, sent)).toEqual(totals);
  expect(of({ louverSize: "76" }, sent)).toMatchObject({ orders: 7, shutters: Number.NaN, views: without.views });
  expect(of({}, mark({ itemId: 1, step: "packed", done: true }))).toEqual(totals);
  client.clear();
  client.setQueryData(["orders", "read", { params: { id: 7 } }], row);
  expect(leavingOf(client, ship)).toMatchObject({ windows: 2, shutters: 4 });
});
