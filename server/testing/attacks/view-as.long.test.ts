import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { CALLS } from "#server/testing/calls/check-reply.ts";
import { goodRequest } from "#server/testing/calls/every-call.ts";
import { EVERY_ROUTE } from "#server/testing/calls/every-route.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { createWorld } from "#server/testing/world.ts";

/**
 * Rule A11: a super admin who views the portal as a person gets the status that the person gets, at
 * every address that is read. Only a person's private pages are refused.
 */

let world: Awaited<ReturnType<typeof createWorld>>;
let addresses: readonly string[];
beforeAll(async () => {
  world = await createWorld();
  addresses = [...(await callAddresses()), ...(await routeAddresses())];
});
afterAll(() => world.shop.stop());

/**
 * A fitter's quotations to its own customers, and templates (rules T10, Q20), which only the
 * company may see.
 */
const OWN_EYES = [
  /^\/api\/account\/(calendar|email|factors|tokens)$/,
  /^\/api\/company\/webhooks\b/,
  /^\/api\/quotes\/\d+\/retail/,
  /^\/api\/company\/(retail|templates)/,
  /^\/api\/quotes(\/sums)?\?(.*&)?retail=/,
];

const READS = CALLS.filter(({ call }) => call.method === "GET");

/**
 * One address for each call, and one more for each value of each filter with a fixed set of values.
 */
async function callAddresses(): Promise<string[]> {
  const found: string[] = [];
  for (const { name, call } of READS) {
    const { path } = await goodRequest(name, world);
    found.push(path);
    const fields = "query" in call ? z.toJSONSchema(call.query as z.ZodType, { unrepresentable: "any", io: "input" }).properties : {};
    for (const [key, field] of Object.entries(fields ?? {})) {
      const values = typeof field === "object" ? (field.enum ?? (key === "search" ? ["Company"] : [])) : [];
      for (const value of values) {
        const url = new URL(path, world.portal.url);
        url.searchParams.set(key, String(value));
        found.push(url.pathname + url.search);
      }
    }
  }
  return [...new Set(found)];
}

async function routeAddresses(): Promise<string[]> {
  const found: string[] = [];
  for (const [route, rows] of Object.entries(EVERY_ROUTE))
    if (route.startsWith("GET /api/")) for (const row of rows) found.push(await row.path(world));
  return found;
}

describe.each(["customer", "supplier", "admin"] as const)("as a %s", (role) => {
  test("every address replies to View As as to the person, except private pages", async () => {
    const { [role]: person, superAdmin } = world.accounts;
    const clients = { own: await world.portal.openSession(person), viewed: await world.portal.openSession(person, superAdmin) };
    /** The status, with the number of rows of a list. */
    const answerOf = async (client: TestClient, path: string) => {
      const { status, body } = await client.get<unknown>(path);
      return [status, Array.isArray(body) ? body.length : null] as const;
    };
    const differing: unknown[] = [];
    let readable = 0;
    for (const path of addresses) {
      const [own, viewed] = [await answerOf(clients.own, path), await answerOf(clients.viewed, path)];
      if (own[0] === 200) readable += 1;
      if (OWN_EYES.some((hidden) => hidden.test(path))) {
        if (own[0] === 200) expect([path, viewed[0]]).toEqual([path, 403]);
      } else if (String(own) !== String(viewed)) differing.push([path, own, viewed]);
    }
    expect(differing).toEqual([]);
    expect(readable).toBeGreaterThan(20);
  });
});

test("only the calls that declare it are refused in View As", async () => {
  const said = READS.filter(({ call }) => call.notWhileImpersonating).map(({ call }) => call.path);
  expect(said.filter((path) => !OWN_EYES.some((hidden) => hidden.test(path.replace(/:\w+/g, "1"))))).toEqual([]);
});
