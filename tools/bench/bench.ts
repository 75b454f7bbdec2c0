import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import type { Database, Db } from "#server/db/connect.ts";
import { listOrders, readOrder } from "#server/features/orders/order-queries.ts";
import { listQuotes } from "#server/features/quotes/quote-queries.ts";
import { readDashboard } from "#server/features/stats/stats-queries.ts";
import type { SignedInUser } from "#server/http/call.ts";
import { SessionStore } from "#server/http/session-store.ts";
import { firstLoads } from "./bundles.ts";
import { EVERY_COMPANY, NO_COMPANY, SCRATCH_PASSWORD, SCRATCH_STAFF } from "./fill.ts";
import { load, type Round, type Shot } from "./load.ts";
import { type Measured, type Statement, signIn, startBare, startPortal } from "./processes.ts";
import { scratchDatabase } from "./scratch-database.ts";

/**
 * `npm run bench -- [orders …]` (10000 100000 unless said otherwise; FILLED_DATABASE_URL for one that fill-database.ts has filled): the
 * built server against a bare node:http with the same prepared statements, in turns. Ratios are of one run on one machine.
 */
const ROUNDS = 5;
const MILLISECONDS = 400;
const WARM = 2000;
const MOST_WARM_UP = 10_000;
const LASTING = 100_000;
const PAGE = { limit: 50, after: null };
const FIVE_YEARS = { start: "2015-01-01", end: "2100-01-01" };

interface Row {
  readonly name: string;
  readonly shot: () => Shot;
  /** The same work for the bare server; without it the row has times only. */
  readonly bare?: (db: Db, user: SignedInUser) => Promise<unknown>;
  /** Or statements of the bare server's own. */
  readonly statements?: readonly Statement[];
}

/** The least that storing a quote of five windows can take: no check, no lock, no audit row. */
const QUOTE_IN_ONE = `
  with stored as (
    insert into quotes (user_id, subtotal_pence, tax_pence, final_total_pence, item_count, valid_until)
    values ($1, 90000, 18000, 108000, 5, now() + interval '30 days') returning id)
  insert into quote_items (quote_id, place, name, shutter_type_id, shutter_type, width_tenth_mm, height_tenth_mm, area_milli_m2, louver_size_mm,
    tilt_rod_type, number_of_mid_rails, frame_type, mount_type, opening_direction, color_selection, quantity, price_per_m2_pence,
    item_total_pence, widest_panel_mm)
  select stored.id, place, 'Window ' || place, $2, 'Scratch', 12000, 15000, 1800, 64,
    'center', 0, 'l-frame', 'inside', 'left-hinge', 'White', 1, 10000, 18000, 900
  from stored, generate_series(1, 5) place`;

const middle = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

const addressOf = (name: string): string => `/${encodeURIComponent(name)}`;
/** Where the bare server reads the session first, as the portal has to for everybody who is signed in. */
const withSession = (address: string): string => `${address}-for-somebody`;

/** What a piece of work sends to the database. */
async function statementsOf(url: string, work: (db: Db) => Promise<unknown>): Promise<Statement[]> {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  const statements: Statement[] = [];
  const logger = { logQuery: (text: string, values: unknown[]) => statements.push({ text, values }) };
  await work(drizzle(pool, { logger }));
  await pool.end();
  return statements;
}

/** Reads the session of a cookie that the portal gave, by its own store. */
function readSession(db: Database, cookie: string): Promise<unknown> {
  const id = /=s%3A([^.]+)\./.exec(cookie)?.[1] ?? "";
  return new Promise((done, failed) => {
    new SessionStore(db, () => new Date()).get(id, (error, session) =>
      session ? done(session) : failed(error ?? new Error("No session")),
    );
  });
}

/** Until the code is compiled: a server that has answered two hundred requests is another one than after two thousand. */
async function warmUp({ port }: Measured, shot: () => Shot): Promise<void> {
  const until = performance.now() + MOST_WARM_UP;
  for (let sent = 0; sent < WARM && performance.now() < until; ) {
    const { times, refused } = await load(port, shot, 8, 200);
    if (refused) return;
    sent += times.length;
  }
}

async function compare(row: Row, portal: Measured, bare: Measured | undefined, connections: number) {
  const rounds: { portal: Round; bare: Round | undefined; knowing: Round | undefined }[] = [];
  const bares = [addressOf(row.name), ...(row.bare ? [withSession(addressOf(row.name))] : [])].map((path) => () => ({ path }));
  await warmUp(portal, row.shot);
  if (bare) for (const shot of bares) await warmUp(bare, shot);
  await portal.usage();
  const before = await portal.usage();
  for (let round = 0; round < ROUNDS; round += 1) {
    const ours = await load(portal.port, row.shot, connections, MILLISECONDS);
    const theirs: Round[] = [];
    if (bare) for (const shot of bares) theirs.push(await load(bare.port, shot, connections, MILLISECONDS));
    rounds.push({ portal: ours, bare: theirs[0], knowing: theirs[1] });
  }
  const after = await portal.usage();
  const requests = rounds.reduce((sum, { portal: { times } }) => sum + times.length, 0);
  const refused = rounds.map(({ portal: ours, bare: theirs }) => ours.refused ?? theirs?.refused).find(Boolean);
  const p50s = rounds.map((round) => middle(round.portal.times));
  const spread = Math.max(...p50s) / Math.min(...p50s);
  const figures = {
    p50: middle(p50s),
    perSecond: middle(rounds.map((round) => round.portal.perSecond)),
    ratio: middle(rounds.map((round) => middle(round.portal.times) / middle(round.bare?.times ?? []))),
    throughput: middle(rounds.map((round) => round.portal.perSecond / (round.bare?.perSecond ?? Number.NaN))),
    bareP50: middle(rounds.map((round) => middle(round.bare?.times ?? []))),
    ratioKnowing: middle(rounds.map((round) => middle(round.portal.times) / middle(round.knowing?.times ?? []))),
    throughputKnowing: middle(rounds.map((round) => round.portal.perSecond / (round.knowing?.perSecond ?? Number.NaN))),
  };
  const text = (number: number, digits: number) => (Number.isNaN(number) ? "–" : number.toFixed(digits));
  console.log(
    refused
      ? `${row.name.padEnd(34)} ${connections}: void, ${refused}`
      : [
          row.name.padEnd(34),
          String(connections).padStart(2),
          `p50 ${text(figures.p50, 2)} ms (bare ${text(figures.bareP50, 2)}, ratio ${text(figures.ratio, 2)}, with its session ${text(figures.ratioKnowing, 2)})`.padEnd(
            66,
          ),
          `${text(figures.perSecond, 0)}/s (× ${text(figures.throughput, 2)}, ${text(figures.throughputKnowing, 2)})`.padEnd(28),
          `cpu ${text((after.cpu - before.cpu) / requests, 2)} ms`,
          `lag ${text(after.lag, 0)} ms`,
          `statements ${text((after.statements - before.statements) / requests, 1)}`,
          spread > 1.5 ? `noisy: × ${spread.toFixed(1)} between rounds` : "",
        ].join("  "),
  );
}

async function bench(url: string): Promise<void> {
  const portal = await startPortal(url);
  const idle = await portal.usage();
  console.log(`start to first reply ${portal.startedIn.toFixed(0)} ms, idle ${idle.rss.toFixed(0)} MB`);
  const cookie = await signIn(portal.port, SCRATCH_STAFF.super_admin, SCRATCH_PASSWORD);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const [{ least, most, product, customer, boss }] = (
    await client.query(
      "select min(o.id) least, max(o.id) most, (select min(id) from products) product, (select min(id) from users where role = 'customer') customer, (select id from users where role = 'super_admin' limit 1) boss from orders o",
    )
  ).rows as [Record<"least" | "most" | "product" | "customer" | "boss", number>];
  const someOrder = Math.floor((least + most) / 2);
  await client.end();

  const get = (path: string) => () => ({ path, cookie });
  const searching = (search: string) => ({
    shot: get(`/api/orders?search=${encodeURIComponent(search)}`),
    bare: (db: Db, user: SignedInUser) => listOrders(db, user, { search }, PAGE),
  });
  const window = { shutterTypeId: product, widthM: 1.2, heightM: 1.5, louverSize: 64, colorSelection: "White" };
  let turn = 0;
  const rows: Row[] = [
    { name: "newest 50 orders", shot: get("/api/orders"), bare: (db, user) => listOrders(db, user, {}, PAGE) },
    { name: "newest 50 quotes", shot: get("/api/quotes"), bare: (db, user) => listQuotes(db, user, {}, PAGE) },
    {
      name: "one order",
      shot: get(`/api/orders/${someOrder}`),
      bare: (db, user) => readOrder(db, user, someOrder),
    },
    { name: "search that matches nobody", ...searching(NO_COMPANY) },
    { name: "search that matches every company", ...searching(EVERY_COMPANY) },
    { name: "search for one company", ...searching("Oak Lewes Shutters 400") },
    { name: "search for a number", ...searching(`ORD-${someOrder}`) },
    {
      name: "dashboard, all time",
      shot: get("/api/stats"),
      bare: (db, user) => readDashboard(db, user, { start: null, end: null }, undefined),
    },
    {
      name: "dashboard, five years of days",
      shot: get(`/api/stats?period=custom&startDate=${FIVE_YEARS.start}&endDate=${FIVE_YEARS.end}`),
      bare: (db, user) => readDashboard(db, user, FIVE_YEARS, undefined),
    },
    {
      name: "a new quote of 5 windows",
      shot: () => ({ method: "POST", path: "/api/quotes", cookie, body: { userId: customer, items: Array(5).fill(window) } }),
      statements: [{ text: QUOTE_IN_ONE, values: [customer, product] }],
    },
    {
      name: "sign-in",
      shot: () => ({ method: "POST", path: "/api/login", body: { email: SCRATCH_STAFF.admin, password: SCRATCH_PASSWORD } }),
    },
    {
      name: "an order's status",
      shot: () => {
        turn += 1;
        const body = { status: Math.floor(turn / 40) % 2 ? "processing" : "shipped" };
        return { method: "PATCH", path: `/api/orders/${most - (turn % 40)}/status`, cookie, body };
      },
    },
  ];
  const user = { id: boss, role: "super_admin" } as SignedInUser;
  const readsSession = await statementsOf(url, (db) => readSession(db as Database, cookie));
  const routes: Record<string, Statement[]> = {};
  for (const { name, bare, statements } of rows) {
    if (statements) routes[addressOf(name)] = [...statements];
    else if (bare) {
      const own = await statementsOf(url, (db) => bare(db, user));
      routes[addressOf(name)] = own;
      routes[withSession(addressOf(name))] = [...readsSession, ...own];
    }
  }
  const bare = await startBare(url, routes);
  for (const row of rows) for (const connections of [1, 32]) await compare(row, portal, routes[addressOf(row.name)] && bare, connections);
  const loaded = await portal.usage();
  console.log(`loaded ${loaded.rss.toFixed(0)} MB`);
  let sent = 0;
  while (sent < LASTING) sent += (await load(portal.port, get("/api/orders"), 8, 5000)).times.length || LASTING;
  const lasting = await portal.usage();
  console.log(`after ${sent} lists more ${lasting.rss.toFixed(0)} MB`);
  await bare.stop();
  await portal.stop();
}

const sizes = process.argv.slice(2).map(Number);
for (const { route, js, css } of firstLoads(fileURLToPath(new URL("../../dist/client", import.meta.url))))
  console.log(`first load ${route.padEnd(28)} JS ${js.toFixed(1)} kB, CSS ${css.toFixed(1)} kB (brotli)`);
const filled = process.env.FILLED_DATABASE_URL;
if (filled) await bench(filled);
else
  for (const orders of sizes.length > 0 ? sizes : [10_000, 100_000]) {
    console.log(`\n${orders} orders`);
    const database = await scratchDatabase(orders);
    try {
      await bench(database.url);
    } finally {
      await database.stop();
    }
  }
