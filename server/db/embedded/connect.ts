import { createHmac } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { ConfigError } from "#server/config.ts";
import { SUPERUSER } from "#server/db/embedded/cluster.ts";
import { isDatabaseAway } from "#server/db/faults.ts";

const DATABASE = "tiltrod";
/** Owns nothing (server/db/portal-role.ts). */
const PORTAL = "tiltrod_portal";
/** Of the superuser's, and it does not lead back to that: so a data folder that knows only the superuser's has both. */
const portalPassword = (password: string) => createHmac("sha256", password).update(PORTAL).digest("hex");

/** As the superuser, who owns the database. */
export const addressOf = (port: number, password: string, database = DATABASE) =>
  `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`;

/** As the role that the portal works with. */
export const portalAddressOf = (port: number, password: string) =>
  `postgres://${PORTAL}:${portalPassword(password)}@127.0.0.1:${port}/${DATABASE}`;

const COMING_UP_MS = 15_000;

/**
 * Proves that the server on this port is ours (only ours knows the password), and that it has the product's database and role. After a crash a
 * server may cut a first connection while it recovers, so a lost connection is tried again; nothing here does harm when it is done twice.
 */
export async function ensureDatabase(port: number, password: string): Promise<void> {
  for (const until = Date.now() + COMING_UP_MS; ; await sleep(100)) {
    try {
      return await ensureOnce(port, password);
    } catch (error) {
      if (!isDatabaseAway(error) || Date.now() > until) throw error;
    }
  }
}

async function ensureOnce(port: number, password: string): Promise<void> {
  try {
    await ask(addressOf(port, password), portalRole(password));
  } catch (error) {
    if (codeOf(error) !== "3D000") throw inWords(error);
    await ask(addressOf(port, password, "postgres"), `create database ${DATABASE}`);
    await ask(addressOf(port, password), portalRole(password));
  }
}

const portalRole = (password: string) => `
  do $$ begin
    if not exists (select from pg_roles where rolname = '${PORTAL}') then
      create role ${PORTAL} login password '${portalPassword(password)}';
    end if;
  end $$`;

async function ask(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 15_000 });
  client.on("error", () => {}); // A connection lost while it is being closed is no news.
  try {
    await client.connect();
    await client.query(statement);
  } finally {
    await client.end().catch(() => {});
  }
}

const codeOf = (error: unknown) => (error as { code?: string }).code;

function inWords(error: unknown): unknown {
  if (codeOf(error) !== "28P01") return error;
  return new ConfigError("The embedded database does not accept its password: restore postgres.json in DATA_DIR from a backup.");
}
