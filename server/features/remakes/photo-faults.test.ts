import { request } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { remakes } from "#server/schema/orders-and-remakes.ts";
import { errorRecords } from "#server/schema/records.ts";
import { succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { askForRemake, filesOf, picture } from "#server/testing/photos.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";

let portal: TestPortal;
let crammed: TestPortal;
let customer: TestClient;
let orderId: number;
let puts = 0;
beforeAll(async () => {
  portal = await startPortal();
  // A second process of the portal, whose store is full from the third file on.
  crammed = await startPortal({
    beside: portal,
    photos: (usual) => ({
      ...usual,
      put: async (key, photo) => {
        puts += 1;
        if (puts > 3) throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
        await usual.put(key, photo);
      },
    }),
  });
  customer = await portal.signIn("customer");
  orderId = (await portal.orderFor(customer)).id;
});
afterAll(async () => {
  await crammed.stop();
  await portal.stop();
});

const cookieOf = (client: TestClient) => [...client.cookies].map(([name, value]) => `${name}=${value}`).join("; ");

test("a full photo store gives a sentence, and nothing of the request is stored", async () => {
  const [files, rows] = [await filesOf(portal), await portal.db.$count(remakes)];
  const there = await crammed.signIn({ email: customer.account?.email ?? "" });
  const reply = await askForRemake(there, orderId, [await picture(), await picture(), await picture()]);
  expect([reply.status, reply.text]).toEqual([503, "There is no room for files just now. Nothing was stored; please try again later."]);
  expect(await filesOf(portal)).toEqual(files);
  expect(await portal.db.$count(remakes)).toBe(rows);
});

test("an aborted upload leaves nothing, and is not recorded as a fault", async () => {
  const [files, rows] = [await filesOf(portal), await portal.db.$count(remakes)];
  const head = ["orderId", "reason"].map((name) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${orderId}\r\n`).join("");
  const whole = Buffer.from((await picture()).bytes);
  for (const cut of [0, 1, 2]) {
    const sending = request(new URL("/api/remakes", portal.url), {
      method: "POST",
      headers: { cookie: cookieOf(customer), "content-type": "multipart/form-data; boundary=x", "content-length": 50_000_000 },
    });
    sending.on("error", () => {});
    const closed = new Promise((resolve) => sending.once("close", resolve));
    sending.write(head);
    for (let photo = 0; photo <= cut; photo += 1) {
      sending.write(`--x\r\nContent-Disposition: form-data; name="photos"; filename="${photo}.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`);
      sending.write(Buffer.concat([whole, Buffer.alloc(300_000)]));
      if (photo < cut) sending.write("\r\n");
    }
    await wait(150);
    sending.destroy();
    await closed;
  }
  expect(await filesOf(portal)).toEqual(files);
  expect(await portal.db.$count(remakes)).toBe(rows);
  const faults = await portal.db.select().from(errorRecords);
  expect(faults.filter(({ errorMessage }) => !errorMessage.includes("ENOSPC"))).toEqual([]);
});

test("a repeated key with the same photos makes one remake, and no stray file", async () => {
  const photos = [await picture(), await picture("png")];
  const before = (await filesOf(portal)).length;
  const send = (key: string, sent = photos, reason = "Once") =>
    askForRemake(customer, orderId, sent, { reason, headers: { "Idempotency-Key": key } });
  const first = succeeded(await send("one"));
  const again = await send("one");
  expect([again.status, again.body, again.headers.get("idempotent-replayed")]).toEqual([201, first, "true"]);
  expect((await filesOf(portal)).length - before).toBe(4);

  const rows = await portal.db.$count(remakes);
  const both = await Promise.all([send("two"), send("two")]);
  expect(both[0]?.body).toEqual(both[1]?.body);
  expect(await portal.db.$count(remakes)).toBe(rows + 1);
  expect((await filesOf(portal)).length - before).toBe(8);

  const otherPhoto = await send("one", [await picture("webp")]);
  expect([otherPhoto.status, otherPhoto.text]).toEqual([409, "This Idempotency-Key was used for a different request"]);
  expect((await send("one", photos, "Twice")).status).toBe(409);
  expect((await filesOf(portal)).length - before).toBe(8);
});

test("a refusal is not stored under its key, and the corrected request succeeds", async () => {
  const headers = { "Idempotency-Key": "corrected" };
  expect((await askForRemake(customer, orderId, [{ name: "a.svg", bytes: Buffer.from("<svg/>") }], { headers })).status).toBe(415);
  expect((await askForRemake(customer, orderId, [await picture()], { headers })).status).toBe(201);
});

test("an unreachable photo store gives a sentence, is recorded, and leaves the rest of the portal working", async () => {
  const [photo = ""] = succeeded(await askForRemake(customer, orderId, [await picture()])).photos;
  const rows = await portal.db.$count(remakes);
  const away = () => Promise.reject(Object.assign(new Error("connect ECONNREFUSED 192.0.2.1:9000"), { code: "ECONNREFUSED" }));
  const without = await startPortal({ beside: portal, photos: (usual) => ({ ...usual, put: away, read: away, remove: away }) });
  try {
    const there = await without.signIn({ email: customer.account?.email ?? "" });
    const refused = await askForRemake(there, orderId, [await picture()]);
    expect([refused.status, refused.text]).toEqual([
      503,
      "The photos cannot be stored just now. Nothing was stored; please try again later.",
    ]);
    const unread = await there.get(photo);
    expect([unread.status, unread.text]).toEqual([503, "This photo cannot be read just now; please try again later."]);
    expect(unread.headers.get("cache-control")).not.toContain("immutable");
    for (const path of ["/api/remakes", "/api/orders", `/api/orders/${orderId}`]) expect((await there.get(path)).status).toBe(200);
    expect(await portal.db.$count(remakes)).toBe(rows);
    const records = await portal.db.select().from(errorRecords);
    expect(records.some(({ errorMessage }) => errorMessage.includes("ECONNREFUSED 192.0.2.1"))).toBe(true);
    // The request without photos needs no store.
    expect((await askForRemake(there, orderId, [])).status).toBe(201);
  } finally {
    await without.stop();
  }
});
