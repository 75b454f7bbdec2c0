import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { digestNotices } from "#server/schema/notifications.ts";
import { succeeded } from "#server/testing/builders.ts";
import { createKillableSender } from "#server/testing/killed-sender.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";

/**
 * A process that sends digests is killed (`kill -9`) between two of its steps: the next process
 * sends the same digest once, and a third process sends none.
 */

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stop());

const [BEFORE, FIVE, AFTER] = ["2026-11-26T10:00:00Z", "2026-11-26T17:00:00Z", "2026-11-26T17:04:00Z"] as const;
const { sendAll, killAt } = createKillableSender(() => portal, "digests", FIVE);

/** Creates a customer who wants a digest, with two notices of the day. */
async function reader() {
  portal.clock.set(new Date());
  const boss = await portal.signIn("super_admin");
  const customer = await portal.signIn("customer");
  succeeded(await customer.put("/api/account/notifications", [{ kind: "order_message", bell: true, mail: "digest" }]));
  const orders = [await portal.orderFor(customer), await portal.orderFor(customer)];
  const write = async (instant: string, orderId: number | undefined) => {
    portal.clock.set(instant);
    succeeded(await boss.post(`/api/orders/${orderId}/messages`, { message: "It leaves on Monday", to: "customer" }));
  };
  for (const { id } of orders) await write(BEFORE, id);
  const { id = 0, email } = customer.account ?? {};
  return {
    writeLater: () => write(AFTER, orders[0]?.id),
    digests: async () => (await portal.mails()).filter(({ to, subject }) => to === email && subject.includes("of 26 Nov 2026")),
    waiting: () => portal.db.$count(digestNotices, eq(digestNotices.userId, id)),
  };
}

test.each([
  ["nothing is stored", "digests"],
  ["the person's day is marked and the notices are still there", "digest_notices"],
  ["the notices are deleted and the email is not stored", "waiting_mails"],
])("a digest process killed when %s is completed once by the next", { timeout: 120_000 }, async (_, table) => {
  const { writeLater, digests, waiting } = await reader();
  await killAt(table);
  expect([await digests(), await waiting()]).toEqual([[], 2]);
  // A notice of the next day's digest does not enter the repeated one.
  await writeLater();
  await sendAll();
  const [digest, ...others] = await digests();
  expect([digest?.subject, others]).toEqual(["2 notices of 26 Nov 2026 – Tiltrod", []]);
  expect(digest?.text.match(/^Message about order/gm)).toHaveLength(2);
  await sendAll();
  expect(await digests()).toEqual([digest]);
  expect(await waiting()).toBe(1);
});
