import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { notifications } from "#server/schema/notifications.ts";
import { remakes } from "#server/schema/orders-and-remakes.ts";
import { auditEntries } from "#server/schema/records.ts";
import { succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { askForRemake, picture, type RemakeReply } from "#server/testing/photos.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";

let portal: TestPortal;
let [customer, other, supplier, admin, boss] = [] as unknown as TestClient[];
let orderId: number;
beforeAll(async () => {
  portal = await startPortal();
  const signedIn = await Promise.all((["customer", "customer", "supplier", "admin"] as const).map((role) => portal.signIn(role)));
  [customer, other, supplier, admin] = signedIn;
  boss = await portal.superAdmin();
  orderId = (await portal.orderFor(who(customer))).id;
});
afterAll(() => portal.stop());

const who = (client: TestClient | undefined): TestClient => {
  if (!client) throw new Error("Nobody");
  return client;
};
const ask = async (reason?: string) => succeeded(await askForRemake(who(customer), orderId, [], { reason: reason ?? "Scratched" }));
const newsOf = async (client: TestClient | undefined) =>
  (await portal.db.select().from(notifications)).filter(({ userId }) => userId === client?.account?.id);
/** The emails that were queued during some work. */
async function mailsDuring(work: () => Promise<unknown>) {
  const before = (await portal.mails()).length;
  await work();
  return (await portal.mails()).slice(before);
}

describe("a request", () => {
  test("a new remake is pending, shows its company, and is emailed to suppliers and super admins", async () => {
    let remake: RemakeReply | undefined;
    const mails = await mailsDuring(async () => {
      remake = await ask("Louvre cracked – 3 of them 🙁");
    });
    expect(remake).toMatchObject({
      orderId,
      status: "pending",
      reason: "Louvre cracked – 3 of them 🙁",
      photos: [],
      replies: [],
      repliesCount: 0,
      order: { id: orderId, user: { id: customer?.account?.id, companyName: customer?.account?.companyName } },
    });
    expect(mails.map(({ to }) => to).toSorted()).toEqual([supplier?.account?.email, boss?.account?.email].toSorted());
    expect(mails[0]?.subject).toContain(`Remake RMK-${remake?.id} requested`);
    expect(mails[0]?.text).toContain(`http://portal.test/remakes?remake=${remake?.id}`);
    expect(mails[0]?.text).not.toContain("£");
  });

  test("a remake lists its photos' addresses in the order of sending", async () => {
    const remake = succeeded(await askForRemake(who(customer), orderId, [await picture("png"), await picture("webp")]));
    expect(remake.photos).toEqual([1, 2].map((n) => `/api/remakes/${remake.id}/photos/${n}`));
  });

  test.each<[string, number | string, string, number, string]>([
    ["no order", "", "Scratched", 400, "Please select an order"],
    ["a text in the order's place", "abc", "Scratched", 400, "Please select an order"],
    ["an id beyond every id", "99999999999", "Scratched", 404, "There is no such order"],
    ["an id of twenty digits", "9".repeat(20), "Scratched", 404, "There is no such order"],
    ["an unknown order", 99_999, "Scratched", 404, "There is no order ORD-99999"],
    ["no reason", "own", "", 400, "Please provide a reason for the remake request"],
    ["a blank reason", "own", " \n ", 400, "Please provide a reason for the remake request"],
    ["a reason without end", "own", "x".repeat(5001), 400, "Reason must be at most 5,000 characters"],
    ["NUL", "own", "a\0b", 400, "The text contains characters that cannot be stored"],
  ])("a remake request with %s is refused", async (_, order, reason, status, sentence) => {
    const reply = await askForRemake(who(customer), order === "own" ? orderId : order, [], { reason });
    expect([reply.status, reply.text]).toEqual([status, sentence]);
  });

  test("a reason is stored unchanged, and without blank ends where it exceeds 5,000 characters", async () => {
    const reason = `  ${"é".repeat(4990)}\n`;
    // A form sends line ends as CR LF.
    expect((await ask(reason)).reason).toBe(reason.replace("\n", "\r\n"));
    expect((await ask(` ${"é".repeat(5000)}${" ".repeat(40_000)}`)).reason).toBe("é".repeat(5000));
  });

  test("customers request remakes of their own orders, the super admin of any, other roles of none", async () => {
    expect((await askForRemake(who(other), orderId)).status).toBe(404);
    expect((await askForRemake(who(boss), orderId)).status).toBe(201);
    for (const client of [supplier, admin]) expect((await askForRemake(who(client), orderId)).status).toBe(403);
    expect((await askForRemake(portal.visitor(), orderId)).status).toBe(401);
  });

  test("a remake request must be a multipart form", async () => {
    const reply = await who(customer).post("/api/remakes", { orderId, reason: "Scratched" });
    expect([reply.status, reply.text]).toEqual([415, "Please send the form as multipart/form-data"]);
    const torn = await who(customer).post("/api/remakes", "--x\r\ntorn", { "content-type": "multipart/form-data; boundary=x" });
    expect([torn.status, torn.text]).toEqual([400, "The form could not be read: it may have been cut short"]);
    const bare = await who(customer).post("/api/remakes", "x", { "content-type": "multipart/form-data" });
    expect([bare.status, bare.text]).toEqual([400, "The form could not be read: it may have been cut short"]);
  });

  test("a form with deeply nested field names is refused at once", async () => {
    const form = new FormData();
    form.append(`reason${"[a]".repeat(20_000)}`, "x");
    form.append("orderId[99999999]", "1");
    const started = performance.now();
    expect((await who(customer).post("/api/remakes", form)).status).toBe(400);
    // Parsing the nested names would take minutes.
    expect(performance.now() - started).toBeLessThan(20_000);
    const many = new FormData();
    for (let n = 0; n < 1000; n += 1) many.append(`field${n}`, "x");
    expect((await who(customer).post("/api/remakes", many)).status).toBe(400);
  });
});

describe("the list", () => {
  test("a customer lists the own remakes, other roles all, and suppliers see no price", async () => {
    const mine = await ask();
    const ids = async (client: TestClient | undefined) => (await who(client).get<RemakeReply[]>("/api/remakes")).body.map(({ id }) => id);
    expect((await ids(customer))[0]).toBe(mine.id);
    expect(await ids(other)).toEqual([]);
    for (const client of [supplier, admin, boss]) expect(await ids(client)).toContain(mine.id);
    expect((await who(supplier).get(`/api/remakes/${mine.id}`)).text).not.toMatch(/price|total|subtotal|payment|quoteId/i);
    expect((await who(other).get(`/api/remakes/${mine.id}`)).status).toBe(404);
  });

  test("the list of remakes is filtered by status and searched by number, order and company", async () => {
    const remake = await ask();
    succeeded(await who(boss).patch(`/api/remakes/${remake.id}/status`, { status: "denied" }));
    const found = async (query: string) => (await who(boss).get<RemakeReply[]>(`/api/remakes?${query}`)).body.map(({ id }) => id);
    expect(await found("status=denied")).toEqual([remake.id]);
    expect((await who(boss).get("/api/remakes?status=lost")).status).toBe(400);
    for (const text of [`RMK-${remake.id}`, `%23${remake.id}`]) expect(await found(`search=${text}`)).toEqual([remake.id]);
    expect(await found(`search=ord-${orderId}`)).toContain(remake.id);
    expect(await found(`search=${customer?.account?.companyName}`)).toContain(remake.id);
    expect(await found("search=%25")).toEqual([]);
    for (const client of [customer, boss]) {
      for (const text of [`RMK-${remake.id}`, `ord-${orderId}`, customer?.account?.companyName]) {
        const inView = async (status: string) =>
          (await who(client).get<RemakeReply[]>(`/api/remakes?status=${status}&search=${text}`)).body.map(({ id }) => id);
        expect(await inView("denied")).toEqual([remake.id]);
        expect(await inView("completed")).toEqual([]);
      }
    }
  });
});

describe("replies", () => {
  test("a reply by staff or a supplier notifies the customer by bell and email", async () => {
    const remake = await ask();
    const before = (await newsOf(customer)).length;
    for (const client of [supplier, admin, boss]) {
      const mails = await mailsDuring(async () => {
        const reply = await who(client).post(`/api/remakes/${remake.id}/replies`, { message: "<b>We will look</b>" });
        expect(reply.status).toBe(201);
        expect(reply.body).toMatchObject({ message: "<b>We will look</b>", user: { role: client?.account?.role } });
      });
      expect(mails.map(({ to }) => to)).toEqual([customer?.account?.email]);
      expect(mails[0]?.html).toMatch(/&(lt|#60);b&(gt|#62);We will look/);
    }
    const news = (await newsOf(customer)).slice(before);
    expect(news.map(({ type, relatedId, readAt }) => [type, relatedId, readAt])).toEqual(Array(3).fill(["remake_reply", remake.id, null]));
    const read = succeeded(await who(customer).get<RemakeReply>(`/api/remakes/${remake.id}`));
    expect([read.repliesCount, read.replies.map(({ user }) => user.role)]).toEqual([3, ["supplier", "admin", "super_admin"]]);
  });

  test("a customer's reply is emailed to suppliers and super admins, without a bell", async () => {
    const remake = await ask();
    const before = (await newsOf(customer)).length;
    const mails = await mailsDuring(() => who(customer).post(`/api/remakes/${remake.id}/replies`, { message: "Any news?" }));
    expect(mails.map(({ to }) => to).toSorted()).toEqual([supplier?.account?.email, boss?.account?.email].toSorted());
    expect(await newsOf(customer)).toHaveLength(before);
  });

  test("a reply cannot be empty, endless or in another company's thread", async () => {
    const { id } = await ask();
    const reply = async (message: unknown, client = who(customer)) => {
      const { status, text } = await client.post(`/api/remakes/${id}/replies`, { message });
      return [status, text];
    };
    expect(await reply("")).toEqual([400, "Reply cannot be empty"]);
    expect(await reply("   ")).toEqual([400, "Reply cannot be empty"]);
    expect(await reply(undefined)).toEqual([400, "Reply cannot be empty"]);
    expect(await reply("x".repeat(5001))).toEqual([400, "Reply must be at most 5,000 characters"]);
    expect(await reply("Hello", who(other))).toEqual([404, `There is no remake RMK-${id}`]);
  });

  test("a reply repeated with its key is stored once", async () => {
    const { id } = await ask();
    const send = () => who(supplier).post(`/api/remakes/${id}/replies`, { message: "Once" }, { "Idempotency-Key": `reply-${id}` });
    const replies = await Promise.all([send(), send()]);
    expect(replies[1]?.body).toEqual(replies[0]?.body);
    expect((await who(supplier).get<RemakeReply>(`/api/remakes/${id}`)).body.repliesCount).toBe(1);
  });
});

describe("the status", () => {
  test("a supplier or the super admin changes the status, and the customer is notified once", async () => {
    const { id } = await ask();
    const before = (await newsOf(customer)).length;
    const mails = await mailsDuring(async () => {
      expect((await who(supplier).patch(`/api/remakes/${id}/status`, { status: "approved", from: "pending" })).body).toMatchObject({
        id,
        status: "approved",
      });
      // Setting the current status again changes nothing.
      expect((await who(boss).patch(`/api/remakes/${id}/status`, { status: "approved" })).status).toBe(200);
    });
    const sentence = `Your remake RMK-${id} is now approved.`;
    expect(mails).toMatchObject([{ to: customer?.account?.email, subject: `Remake RMK-${id}: Approved – Tiltrod` }]);
    expect(mails[0]?.text).toContain(`\n\n${sentence}\n\nOpen the remake: http://portal.test/remakes?remake=${id}\n\n`);
    expect((await newsOf(customer)).slice(before)).toMatchObject([
      { type: "remake_status", title: `Remake RMK-${id}: Approved`, message: sentence, relatedId: id },
    ]);
    const entries = await portal.db
      .select()
      .from(auditEntries)
      .where(sql`action = 'remakes.changeStatus' and target_id = ${id}`)
      .orderBy(auditEntries.id);
    expect(entries).toMatchObject([
      { before: { status: "pending" }, after: { status: "approved" } },
      { before: { status: "approved" }, after: { status: "approved" } },
    ]);
  });

  test("a status change from an outdated status is refused", async () => {
    const { id } = await ask();
    succeeded(await who(boss).patch(`/api/remakes/${id}/status`, { status: "denied" }));
    const late = await who(supplier).patch(`/api/remakes/${id}/status`, { status: "approved", from: "pending" });
    expect([late.status, late.text]).toEqual([409, "Somebody else has changed this remake in the meantime: it is now denied"]);
  });

  test("customers and admins cannot change the status, which is one of five", async () => {
    const { id } = await ask();
    for (const client of [customer, admin])
      expect((await who(client).patch(`/api/remakes/${id}/status`, { status: "approved" })).status).toBe(403);
    expect((await who(boss).patch(`/api/remakes/${id}/status`, { status: "lost" })).status).toBe(400);
    expect((await who(boss).patch("/api/remakes/99999/status", { status: "approved" })).status).toBe(404);
  });
});

describe("deleting", () => {
  test("a deleted remake is hidden everywhere, and only the super admin deletes", async () => {
    const { id, photos } = succeeded(await askForRemake(who(customer), orderId, [await picture()]));
    for (const client of [customer, supplier, admin]) expect((await who(client).delete(`/api/remakes/${id}`)).status).toBe(403);
    expect((await who(boss).delete(`/api/remakes/${id}`)).status).toBe(204);
    const gone = [`/api/remakes/${id}`, photos[0] ?? ""];
    for (const path of gone) expect((await who(customer).get(path)).status).toBe(404);
    expect((await who(boss).post(`/api/remakes/${id}/replies`, { message: "Hello" })).status).toBe(404);
    expect((await who(boss).patch(`/api/remakes/${id}/status`, { status: "denied" })).status).toBe(404);
    expect((await who(boss).delete(`/api/remakes/${id}`)).status).toBe(404);
    expect((await who(boss).get<RemakeReply[]>("/api/remakes?limit=200")).body.map((remake) => remake.id)).not.toContain(id);
    const [entry] = await portal.db.select().from(auditEntries).where(sql`action = 'remakes.delete' and target_id = ${id}`);
    expect(entry?.before).toMatchObject({ status: "pending", orderId });
  });

  test("a deleted order's remakes are deleted, and it accepts no new ones", async () => {
    const order = await portal.orderFor(who(customer));
    const { id } = succeeded(await askForRemake(who(customer), order.id));
    expect((await who(boss).delete(`/api/orders/${order.id}`)).status).toBe(204);
    expect((await who(customer).get(`/api/remakes/${id}`)).status).toBe(404);
    expect((await askForRemake(who(customer), order.id)).status).toBe(404);
    expect(await portal.db.$count(remakes, sql`order_id = ${order.id} and deleted_at is null`)).toBe(0);
  });
});

test("a customer causes at most sixty emails an hour; more requests are a 429 and stored nowhere", async () => {
  const talker = await portal.signIn("customer");
  const order = await portal.orderFor(talker);
  const mine = succeeded(await askForRemake(talker, order.id));
  const say = (message: string) => talker.post(`/api/remakes/${mine.id}/replies`, { message });
  for (let time = 1; time < 60; time += 1) expect((await say(`Message ${time}`)).status).toBe(201);
  const mailed = (await portal.mails()).length;
  const refused = [await say("One more"), await askForRemake(talker, order.id)];
  for (const { status, text } of refused)
    expect([status, text]).toEqual([429, "You have sent us too many messages. Please wait a while, or call us."]);
  expect((await portal.mails()).length).toBe(mailed);
  expect((await talker.get<RemakeReply & { replies: unknown[] }>(`/api/remakes/${mine.id}`)).body.replies).toHaveLength(59);
  expect((await who(supplier).post(`/api/remakes/${mine.id}/replies`, { message: "The makers may answer" })).status).toBe(201);
});
