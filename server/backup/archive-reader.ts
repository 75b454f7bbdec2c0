import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { Readable } from "node:stream";
import { z } from "zod";
import { BackupError, BLOCK, FORMAT, MANIFEST, MANIFEST_SUM, type Manifest, padding, readTarHeader } from "./archive-format.ts";

/** A backup that was read through once: every byte is what was written. */
export interface Archive {
  readonly manifest: Manifest;
  content(name: string): Readable;
}

interface Place {
  readonly start: number;
  readonly bytes: number;
}

const DAMAGED = "This backup is damaged and cannot be restored";
const entry = z.object({ bytes: z.number(), sha256: z.string() });
const manifestShape = z.object({
  format: z.literal(FORMAT),
  madeAt: z.string(),
  postgres: z.string(),
  migrations: z.array(z.number()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number() })),
  sequences: z.array(z.object({ name: z.string(), last: z.string() })),
  photos: z.object({ kept: z.boolean(), files: z.number(), missing: z.array(z.string()) }),
  entries: z.record(z.string(), entry),
});

/** Reads a backup and compares every entry with its checksum. @throws BackupError that says what is wrong with it. */
export async function openArchive(path: string): Promise<Archive> {
  const places = await findEntries(path);
  const content = (name: string): Readable => {
    const place = places.get(name);
    if (!place) throw new BackupError(`${DAMAGED}: ${name} is missing.`);
    // createReadStream has no words for nothing at all.
    if (place.bytes === 0) return Readable.from([]);
    return createReadStream(path, { start: place.start, end: place.start + place.bytes - 1 });
  };
  const manifest = await readManifest(content, places);
  for (const [name, { bytes, sha256 }] of Object.entries(manifest.entries)) {
    if (places.get(name)?.bytes !== bytes || (await sumOf(content(name))) !== sha256)
      throw new BackupError(`${DAMAGED}: ${name} is not what was written.`);
  }
  return { manifest, content };
}

async function findEntries(path: string): Promise<Map<string, Place>> {
  const file = await open(path, "r").catch((error: Error) => {
    throw new BackupError(`${path} cannot be read: ${error.message}`);
  });
  try {
    const places = new Map<string, Place>();
    for (let at = 0; ; ) {
      const header = await readBlock(file, at);
      const found = readTarHeader(header);
      if (found === null) return places;
      places.set(found.name, { start: at + BLOCK, bytes: found.bytes });
      at += BLOCK + found.bytes + padding(found.bytes);
    }
  } finally {
    await file.close();
  }
}

async function readBlock(file: FileHandle, at: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(BLOCK), 0, BLOCK, at);
  if (bytesRead < BLOCK) throw new BackupError(`${DAMAGED}: it ends too early.`);
  return buffer;
}

async function readManifest(content: Archive["content"], places: ReadonlyMap<string, Place>): Promise<Manifest> {
  if (!places.has(MANIFEST)) throw new BackupError("This file is not a backup of the portal.");
  const text = Buffer.concat(await content(MANIFEST).toArray());
  const sum = Buffer.concat(await content(MANIFEST_SUM).toArray()).toString();
  if (sum.split(" ")[0] !== createHash("sha256").update(text).digest("hex"))
    throw new BackupError(`${DAMAGED}: ${MANIFEST} is not what was written.`);
  const parsed = manifestShape.safeParse(JSON.parse(text.toString()));
  if (!parsed.success) throw new BackupError("This backup was made by a newer version of the portal: bring the portal up to date first.");
  return parsed.data;
}

async function sumOf(stream: Readable): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of stream) hash.update(chunk as Buffer);
  return hash.digest("hex");
}
