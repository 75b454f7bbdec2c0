import { afterAll, beforeAll, expect, test } from "vitest";
import { CALLS } from "#server/testing/calls/check-reply.ts";
import { startClientThread } from "#server/testing/calls/client-thread.ts";
import { EVERY_CALL, goodRequest } from "#server/testing/calls/every-call.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { createWorld } from "#server/testing/world.ts";

/**
 * Sends fifty requests at once of each call that is counted, is large or works outside a
 * transaction, by one account or one stranger: other people's reads must succeed meanwhile.
 */

let world: Awaited<ReturnType<typeof createWorld>>;
let other: TestClient;
let [crowd, reader]: ReturnType<typeof startClientThread>[] = [];
beforeAll(async () => {
  world = await createWorld({ pool: { waits: { connection: 5_000 } } });
  other = await world.portal.signIn("customer");
  crowd = startClientThread(world.portal.url);
  reader = startClientThread(world.portal.url);
});
afterAll(async () => {
  await Promise.all([crowd?.stop(), reader?.stop()]);
  await world.shop.stop();
  if (process.env.SHOW_FIGURES) console.table(figures);
});

const figures: { call: string; quietMs: number; besideMs: number; crowdMs: number; statuses: string }[] = [];

const READS = Array.from({ length: 20 }, () => ({ method: "GET", path: "/api/quotes" }));

/** The statuses of twenty reads, one after the other, and their median in milliseconds. */
async function read() {
  const received = (await reader?.send(other, READS, { atOnce: false })) ?? [];
  const times = received.map(({ ms }) => ms).toSorted((one, next) => one - next);
  return { statuses: received.map(({ status }) => status), median: Math.round(10 * (times[10] ?? 0)) / 10 };
}

const COSTLY = CALLS.filter(({ call }) => call.counted || call.large || call.transaction === "own");

test.each(COSTLY)("fifty requests of $name at once leave other people's reads working", async ({ name }) => {
  const client = await world.as(EVERY_CALL[name].by);
  const request = await goodRequest(name, world);
  const quiet = process.env.SHOW_FIGURES ? await read() : undefined;
  const fifty = Array.from({ length: 50 }, (_, at) => ({ ...request, headers: { "x-forwarded-for": `192.0.2.${at % 250}` } }));
  const asked = crowd?.send(client, fifty, { atOnce: true });
  const beside = await read();
  const counts: Record<number, number> = {};
  const replies = (await asked) ?? [];
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  const crowdMs = Math.round(Math.max(...replies.map(({ ms }) => ms)));
  if (quiet) figures.push({ call: name, quietMs: quiet.median, besideMs: beside.median, crowdMs, statuses: JSON.stringify(counts) });
  expect([beside.statuses, counts[500]]).toEqual([READS.map(() => 200), undefined]);
});
