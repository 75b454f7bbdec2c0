import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { wrongSetting } from "#server/config.ts";

/** True if a password is in the operator's list of leaked ones. */
export type IsLeaked = (password: string) => Promise<boolean>;

/** A line: 40 hexadecimal digits, then usually a colon and a count. */
const LINE = /^([0-9A-Fa-f]{40})(?::\d+)?\r?$/;
/** No line of the format is longer. */
const MOST_BYTES = 128;

/**
 * Opens the operator's list of leaked passwords: SHA-1 hashes in ascending order, a line each, the
 * format of Have I Been Pwned's download. A look-up reads about 40 short pieces of the file and
 * never the whole list, which has 40 GB.
 * @throws ConfigError for a file that cannot be read or has another format
 */
export async function openLeakedPasswords(path: string): Promise<IsLeaked> {
  const file = await open(path).catch((error: Error) =>
    wrongSetting(`LEAKED_PASSWORDS names a file that cannot be read: ${error.message}`),
  );
  const { size } = await file.stat();
  const first = await lineAt(file, 0).catch((error: Error) =>
    wrongSetting(`LEAKED_PASSWORDS names a file that cannot be read: ${error.message}`),
  );
  if (first === null) wrongSetting("LEAKED_PASSWORDS must name a list of SHA-1 hashes, one a line, in ascending order");
  return (password) => isListed(file, size, createHash("sha1").update(password, "utf8").digest("hex").toUpperCase());
}

/** Finds a hash by binary search between byte positions, each of which leads to the next line. */
async function isListed(file: FileHandle, size: number, hash: string): Promise<boolean> {
  let [from, to] = [0, size];
  while (from < to) {
    // Positions beyond 2 GB exceed a bitwise shift.
    const middle = Math.floor((from + to) / 2);
    const line = await lineAt(file, middle);
    if (line === null || line.start >= to || line.hash > hash) to = middle;
    else if (line.hash === hash) return true;
    else from = line.end;
  }
  return false;
}

/** The first line that begins at a position or after it; null if there is none. */
async function lineAt(file: FileHandle, position: number) {
  // The byte before the position tells whether a line begins at the position.
  const from = Math.max(position - 1, 0);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(2 * MOST_BYTES), 0, 2 * MOST_BYTES, from);
  const text = buffer.toString("latin1", 0, bytesRead);
  const start = position === 0 ? 0 : text.indexOf("\n") + 1;
  if (position > 0 && start === 0) return null;
  const newline = text.indexOf("\n", start);
  const end = newline < 0 ? text.length : newline;
  const hash = LINE.exec(text.slice(start, end))?.[1]?.toUpperCase();
  return hash === undefined ? null : { hash, start: from + start, end: from + end + 1 };
}
