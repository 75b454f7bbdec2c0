import { expect, test } from "vitest";
import type { z } from "zod";
import { MOST_PROBLEMS, Refusal } from "#server/platform/http/errors.ts";
import { parsePart } from "#server/platform/http/parse-request.ts";
import { holding, LISTS, wrongEntries } from "#server/testing/calls/lists-of-requests.ts";

/**
 * Each list of the contract with far too many wrong entries: such a list once blocked the server
 * for seconds (rule C9).
 */

const MANY = 10_000;

test("the walk finds all lists of the contract, those of a window too", () => {
  const found = LISTS.map(({ name, path }) => `${name} ${path.join(".")}`);
  const some = ["quotes.create items", "quotes.update items.[].tPostsMm", "workshop.shipAll orders", "workshop.list colorSelection"];
  expect(found).toEqual(expect.arrayContaining(some));
});

/**
 * A preview's lists come back as the bar plan's reply has them. They hold numbers alone, and a body
 * of a megabyte bounds them together. One press marks a whole section's bars by their numbers.
 */
const LIMITS: Readonly<Record<string, number>> = { preview: 9_000, bars: 300 };
const limitOf = (path: readonly string[]): number => LIMITS[path[0] ?? ""] ?? (path.includes("[]") ? 20 : 200);

test.each(LISTS)(
  "$name: $path in its $part has a limit, and a longer list is refused before any entry is read",
  ({ call, part, path, most }) => {
    expect(most).toBeLessThanOrEqual(limitOf(path));
    const { list, seen } = watched(wrongEntries(MANY));
    const long = caught(() => parsePart(call[part] as z.ZodType, holding({ path }, list)));
    expect([long.status, long.extras.errors?.length, seen.entries]).toEqual([400, 1, 0]);
    const full = caught(() => parsePart(call[part] as z.ZodType, holding({ path }, wrongEntries(most))));
    expect(full.status).toBe(400);
    expect(full.extras.errors?.length).toBeLessThanOrEqual(MOST_PROBLEMS);
  },
);

/** A list that counts the reads of its entries. */
function watched(entries: unknown[]) {
  const seen = { entries: 0 };
  const list = new Proxy(entries, {
    get(target, key) {
      if (typeof key === "string" && /^\d+$/.test(key)) seen.entries += 1;
      return Reflect.get(target, key);
    },
  });
  return { list, seen };
}

function caught(work: () => unknown): Refusal {
  try {
    work();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}
