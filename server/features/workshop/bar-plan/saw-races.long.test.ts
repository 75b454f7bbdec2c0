import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { barPlanBars, offcuts, recutParts, recuts, sawnParts } from "#server/schema/bar-plans.ts";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { auditEntries } from "#server/schema/records.ts";
import { orderPieces, workshopEvents } from "#server/schema/workshop.ts";
import { type OrderReply, type ProductReply, succeeded } from "#server/testing/builders.ts";
import type { Reply, TestClient } from "#server/testing/calls/test-client.ts";
import { startPortal, type TestPortal, type User } from "#server/testing/portal.ts";
import { eachStep, PIECE_STEPS } from "#shared/domain/window/saw/pieces.ts";
import { FIRST_RECUT } from "#shared/domain/window/saw/recuts.ts";

/**
 * People of one workshop saw at the same moment: each bar, piece and offcut has one outcome, no
 * deadlock occurs, and an aborted tick leaves nothing.
 */

interface Plan {
  readonly id: number;
  readonly profiles: readonly {
    readonly bars: readonly { readonly bar: number; readonly offcutId: number | null; readonly pieces: readonly object[] }[];
  }[];
}

let portal: TestPortal;
let product: ProductReply;
let account: User;
let makers: TestClient[];
beforeAll(async () => {
  portal = await startPortal();
  product = await portal.product();
  account = await portal.createAccount("supplier");
  makers = await Promise.all([0, 1, 2, 3].map(() => portal.signIn(account)));
});
afterEach(async () => {
  const { rows } = await portal.owner.execute<{ count: number }>(
    sql`select deadlocks::int as count from pg_stat_database where datname = current_database()`,
  );
  expect(rows[0]?.count).toBe(0);
});
afterAll(() => portal.stop());

const maker = (n = 0): TestClient => makers[n % makers.length] as TestClient;
/** Two stiles fit on a bar of 3,000 mm. */
const PAIR = { name: "Bay", widthM: 0.6, heightM: 1.35, layoutCode: "L", louverSize: 76 };
async function orderOf(quantity = 1): Promise<OrderReply> {
  const order = await portal.orderFor(await portal.signIn("customer"), { items: [portal.windowOf(product, { ...PAIR, quantity })] });
  await portal.db.update(orders).set({ supplierId: account.companyId }).where(eq(orders.id, order.id));
  return order;
}
const planOf = async (...ids: number[]) => succeeded(await maker().post<Plan>("/api/workshop/plans", { orders: ids }));
const barsOf = ({ profiles }: Plan) => profiles.flatMap(({ bars }) => bars);
const saw = (who: TestClient, plan: Plan, bar: number) => who.post(`/api/workshop/plans/${plan.id}/bars/${bar}/sawn`, {});
const partsOf = (id: number) => portal.db.select().from(sawnParts).where(eq(sawnParts.orderId, id));
const shuttersCut = async (id: number) =>
  (await portal.db.select().from(orderPieces).where(eq(orderPieces.orderId, id))).filter(({ cutAt }) => cutAt !== null);
const piecesOf = (plan: Plan) => barsOf(plan).flatMap(({ pieces }) => pieces);
const outcomes = (replies: readonly Reply[]) =>
  replies.map(({ status, text }) => (status === 200 ? "200" : `${status} ${text}`)).toSorted();
const leftOf = (plan: Plan) => portal.db.select().from(offcuts).where(eq(offcuts.fromPlanId, plan.id));

describe("two people at one plan", () => {
  test("each bar is sawn once, with any number of people, repetitions and orders of ticks", async () => {
    const order = await orderOf(4);
    const plan = await planOf(order.id);
    const numbers = barsOf(plan).map(({ bar }) => bar);
    const from = [numbers, numbers.toReversed(), numbers, numbers.toReversed()];
    const replies = await Promise.all(from.flatMap((mine, n) => mine.map(async (bar) => ({ bar, reply: await saw(maker(n), plan, bar) }))));
    for (const { reply } of replies) expect([reply.status, reply.status === 200 ? "" : reply.text]).toEqual([200, ""]);
    // The second person reads the result of the first one.
    for (const bar of numbers) expect(new Set(replies.filter((one) => one.bar === bar).map(({ reply }) => reply.text)).size).toBe(1);
    expect(await partsOf(order.id)).toHaveLength(piecesOf(plan).length);
    expect(await shuttersCut(order.id)).toHaveLength(4);
    const bars = (await leftOf(plan)).map(({ fromBar }) => fromBar);
    expect(new Set(bars).size).toBe(bars.length);
    const ticked = await portal.db
      .select()
      .from(auditEntries)
      .where(sql`${auditEntries.action} = 'workshop.sawn' and ${auditEntries.targetId} = ${plan.id}`);
    expect(ticked).toHaveLength(numbers.length);
  });

  test("a simultaneous last part and bench mark cut a shutter once", async () => {
    for (let round = 0; round < 6; round += 1) {
      const order = await orderOf();
      const plan = await planOf(order.id);
      const bars = barsOf(plan);
      for (const { bar } of bars.slice(0, -1)) succeeded(await saw(maker(), plan, bar));
      const [itemId] = (piecesOf(plan) as { itemId: number }[]).map((piece) => piece.itemId);
      const [mark, tick] = await Promise.all([
        maker(1).patch(`/api/orders/${order.id}/pieces`, { itemId, piece: 1, step: "cut", done: true }),
        saw(maker(2), plan, bars.length),
      ]);
      expect(mark?.status).toBe(200);
      expect(tick && outcomes([tick])).toEqual([tick?.status === 200 ? "200" : "409 This piece is sawn already"]);
      expect(await shuttersCut(order.id)).toHaveLength(1);
      const last = bars.at(-1)?.pieces.length ?? 0;
      expect(await partsOf(order.id)).toHaveLength(piecesOf(plan).length - (tick?.status === 200 ? 0 : last));
    }
  });
});

describe("two plans", () => {
  test("two plans of one piece: one saws it, the other gets a 409 and leaves nothing", async () => {
    const [one, two] = [await orderOf(2), await orderOf(2)];
    // The second plan has the orders reversed, and a third plan has one of them.
    const plans = [await planOf(one.id, two.id), await planOf(two.id, one.id), await planOf(one.id)];
    const replies = await Promise.all(
      plans.flatMap((plan, n) => barsOf(plan).map(async ({ bar }) => ({ plan, bar, reply: await saw(maker(n), plan, bar) }))),
    );
    expect(new Set(outcomes(replies.map(({ reply }) => reply)))).toEqual(new Set(["200", "409 This piece is sawn already"]));
    for (const { id } of [one, two]) {
      const parts = await partsOf(id);
      expect(new Set(parts.map(({ itemId, piece, panel, part, nth }) => [itemId, piece, panel, part, nth].join())).size).toBe(parts.length);
    }
    for (const { plan, bar, reply } of replies) {
      const [row] = await portal.db
        .select()
        .from(barPlanBars)
        .where(sql`${barPlanBars.planId} = ${plan.id} and ${barPlanBars.bar} = ${bar}`);
      expect(row?.sawnAt !== null).toBe(reply.status === 200);
      const left = (await leftOf(plan)).filter(({ fromBar }) => fromBar === bar);
      if (reply.status !== 200) expect(left).toEqual([]);
    }
  });

  test("two plans of one offcut: one saws it, or it is removed, and the other gets a 409", async () => {
    for (let round = 0; round < 6; round += 1) {
      const body = { section: "stile", material: product.name, color: "White", lengthMm: 2600 };
      const ids = [await orderOf(), await orderOf(), await orderOf()].map(({ id }) => id);
      const { id } = succeeded(await maker().post<{ id: number }>("/api/workshop/offcuts", body));
      const plans = await Promise.all(ids.map((order) => planOf(order)));
      const barOf = (plan: Plan) => barsOf(plan).find(({ offcutId }) => offcutId === id)?.bar ?? 0;
      const throws = round % 2 === 1;
      const [gone, ...taps] = await Promise.all([
        throws ? maker(3).delete(`/api/workshop/offcuts/${id}`) : null,
        ...plans.map((plan, n) => saw(maker(n), plan, barOf(plan))),
      ]);
      const sawn = taps.filter(({ status }) => status === 200).length;
      const used = Array.from({ length: 3 - sawn }, () => "409 This offcut is used");
      expect(outcomes(taps)).toEqual([...Array.from({ length: sawn }, () => "200"), ...used]);
      // Either the offcut was removed or one plan has sawn it, never both and never neither.
      const thrown = gone === null ? null : gone.status;
      if (sawn === 1) expect([null, 409]).toContain(thrown);
      else expect([sawn, thrown]).toEqual([0, 204]);
      const [row] = await portal.db.select().from(offcuts).where(eq(offcuts.id, id));
      expect(row?.goneAt).not.toBeNull();
    }
  });
});

test("a mark, its undo, a recut, its deletion, its bar, packing and shipping of one shutter have one outcome each", async () => {
  const acts = ["recut", "delete", "undo", "saw", "cut", "mark", "pack", "ship"] as const;
  for (let round = 0; round < acts.length; round += 1) {
    const order = await orderOf();
    const [first] = piecesOf(await planOf(order.id)) as { itemId: number }[];
    const shutter = { itemId: first?.itemId, piece: 1 };
    const mark = (who: TestClient, done: boolean) => who.patch(`/api/orders/${order.id}/pieces`, { ...shutter, step: "cut", done });
    const recut = (who: TestClient) => {
      const parts = [{ panel: 1, part: "stile", count: 1 }];
      return who.post<{ id: number }>(`/api/orders/${order.id}/recuts`, { ...shutter, parts, reason: "split" });
    };
    succeeded(await mark(maker(), true));
    const { id: recutId } = succeeded(await recut(maker()));
    const plan = await planOf(order.id);
    const path = `/api/orders/${order.id}/recuts/${recutId}`;
    const asks: Readonly<Record<(typeof acts)[number], (who: TestClient) => Promise<Reply>>> = {
      recut,
      delete: (who) => who.delete(path),
      cut: (who) => who.patch(path, { cut: true }),
      pack: (who) => who.patch(`/api/orders/${order.id}/pieces`, { ...shutter, step: "packed", done: true }),
      undo: (who) => mark(who, false),
      saw: (who) => saw(who, plan, 1),
      mark: (who) => mark(who, true),
      ship: (who) => who.post(`/api/orders/${order.id}/ship`, { confirmed: true }),
    };
    const turned = [...acts.slice(round), ...acts.slice(0, round)];
    const replies = await Promise.all(turned.map((act, n) => asks[act](maker(n))));
    for (const { status, text } of replies) expect([200, 201, 204, 409], text).toContain(status);
    // A deleted recut has no part that was cut, and no other recut counts as deleted.
    const isDeleted = replies[turned.indexOf("delete")]?.status === 204;
    const kept = await portal.db.select().from(recuts).where(eq(recuts.orderId, order.id));
    expect(kept.map(({ id, deletedAt }) => [id, deletedAt !== null])).toContainEqual([recutId, isDeleted]);
    expect(kept.filter(({ id, deletedAt }) => id !== recutId && deletedAt !== null)).toEqual([]);
    if (isDeleted) {
      expect((await partsOf(order.id)).filter(({ nth }) => nth === FIRST_RECUT)).toEqual([]);
    }
    // A part waits to be recut only on a shutter that is cut, and once.
    const { rows } = await portal.db.execute<{ open: number; loose: number }>(sql`
      select count(*)::int as open, (count(*) filter (where not exists (select from order_pieces p
        where p.order_id = r.order_id and p.item_id = r.item_id and p.piece = r.piece and p.cut_at is not null)))::int as loose
      from recut_parts r where r.order_id = ${order.id} and r.done_at is null`);
    expect(rows[0]?.loose).toBe(0);
    expect(rows[0]?.open).toBeLessThanOrEqual(2);
    expect((await shuttersCut(order.id)).length).toBeLessThanOrEqual(1);
    const sent = await portal.db.execute(sql`select id from parcels where order_id = ${order.id}`);
    expect(sent.rows).toHaveLength(replies[turned.indexOf("ship")]?.status === 200 ? 1 : 0);
  }
});

/** A small generator with a seed, so that a failure repeats. */
function shuffled<Each>(items: readonly Each[], seed: number): Each[] {
  let state = seed;
  const random = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
  const left = [...items];
  return items.map(() => left.splice(Math.floor(random() * left.length), 1)[0] as Each);
}

test("in any order of arrival, changes of an offline tablet have one outcome each and take no unseen mark away", async () => {
  const tomasz = maker();
  const colleague = await portal.createAccount("supplier", { colleagueOf: account, contactName: "Ines Calloway" });
  const ines = await portal.signIn(colleague);
  let refusedUndos = 0;
  for (let seed = 1; seed <= 12; seed += 1) {
    const order = await orderOf();
    const plan = await planOf(order.id);
    const [{ itemId } = { itemId: 0 }] = piecesOf(plan) as { itemId: number }[];
    const bars = barsOf(plan).map(({ bar }) => ({ bar }));
    const path = `/api/orders/${order.id}`;
    const stile = { itemId, piece: 1, parts: [{ panel: 1, part: "stile", count: 1 }], reason: "split" };
    const mark = (who: TestClient, step: string, more: object = {}, headers = {}) =>
      who.patch(`${path}/pieces`, { itemId, piece: 1, step, done: true, ...more }, headers);
    succeeded(await mark(tomasz, "cut"));
    const { id: recutId } = succeeded(await tomasz.post<{ id: number }>(`${path}/recuts`, stile));
    // Ines loses the network now. What Tomasz does next she does not know.
    const seen = new Date().toISOString();
    const pressed = { "pressed-at": new Date(Date.parse(seen) + 2).toISOString() };
    // She pressed this before, and her tablet sends it only now.
    const early = { "pressed-at": new Date(Date.parse(seen) - 60_000).toISOString() };
    await new Promise((later) => setTimeout(later, 5));
    const acts: Readonly<Record<string, { readonly who: TestClient; readonly ask: () => Promise<Reply> }>> = {
      assemble: { who: tomasz, ask: () => mark(tomasz, "assembled") },
      finish: { who: ines, ask: () => mark(ines, "finished", {}, early) },
      uncut: { who: ines, ask: () => mark(ines, "cut", { done: false, seen }, pressed) },
      takeBack: { who: tomasz, ask: () => mark(tomasz, "assembled", { done: false, seen }) },
      saw: { who: ines, ask: () => ines.post(`/api/workshop/plans/${plan.id}/sawn`, { bars }, pressed) },
      unsaw: {
        who: tomasz,
        ask: () => tomasz.post(`/api/workshop/plans/${plan.id}/sawn`, { bars: bars.map(({ bar }) => ({ bar, seen })), sawn: false }),
      },
      recut: { who: tomasz, ask: () => tomasz.post(`${path}/recuts`, stile) },
      cutAgain: { who: ines, ask: () => ines.patch(`${path}/recuts/${recutId}`, { cut: true }) },
      waitAgain: { who: tomasz, ask: () => tomasz.patch(`${path}/recuts/${recutId}`, { cut: false, seen }) },
      remove: { who: ines, ask: () => ines.delete(`${path}/recuts/${recutId}`) },
      ship: { who: tomasz, ask: () => tomasz.post(`${path}/ship`, { confirmed: true }, pressed) },
    };
    const state = async () => {
      const [row] = await portal.db.select().from(orderPieces).where(eq(orderPieces.orderId, order.id));
      const events = await portal.db.select().from(workshopEvents).where(eq(workshopEvents.orderId, order.id));
      const parts = await portal.db.select().from(recutParts).where(eq(recutParts.orderId, order.id));
      const marks = eachStep((step) =>
        row?.[`${step}At`] ? { by: row[`${step}By`], at: row[`${step}ReceivedAt`] ?? row[`${step}At`] } : null,
      );
      const cutByHand = parts.filter(({ recutId: of, doneByUserId }) => of === recutId && doneByUserId !== null);
      return { marks, undone: events.filter(({ kind }) => kind === "undone").length, events, parts, cutByHand };
    };
    let before = await state();
    let isShipped = false;
    for (const name of shuffled(Object.keys(acts), seed)) {
      const { who, ask } = acts[name] as (typeof acts)[string];
      const reply = await ask();
      const story = `${seed} ${name}: ${reply.status} ${reply.text}`;
      expect([200, 201, 204, 409], story).toContain(reply.status);
      const after = await state();
      const user = who === ines ? colleague.id : account.id;
      const removed = PIECE_STEPS.flatMap((step) => (before.marks[step] && !after.marks[step] ? [before.marks[step]] : []));
      // The history has a line for each mark that went, and none was another person's unseen one.
      expect(after.undone - before.undone, story).toBe(removed.length);
      for (const { by, at } of removed) expect(by === user || (at !== null && at <= new Date(seen)), story).toBe(true);
      if (before.cutByHand.length > after.cutByHand.length && name === "waitAgain")
        expect(
          before.cutByHand.every(({ doneByUserId: by }) => by === account.id),
          story,
        ).toBe(true);
      if (reply.status === 409) expect(after, story).toEqual(before);
      // Nothing changes a shutter that has left.
      if (isShipped) expect(after.marks, story).toEqual(before.marks);
      if (reply.status === 409 && /marked it/.test(reply.text)) refusedUndos += 1;
      isShipped ||= name === "ship" && reply.status === 200;
      const open = after.parts.filter(({ doneAt }) => doneAt === null);
      if (open.length > 0) expect(after.marks.cut, story).not.toBeNull();
      before = after;
    }
    const deletions = before.events.filter(({ kind }) => kind === "recut-deleted");
    const [kept] = await portal.db.select().from(recuts).where(eq(recuts.id, recutId));
    expect(deletions).toHaveLength(kept?.deletedAt ? 1 : 0);
    expect(isShipped).toBe(true);
  }
  // The orders of arrival must contain refusals of what a device had not seen.
  expect(refusedUndos).toBeGreaterThan(2);
});

test("a tick that is aborted halfway leaves nothing, and the next tick completes it", async () => {
  const order = await orderOf();
  const body = { section: "stile", material: product.name, color: "White", lengthMm: 2600 };
  const { id } = succeeded(await maker().post<{ id: number }>("/api/workshop/offcuts", body));
  const plan = await planOf(order.id);
  const bar = barsOf(plan).find(({ offcutId }) => offcutId === id)?.bar ?? 0;
  const others = barsOf(plan).filter((one) => one.bar !== bar);
  for (const one of others) succeeded(await saw(maker(), plan, one.bar));
  const before = await partsOf(order.id);
  // Another connection locks the offcut: the tick holds the bar and the order, and waits for it.
  const holder = await portal.owner.$client.connect();
  await holder.query("begin");
  await holder.query("select 1 from offcuts where id = $1 for update", [id]);
  const pressed = saw(maker(), plan, bar);
  const waiting = async () => {
    const { rows } = await portal.owner.$client.query<{ pid: number }>(
      "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ilike 'update \"offcuts\"%'",
    );
    return rows.map(({ pid }) => pid);
  };
  await expect.poll(waiting).toHaveLength(1);
  const [pid] = await waiting();
  await portal.owner.$client.query("select pg_terminate_backend($1, 5000)", [pid]);
  expect((await pressed).status).toBeGreaterThanOrEqual(500);
  await holder.query("rollback");
  holder.release();

  expect(await partsOf(order.id)).toEqual(before);
  expect(await shuttersCut(order.id)).toEqual([]);
  const [offcut] = await portal.db.select().from(offcuts).where(eq(offcuts.id, id));
  expect(offcut?.goneAt).toBeNull();
  const again = await saw(maker(1), plan, bar);
  expect([again.status, outcomes([again])]).toEqual([200, ["200"]]);
  expect(await partsOf(order.id)).toHaveLength(piecesOf(plan).length);
  expect(await shuttersCut(order.id)).toHaveLength(1);
});
