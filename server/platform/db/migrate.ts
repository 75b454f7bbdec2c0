import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as migrateByDrizzle } from "drizzle-orm/node-postgres/migrator";
import { Client, Pool } from "pg";
import { ConfigError } from "#server/config.ts";
import { CONNECTING_MS, KEEP_ALIVE, MIGRATING_MS } from "./connect.ts";
import { grantPortal } from "./portal-role.ts";

/**
 * An arbitrary number on which all processes of the portal agree, and which nothing else on the
 * server uses. A restore holds it too.
 */
export const MIGRATION_LOCK = 7_184_353;

const PATIENT = { connectionTimeoutMillis: CONNECTING_MS, query_timeout: MIGRATING_MS, ...KEEP_ALIVE };

/** The folder of SQL files, found from the source tree and from the bundle alike. */
function migrationsFolder(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); folder !== dirname(folder); folder = dirname(folder)) {
    const candidate = join(folder, "migrations");
    if (existsSync(join(candidate, "meta", "_journal.json"))) return candidate;
  }
  throw new Error("The migrations folder is missing");
}

/**
 * Migrates a database as its owner, and grants the portal's role its rights. A connection of its
 * own holds the lock, because two processes that start at once would each apply every step. A role
 * that owns nothing may call it while no migration is due.
 * @throws ConfigError if a migration is due and the role may not apply it
 */
export async function migrate(ownerUrl: string, portalUrl = ownerUrl): Promise<void> {
  const client = new Client({ connectionString: ownerUrl, ...PATIENT });
  // A lost connection also fails the current statement, whose error is reported.
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    if (await isBeforeBaseline(client)) throw new ConfigError(BEFORE_BASELINE);
    if (!(await isUpToDate(client))) await migrateByDrizzle(drizzle(client), { migrationsFolder: migrationsFolder() });
    if (!(await hasQueue(client))) await migrateQueue(ownerUrl);
    const { user: portal } = new Client({ connectionString: portalUrl });
    if (portal && portal !== client.user) await grantPortal(client, portal);
  } catch (error) {
    throw mayNot(error) ? new ConfigError(NOT_THE_OWNER) : error;
  } finally {
    await client.end();
  }
}

const BEFORE_BASELINE =
  "A version before 1.0.0 made this database, and this version cannot upgrade it. Nothing was changed. Give DATABASE_URL a new, empty database, or start the version that made this one.";
const NOT_THE_OWNER =
  "The database is not up to date, and this role may not change it: set DATABASE_OWNER_URL to the owner's address (docs/operating.md, Two roles).";

/** Searches the chain of causes, because drizzle wraps pg's error. */
const mayNot = (error: unknown): boolean =>
  error instanceof Error && ((error as { code?: string }).code === "42501" || mayNot(error.cause));

async function isUpToDate(client: Client): Promise<boolean> {
  const { last } = await appliedMigrations(client);
  return last !== null && last >= (knownMigrations().at(-1) ?? 0);
}

/** Version 1.0.0 put one baseline in the place of all migrations before it. */
async function isBeforeBaseline(client: Client): Promise<boolean> {
  const { first } = await appliedMigrations(client);
  return first !== null && isBeforeFirst(first);
}

/** True if a version before 1.0.0 applied the migration of this time. */
export const isBeforeFirst = (migration: number): boolean => migration < (knownMigrations()[0] ?? 0);

async function appliedMigrations(client: Client): Promise<{ first: number | null; last: number | null }> {
  const known = await client.query<{ there: boolean }>("select to_regclass('drizzle.__drizzle_migrations') is not null there");
  if (!known.rows[0]?.there) return { first: null, last: null };
  const { rows } = await client.query<{ first: number | null; last: number | null }>(
    "select min(created_at)::float8 first, max(created_at)::float8 last from drizzle.__drizzle_migrations",
  );
  return rows[0] ?? { first: null, last: null };
}

/** The migrations of this version, each identified by its time, oldest first. */
export const knownMigrations = (): number[] =>
  readMigrationFiles({ migrationsFolder: migrationsFolder() }).map((file) => file.folderMillis);

/**
 * Applies the migrations up to a moment in the caller's transaction, so that a restore is whole or
 * absent. drizzle's migrator commits by itself and has no last step. This records each step as
 * drizzle does, so that drizzle continues from there.
 */
export async function migrateUpTo(client: Client, last: number): Promise<void> {
  await client.query("create schema if not exists drizzle");
  await client.query("create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)");
  for (const { sql, hash, folderMillis } of readMigrationFiles({ migrationsFolder: migrationsFolder() })) {
    if (folderMillis > last) return;
    for (const statement of sql) await client.query(statement);
    await client.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)", [hash, folderMillis]);
  }
}

/** The library's newest migration; migrate.test.ts fails when an update brings another. */
export const QUEUE_VERSION = 19;

/**
 * This is a query, because loading the library only to find nothing to do would delay every start.
 */
async function hasQueue(client: Client): Promise<boolean> {
  const known = await client.query<{ there: boolean }>("select to_regclass('graphile_worker.migrations') is not null there");
  if (!known.rows[0]?.there) return false;
  const { rows } = await client.query<{ id: number }>("select max(id) id from graphile_worker.migrations");
  return (rows[0]?.id ?? 0) >= QUEUE_VERSION;
}

/** Creates the tables of the job queue, which its library maintains. */
export async function migrateQueue(url: string): Promise<void> {
  const { runMigrations } = await import("graphile-worker");
  const pgPool = new Pool({ connectionString: url, max: 1, ...PATIENT });
  pgPool.on("error", () => {});
  pgPool.on("connect", (client) => client.on("error", () => {}));
  await runMigrations({ pgPool, logger: undefined }).finally(() => pgPool.end());
}
