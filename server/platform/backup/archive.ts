import { createHash, randomBytes } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { Readable } from "node:stream";
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
export const JOBS = "jobs.jsonl.gz";
export const tableEntry = (table: string): string => `tables/${table}.copy.gz`;
export const photoEntry = (key: string): string => `photos/${key}`;

/** A refusal that the operator can act on, as one sentence. */
export class BackupError extends Error {}

const BLOCK = 512;
const padding = (bytes: number): number => (BLOCK - (bytes % BLOCK)) % BLOCK;
const sumOf = (header: Buffer): number => header.reduce((sum, byte) => sum + byte, 0);

/**
 * A file's header in the ustar form.
 * @param bytes above 8 GiB are written in GNU's way, which every tar reads
 */
function tarHeader(name: string, bytes: number, at: Date): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error("The name is too long for a tar file");
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, offset: number, length: number) =>
    header.write(`${value.toString(8).padStart(length - 1, "0")}\0`, offset, "latin1");
  header.write(name, 0);
  octal(0o600, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  if (bytes < 8 ** 11) octal(bytes, 124, 12);
  else {
    header[124] = 0x80;
    header.writeBigUInt64BE(BigInt(bytes), 128);
  }
  octal(Math.floor(at.getTime() / 1000), 136, 12);
  header.write("        ", 148);
  header.write("0", 156);
  header.write("ustar\x0000", 257, "latin1");
  header.write(`${sumOf(header).toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return header;
}

/**
 * The entry of a header; null for the empty block at the end.
 * @throws BackupError if the block is no header
 */
function readTarHeader(header: Buffer): { name: string; bytes: number } | null {
  if (header.every((byte) => byte === 0)) return null;
  const text = (offset: number, length: number) => header.toString("utf8", offset, offset + length).split("\0")[0] ?? "";
  const blanked = Buffer.from(header).fill(" ", 148, 156);
  if (Number.parseInt(text(148, 8), 8) !== sumOf(blanked) || text(257, 5) !== "ustar")
    throw new BackupError("This file is not a backup of the portal, or it is damaged.");
  const bytes = header[124] === 0x80 ? Number(header.readBigUInt64BE(128)) : Number.parseInt(text(124, 12), 8);
  return { name: text(0, 100), bytes };
}

export type ArchiveWriter = Awaited<ReturnType<typeof createArchive>>;

/**
 * Begins a backup under a temporary name, so that half a backup never passes for a whole one.
 * @throws BackupError if the file exists or cannot be written
 */
export async function createArchive(path: string, now: Date) {
  // In the same folder, because a file can be renamed only within its disk.
  const aside = `${path}.${randomBytes(4).toString("hex")}.part`;
  if (existsSync(path)) throw new BackupError(`${path} is there already, and a backup is never written over: give another name.`);
  const file = await open(aside, "wx", 0o600).catch((error: Error) => {
    throw new BackupError(`${path} cannot be written: ${error.message}`);
  });
  const entries: Manifest["entries"] = {};
  let end = 0;

  const append = async (chunk: Buffer) => {
    await writeWhole(file, chunk, end);
    end += chunk.length;
  };
  const add = async (name: string, content: AsyncIterable<Buffer> | Iterable<Buffer>) => {
    const start = end;
    // The length is known at the end, so the header is written last.
    end += BLOCK;
    const hash = createHash("sha256");
    for await (const chunk of content) {
      hash.update(chunk);
      await append(chunk);
    }
    const bytes = end - start - BLOCK;
    await append(Buffer.alloc(padding(bytes)));
    await writeWhole(file, tarHeader(name, bytes, now), start);
    entries[name] = { bytes, sha256: hash.digest("hex") };
  };

  return {
    add,
    /** Adds the manifest, flushes to the disk, and gives the file its final name. */
    async finish(facts: Omit<Manifest, "entries">) {
      const manifest = Buffer.from(JSON.stringify({ ...facts, entries } satisfies Manifest, null, 1));
      const sum = createHash("sha256").update(manifest).digest("hex");
      await add(MANIFEST, [manifest]);
      await add(MANIFEST_SUM, [Buffer.from(`${sum}  ${MANIFEST}\n`)]);
      await append(Buffer.alloc(2 * BLOCK));
      await file.sync();
      await file.close();
      await rename(aside, path);
      // The rename too has to survive a power cut. Not every system can open a folder.
      const folder = await open(dirname(path), "r").catch(() => null);
      await folder?.sync().catch(() => {});
      await folder?.close();
      return { bytes: end };
    },
    /** Deletes the unfinished file. */
    async abandon() {
      await file.close().catch(() => {});
      await rm(aside, { force: true });
    },
  };
}

/** An almost full disk writes only a part of a chunk before it refuses. */
async function writeWhole(file: FileHandle, chunk: Buffer, position: number): Promise<void> {
  for (let written = 0; written < chunk.length; ) {
    written += (await file.write(chunk, written, chunk.length - written, position + written)).bytesWritten;
  }
}

/** A backup whose every byte was compared with its checksum. */
export interface Archive {
  readonly manifest: Manifest;
  content(name: string): Readable;
}

const DAMAGED = "This backup is damaged and cannot be restored";

/**
 * Reads a backup and compares every entry with its checksum.
 * @throws BackupError with a sentence about the damage
 */
export async function openArchive(path: string): Promise<Archive> {
  const places = await findEntries(path);
  const content = (name: string): Readable => {
    const place = places.get(name);
    if (!place) throw new BackupError(`${DAMAGED}: ${name} is missing.`);
    // createReadStream cannot express an empty range.
    if (place.bytes === 0) return Readable.from([]);
    return createReadStream(path, { start: place.start, end: place.start + place.bytes - 1 });
  };
  if (!places.has(MANIFEST)) throw new BackupError("This file is not a backup of the portal.");
  const sum = Buffer.concat(await content(MANIFEST_SUM).toArray()).toString();
  const written = Buffer.concat(await content(MANIFEST).toArray());
  if (sum.split(" ")[0] !== createHash("sha256").update(written).digest("hex"))
    throw new BackupError(`${DAMAGED}: ${MANIFEST} is not what was written.`);
  const parsed = manifestShape.safeParse(JSON.parse(written.toString()));
  if (!parsed.success) throw new BackupError("This backup was made by a newer version of the portal: bring the portal up to date first.");
  for (const [name, { bytes, sha256 }] of Object.entries(parsed.data.entries)) {
    const hash = createHash("sha256");
    for await (const chunk of content(name)) hash.update(chunk as Buffer);
    if (places.get(name)?.bytes !== bytes || hash.digest("hex") !== sha256)
      throw new BackupError(`${DAMAGED}: ${name} is not what was written.`);
  }
  return { manifest: parsed.data, content };
}

async function findEntries(path: string): Promise<ReadonlyMap<string, { readonly start: number; readonly bytes: number }>> {
  const file = await open(path, "r").catch((error: Error) => {
    throw new BackupError(`${path} cannot be read: ${error.message}`);
  });
  try {
    const places = new Map<string, { start: number; bytes: number }>();
    for (let at = 0; ; ) {
      const { buffer: header, bytesRead } = await file.read(Buffer.alloc(BLOCK), 0, BLOCK, at);
      if (bytesRead < BLOCK) throw new BackupError(`${DAMAGED}: it ends too early.`);
      const found = readTarHeader(header);
      if (found === null) return places;
      places.set(found.name, { start: at + BLOCK, bytes: found.bytes });
      at += BLOCK + found.bytes + padding(found.bytes);
    }
  } finally {
    await file.close();
  }
}
