import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { CALLS } from "#server/testing/calls/check-reply.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { createWorld } from "#server/testing/world.ts";
import { invoiceNumber } from "#shared/domain/trade/status.ts";

/**
 * Rule Y19: all people of a company, and staff, read what the company owes, at every address that
 * returns it.
 */

let world: Awaited<ReturnType<typeof createWorld>>;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.shop.stop());

/**
 * The addresses of the company's own people, of the office, and of both. The PDFs are raw routes,
 * which `CALLS` does not list.
 */
const OWN = ["/api/account", "/api/account/entries", "/api/account/statement.pdf"];
const OFFICES = ["/api/clients/:id/account", "/api/clients/:id/account/entries", "/api/clients/:id/statement.pdf"];
const BOTHS = [
  "/api/invoices",
  "/api/invoices/sums",
  "/api/invoices.zip",
  "/api/invoices/:number.pdf",
  "/api/quotes",
  "/api/quotes/:quoteId",
];
const ORDERS = ["/api/orders", "/api/orders/:orderId", "/api/orders/sums", "/api/orders/counts", "/api/stats"];
const ALL = [...OWN, ...OFFICES, ...BOTHS, ...ORDERS];

test("every call with a customer's debt in its reply is part of this test", () => {
  const telling = CALLS.filter(({ call }) => {
    const reply = "response" in call ? JSON.stringify(z.toJSONSchema(call.response as z.ZodType, { unrepresentable: "any" })) : "";
    return call.method === "GET" && (call.roles as readonly string[]).includes("customer") && /"(owed|unpaid|balance)":/.test(reply);
  });
  const walked = ALL.map((path) => path.replace(/:\w+Id/, ":id"));
  expect(telling.map(({ call }) => call.path).filter((path) => !walked.includes(path))).toEqual([]);
  expect(telling.length).toBeGreaterThan(5);
});

test("a person without rights and staff read what the company owes, and suppliers do not", async () => {
  const number = invoiceNumber(await world.owedInvoice());
  const [invoice] = (await (await world.as("customer")).get<{ quoteId: number; orderId: number }[]>("/api/invoices")).body;
  const { companyId } = world.accounts.customer;
  const inPath = (path: string) =>
    path
      .replace(":quoteId", String(invoice?.quoteId))
      .replace(":orderId", String(invoice?.orderId))
      .replace(":id", String(companyId))
      .replace(":number", number);
  const statuses = async (client: TestClient, paths: readonly string[]) => {
    const replies: Record<string, number> = {};
    for (const path of paths) replies[path] = (await client.get(inPath(path))).status;
    return replies;
  };
  const all = (paths: readonly string[], status: number) => Object.fromEntries(paths.map((path) => [path, status]));
  const withRights = async (mayOrder: boolean, mayManage: boolean) =>
    world.portal.signIn(await world.portal.createAccount("customer", { colleagueOf: world.accounts.customer, mayOrder, mayManage }));
  const people: Record<string, TestClient> = {
    "who may neither order nor manage": await withRights(false, false),
    "who may order": await withRights(true, false),
    "who may manage": await withRights(false, true),
    "who may both": await withRights(true, true),
    "the super admin with a customer's eyes": await world.as("viewing"),
  };
  for (const [person, client] of Object.entries(people)) {
    const [open, closed] = [[...OWN, ...BOTHS, ...ORDERS], OFFICES];
    expect([person, await statuses(client, open), await statuses(client, closed)]).toEqual([person, all(open, 200), all(closed, 403)]);
  }
  for (const person of ["admin", "superAdmin"] as const) {
    const [client, open] = [await world.as(person), [...OFFICES, ...BOTHS, ...ORDERS]];
    expect([person, await statuses(client, open), await statuses(client, OWN)]).toEqual([person, all(open, 200), all(OWN, 403)]);
  }
  // Suppliers list orders too, without their prices.
  const closed = [...OWN, ...OFFICES, ...BOTHS, "/api/orders/sums"].filter((path) => !path.startsWith("/api/quotes"));
  expect(await statuses(await world.as("supplier"), closed)).toEqual(all(closed, 403));
});
