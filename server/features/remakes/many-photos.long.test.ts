import { createReadStream, existsSync, readFileSync } from "node:fs";
import { readdir, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MOST_FORMS_AT_ONCE } from "#server/platform/http/limits.ts";
import type { PhotoStore } from "#server/platform/photos/photo-store.ts";
import { remakes } from "#server/schema/orders-and-remakes.ts";
import { createTestClient } from "#server/testing/calls/test-client.ts";
import { askForRemake, filesOf, heavyPhoto, picture } from "#server/testing/photos.ts";
import { startPortal, type TestPortal, type User } from "#server/testing/portal.ts";

const TEN_MB = 10 * 1024 * 1024;
/** A delay that people do not notice, in milliseconds. */
const MOST_HOLD_MS = 200;
/** Linux reports the working time of a thread here, in nanoseconds. */
const WORKED = "/proc/thread-self/schedstat";
const isSaid = existsSync(WORKED);
/**
 * Measures this thread's working time in milliseconds, because the work of other processes must not
 * count.
 */
const worked = () => (isSaid ? Number(readFileSync(WORKED, "utf8").split(" ")[0]) / 1e6 : performance.now());

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stop());

test("ten photos of 10 MB neither block other requests nor fill the memory", { timeout: 120_000 }, async () => {
  const customer = await portal.signIn("customer");
  const order = await portal.orderFor(customer);
  // The form is sent from a file, so that this process measures only the receiving side.
  const form = join(portal.folder, "form");
  const field = (name: string, value: string) => Buffer.from(`--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
  const photo = await heavyPhoto(TEN_MB);
  const photos = Array.from({ length: 10 }, (_, n) => [
    Buffer.from(`--x\r\nContent-Disposition: form-data; name="photos"; filename="${n}.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`),
    photo,
    Buffer.from("\r\n"),
  ]);
  await writeFile(
    form,
    Buffer.concat([field("orderId", String(order.id)), field("reason", "Heavy"), ...photos.flat(), Buffer.from("--x--\r\n")]),
  );

  let [longestHold, before] = [0, worked()];
  const looking = setInterval(() => {
    const now = worked();
    [longestHold, before] = [Math.max(longestHold, now - before), now];
  }, 10);
  const start = process.memoryUsage();
  let most = 0;
  let slowest = 0;
  let done = false;
  const watching = (async () => {
    while (!done) {
      const { external, heapUsed } = process.memoryUsage();
      most = Math.max(most, external + heapUsed - start.external - start.heapUsed);
      const asked = performance.now();
      await fetch(new URL("/healthz", portal.url));
      slowest = Math.max(slowest, performance.now() - asked);
      await wait(20);
    }
  })();

  const started = performance.now();
  const status = await new Promise<number>((resolve, reject) => {
    const cookie = [...customer.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { cookie, "content-type": "multipart/form-data; boundary=x" };
    const sending = request(new URL("/api/remakes", portal.url), { method: "POST", headers }, (reply) => {
      reply.resume().on("end", () => resolve(reply.statusCode ?? 0));
    });
    sending.on("error", reject);
    createReadStream(form).pipe(sending);
  });
  const took = performance.now() - started;
  done = true;
  await watching;
  clearInterval(looking);
  await rm(form);

  const figures = {
    tookMs: Math.round(took),
    longestHoldMs: Math.round(longestHold),
    slowestOtherReplyMs: Math.round(slowest),
    memoryMB: Math.round(most / 1024 / 1024),
  };
  if (figures.longestHoldMs > MOST_HOLD_MS || process.env.SHOW_FIGURES) console.log(figures);
  expect(status).toBe(201);
  expect(await filesOf(portal)).toHaveLength(20);
  expect(figures.longestHoldMs).toBeLessThan(MOST_HOLD_MS);
  expect(figures.memoryMB).toBeLessThan(80);
});

test("many requests of one company delay another company's photo by at most one turn", { timeout: 120_000 }, async () => {
  const founder = await portal.createAccount("customer");
  const colleague = await portal.createAccount("customer", { colleagueOf: founder });
  const [busy, busyToo, other] = [await portal.signIn(founder), await portal.signIn(colleague), await portal.signIn("customer")];
  const [busyOrder, otherOrder] = [await portal.orderFor(busy), await portal.orderFor(other)];
  // The picture is quick to send and slow to decode, so that all requests wait for the decoder and
  // not for the network.
  const photo = await picture("jpeg", 5000, 4000);
  const requests = Array.from({ length: 16 }, (_, at) => askForRemake(at % 2 === 0 ? busy : busyToo, busyOrder.id, [photo]));
  let done = 0;
  for (const request of requests) void request.then(() => (done += 1));
  await Promise.race(requests);
  const mine = await askForRemake(other, otherOrder.id, [photo]);
  expect([mine.status, done]).toEqual([201, expect.toSatisfy((count: number) => count <= 10)]);
  for (const { status } of await Promise.all(requests)) expect(status).toBe(201);
});

test("a form whose sender has disconnected does not wait, and nothing of it is stored", { timeout: 120_000 }, async () => {
  const customer = await portal.signIn("customer");
  const order = await portal.orderFor(customer);
  const before = await filesOf(portal);
  // The photos are decoded one after the other, longer than a sender takes to disconnect.
  const slow = await picture("jpeg", 5000, 4000);
  const uploads = () => readdir(join(portal.folder, "uploads"));
  const first = Array.from({ length: 15 }, () => askForRemake(customer, order.id, [slow]));
  await Promise.race(first);
  const leaving = new AbortController();
  const form = new FormData();
  form.append("orderId", String(order.id));
  form.append("reason", "Never seen");
  form.append("photos", new Blob([new Uint8Array((await picture()).bytes)], { type: "image/jpeg" }), "small.jpg");
  const cookie = [...customer.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const waiting = await uploads();
  const second = fetch(new URL("/api/remakes", portal.url), { method: "POST", headers: { cookie }, body: form, signal: leaving.signal });
  await expect.poll(async () => (await uploads()).some((name) => !waiting.includes(name)), { interval: 5 }).toBe(true);
  leaving.abort();
  await expect(second).rejects.toThrow();
  for (const { status } of await Promise.all(first)) expect(status).toBe(201);
  expect(await filesOf(portal)).toHaveLength(before.length + 30);
  expect(await portal.db.$count(remakes, eq(remakes.orderId, order.id))).toBe(15);
});

test("a company beyond its limit of forms is refused before reading, and another company is not", {
  timeout: 120_000,
}, async () => {
  let letGo: () => void = () => {};
  const held = new Promise<void>((done) => {
    letGo = done;
  });
  const photos = (usual: PhotoStore): PhotoStore => ({
    ...usual,
    put: async (key, bytes) => {
      await held;
      return usual.put(key, bytes);
    },
  });
  const second = await startPortal({ beside: portal, photos });
  try {
    const at = async (person: User) => {
      const { account, cookies } = await portal.openSession(person);
      return createTestClient(second.url, account, cookies);
    };
    const [founder, stranger] = [await portal.createAccount("customer"), await portal.createAccount("customer")];
    const colleague = await portal.createAccount("customer", { colleagueOf: founder });
    const order = await portal.orderFor(await portal.openSession(founder));
    const [greedy, greedyToo, other] = [await at(founder), await at(colleague), await at(stranger)];
    const photo = await picture();
    const forms = Array.from({ length: MOST_FORMS_AT_ONCE }, (_, index) => askForRemake(index % 2 ? greedy : greedyToo, order.id, [photo]));
    // All forms are received; three of each account are processed, and the others wait (rule C27).
    const received = async () => (await readdir(join(portal.folder, "uploads"))).length;
    await expect.poll(received, { timeout: 60_000 }).toBe(MOST_FORMS_AT_ONCE);
    const refused = await askForRemake(greedy, order.id, [photo]);
    expect([refused.status, refused.headers.get("retry-after"), refused.text]).toEqual([
      429,
      "5",
      "Your company is sending too many forms with photos at once. Please wait until they have arrived, then send this one.",
    ]);
    // The order is not theirs, so the reply is immediate; the form had a place to be read.
    expect((await askForRemake(other, order.id, [photo])).status).toBe(404);
    letGo();
    for (const { status } of await Promise.all(forms)) expect(status).toBe(201);
    await expect.poll(async () => (await askForRemake(greedy, order.id, [photo])).status).toBe(201);
  } finally {
    letGo();
    await second.stop();
  }
});
