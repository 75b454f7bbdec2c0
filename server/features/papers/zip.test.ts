import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { unzipped } from "#server/testing/papers/read-pdf.ts";
import { zipOf } from "./serve-papers.ts";

const MEGABYTE = 1024 * 1024;

/** Two hundred documents of a megabyte, with a count of those already made. */
function twoHundred() {
  const counts = { made: 0 };
  const documents = Array.from({ length: 200 }, (_, place) => async () => {
    counts.made += 1;
    return { name: `INV-${place}`, pdf: Buffer.alloc(MEGABYTE, place) };
  });
  return { counts, documents };
}

test("a zip makes each document when the reader has taken the earlier ones, and none after that", async () => {
  const { counts, documents } = twoHundred();
  const zip = zipOf(documents);
  for (let taken = 0; taken < 20 * MEGABYTE; ) {
    const chunk: Buffer | null = zip.read();
    if (chunk) taken += chunk.length;
    else await sleep(1);
  }
  await sleep(50);
  expect(counts.made).toBeGreaterThanOrEqual(20);
  expect(counts.made).toBeLessThanOrEqual(24);
  zip.destroy();
  const before = counts.made;
  await sleep(50);
  expect(counts.made).toBe(before);
});

test("a zip contains each document completely and under its name", async () => {
  const { documents } = twoHundred();
  const files = unzipped(await buffer(zipOf(documents.slice(0, 3))));
  expect(Object.entries(files).map(([name, { length }]) => [name, length])).toEqual([
    ["INV-0.pdf", MEGABYTE],
    ["INV-1.pdf", MEGABYTE],
    ["INV-2.pdf", MEGABYTE],
  ]);
  expect(files["INV-2.pdf"]?.every((byte) => byte === 2)).toBe(true);
});
