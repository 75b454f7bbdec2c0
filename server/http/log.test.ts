import { afterAll, beforeAll, expect, test } from "vitest";
import { createLog } from "#server/http/log.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";

const lines: string[] = [];
let portal: TestPortal;
beforeAll(async () => {
  const destination = { write: (line: string) => lines.push(line) } as unknown as Parameters<typeof createLog>[1];
  portal = await startPortal({ writeLimit: 1, log: createLog("info", destination) });
});
afterAll(() => portal.stop());

test("a refusal is logged with the address that it went to; nothing else has one", async () => {
  const customer = await portal.signIn("customer");
  const from = { "x-forwarded-for": "203.0.113.77" };
  expect((await customer.get("/api/users", from)).status).toBe(403);
  expect((await customer.get("/api/user", from)).status).toBe(200);
  expect((await portal.visitor().get("/api/user", from)).status).toBe(401);
  const write = () => customer.patch(`/api/users/${customer.account?.id}/profile`, {}, from);
  expect([(await write()).status, (await write()).status]).toEqual([400, 429]);
  const seen = lines.map((line) => JSON.parse(line)).filter(({ req }) => req);
  const withAddress = seen.filter(({ ip }) => ip !== undefined);
  expect(withAddress.map(({ res, ip, userId }) => [res.status, ip, userId])).toEqual([
    [403, "203.0.113.77", customer.account?.id],
    [429, "203.0.113.77", customer.account?.id],
  ]);
  expect(seen.length).toBeGreaterThan(5);
});
