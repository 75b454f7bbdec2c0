import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { Client, escapeIdentifier } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { type PhotoStore, thumbKey } from "#server/platform/photos/photo-store.ts";
import { type ArchiveWriter, BackupError, createArchive, type Manifest, photoEntry, tableEntry } from "./archive.ts";

interface BackupOrder {
  readonly databaseUrl: string;
  /** Null: the photos are left out, because their storage has another backup. */
  readonly photos: PhotoStore | null;
  readonly file: string;
  readonly now: Date;
  /** Aborts the work and deletes the unfinished file. */
  readonly signal?: AbortSignal;
}

/**
 * Writes all data of the portal at one moment into one file. The portal continues to serve: the one
 * transaction reads a snapshot and blocks nothing. Stored photos never change, so the photos of the
 * snapshot's rows belong to it.
 * @throws BackupError
 */
export async function backUp({ databaseUrl, photos, file, now, signal }: BackupOrder) {
  const client = new Client({ connectionString: databaseUrl, application_name: "tiltrod backup" });
  // A lost connection also fails the current query, whose error is reported.
  client.on("error", () => {});
  await client.connect();
  let archive: ArchiveWriter | undefined;
  try {
    await client.query("begin isolation level repeatable read read only");
    const migrations = await migrationsIn(client);
    if (migrations.length === 0) throw new BackupError("This database holds nothing of the portal's: there is nothing to back up.");
    archive = await createArchive(file, now);
    const copied = await addTables(client, archive, signal);
    const added = await addPhotos(client, archive, photos, signal);
    const { rows: versions } = await client.query<{ server_version: string }>("show server_version");
    const tables = copied.map(({ name, columns, copy }) => ({ name, columns, rows: copy.rowCount }));
    const { bytes } = await archive.finish({
      format: 1,
      madeAt: now.toISOString(),
      postgres: versions[0]?.server_version ?? "",
      migrations,
      tables,
      sequences: await sequences(client),
      photos: added,
    });
    return { tables: tables.length, rows: tables.reduce((sum, table) => sum + table.rows, 0), photos: added, bytes };
  } catch (error) {
    await archive?.abandon();
    throw signal?.aborted ? signal.reason : error;
  } finally {
    // After an aborted COPY this closes the connection, and the server stops sending.
    await client.end().catch(() => {});
  }
}

/**
 * The `when` of each applied migration, oldest first; empty in a database that was never the
 * portal's.
 */
async function migrationsIn(client: Client): Promise<number[]> {
  if (!(await isThere(client, "drizzle.__drizzle_migrations"))) return [];
  const { rows } = await client.query<{ at: string }>(
    "select created_at::text as at from drizzle.__drizzle_migrations order by created_at",
  );
  return rows.map(({ at }) => Number(at));
}

export async function isThere(client: Client, table: string): Promise<boolean> {
  const { rows } = await client.query("select 1 where to_regclass($1) is not null", [table]);
  return rows.length > 0;
}

/**
 * The portal's tables that a backup leaves out: their rows have no value later, or a restore must
 * not reopen an ended session or a used link.
 */
export const LEFT_OUT: readonly string[] = ["sessions", "password_resets", "email_changes", "rate_limits"];

/**
 * Reads the tables' names from the database, so that no new table is forgotten and an older
 * version's tables are included.
 */
async function addTables(client: Client, archive: ArchiveWriter, signal: AbortSignal | undefined) {
  const { rows: tables } = await client.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all ($1)
     group by c.relname order by c.relname`,
    [LEFT_OUT],
  );
  const copied = [];
  for (const { name, columns } of tables) {
    signal?.throwIfAborted();
    const list = columns.map(escapeIdentifier).join(", ");
    // Its `rowCount` is set once the next query has its reply.
    const copy = client.query(copyTo(`copy ${escapeIdentifier(name)} (${list}) to stdout with (format text, header true)`));
    await archive.addUnsized(tableEntry(name), (target) => pipeline(copy, createGzip(), target, { signal }));
    copied.push({ name, columns, copy });
  }
  return copied;
}

/**
 * The last number of each sequence: a number that was used once, and perhaps printed, must never be
 * used again.
 */
async function sequences(client: Client): Promise<Manifest["sequences"]> {
  const { rows } = await client.query<{ name: string; last: string }>(
    "select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public' and last_value is not null order by 1",
  );
  return rows;
}

/** The keys of the photos that rows name. An older database has no table of window photos. */
async function photoKeys(client: Client): Promise<string[]> {
  const { rows: remakeKeys } = await client.query<{ key: string }>(
    "select storage_key as key from remake_photos order by remake_id, place",
  );
  const { rows: has } = await client.query("select where to_regclass('public.window_photos') is not null");
  const { rows: windowKeys } =
    has.length === 0
      ? { rows: [] }
      : await client.query<{ key: string }>("select storage_key as key from window_photos order by quote_item_id, n");
  return [...remakeKeys, ...windowKeys].map(({ key }) => key);
}

async function addPhotos(
  client: Client,
  archive: ArchiveWriter,
  store: PhotoStore | null,
  signal: AbortSignal | undefined,
): Promise<Manifest["photos"]> {
  if (!store) return { kept: false, files: 0, missing: [] };
  const missing: string[] = [];
  let files = 0;
  for (const key of (await photoKeys(client)).flatMap((each) => [each, thumbKey(each)])) {
    signal?.throwIfAborted();
    const photo = await store.read(key);
    if (photo) {
      await archive.add(photoEntry(key), photo.bytes, photo.content);
      files += 1;
    } else missing.push(key);
  }
  return { kept: true, files, missing };
}
