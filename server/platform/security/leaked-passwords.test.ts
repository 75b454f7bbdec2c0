import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openLeakedPasswords } from "./leaked-passwords.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tiltrod-leaked-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const sha1 = (text: string) => createHash("sha1").update(text).digest("hex").toUpperCase();
function listOf(passwords: readonly string[], { newline = "\r\n", isEnded = true, counted = true } = {}): string {
  const path = join(folder, `${passwords.length}${JSON.stringify(newline)}${isEnded}${counted}.txt`.replace(/[\\"]/g, ""));
  const lines = passwords.map((each, at) => sha1(each) + (counted ? `:${at * 997 + 1}` : "")).toSorted();
  writeFileSync(path, lines.join(newline) + (isEnded ? newline : ""));
  return path;
}
const words = (count: number) => Array.from({ length: count }, (_, at) => `leaked-${at}`);

test.each([
  ["of one line", 1, {}],
  ["of two lines", 2, { newline: "\n" }],
  ["without a last newline", 3, { isEnded: false }],
  ["of 500 lines", 500, {}],
  ["without counts", 501, { counted: false, newline: "\n" }],
])("a list %s finds each of its passwords and no other", async (_, count, format) => {
  const listed = words(count);
  const isLeaked = await openLeakedPasswords(listOf(listed, format));
  for (const password of listed) expect([password, await isLeaked(password)]).toEqual([password, true]);
  for (let at = 0; at < 300; at += 1) expect(await isLeaked(`other-${at}`)).toBe(false);
});

test("a list that is missing, a folder, empty or of another format is refused by a sentence", async () => {
  const named = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const unreadable = /^LEAKED_PASSWORDS names a file that cannot be read: /;
  const format = "LEAKED_PASSWORDS must name a list of SHA-1 hashes, one a line, in ascending order";
  await expect(openLeakedPasswords(join(folder, "missing.txt"))).rejects.toThrow(unreadable);
  await expect(openLeakedPasswords(folder)).rejects.toThrow(unreadable);
  await expect(openLeakedPasswords(named("empty.txt", ""))).rejects.toThrow(format);
  await expect(openLeakedPasswords(named("words.txt", "password\n123456\n"))).rejects.toThrow(format);
});
