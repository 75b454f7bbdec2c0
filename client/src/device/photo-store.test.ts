import { beforeEach, expect, test } from "vitest";
import { provideIndexedDb } from "#client/testing/device-store.ts";
import { readPhotos, removePhotos, writePhotos } from "./photo-store.ts";

/**
 * The tests prove rule Q11. e2e/survey.long.test.ts shows that pictures survive a closed page,
 * because only a browser can.
 */

beforeEach(async () => {
  provideIndexedDb();
  // This removes the photos of the previous test.
  await removePhotos(() => true);
});
const photo = (name: string) => new File(["x"], name, { type: "image/jpeg" });
const write = (person: number, key: string, ...names: string[]) => writePhotos({ person, key, files: names.map(photo) });
/** Counts the photos of each window. */
const counts = async (person: number) => Object.fromEntries([...(await readPhotos(person))].map(([key, files]) => [key, files.length]));
const databases = async () => (await indexedDB.databases()).map(({ name }) => name);

test("photos are stored by person and window, and later ones replace earlier ones", async () => {
  await write(7, "hall", "one.jpg");
  await write(7, "hall", "one.jpg", "two.jpg");
  await write(7, "loft", "three.jpg");
  await write(8, "hall", "another's.jpg");
  expect(await counts(7)).toEqual({ hall: 2, loft: 1 });
  expect(await counts(8)).toEqual({ hall: 1 });
  expect(await counts(9)).toEqual({});
});

test("removing photos spares the others, and removing the last ones deletes the database", async () => {
  await write(7, "hall", "one.jpg");
  await write(8, "hall", "two.jpg");
  await removePhotos(({ person }) => person === 8);
  expect([await counts(7), await counts(8)]).toEqual([{ hall: 1 }, {}]);
  await removePhotos(({ key }) => key === "loft");
  expect(await counts(7)).toEqual({ hall: 1 });
  await removePhotos(({ key }) => key === "hall");
  expect(await databases()).toEqual([]);
});

test("reading photos creates no database", async () => {
  expect((await readPhotos(7)).size).toBe(0);
  await removePhotos(() => true);
  expect(await databases()).toEqual([]);
});
