import { createHash, randomBytes } from "node:crypto";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { BackupError, BLOCK, MANIFEST, MANIFEST_SUM, type Manifest, padding, tarHeader } from "./archive-format.ts";

/**
 * A backup that is being written. Until `finish` it has another name, so that no one takes half a backup for a whole
 * one.
 */
export interface ArchiveWriter {
  add(name: string, content: AsyncIterable<Buffer>): Promise<void>;
  /** Adds the manifest, waits for the disk, and gives the file its name. */
  finish(manifest: Omit<Manifest, "entries">): Promise<{ bytes: number }>;
  /** Leaves nothing behind. */
  abandon(): Promise<void>;
}

/** @throws BackupError when the file is there already or cannot be written. */
export async function createArchive(path: string, now: Date): Promise<ArchiveWriter> {
  // In the same folder, because a file can be renamed only within its disk.
  const aside = `${path}.${randomBytes(4).toString("hex")}.part`;
  if (await exists(path)) throw new BackupError(`${path} is there already, and a backup is never written over: give another name.`);
  const file = await open(aside, "wx", 0o600).catch((error: Error) => {
    throw new BackupError(`${path} cannot be written: ${error.message}`);
  });
  const entries: Record<string, { bytes: number; sha256: string }> = {};
  let end = 0;

  const append = async (chunk: Buffer) => {
    await writeWhole(file, chunk, end);
    end += chunk.length;
  };
  const add: ArchiveWriter["add"] = async (name, content) => {
    const start = end;
    // The length is known at the end; the header is written then.
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
  const abandon = async () => {
    await file.close().catch(() => {});
    await rm(aside, { force: true });
  };

  return {
    add,
    abandon,
    async finish(facts) {
      const manifest = Buffer.from(JSON.stringify({ ...facts, entries } satisfies Manifest, null, 1));
      const sum = createHash("sha256").update(manifest).digest("hex");
      await add(MANIFEST, piece(manifest));
      await add(MANIFEST_SUM, piece(Buffer.from(`${sum}  ${MANIFEST}\n`)));
      await append(Buffer.alloc(2 * BLOCK));
      await file.sync();
      await file.close();
      await rename(aside, path);
      await syncFolder(dirname(path));
      return { bytes: end };
    },
  };
}

async function* piece(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}

/** A disk that is almost full takes a part of what it is given before it refuses. */
async function writeWhole(file: FileHandle, chunk: Buffer, position: number): Promise<void> {
  for (let written = 0; written < chunk.length; ) {
    written += (await file.write(chunk, written, chunk.length - written, position + written)).bytesWritten;
  }
}

const exists = async (path: string): Promise<boolean> => {
  const file = await open(path, "r").catch(() => null);
  await file?.close();
  return file !== null;
};

/** The new name too has to survive a power cut. Not every system lets a folder be opened. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r").catch(() => null);
  await folder?.sync().catch(() => {});
  await folder?.close();
}
