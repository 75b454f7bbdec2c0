import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type StripeStandIn, startStripeStandIn } from "#stripe-stand-in/index.ts";
import { startMortalPortal } from "../testing/mortal-portal.ts";
import { PatientCaller } from "../testing/patient-caller.ts";
import { openTrade, sentQuote } from "../testing/trade.ts";

/**
 * The test kills the server between any two steps of a parcel, of a sawn bar, of its undo and of a
 * recut and its deletion. The tablet repeats the call: all of it happened, once.
 */

let stripe: StripeStandIn;
let portal: Awaited<ReturnType<typeof startMortalPortal>>;
let trade: Awaited<ReturnType<typeof openTrade>>;
let joiner: PatientCaller;
let joinersCompany: number;
/** A pool, because a restart of the portal ends its database. */
let client: pg.Pool;
beforeAll(async () => {
  stripe = await startStripeStandIn();
  portal = await startMortalPortal(stripe.url);
  trade = await openTrade(portal.url, stripe, 1);
  client = new pg.Pool({ connectionString: portal.databaseUrl });
  client.on("error", () => {});
  const person = { email: "joiner@trade.example", companyName: "Joiners", contactName: "Ines Calloway" };
  const password = "three blind mice";
  await trade.boss.done({ method: "POST", path: "/api/users", body: { ...person, password, role: "supplier" } });
  joiner = new PatientCaller(portal.url, trade.meetings);
  await joiner.signIn({ email: person.email, password });
  const [company] = await rows<{ id: number }>("select company_id as id from users where email = $1", [person.email]);
  joinersCompany = company?.id ?? 0;
});
afterAll(async () => {
  await client?.end();
  await portal?.stop();
  await stripe?.stop();
});

const rows = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) => (await client.query<Row>(text, values)).rows;
const countOf = async (table: string, where: string, values: unknown[]) =>
  (await rows<{ n: number }>(`select count(*)::int n from ${table} where ${where}`, values))[0]?.n;
const isBlocked = async () =>
  (await rows("select 1 from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0")).length > 0;

/** Asks while another session has a lock, and kills the server when it waits for that lock. */
async function killedAtLock<Reply>(lock: string, ask: () => Promise<Reply>): Promise<Reply> {
  const holder = new pg.Client({ connectionString: portal.databaseUrl });
  // A restart of the portal ends the lock too.
  holder.on("error", () => {});
  await holder.connect();
  await holder.query("begin");
  await holder.query(lock);
  const asked = ask();
  await expect.poll(isBlocked, { timeout: 30_000, interval: 20 }).toBe(true);
  await portal.killServer();
  await holder.end().catch(() => {});
  return asked;
}

/** Asks, and kills the server as soon as the database has the outcome. */
async function killedAfter<Reply>(isDone: () => Promise<boolean>, ask: () => Promise<Reply>): Promise<Reply> {
  const asked = ask();
  await expect.poll(isDone, { timeout: 30_000, interval: 5 }).toBe(true);
  await portal.killServer();
  return asked;
}

interface Window {
  readonly id: number;
  readonly quantity: number;
}
/** An order of two windows with three shutters, which nobody has begun. */
async function placedOrder() {
  const [customer] = trade.customers as [PatientCaller];
  const quote = await sentQuote({ customer, boss: trade.boss, product: trade.product });
  const path = `/api/quotes/${quote.id}/convert`;
  const { id } = await trade.boss.done<{ id: number }>({
    method: "POST",
    path,
    body: { shippingAddress: "4 Mill Lane, Leeds" },
    key: randomUUID(),
  });
  const windows = await rows<Window>("select id, quantity from quote_items where quote_id = $1 order by place", [quote.id]);
  const [first, second] = windows.map((window) => window.id) as [number, number];
  return { id, quoteId: quote.id, first, second };
}
type Placed = Awaited<ReturnType<typeof placedOrder>>;

const EVERY_STEP = "cut_at is not null and assembled_at is not null and finished_at is not null and packed_at is not null";
const COUNTER = "select * from invoice_counter for update";
const orderLocked = (id: number) => `select * from orders where id = ${id} for update`;
const supplierOf = async (id: number) =>
  (await rows<{ supplier: number | null }>("select supplier_id as supplier from orders where id = $1", [id]))[0]?.supplier;

describe("a parcel", () => {
  const PART_STEPS: Readonly<Record<string, (order: Placed, ask: () => Promise<unknown>) => Promise<unknown>>> = {
    "before the order is locked": ({ id }, ask) => killedAtLock(orderLocked(id), ask),
    "after its shutters are packed": (_, ask) => killedAtLock("lock table parcels in exclusive mode", ask),
    "after all was stored": ({ id }, ask) => killedAfter(async () => (await countOf("parcels", "order_id = $1", [id])) === 1, ask),
  };
  test.each(Object.entries(PART_STEPS))("of some shutters, killed %s, leaves once", async (_, killed) => {
    const order = await placedOrder();
    const body = { pieces: [{ itemId: order.second, piece: 1 }], carrier: "dpd", trackingNumber: "1550 7204 118" };
    const ask = () => joiner.done({ method: "POST", path: `/api/orders/${order.id}/parcels`, body, key });
    const key = randomUUID();
    expect(await killed(order, ask)).toMatchObject({ n: 1, carrier: "dpd" });
    expect(await ask()).toMatchObject({ n: 1 });
    expect(await countOf("parcels", "order_id = $1", [order.id])).toBe(1);
    expect(await countOf("order_pieces", `order_id = $1 and ${EVERY_STEP}`, [order.id])).toBe(1);
    expect(await rows("select status from orders where id = $1", [order.id])).toEqual([{ status: "processing" }]);
    expect([await supplierOf(order.id), await countOf("order_measures", "order_id = $1", [order.id])]).toEqual([joinersCompany, 1]);
    expect(await countOf("invoices", "order_id = $1", [order.id])).toBe(0);
    expect(trade.meetings.wrong).toEqual([]);
  });

  const LAST_STEPS: typeof PART_STEPS = {
    "while its invoice is issued": (_, ask) => killedAtLock(COUNTER, ask),
    "after all was stored": ({ quoteId }, ask) =>
      killedAfter(async () => (await countOf("invoices", "quote_id = $1", [quoteId])) === 1, ask),
  };
  test.each(Object.entries(LAST_STEPS))("with the last shutters, killed %s, ships and invoices once", async (_, killed) => {
    const order = await placedOrder();
    const parcel = (pieces: readonly { itemId: number; piece: number }[], key: string) =>
      joiner.done({ method: "POST", path: `/api/orders/${order.id}/parcels`, body: { pieces }, key });
    await parcel([{ itemId: order.first, piece: 1 }], randomUUID());
    const rest = [1, 2].map((piece) => ({ itemId: order.second, piece }));
    const key = randomUUID();
    expect(await killed(order, () => parcel(rest, key))).toMatchObject({ n: 2 });
    expect(await parcel(rest, key)).toMatchObject({ n: 2 });
    expect(await countOf("parcels", "order_id = $1", [order.id])).toBe(2);
    expect(await countOf("invoices", "quote_id = $1", [order.quoteId])).toBe(1);
    expect(await rows("select status from orders where id = $1", [order.id])).toEqual([{ status: "shipped" }]);
    expect(trade.meetings.wrong).toEqual([]);
  });
});

describe("a bar", () => {
  async function planned() {
    const order = await placedOrder();
    const body = { orders: [order.id] };
    const { id: plan } = await joiner.done<{ id: number }>({ method: "POST", path: "/api/workshop/plans", body, key: randomUUID() });
    const [bar] = await rows<{ bar: number; pieces: number }>(
      "select bar, jsonb_array_length(pieces) as pieces from bar_plan_bars where plan_id = $1 order by bar limit 1",
      [plan],
    );
    const saw = (sawn?: boolean) =>
      joiner.done({
        method: "POST",
        path: `/api/workshop/plans/${plan}/bars/${bar?.bar}/sawn`,
        ...(sawn !== undefined && { body: { sawn } }),
      });
    return { ...order, plan, pieces: bar?.pieces ?? 0, saw };
  }
  type Planned = Awaited<ReturnType<typeof planned>>;
  const sawnOf = ({ plan }: Planned) => countOf("sawn_parts", "plan_id = $1", [plan]);
  const state = async (of: Planned) => ({
    parts: await sawnOf(of),
    offcuts: await countOf("offcuts", "from_plan_id = $1 and gone_at is null", [of.plan]),
    measures: await countOf("order_measures", "order_id = $1", [of.id]),
  });

  const STEPS: Readonly<Record<string, (of: Planned, ask: () => Promise<unknown>, isDone: () => Promise<boolean>) => Promise<unknown>>> = {
    "before its order is locked": ({ id }, ask) => killedAtLock(orderLocked(id), ask),
    "while the order's measures change": (_, ask) => killedAtLock("lock table order_measures in exclusive mode", ask),
    "after all was stored": (_, ask, isDone) => killedAfter(isDone, ask),
  };
  test.each(Object.entries(STEPS))("sawn and killed %s is sawn whole and once", async (_, killed) => {
    const of = await planned();
    await killed(
      of,
      () => of.saw(),
      async () => (await sawnOf(of)) === of.pieces,
    );
    const after = await state(of);
    expect(after).toMatchObject({ parts: of.pieces, measures: 1 });
    await of.saw();
    expect(await state(of)).toEqual(after);
    expect(await supplierOf(of.id)).toBe(joinersCompany);
    expect(trade.meetings.wrong).toEqual([]);
  });

  test.each(Object.entries(STEPS))("undone and killed %s is undone whole", async (_, killed) => {
    const of = await planned();
    await of.saw();
    await killed(
      of,
      () => of.saw(false),
      async () => (await sawnOf(of)) === 0,
    );
    expect(await state(of)).toEqual({ parts: 0, offcuts: 0, measures: 0 });
    await of.saw();
    expect(await state(of)).toMatchObject({ parts: of.pieces, measures: 1 });
    expect(trade.meetings.wrong).toEqual([]);
  });
});

describe("a recut", () => {
  type Steps = Readonly<Record<string, (order: Placed, ask: () => Promise<unknown>) => Promise<unknown>>>;
  const partsOf = (order: Placed, state: string) => countOf("recut_parts", `order_id = $1 and done_at ${state}`, [order.id]);
  async function cutShutter() {
    const order = await placedOrder();
    const piece = { itemId: order.second, piece: 1 };
    await joiner.done({ method: "PATCH", path: `/api/orders/${order.id}/pieces`, body: { ...piece, step: "cut", done: true } });
    const body = { ...piece, parts: [{ panel: 1, part: "stile", count: 2 }], reason: "split" };
    const path = `/api/orders/${order.id}/recuts`;
    const key = randomUUID();
    return { order, path, recut: () => joiner.done<{ id: number }>({ method: "POST", path, body, key }) };
  }
  const STEPS: Steps = {
    "before the order is locked": ({ id }, ask) => killedAtLock(orderLocked(id), ask),
    "between the recut and its parts": (_, ask) => killedAtLock("lock table recut_parts in exclusive mode", ask),
    "after all was stored": (order, ask) => killedAfter(async () => (await partsOf(order, "is null")) === 2, ask),
  };
  test.each(Object.entries(STEPS))("killed %s is recorded whole and once", async (_, killed) => {
    const { order, recut } = await cutShutter();
    await killed(order, recut);
    await recut();
    expect(await countOf("recuts", "order_id = $1", [order.id])).toBe(1);
    expect(await partsOf(order, "is null")).toBe(2);
    expect(trade.meetings.wrong).toEqual([]);
  });

  const DELETION_STEPS: Steps = {
    "before the order is locked": ({ id }, ask) => killedAtLock(orderLocked(id), ask),
    "between the recut and its parts": (_, ask) => killedAtLock("lock table recut_parts in exclusive mode", ask),
    "before its line in the history": (_, ask) => killedAtLock("lock table workshop_events in exclusive mode", ask),
    "after all was stored": (order, ask) => killedAfter(async () => (await partsOf(order, "is null")) === 0, ask),
  };
  test.each(Object.entries(DELETION_STEPS))("deleted and killed %s is deleted whole and once", async (_, killed) => {
    const { order, path, recut } = await cutShutter();
    const { id } = await recut();
    const remove = () => joiner.done({ method: "DELETE", path: `${path}/${id}` });
    await killed(order, remove);
    await remove();
    expect(await countOf("recuts", "order_id = $1 and deleted_at is not null", [order.id])).toBe(1);
    expect([await partsOf(order, "is null"), await partsOf(order, "is not null")]).toEqual([0, 2]);
    expect(await countOf("workshop_events", "order_id = $1 and kind = 'recut-deleted'", [order.id])).toBe(1);
    expect(await countOf("audit_entries", "target_id = $1 and action = 'workshop.deleteRecut'", [order.id])).toBe(1);
    expect(trade.meetings.wrong).toEqual([]);
  });
});
