import { afterAll, beforeAll, expect, test } from "vitest";
import { expectedStatuses, readStatuses } from "#server/testing/calls/access-matrix.ts";
import { cellsFor } from "#server/testing/calls/call-case.ts";
import { EVERY_ROUTE, isPaper } from "#server/testing/calls/every-route.ts";
import { createWorld } from "#server/testing/world.ts";

/** The rows of the access matrix for documents, each of which draws a document for each person. */

let world: Awaited<ReturnType<typeof createWorld>>;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.shop.stop());

const rows = Object.entries(EVERY_ROUTE).flatMap(([route, all]) => (isPaper(route) ? all.map((row, at) => ({ route, at, row })) : []));

test.each(rows)("the document $route gives each person the status of its row, $at", async ({ row }) => {
  const path = await row.path(world);
  expect(await readStatuses(world, async () => ({ method: "GET", path, body: undefined }))).toEqual(
    expectedStatuses(cellsFor({ gets: row.cells, ...row })),
  );
});
