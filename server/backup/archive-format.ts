/**
 * A backup is one tar file, so that it can be looked into with what every machine has: tables as PostgreSQL's COPY text
 * with a line of column names, gzipped; photos as they are; at the end the manifest, and the manifest's own checksum.
 */

export const BLOCK = 512;
export const FORMAT = 1;
export const MANIFEST = "manifest.json";
export const MANIFEST_SUM = "manifest.json.sha256";
export const JOBS = "jobs.jsonl.gz";
export const tableEntry = (table: string): string => `tables/${table}.copy.gz`;
export const photoEntry = (key: string): string => `photos/${key}`;

export interface Manifest {
  readonly format: typeof FORMAT;
  readonly madeAt: string;
  /** The server's version, for people who inspect the file. */
  readonly postgres: string;
  /** The `when` of each migration that was in, oldest first: what the tables look like. */
  readonly migrations: readonly number[];
  readonly tables: readonly TableInArchive[];
  readonly sequences: readonly { readonly name: string; readonly last: string }[];
  readonly photos: PhotosInArchive;
  /** Each entry's length and SHA-256 as it stands in the file. */
  readonly entries: Readonly<Record<string, { readonly bytes: number; readonly sha256: string }>>;
}

export interface TableInArchive {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: number;
}

export interface PhotosInArchive {
  /** False when the backup was told to leave them out. */
  readonly kept: boolean;
  readonly files: number;
  /** Keys that rows named and the store did not have. */
  readonly missing: readonly string[];
}

/** A refusal that a person can act on, as one sentence. */
export class BackupError extends Error {}

/** A file's header in the ustar form. @param bytes more than 8 GiB is written in GNU's way, which every tar reads. */
export function tarHeader(name: string, bytes: number, at: Date): Buffer {
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

/** The entry that a header begins; null for the empty block at the end. @throws BackupError when it is no header. */
export function readTarHeader(header: Buffer): { name: string; bytes: number } | null {
  if (header.every((byte) => byte === 0)) return null;
  const text = (offset: number, length: number) => header.toString("utf8", offset, offset + length).split("\0")[0] ?? "";
  const given = Number.parseInt(text(148, 8), 8);
  const blanked = Buffer.from(header).fill(" ", 148, 156);
  if (given !== sumOf(blanked) || text(257, 5) !== "ustar")
    throw new BackupError("This file is not a backup of the portal, or it is damaged.");
  const bytes = header[124] === 0x80 ? Number(header.readBigUInt64BE(128)) : Number.parseInt(text(124, 12), 8);
  return { name: text(0, 100), bytes };
}

const sumOf = (header: Buffer): number => header.reduce((sum, byte) => sum + byte, 0);
export const padding = (bytes: number): number => (BLOCK - (bytes % BLOCK)) % BLOCK;
