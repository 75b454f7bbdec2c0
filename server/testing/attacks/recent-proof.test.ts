import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { hashId } from "#server/platform/http/session/session.ts";
import { sessions } from "#server/schema/identity/sessions.ts";
import type { Request } from "#server/testing/calls/call-case.ts";
import { CALLS } from "#server/testing/calls/check-reply.ts";
import { EVERY_CALL, goodRequest } from "#server/testing/calls/every-call.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { everything } from "#server/testing/database/everything.ts";
import { createWorld, PEOPLE } from "#server/testing/world.ts";
import { rawCalls } from "#shared/contract/parts/raw-calls.ts";

/** Every call and route in a session whose last proof is ten minutes old (rule A36). */

let world: Awaited<ReturnType<typeof createWorld>>;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.shop.stop());
beforeEach(() => world.portal.db.execute(sql`delete from rate_limits`));

const PROBLEM = { accept: "application/problem+json" };
const REFUSED = { status: 403, detail: "Please confirm that it is you", code: "prove" };

async function aged(person: Parameters<typeof world.as>[0]): Promise<TestClient> {
  const client = await world.as(person);
  const provedAt = new Date(world.portal.clock().getTime() - 10 * 60_000);
  // The cookie is `s:id.signature`.
  const [id = ""] = decodeURIComponent([...client.cookies.values()][0] ?? "")
    .slice(2)
    .split(".");
  await world.portal.db
    .update(sessions)
    .set({ provedAt })
    .where(eq(sessions.idHash, hashId(id)));
  return client;
}
type Method = "post" | "patch" | "put" | "delete";
const send = (client: TestClient, method: string, path: string, body: Request["body"], headers: Readonly<Record<string, string>>) =>
  method === "GET" ? client.get(path, headers) : client[method.toLowerCase() as Method](path, body, headers);

const PROTECTED = CALLS.filter(({ call }) => call.proof === true || call.proof === "enrol");

test("every protected call of an aged session is refused and stores nothing", async () => {
  const tries = [];
  for (const { name } of PROTECTED) {
    const request = await goodRequest(name, world);
    const { by } = EVERY_CALL[name];
    tries.push({ name, request, client: await aged(by === "nobody" || by === "awaiting" ? "customer" : by) });
  }
  const before = await everything(world.portal);
  for (const { name, request, client } of tries) {
    const { status, body } = await send(client, request.method, request.path, request.body, PROBLEM);
    expect({ name, status, body }).toMatchObject({ name, status: 403, body: REFUSED });
  }
  expect(await everything(world.portal)).toEqual(before);
});

const codeOf = ({ body }: { body: unknown }) => (body as { code?: string } | undefined)?.code;
const madeUp = (path: string) => path.replace(/:(\w+)/g, "2147483646");

test("no other call asks for a proof", async () => {
  const asked: string[] = [];
  // A test of its own covers the call for other people's profiles.
  for (const { name, call } of CALLS.filter(({ call }) => call.proof !== "others" && !PROTECTED.some((other) => other.call === call))) {
    const { by } = EVERY_CALL[name];
    const client = await aged(by === "nobody" || by === "awaiting" ? "customer" : by);
    const reply = await send(client, call.method, madeUp(call.path), {}, PROBLEM);
    if (codeOf(reply) === "prove") asked.push(name);
  }
  expect(asked).toEqual([]);
});

test("a super admin's change of another person's profile asks for a proof, and a change of the own one does not", async () => {
  const client = await aged("superAdmin");
  const profile = { companyName: "Changed Ltd", contactName: "Ada", address: "1 High Street, Lewes" };
  const { customer, superAdmin } = world.accounts;
  expect((await client.patch(`/api/users/${customer.id}/profile`, profile, PROBLEM)).body).toMatchObject(REFUSED);
  expect((await client.patch(`/api/users/${superAdmin.id}/profile`, profile, PROBLEM)).status).toBe(200);
});

test("the list of clients asks for a proof as CSV only, and the files of an export always", async () => {
  const client = await aged("superAdmin");
  expect((await client.get("/api/clients", { accept: "text/csv, application/problem+json" })).body).toMatchObject(REFUSED);
  expect((await client.get("/api/clients")).status).toBe(200);
  expect((await client.get("/api/orders", { accept: "text/csv" })).status).toBe(200);
  const asked: string[] = [];
  for (const [name, { method, path, roles }] of Object.entries(rawCalls)) {
    const person = PEOPLE.find((each) => roles !== "anyone" && roles.some((role) => role === world.accounts[each as "customer"]?.role));
    if (!person || method !== "GET") continue;
    if (codeOf(await (await aged(person)).get(madeUp(path), PROBLEM)) === "prove") asked.push(name);
  }
  expect(asked.toSorted()).toEqual(["exportedCreditNotes", "exportedCustomers", "exportedInvoices", "exportedReceipts"]);
});

test("the protected calls are those of the contract of identity", () => {
  expect(PROTECTED.map(({ name }) => name).toSorted()).toMatchInlineSnapshot(`
    [
      "bookkeeping.make",
      "calendar.create",
      "calendar.delete",
      "clients.changeTerms",
      "clients.dropPlannedTerms",
      "clients.planTerms",
      "company.changeOpenOrders",
      "company.changePerson",
      "company.invite",
      "company.removePerson",
      "emailChange.cancel",
      "emailChange.request",
      "factors.addPasskey",
      "factors.confirmTotp",
      "factors.removePasskey",
      "factors.removeTotp",
      "factors.renamePasskey",
      "factors.renewRecoveryCodes",
      "factors.startPasskey",
      "factors.startTotp",
      "invoices.credit",
      "payments.configure",
      "payments.payByTransfer",
      "payments.record",
      "payments.refund",
      "payments.void",
      "products.dropPlannedPrices",
      "products.planPrices",
      "products.update",
      "retail.saveBusiness",
      "security.save",
      "sessions.end",
      "sessions.endOfColleague",
      "sessions.endOfUser",
      "sessions.endOthers",
      "settings.saveCompany",
      "tokens.create",
      "tokens.revoke",
      "users.change",
      "users.create",
      "users.delete",
      "users.impersonate",
      "users.removeFactors",
      "users.sendResetLink",
      "webhooks.change",
      "webhooks.create",
      "webhooks.delete",
    ]
  `);
});
