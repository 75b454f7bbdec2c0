import { createReadStream, existsSync, readFileSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { askForRemake, filesOf, heavyPhoto, picture } from "#server/testing/photos.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";

const TEN_MB = 10 * 1024 * 1024;
/** A delay that no one notices. */
const MOST_HOLD_MS = 200;
/** Where Linux says what a thread has worked, in nanoseconds. */
const WORKED = "/proc/thread-self/schedstat";
const isSaid = existsSync(WORKED);
/** What this thread has worked, in milliseconds: what others take of the processor meanwhile holds nothing up in a portal of its own. */
const worked = () => (isSaid ? Number(readFileSync(WORKED, "utf8").split(" ")[0]) / 1e6 : performance.now());

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stop());

test("ten photos of 10 MB neither hold up other requests nor fill the memory", { timeout: 120_000 }, async () => {
  const customer = await portal.signIn("customer");
  const order = await portal.orderFor(customer);
  // Sent from a file: what this process measures is the receiving half.
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

test("many requests of one company's people keep another's photo waiting for no more than a turn", { timeout: 120_000 }, async () => {
  const founder = await portal.createAccount("customer");
  const colleague = await portal.createAccount("customer", { colleagueOf: founder });
  const [busy, busyToo, other] = [await portal.signIn(founder), await portal.signIn(colleague), await portal.signIn("customer")];
  const [busyOrder, otherOrder] = [await portal.orderFor(busy), await portal.orderFor(other)];
  // Quick to send and slow to decode, so that all of them wait for the decoder and not for the line.
  const photo = await picture("jpeg", 5000, 4000);
  const requests = Array.from({ length: 16 }, (_, at) => askForRemake(at % 2 === 0 ? busy : busyToo, busyOrder.id, [photo]));
  let done = 0;
  for (const request of requests) void request.then(() => (done += 1));
  await Promise.race(requests);
  const mine = await askForRemake(other, otherOrder.id, [photo]);
  expect([mine.status, done]).toEqual([201, expect.toSatisfy((count: number) => count <= 10)]);
  for (const { status } of await Promise.all(requests)) expect(status).toBe(201);
});
