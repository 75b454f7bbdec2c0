import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { errorRecords } from "#server/schema/records.ts";
import { ALL_NAUGHTY, isKept, SOME_NAUGHTY } from "#server/testing/calls/naughty-strings.ts";
import { fromSomewhere, RAW_WRITES, sharedAddress } from "#server/testing/calls/raw-writes.ts";
import { everything } from "#server/testing/database/everything.ts";
import { createWorld } from "#server/testing/world.ts";
import { rawCalls } from "#shared/contract/parts/raw-calls.ts";

/**
 * Tests the writes outside the contract, sent by strangers: strange texts, other bodies, unnamed
 * fields, other sites.
 */

let world: Awaited<ReturnType<typeof createWorld>>;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.shop.stop());
beforeEach(() => world.portal.db.execute(sql`delete from rate_limits`));

const WRITES = Object.entries(RAW_WRITES).map(([name, each]) => ({
  name,
  what: rawCalls[name as keyof typeof RAW_WRITES].path.replace("/r/:token/", ""),
  ...each,
}));

async function send(address: URL, what: string, body: unknown, headers: Readonly<Record<string, string>> = {}) {
  const reply = await fetch(`${address}/${what}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...fromSomewhere(), ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return { status: reply.status, text: await reply.text() };
}
const SENTENCE = /^[A-Z"][^\n]{4,200}$/;

describe.each(WRITES)("$name", ({ name, what, body: bodyFor, texts, success }) => {
  test.skipIf(name === "sharedOpened").each(["[]", "7", '"text"', "true", "null"])(
    "a raw write refuses the body %s with the contract's sentence",
    async (body) => {
      const { status, text } = await send(await sharedAddress(world), what, body);
      if (body === "null") expect([400, success]).toContain(status);
      else expect([status, text]).toEqual([400, "The request needs a JSON object"]);
    },
  );

  test.each(Object.entries(texts))(
    "a raw write stores a strange text in %s or refuses it with a sentence, without a fault",
    async (field, rule) => {
      const texts = ALL_NAUGHTY.filter((text) => text.length < 4000);
      const good = texts.filter((text) => !("statuses" in rule) && isKept(text, rule));
      const bad = texts.filter((text) => !good.includes(text));
      const address = await sharedAddress(world);
      const usual = await bodyFor(address);
      for (const text of bad) {
        const reply = await send(address, what, { ...usual, [field]: text });
        const statuses = "statuses" in rule ? [...rule.statuses, 409] : [400];
        expect(statuses, `${JSON.stringify(text.slice(0, 60))}: ${reply.status} ${reply.text}`).toContain(reply.status);
        if (reply.status >= 400) expect(reply.text).toMatch(SENTENCE);
      }
      for (const text of good.filter((each) => SOME_NAUGHTY.includes(each))) {
        const fresh = await sharedAddress(world);
        expect((await send(fresh, what, { ...(await bodyFor(fresh)), [field]: text })).status, JSON.stringify(text)).toBe(success);
      }
      expect(await world.portal.db.select().from(errorRecords)).toEqual([]);
    },
  );

  test("a raw write ignores fields that it does not name", async () => {
    const address = await sharedAddress(world);
    const planted = {
      id: 1,
      quoteId: 1,
      role: "super_admin",
      acceptedAt: "2001-02-03T04:05:06Z",
      acceptedTotalPence: 1,
      mark: "planted-7f3e",
    };
    expect((await send(address, what, { ...planted, ...(await bodyFor(address)) })).status).toBe(success);
    const stored = JSON.stringify([...(await everything(world.portal))]);
    expect(stored).not.toContain("planted-7f3e");
    expect(stored).not.toContain("2001-02-03");
  });

  test("a raw write from another site's page is refused and stores nothing", async () => {
    const address = await sharedAddress(world);
    const body = await bodyFor(address);
    const before = await everything(world.portal);
    const foreign: Record<string, string>[] = [{ "sec-fetch-site": "cross-site" }, { origin: "https://evil.example" }, { origin: "null" }];
    for (const headers of foreign)
      expect(await send(address, what, body, headers)).toEqual({ status: 403, text: "This request came from another site" });
    expect(await everything(world.portal)).toEqual(before);
  });
});
