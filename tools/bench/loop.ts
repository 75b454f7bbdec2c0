import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import pg from "pg";
import { requestOf } from "#server/testing/calls/call-case.ts";
import { CALLS } from "#server/testing/calls/check-reply.ts";
import { EVERY_CALL } from "#server/testing/calls/every-call.ts";
import { EVERY_ROUTE } from "#server/testing/calls/every-route.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import globalSetup from "#server/testing/database/global-setup.ts";
import { startShop } from "#server/testing/shop.ts";
import { fill } from "#server/testing/trade/years-of-trade.ts";
import { PEOPLE, type Person, type World, worldIn } from "#server/testing/world.ts";
import { middle } from "./measure.ts";

/**
 * `npm run bench:loop -- [--short] [parts of names]` measures the processor time that each call of
 * the contract and each other route takes of the event loop, for its largest data: quotes and
 * orders of 200 windows, 50 orders, lists among 10,000 orders. "Longest" is the longest piece
 * without a turn for others. `--short` uses small data, to check that every row can be measured.
 * Only Linux reports a thread's processor time.
 */
const args = process.argv.slice(2);
const isShort = args.includes("--short");
const parts = args.filter((arg) => !arg.startsWith("--"));
const SIZE = isShort ? { windows: 2, orders: 2, rows: 40, rounds: 1 } : { windows: 200, orders: 50, rows: 10_000, rounds: 3 };
/** A call that takes longer has the flag `large`, or yields between its parts. */
const BOUND_MS = 50;

/**
 * A separate thread sends and reads the requests, so that only the server's event loop is measured.
 */
const CLIENT = `const { parentPort } = require("node:worker_threads");
parentPort.on("message", async ({ url, method, headers, body }) => {
  try {
    const reply = await fetch(url, { method, headers, body, redirect: "manual" });
    const { byteLength } = await reply.arrayBuffer();
    parentPort.postMessage({ status: reply.status, bytes: byteLength });
  } catch (error) {
    parentPort.postMessage({ status: 0, bytes: 0, error: String(error) });
  }
});`;
const client = new Worker(CLIENT, { eval: true });

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Figures {
  readonly status: number;
  readonly bytes: number;
  readonly total: number;
  readonly longest: number;
}

/** Returns the milliseconds that this thread has worked so far. */
const worked = (): number => Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, "latin1").split(" ")[0]) / 1e6;

const LOOK_MS = 2;
/** The milliseconds that one reading of the clock costs, which are no part of a call. */
let oneLook = 0;
async function timeLooks(): Promise<void> {
  const before = worked();
  let looks = 0;
  const looking = setInterval(() => {
    worked();
    worked();
    looks += 1;
  }, LOOK_MS);
  await wait(1000);
  clearInterval(looking);
  oneLook = (worked() - before) / looks;
}

async function measure(url: string, person: TestClient, { method, path, body, headers = {} }: Sent): Promise<Figures> {
  const content = body instanceof FormData ? new Response(body) : undefined;
  const message = {
    url: new URL(path, url).href,
    method,
    headers: {
      cookie: [...person.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      ...(content && { "content-type": content.headers.get("content-type") }),
      ...(body !== undefined && !content && { "content-type": "application/json" }),
      ...headers,
    },
    body: content ? await content.arrayBuffer() : body === undefined ? undefined : JSON.stringify(body),
  };
  let last = worked();
  let longest = 0;
  let total = 0;
  const look = () => {
    const piece = worked() - last;
    longest = Math.max(longest, piece);
    total += piece;
    // The reading's own work counts for no call.
    last = worked();
  };
  let looks = 0;
  const looking = setInterval(() => {
    looks += 1;
    look();
  }, LOOK_MS);
  const reply = await new Promise<{ status: number; bytes: number; error?: string }>((done) => {
    client.once("message", done);
    client.postMessage(message);
  });
  look();
  clearInterval(looking);
  if (reply.error) throw new Error(`${method} ${path}: ${reply.error}`);
  return { ...reply, total: Math.max(0, total - looks * oneLook), longest };
}

interface Row {
  readonly name: string;
  readonly isLarge: boolean;
  readonly figures: readonly Figures[];
}
const rows: Row[] = [];
const failures: string[] = [];

/** Returns a world whose quotes and orders have the maximum number of windows. */
function enlarged(portal: World["portal"]): World["portal"] {
  const withWindows = async (overrides: { items?: readonly unknown[] } = {}) => {
    const [item = portal.windowOf(await product)] = (overrides.items ?? []) as never[];
    return { ...overrides, items: Array.from({ length: SIZE.windows }, () => item) };
  };
  const product = portal.product();
  return {
    ...portal,
    quoteFor: async (person, overrides) => portal.quoteFor(person, await withWindows(overrides)),
    orderFor: async (person, overrides) => portal.orderFor(person, await withWindows(overrides)),
  };
}

const stopServer = await globalSetup();
const shop = await startShop();
try {
  const owner = new pg.Client({ connectionString: shop.portal.owner.$client.options.connectionString });
  await owner.connect();
  await fill(owner, SIZE.rows);
  await owner.query("select setval(pg_get_serial_sequence('companies', 'id'), (select max(id) from companies))");
  await owner.end();
  const world = await worldIn(enlarged(shop.portal));
  const { url } = shop.portal;
  const orders: number[] = [];
  while (orders.length < SIZE.orders) orders.push(await world.order());
  const largest = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null || value instanceof Blob) return value;
    const entries = Object.entries(value).map(([key, inner]) => {
      if (key === "items" && Array.isArray(inner)) return [key, Array.from({ length: SIZE.windows }, () => inner[0])];
      if (key === "orders" && Array.isArray(inner))
        return [key, orders.map((id) => (typeof inner[0] === "object" ? { ...inner[0], id } : id))];
      return [key, inner];
    });
    return Object.fromEntries(entries);
  };
  await timeLooks();
  const isChosen = (name: string) => parts.length === 0 || parts.some((part) => name.includes(part));
  const run = async (
    name: string,
    isLarge: boolean,
    who: Person,
    isRound: (round: number) => boolean,
    makeRequest: () => Promise<Sent>,
  ) => {
    const figures: Figures[] = [];
    for (let round = 0; isRound(round); round += 1) {
      await shop.portal.db.execute("delete from rate_limits");
      figures.push(await measure(url, await world.as(who), await makeRequest()));
    }
    const failed = figures.find(({ status }) => status >= 500 || status === 429);
    if (failed) failures.push(`${name}: ${failed.status}`);
    rows.push({ name, isLarge, figures });
  };

  for (const { name, call } of CALLS) {
    const { by, ask, query } = EVERY_CALL[name];
    const reads = call.method === "GET";
    let asked: Sent | undefined;
    let usesAllOrders = false;
    const makeRequest = async (): Promise<Sent> => {
      if (asked) return asked;
      const good = { ...(query && { query }), ...(await ask?.(world)) };
      usesAllOrders = Array.isArray((good.body as { orders?: unknown } | undefined)?.orders);
      const { method, path, body } = requestOf(name, { ...good, ...(good.body && { body: largest(good.body) as object }) } as never);
      const longest = path.replace(/orders=\d+/, `orders=${orders}`);
      const page = reads && call.paged ? `${longest}${longest.includes("?") ? "&" : "?"}limit=200` : longest;
      const sent = { method, path: page, body };
      if (reads) asked = sent;
      return sent;
    };
    if (!isChosen(name)) continue;
    // A write's first round compiles its code. A second round would find the same orders done.
    await run(name, Boolean(call.large), by, (round) => round <= SIZE.rounds && !(round > 0 && usesAllOrders), makeRequest);
    if (reads && (call.paged || call.csvOf !== undefined)) {
      const asCsv = async () => {
        const { path, ...rest } = await makeRequest();
        return { ...rest, path: path.replace(/[?&]limit=200/, ""), headers: { accept: "text/csv" } };
      };
      await run(`${name} as CSV`, Boolean(call.large), by, (round) => round < SIZE.rounds, asCsv);
    }
  }
  for (const [name, cases] of Object.entries(EVERY_ROUTE)) {
    if (!isChosen(name)) continue;
    const [route] = cases;
    if (!route) continue;
    const [method = "GET"] = name.split(" ");
    const granted = route.cells.findIndex((status) => status < 300);
    const who: Person = ["nobody", ...PEOPLE.filter((each) => !["viewing", "colleague", "partner", "rival"].includes(each)), "viewing"][
      Math.max(granted, 0)
    ] as Person;
    let path: string | undefined;
    const makeRequest = async (): Promise<Sent> => {
      if (method === "POST") return { method, ...((await route.good?.(world)) ?? { path: await route.path(world), body: {} }) };
      path ??= (await route.path(world)).replace(/orders=\d+/, `orders=${orders}`);
      return { method, path };
    };
    await run(name, false, who, (round) => round < Math.min(SIZE.rounds, 2), makeRequest);
  }
} finally {
  await client.terminate();
  await shop.stop();
  await stopServer?.();
}

const lines = rows
  .map(({ name, isLarge, figures }) => {
    const warm = figures.length > 1 ? figures.slice(1) : figures;
    const [total, longest] = [middle(warm.map((each) => each.total)), middle(warm.map((each) => each.longest))];
    return { name, isLarge, total, longest, bytes: warm[0]?.bytes ?? 0, status: warm[0]?.status };
  })
  .toSorted((one, other) => other.total - one.total);
console.log(`| call | event loop, ms | longest piece, ms | reply, kB | large |\n|---|---|---|---|---|`);
for (const { name, isLarge, total, longest, bytes, status = 0 } of lines)
  console.log(
    `| \`${name}\`${status >= 300 ? ` (${status})` : ""} | ${total.toFixed(0)} | ${longest.toFixed(0)} | ${Math.ceil(bytes / 1000)} | ${isLarge ? "yes" : ""} |`,
  );
const missing = lines.filter(({ longest, isLarge, total }) => longest > BOUND_MS || (total > BOUND_MS && !isLarge)).map(({ name }) => name);
console.log(`${lines.length} rows; beyond ${BOUND_MS} ms and not large, or in one piece: ${missing.join(", ") || "none"}`);
if (failures.length > 0) {
  console.error(`failed: ${failures.join(", ")}`);
  process.exitCode = 1;
}
