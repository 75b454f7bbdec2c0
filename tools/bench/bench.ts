import { existsSync, mkdtempSync, rmSync } from "node:fs";
import type { Agent } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import pg from "pg";
import { readDashboard } from "#server/features/office/stats/stats.ts";
import { listOrders } from "#server/features/orders/order-rows.ts";
import { readOrder } from "#server/features/orders/orders.ts";
import { listQuotes } from "#server/features/quotes/quote-queries.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { SignedInUser } from "#server/platform/http/call.ts";
import { onServer, withDatabase } from "#server/testing/database/global-setup.ts";
import { startThrowaway } from "#server/testing/database/throwaway-database.ts";
import { EVERY_COMPANY, NO_COMPANY } from "#server/testing/trade/years-of-trade.ts";
import { type BuiltPortal, OWNER, startPortal } from "#tools/built-portal.ts";
import { inProject } from "#tools/project.mjs";
import { ask, bareTime, load, memoryOf, middle, processorOf, type Shot, type Target } from "./measure.ts";

/**
 * `npm run bench -- [orders | demo …] [folder] [a row's name]` measures the built server's
 * commonest calls, and their SQL alone. The database holds 10,000 orders, then 100,000, or the
 * given numbers, or the demo's. `folder` is another built checkout: both builds are measured in
 * turns, each on its own database, which its own version fills (docs/measurements.md, Speed).
 * `--short` measures each figure once, to check that every row can be measured.
 */
const isShort = process.argv.includes("--short");
const words = process.argv.slice(2).filter((word) => word !== "--short");
const isSize = (word: string) => word === "demo" || /^\d+$/.test(word);
const named = words.filter(isSize);
const sizes = named.length > 0 ? named : ["10000", "100000"];
const folderOf = (word: string) => resolve(process.env.INIT_CWD ?? ".", word);
const isFolder = (word: string) => !isSize(word) && existsSync(folderOf(word));
const builds = [inProject(), ...words.filter(isFolder).map(folderOf)];
const rowNames = words.filter((word) => !isSize(word) && !isFolder(word));
for (const build of builds)
  if (!existsSync(join(build, "dist", "server", "index.js"))) throw new Error(`${build} is not built: npm run build there.`);

const STARTS = isShort ? 1 : 7;
const ROUNDS = isShort ? 1 : 7;
const ROUND_MS = isShort ? 1 : 400;
const WARM_UP_MS = isShort ? 1 : 2000;
const LASTING_MS = isShort ? 1 : 20_000;
/** The numbers of connections: a few, and more than a portal's connections to its database. */
const [FEW, MANY] = isShort ? [1, 2] : [8, 32];
const LARGEST_WINDOWS = isShort ? 2 : 200;
const PAGE = { limit: 50, after: null };

/**
 * The data that the calls need: an order from the middle of the years, the newest orders, and the
 * parts of a quote.
 */
interface Some {
  readonly order: number;
  readonly newest: readonly number[];
  readonly customer: number;
  readonly product: number;
  readonly louvre: number;
  readonly color: string;
  readonly largeQuote: number;
  readonly largeOrder: number;
}
interface Row {
  readonly name: string;
  readonly shot: (some: Some) => Shot;
  /** A further call that depends on the reply. */
  readonly next?: (target: Target, id: number, agent: Agent) => Promise<unknown>;
  /** The call's statements without the server. */
  readonly bare?: (db: Db, some: Some) => Promise<unknown>;
  /** Runs the row on one connection, because an account may have few documents in progress. */
  readonly alone?: boolean;
}

const boss = { id: 1, role: "super_admin" } as SignedInUser;
const searching = (typed: (some: Some) => string): Pick<Row, "shot" | "bare"> => ({
  shot: (some) => ({ path: `/api/orders?search=${encodeURIComponent(typed(some))}` }),
  bare: (db, some) => listOrders(db, boss, { search: typed(some) }, { page: PAGE, now: new Date() }),
});
const newQuote = ({ customer, product, louvre, color }: Omit<Some, "largeQuote" | "largeOrder">, windows: number): Shot => {
  const window = { shutterTypeId: product, widthM: 1.2, heightM: 1.5, louverSize: louvre, colorSelection: color };
  return { method: "POST", path: "/api/quotes", body: { userId: customer, items: Array(windows).fill(window) } };
};
const toOrder = async (target: Target, quote: number, agent?: Agent): Promise<string> => {
  await ask(target, { method: "PATCH", path: `/api/quotes/${quote}/status`, body: { quoteStatus: "sent" } }, agent);
  // The demo's companies have credit limits.
  const body = { shippingAddress: "1 High Street, Lewes", companyAddress: "1 High Street, Lewes", acceptOverLimit: true };
  return (await ask(target, { method: "POST", path: `/api/quotes/${quote}/convert`, body }, agent)).text;
};
const signIn: Shot = { method: "POST", path: "/api/login", body: OWNER, asVisitor: true };
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
  { name: "products", shot: () => ({ path: "/api/products" }) },
  { name: "the signed-in person", shot: () => ({ path: "/api/user" }) },
  { name: "a new quote of 5 windows", shot: (some) => newQuote(some, 5) },
  { name: "one made, sent and converted", shot: (some) => newQuote(some, 5), next: toOrder },
  {
    name: "an order's status",
    shot: ({ newest }) => {
      turn += 1;
      const body = { status: Math.floor(turn / newest.length) % 2 ? "processing" : "shipped" };
      return { method: "PATCH", path: `/api/orders/${newest[turn % newest.length]}/status`, body };
    },
  },
  { name: "sign-in", shot: () => signIn },
  { name: "a quotation of 200 windows", shot: ({ largeQuote }) => ({ path: `/api/quotes/${largeQuote}/pdf` }), alone: true },
  { name: "a job card of 200 windows", shot: ({ largeOrder }) => ({ path: `/api/orders/${largeOrder}/job-card.pdf` }), alone: true },
];

/** A build and its database. */
interface Side {
  readonly databaseUrl: string;
  start(): Promise<BuiltPortal>;
}

async function prepareSide(serverUrl: string, build: string, database: string, size: string): Promise<Side> {
  await onServer(serverUrl, `create database ${database}`);
  const databaseUrl = withDatabase(serverUrl, database);
  const DEMO = size === "demo" ? "1" : "0";
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: join(scratch, database), DEMO, LOG_LEVEL: "info", READ_LIMIT: "100000000" };
  const start = async () => {
    const portal = await startPortal(env, build);
    started.push(portal);
    return portal;
  };
  // The first start migrates the database.
  await (await start()).stop();
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  if (size !== "demo") {
    // An older build has the file one folder higher.
    const places = ["trade/years-of-trade.ts", "years-of-trade.ts"].map((path) => join(build, "server", "testing", path));
    const { fill } = await import(places.find(existsSync) ?? "");
    await fill(client, Number(size));
  }
  await client.query("vacuum (analyze)");
  await client.end();
  return { databaseUrl, start };
}

interface Opened {
  readonly databaseUrl: string;
  readonly pid: number;
  readonly target: Target;
  readonly some: Some;
}

/**
 * Signs in with a separate session. The row that repeats the sign-in ends older sessions, because
 * an account may have only a few.
 */
const signedIn = async ({ url }: Target): Promise<Target> => ({ url, cookie: (await ask({ url }, signIn)).setCookie.split(";")[0] ?? "" });

/** Signs in, and looks up or creates the data that the rows need. */
async function openSide(databaseUrl: string, { url, pid }: BuiltPortal): Promise<Opened> {
  const target = await signedIn({ url });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<Omit<Some, "largeQuote" | "largeOrder">>(
    `select percentile_disc(0.5) within group (order by id) as order,
       array(select id from orders where status in ('pending', 'processing', 'shipped') and deleted_at is null order by id desc limit 40) as newest,
       (select user_id from orders where deleted_at is null order by id desc limit 1) as customer,
       (select min(id) from products) as product,
       (select standard_louver_sizes[1] from products order by id limit 1) as louvre,
       (select color_options[1] from products order by id limit 1) as color
     from orders where deleted_at is null`,
  );
  await client.end();
  const found = rows[0] as (typeof rows)[0];
  const largeQuote: number = JSON.parse((await ask(target, newQuote(found, LARGEST_WINDOWS))).text).id;
  const largeOrder: number = JSON.parse(await toOrder(target, largeQuote)).id;
  return { databaseUrl, pid, target, some: { ...found, largeQuote, largeOrder } };
}

/**
 * Formats this build's median. With another build it adds that build's figure and the ratio, round
 * by round.
 */
function beside([ours = [], theirs]: readonly (readonly number[])[], digits: number): string {
  const text = (figures: readonly number[]) => middle(figures).toFixed(digits);
  if (!theirs) return text(ours);
  const ratio = middle(ours.map((figure, round) => figure / (theirs[round] ?? Number.NaN)));
  return `${text(ours)} (other ${text(theirs)}, × ${ratio.toFixed(2)})`;
}

async function measure(serverUrl: string, size: string): Promise<void> {
  const sides: Side[] = [];
  for (const [index, build] of builds.entries()) sides.push(await prepareSide(serverUrl, build, `bench_${size}_${index}`, size));

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
  const anew = () => Promise.all(opened.map(async (side): Promise<Opened> => ({ ...side, target: await signedIn(side.target) })));
  for (const row of ROWS.filter(({ name }) => rowNames.length === 0 || rowNames.some((part) => name.includes(part))))
    await compare(row, await anew()).then(
      (figures) => console.log(`${row.name.padEnd(34)} ${figures}`),
      (error: Error) => console.log(`${row.name.padEnd(34)} void: ${error.message}`),
    );
  console.log(`memory after that, MB: ${memory()}`);
  for (const { target } of await anew()) await load((agent) => ask(target, { path: "/api/orders" }, agent), FEW, LASTING_MS);
  console.log(`memory after ${LASTING_MS / 1000} s of lists more, MB: ${memory()}`);
  await stopAll();
}

async function compare({ shot, next, bare, alone: isAlone }: Row, opened: readonly Opened[]): Promise<string> {
  const shoot = ({ target, some }: Opened, connections: number, milliseconds: number) =>
    load(
      async (agent) => {
        const { text } = await ask(target, shot(some), agent);
        if (next) await next(target, JSON.parse(text).id, agent);
      },
      connections,
      milliseconds,
    );
  for (const side of opened) await shoot(side, isAlone ? 1 : FEW, WARM_UP_MS);
  const figures = () => opened.map((): number[] => []);
  const [alone, few, together, portal, database] = [figures(), figures(), figures(), figures(), figures()];
  const statement: number[] = [];
  const [{ databaseUrl, some }] = opened as [Opened];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, side] of opened.entries()) {
      alone[index]?.push((await shoot(side, 1, ROUND_MS)).p50);
      if (isAlone) continue;
      const before = await processorOf(side);
      const { perSecond, replies } = await shoot(side, FEW, ROUND_MS);
      const after = await processorOf(side);
      few[index]?.push(perSecond);
      portal[index]?.push((after.portal - before.portal) / replies);
      database[index]?.push((after.database - before.database) / replies);
      together[index]?.push((await shoot(side, MANY, ROUND_MS)).perSecond);
    }
    if (bare) statement.push(await bareTime(databaseUrl, (db) => bare(db, some), ROUND_MS));
  }
  const ratio = middle((alone[0] ?? []).map((ms, round) => ms / (statement[round] ?? Number.NaN)));
  const beyond = bare ? `statement ${middle(statement).toFixed(2)}, × ${ratio.toFixed(2)}` : "no statement alone";
  const both = portal.map((ofPortal, index) => ofPortal.map((ms, round) => ms + (database[index]?.[round] ?? Number.NaN)));
  const many = `a second at ${FEW}: ${beside(few, 0)}; at ${MANY}: ${beside(together, 0)}`;
  const work = `processor ms a reply: ${beside(both, 2)}, the portal's ${beside(portal, 2)}, the database's ${beside(database, 2)}`;
  return `ms ${beside(alone, 2).padEnd(30)} ${beyond.padEnd(26)} ${isAlone ? "one at a time" : `${many}; ${work}`}`;
}

/** All started portals, so that an error leaves none running. */
const started: BuiltPortal[] = [];
const stopAll = () => Promise.all(started.map((portal) => portal.stop()));

const scratch = mkdtempSync(join(tmpdir(), "tiltrod-bench-"));
const server = await startThrowaway((line) => console.log(line));
try {
  for (const size of sizes) {
    console.log(`\n${size === "demo" ? "the demo's" : size} orders`);
    await measure(server.ownerUrl, size);
  }
} finally {
  await stopAll();
  await server.stop();
  rmSync(scratch, { recursive: true, force: true });
}
