import { setMaxListeners } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { onServer, withDatabase } from "#server/testing/database/global-setup.ts";
import { startThrowaway } from "#server/testing/database/throwaway-database.ts";
import { storeBusiness } from "#server/testing/retail.ts";
import { fill, SCRATCH_PASSWORD, SCRATCH_STAFF } from "#server/testing/trade/years-of-trade.ts";
import { startPortal } from "#tools/built-portal.ts";
import { inProject } from "#tools/project.mjs";
import { ask, middle, type Shot, type Target } from "./measure.ts";

/**
 * `npm run bench:turns -- [folder] [part of a row's name]` measures how long one person waits while
 * one company requests as much as it may, and how long on a quiet portal (docs/measurements.md, In
 * turn). A row takes some twenty seconds. `--short` requests small data once, to check that every
 * row can be measured.
 */
const isShort = process.argv.includes("--short");
const [folder = inProject(), named = ""] = process.argv.slice(2).filter((word) => word !== "--short");
const ROW_MS = isShort ? 1 : 12_000;
const QUIET_TIMES = isShort ? 1 : 20;
const LARGEST_WINDOWS = isShort ? 2 : 200;
/** The time in which all running requests end. */
const ENDING_MS = isShort ? 1 : 3000;
const PAUSE_MS = 150;
/** A rejected caller retries after this time, which is sooner than the reply requires. */
const AGAIN_MS = 1000;

interface Reply {
  readonly ms: number;
  readonly status: number;
}

function fetched({ url, cookie = "" }: Target, path: string, headers: Record<string, string> = {}, signal?: AbortSignal) {
  const began = performance.now();
  return new Promise<Reply>((done, failed) => {
    const sent = request(new URL(path, url), { headers: { cookie, ...headers }, ...(signal && { signal }) }, async (reply) => {
      try {
        for await (const _ of reply);
        done({ ms: performance.now() - began, status: reply.statusCode ?? 0 });
      } catch (error) {
        failed(error);
      }
    });
    sent.on("error", failed).end();
  });
}

/** Repeats the same request until the signal ends it. */
async function insist(target: Target, path: string, headers: Record<string, string>, until: AbortSignal, met: Map<number, number>) {
  while (!until.aborted) {
    const { status } = await fetched(target, path, headers, until).catch(() => ({ status: 0 }));
    if (status !== 0) met.set(status, (met.get(status) ?? 0) + 1);
    if (status !== 200) await wait(AGAIN_MS);
  }
}

interface Greedy {
  readonly who: Target;
  readonly path: string;
  readonly times: number;
  readonly headers?: Record<string, string>;
}

async function measure(name: string, small: { who: Target; path: string }, greedy: readonly Greedy[]) {
  if (!name.includes(named)) return;
  const one = () => fetched(small.who, small.path);
  for (let round = 0; round < 5; round += 1) await one();
  const quiet: number[] = [];
  for (let round = 0; round < QUIET_TIMES; round += 1) {
    quiet.push((await one()).ms);
    await wait(PAUSE_MS);
  }
  const leaving = new AbortController();
  setMaxListeners(0, leaving.signal);
  const met = new Map<number, number>();
  const asking = greedy.flatMap(({ who, path, times, headers = {} }) =>
    Array.from({ length: times }, () => insist(who, path, headers, leaving.signal, met)),
  );
  await wait(300);
  const busy: Reply[] = [];
  for (const began = performance.now(); performance.now() - began < ROW_MS; ) {
    busy.push(await one());
    await wait(PAUSE_MS);
  }
  leaving.abort();
  await Promise.all(asking);
  const times = busy.map(({ ms }) => ms).toSorted((one, other) => one - other);
  const [before, after] = [middle(quiet), middle(times)];
  const text = [
    `quiet ${before.toFixed(0)} ms (slowest ${Math.max(...quiet).toFixed(0)})`,
    `then ${after.toFixed(0)}, 9 of 10 ${(times[Math.floor(times.length * 0.9)] ?? 0).toFixed(0)}, slowest ${times.at(-1)?.toFixed(0)}`,
    `× ${(after / before).toFixed(1)}`,
    `of ${busy.length} not 200: ${busy.filter(({ status }) => status !== 200).length}`,
    `the greedy met ${[...met].map(([status, count]) => `${count} × ${status}`).join(", ")}`,
  ];
  console.log(`${name.padEnd(44)} ${text.join("; ")}`);
  await wait(ENDING_MS);
}

const scratch = mkdtempSync(join(tmpdir(), "tiltrod-turns-"));
const server = await startThrowaway((line) => console.log(line));
let portal: Awaited<ReturnType<typeof startPortal>> | undefined;
try {
  await onServer(server.ownerUrl, "create database turns");
  const databaseUrl = withDatabase(server.ownerUrl, "turns");
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: join(scratch, "data"), DEMO: "0", READ_LIMIT: "100000000" };
  portal = await startPortal(env, folder);
  await portal.stop();
  const client = new pg.Client({ connectionString: databaseUrl });
  // The error that ends the run is more specific than the error of the connection that ends with
  // it.
  client.on("error", () => undefined);
  await client.connect();
  await fill(client, 200);
  // The rows add two colleagues of the greedy customer, and a second workshop.
  await client.query(`insert into users (company_id, email, password_hash, role, contact_name, joined_at, created_at)
    select company_id, 'colleague-' || n || '@scratch.test', password_hash, role, 'Colleague ' || n, joined_at, created_at
    from users, generate_series(1, 2) n where email = 'company-1@scratch.test'`);
  await client.query(`insert into companies (id, kind, name, address, referral_code, approval_status, created_at)
    values (900001, 'supplier', 'Other works', '', 'SCRATCH-T', 'approved', now())`);
  await client.query(`insert into users (company_id, email, password_hash, role, contact_name, joined_at, created_at)
    select 900001, 'other@scratch.test', password_hash, 'supplier', 'Other', now(), now()
    from users where email = '${SCRATCH_STAFF.supplier}'`);
  portal = await startPortal(env, folder);
  const { url } = portal;
  const signIn = async (email: string): Promise<Target> => {
    const shot: Shot = { method: "POST", path: "/api/login", body: { email, password: SCRATCH_PASSWORD }, asVisitor: true };
    return { url, cookie: (await ask({ url }, shot)).setCookie.split(";")[0] ?? "" };
  };
  const boss = await signIn(SCRATCH_STAFF.super_admin);
  const three = [
    await signIn("company-1@scratch.test"),
    await signIn("colleague-1@scratch.test"),
    await signIn("colleague-2@scratch.test"),
  ];
  const greedyOne = three[0] as Target;
  const other = await signIn("company-2@scratch.test");
  const supplier = await signIn(SCRATCH_STAFF.supplier);
  const otherSupplier = await signIn("other@scratch.test");
  const { rows } = await client.query(
    "select min(id) as product, (select company_id from users where email = 'company-1@scratch.test') as greedy from products",
  );
  const made = async (who: Target, shot: Shot): Promise<number> => JSON.parse((await ask(who, shot)).text).id;
  const window = { shutterTypeId: rows[0].product, widthM: 1.2, heightM: 1.5, louverSize: 64, colorSelection: "White" };
  const quoteOf = (who: Target, windows: number, quantity = 1) =>
    made(who, { method: "POST", path: "/api/quotes", body: { items: Array(windows).fill({ ...window, quantity }) } });
  const orderOf = async (who: Target, windows: number, quantity = 1) => {
    const id = await quoteOf(who, windows, quantity);
    return made(boss, { method: "POST", path: `/api/quotes/${id}/convert`, body: { shippingAddress: "1 High Street, Lewes LE1 2AB" } });
  };
  const large = await quoteOf(greedyOne, LARGEST_WINDOWS);
  const small = await quoteOf(other, 1);
  const orders: number[] = [];
  for (let order = 0; order < 5; order += 1) orders.push(await orderOf(greedyOne, LARGEST_WINDOWS));
  const smallOrder = await orderOf(other, 1);
  const manyPieces = await orderOf(greedyOne, LARGEST_WINDOWS, 5);
  await storeBusiness({ db: drizzle(client) }, rows[0].greedy);
  await client.end();

  const chosen = `?orders=${orders.join(",")}`;
  const pdf = { who: other, path: `/api/quotes/${small}/pdf` };
  const quotations = three.map((who) => ({ who, path: `/api/quotes/${large}/pdf`, times: 10 }));
  const cards = { who: supplier, path: `/api/workshop/job-cards.pdf${chosen}`, times: 3 };
  const plans = { who: supplier, path: `/api/workshop/bar-plan${chosen}`, times: 3 };
  const papers = { who: supplier, path: `/api/workshop/bar-plan.pdf${chosen}`, times: 3 };
  const plan = { who: otherSupplier, path: `/api/workshop/bar-plan?orders=${smallOrder}` };
  const cutList = `/api/orders/${orders[0]}/cut-list`;
  const csv = { accept: "text/csv" };
  const user = { who: other, path: "/api/user" };
  await measure("3 people × 10 quotations of 200: a PDF", pdf, quotations);
  await measure("a supplier × 3 job cards of 1,000: a PDF", pdf, [cards]);
  await measure("both at once: a PDF", pdf, [...quotations, cards]);
  await measure("a supplier × 3 bar plans of 1,000: a plan", plan, [plans]);
  await measure("a supplier × 3 bar plans on paper: a plan", plan, [papers]);
  await measure("10 × a cut list of 200: /api/user", user, [{ who: supplier, path: cutList, times: 10 }]);
  await measure("20 × its CSV: /api/user", user, [{ who: supplier, path: cutList, times: 20, headers: csv }]);
  const quotation = { who: greedyOne, path: `/api/quotes/${large}/retail`, times: 10 };
  await measure("10 × a homeowner's quotation of 200: /api/user", user, [quotation]);
  const quote = { who: greedyOne, path: `/api/quotes/${large}`, times: 10 };
  await measure("10 × a quote of 200: /api/user", user, [quote]);
  await measure("10 × the pieces of 1,000: /api/user", user, [{ who: supplier, path: `/api/orders/${manyPieces}/pieces`, times: 10 }]);
} finally {
  await portal?.stop();
  await server.stop();
  rmSync(scratch, { recursive: true, force: true });
}
