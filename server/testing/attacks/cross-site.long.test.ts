import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CALLS } from "#server/testing/calls/check-reply.ts";
import { EVERY_CALL, goodRequest } from "#server/testing/calls/every-call.ts";
import { everything } from "#server/testing/database/everything.ts";
import { createWorld } from "#server/testing/world.ts";
import { isWrite } from "#shared/http/endpoint.ts";

/**
 * Another site's page in the browser of a signed-in person: it tries every write, in each way that
 * a page can send it, as a person who may make the call.
 */
const FOREIGN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "another site": { "sec-fetch-site": "cross-site" },
  "a neighbouring host": { "sec-fetch-site": "same-site" },
  "a foreign origin": { origin: "https://evil.example" },
  "an origin that is only like ours": { origin: "http://portal.test.evil.example" },
  "our name on another port": { origin: "http://portal.test:8080" },
  "our name under another scheme": { origin: "https://portal.test" },
  "no origin that can be named": { origin: "null" },
  "another site that shows our origin": { "sec-fetch-site": "cross-site", origin: "http://portal.test" },
  "a site in capitals": { "sec-fetch-site": "Cross-Site" },
};

let world: Awaited<ReturnType<typeof createWorld>>;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.shop.stop());

describe("a write from another site's page does nothing", () => {
  test.each(CALLS.filter(({ call }) => isWrite(call)))(
    "the call $name from another site's page is refused and stores nothing",
    async ({ name }) => {
      const { method, path, body } = await goodRequest(name, world);
      const client = await world.as(EVERY_CALL[name].by);
      const send = client[method.toLowerCase() as "post" | "patch" | "put" | "delete"];
      const before = await everything(world.portal);
      for (const [from, headers] of Object.entries(FOREIGN)) {
        const { status, text } = await send(path, body, headers);
        expect([from, status, text]).toEqual([from, 403, "This request came from another site"]);
      }
      expect(await everything(world.portal)).toEqual(before);
      // An equal request from our own page succeeds, so the refusal was for the origin.
      const own = await send(path, body, { "sec-fetch-site": "same-origin", origin: "http://portal.test" });
      expect(own.status, own.text).toBeLessThan(300);
    },
  );
});

test("a page of another site can link to any read, and no read changes anything", async () => {
  for (const { name } of CALLS.filter(({ call }) => !isWrite(call))) {
    const { path } = await goodRequest(name, world);
    const client = await world.as(EVERY_CALL[name].by);
    const before = await everything(world.portal);
    const { status, headers } = await client.get(path, { "sec-fetch-site": "cross-site", origin: "https://evil.example" });
    expect([name, status]).toEqual([name, 200]);
    // The page cannot see the reply: no header admits another origin.
    expect([...headers.keys()].filter((header) => header.startsWith("access-control"))).toEqual([]);
    expect(await everything(world.portal)).toEqual(before);
  }
});

test("a preflight request of another site gets no permission", async () => {
  for (const { call } of CALLS) {
    const path = call.path.replace(":id", "1");
    const ask = {
      origin: "https://evil.example",
      "access-control-request-method": call.method,
      "access-control-request-headers": "content-type",
    };
    const { headers } = await fetch(new URL(path, world.portal.url), { method: "OPTIONS", headers: ask });
    expect([...headers.keys()].filter((header) => header.startsWith("access-control"))).toEqual([]);
  }
});
