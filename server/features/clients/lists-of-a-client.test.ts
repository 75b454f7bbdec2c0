import { afterAll, beforeAll, expect, test } from "vitest";
import { succeeded } from "#server/testing/builders.ts";
import { askForRemake } from "#server/testing/photos.ts";
import { createWorld, type World } from "#server/testing/world.ts";

/** Checks every list that staff filter by one client, by either name of the filter (rule C8). */

let world: World;
let [companyId, another] = [0, 0];
const stops: (() => Promise<void>)[] = [];
beforeAll(async () => {
  const made = await createWorld();
  world = made;
  stops.push(() => made.shop.stop());
  companyId = world.accounts.customer.companyId;
  another = world.accounts.other.companyId;
  const other = await world.as("other");
  await world.remake();
  await world.transfer();
  await world.owedInvoice();
  const { id } = await world.portal.orderFor(other);
  const boss = await world.as("superAdmin");
  succeeded(await boss.post(`/api/orders/${id}/ship`, { confirmed: true }));
  succeeded(await askForRemake(other, id));
  succeeded(await boss.post("/api/payments", { companyId: another, receivedOn: new Date().toISOString().slice(0, 10), amount: 10 }));
});
afterAll(async () => {
  for (const stop of stops) await stop();
});

type Row = Record<string, unknown>;
const all = async (path: string, who: "admin" | "customer" = "admin") => succeeded(await (await world.as(who)).get<Row[]>(`/api/${path}`));
const keyOf = (row: Row) => row.number ?? row.id;

test.each(["quotes", "orders", "invoices", "remakes", "payments"])(
  "the list of %s filtered by one client has only its rows, and none for an unknown client",
  async (list) => {
    const each = await Promise.all([companyId, another].map((id) => all(`${list}?companyId=${id}&limit=200`)));
    const [own = [], others = []] = each.map((rows) => rows.map(keyOf));
    const whole = (await all(`${list}?limit=200`)).map(keyOf);
    expect([own.length > 0, others.length > 0]).toEqual([true, true]);
    expect(new Set([...own, ...others])).toEqual(new Set(whole));
    expect(own.filter((key) => others.includes(key))).toEqual([]);
    expect((await all(`${list}?company=${companyId}&limit=200`)).map(keyOf)).toEqual(own);
    expect(await all(`${list}?companyId=999999`)).toEqual([]);
    if (list === "payments") return;
    expect((await all(`${list}?companyId=${another}&limit=200`, "customer")).map(keyOf)).toEqual(own);
  },
);

test.each(["quotes", "orders", "invoices"])("the sums of %s filtered by one client cover the same rows as the list", async (list) => {
  const sums = await (await world.as("admin")).get<{ count: number }>(`/api/${list}/sums?companyId=${another}`);
  expect(succeeded(sums).count).toBe((await all(`${list}?companyId=${another}&limit=200`)).length);
});
