import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { z } from "zod";
import { brokenConstraint } from "#server/platform/http/errors.ts";
import { recutParts, recuts } from "#server/schema/bar-plans.ts";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { startPortal, type TestPortal, type User } from "#server/testing/portal.ts";
import type { orderDetails } from "#shared/contract/orders.ts";
import type { workshop } from "#shared/contract/workshop.ts";
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

/** Creates an order of two shutters of two panels, the first of them cut. */
async function cutOrder(layoutCode = "LR") {
  const window = portal.windowOf(await portal.product(), { name: "Bay", widthM: 0.9, heightM: 1.35, layoutCode, quantity: 2 });
  const { id } = await portal.orderFor(customer, { items: [window] });
  await portal.db.update(orders).set({ supplierId: account.companyId }).where(eq(orders.id, id));
  const itemId = (await read(id)).quote.items[0]?.id ?? 0;
  succeeded(await mark({ id, itemId }, { step: "cut" }));
  return { id, itemId };
}
type Order = Awaited<ReturnType<typeof cutOrder>>;
const read = async (id: number, who = maker) => succeeded(await who.get<Details>(`/api/orders/${id}`));
const mark = ({ id, itemId }: Order, body: object, who = maker) =>
  who.patch(`/api/orders/${id}/pieces`, { itemId, piece: 1, done: true, ...body });
const LOUVRES = { panel: 2, part: "louvre", count: 2 };
const record = ({ id, itemId }: Order, body: object = {}, who = maker, headers = {}) =>
  who.post<{ id: number }>(`/api/orders/${id}/recuts`, { itemId, piece: 1, parts: [LOUVRES], reason: "split", ...body }, headers);
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
    expect(details.recuts?.map(recutInWords)).toEqual([`2 louvres, ${order.itemId}.1 B`]);
    expect(details.history.at(-1)).toMatchObject({
      event: "recut",
      piece: `${order.itemId}.1`,
      recut: { reason: "split", parts: [LOUVRES] },
    });
    expect(await cutsOf(order)).toEqual([{ piece: 1, ...LOUVRES }]);
    const theirs = await read(order.id, customer);
    expect([theirs.recuts, theirs.history.some(({ event }) => event === "recut")]).toEqual([undefined, false]);
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
    // A mark of all shutters does not say that this one's parts are cut.
    succeeded(await mark(order, { step: "cut", piece: undefined }));
    expect((await read(order.id)).recuts).toHaveLength(1);
    succeeded(await mark(order, { step: "cut" }));
    expect([(await read(order.id)).recuts, await cutsOf(order)]).toEqual([[], []]);
    succeeded(await mark(order, { step: "packed" }));
  });

  test("an order whose packed shutter has parts to recut is shipped only after a confirmation", async () => {
    const order = await cutOrder();
    succeeded(await mark(order, { step: "packed", piece: undefined }));
    succeeded(await record(order));
    expect(refusal(await maker.post(`/api/orders/${order.id}/ship`, {}))).toEqual([409, "1 of 2 is packed"]);
    succeeded(await maker.post(`/api/orders/${order.id}/ship`, { confirmed: true }));
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

  test("parts that were recut by hand are in no stop of a plan and cannot be sawn again", async () => {
    const order = await cutOrder();
    succeeded(await mark(order, { step: "cut", piece: 2 }));
    succeeded(await record(order));
    const plan = await planOf(order);
    expect(plan.profiles.map(({ profile, bars }) => [profile, bars.length])).toEqual([[expect.stringContaining("louvre"), 1]]);
    succeeded(await mark(order, { step: "cut" }));
    const again = succeeded(await maker.get<Plan>(`/api/workshop/plans/${plan.id}`));
    expect(piecesOf(again, 1).map(({ cut }) => cut)).toEqual([true, true]);
    expect(refusal(await saw(plan, 1))).toEqual([409, "This piece is sawn already"]);
    const [row] = succeeded(await maker.get<{ id: number; bars: number; sawn: number }[]>("/api/workshop/plans"));
    expect(row).toMatchObject({ id: plan.id, bars: 1, sawn: 1 });
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
