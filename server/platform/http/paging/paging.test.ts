import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { quotes } from "#server/schema/quotes.ts";
import { CALLS } from "#server/testing/calls/check-reply.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";

let portal: TestPortal;
let customer: TestClient;
let superAdmin: TestClient;
beforeAll(async () => {
  portal = await startPortal();
  superAdmin = await portal.superAdmin();
  customer = await portal.signIn("customer");
  for (let made = 0; made < 12; made += 1) await portal.quoteFor(customer);
});
afterAll(() => portal.stop());

type Rows = { id: number }[];
const nextOf = (headers: Headers): string | undefined => /^<(.+)>; rel="next"$/.exec(headers.get("link") ?? "")?.[1];

/** Every id, page by page, by the links alone. `between` runs before each further page. */
async function walk(client: TestClient, path: string, between: () => Promise<unknown> = async () => {}): Promise<number[]> {
  const ids: number[] = [];
  for (let next: string | undefined = path; next; ) {
    const { body, headers } = await client.get<Rows>(next);
    ids.push(...body.map(({ id }) => id));
    next = nextOf(headers);
    if (next) await between();
  }
  return ids;
}

const PAGED = CALLS.filter(({ call }) => call.paged);

describe.each(PAGED)("$name", ({ call }) => {
  const path = call.path.replace(":id", "1");
  /** The super admin, or a customer for lists of traders only. */
  const reader = () => (call.roles !== "anyone" && call.roles.includes("super_admin") ? superAdmin : customer);

  test.each(["0", "-1", "x", "1.5", "", "1e2"])("a page with the limit %j is a 400", async (limit) => {
    const { status, text } = await reader().get(`${path}?limit=${limit}`);
    expect([status, text]).toEqual([400, "Limit must be a positive whole number"]);
  });

  test("a cursor that the portal did not sign is a 400", async () => {
    for (const cursor of ["", "x", "1.1.1", "lmn0p.1.AAAAAAAAAAAAAAAA", "%F0%9F%98%80"]) {
      const { status, text } = await reader().get(`${path}?cursor=${cursor}`);
      expect([cursor, status, text]).toEqual([cursor, 400, "Cursor is not valid"]);
    }
  });

  test("a limit of the page size is at most 200", async () => {
    for (const limit of ["1", "200", "201", "999999999999999999999"]) {
      const { status, body } = await reader().get<Rows>(`${path}?limit=${limit}`);
      expect([200, 404]).toContain(status);
      if (status === 200) expect(body.length).toBeLessThanOrEqual(200);
    }
  });
});

test("a limit of more than 200 counts as 200", async () => {
  await portal.db.execute(sql`
    insert into notifications (user_id, type, title, message)
    select ${customer.account?.id}, 'account', 'n', 'n' from generate_series(1, 205)`);
  const { body, headers } = await customer.get<Rows>("/api/notifications?limit=201");
  expect(body).toHaveLength(200);
  expect((await customer.get<Rows>(nextOf(headers) ?? "")).body).toHaveLength(5);
  expect((await customer.get<Rows>("/api/notifications")).body).toHaveLength(50);
});

describe("the links of a list", () => {
  test("the links of a list reach every row exactly once, newest first", async () => {
    const all = (await customer.get<Rows>("/api/quotes")).body.map(({ id }) => id);
    expect(all).toHaveLength(12);
    expect(all).toEqual(all.toSorted((one, other) => other - one));
    for (const limit of [1, 5, 11, 12, 13]) expect(await walk(customer, `/api/quotes?limit=${limit}`)).toEqual(all);
  });

  test("the last page of a list has no link to a next page", async () => {
    expect((await customer.get("/api/quotes?limit=12")).headers.get("link")).toBeNull();
    expect((await customer.get("/api/quotes?limit=11")).headers.get("link")).not.toBeNull();
  });

  test("the links of a list retain the filters", async () => {
    const { headers } = await customer.get("/api/quotes?limit=2&quoteStatus=draft&search=Person");
    expect(nextOf(headers)).toMatch(/^\/api\/quotes\?limit=2&quoteStatus=draft&search=Person&cursor=/);
  });

  test("the links of a list retain the filters after a question mark in a value", async () => {
    const { headers } = await customer.get("/api/quotes?limit=2&anything=?&quoteStatus=draft&search=Person&sort=newest");
    expect(nextOf(headers)).toMatch(/^\/api\/quotes\?limit=2&anything=%3F&quoteStatus=draft&search=Person&sort=newest&cursor=/);
  });

  test("the links of a list show the same rows while rows are added", async () => {
    const before = await walk(customer, "/api/quotes");
    expect(await walk(customer, "/api/quotes?limit=5", () => portal.quoteFor(customer))).toEqual(before);
  });

  test("the links of a list show rows of one instant once each, the highest id first", async () => {
    await portal.db.update(quotes).set({ createdAt: new Date("2026-05-05T05:05:05.123Z") });
    const all = (await customer.get<Rows>("/api/quotes")).body.map(({ id }) => id);
    expect(all).toEqual(all.toSorted((one, other) => other - one));
    expect(await walk(customer, "/api/quotes?limit=3")).toEqual(all);
  });

  test("a cursor with one letter changed is refused", async () => {
    const next = nextOf((await customer.get("/api/quotes?limit=1")).headers) ?? "";
    const forged = next.replace(/cursor=(.)/, (_, letter: string) => `cursor=${letter === "a" ? "b" : "a"}`);
    expect((await customer.get(forged)).status).toBe(400);
    // 22 letters of six bits: not fewer than the 128 bits that a signature needs.
    expect(new URLSearchParams(next.split("?")[1]).get("cursor")?.split(".")[2]).toHaveLength(22);
    expect((await customer.get(`${next}.more`)).status).toBe(400);
  });
});
