import { afterAll, beforeAll, expect, test } from "vitest";
import type { Request } from "#server/testing/calls/call-case.ts";
import { CALLS } from "#server/testing/calls/check-reply.ts";
import { EVERY_CALL, goodRequest } from "#server/testing/calls/every-call.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { createWorld } from "#server/testing/world.ts";

/**
 * Sends fifty requests at once of each call that is counted, is large or works outside a
 * transaction, by one account or one stranger: other people's reads must succeed meanwhile.
 */

let world: Awaited<ReturnType<typeof createWorld>>;
let other: TestClient;
beforeAll(async () => {
  world = await createWorld({ pool: { waits: { connection: 5_000 } } });
  other = await world.portal.signIn("customer");
});
afterAll(async () => {
  await world.shop.stop();
  if (process.env.SHOW_FIGURES) console.table(figures);
});

const figures: { call: string; quietMs: number; besideMs: number; statuses: string }[] = [];

const send = (client: TestClient, { method, path, body }: Request, at: number) => {
  const headers = { "x-forwarded-for": `192.0.2.${at % 250}` };
  return method === "GET"
    ? client.get(path, headers)
    : client[method.toLowerCase() as "post" | "patch" | "put" | "delete"](path, body, headers);
};

/** The statuses of ten reads, one after the other, and their median in milliseconds. */
async function read() {
  const [statuses, times]: [number[], number[]] = [[], []];
  for (let at = 0; at < 10; at += 1) {
    const since = performance.now();
    statuses.push((await other.get("/api/quotes")).status);
    times.push(performance.now() - since);
  }
  return { statuses, median: Math.round(times.toSorted((one, next) => one - next)[5] ?? 0) };
}

const COSTLY = CALLS.filter(({ call }) => call.counted || call.large || call.transaction === "own");

test.each(COSTLY)("fifty requests of $name at once leave other people's reads working", async ({ name }) => {
  const client = await world.as(EVERY_CALL[name].by);
  const request = await goodRequest(name, world);
  const quiet = process.env.SHOW_FIGURES ? await read() : undefined;
  const asked = Promise.all(Array.from({ length: 50 }, (_, at) => send(client, request, at)));
  const beside = await read();
  const counts: Record<number, number> = {};
  for (const { status } of await asked) counts[status] = (counts[status] ?? 0) + 1;
  if (quiet) figures.push({ call: name, quietMs: quiet.median, besideMs: beside.median, statuses: JSON.stringify(counts) });
  expect([beside.statuses, counts[500]]).toEqual([Array.from({ length: 10 }, () => 200), undefined]);
});
