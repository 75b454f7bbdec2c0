import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { succeeded } from "#server/testing/builders.ts";
import { type Answers, cellsFor, type Request } from "#server/testing/call-case.ts";
import { CALLS, type CallName } from "#server/testing/check-reply.ts";
import { EVERY_CALL, goodRequest, may } from "#server/testing/every-call.ts";
import { heardRoutes } from "#server/testing/heard-routes.ts";
import type { TestClient } from "#server/testing/test-client.ts";
import { createWorld, DEAD, PEOPLE, type World } from "#server/testing/world.ts";
import { ROLES } from "#shared/domain/roles.ts";

/**
 * Who gets what at every door: each call of the contract and each other route, asked for a thing of the customer's by everybody. A call
 * or a route without its row fails, and so does any cell that is answered with another status.
 */

const everybody: Answers = [200, 200, 200, 200, 200, 200, 200];
const makers: Answers = [401, 403, 403, 200, 403, 200, 403];
const theirs: Answers = [401, 200, 404, 403, 200, 200, 200];
const withMakers: Answers = [401, 200, 404, 200, 200, 200, 200];

interface RawRow {
  readonly path: (world: World) => Promise<string>;
  readonly cells: Answers;
}
const fixed = (path: string) => async () => path;
const unsigned: Answers = [400, 400, 400, 400, 400, 400, 400];

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
  "GET /api/invoices/:number.pdf": [
    { path: async (world) => `/api/invoices/${await invoiceNumber(world)}.pdf`, cells: theirs },
    { path: fixed("/api/invoices/INV-99999.pdf"), cells: [401, 404, 404, 403, 404, 404, 404] },
  ],
  "GET /api/invoices.zip": [
    {
      path: async (world) => {
        await invoiceNumber(world);
        return "/api/invoices.zip";
      },
      cells: theirs,
    },
  ],
  "GET /api/orders/:id/job-card.pdf": [
    { path: async (world) => `/api/orders/${await world.order()}/job-card.pdf`, cells: [401, 403, 403, 200, 200, 200, 403] },
  ],
};

async function invoiceNumber(world: World): Promise<string> {
  await world.paidOrder();
  return succeeded(await (await world.as("customer")).get<{ number: string }[]>("/api/invoices"))[0]?.number ?? "";
}

let world: Awaited<ReturnType<typeof createWorld>>;
let routes: readonly string[];
beforeAll(async () => {
  ({ built: world, routes } = await heardRoutes(createWorld));
});
afterAll(() => world.shop.stop());

const knock = (client: TestClient, { method, path, body }: Request) =>
  method === "GET" ? client.get(path) : client[method.toLowerCase() as "post" | "patch" | "put" | "delete"](path, body);

/** What the call's row says, with its own success in place of 200. */
function cellsOf(name: CallName): readonly number[] {
  const { gets, colleagues, success = 200 } = EVERY_CALL[name];
  return cellsFor(gets, colleagues).map((status) => (status === 200 ? success : status));
}

/** What everybody gets, in the row's order; those whose session is worth nothing are strangers. */
async function answers(request: () => Promise<Request>): Promise<Record<string, number>> {
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

const expected = ([nobody, ...people]: readonly number[]) => ({
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
  test.each(CALLS)("$name", async ({ name }) => {
    expect(await answers(() => goodRequest(name, world))).toEqual(expected(cellsOf(name)));
  });

  test("a role that rule A9 does not list gets 403 of the whole call, whatever it asks for", () => {
    const column = { customer: 1, supplier: 3, admin: 4, super_admin: 5 } as const;
    for (const { name } of CALLS)
      for (const role of ROLES) if (!may(name, role)) expect([name, role, cellsOf(name)[column[role]]]).toEqual([name, role, 403]);
  });
});

describe("other routes", () => {
  const rows = Object.entries(RAW).flatMap(([route, all]) => all.map((row, at) => ({ route, at, row })));
  test.each(rows)("$route, $at", async ({ route, row }) => {
    const path = await row.path(world);
    const method = route.startsWith("POST") ? "POST" : "GET";
    expect(await answers(async () => ({ method, path, body: undefined }))).toEqual(expected(cellsFor(row.cells)));
  });
});

test("HEAD tells no more than GET, and no other method is answered", async () => {
  for (const { name } of CALLS.filter(({ call }) => call.method === "GET")) {
    const { path } = await goodRequest(name, world);
    const client = await world.as("other");
    const head = await fetch(new URL(path, world.portal.url), { method: "HEAD", headers: cookieOf(client) });
    expect([name, head.status, await head.text()]).toEqual([name, cellsOf(name)[2], ""]);
    const odd = await fetch(new URL(path, world.portal.url), { method: "PROPFIND", headers: cookieOf(client) });
    expect([name, odd.status]).toEqual([name, 404]);
  }
});

const cookieOf = ({ cookies }: TestClient) => ({ cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") });
