import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import pg from "pg";
import type { Db } from "#server/db/connect.ts";
import { listOrders } from "#server/features/orders/order-rows.ts";
import { readOrder } from "#server/features/orders/orders.ts";
import { listQuotes } from "#server/features/quotes/quote-queries.ts";
import { readDashboard } from "#server/features/stats/stats.ts";
import type { SignedInUser } from "#server/http/call.ts";
import { onServer, withDatabase } from "#server/testing/global-setup.ts";
import { startThrowaway } from "#server/testing/throwaway-database.ts";
import { EVERY_COMPANY, fill, NO_COMPANY, SCRATCH_PASSWORD, SCRATCH_STAFF } from "#server/testing/years-of-trade.ts";
import { type BuiltPortal, startPortal } from "#tools/built-portal.ts";
import { inProject } from "#tools/project.mjs";
import { ask, bareTime, load, memoryOf, middle, type Shot, type Target } from "./measure.ts";

/**
 * `npm run bench -- [orders …] [folder]`: how long the built server takes for what people ask most, beside the same statements alone,
 * on a database of so many orders (10000, then 100000, unless said otherwise). With the folder of another checkout that is built, both
 * builds are measured in turns, each on a database of its own (docs/measurements.md, Speed).
 */
const words = process.argv.slice(2);
const numbers = words.filter((word) => /^\d+$/.test(word)).map(Number);
const sizes = numbers.length > 0 ? numbers : [10_000, 100_000];
const folders = words.filter((word) => !/^\d+$/.test(word)).map((folder) => resolve(process.env.INIT_CWD ?? ".", folder));
const builds = [inProject(), ...folders];
for (const build of builds)
  if (!existsSync(join(build, "dist", "server", "index.js"))) throw new Error(`${build} is not built: npm run build there.`);

const STARTS = 7;
const ROUNDS = 7;
const ROUND_MS = 400;
const WARM_UP_MS = 2000;
const LASTING_MS = 20_000;
const PAGE = { limit: 50, after: null };

/** What rows ask about: an order of the middle of the five years, the newest one, and things to make a quote of. */
type Some = Record<"order" | "newest" | "customer" | "product" | "largeQuote" | "largeOrder", number>;
interface Row {
  readonly name: string;
  readonly shot: (some: Some) => Shot;
  /** The same at the database alone. */
  readonly bare?: (db: Db, some: Some) => Promise<unknown>;
  /** Only one at a time: an account may have few documents on their way. */
  readonly alone?: boolean;
}

const boss = { id: 1, role: "super_admin" } as SignedInUser;
const searching = (typed: (some: Some) => string): Pick<Row, "shot" | "bare"> => ({
  shot: (some) => ({ path: `/api/orders?search=${encodeURIComponent(typed(some))}` }),
  bare: (db, some) => listOrders(db, boss, { search: typed(some) }, { page: PAGE, now: new Date() }),
});
const newQuote = ({ customer, product }: Pick<Some, "customer" | "product">, windows: number): Shot => {
  const window = { shutterTypeId: product, widthM: 1.2, heightM: 1.5, louverSize: 64, colorSelection: "White" };
  return { method: "POST", path: "/api/quotes", body: { userId: customer, items: Array(windows).fill(window) } };
};
const signIn = (email: string): Shot => ({
  method: "POST",
  path: "/api/login",
  body: { email, password: SCRATCH_PASSWORD },
  asVisitor: true,
});
let turn = 0;

const ROWS: readonly Row[] = [
  {
    name: "newest 50 orders",
    shot: () => ({ path: "/api/orders" }),
    bare: (db) => listOrders(db, boss, {}, { page: PAGE, now: new Date() }),
  },
  {
    name: "newest 50 quotes",
    shot: () => ({ path: "/api/quotes" }),
    bare: (db) => listQuotes(db, boss, {}, { page: PAGE, now: new Date() }),
  },
  {
    name: "one order",
    shot: ({ order }) => ({ path: `/api/orders/${order}` }),
    bare: (db, { order }) => readOrder({ db, user: boss, now: new Date() }, order),
  },
  { name: "search that matches no company", ...searching(() => NO_COMPANY) },
  { name: "search that matches every company", ...searching(() => EVERY_COMPANY) },
  { name: "search for one company", ...searching(() => "Oak Lewes Shutters 400") },
  { name: "search for a number", ...searching(({ order }) => `ORD-${order}`) },
  {
    name: "dashboard, all time",
    shot: () => ({ path: "/api/stats" }),
    bare: (db) => readDashboard(db, boss, { start: null, end: null }, undefined),
  },
  { name: "a new quote of 5 windows", shot: (some) => newQuote(some, 5) },
  {
    name: "an order's status",
    shot: ({ newest }) => {
      turn += 1;
      const body = { status: Math.floor(turn / 40) % 2 ? "processing" : "shipped" };
      return { method: "PATCH", path: `/api/orders/${newest - (turn % 40)}/status`, body };
    },
  },
  { name: "sign-in", shot: () => signIn(SCRATCH_STAFF.admin) },
  { name: "a quotation of 200 windows", shot: ({ largeQuote }) => ({ path: `/api/quotes/${largeQuote}/pdf` }), alone: true },
  { name: "a job card of 200 windows", shot: ({ largeOrder }) => ({ path: `/api/orders/${largeOrder}/job-card.pdf` }), alone: true },
];

/** A build and its database. */
interface Side {
  readonly databaseUrl: string;
  start(): Promise<BuiltPortal>;
}

async function prepareSide(serverUrl: string, build: string, database: string, orders: number): Promise<Side> {
  await onServer(serverUrl, `create database ${database}`);
  const databaseUrl = withDatabase(serverUrl, database);
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: join(scratch, database), DEMO: "0", LOG_LEVEL: "info" };
  const start = async () => {
    const portal = await startPortal(env, build);
    started.push(portal);
    return portal;
  };
  // Its first start migrates the database.
  await (await start()).stop();
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await fill(client, orders);
  await client.end();
  return { databaseUrl, start };
}

interface Opened {
  readonly databaseUrl: string;
  readonly target: Target;
  readonly some: Some;
}

/** Signs in, and looks up and makes what the rows ask about. */
async function openSide(databaseUrl: string, { url }: BuiltPortal): Promise<Opened> {
  const target = { url, cookie: (await ask({ url }, signIn(SCRATCH_STAFF.super_admin))).setCookie.split(";")[0] ?? "" };
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<Omit<Some, "largeQuote" | "largeOrder">>(
    `select (min(id) + max(id)) / 2 as order, max(id) as newest, (select min(id) from products) as product,
       (select min(id) from users where role = 'customer') as customer from orders`,
  );
  await client.end();
  const found = rows[0] as (typeof rows)[0];
  const made = async (shot: Shot): Promise<number> => JSON.parse((await ask(target, shot)).text).id;
  const largeQuote = await made(newQuote(found, 200));
  await made({ method: "PATCH", path: `/api/quotes/${largeQuote}/status`, body: { quoteStatus: "sent" } });
  const body = { shippingAddress: "1 High Street, Lewes" };
  const largeOrder = await made({ method: "POST", path: `/api/quotes/${largeQuote}/convert`, body });
  return { databaseUrl, target, some: { ...found, largeQuote, largeOrder } };
}

/** The middle figure of this build; with another build beside it, that one's too and the ratio of this to that, round by round. */
function beside([ours = [], theirs]: readonly (readonly number[])[], digits: number): string {
  const text = (figures: readonly number[]) => middle(figures).toFixed(digits);
  if (!theirs) return text(ours);
  const ratio = middle(ours.map((figure, round) => figure / (theirs[round] ?? Number.NaN)));
  return `${text(ours)} (other ${text(theirs)}, × ${ratio.toFixed(2)})`;
}

async function measure(serverUrl: string, orders: number): Promise<void> {
  const sides: Side[] = [];
  for (const [index, build] of builds.entries()) sides.push(await prepareSide(serverUrl, build, `bench_${orders}_${index}`, orders));

  const starts = sides.map((): number[] => []);
  let portals: BuiltPortal[] = [];
  for (let round = 0; round < STARTS; round += 1) {
    for (const portal of portals) await portal.stop();
    portals = [];
    for (const [index, side] of sides.entries()) {
      const began = performance.now();
      portals.push(await side.start());
      starts[index]?.push(performance.now() - began);
    }
  }
  const memory = () =>
    beside(
      portals.map(({ pid }) => [memoryOf(pid)]),
      0,
    );
  console.log(`start to first reply, ms: ${beside(starts, 0)}`);
  console.log(`memory when started, MB: ${memory()}`);

  const opened: Opened[] = [];
  for (const [index, portal] of portals.entries()) opened.push(await openSide(sides[index]?.databaseUrl ?? "", portal));
  for (const row of ROWS)
    await compare(row, opened).then(
      (figures) => console.log(`${row.name.padEnd(34)} ${figures}`),
      (error: Error) => console.log(`${row.name.padEnd(34)} void: ${error.message}`),
    );
  console.log(`memory after that, MB: ${memory()}`);
  for (const { target } of opened) await load(target, () => ({ path: "/api/orders" }), 8, LASTING_MS);
  console.log(`memory after ${LASTING_MS / 1000} s of lists more, MB: ${memory()}`);
  await stopAll();
}

async function compare({ shot, bare, alone: isAlone }: Row, opened: readonly Opened[]): Promise<string> {
  const shoot = ({ target, some }: Opened, connections: number, milliseconds: number) =>
    load(target, () => shot(some), connections, milliseconds);
  for (const side of opened) await shoot(side, isAlone ? 1 : 8, WARM_UP_MS);
  const [alone, together] = [opened.map((): number[] => []), opened.map((): number[] => [])];
  const statement: number[] = [];
  const [{ databaseUrl, some }] = opened as [Opened];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, side] of opened.entries()) {
      alone[index]?.push((await shoot(side, 1, ROUND_MS)).p50);
      if (!isAlone) together[index]?.push((await shoot(side, 32, ROUND_MS)).perSecond);
    }
    if (bare) statement.push(await bareTime(databaseUrl, (db) => bare(db, some), ROUND_MS));
  }
  const ratio = middle((alone[0] ?? []).map((ms, round) => ms / (statement[round] ?? Number.NaN)));
  const beyond = bare ? `statement ${middle(statement).toFixed(2)}, × ${ratio.toFixed(2)}` : "";
  const many = isAlone ? "" : `a second at 32: ${beside(together, 0)}`;
  return `ms ${beside(alone, 2).padEnd(30)} ${beyond.padEnd(26)} ${many}`;
}

/** Every portal that was started: after a fault none is left behind. */
const started: BuiltPortal[] = [];
const stopAll = () => Promise.all(started.map((portal) => portal.stop()));

const scratch = mkdtempSync(join(tmpdir(), "tiltrod-bench-"));
const server = await startThrowaway((line) => console.log(line));
try {
  for (const orders of sizes) {
    console.log(`\n${orders} orders`);
    await measure(server.ownerUrl, orders);
  }
} finally {
  await stopAll();
  await server.stop();
  rmSync(scratch, { recursive: true, force: true });
}
