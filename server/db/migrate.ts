import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as migrateByDrizzle } from "drizzle-orm/node-postgres/migrator";
import { runMigrations as migrateJobs } from "graphile-worker";
import { Client } from "pg";

/** Any number: all processes of the portal agree on it, nothing else on the server uses it. */
const MIGRATION_LOCK = 7_184_353;

/** The folder of SQL files, found from the source tree and from the bundle alike. */
export function migrationsFolder(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); folder !== dirname(folder); folder = dirname(folder)) {
    const candidate = join(folder, "migrations");
    if (existsSync(join(candidate, "meta", "_journal.json"))) return candidate;
  }
  throw new Error("The migrations folder is missing");
}

/**
 * Brings a database up to date, one process at a time: the lock is held by a connection of its own, because two processes
 * that start at once would otherwise each apply every step.
 */
export async function migrate(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await migrateByDrizzle(drizzle(client), { migrationsFolder: migrationsFolder() });
    await migrateJobs({ connectionString: url, logger: undefined });
  } finally {
    await client.end();
  }
}
