import { afterAll, beforeAll, expect, test } from "vitest";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import { type RawCall, rawCalls } from "#shared/contract/parts/raw-calls.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stop());

const CALLS = Object.entries<RawCall>(rawCalls).flatMap(([name, { path, roles, method, query }]) =>
  roles === "anyone" || method !== "GET" ? [] : [{ name, path: path.replace(/:\w+/g, "1"), roles, query }],
);
const SENTENCE = /^[A-Z][^\n]{10,80}$/;

test.each(CALLS)("the route $name refuses a query that its description does not allow", async ({ path, roles, query }) => {
  const reader = await portal.signIn(roles[0] ?? "customer");
  const fields = Object.keys((query as { shape?: object } | undefined)?.shape ?? {});
  for (const asked of ["search=%00", ...fields.map((field) => `${field}=%00`), ...fields.map((field) => `${field}=1&${field}=2`)]) {
    const { status, text } = await reader.get(`${path}?${asked}`);
    expect([asked, status, SENTENCE.test(text)]).toEqual([asked, 400, true]);
  }
  if (fields.includes("download")) expect((await reader.get(`${path}?download=yes`)).status).toBe(400);
});
