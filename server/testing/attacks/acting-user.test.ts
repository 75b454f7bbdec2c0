import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { CALLS } from "#server/testing/calls/check-reply.ts";
import { EVERY_CALL, goodRequest } from "#server/testing/calls/every-call.ts";
import { EVERY_ROUTE } from "#server/testing/calls/every-route.ts";
import { createTestClient, type TestClient } from "#server/testing/calls/test-client.ts";
import { everything } from "#server/testing/database/everything.ts";
import { createWorld, PEOPLE } from "#server/testing/world.ts";
import { rawCalls } from "#shared/contract/parts/raw-calls.ts";
import { formatSignedInAs, SIGNED_IN_AS, SOMEBODY_ELSE } from "#shared/http/signed-in-as.ts";

/**
 * A tab of the browser still displays one person while another tab has signed somebody else in
 * (rule A19). Tests every call and every route with a session, in the name of each person who is
 * not the session's.
 */

let world: Awaited<ReturnType<typeof createWorld>>;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.shop.stop());
beforeEach(() => world.portal.db.execute(sql`delete from rate_limits`));

type Method = "get" | "post" | "patch" | "put" | "delete";
const ask = (client: TestClient, method: string, path: string, sent: { body?: unknown; headers: Record<string, string> }) => {
  const name = method.toLowerCase() as Method;
  return name === "get" ? client.get(path, sent.headers) : client[name](path, sent.body, sent.headers);
};
const inName = (name: string) => ({ [SIGNED_IN_AS]: name });
const ownName = ({ account }: TestClient): string => formatSignedInAs({ id: account?.id ?? 0, viewedBy: account?.viewedBy });

/** Every row, the counts of limits too, and every file that an upload left. */
async function all() {
  const { rows } = await world.portal.db.execute(sql`select * from rate_limits order by key`);
  return { rows: await everything(world.portal), limits: rows, files: await readdir(join(world.portal.folder, "uploads")) };
}

test("every call in another person's name is refused before anything is read, counted or stored", async () => {
  const tries = [];
  for (const { name } of CALLS) {
    const { by } = EVERY_CALL[name];
    const client = await world.as(by === "nobody" || by === "awaiting" ? "customer" : by);
    tries.push({ name, client, request: await goodRequest(name, world) });
  }
  // A later time, so that a reply would update the session's "last seen".
  world.portal.clock.advance(10 * 60_000);
  const others = [String(world.accounts.other.id), `${world.accounts.customer.id};by=${world.accounts.admin.id}`];
  const before = await all();
  for (const { name, client, request } of tries)
    for (const other of others) {
      const headers = { ...inName(other), "idempotency-key": `stale-${name}` };
      const { status, text } = await ask(client, request.method, request.path, { body: request.body, headers });
      expect([name, other, status, text]).toEqual([name, other, 401, SOMEBODY_ELSE]);
    }
  expect(await all()).toEqual(before);
});

const RAW = Object.values(rawCalls).map(({ method, path, roles }) => ({ route: `${method} ${path}`, method, roles }));

test.each(RAW.filter(({ roles }) => roles !== "anyone"))(
  "the route $route is refused in another person's name, and served in one's own",
  async ({ route, method }) => {
    const [row] = EVERY_ROUTE[route] ?? [];
    if (!row) throw new Error(`${route} has no row`);
    const person = PEOPLE[row.cells.indexOf(200) - 1];
    if (!person) throw new Error(`${route} answers nobody`);
    const [path, client] = [await row.path(world), await world.as(person)];
    const other = String(world.accounts.rival.id);
    const { status, text } = await ask(client, method, path, { headers: inName(other) });
    expect([status, text]).toEqual([401, SOMEBODY_ELSE]);
    expect((await ask(client, method, path, { headers: inName(ownName(client)) })).status).toBe(200);
  },
);

test.each(RAW.filter(({ roles }) => roles === "anyone"))(
  "the route $route reads no session, and replies whatever name is sent",
  async ({ route, method }) => {
    const [row] = EVERY_ROUTE[route] ?? [];
    if (!row) throw new Error(`${route} has no row`);
    const client = await world.as("customer");
    const { status } = await ask(client, method, await row.path(world), { headers: inName(String(world.accounts.other.id)) });
    expect(status).toBe(row.cells[1]);
  },
);

test("View As has a name of its own, which differs from both people's names", async () => {
  const { customer, superAdmin, admin } = world.accounts;
  const client = await world.as("superAdmin");
  const { body } = await client.post<{ user: { viewedBy?: number } }>(`/api/impersonate/${customer.id}`);
  expect(body.user.viewedBy).toBe(superAdmin.id);
  const view = createTestClient(world.portal.url, { ...customer, isImpersonating: true }, client.cookies);
  const statuses: Record<string, number> = {};
  for (const name of [`${customer.id};by=${superAdmin.id}`, customer.id, superAdmin.id, `${customer.id};by=${admin.id}`])
    statuses[name] = (await view.get("/api/quotes", inName(String(name)))).status;
  expect(statuses).toEqual({
    [`${customer.id};by=${superAdmin.id}`]: 200,
    [customer.id]: 401,
    [superAdmin.id]: 401,
    [`${customer.id};by=${admin.id}`]: 401,
  });
});

test.each(["", "0", "07", "-7", "7.0", "seven", "7;by=", "7;by=x", "7;3", "7, 8", "99999999999", "7;by=3;by=4"])(
  "the name %j names nobody and is a 400, also for a visitor",
  async (name) => {
    for (const client of [await world.as("customer"), world.portal.visitor()]) {
      const { status, text } = await client.get("/api/user", inName(name));
      expect([status, text]).toEqual([400, "Signed-In-As must be a person's id: 7, or 7;by=3 while 3 views the portal as 7"]);
    }
  },
);

test("a visitor's name header changes nothing: a read needs a sign-in, which succeeds", async () => {
  const { customer } = world.accounts;
  const visitor = world.portal.visitor();
  const { status, text } = await visitor.get("/api/quotes", inName(String(customer.id)));
  expect([status, text]).toEqual([401, "Please sign in"]);
  const { body } = await goodRequest("accounts.login", world);
  expect((await visitor.post("/api/login", body, inName(String(customer.id)))).status).toBe(200);
});
