import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { asc, eq } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { cleanUpTasks } from "#server/platform/jobs/clean-up.ts";
import { checkedAddresses, ForbiddenAddress, isPublicAddress } from "#server/platform/webhooks/webhook-address.ts";
import { companies } from "#server/schema/companies-and-users.ts";
import { notifications, webhookDeliveries, webhooks } from "#server/schema/notifications.ts";
import { type OrderReply, succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { dayAhead } from "#server/testing/day-ahead.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import { WEBHOOK_TYPES, type WebhookType } from "#shared/contract/identity/webhooks.ts";
import { webhookDeliverer } from "./deliver-webhooks.ts";
import { openWebhookSecret, sealWebhookSecret } from "./webhook-secrets.ts";

interface Received {
  readonly id: string;
  readonly body: string;
  readonly headers: Record<string, string>;
}
interface NewWebhook {
  readonly id: number;
  readonly secret: string;
}
interface Delivery {
  readonly id: number;
  readonly messageId: string;
  readonly type: string;
  readonly state: string;
  readonly attempts: number;
  readonly lastFault: string | null;
  readonly dueAt: string | null;
}

let portal: TestPortal;
let deliverer: ReturnType<typeof webhookDeliverer>;
const servers: Server[] = [];
/** The addresses of made-up hosts. Tests change them, as a name server may. */
const hosts = new Map<string, string[]>();

beforeAll(async () => {
  portal = await startPortal({
    publicUrl: new URL("http://127.0.0.1:9"),
    resolveHost: async (host) => hosts.get(host) ?? [],
  });
  deliverer = webhookDeliverer(portal.appContext, { timeoutMs: 1_500 });
});
afterAll(async () => {
  await deliverer.stop();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  await portal.stop();
});

/** A receiver on this machine, which answers as the test decides. */
async function receiver(answer: (res: ServerResponse, count: number, req: IncomingMessage) => void = (res) => res.end()) {
  const received: Received[] = [];
  const server = createServer((req, res) => {
    let body = "";
    req.on("data", (chunk) => (body += chunk));
    req.on("end", () => {
      received.push({ id: String(req.headers["webhook-id"]), body, headers: req.headers as Record<string, string> });
      answer(res, received.length, req);
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` };
}

const add = async (owner: TestClient, url: string, types: readonly WebhookType[] = WEBHOOK_TYPES) =>
  succeeded(await owner.post<NewWebhook>("/api/company/webhooks", { url, types }));
const deliveriesOf = async (owner: TestClient, id: number) =>
  succeeded(await owner.get<Delivery[]>(`/api/company/webhooks/${id}/deliveries`)).toReversed();
const typesOf = (received: readonly Received[]) => received.map(({ body }) => (JSON.parse(body) as { type: string }).type);
const ship = async (order: OrderReply) => {
  const boss = await portal.superAdmin();
  for (const status of ["processing", "shipped"]) succeeded(await boss.patch(`/api/orders/${order.id}/status`, { status }));
};

describe("managing webhooks", () => {
  test("the secret is returned once and sealed at rest, and another key's text does not open", async () => {
    const owner = await portal.signIn("customer");
    const { id, secret } = await add(owner, "https://hooks.example.com/a");
    expect(Buffer.from(secret.replace("whsec_", ""), "base64")).toHaveLength(32);
    expect(JSON.stringify(succeeded(await owner.get("/api/company/webhooks")))).not.toContain(secret);
    const [row] = await portal.db.select().from(webhooks).where(eq(webhooks.id, id));
    expect(row?.secretSealed).not.toContain(secret);
    expect(openWebhookSecret(portal.seal, row?.secretSealed ?? "")).toBe(secret);
    expect(() => openWebhookSecret(portal.seal, portal.seal.seal(secret, "mail"))).toThrow();
    expect(sealWebhookSecret(portal.seal, secret)).not.toBe(row?.secretSealed);
  });

  test("a company has at most five webhooks, also if six are created at once", async () => {
    const owner = await portal.signIn("customer");
    const body = { url: "https://hooks.example.com/a", types: ["quote.created"] };
    const replies = await Promise.all(Array.from({ length: 6 }, () => owner.post("/api/company/webhooks", body)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 201, 201, 409]);
    expect(replies.find(({ status }) => status === 409)?.text).toBe("At most 5 webhooks");
  });

  test("an admin, a person without the right to manage and a view as another get 403", async () => {
    const account = await portal.createAccount("customer");
    const clerk = await portal.createAccount("customer", { colleagueOf: account, mayManage: false });
    const boss = await portal.createAccount("super_admin");
    const clients = [await portal.signIn("admin"), await portal.signIn(clerk), await portal.openSession(account, boss)];
    for (const client of clients) expect((await client.get("/api/company/webhooks")).status).toBe(403);
  });

  test.each([
    "http://hooks.example.com/",
    "https://user:word@hooks.example.com/",
    "ftp://hooks.example.com/",
    "hooks.example.com",
    "http://10.0.0.5/",
    "https://10.0.0.5/",
    "https://0x0a.1/",
    "https://167772161/",
    "https://169.254.169.254/latest/meta-data/",
    "https://100.64.1.1/",
    "https://[::ffff:10.0.0.1]/",
    "https://[fd00:ec2::254]/",
    "https://[fe80::1]/",
    "https://[64:ff9b::a00:1]/",
    "https://private.example.com/",
    "https://half.example.com/",
    "http://127.0.0.1:9/",
    "http://localhost:9/",
  ])("the address %s is refused at creation and at a change", async (url) => {
    hosts.set("private.example.com", ["192.168.1.4"]);
    hosts.set("half.example.com", ["93.184.216.34", "10.1.1.1"]);
    const owner = await portal.signIn("customer");
    const reply = await owner.post("/api/company/webhooks", { url, types: ["quote.created"] });
    expect([reply.status, reply.text]).toEqual([400, "We can't send to this address"]);
    const { id } = await add(owner, "https://hooks.example.com/a");
    expect((await owner.patch(`/api/company/webhooks/${id}`, { url })).text).toBe("We can't send to this address");
  });

  test("a portal with a public address sends to no address of this machine", async () => {
    const network = { publicUrl: new URL("https://portal.example.com"), resolveHost: async () => ["127.0.0.1"] };
    const local = ["http://127.0.0.1/", "https://0x7f.1/", "https://localhost/", "https://[::1]/", "https://name.example.com/"];
    for (const url of [...local, "https://portal.example.com/"])
      await expect(checkedAddresses(url, network)).rejects.toThrow(ForbiddenAddress);
    expect(["8.8.8.8", "2606:4700::1111"].map(isPublicAddress)).toEqual([true, true]);
    expect(["::ffff:8.8.8.8", "2002:0a00::1", "0.0.0.0", "224.0.0.1", "not an address"].map(isPublicAddress)).toEqual(Array(5).fill(false));
  });

  test("another company neither reads, changes, deletes, tests nor replays a webhook", async () => {
    const [owner, other] = [await portal.signIn("customer"), await portal.signIn("customer")];
    const { id } = await add(owner, "https://hooks.example.com/a");
    const { id: deliveryId } = succeeded(await owner.post<Delivery>(`/api/company/webhooks/${id}/test`));
    const replies = await Promise.all([
      other.get(`/api/company/webhooks/${id}/deliveries`),
      other.patch(`/api/company/webhooks/${id}`, { active: false }),
      other.delete(`/api/company/webhooks/${id}`),
      other.post(`/api/company/webhooks/${id}/test`),
      other.post(`/api/company/webhooks/deliveries/${deliveryId}/replay`),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  });
});

describe("events", () => {
  test("a job's events reach its company and the office with a verified signature and without money", async () => {
    const { received, url } = await receiver();
    const office = await receiver();
    const owner = await portal.signIn("customer");
    const { id, secret } = await add(owner, url);
    const boss = await portal.superAdmin();
    const all = await add(boss, office.url);
    const order = await portal.orderFor(owner, { jobName: "Novak, whole house" });
    succeeded(await boss.patch(`/api/orders/${order.id}/dates`, { shippingDate: null, estimatedArrival: dayAhead(30) }));
    await ship(order);
    await Promise.all([deliverer.deliver(id), deliverer.deliver(all.id)]);
    const expected = ["quote.created", "quote.accepted", "order.created", "order.dates_changed"];
    const shipped = ["order.status_changed", "order.status_changed", "order.shipped"];
    expect(typesOf(received)).toEqual([...expected, ...shipped]);
    expect(typesOf(office.received)).toEqual([...expected, ...shipped]);
    const verifier = new Webhook(secret);
    for (const { body, headers } of received) verifier.verify(body, headers);
    expect(() => new Webhook(all.secret).verify(received[0]?.body ?? "", received[0]?.headers ?? {})).toThrow();
    expect(received[2]?.body).toMatch(
      /^\{"type":"order\.created","timestamp":"[\d\-T:.]+Z","data":\{"id":\d+,"number":"ORD-\d+","status":"pending"\}\}$/,
    );
    expect(received.map(({ body }) => body).join()).not.toMatch(/Novak|Castle|pence|total/i);
    succeeded(await boss.delete(`/api/company/webhooks/${all.id}`));
  });

  test("a transaction that is rolled back stores no event", async () => {
    const owner = await portal.signIn("customer");
    const { id } = await add(owner, "https://hooks.example.com/a");
    const quote = await portal.quoteFor(owner);
    const refused = await owner.post(`/api/quotes/${quote.id}/place`, { shippingAddress: "1 High Street", requiredBy: "2001-01-01" });
    expect(refused.status).toBe(400);
    expect((await deliveriesOf(owner, id)).map(({ type }) => type)).toEqual(["quote.created"]);
  });

  test("a supplier receives events of its orders only, and none after it lost the order", async () => {
    const { received, url } = await receiver();
    const account = await portal.createAccount("supplier");
    await portal.db.update(companies).set({ seesOpenOrders: false }).where(eq(companies.id, account.companyId));
    const supplier = await portal.signIn(account);
    const { id } = await add(supplier, url);
    const boss = await portal.superAdmin();
    const customer = await portal.signIn("customer");
    const order = await portal.orderFor(customer);
    const status = (wanted: string) => boss.patch(`/api/orders/${order.id}/status`, { status: wanted });
    const give = async (to: number | null) =>
      succeeded(await boss.patch(`/api/orders/${order.id}/supplier`, { supplierId: to, confirmed: true }));
    await give(account.companyId);
    succeeded(await status("processing"));
    await deliverer.deliver(id);
    expect(typesOf(received)).toEqual(["order.status_changed"]);
    // This event is stored while the order is the supplier's, and is due after it is not.
    succeeded(await status("shipped"));
    await give(null);
    await deliverer.deliver(id);
    expect(received).toHaveLength(1);
    const lost = (await deliveriesOf(supplier, id)).slice(1);
    expect(lost.map(({ state, attempts }) => [state, attempts])).toEqual([
      ["failed", 0],
      ["failed", 0],
    ]);
    succeeded(await status("processing"));
    expect(await deliveriesOf(supplier, id)).toHaveLength(3);
  });
});

describe("delivery", () => {
  test("a failed delivery is retried after the pauses, in the order of its thing, under one webhook-id", async () => {
    const { received, url } = await receiver((res, count) => res.writeHead(count < 3 ? 500 : 204).end());
    const owner = await portal.signIn("customer");
    const { id } = await add(owner, url, ["order.created", "order.status_changed", "order.shipped"]);
    await ship(await portal.orderFor(owner));
    await deliverer.deliver(id);
    expect(typesOf(received)).toEqual(["order.created"]);
    const [first] = await deliveriesOf(owner, id);
    const wait = new Date(first?.dueAt ?? "").getTime() - portal.clock().getTime();
    expect([wait > 3_000 && wait <= 5_600, first?.attempts, first?.lastFault]).toEqual([true, 1, "Replied 500"]);
    portal.clock.advance(6_000);
    await deliverer.deliver(id);
    expect(received).toHaveLength(2);
    portal.clock.advance(6 * 60_000);
    await deliverer.sweep();
    await deliverer.deliver(id);
    expect(typesOf(received).slice(2)).toEqual(["order.created", "order.status_changed", "order.status_changed", "order.shipped"]);
    expect(new Set(received.slice(0, 3).map(({ id: message }) => message)).size).toBe(1);
  });

  test("the last retry and a 410 switch the webhook off, by email and bell, and Retry-After is kept to a day", async () => {
    const { received, url } = await receiver((res, count) =>
      count === 1 ? res.writeHead(503, { "retry-after": "999999" }).end() : res.writeHead(400).end(),
    );
    const account = await portal.createAccount("customer");
    const owner = await portal.signIn(account);
    const { id } = await add(owner, url, ["quote.created"]);
    await portal.quoteFor(owner);
    await deliverer.deliver(id);
    const [asked] = await deliveriesOf(owner, id);
    const hours = (new Date(asked?.dueAt ?? "").getTime() - portal.clock().getTime()) / 3_600_000;
    expect([hours > 23.9, hours <= 24]).toEqual([true, true]);
    for (let attempt = 2; attempt <= 10; attempt += 1) {
      await portal.db.update(webhookDeliveries).set({ dueAt: portal.clock() }).where(eq(webhookDeliveries.webhookId, id));
      await deliverer.deliver(id);
    }
    expect(received).toHaveLength(10);
    const gone = await receiver((res) => res.writeHead(410).end());
    const second = await add(owner, gone.url, ["quote.created"]);
    await portal.quoteFor(owner);
    await deliverer.deliver(second.id);
    const list = succeeded(await owner.get<{ id: number; active: boolean; stopped: string }[]>("/api/company/webhooks"));
    expect(list.map(({ active, stopped }) => [active, stopped])).toEqual([
      [false, "gone"],
      [false, "failing"],
    ]);
    const mails = (await portal.mails()).filter(({ to }) => to === account.email);
    expect(mails.filter(({ subject }) => subject.startsWith("A webhook is switched off"))).toHaveLength(2);
    const bells = await portal.db.select().from(notifications).where(eq(notifications.userId, account.id)).orderBy(asc(notifications.id));
    expect(bells.map(({ type, relatedId }) => [type, relatedId])).toEqual([
      ["webhook", id],
      ["webhook", second.id],
    ]);
    const before = received.length;
    await portal.quoteFor(owner);
    await deliverer.deliver(id);
    expect(received).toHaveLength(before);
    const switched = succeeded(await owner.patch<{ stopped: null }>(`/api/company/webhooks/${id}`, { active: true }));
    expect(switched.stopped).toBeNull();
  });

  test("redirects, dead and slow receivers, and names that lead inside fail without a second request", async () => {
    const inside = await receiver();
    const moved = await receiver((res) => res.writeHead(307, { location: inside.url }).end());
    const slow = await receiver(() => {});
    const endless = await receiver((res) => {
      res.writeHead(200);
      const timer = setInterval(() => res.write("x".repeat(900)), 1);
      res.on("close", () => clearInterval(timer));
    });
    const owner = await portal.signIn("customer");
    hosts.set("rebinding.example.com", ["93.184.216.34"]);
    const dead = "http://127.0.0.1:1/";
    const made = [];
    for (const url of [moved.url, slow.url, dead, "https://rebinding.example.com/", endless.url])
      made.push(await add(owner, url, ["quote.created"]));
    hosts.set("rebinding.example.com", ["169.254.169.254"]);
    await portal.quoteFor(owner);
    await Promise.all(made.map(({ id }) => deliverer.deliver(id)));
    const faults = await Promise.all(made.map(async ({ id }) => (await deliveriesOf(owner, id))[0]?.lastFault));
    expect(faults).toEqual([
      "Replied 307: redirects are not followed",
      "No reply within 2 seconds",
      "The connection failed: ECONNREFUSED",
      "The address is forbidden",
      null,
    ]);
    expect(inside.received).toHaveLength(0);
  });

  test("a receiver that switches the protocol or hangs up fails at once, and does not hold the stop", async () => {
    const switching = "HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n";
    const upgrading = await receiver((res) => void res.socket?.write(switching));
    const silent = await receiver((res) => void res.socket?.destroy());
    const owner = await portal.signIn("customer");
    const made = [await add(owner, upgrading.url, ["quote.created"]), await add(owner, silent.url, ["quote.created"])];
    await portal.quoteFor(owner);
    const own = webhookDeliverer(portal.appContext, { timeoutMs: 1_500 });
    for (const { id } of made) void own.deliver(id);
    const faults = () => Promise.all(made.map(async ({ id }) => (await deliveriesOf(owner, id))[0]?.lastFault));
    await vi.waitFor(async () => expect(await faults()).toEqual(["Replied 101", "The connection failed: ECONNRESET"]));
    await own.stop();
  });

  test("a stalled receiver delays no other delivery", async () => {
    const stalled = await receiver(() => {});
    const quick = await receiver();
    const [one, other] = [await portal.signIn("customer"), await portal.signIn("customer")];
    const slow = await add(one, stalled.url, ["quote.created"]);
    const fast = await add(other, quick.url, ["quote.created"]);
    for (let n = 0; n < 3; n += 1) await portal.quoteFor(one);
    const task = deliverer.work.tasks["deliver-webhook"];
    await task?.({ webhookId: slow.id });
    await portal.quoteFor(other);
    const started = Date.now();
    await deliverer.deliver(fast.id);
    expect([quick.received.length, Date.now() - started < 1_400]).toEqual([1, true]);
    await deliverer.deliver(slow.id);
    expect(stalled.received).toHaveLength(3);
  });

  test("two processes deliver an event once, and a killed one's event is sent again by the next", async () => {
    const { received, url } = await receiver();
    const owner = await portal.signIn("customer");
    const { id } = await add(owner, url, ["quote.created"]);
    const second = webhookDeliverer(portal.appContext);
    await portal.quoteFor(owner);
    await Promise.all([deliverer.deliver(id), second.deliver(id)]);
    expect(received).toHaveLength(1);
    // A killed process leaves its lease and the delivery that it was sending.
    await portal.quoteFor(owner);
    await portal.db
      .update(webhooks)
      .set({ leasedUntil: new Date(portal.clock().getTime() + 60_000) })
      .where(eq(webhooks.id, id));
    await second.deliver(id);
    expect(received).toHaveLength(1);
    portal.clock.advance(61_000);
    await second.sweep();
    await second.deliver(id);
    await second.stop();
    expect(received).toHaveLength(2);
  });

  test("a replay reuses the webhook-id, a test is sent once, and deliveries end after 30 days", async () => {
    const { received, url } = await receiver((res, count) => res.writeHead(count === 2 ? 500 : 200).end());
    const owner = await portal.signIn("supplier");
    const { id, secret } = await add(owner, url);
    const tried = succeeded(await owner.post<Delivery>(`/api/company/webhooks/${id}/test`));
    expect((await owner.post(`/api/company/webhooks/${id}/test`)).status).toBe(409);
    await deliverer.deliver(id);
    succeeded(await owner.post(`/api/company/webhooks/deliveries/${tried.id}/replay`));
    await deliverer.deliver(id);
    expect(received.map(({ id: message }) => message)).toEqual([tried.messageId, tried.messageId]);
    const { body = "", headers = {} } = received[0] ?? {};
    const at = portal.clock().getTime() - Date.now();
    expect(Math.abs(at) > 60_000 || new Webhook(secret).verify(body, headers)).toBeTruthy();
    const [row] = await deliveriesOf(owner, id);
    expect([row?.state, row?.dueAt, row?.lastFault]).toEqual(["failed", null, "Replied 500"]);
    portal.clock.advance(31 * 86_400_000);
    await cleanUpTasks(portal.appContext).tasks["clean-up"]?.({});
    expect(await portal.db.$count(webhookDeliveries)).toBe(0);
  });
});
