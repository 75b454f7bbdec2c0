import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";
import { Client } from "pg";
import { knownMigrations, MIGRATION_LOCK, migrate, migrateQueue, migrateUpTo } from "#server/db/migrate.ts";
import type { PhotoStore } from "#server/photos/photo-store.ts";
import { BackupError, JOBS, type Manifest, photoEntry, tableEntry } from "./archive-format.ts";
import { type Archive, openArchive } from "./archive-reader.ts";
import { copyIn } from "./copy-table.ts";
import { isEmpty, quoted } from "./inventory.ts";
import { loosened } from "./loosened-tables.ts";
import { addJobs } from "./waiting-jobs.ts";

interface RestoreOrder {
  readonly databaseUrl: string;
  readonly photos: PhotoStore;
  readonly archive: Archive;
}

/** Opens a backup and looks whether this version of the portal can restore it. @throws BackupError */
export async function checkedArchive(file: string): Promise<Archive> {
  const archive = await openArchive(file);
  const known = knownMigrations();
  const unknown = archive.manifest.migrations.find((at, index) => known[index] !== at);
  if (unknown !== undefined)
    throw new BackupError("This backup was made by a newer or another version of the portal: bring the portal to that version first.");
  return archive;
}

/**
 * Puts a backup into an empty database, and its photos into the store. The tables are made as they were when it was made, filled in one
 * transaction, and then migrated to this version: whatever breaks it off before the end leaves an empty database.
 * @throws BackupError where the database is not empty, or the backup does not fit together
 */
export async function restore({ databaseUrl, photos, archive }: RestoreOrder): Promise<void> {
  const client = new Client({ connectionString: databaseUrl, application_name: "tiltrod restore" });
  client.on("error", () => {});
  await client.connect();
  try {
    // A portal that starts meanwhile waits here, and finds everything.
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    if (!(await isEmpty(client)))
      throw new BackupError("This database is not empty, and a backup is never restored over anything: give a new, empty one.");
    await restorePhotos(photos, archive);
    await migrateQueue(databaseUrl);
    await client.query("begin");
    await fill(client, archive);
    await client.query("commit");
  } finally {
    await client.end().catch(() => {});
  }
  await migrate(databaseUrl);
}

async function fill(client: Client, archive: Archive): Promise<void> {
  const { migrations, tables, sequences } = archive.manifest;
  await migrateUpTo(client, migrations.at(-1) ?? 0);
  await loosened(client, async () => {
    for (const table of tables) await fillTable(client, archive, table);
  });
  for (const { name, last } of sequences) await client.query("select setval(($1)::regclass, $2)", [`public.${quoted(name)}`, last]);
  const { rows } = await client.query("select 1 where to_regprocedure('rebuild_order_figures()') is not null");
  if (rows.length > 0) await client.query("select rebuild_order_figures()");
  await addJobs(client, await jobsOf(archive));
  // Or the first lists would be planned as if every table were still empty.
  await client.query("analyze");
}

async function fillTable(client: Client, archive: Archive, { name, columns, rows }: Manifest["tables"][number]): Promise<void> {
  // A migration may have put rows of its own there; those of the backup are the ones that count.
  await client.query(`truncate ${quoted(name)}`);
  const list = columns.map(quoted).join(", ");
  const content = archive.content(tableEntry(name)).pipe(createGunzip());
  const stored = await copyIn(client, `copy ${quoted(name)} (${list}) from stdin with (format text, header match)`, content);
  if (stored !== rows) throw new BackupError(`The backup does not fit together: ${name} has ${stored} rows instead of ${rows}.`);
}

async function restorePhotos(store: PhotoStore, { manifest, content }: Archive): Promise<void> {
  for (const name of Object.keys(manifest.entries)) {
    if (!name.startsWith(photoEntry(""))) continue;
    await store.put(name.slice(photoEntry("").length), Buffer.concat(await content(name).toArray()));
  }
}

async function jobsOf(archive: Archive): Promise<unknown[]> {
  const jobs: unknown[] = [];
  for await (const line of createInterface({ input: archive.content(JOBS).pipe(createGunzip()) })) jobs.push(JSON.parse(line));
  return jobs;
}
