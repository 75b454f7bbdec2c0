import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CALLS, type CallName } from "#server/testing/check-reply.ts";
import { heardRoutes } from "#server/testing/heard-routes.ts";
import type { TestClient } from "#server/testing/test-client.ts";
import { may } from "#server/testing/who-may-call.ts";
import { ROLES } from "#shared/domain/roles.ts";
import { callNamed, EXAMPLES, type Ready, ready } from "./testing-requests.ts";
import { createWorld, DEAD, PEOPLE, type World } from "./testing-world.ts";

/**
 * Who gets what at every door: each call of the contract and each other route, asked for a thing of the customer's by everybody. A call
 * or a route without its row fails, and so does any cell that is answered with another status.
 */

/** Nobody, and each of `PEOPLE`: customer, another customer, supplier, admin, super admin, super admin viewing as the customer. */
type Row = readonly [nobody: number, customer: number, other: number, supplier: number, admin: number, boss: number, viewing: number];

const everybody: Row = [200, 200, 200, 200, 200, 200, 200];
const signedIn: Row = [401, 200, 200, 200, 200, 200, 200];
const staff: Row = [401, 403, 403, 403, 200, 200, 403];
const bossOnly: Row = [401, 403, 403, 403, 403, 200, 403];
const makers: Row = [401, 403, 403, 200, 403, 200, 403];
/** A thing of the customer's that staff see too. */
const theirs: Row = [401, 200, 404, 403, 200, 200, 200];
const withMakers: Row = [401, 200, 404, 200, 200, 200, 200];
/** The same with another status of success. */
const replying = (status: number, row: Row): Row => row.map((each) => (each === 200 ? status : each)) as unknown as Row;

const CELLS: Readonly<Record<CallName, Row>> = {
  "accounts.current": signedIn,
  "accounts.login": everybody,
  "accounts.logout": replying(204, everybody),
  "accounts.register": replying(201, everybody),
  "accounts.forgotPassword": replying(204, everybody),
  "accounts.resetPassword": replying(204, everybody),
  "accounts.updateProfile": [401, 200, 403, 403, 403, 200, 200],
  "accounts.changePassword": [401, 204, 403, 403, 403, 403, 403],
  "audit.list": bossOnly,
  "clients.list": staff,
  "clients.decide": staff,
  "errors.list": staff,
  "errors.read": staff,
  "errors.changeStatus": staff,
  "errors.report": replying(204, signedIn),
  "notifications.list": signedIn,
  "notifications.unread": signedIn,
  "notifications.markAllRead": replying(204, signedIn),
  "notifications.markRead": [401, 200, 404, 404, 404, 404, 200],
  "orders.list": signedIn,
  "orders.read": withMakers,
  "orders.changeStatus": makers,
  "orders.changeDates": makers,
  "orders.changeTracking": makers,
  "orders.delete": replying(204, bossOnly),
  "payments.pay": [401, 200, 404, 403, 403, 200, 403],
  "payments.confirm": [401, 200, 404, 403, 403, 200, 403],
  "payments.config": bossOnly,
  "payments.configure": bossOnly,
  "products.list": signedIn,
  "products.create": replying(201, staff),
  "products.update": staff,
  "products.archive": staff,
  "products.prices": bossOnly,
  "quotes.list": [401, 200, 200, 403, 200, 200, 200],
  "quotes.read": theirs,
  "quotes.items": theirs,
  // Another customer who names this one gets a quote of their own.
  "quotes.create": [401, 201, 201, 403, 201, 201, 201],
  "quotes.duplicate": replying(201, theirs),
  "quotes.reorder": replying(201, theirs),
  "quotes.changeStatus": theirs,
  "quotes.convert": replying(201, staff),
  "quotes.delete": replying(204, staff),
  "referrals.list": [401, 200, 200, 403, 403, 200, 200],
  "referrals.payOut": bossOnly,
  "remakes.list": signedIn,
  "remakes.read": withMakers,
  "remakes.create": [401, 201, 404, 403, 403, 201, 201],
  "remakes.reply": replying(201, withMakers),
  "remakes.changeStatus": makers,
  "remakes.order": replying(201, bossOnly),
  "remakes.delete": replying(204, bossOnly),
  "settings.readCompany": bossOnly,
  "settings.saveCompany": bossOnly,
  "stats.read": signedIn,
  "stats.history": staff,
  "users.list": bossOnly,
  "users.create": replying(201, bossOnly),
  "users.delete": replying(204, bossOnly),
  // Nobody borrows eyes through borrowed eyes.
  "users.impersonate": [401, 403, 403, 403, 403, 200, 409],
  "users.stopImpersonation": [401, 409, 409, 409, 409, 409, 200],
};

interface RawRow {
  readonly path: (world: World) => Promise<string>;
  readonly cells: Row;
}
const fixed = (path: string) => async () => path;
const unsigned: Row = [400, 400, 400, 400, 400, 400, 400];

/** What is no call of the contract, by its route; a route may have further addresses. */
const RAW: Readonly<Record<string, readonly RawRow[]>> = {
  "POST /api/stripe/webhook": [{ path: fixed("/api/stripe/webhook"), cells: unsigned }],
  "GET /healthz": [{ path: fixed("/healthz"), cells: everybody }],
  "GET /readyz": [{ path: fixed("/readyz"), cells: everybody }],
  "GET /api/openapi.json": [{ path: fixed("/api/openapi.json"), cells: everybody }],
  "GET /api/docs": [{ path: fixed("/api/docs"), cells: everybody }],
  "GET /api/docs/style.css": [{ path: fixed("/api/docs/style.css"), cells: everybody }],
  "GET /api/remakes/:id/photos/:place": [
    { path: async (world) => `/api/remakes/${await world.remake(true)}/photos/1`, cells: withMakers },
    { path: async (world) => `/api/remakes/${await world.remake(true)}/photos/1?size=thumb`, cells: withMakers },
    { path: async (world) => `/api/remakes/${await world.remake(true)}/photos/1?download=1`, cells: makers },
    { path: async (world) => `/api/remakes/${await world.remake(true)}/photos/2`, cells: [401, 404, 404, 404, 404, 404, 404] },
  ],
  "GET /api/quotes/:id/pdf": [{ path: async (world) => `/api/quotes/${await world.draft()}/pdf`, cells: theirs }],
  "GET /api/orders/:id/invoice.pdf": [
    { path: async (world) => `/api/orders/${await world.paidOrder()}/invoice.pdf`, cells: theirs },
    { path: async (world) => `/api/orders/${await world.order()}/invoice.pdf`, cells: [401, 409, 404, 403, 409, 409, 409] },
  ],
  "GET /api/orders/:id/job-card.pdf": [
    { path: async (world) => `/api/orders/${await world.order()}/job-card.pdf`, cells: [401, 403, 403, 200, 200, 200, 403] },
  ],
};

let world: World;
let routes: readonly string[];
beforeAll(async () => {
  ({ built: world, routes } = await heardRoutes(createWorld));
});
afterAll(() => world.shop.stop());

const knock = (client: TestClient, { method, path, body }: Ready) =>
  method === "GET" ? client.get(path) : client[method.toLowerCase() as "post" | "patch" | "put" | "delete"](path, body);

/** What everybody gets, in the row's order; those whose session is worth nothing are strangers. */
async function answers(request: () => Promise<Ready>): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  let asked = await request();
  for (const person of ["nobody", ...DEAD, ...PEOPLE] as const) {
    const { status } = await knock(await world.as(person), asked);
    found[person] = status;
    // What was done cannot be done again, to the same thing.
    if (status < 300 && asked.method !== "GET") asked = await request();
  }
  return found;
}

const expected = ([nobody, ...people]: Row) => ({
  nobody,
  ...Object.fromEntries(DEAD.map((person) => [person, nobody])),
  ...Object.fromEntries(PEOPLE.map((person, at) => [person, people[at]])),
});

test("every route that the portal answers is a call of the contract or has a row here", () => {
  const calls = CALLS.map(({ call }) => `${call.method} ${call.path}`);
  expect(routes.filter((route) => !calls.includes(route))).toEqual(Object.keys(RAW).toSorted());
  expect(calls.filter((call) => !routes.includes(call))).toEqual([]);
});

describe("calls", () => {
  test.each(CALLS)("$name", async ({ name, call }) => {
    const { ask } = EXAMPLES[name];
    expect(await answers(async () => ready(call, await ask(world)))).toEqual(expected(CELLS[name]));
  });

  test("a role that rule A9 does not list gets 403 of the whole call, whatever it asks for", () => {
    const column = { customer: 1, supplier: 3, admin: 4, super_admin: 5 } as const;
    for (const { name } of CALLS)
      for (const role of ROLES) if (!may(name, role)) expect([name, role, CELLS[name][column[role]]]).toEqual([name, role, 403]);
  });
});

describe("other routes", () => {
  const rows = Object.entries(RAW).flatMap(([route, all]) => all.map((row, at) => ({ route, at, row })));
  test.each(rows)("$route, $at", async ({ route, row }) => {
    const path = await row.path(world);
    const method = route.startsWith("POST") ? "POST" : "GET";
    expect(await answers(async () => ({ method, path, body: undefined }))).toEqual(expected(row.cells));
  });
});

test("HEAD tells no more than GET, and no other method is answered", async () => {
  for (const { name, call } of CALLS.filter(({ call }) => call.method === "GET")) {
    const { path } = ready(callNamed(name), await EXAMPLES[name].ask(world));
    const client = await world.as("other");
    const head = await fetch(new URL(path, world.portal.url), { method: "HEAD", headers: cookieOf(client) });
    expect([name, head.status, await head.text()]).toEqual([name, CELLS[name][2], ""]);
    const odd = await fetch(new URL(path, world.portal.url), { method: "PROPFIND", headers: cookieOf(client) });
    expect([name, odd.status]).toEqual([name, 404]);
    expect(call.roles).not.toBe("anyone");
  }
});

const cookieOf = ({ cookies }: TestClient) => ({ cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") });
