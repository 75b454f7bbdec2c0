import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectedStatuses, readStatuses } from "#server/testing/calls/access-matrix.ts";
import { cellsFor } from "#server/testing/calls/call-case.ts";
import { CALLS, type CallName } from "#server/testing/calls/check-reply.ts";
import { EVERY_CALL, goodRequest, may } from "#server/testing/calls/every-call.ts";
import { EVERY_ROUTE, isPaper } from "#server/testing/calls/every-route.ts";
import { recordRoutes } from "#server/testing/calls/recorded-routes.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { createWorld } from "#server/testing/world.ts";
import { ROLES } from "#shared/domain/roles.ts";

/**
 * The access matrix of every address: each call of the contract and each other route, requested for
 * a customer's record by everybody. A call or a route without its row fails, and so does any cell
 * with another status. matrix-of-papers.long.test.ts has the documents.
 */

let world: Awaited<ReturnType<typeof createWorld>>;
let routes: readonly string[];
beforeAll(async () => {
  // The pool has one connection, so a call that took a second one while it holds the first would be
  // a 503.
  const pool = { most: 1, waits: { connection: 5_000 } };
  ({ built: world, routes } = await recordRoutes(() => createWorld({ pool })));
});
afterAll(() => world.shop.stop());

/** The statuses of the call's row, with its own success in place of 200. */
function cellsOf(name: CallName): readonly number[] {
  const { success = 200, ...who } = EVERY_CALL[name];
  return cellsFor(who).map((status) => (status === 200 ? success : status));
}

test("every route that the portal serves is a call of the contract or has a row here", () => {
  const calls = CALLS.map(({ call }) => `${call.method} ${call.path}`);
  expect(routes.filter((route) => !calls.includes(route))).toEqual(Object.keys(EVERY_ROUTE).toSorted());
  expect(calls.filter((call) => !routes.includes(call))).toEqual([]);
});

describe("calls", () => {
  test.each(CALLS)("the call $name gives each person the status of its row", async ({ name }) => {
    expect(await readStatuses(world, () => goodRequest(name, world))).toEqual(expectedStatuses(cellsOf(name)));
  });

  test("a role that rule A9 does not list gets 403 of the whole call, whatever it requests", () => {
    const column = { customer: 1, supplier: 3, admin: 4, super_admin: 5 } as const;
    for (const { name } of CALLS)
      for (const role of ROLES) if (!may(name, role)) expect([name, role, cellsOf(name)[column[role]]]).toEqual([name, role, 403]);
  });
});

describe("other routes", () => {
  const rows = Object.entries(EVERY_ROUTE).flatMap(([route, all]) => (isPaper(route) ? [] : all.map((row, at) => ({ route, at, row }))));
  test.each(rows)("the route $route gives each person the status of its row, $at", async ({ route, row }) => {
    const path = await row.path(world);
    const method = route.startsWith("POST") ? "POST" : "GET";
    expect(await readStatuses(world, async () => ({ method, path, body: undefined }))).toEqual(
      expectedStatuses(cellsFor({ gets: row.cells, ...row })),
    );
  });
});

test("HEAD reveals no more than GET, and no other method is served", async () => {
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
