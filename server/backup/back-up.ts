import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { Client } from "pg";
import { type PhotoStore, thumbKey } from "#server/photos/photo-store.ts";
import { BackupError, FORMAT, JOBS, type PhotosInArchive, photoEntry, type TableInArchive, tableEntry } from "./archive-format.ts";
import { type ArchiveWriter, createArchive } from "./archive-writer.ts";
import { copyOut } from "./copy-table.ts";
import { migrationsIn, quoted, sequences, tablesToKeep } from "./inventory.ts";
import { waitingJobs } from "./waiting-jobs.ts";

interface BackupOrder {
  readonly databaseUrl: string;
  /** Null: photos are left out, because their storage is kept by other means. */
  readonly photos: PhotoStore | null;
  readonly file: string;
  readonly now: Date;
  /** Ends the work early, with nothing left behind. */
  readonly signal?: AbortSignal;
}

export interface BackupReport {
  readonly tables: number;
  readonly rows: number;
  readonly photos: PhotosInArchive;
  readonly bytes: number;
}

/**
 * Writes everything the portal keeps into one file, as it was at one moment, while the portal goes on serving: one
 * transaction that sees a snapshot and blocks no one. Photos never change once they are stored, so those that the
 * snapshot's rows name belong to it.
 * @throws BackupError
 */
export async function backUp({ databaseUrl, photos, file, now, signal }: BackupOrder): Promise<BackupReport> {
  const client = new Client({ connectionString: databaseUrl, application_name: "tiltrod backup" });
  // A lost connection also fails the query that is under way, and that is where it is said.
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query("begin isolation level repeatable read read only");
    const migrations = await migrationsIn(client);
    if (migrations.length === 0) throw new BackupError("This database holds nothing of the portal's: there is nothing to back up.");
    const archive = await createArchive(file, now);
    try {
      const tables = await addTables(client, archive, signal);
      await archive.add(JOBS, zipped(lines(await waitingJobs(client))));
      const photosAdded = await addPhotos(client, archive, photos, signal);
      const { rows } = await client.query<{ server_version: string }>("show server_version");
      const { bytes } = await archive.finish({
        format: FORMAT,
        madeAt: now.toISOString(),
        postgres: rows[0]?.server_version ?? "",
        migrations,
        tables,
        sequences: await sequences(client),
        photos: photosAdded,
      });
      return { tables: tables.length, rows: tables.reduce((sum, table) => sum + table.rows, 0), photos: photosAdded, bytes };
    } catch (error) {
      await archive.abandon();
      throw signal?.aborted ? signal.reason : error;
    }
  } finally {
    await client.end().catch(() => {});
  }
}

async function addTables(client: Client, archive: ArchiveWriter, signal: AbortSignal | undefined): Promise<TableInArchive[]> {
  const added: TableInArchive[] = [];
  for (const { name, columns } of await tablesToKeep(client)) {
    signal?.throwIfAborted();
    const list = columns.map(quoted).join(", ");
    const copy = copyOut(client, `copy ${quoted(name)} (${list}) to stdout with (format text, header true)`);
    await archive.add(tableEntry(name), zipped(copy, signal));
    added.push({ name, columns, rows: copy.rows });
  }
  return added;
}

async function addPhotos(
  client: Client,
  archive: ArchiveWriter,
  store: PhotoStore | null,
  signal: AbortSignal | undefined,
): Promise<PhotosInArchive> {
  if (!store) return { kept: false, files: 0, missing: [] };
  const { rows } = await client.query<{ key: string }>("select storage_key as key from remake_photos order by remake_id, place");
  const missing: string[] = [];
  let files = 0;
  for (const key of rows.flatMap((row) => [row.key, thumbKey(row.key)])) {
    signal?.throwIfAborted();
    const photo = await store.read(key);
    if (photo) {
      await archive.add(photoEntry(key), photo.content as AsyncIterable<Buffer>);
      files += 1;
    } else missing.push(key);
  }
  return { kept: true, files, missing };
}

async function* lines(values: readonly unknown[]): AsyncGenerator<Buffer> {
  for (const value of values) yield Buffer.from(`${JSON.stringify(value)}\n`);
}

/** Gzipped; what fails before the gzip fails here too, and a reader who gives up ends the source. */
async function* zipped(source: AsyncIterable<Buffer>, signal?: AbortSignal): AsyncGenerator<Buffer> {
  const gzip = createGzip();
  const fed = pipeline(source, gzip, signal ? { signal } : {});
  fed.catch(() => {});
  yield* gzip as AsyncIterable<Buffer>;
  await fed;
}
