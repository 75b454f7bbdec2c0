import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import type { Db } from "#server/db/connect.ts";

export interface Shot {
  readonly method?: string;
  readonly path: string;
  readonly body?: unknown;
  /** Without the cookie. */
  readonly asVisitor?: boolean;
}

/** Where requests go, and as whom. */
export interface Target {
  readonly url: string;
  readonly cookie?: string;
}

export const middle = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

/** @throws with what the portal said, where it refused */
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

/** As many requests as go through so many connections in that time: the middle of their milliseconds, and how many in a second. */
export async function load(target: Target, shot: () => Shot, connections: number, milliseconds: number) {
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  const began = performance.now();
  const one = async () => {
    do {
      const sent = performance.now();
      await ask(target, shot(), agent);
      times.push(performance.now() - sent);
    } while (performance.now() - began < milliseconds);
  };
  await Promise.all(Array.from({ length: connections }, one)).finally(() => agent.destroy());
  return { p50: middle(times), perSecond: (times.length / (performance.now() - began)) * 1000 };
}

/** Milliseconds of what a piece of work sends to the database, prepared and alone: no session, no check, no encoding. */
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

/** What a process holds of the memory, in MB; where the system does not say it, no number. */
export function memoryOf(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}
