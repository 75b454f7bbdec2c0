import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { remakes } from "#server/schema/orders-and-remakes.ts";
import { errorRecords } from "#server/schema/records.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { askForRemake, filesOf, heavyPhoto, picture } from "#server/testing/photos.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";

/**
 * Mounts a folder with its own small disk. Only root can do so; elsewhere these tests are skipped.
 */
function mountSmall(folder: string, size: string): boolean {
  mkdirSync(folder, { recursive: true });
  return spawnSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "tmpfs", folder]).status === 0;
}
const unmount = (folder: string) => spawnSync("umount", [folder]);

function canMount(): boolean {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return false;
  const folder = mkdtempSync(join(tmpdir(), "tiltrod-mount-"));
  const mounted = mountSmall(folder, "64k");
  if (mounted) unmount(folder);
  rmSync(folder, { recursive: true });
  return mounted;
}

let portal: TestPortal;
let customer: TestClient;
let orderId: number;
beforeAll(async () => {
  portal = await startPortal();
  customer = await portal.signIn("customer");
  orderId = (await portal.orderFor(customer)).id;
});
afterAll(() => portal.stop());

test.skipIf(!canMount()).each([
  ["uploads", "3m"],
  ["photos", "256k"],
])("a full disk under %s gives a sentence, stores nothing, and the portal continues", async (name, size) => {
  const folder = join(portal.folder, name);
  expect(mountSmall(folder, size)).toBe(true);
  try {
    const rows = await portal.db.$count(remakes);
    const bytes = await heavyPhoto(2 * 1024 * 1024, 1600, 1000);
    const heavy = ["a.jpg", "b.jpg", "c.jpg"].map((photo) => ({ name: photo, bytes }));
    const reply = await askForRemake(customer, orderId, [await picture(), ...heavy]);
    expect([reply.status, reply.text]).toEqual([503, "There is no room for files just now. Nothing was stored; please try again later."]);
    expect(await filesOf(portal)).toEqual([]);
    expect(await portal.db.$count(remakes)).toBe(rows);
    await vi.waitFor(async () => expect(await portal.db.$count(errorRecords)).toBeGreaterThan(0), { timeout: 20_000 });
    expect((await askForRemake(customer, orderId, [await picture()])).status).toBe(201);
  } finally {
    unmount(folder);
  }
  rmSync(join(portal.folder, "photos"), { recursive: true, force: true });
});
