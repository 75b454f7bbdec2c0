import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { remakes } from "#server/schema/orders-and-remakes.ts";
import { succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { askForRemake } from "#server/testing/photos.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import { REMAKE_STATUSES, type RemakeStatus } from "#shared/domain/trade/status.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stop());

test("the counts of remakes equal the list for each person, in every state of remake and order", async () => {
  const boss = await portal.superAdmin();
  const [one, other, supplier, admin] = await Promise.all(
    (["customer", "customer", "supplier", "admin"] as const).map((role) => portal.signIn(role)),
  );
  const people: readonly TestClient[] = [one, other, supplier, admin, boss] as TestClient[];
  const counted = async (who: TestClient) => {
    const rows = succeeded(await who.get<{ status: RemakeStatus }[]>("/api/remakes?limit=200"));
    const count = (...statuses: RemakeStatus[]) => rows.filter(({ status }) => statuses.includes(status)).length;
    return { pending: count("pending"), open: count("approved", "in_progress"), done: count("completed", "denied") };
  };
  const agree = async () => {
    const all = [];
    for (const who of people) {
      const counts = (await who.get<Awaited<ReturnType<typeof counted>>>("/api/remakes/counts")).body;
      expect(counts).toEqual(await counted(who));
      all.push(counts);
    }
    return all;
  };
  expect(await agree()).toEqual(people.map(() => ({ pending: 0, open: 0, done: 0 })));

  const made: { orderId: number; id: number }[] = [];
  for (const customer of [one, other] as TestClient[]) {
    for (const status of REMAKE_STATUSES) {
      const { id: orderId } = await portal.orderFor(customer);
      const { id } = succeeded(await askForRemake(customer, orderId));
      await portal.db.update(remakes).set({ status }).where(eq(remakes.id, id));
      made.push({ orderId, id });
    }
  }
  expect((await agree()).map(({ pending, open, done }) => [pending, open, done])).toEqual([
    [1, 2, 2],
    [1, 2, 2],
    ...[supplier, admin, boss].map(() => [2, 4, 4]),
  ]);
  // Draft orders still count for customers and staff, but not for suppliers.
  for (const { orderId } of made.slice(0, 4)) succeeded(await boss.patch(`/api/orders/${orderId}/status`, { status: "draft" }));
  expect((await agree())[2]).toEqual({ pending: 1, open: 2, done: 3 });
  for (const { id } of made.slice(3, 6)) succeeded(await boss.delete(`/api/remakes/${id}`));
  await agree();
  for (const { orderId } of [made[0], made[6], made[7]] as typeof made) succeeded(await boss.delete(`/api/orders/${orderId}`));
  succeeded(await boss.patch(`/api/orders/${made[1]?.orderId}/status`, { status: "pending" }));
  expect(await agree()).not.toContainEqual({ pending: 0, open: 0, done: 0 });
}, 60_000);
