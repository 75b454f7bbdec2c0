import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import type { Db } from "#server/platform/db/connect.ts";

export interface Shot {
  readonly method?: string;
  readonly path: string;
  readonly body?: unknown;
  /** Omits the cookie. */
  readonly asVisitor?: boolean;
}

/** The server and the person of the requests. */
export interface Target {
  readonly url: string;
  readonly cookie?: string;
}

export const middle = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

/**
 * Sends one request.
 * @throws with the portal's reply, where it rejected the request
 */
export function ask({ url, cookie = "" }: Target, { method = "GET", path, body, asVisitor = false }: Shot, agent?: Agent) {
  const json = body === undefined ? "" : JSON.stringify(body);
  const headers = {
    ...(!asVisitor && { cookie }),
    ...(json && { "content-type": "application/json", "content-length": Buffer.byteLength(json) }),
  };
  return new Promise<{ text: string; setCookie: string }>((done, failed) => {
    const sent = request(new URL(path, url), { agent, method, headers }, async (reply) => {
      const chunks: Buffer[] = [];
      for await (const chunk of reply) chunks.push(chunk);
      const text = Buffer.concat(chunks).toString();
      const { statusCode = 0, headers } = reply;
      if (statusCode < 300) done({ text, setCookie: headers["set-cookie"]?.[0] ?? "" });
      else failed(new Error(`${method} ${path}: ${statusCode} ${text.slice(0, 200)}`));
    });
    sent.on("error", failed).end(json);
  });
}

/**
 * Sends requests over the given number of connections for a time. It returns the median of their
 * milliseconds, their number, and the rate per second.
 */
export async function load(work: (agent: Agent) => Promise<unknown>, connections: number, milliseconds: number) {
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  const began = performance.now();
  const one = async () => {
    do {
      const sent = performance.now();
      await work(agent);
      times.push(performance.now() - sent);
    } while (performance.now() - began < milliseconds);
  };
  await Promise.all(Array.from({ length: connections }, one)).finally(() => agent.destroy());
  return { p50: middle(times), replies: times.length, perSecond: (times.length / (performance.now() - began)) * 1000 };
}

const TICK_MS = 10;

/**
 * Returns the milliseconds that a portal and its connections' processes have worked so far, or NaN
 * where the system does not report them.
 */
export async function processorOf({ databaseUrl, pid }: { readonly databaseUrl: string; readonly pid: number }) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>(
    "select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()",
  );
  await client.end();
  try {
    const times = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    const nanoseconds = rows.map((row) => Number(readFileSync(`/proc/${row.pid}/schedstat`, "utf8").split(" ")[0]));
    const database = nanoseconds.reduce((total, one) => total + one, 0) / 1e6;
    return { portal: (Number(times[11]) + Number(times[12])) * TICK_MS, database };
  } catch {
    return { portal: Number.NaN, database: Number.NaN };
  }
}

/**
 * Measures the milliseconds of the statements that a piece of work sends to the database, prepared
 * and alone: without session, checks and encoding.
 */
export async function bareTime(url: string, work: (db: Db) => Promise<unknown>, milliseconds: number): Promise<number> {
  const statements: pg.QueryArrayConfig[] = [];
  const logQuery = (text: string, values: unknown[]) => {
    statements.push({ name: `bare-${statements.length}`, text, values, rowMode: "array" });
  };
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  await work(drizzle(pool, { logger: { logQuery } }));
  const times: number[] = [];
  for (const began = performance.now(); performance.now() - began < milliseconds; ) {
    const sent = performance.now();
    for (const statement of statements) await pool.query(statement);
    times.push(performance.now() - sent);
  }
  await pool.end();
  return middle(times.slice(times.length / 2));
}

/** Returns a process's memory in MB, or NaN where the system does not report it. */
export function memoryOf(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}
