import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type ConfigError, readConfig } from "#server/config.ts";
import { s3Store } from "#server/platform/photos/s3-store.ts";
import { sweepPhotos } from "#server/platform/photos/store-photos.ts";
import { succeeded } from "#server/testing/builders.ts";
import { askForRemake, picture } from "#server/testing/photos.ts";
import { startPortal } from "#server/testing/portal.ts";
import { S3_KEYS, type S3StandIn, startS3 } from "#server/testing/s3-stand-in.ts";

let s3: S3StandIn;
beforeAll(async () => {
  s3 = await startS3();
});
beforeEach(() => {
  s3.objects.clear();
  s3.failures.length = 0;
});
afterAll(() => s3.stop());

const env = { AWS_ACCESS_KEY_ID: S3_KEYS.accessKeyId, AWS_SECRET_ACCESS_KEY: S3_KEYS.secretAccessKey };
const storeAt = (url: string, more: Record<string, string> = env) => {
  const { storage } = readConfig({ ...more, STORAGE_URL: url });
  if (!storage) throw new Error("No storage");
  return s3Store(storage);
};
const usual = () => storeAt(`s3://photos/remakes?endpoint=${s3.endpoint}&region=eu-west-2`);
const keysOlderThan = async (store: ReturnType<typeof s3Store>, moment: Date) => {
  const keys: string[] = [];
  for await (const key of store.olderThan(moment)) keys.push(key);
  return keys;
};

test("a photo is stored, read and deleted with requests signed over the content", async () => {
  const store = usual();
  await store.put("a-1.jpg", Buffer.from("a photo"));
  expect(s3.objects.get("remakes/a-1.jpg")).toMatchObject({ body: Buffer.from("a photo"), type: "image/jpeg" });
  const read = await store.read("a-1.jpg");
  expect([read?.bytes, read && String(await buffer(read.content))]).toEqual([7, "a photo"]);
  await store.remove("a-1.jpg");
  await store.remove("a-1.jpg");
  expect(await store.read("a-1.jpg")).toBeNull();
  await expect(store.put("../other", Buffer.from("x"))).rejects.toThrow("Not a key");
});

test("old photos are found page by page, and foreign objects are ignored", async () => {
  const store = usual();
  for (const name of ["a", "b", "c", "d", "e"]) await store.put(`${name}.jpg`, Buffer.from("x"));
  s3.objects.set("remakes/notes.txt", { body: Buffer.from(""), type: "", at: new Date(0) });
  s3.objects.set("elsewhere.jpg", { body: Buffer.from(""), type: "", at: new Date(0) });
  for (const name of ["a", "d", "e"]) Object.assign(s3.objects.get(`remakes/${name}.jpg`) ?? {}, { at: new Date("2026-01-01") });
  expect(await keysOlderThan(store, new Date("2026-06-01"))).toEqual(["a.jpg", "d.jpg", "e.jpg"]);
});

test("a storage that is briefly busy is asked again, and one that stays busy is a fault", async () => {
  const store = usual();
  s3.failures.push(503, 503);
  await store.put("a.jpg", Buffer.from("x"));
  expect(s3.objects.has("remakes/a.jpg")).toBe(true);
  s3.failures.push(500, 500, 500, 500);
  await expect(store.put("b.jpg", Buffer.from("x"))).rejects.toThrow('The storage answered 500 SlowDown to "put"');
});

test("a request whose connection is reset is repeated once, and a second reset is a fault", async () => {
  const store = usual();
  s3.failures.push("reset");
  await store.put("a-1.jpg", Buffer.from("a photo"));
  for (const failure of ["reset", "half"] as const) {
    s3.failures.push(failure);
    const photo = await store.read("a-1.jpg");
    expect(photo && (await buffer(photo.content)).toString()).toBe("a photo");
  }
  s3.failures.push("reset");
  await store.remove("a-1.jpg");
  expect(s3.objects.size).toBe(0);
  s3.failures.push("reset", "reset");
  await expect(store.put("a-2.jpg", Buffer.from("another"))).rejects.toThrow();
  expect(s3.failures).toEqual([]);
  expect(s3.objects.size).toBe(0);
});

test("a storage that redirects to another address is a fault, and receives no photo there", async () => {
  const asked: string[] = [];
  const elsewhere = createServer((req, res) => {
    asked.push(`${req.method} ${req.url}`);
    res.end();
  }).listen(0, "127.0.0.1");
  await once(elsewhere, "listening");
  const there = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
  const movedAway = createServer((req, res) => void res.writeHead(307, { location: there + req.url }).end()).listen(0, "127.0.0.1");
  await once(movedAway, "listening");
  try {
    const store = storeAt(`s3://photos?endpoint=http://127.0.0.1:${(movedAway.address() as AddressInfo).port}&region=eu-west-2`);
    await expect(store.put("a.jpg", Buffer.from("a photo"))).rejects.toThrow('The storage answered 307 to "put"');
    await expect(store.read("a.jpg")).rejects.toThrow('The storage answered 307 to "read"');
    expect(await store.fault()).toMatch(/^STORAGE_URL: .* does not serve the bucket "photos" in the region "eu-west-2"$/);
    expect(asked).toEqual([]);
  } finally {
    elsewhere.close();
    movedAway.close();
  }
});

test("a portal with S3 storage stores and serves photos there, and deletes them after a failed request", async () => {
  const portal = await startPortal({ photos: usual });
  try {
    const customer = await portal.signIn("customer");
    const order = await portal.orderFor(customer);
    const remake = succeeded(await askForRemake(customer, order.id, [await picture()]));
    expect(s3.objects.size).toBe(2);
    const photo = await customer.get(remake.photos[0] ?? "");
    expect([photo.status, photo.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
    const bad = { name: "bad.jpg", bytes: Buffer.from("no picture") };
    expect((await askForRemake(customer, order.id, [await picture(), bad])).status).toBe(415);
    expect(s3.objects.size).toBe(2);
    await usual().put("killed.jpg", Buffer.from("x"));
    expect(await sweepPhotos(portal.db, usual(), new Date(Date.now() + 1000))).toBe(1);
    expect(s3.objects.size).toBe(2);
  } finally {
    await portal.stop();
  }
});

test("settings that the storage refuses are reported with their variable's name", async () => {
  const at = (rest: string, more?: Record<string, string>) => storeAt(`s3://${rest}`, more).fault();
  expect(await usual().fault()).toBeNull();
  expect(
    await at(`AKIDEXAMPLE:${encodeURIComponent(S3_KEYS.secretAccessKey)}@photos?endpoint=${s3.endpoint}&region=eu-west-2`, {}),
  ).toBeNull();
  expect(await at(`lost?endpoint=${s3.endpoint}&region=eu-west-2`)).toBe(`STORAGE_URL: there is no bucket "lost" at ${s3.endpoint}`);
  expect(await at(`x:y@photos?endpoint=${s3.endpoint}`)).toBe(`STORAGE_URL: ${s3.endpoint} refuses these keys for the bucket "photos"`);
});

test.each([
  ["https://bucket", "STORAGE_URL must look like s3://bucket?endpoint=https://…&region=…"],
  ["s3://", "STORAGE_URL must name a bucket: s3://bucket?endpoint=https://…"],
  ["s3://UPPER_CASE", "STORAGE_URL must name a bucket: s3://bucket?endpoint=https://…"],
  ["s3://photos?endpont=https://x", 'STORAGE_URL takes endpoint and region, not "endpont"'],
  ["s3://photos?endpoint=storage.example", "STORAGE_URL's endpoint must be an address that begins with http:// or https://"],
  ["s3://photos/a%20b", "STORAGE_URL's folder takes letters, digits, dots, dashes and slashes"],
])("STORAGE_URL=%s stops the start with a sentence", (url, sentence) => {
  expect(() => readConfig({ ...env, STORAGE_URL: url })).toThrow(expect.objectContaining({ message: sentence }) as ConfigError);
});

test("the storage needs keys, in the address or beside it, and without an endpoint it is Amazon's", () => {
  expect(() => readConfig({ STORAGE_URL: "s3://photos" })).toThrow(/^STORAGE_URL needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY/);
  expect(readConfig({ ...env, AWS_REGION: "eu-west-2", STORAGE_URL: "s3://photos" }).storage?.bucketUrl.href).toBe(
    "https://s3.eu-west-2.amazonaws.com/photos/",
  );
});
