import { expect, test } from "vitest";
import { type Api, api } from "#shared/contract/index.ts";
import { handlers } from "./app.ts";
import type { AppContext, Call } from "./context.ts";
import { type AllHandlers, type MountDeps, mountAll } from "./platform/http/mount.ts";

type Furniture = Omit<AppContext, "db">;
const nobodys = async () => undefined;
const deps = {
  requireOwn: { clients: nobodys, payments: nobodys, orders: nobodys, quotes: nobodys, remakes: nobodys },
} as unknown as MountDeps & { appContext: Furniture };
const mount = (given: AllHandlers<Api, Furniture>) => mountAll(api, given, deps);
const { orders, ...others } = handlers;

test("an application without a mounted feature does not compile and does not start", () => {
  // @ts-expect-error the orders are missing
  expect(() => mount(others)).toThrow("orders.list has no handler");
});

test("a call without a handler in its feature does not compile and does not start", () => {
  const { delete: _, ...most } = orders;
  // @ts-expect-error orders.delete is missing
  expect(() => mount({ ...others, orders: most })).toThrow("orders.delete has no handler");
});

test("a handler whose reply differs from its call's contract does not compile", () => {
  const wrong = { ...orders, delete: async () => "gone" };
  // @ts-expect-error orders.delete replies with nothing
  const given: AllHandlers<Api, Furniture> = { ...others, orders: wrong };
  expect(Object.keys(given)).toContain("orders");
});

test("a call in a transaction has no limits: its definition says how it is counted", () => {
  const own = (call: Call<Api["payments"]["confirm"]>) => call.limits;
  // @ts-expect-error to count it here would take a second connection
  const none = (call: Call<Api["orders"]["sendMessage"]>) => call.limits;
  expect([typeof own, typeof none]).toEqual(["function", "function"]);
});

test("a call that uses an external service has the pool, any other only its transaction", () => {
  const pool = (call: Call<Api["payments"]["pay"]>) => call.db.$client;
  // @ts-expect-error a transaction has no pool
  const none = (call: Call<Api["orders"]["delete"]>) => call.db.$client;
  expect([typeof pool, typeof none]).toEqual(["function", "function"]);
});
