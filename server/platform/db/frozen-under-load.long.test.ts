import { setTimeout as wait } from "node:timers/promises";
import { inArray } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { barPlans } from "#server/schema/bar-plans.ts";
import { payments } from "#server/schema/payments.ts";
import { windowPhotos } from "#server/schema/quote-items.ts";
import { quotes } from "#server/schema/quotes.ts";
import type { QuoteReply } from "#server/testing/builders.ts";
import type { Reply } from "#server/testing/calls/test-client.ts";
import { type DatabaseLine, openDatabaseLine } from "#server/testing/database/database-line.ts";
import { photograph, picture, type Upload } from "#server/testing/photos.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import { londonDay } from "#shared/domain/period.ts";

/**
 * The database freezes under load for longer than any wait for it. `FREEZES=10` repeats it more
 * often.
 */

const FREEZES = Number(process.env.FREEZES ?? 2);
const FROZEN_MS = 14_000;

let portal: TestPortal;
let line: DatabaseLine;
let far: TestPortal;
let photo: Upload;
beforeAll(async () => {
  portal = await startPortal();
  line = await openDatabaseLine(portal.db.$client.options.connectionString ?? "");
  // This instance has the waits of production.
  far = await startPortal({ beside: portal, databaseUrl: line.url, pool: { waits: {} } });
  photo = await picture();
});
afterAll(async () => {
  await far.stop();
  await line.stop();
  await portal.stop();
});

/** Repeats a write until it is stopped, and collects the ids of the acknowledged ones. */
function repeat(stopped: AbortSignal, write: () => Promise<Reply<{ id: number }>>) {
  const ids: number[] = [];
  const statuses = new Set<number>();
  const work = async () => {
    while (!stopped.aborted) {
      const { status, body } = await write();
      statuses.add(status);
      if (status === 201) ids.push(body.id);
      else await wait(50);
    }
  };
  return { ids, statuses, ended: work() };
}

const stored = (table: PgTable, id: PgColumn, ids: readonly number[]) => portal.db.$count(table, inArray(id, [...ids]));

test("a database that freezes under load costs no connection, and no acknowledged write is lost", async () => {
  const [customer, supplier, boss] = [await far.signIn("customer"), await far.signIn("supplier"), await far.superAdmin()];
  const { id: orderId } = await far.orderFor(customer);
  const companyId = customer.account?.companyId ?? 0;
  const draft = await far.quoteFor(customer);
  const stop = new AbortController();
  const photographed: number[] = [];
  const quote = () => customer.post<QuoteReply>(`/api/quotes/${draft.id}/duplicate`, {});
  const upload = async () => {
    const made = await quote();
    if (made.status !== 201) return made;
    const itemId = made.body.items[0]?.id ?? 0;
    const { status } = await photograph(customer, { id: made.body.id, itemId }, [photo]);
    if (status === 201) photographed.push(itemId);
    return made;
  };
  const transfer = { companyId, receivedOn: londonDay(portal.clock()), amount: 1, allocations: [] };
  const pay = () => boss.post<{ id: number }>("/api/payments", transfer);
  const plan = () => supplier.post<{ id: number }>("/api/workshop/plans", { orders: [orderId] });
  const uploads = Array.from({ length: 10 }, () => repeat(stop.signal, upload));
  const [paid, planned] = [repeat(stop.signal, pay), repeat(stop.signal, plan)];
  for (let freeze = 0; freeze < FREEZES; freeze += 1) {
    const before = photographed.length;
    await vi.waitUntil(() => photographed.length > before, { timeout: 60_000 });
    line.freeze();
    await wait(FROZEN_MS);
    line.mend();
    const since = performance.now();
    await vi.waitFor(async () => expect((await fetch(`${far.url}/readyz`)).status).toBe(200), { timeout: 10_000 });
    if (process.env.SHOW_FIGURES) console.log(`freeze ${freeze + 1}: ready ${Math.round(performance.now() - since)} ms after it`);
  }
  stop.abort();
  await Promise.all([...uploads, paid, planned].map(({ ended }) => ended));
  const acknowledged = uploads.flatMap(({ ids }) => ids);
  if (process.env.SHOW_FIGURES)
    console.log({ quotes: acknowledged.length, photos: photographed.length, payments: paid.ids.length, plans: planned.ids.length });
  expect(new Set([...uploads, paid, planned].flatMap(({ statuses }) => [...statuses]))).toEqual(new Set([201, 503]));
  expect(await stored(quotes, quotes.id, acknowledged)).toBe(acknowledged.length);
  expect(await stored(windowPhotos, windowPhotos.quoteItemId, photographed)).toBe(photographed.length);
  expect(await stored(payments, payments.id, paid.ids)).toBe(paid.ids.length);
  expect(await stored(barPlans, barPlans.id, planned.ids)).toBe(planned.ids.length);
  expect((await fetch(`${far.url}/healthz`)).status).toBe(200);
});
