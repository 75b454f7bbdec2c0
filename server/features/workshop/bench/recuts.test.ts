import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { z } from "zod";
import { brokenConstraint } from "#server/platform/http/errors.ts";
import { recutParts, recuts } from "#server/schema/bar-plans.ts";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { auditEntries } from "#server/schema/records.ts";
import { succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { startPortal, type TestPortal, type User } from "#server/testing/portal.ts";
import type { orderDetails } from "#shared/contract/orders.ts";
import type { workshop } from "#shared/contract/workshop.ts";
import { londonClock } from "#shared/domain/period.ts";
import { recutInWords } from "#shared/domain/window/saw/recuts.ts";

type Details = z.input<typeof orderDetails>;
type Plan = z.input<typeof workshop.readPlan.response>;

let portal: TestPortal;
let customer: TestClient;
let boss: TestClient;
let account: User;
let maker: TestClient;
beforeAll(async () => {
  portal = await startPortal();
  customer = await portal.signIn("customer");
  boss = await portal.superAdmin();
});
afterAll(() => portal.stop());
beforeEach(async () => {
  account = await portal.createAccount("supplier", { companyName: "Elm Lane Joinery", contactName: "Tomasz" });
  maker = await portal.signIn(account);
});

/** Creates an order of shutters of two panels, the first of them cut. */
async function cutOrder(bay: object = {}) {
  const usual = { name: "Bay", widthM: 0.9, heightM: 1.35, layoutCode: "LR", quantity: 2 };
  const window = portal.windowOf(await portal.product(), { ...usual, ...bay });
  const { id } = await portal.orderFor(customer, { items: [window] });
  await portal.db.update(orders).set({ supplierId: account.companyId }).where(eq(orders.id, id));
  const itemId = (await read(id)).quote.items[0]?.id ?? 0;
  succeeded(await mark({ id, itemId }, { step: "cut" }));
  return { id, itemId };
}
type Order = Awaited<ReturnType<typeof cutOrder>>;
const read = async (id: number, who = maker) => succeeded(await who.get<Details>(`/api/orders/${id}`));
const mark = ({ id, itemId }: Order, body: object, who = maker, headers = {}) =>
  who.patch(`/api/orders/${id}/pieces`, { itemId, piece: 1, done: true, ...body }, headers);
const LOUVRES = { panel: 2, part: "louvre", count: 2 };
const record = ({ id, itemId }: Order, body: object = {}, who = maker, headers = {}) =>
  who.post<{ id: number }>(`/api/orders/${id}/recuts`, { itemId, piece: 1, parts: [LOUVRES], reason: "split", ...body }, headers);
const cut = (order: Order, recutId: number, body: object, who = maker) => who.patch(`/api/orders/${order.id}/recuts/${recutId}`, body);
const refusal = ({ status, text }: { status: number; text: string }) => [status, text];
const cutsOf = async ({ id }: Order) =>
  succeeded(
    await maker.get<{ parts: { recut: boolean; piece: number | null; panel: number; part: string; count: number }[] }>(
      `/api/orders/${id}/cut-list`,
    ),
  )
    .parts.filter(({ recut }) => recut)
    .map(({ piece, panel, part, count }) => ({ piece, panel, part, count }));
const planOf = async ({ id }: Order) => succeeded(await maker.post<Plan>("/api/workshop/plans", { orders: [id] }));
const piecesOf = (plan: Plan, piece: number) =>
  plan.profiles.flatMap(({ profile, bars }) =>
    bars.flatMap((bar) => bar.pieces.filter((each) => each.piece === piece).map((each) => ({ profile, bar: bar.bar, ...each }))),
  );
const saw = ({ id }: Plan, bar: number, sawn = true) =>
  maker.post<{ cut: object[] }>(`/api/workshop/plans/${id}/bars/${bar}/sawn`, { sawn });

describe("a recut", () => {
  test("a recut is on the order, in the cut list and in the history, and not for customers", async () => {
    const order = await cutOrder();
    const recut = succeeded(await record(order, { note: " knot in the second " }));
    expect(recut).toMatchObject({ itemId: order.itemId, piece: 1, parts: [LOUVRES], reason: "split", note: "knot in the second" });
    const details = await read(order.id);
    expect(details.recuts).toEqual([recut]);
    expect(details.recuts?.map((each) => recutInWords(each))).toEqual([`2 louvres, ${order.itemId}.1 B`]);
    expect(details.history.at(-1)).toMatchObject({
      event: "recut",
      piece: `${order.itemId}.1`,
      recut: { reason: "split", parts: [LOUVRES] },
    });
    expect(await cutsOf(order)).toEqual([{ piece: 1, ...LOUVRES }]);
    const theirs = await read(order.id, customer);
    expect([theirs.recuts, theirs.history.some(({ event }) => event === "recut")]).toEqual([undefined, false]);
  });

  test("the board counts the recuts of an order with parts that are still to be cut", async () => {
    const order = await cutOrder();
    const counted = async () =>
      succeeded(await maker.get<{ id: number; openRecuts: number }[]>("/api/workshop")).find(({ id }) => id === order.id)?.openRecuts;
    expect(await counted()).toBe(0);
    const { id } = succeeded(await record(order));
    succeeded(await record(order, { parts: [{ panel: 1, part: "louvre", count: 1 }] }));
    expect(await counted()).toBe(2);
    succeeded(await cut(order, id, { cut: true }));
    expect(await counted()).toBe(1);
  });

  test("a shutter with parts to recut keeps its marks and cannot be packed or leave in a parcel", async () => {
    const order = await cutOrder();
    succeeded(await mark(order, { step: "finished" }));
    succeeded(await record(order));
    const sentence = `${order.itemId}.1 has parts to recut`;
    expect((await read(order.id)).progress).toEqual({ cut: 1, assembled: 1, finished: 1, packed: 0 });
    expect(refusal(await mark(order, { step: "packed" }))).toEqual([409, sentence]);
    expect(refusal(await mark(order, { step: "packed", piece: undefined }))).toEqual([409, sentence]);
    const parcel = { pieces: [{ itemId: order.itemId, piece: 1 }] };
    expect(refusal(await maker.post(`/api/orders/${order.id}/parcels`, parcel))).toEqual([409, sentence]);
  });

  test("a mark of the named shutter as cut finishes its recut, one of all shutters or pressed before does not", async () => {
    portal.clock.set("2026-11-24T10:00:00Z");
    const order = await cutOrder();
    const recut = succeeded(await record(order));
    succeeded(await mark(order, { step: "cut", piece: undefined }));
    // A tablet without a network sends this mark late: the parts were spoiled after it.
    succeeded(await mark(order, { step: "cut" }, maker, { "Pressed-At": "2026-11-24T09:40:00Z" }));
    expect((await read(order.id)).recuts).toEqual([recut]);
    expect(refusal(await mark(order, { step: "packed" }))).toEqual([409, `${order.itemId}.1 has parts to recut`]);
    succeeded(await mark(order, { step: "cut" }));
    expect([(await read(order.id)).recuts, await cutsOf(order)]).toEqual([[], []]);
    succeeded(await mark(order, { step: "packed" }));
  });

  test("a recut that a tablet sends late was recorded at its press, so a mark as cut pressed after it finishes it", async () => {
    portal.clock.set("2026-11-24T10:00:00Z");
    const order = await cutOrder();
    portal.clock.advance(3 * 3_600_000);
    // A colleague packs the shutter while the tablet has no network.
    succeeded(await mark(order, { step: "packed" }));
    const recut = succeeded(await record(order, {}, maker, { "Pressed-At": "2026-11-24T11:00:00Z" }));
    expect(recut).toMatchObject({ createdAt: "2026-11-24T11:00:00.000Z" });
    succeeded(await mark(order, { step: "cut" }, maker, { "Pressed-At": "2026-11-24T10:59:00Z" }));
    expect((await read(order.id)).recuts).toEqual([recut]);
    expect(refusal(await maker.post(`/api/orders/${order.id}/ship`, {}))).toEqual([409, "None of 2 is packed"]);
    succeeded(await mark(order, { step: "cut" }, maker, { "Pressed-At": "2026-11-24T11:01:00Z" }));
    expect((await read(order.id)).recuts).toEqual([]);
  });

  test("an order whose packed shutter has parts to recut is shipped only after a confirmation", async () => {
    const order = await cutOrder();
    succeeded(await mark(order, { step: "packed", piece: undefined }));
    succeeded(await record(order));
    expect(refusal(await maker.post(`/api/orders/${order.id}/ship`, {}))).toEqual([409, "1 of 2 is packed"]);
    succeeded(await maker.post(`/api/orders/${order.id}/ship`, { confirmed: true }));
  });

  test("a plan and its preview name the shutter of each recut part, and of no other part", async () => {
    const order = await cutOrder();
    succeeded(await record(order));
    const preview = succeeded(await maker.get<Plan>(`/api/workshop/bar-plan?orders=${order.id}`));
    for (const plan of [preview, await planOf(order)]) {
      expect(piecesOf(plan, 1).map(({ recutFor }) => recutFor)).toEqual([`${order.itemId}.1`, `${order.itemId}.1`]);
      expect(new Set(piecesOf(plan, 2).map(({ recutFor }) => recutFor))).toEqual(new Set([undefined]));
    }
  });

  test("the next plan saws recut parts beside the uncut shutters' parts, and its bar finishes them", async () => {
    const order = await cutOrder();
    succeeded(await record(order, { parts: [LOUVRES, { panel: null, part: "frame-left", count: 1 }] }));
    const plan = await planOf(order);
    const pieces = piecesOf(plan, 1);
    expect(pieces.map(({ panel, part }) => `${panel} ${part}`).sort()).toEqual(["2 louvre", "2 louvre", "null frame-left"]);
    for (const bar of new Set(pieces.map((piece) => piece.bar))) succeeded(await saw(plan, bar));
    const details = await read(order.id);
    expect([details.recuts, details.progress.cut]).toEqual([[], 1]);
    const [{ bar } = { bar: 0 }] = pieces;
    expect((await saw(plan, bar)).status).toBe(200);
    // An undone bar leaves them to be cut again, and the shutter keeps its mark.
    succeeded(await saw(plan, bar, false));
    const undone = await read(order.id);
    expect([undone.recuts?.length, undone.progress.cut]).toEqual([1, 1]);
    succeeded(await saw(plan, bar));
    succeeded(await mark(order, { step: "packed" }));
    expect(refusal(await saw(plan, bar, false))).toEqual([409, `${order.itemId}.1 is already packed`]);
  });

  test("an order with parts to recut is proposed for a plan, until a plan has them or they are cut", async () => {
    const proposed = async (who = maker) => succeeded(await who.get<{ orderId: number; parts: number }[]>("/api/workshop/recuts"));
    const order = await cutOrder();
    expect(await proposed()).toEqual([]);
    const recut = succeeded(await record(order, { parts: [LOUVRES, { panel: null, part: "frame-left", count: 1 }] }));
    expect(await proposed()).toMatchObject([{ orderId: order.id, parts: 3 }]);
    const others = await portal.signIn(await portal.createAccount("supplier", { companyName: "Oak Lane Joinery" }));
    expect(await proposed(others)).toEqual([]);
    const plan = await planOf(order);
    expect(await proposed()).toEqual([]);
    succeeded(await record(order, { parts: [{ panel: 1, part: "louvre", count: 1 }] }));
    expect(await proposed()).toMatchObject([{ orderId: order.id, parts: 1 }]);
    await maker.delete(`/api/workshop/plans/${plan.id}`);
    expect(await proposed()).toMatchObject([{ orderId: order.id, parts: 4 }]);
    succeeded(await cut(order, recut.id, { cut: true }));
    expect(await proposed()).toMatchObject([{ orderId: order.id, parts: 1 }]);
  });

  test("parts that were recut by hand are in no stop of a plan and cannot be sawn again", async () => {
    const order = await cutOrder();
    succeeded(await mark(order, { step: "cut", piece: 2 }));
    const recut = succeeded(await record(order));
    const plan = await planOf(order);
    expect(plan.profiles.map(({ profile, bars }) => [profile, bars.length])).toEqual([[expect.stringContaining("louvre"), 1]]);
    succeeded(await cut(order, recut.id, { cut: true }));
    const again = succeeded(await maker.get<Plan>(`/api/workshop/plans/${plan.id}`));
    expect(piecesOf(again, 1).map((piece) => piece.cut)).toEqual([true, true]);
    expect(refusal(await saw(plan, 1))).toEqual([409, "This piece is sawn already"]);
    const [row] = succeeded(await maker.get<{ id: number; bars: number; sawn: number }[]>("/api/workshop/plans"));
    expect(row).toMatchObject({ id: plan.id, bars: 0, sawn: 0 });
  });

  test("a shutter that is no longer cut loses its recuts, because all of it is cut again", async () => {
    const order = await cutOrder();
    succeeded(await record(order));
    succeeded(await mark(order, { step: "cut", done: false }));
    expect([(await read(order.id)).recuts, await cutsOf(order)]).toEqual([[], []]);
    expect(piecesOf(await planOf(order), 1).filter(({ part, panel }) => part === "stile" && panel === 1)).toHaveLength(2);
  });

  test("a recut by a supplier claims an open order, and is refused on another workshop's", async () => {
    const order = await cutOrder();
    await portal.db.update(orders).set({ supplierId: null }).where(eq(orders.id, order.id));
    succeeded(await record(order));
    expect((await read(order.id, boss)).supplier?.id).toBe(account.companyId);
    const other = await portal.signIn(await portal.createAccount("supplier", { companyName: "Ash Works" }));
    expect((await record(order, {}, other)).status).toBe(409);
    portal.clock.advance(11_000);
    expect((await record(order, {}, other)).status).toBe(404);
  });
});

test("a recut of one of several differing posts has the length and bevel of the chosen one", async () => {
  const bay = { widthM: 1.8, layoutCode: "LBLBR", facetsMm: [600, 600, 600], postAngles: [150, 120], quantity: 1 };
  const order = await cutOrder(bay);
  const post = { panel: null, part: "bay-post", count: 1 };
  const bevels = async () =>
    succeeded(await maker.get<{ parts: { recut: boolean; bevelDeg: number | null }[] }>(`/api/orders/${order.id}/cut-list`))
      .parts.filter(({ recut }) => recut)
      .map(({ bevelDeg }) => bevelDeg);
  expect(succeeded(await record(order, { parts: [{ ...post, replaces: [2] }] }))).toMatchObject({ parts: [{ ...post, replaces: [2] }] });
  expect([(await read(order.id)).recuts?.[0]?.parts, await bevels()]).toEqual([[{ ...post, replaces: [2], chosen: true }], [30]]);
  const second = await record(order, { parts: [{ ...post, replaces: [2] }] });
  expect(refusal(second)).toEqual([409, 'The frame of "Bay" has its bay post 2 to recut already']);
  succeeded(await record(order, { parts: [{ ...post, replaces: [1] }] }));
  expect((await bevels()).toSorted()).toEqual([15, 30]);
  expect(refusal(await record(order, { parts: [{ ...post, replaces: [3] }] }))).toEqual([400, 'The frame of "Bay" has no bay post 3']);
  for (const replaces of [[], [1, 2], [1, 1]]) expect((await record(order, { parts: [{ ...post, replaces }] })).status).toBe(400);
  const stile = { panel: 1, part: "stile", count: 1, replaces: [1] };
  succeeded(await record(order, { parts: [stile] }));
  expect((await record(order, { parts: [stile] })).text).toBe('Panel A of "Bay" has its left stile (hinges) to recut already');
});

describe("taken back", () => {
  const remove = (order: Order, recutId: number, who = maker) => who.delete(`/api/orders/${order.id}/recuts/${recutId}`);
  const recutsOf = async (order: Order) => (await read(order.id)).recuts?.length;
  const eventsOf = async (order: Order) => (await read(order.id)).history.flatMap(({ event }) => event ?? []);

  test("a deleted recut leaves the cut list and the scrap, and the history and audit trail name it", async () => {
    portal.clock.set("2026-11-24T10:00:00Z");
    const order = await cutOrder();
    const { id } = succeeded(await record(order));
    const plan = await planOf(order);
    expect((await remove(order, id)).status).toBe(204);
    expect([await recutsOf(order), await cutsOf(order)]).toEqual([0, []]);
    expect(succeeded(await maker.get("/api/workshop/scrap?from=2026-11-24&to=2026-11-24"))).toEqual([]);
    const details = await read(order.id);
    expect(details.history.at(-1)).toMatchObject({ event: "recut-deleted", recut: { parts: [LOUVRES] }, by: { contactName: "Tomasz" } });
    expect((await read(order.id, customer)).history.some(({ event }) => event)).toBe(false);
    const [entry] = await portal.db.select().from(auditEntries).where(eq(auditEntries.action, "workshop.deleteRecut"));
    expect(entry).toMatchObject({ targetId: order.id, before: { recut: `${order.itemId}.1`, parts: 2 }, after: { deleted: true } });
    // A repeat changes nothing, and the shutter can be packed.
    expect((await remove(order, id)).status).toBe(204);
    expect(await eventsOf(order)).toEqual(["recut", "recut-deleted"]);
    succeeded(await mark(order, { step: "packed" }));
    // Parts of a later recut have numbers that no older plan names.
    succeeded(await mark(order, { step: "packed", done: false }));
    succeeded(await record(order));
    const again = succeeded(await maker.get<Plan>(`/api/workshop/plans/${plan.id}`));
    expect(piecesOf(again, 1).map((piece) => piece.cut)).toEqual([true, true]);
  });

  test("a recut with a cut part, of a shipped order or of another workshop is not deleted", async () => {
    const order = await cutOrder();
    const { id } = succeeded(await record(order, { parts: [LOUVRES, { panel: null, part: "frame-left", count: 1 }] }));
    const plan = await planOf(order);
    const bar = piecesOf(plan, 1).find(({ part }) => part === "frame-left")?.bar ?? 0;
    succeeded(await saw(plan, bar));
    expect(refusal(await remove(order, id))).toEqual([409, "1 of 3 parts is already cut"]);
    expect((await remove(order, id + 1000)).status).toBe(404);
    const other = await portal.signIn(await portal.createAccount("supplier", { companyName: "Ash Works" }));
    portal.clock.advance(11_000);
    expect([(await remove(order, id, other)).status, (await cut(order, id, { cut: true }, other)).status]).toEqual([404, 404]);
    succeeded(await saw(plan, bar, false));
    succeeded(await maker.post(`/api/orders/${order.id}/ship`, { confirmed: true }));
    expect(refusal(await remove(order, id))).toEqual([409, "This order is shipped"]);
    expect(refusal(await cut(order, id, { cut: true }))).toEqual([409, "This order is shipped"]);
  });

  test("a recut that was marked as cut waits again after an undo, once, and the history names who", async () => {
    const order = await cutOrder();
    const { id } = succeeded(await record(order));
    for (let times = 0; times < 2; times += 1) succeeded(await cut(order, id, { cut: true }));
    expect([await recutsOf(order), await cutsOf(order)]).toEqual([0, []]);
    for (let times = 0; times < 2; times += 1) succeeded(await cut(order, id, { cut: false }));
    expect(await cutsOf(order)).toEqual([{ piece: 1, ...LOUVRES }]);
    expect(refusal(await mark(order, { step: "packed" }))).toEqual([409, `${order.itemId}.1 has parts to recut`]);
    expect(await eventsOf(order)).toEqual(["recut", "recut-undone"]);
    // The shutter's mark as cut finishes the recut too, and can be undone alike.
    succeeded(await mark(order, { step: "cut" }));
    succeeded(await cut(order, id, { cut: false }));
    expect(await recutsOf(order)).toBe(1);
    succeeded(await remove(order, id));
    expect(refusal(await cut(order, id, { cut: true }))).toEqual([409, "This recut was deleted"]);
  });

  test("a cut recut stays cut once its shutter is packed, shipped, cut anew or marked by a colleague", async () => {
    const order = await cutOrder();
    const seen = portal.clock().toISOString();
    const { id } = succeeded(await record(order));
    succeeded(await cut(order, id, { cut: true }));
    const colleague = await portal.signIn(await portal.createAccount("supplier", { colleagueOf: account, contactName: "Ines Calloway" }));
    portal.clock.advance(60_000);
    const clock = londonClock(portal.clock());
    succeeded(await mark(order, { step: "finished" }, colleague));
    expect(refusal(await cut(order, id, { cut: false, seen }))).toEqual([409, `Ines Calloway marked it finished at ${clock}`]);
    const now = portal.clock().toISOString();
    expect((await cut(order, id, { cut: false, seen: now }, colleague)).status).toBe(200);
    succeeded(await cut(order, id, { cut: true }, colleague));
    expect((await cut(order, id, { cut: false, seen: portal.clock().toISOString() })).status).toBe(200);
    portal.clock.advance(60_000);
    succeeded(await cut(order, id, { cut: true }, colleague));
    const later = londonClock(portal.clock());
    const known = new Date(portal.clock().getTime() - 1000).toISOString();
    expect(refusal(await cut(order, id, { cut: false, seen: known }))).toEqual([409, `Ines Calloway marked it cut at ${later}`]);
    succeeded(await mark(order, { step: "packed" }));
    expect(refusal(await cut(order, id, { cut: false }))).toEqual([409, `${order.itemId}.1 is already packed`]);
    succeeded(await maker.post(`/api/orders/${order.id}/parcels`, { pieces: [{ itemId: order.itemId, piece: 1 }] }));
    expect(refusal(await cut(order, id, { cut: false }))).toEqual([409, `${order.itemId}.1 is already shipped`]);
  });

  test("parts that a bar cut, or that were cut with the whole shutter, do not wait again by hand", async () => {
    const order = await cutOrder();
    const { id } = succeeded(await record(order));
    const plan = await planOf(order);
    const [{ bar } = { bar: 0 }] = piecesOf(plan, 1);
    succeeded(await saw(plan, bar));
    const byHand = [409, "These parts were not marked as cut by hand"];
    expect(refusal(await cut(order, id, { cut: false }))).toEqual(byHand);
    succeeded(await saw(plan, bar, false));
    succeeded(await cut(order, id, { cut: true }));
    succeeded(await mark(order, { step: "cut", done: false }));
    expect(refusal(await cut(order, id, { cut: false }))).toEqual([409, `${order.itemId}.1 is not cut yet`]);
    succeeded(await mark(order, { step: "cut" }));
    expect(refusal(await cut(order, id, { cut: false }))).toEqual(byHand);
  });
});

describe("refused", () => {
  test("a recut of an uncut shutter, unknown parts or too many of them stores nothing", async () => {
    const order = await cutOrder();
    const stile = { panel: 1, part: "stile", count: 2 };
    for (const [body, said] of [
      [{ piece: 2 }, [409, `${order.itemId}.2 is not cut yet`]],
      [{ piece: 3 }, [400, 'Window "Bay" has 2 shutters']],
      [{ itemId: 999_999 }, [400, "Please choose one of the order's windows"]],
      [{ parts: [] }, [400, "Please choose the parts to recut"]],
      [{ parts: [stile, stile] }, [400, "Please name each part once"]],
      [{ parts: [{ ...stile, count: 3 }] }, [400, 'Panel A of "Bay" has 2 stiles']],
      [{ parts: [{ ...stile, panel: 3 }] }, [400, 'Panel C of "Bay" has no stile']],
      [{ parts: [{ panel: 1, part: "mid-rail", count: 1 }] }, [400, 'Panel A of "Bay" has no mid rail']],
      [{ parts: [{ panel: null, part: "track", count: 1 }] }, [400, 'The frame of "Bay" has no track']],
    ] as const)
      expect(refusal(await record(order, body))).toEqual(said);
    expect((await record(order, { reason: "worn" })).status).toBe(400);
    expect((await read(order.id)).recuts).toEqual([]);
    succeeded(await maker.post(`/api/orders/${order.id}/ship`, { confirmed: true }));
    expect(refusal(await record(order))).toEqual([409, "This order is shipped"]);
  });

  test("a repeated call with its key records one recut", async () => {
    const order = await cutOrder();
    const headers = { "idempotency-key": `recut of ${order.id}` };
    const [one, two] = await Promise.all([record(order, {}, maker, headers), record(order, {}, maker, headers)]);
    expect([one.status, two.status].filter((status) => status === 201).length).toBeGreaterThan(0);
    succeeded(await record(order, {}, maker, headers));
    expect((await read(order.id)).recuts).toHaveLength(1);
  });

  test("two tablets at once never recut more parts than the panel has", async () => {
    const order = await cutOrder();
    const stile = { parts: [{ panel: 1, part: "stile", count: 1 }] };
    const replies = await Promise.all([record(order, stile), record(order, stile), record(order, stile), record(order, stile)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409]);
    expect(replies.find(({ status }) => status === 409)?.text).toBe('Panel A of "Bay" has 2 stiles, 2 to recut already');
    expect(await cutsOf(order)).toEqual([{ piece: 1, panel: 1, part: "stile", count: 2 }]);
  });

  test("the database refuses a recut of a shutter that the order does not have", async () => {
    const order = await cutOrder();
    const row = {
      orderId: order.id,
      itemId: order.itemId,
      piece: 3,
      reason: "split",
      companyId: account.companyId,
      byUserId: account.id,
    } as const;
    const broken = await portal.db
      .insert(recuts)
      .values(row)
      .then(
        () => null,
        (error: unknown) => brokenConstraint(error),
      );
    expect(broken).toBe("order_pieces_of_the_order");
    expect(await portal.db.$count(recutParts, eq(recutParts.orderId, order.id))).toBe(0);
  });
});

test("scrap sums a workshop's spoiled parts by reason and section, also as CSV", async () => {
  portal.clock.set("2026-11-24T10:00:00Z");
  const order = await cutOrder();
  succeeded(await record(order));
  succeeded(await record(order, { parts: [{ panel: 1, part: "stile", count: 2 }], reason: "wrong-size" }));
  succeeded(await record(order, { parts: [{ panel: 1, part: "louvre", count: 1 }] }));
  const { parts } = succeeded(
    await maker.get<{ parts: { part: string; cutMm: number; recut: boolean }[] }>(`/api/orders/${order.id}/cut-list`),
  );
  const mmOf = (part: string) => parts.find((each) => each.part === part && each.recut)?.cutMm ?? 0;
  const rows = [
    { reason: "wrong-size", section: "stile", parts: 2, metres: (2 * mmOf("stile")) / 1000 },
    { reason: "split", section: expect.stringContaining("louvre-"), parts: 3, metres: expect.closeTo((3 * mmOf("louvre")) / 1000, 6) },
  ];
  const scrap = "/api/workshop/scrap";
  expect(succeeded(await maker.get(scrap))).toEqual(rows);
  expect(succeeded(await maker.get(`${scrap}?from=2026-11-24&to=2026-11-24`))).toEqual(rows);
  expect(succeeded(await maker.get(`${scrap}?to=2026-11-23`))).toEqual([]);
  expect(succeeded(await maker.get(`${scrap}?from=2026-11-25`))).toEqual([]);
  expect((await maker.get(`${scrap}?from=2026-11-25&to=2026-11-24`)).text).toBe("From cannot be after to");
  const csv = await maker.get(scrap, { accept: "text/csv" });
  expect(csv.text.split("\r\n").slice(0, 2)).toEqual(["Reason,Section,Parts,Metres", expect.stringMatching(/^wrong-size,stile,2,/)]);
  const other = await portal.signIn(await portal.createAccount("supplier", { companyName: "Ash Works" }));
  expect(succeeded(await other.get(scrap))).toEqual([]);
});
