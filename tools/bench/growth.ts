import pg from "pg";
import { EVERY_COMPANY, NO_COMPANY, SCRATCH_PASSWORD, SCRATCH_STAFF } from "./fill.ts";
import { load } from "./load.ts";
import { type Measured, signIn, startPortal } from "./processes.ts";

/**
 * `npx tsx tools/bench/growth.ts <smaller> <larger>`: two databases that fill-database.ts has filled, the built server
 * on each, and what the larger one costs in time against the smaller. In turns, so that whatever else the machine does
 * touches both.
 */
const ROUNDS = 15;
const MILLISECONDS = 400;
const WARM_UP = 3000;

interface Side extends Measured {
  readonly cookie: string;
  /** An order of the middle of the five years. */
  readonly order: number;
}

const READS: Record<string, (side: Side) => string> = {
  "newest 50 orders": () => "/api/orders",
  "newest 50 quotes": () => "/api/quotes",
  "one order": ({ order }) => `/api/orders/${order}`,
  "search that matches nobody": () => `/api/orders?search=${encodeURIComponent(NO_COMPANY)}`,
  "search that matches every company": () => `/api/orders?search=${EVERY_COMPANY}`,
  "search for one company": () => `/api/orders?search=${encodeURIComponent("Oak Lewes Shutters 400")}`,
  "search for a number": ({ order }) => `/api/orders?search=ORD-${order}`,
  "dashboard, all time": () => "/api/stats",
  "dashboard, the last 30 days": () => "/api/stats?period=monthly",
};

const middle = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

async function start(url: string): Promise<Side> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ order: number }>("select (min(id) + max(id)) / 2 as order from orders");
  await client.end();
  const portal = await startPortal(url);
  return { ...portal, cookie: await signIn(portal.port, SCRATCH_STAFF.super_admin, SCRATCH_PASSWORD), order: rows[0]?.order ?? 0 };
}

/** The address of the hundredth page's next one: deep, as a person who scrolls for an hour reaches it. */
async function deepPage({ port, cookie }: Side, path: string): Promise<string> {
  let next = `${path}?limit=50`;
  for (let page = 0; page < 100; page += 1) {
    const reply = await fetch(`http://127.0.0.1:${port}${next}`, { headers: { cookie } });
    const link = /<([^>]+)>; rel="next"/.exec(reply.headers.get("link") ?? "")?.[1];
    if (!link) break;
    const { pathname, search } = new URL(link, "http://127.0.0.1");
    next = pathname + search;
  }
  return next;
}

async function timesOf(side: Side, path: string, milliseconds: number): Promise<number> {
  const { times, refused } = await load(side.port, () => ({ path, cookie: side.cookie }), 1, milliseconds);
  if (refused) throw new Error(`${path}: ${refused}`);
  return middle(times);
}

const [smaller, larger] = process.argv.slice(2);
if (!smaller || !larger) throw new Error("Which two databases? npx tsx tools/bench/growth.ts postgres://… postgres://…");
const sides = [await start(smaller), await start(larger)] as const;
const deep = new Map(await Promise.all(sides.map(async (side) => [side, await deepPage(side, "/api/orders")] as const)));
const reads = { ...READS, "page 101 of the orders": (side: Side) => deep.get(side) ?? "" };
for (const [name, path] of Object.entries(reads)) {
  for (const side of sides) await timesOf(side, path(side), WARM_UP);
  const rounds: [number, number][] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push([await timesOf(sides[0], path(sides[0]), MILLISECONDS), await timesOf(sides[1], path(sides[1]), MILLISECONDS)]);
  }
  const [small, large] = [middle(rounds.map(([time]) => time)), middle(rounds.map(([, time]) => time))];
  const ratio = middle(rounds.map(([a, b]) => b / a));
  console.log(`${name.padEnd(34)} p50 ${small.toFixed(2)} ms → ${large.toFixed(2)} ms  × ${ratio.toFixed(2)}`);
}
for (const side of sides) await side.stop();
