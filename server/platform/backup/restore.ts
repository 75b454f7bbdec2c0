import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { Client, escapeIdentifier } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { isBeforeFirst, knownMigrations, MIGRATION_LOCK, migrate, migrateQueue, migrateUpTo } from "#server/platform/db/migrate.ts";
import { MOST_TRIES } from "#server/platform/jobs/enqueue.ts";
import type { PhotoStore } from "#server/platform/photos/photo-store.ts";
import { type Archive, BackupError, type Manifest, openArchive, photoEntry, tableEntry } from "./archive.ts";
import { isThere } from "./back-up.ts";

/**
 * Opens a backup and checks that this version of the portal can restore it.
 * @throws BackupError
 */
export async function checkedArchive(file: string): Promise<Archive> {
  const archive = await openArchive(file);
  const known = knownMigrations();
  if (archive.manifest.migrations.some(isBeforeFirst))
    throw new BackupError(
      "This backup was made by a version before 1.0.0, which this version cannot read: restore it with the version that made it.",
    );
  if (archive.manifest.migrations.some((at, index) => known[index] !== at))
    throw new BackupError("This backup was made by a newer or another version of the portal: bring the portal to that version first.");
  return archive;
}

/**
 * Restores a backup into an empty database, and its photos into the store. One transaction creates
 * the tables of the backup's version and fills them; the migrations to this version follow. A
 * restore that breaks off leaves an empty database.
 * @throws BackupError if the database is not empty, or the backup is inconsistent
 */
export async function restore(order: { databaseUrl: string; photos: PhotoStore; archive: Archive }): Promise<void> {
  const { databaseUrl, photos, archive } = order;
  const client = new Client({ connectionString: databaseUrl, application_name: "tiltrod restore" });
  client.on("error", () => {});
  await client.connect();
  try {
    // A portal that starts during the restore waits here until it is complete.
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    if (!(await isEmpty(client)))
      throw new BackupError("This database is not empty, and a backup is never restored over anything: give a new, empty one.");
    for (const name of Object.keys(archive.manifest.entries).filter((entry) => entry.startsWith(photoEntry(""))))
      await photos.put(name.slice(photoEntry("").length), Buffer.concat(await archive.content(name).toArray()));
    await migrateQueue(databaseUrl);
    await client.query("begin");
    await fill(client, archive);
    await client.query("commit");
  } finally {
    await client.end().catch(() => {});
  }
  await migrate(databaseUrl);
}

/**
 * True if a database is empty. A queue without jobs counts as empty, because a failed restore
 * leaves one.
 */
async function isEmpty(client: Client): Promise<boolean> {
  const { rows } = await client.query(
    `select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'graphile_worker') and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
       and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e') limit 1`,
  );
  if (rows.length > 0) return false;
  if (!(await isThere(client, "graphile_worker.jobs"))) return true;
  return (await client.query("select 1 from graphile_worker.jobs limit 1")).rows.length === 0;
}

async function fill(client: Client, archive: Archive): Promise<void> {
  const { migrations, tables, sequences } = archive.manifest;
  await migrateUpTo(client, migrations.at(-1) ?? 0);
  await loosened(client, async () => {
    for (const table of tables) await fillTable(client, archive, table);
  });
  for (const { name, last } of sequences)
    await client.query("select setval(($1)::regclass, $2)", [`public.${escapeIdentifier(name)}`, last]);
  await addJobs(client);
  // Without statistics the first lists would be planned as if every table were still empty.
  await client.query("analyze");
}

/**
 * Runs the work without triggers and foreign keys, so that tables fill in any order. Afterwards it
 * creates the keys again, and PostgreSQL checks every row. It runs in a transaction as the tables'
 * owner, without a superuser, because a hosted PostgreSQL offers none.
 */
async function loosened(client: Client, work: () => Promise<void>): Promise<void> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  const { rows: guarded } = await client.query<{ table: string }>(
    `select distinct tgrelid::regclass::text as "table" from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where not tgisinternal and c.relnamespace = 'public'::regnamespace`,
  );
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const { table } of guarded) await client.query(`alter table ${table} disable trigger user`);
  await work();
  for (const { table } of guarded) await client.query(`alter table ${table} enable trigger user`);
  for (const { table, name, definition } of keys) await client.query(`alter table ${table} add constraint ${name} ${definition}`);
}

async function fillTable(client: Client, archive: Archive, { name, columns, rows }: Manifest["tables"][number]): Promise<void> {
  const table = escapeIdentifier(name);
  // A migration may have inserted rows; only the rows of the backup are valid.
  await client.query(`truncate ${table}`);
  const list = columns.map(escapeIdentifier).join(", ");
  const copy = client.query(copyFrom(`copy ${table} (${list}) from stdin with (format text, header match)`));
  await pipeline(archive.content(tableEntry(name)), createGunzip(), copy);
  if (copy.rowCount !== rows)
    throw new BackupError(`The backup does not fit together: ${name} has ${copy.rowCount} rows instead of ${rows}.`);
}

/**
 * Queues the waiting work: mails, news of orders, and the check for Checkout sessions to close. The
 * other jobs come from the schedule or with each start.
 */
async function addJobs(client: Client): Promise<void> {
  const { rows: mails } = await client.query<{ id: number; attempts: number }>(
    "select id, failures as attempts from waiting_mails order by id",
  );
  for (const { id, attempts } of mails) await addJob(client, { task: "send-mail", payload: { mailId: id }, attempts });
  const { rows: orders } = await client.query<{ id: number }>(
    `select id from orders o where told_status is not null or told_tracking is not null
      or exists (select from parcels where order_id = o.id and emailed_at is null) order by id`,
  );
  for (const { id } of orders) await addJob(client, { task: "tell-of-order", payload: { orderId: id }, key: `tell-of-order-${id}` });
  await addJob(client, { task: "close-checkout-sessions", payload: {} });
}

interface WaitingJob {
  readonly task: string;
  readonly payload: object;
  readonly key?: string;
  readonly attempts?: number;
}

/** A job without attempts left stays failed, for a person to inspect. */
async function addJob(client: Client, { task, payload, key, attempts = 0 }: WaitingJob): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    "select id from graphile_worker.add_job($1, $2::json, job_key => $3, max_attempts => $4)",
    [task, JSON.stringify(payload), key, MOST_TRIES],
  );
  if (attempts > 0)
    await client.query("select graphile_worker.reschedule_jobs(array[$1::bigint], attempts => $2)", [rows[0]?.id, attempts]);
}
