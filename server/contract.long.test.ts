import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ROLES, type Role } from "#shared/domain/roles.ts";
import { isWrite } from "#shared/http/endpoint.ts";
import { CALLS } from "./testing/calls/check-reply.ts";
import { addressOf, may } from "./testing/calls/every-call.ts";
import type { TestClient } from "./testing/calls/test-client.ts";
import { startPortal, type TestPortal } from "./testing/portal.ts";
import { demoClients, getAll, idsUpTo, withIds } from "./testing/trade/demo-clients.ts";

let portal: TestPortal;
let clients: Record<Role, TestClient>;
beforeAll(async () => {
  portal = await startPortal();
  clients = await demoClients(portal);
});
afterAll(() => portal.stop());

describe("every GET answers on the demo's data as the contract says", () => {
  // Calls for anyone are left out: an invitation is read by its secret, and the demo stores only a
  // hash.
  // Payouts are read from Stripe, and this portal has no keys (payouts.test.ts).
  const reads = CALLS.filter(({ name, call }) => !isWrite(call) && call.roles !== "anyone" && name !== "money.payouts");
  // The demo's only webhook is a customer's.
  const hasRecords = (name: string, role: Role) => name !== "webhooks.deliveries" || role === "customer";
  // The test client validates every reply against the role's schema, so requesting everything
  // suffices.
  test.each(ROLES)("every GET of the contract matches its schema for %s", async (role) => {
    for (const { name } of reads.filter(({ name }) => may(name, role) && hasRecords(name, role))) {
      const replies = await getAll(clients[role], withIds(addressOf(name), idsUpTo(40)));
      expect(
        replies.some(({ status }) => status === 200),
        name,
      ).toBe(true);
      expect(replies.filter(({ status }) => status !== 200 && status !== 404)).toEqual([]);
    }
  });
});

test("the API's description requires no field that some role does not receive", async () => {
  const { text } = await portal.visitor().get("/api/openapi.json");
  const required = [...text.matchAll(/"required":\[([^\]]*)\]/g)].flatMap(([, names = ""]) => JSON.parse(`[${names}]`) as string[]);
  expect(required).toContain("orderStatus");
  expect(required.filter((name) => ["quoteId", "paymentStatus", "unpaidOrders", "itemTotalPrice"].includes(name))).toEqual([]);
});

test("every call of the contract has an address of its own", () => {
  const addresses = CALLS.map(({ call }) => `${call.method} ${call.path}`);
  expect(new Set(addresses).size).toBe(addresses.length);
});
