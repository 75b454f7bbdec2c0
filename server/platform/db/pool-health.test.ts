import type { PoolClient } from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";

const CONNECTION_MS = 300;
let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal({ pool: { most: 2, waits: { connection: CONNECTION_MS } } });
});
afterAll(() => portal.stop());

const health = async (): Promise<[number, string]> => {
  const reply = await fetch(`${portal.url}/healthz`);
  return [reply.status, await reply.text()];
};
/** Each health check starts a probe, and the next check shows its result. */
const soon = (expected: [number, string]) => vi.waitFor(async () => expect(await health()).toEqual(expected), { timeout: 20_000 });
const WELL: [number, string] = [200, "ok"];
const LOST: [number, string] = [503, "The portal has lost its connections to the database: restart it"];

test("a pool without a usable connection fails the health check after two minutes, and passes again with one", async () => {
  expect(await health()).toEqual(WELL);
  const lent: PoolClient[] = [];
  for (let at = 0; at < 2; at += 1) lent.push(await portal.db.$client.connect());
  const waiting = vi.spyOn(portal.db.$client, "query");
  // The first failed probe begins the two minutes.
  await vi.waitFor(
    async () => {
      expect(await health()).toEqual(WELL);
      await expect(waiting.mock.results[0]?.value).rejects.toThrow();
    },
    { timeout: 20_000 },
  );
  portal.clock.advance(119_000);
  for (let probe = 0; probe < 3; probe += 1) {
    expect(await health()).toEqual(WELL);
    await expect(waiting.mock.results.at(-1)?.value).rejects.toThrow();
  }
  portal.clock.advance(2_000);
  await soon(LOST);
  for (const client of lent) client.release();
  await soon(WELL);
});

test("a database that is away for minutes does not fail the health check, because a restart would not help", async () => {
  const lost = await startPortal({ databaseUrl: "postgres://tiltrod:none@127.0.0.1:1/tiltrod", beside: portal });
  const probes = vi.spyOn(lost.db.$client, "query");
  const ask = async () => (await fetch(`${lost.url}/healthz`)).status;
  for (let probe = 1; probe <= 3; probe += 1) {
    await vi.waitFor(async () => {
      expect(await ask()).toBe(200);
      expect(probes.mock.results.length).toBeGreaterThanOrEqual(probe);
    });
    await expect(probes.mock.results[probe - 1]?.value).rejects.toThrow();
    portal.clock.advance(200_000);
  }
  await lost.stop();
});
