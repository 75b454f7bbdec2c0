import { readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { succeeded } from "#server/testing/builders.ts";
import { askForRemake, filesOf, picture } from "#server/testing/photos.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import { photoTasks } from "./store-photos.ts";

const DAY = 86_400_000;
let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stop());

test("the nightly sweep deletes day-old photos that no row names; a hidden remake's photos stay", async () => {
  const customer = await portal.signIn("customer");
  const order = await portal.orderFor(customer);
  const kept = succeeded(await askForRemake(customer, order.id, [await picture()]));
  const hidden = succeeded(await askForRemake(customer, order.id, [await picture()]));
  await (await portal.superAdmin()).delete(`/api/remakes/${hidden.id}`);
  const named = await filesOf(portal);
  expect(named).toHaveLength(4);

  // A process that was killed before its commit, or in the middle of writing, left these files.
  await portal.photos.put("0-killed.jpg", Buffer.from("x"));
  await portal.photos.put("0-killed-thumb.jpg", Buffer.from("x"));
  await writeFile(join(portal.folder, "photos", "part-0-killed.jpg"), "x");
  await writeFile(join(portal.folder, "photos", "README"), "not ours");
  await writeFile(join(portal.folder, "uploads", "left"), "x");
  const { tasks, crontab } = photoTasks({ ...portal, uploadFolder: join(portal.folder, "uploads") });
  expect(crontab).toMatch(/^\d+ \d+ \* \* \* sweep-photos\n$/);

  await tasks["sweep-photos"]();
  expect(await readdir(join(portal.folder, "photos"))).toHaveLength(8);

  const old = new Date(Date.now() - DAY - 60_000);
  for (const folder of ["photos", "uploads"])
    for (const name of await readdir(join(portal.folder, folder))) await utimes(join(portal.folder, folder, name), old, old);
  await portal.photos.put("1-new.jpg", Buffer.from("x"));
  await tasks["sweep-photos"]();
  expect((await readdir(join(portal.folder, "photos"))).toSorted()).toEqual([...named, "1-new.jpg", "README"].toSorted());
  expect(await readdir(join(portal.folder, "uploads"))).toEqual([]);
  expect((await customer.get(kept.photos[0] ?? "")).status).toBe(200);
});
