import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MOST_PHOTOS_AT_ONCE } from "#server/platform/http/limits.ts";
import type { PhotoStore } from "#server/platform/photos/photo-store.ts";
import { succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { askForRemake, picture, type RemakeReply } from "#server/testing/photos.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";

let portal: TestPortal;
let customer: TestClient;
let remake: RemakeReply;
let address: string;
beforeAll(async () => {
  portal = await startPortal();
  customer = await portal.signIn("customer");
  const order = await portal.orderFor(customer);
  remake = succeeded(await askForRemake(customer, order.id, [await picture(), await picture("png", 900, 600)]));
  address = remake.photos[0] ?? "";
});
afterAll(() => portal.stop());

const statusOf = async (client: TestClient, path: string) => (await client.get(path)).status;

test("a photo is shown to people who may read its remake, and to nobody else", async () => {
  for (const role of ["supplier", "admin", "super_admin"] as const) expect(await statusOf(await portal.signIn(role), address)).toBe(200);
  expect(await statusOf(customer, address)).toBe(200);
  expect(await statusOf(await portal.signIn("customer"), address)).toBe(404);
  expect(await statusOf(portal.visitor(), address)).toBe(401);
});

test("a photo is cached by its reader's browser only, and always served as a picture", async () => {
  const { headers } = await customer.get(address);
  expect(headers.get("content-type")).toBe("image/jpeg");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("cache-control")).toBe("private, max-age=86400, immutable");
  expect(headers.get("vary")).toContain("Cookie");
  expect(headers.get("content-disposition")).toBe("inline");
  expect(headers.get("content-security-policy")).toContain("default-src 'self'");
});

test("suppliers and the super admin download a photo with its name; customers and admins may not", async () => {
  for (const role of ["supplier", "super_admin"] as const) {
    const { status, headers } = await (await portal.signIn(role)).get(`${remake.photos[1]}?download=1`);
    expect([status, headers.get("content-disposition")]).toEqual([200, `attachment; filename="remake-${remake.id}-photo-2.jpg"`]);
  }
  expect(await statusOf(customer, `${address}?download=1`)).toBe(403);
  expect(await statusOf(await portal.signIn("admin"), `${address}?download=1`)).toBe(403);
  expect(await statusOf(portal.visitor(), `${address}?download=1`)).toBe(401);
});

test("a thumbnail is smaller than its photo", async () => {
  const bytes = async (path: string) => Number((await customer.get(path)).headers.get("content-length"));
  expect(await bytes(`${remake.photos[1]}?size=thumb`)).toBeLessThan(await bytes(remake.photos[1] ?? ""));
});

test.each(["3", "0", "-1", "abc", "99999", "1e1", "..%2F1", "%00"])("photo %s of two is a 404, like any unknown place", async (place) => {
  expect(await statusOf(customer, `/api/remakes/${remake.id}/photos/${place}`)).toBe(404);
});

test("an account with very many unread photo requests is refused, and others are not", async () => {
  let stalled = true;
  const neverEnding = () => {
    const content = new Readable({ read() {} });
    content.push("x");
    return { bytes: 10, content };
  };
  const photos = (usual: PhotoStore): PhotoStore => ({ ...usual, read: async (key) => (stalled ? neverEnding() : usual.read(key)) });
  const second = await startPortal({ beside: portal, photos });
  try {
    const [greedy, other] = [await portal.openSession(await portal.createAccount("supplier")), await portal.signIn("admin")];
    const given = new AbortController();
    const ask = ({ cookies }: TestClient, signal?: AbortSignal) => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      return fetch(new URL(address, second.url), { headers: { cookie }, ...(signal && { signal }) });
    };
    const held = await Promise.all(Array.from({ length: MOST_PHOTOS_AT_ONCE }, () => ask(greedy, given.signal)));
    expect(new Set(held.map(({ status }) => status))).toEqual(new Set([200]));
    stalled = false;
    const refused = await ask(greedy);
    expect([refused.status, refused.headers.get("retry-after"), (await ask(other)).status]).toEqual([429, "5", 200]);
    given.abort();
    await expect.poll(async () => (await ask(greedy)).status).toBe(200);
  } finally {
    await second.stop();
  }
});

test("a lost photo is one recorded fault, and no browser caches it", async () => {
  const order = await portal.orderFor(customer);
  const lost = succeeded(await askForRemake(customer, order.id, [await picture()]));
  await rm(join(portal.folder, "photos"), { recursive: true });
  const { status, headers, text } = await customer.get(lost.photos[0] ?? "");
  expect([status, headers.get("cache-control")]).toEqual([500, "no-store"]);
  expect(text).toMatch(/Something went wrong on our side/);
});
