import { createHash, randomBytes } from "node:crypto";
import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { extract, pack } from "tar-stream";
import { z } from "zod";

/**
 * A backup is one tar file, which every machine can open. Tables are gzipped COPY text with a line
 * of column names. Photos are stored unchanged. The manifest and its checksum are at the end.
 */
const manifestShape = z.object({
  format: z.literal(1),
  madeAt: z.string(),
  /** The server's version, for people who inspect the file. */
  postgres: z.string(),
  /**
   * The `when` of each applied migration, oldest first, which determines the shape of the tables.
   */
  migrations: z.array(z.number()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number() })),
  sequences: z.array(z.object({ name: z.string(), last: z.string() })),
  /**
   * `kept` is false if the backup was made without photos; `missing` are keys that rows named and
   * the store did not have.
   */
  photos: z.object({ kept: z.boolean(), files: z.number(), missing: z.array(z.string()) }),
  /** The length and SHA-256 of each entry in the file. */
  entries: z.record(z.string(), z.object({ bytes: z.number(), sha256: z.string() })),
});
export type Manifest = z.infer<typeof manifestShape>;

const MANIFEST = "manifest.json";
const MANIFEST_SUM = "manifest.json.sha256";
export const tableEntry = (table: string): string => `tables/${table}.copy.gz`;
export const photoEntry = (key: string): string => `photos/${key}`;

/** A refusal that the operator can act on, as one sentence. */
export class BackupError extends Error {}

export type ArchiveWriter = Awaited<ReturnType<typeof createArchive>>;

/**
 * Begins a backup under a temporary name, so that half a backup never passes for a whole one.
 * @throws BackupError if the file exists or cannot be written
 */
export async function createArchive(path: string, now: Date) {
  // The temporary file is in the same folder, because a file can be renamed only within its disk.
  const partPath = `${path}.${randomBytes(4).toString("hex")}.part`;
  const unsized = `${partPath}.entry`;
  if (existsSync(path)) throw new BackupError(`${path} is there already, and a backup is never written over: give another name.`);
  const file = await open(partPath, "wx", 0o600).catch((error: Error) => {
    throw new BackupError(`${path} cannot be written: ${error.message}`);
  });
  const entries: Manifest["entries"] = {};
  const tar = pack();
  const written = pipeline(tar, file.createWriteStream({ flush: true }));
  // An error of the disk also fails the entry that is being added, whose error is reported.
  written.catch(() => {});

  const add = async (name: string, bytes: number, content: AsyncIterable<Buffer> | Iterable<Buffer>) => {
    const hash = createHash("sha256");
    await pipeline(
      Readable.from(content),
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk);
          yield chunk;
        }
      },
      tar.entry({ name, size: bytes, mode: 0o600, mtime: now }),
    );
    entries[name] = { bytes, sha256: hash.digest("hex") };
  };

  return {
    add,
    /**
     * Adds an entry of unknown length. A tar entry begins with its length, so the content goes into
     * a temporary file first.
     */
    async addUnsized(name: string, write: (target: NodeJS.WritableStream) => Promise<void>) {
      await write(createWriteStream(unsized, { mode: 0o600 }));
      await add(name, (await stat(unsized)).size, createReadStream(unsized));
    },
    /** Adds the manifest, flushes to the disk, and gives the file its final name. */
    async finish(facts: Omit<Manifest, "entries">) {
      const manifest = Buffer.from(JSON.stringify({ ...facts, entries } satisfies Manifest, null, 1));
      const sum = Buffer.from(`${createHash("sha256").update(manifest).digest("hex")}  ${MANIFEST}\n`);
      await add(MANIFEST, manifest.length, [manifest]);
      await add(MANIFEST_SUM, sum.length, [sum]);
      tar.finalize();
      await written;
      await rm(unsized, { force: true });
      const { size: bytes } = await stat(partPath);
      await rename(partPath, path);
      // The rename too has to survive a power cut. Not every system can open a folder.
      const folder = await open(dirname(path), "r").catch(() => null);
      await folder?.sync().catch(() => {});
      await folder?.close();
      return { bytes };
    },
    /** Deletes the unfinished file. */
    async abandon() {
      tar.destroy();
      await written.catch(() => {});
      for (const left of [partPath, unsized]) await rm(left, { force: true });
    },
  };
}

/** A backup whose every byte was compared with its checksum. */
export interface Archive {
  readonly manifest: Manifest;
  content(name: string): Readable;
}

const DAMAGED = "This backup is damaged and cannot be restored";
const HEADER_BYTES = 512;

/**
 * Reads a backup and compares every entry with its checksum.
 * @throws BackupError with a sentence about the damage
 */
export async function openArchive(path: string): Promise<Archive> {
  const stored = await readEntries(path);
  const content = (name: string): Readable => {
    const entry = stored.get(name);
    if (!entry) throw new BackupError(`${DAMAGED}: ${name} is missing.`);
    // createReadStream cannot express an empty range.
    if (entry.bytes === 0) return Readable.from([]);
    return createReadStream(path, { start: entry.start, end: entry.start + entry.bytes - 1 });
  };
  const manifest = stored.get(MANIFEST);
  if (!manifest) throw new BackupError("This file is not a backup of the portal.");
  const sum = Buffer.concat(await content(MANIFEST_SUM).toArray()).toString();
  if (sum.split(" ")[0] !== manifest.sha256) throw new BackupError(`${DAMAGED}: ${MANIFEST} is not what was written.`);
  const parsed = manifestShape.safeParse(JSON.parse(Buffer.concat(await content(MANIFEST).toArray()).toString()));
  if (!parsed.success) throw new BackupError("This backup was made by a newer version of the portal: bring the portal up to date first.");
  for (const [name, { bytes, sha256 }] of Object.entries(parsed.data.entries)) {
    const entry = stored.get(name);
    if (entry?.bytes !== bytes || entry.sha256 !== sha256) throw new BackupError(`${DAMAGED}: ${name} is not what was written.`);
  }
  return { manifest: parsed.data, content };
}

interface StoredEntry {
  /** The position of the content's first byte in the file. */
  readonly start: number;
  readonly bytes: number;
  readonly sha256: string;
}

async function readEntries(path: string): Promise<ReadonlyMap<string, StoredEntry>> {
  const file = await open(path, "r").catch((error: Error) => {
    throw new BackupError(`${path} cannot be read: ${error.message}`);
  });
  const stored = new Map<string, StoredEntry>();
  const tar = extract();
  const fed = pipeline(file.createReadStream(), tar);
  fed.catch(() => {});
  try {
    for await (const entry of tar) {
      const hash = createHash("sha256");
      for await (const chunk of entry) hash.update(chunk as Buffer);
      const { name, size: bytes } = entry.header;
      stored.set(name, { start: entry.offset + HEADER_BYTES, bytes, sha256: hash.digest("hex") });
    }
    await fed;
  } catch (cause) {
    throw new BackupError("This file is not a backup of the portal, or it is damaged.", { cause });
  }
  return stored;
}
