import { desc, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { auditEntries, errorRecords } from "#server/schema/records.ts";
import { succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { PASSWORD, startPortal, type TestPortal } from "#server/testing/portal.ts";
import type { ErrorSeverity, ErrorStatus } from "#shared/domain/trade/status.ts";
import { recordError } from "./record-error.ts";

interface Row {
  id: number;
  errorMessage: string;
  severity: ErrorSeverity;
  status: ErrorStatus;
  count: number;
}

let portal: TestPortal;
let admin: TestClient;
beforeAll(async () => {
  portal = await startPortal();
  admin = await portal.signIn("admin");
});
afterAll(() => portal.stop());

const recordOf = async (message: string) =>
  (await portal.db.select().from(errorRecords).where(eq(errorRecords.errorMessage, message)))[0] ??
  Promise.reject(new Error(`${message} was not recorded`));
/** Records an error as the server does. */
async function fault(message: string, severity: ErrorSeverity = "error") {
  await recordError(portal.db, { type: "Boom", message, path: "GET /api/x", severity, stack: "Boom\n    at x" }, portal.clock());
  return recordOf(message);
}
const report = (client: TestClient, body: object) => client.post("/api/errors/report", body);

test("staff see the errors newest first, by status and by severity; View shows the origin of one", async () => {
  const [old, warning] = [await fault("older one"), await fault("a warning", "warning")];
  await admin.patch(`/api/errors/${old.id}`, { status: "resolved" });
  const list = async (query: string) => (await admin.get<Row[]>(`/api/errors?${query}`)).body.map(({ id }) => id);
  expect((await list("limit=2"))[0]).toBe(warning.id);
  expect(await list("status=resolved")).toEqual([old.id]);
  expect(await list("severity=warning")).toEqual([warning.id]);
  expect(await list("severity=warning&status=resolved")).toEqual([]);
  expect(succeeded(await admin.get(`/api/errors/${warning.id}`))).toEqual({
    id: warning.id,
    errorType: "Boom",
    errorMessage: "a warning",
    requestPath: "GET /api/x",
    severity: "warning",
    status: "new",
    count: 1,
    createdAt: warning.createdAt.toISOString(),
    lastSeenAt: warning.lastSeenAt.toISOString(),
    stack: "Boom\n    at x",
    requestId: null,
    user: null,
  });
});

test("an unknown filter, status or error is refused with a sentence", async () => {
  const { id } = await fault("to refuse");
  const statuses = "Status must be one of new, investigating, resolved";
  for (const [reply, status, text] of [
    [await admin.get("/api/errors?status=open"), 400, statuses],
    [await admin.get("/api/errors?severity=bad"), 400, "Severity must be one of info, warning, error, critical"],
    [await admin.patch(`/api/errors/${id}`, { status: "done" }), 400, statuses],
    [await admin.patch("/api/errors/999999", { status: "new" }), 404, "Error not found"],
    [await admin.get("/api/errors/999999"), 404, "Error not found"],
  ] as const) {
    expect([reply.status, reply.text]).toEqual([status, text]);
  }
});

test("a status change of an error is audited, and a resolved error that recurs is new again", async () => {
  const { id } = await fault("comes back");
  expect(succeeded(await admin.patch<Row>(`/api/errors/${id}`, { status: "resolved" })).status).toBe("resolved");
  const [entry] = await portal.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.action, "errors.changeStatus"))
    .orderBy(desc(auditEntries.id));
  expect(entry).toMatchObject({ targetId: id, before: { status: "new" }, after: { status: "resolved" } });
  portal.clock.advance(60_000);
  const again = await fault("comes back");
  expect(again).toMatchObject({ id, status: "new", count: 2 });
  expect(again.lastSeenAt.getTime() - again.createdAt.getTime()).toBeGreaterThan(59_000);
});

test.each(["customer", "supplier"] as const)("a %s sees no error records, but may report a crash", async (role) => {
  const client = await portal.signIn(role);
  expect((await client.get("/api/errors")).status).toBe(403);
  expect((await report(client, { errorMessage: `crash of a ${role}` })).status).toBe(204);
  expect(await recordOf(`In a browser: crash of a ${role}`)).toMatchObject({
    errorType: "ClientError",
    requestPath: "client",
    severity: "warning",
    status: "new",
    userId: client.account?.id,
  });
});

test("a crash is stored with its secrets cut out and its address without the query", async () => {
  const client = await portal.signIn("customer");
  const key = ["sk", "test", "abcdef1234567890"].join("_");
  await report(client, {
    errorType: "TypeError token=abc123",
    errorMessage: `token=abc123 and ${key} were in it, card 4242 4242 4242 4242`,
    requestPath: "/reset-password?token=abc123#there",
    stack: `TypeError\n    at https://user:pass@portal.test/assets/x.js\n    password: "hunter2"`,
  });
  const [stored] = await portal.db.select().from(errorRecords).where(eq(errorRecords.requestPath, "client /reset-password"));
  expect(stored).toMatchObject({
    errorType: "ClientError",
    errorMessage: "In a browser: TypeError token=… token=… and sk_… were in it, card …",
  });
  for (const secret of ["abc123", "1234567890", "4242", "user:pass", "hunter2"]) expect(JSON.stringify(stored)).not.toContain(secret);
});

test("a failed query is recorded once by its cause, without the values of its parameters", async () => {
  await portal.owner.execute(sql`alter table users add constraint broken_for_a_test check (contact_name <> 'Broken') not valid`);
  const body = { email: "broken@company.test", password: PASSWORD, companyName: "Whole", contactName: "Broken" };
  try {
    for (const _ of [1, 2]) expect((await portal.visitor().post("/api/register", body)).status).toBe(500);
  } finally {
    await portal.owner.execute(sql`alter table users drop constraint broken_for_a_test`);
  }
  const stored = await vi.waitFor(
    async () => {
      const rows = await portal.db.select().from(errorRecords).where(eq(errorRecords.requestPath, "POST /api/register"));
      expect(rows.map(({ count }) => count)).toEqual([2]);
      return rows[0];
    },
    { timeout: 20_000 },
  );
  expect(stored).toMatchObject({
    errorType: "DatabaseError",
    errorMessage: 'new row for relation "users" violates check constraint "broken_for_a_test"',
    stack: expect.stringMatching(/^DatabaseError: new row .*\n {4}at /),
  });
  expect(JSON.stringify(stored)).not.toMatch(/params|insert into/);
});

test("a repeated crash raises the count of its record, and a long one is cut rather than refused", async () => {
  const client = await portal.signIn("customer");
  for (const number of [1, 2, 3]) await report(client, { errorMessage: `order ${number} is odd`, requestPath: "/orders" });
  expect(await recordOf("In a browser: order 1 is odd")).toMatchObject({ count: 3 });
  expect((await report(client, { errorMessage: "long ".repeat(20_000), stack: "x".repeat(500_000) })).status).toBe(204);
});

test("a customer's report never looks like a record of the server, nor raises the count of one", async () => {
  const message = "Payment received for quote Q-7, but the quote was deleted: refund it in Stripe";
  const own = { type: "PaymentToLookAt", message, path: "POST /api/stripe/webhook", severity: "critical" } as const;
  await recordError(portal.db, own, portal.clock());
  await admin.patch(`/api/errors/${(await recordOf(message)).id}`, { status: "resolved" });
  const client = await portal.signIn("customer");
  const { type, path, severity } = own;
  const sent = { errorMessage: message, errorType: type, requestPath: path, severity, status: "new", fingerprint: "x" };
  expect((await report(client, sent)).status).toBe(204);
  expect(await recordOf(message)).toMatchObject({ count: 1, status: "resolved" });
  expect(await recordOf(`In a browser: PaymentToLookAt: ${message}`)).toMatchObject({
    errorType: "ClientError",
    requestPath: "client POST /api/stripe/webhook",
    severity: "warning",
  });
});

test("a report without a message is refused, and so is one without a sign-in", async () => {
  expect((await report(await portal.signIn("customer"), {})).text).toBe("Error message must be text");
  expect((await report(portal.visitor(), { errorMessage: "x" })).status).toBe(401);
});

test("the eleventh crash report of a person within a minute is refused, and other people's are stored", async () => {
  const [client, other] = await Promise.all([portal.signIn("customer"), portal.signIn("customer")]);
  const replies = await Promise.all(Array.from({ length: 14 }, () => report(client, { errorMessage: "again and again" })));
  expect(replies.filter(({ status }) => status === 204)).toHaveLength(10);
  const refused = replies.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(4);
  const wait = Number(refused[0]?.headers.get("retry-after"));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(60);
  expect((await report(other, { errorMessage: "again and again" })).status).toBe(204);
});
