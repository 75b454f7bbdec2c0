import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { QuoteReply } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";

/**
 * Tests the end of a quote's 30th day in London over HTTP with the portal's clock: across both
 * changes of the clocks, and just before and after midnight.
 */

let portal: TestPortal;
let customer: TestClient;
let boss: TestClient;
beforeAll(async () => {
  portal = await startPortal();
});
afterEach(() => portal.clock.set(new Date()));
afterAll(() => portal.stop());

const move = (who: TestClient, id: number, quoteStatus: string) => who.patch<QuoteReply>(`/api/quotes/${id}/status`, { quoteStatus });

test.each([
  ["made in winter, over in summer", "2027-03-10T12:00:00Z", "2027-04-09T22:59:59.999Z", "9 Apr 2027"],
  ["made in summer, over in winter", "2026-10-10T12:00:00Z", "2026-11-09T23:59:59.999Z", "9 Nov 2026"],
  ["that ends on the short day of March", "2027-02-26T12:00:00Z", "2027-03-28T22:59:59.999Z", "28 Mar 2027"],
  ["that ends on the long day of October", "2026-09-25T12:00:00Z", "2026-10-25T23:59:59.999Z", "25 Oct 2026"],
  ["made a moment before midnight in London, in summer", "2026-06-10T22:59:00.000Z", "2026-07-10T22:59:59.999Z", "10 Jul 2026"],
  ["made a moment after midnight in London, in summer", "2026-06-10T23:00:01.000Z", "2026-07-11T22:59:59.999Z", "11 Jul 2026"],
  ["made in the hour that comes twice", "2026-10-25T01:30:00Z", "2026-11-24T23:59:59.999Z", "24 Nov 2026"],
  ["made on a leap day", "2028-02-29T12:00:00Z", "2028-03-30T22:59:59.999Z", "30 Mar 2028"],
])("a quote %s is valid to the end of its 30th day, and not a moment longer", async (_, made, until, day) => {
  portal.clock.set(made);
  [customer, boss] = [await portal.signIn("customer"), await portal.signIn("super_admin")];
  // The portal's clock continues during the test, and on a busy machine could pass midnight; so it
  // is set before each quote.
  const quoteMade = async () => {
    portal.clock.set(made);
    return portal.quoteFor(customer);
  };
  const [early, late] = [await quoteMade(), await quoteMade()];
  expect([early.validUntil, late.validUntil]).toEqual([until, until]);
  for (const { id } of [early, late]) expect((await move(boss, id, "sent")).status).toBe(200);

  // The clock is set some seconds before the end, for the same reason.
  const end = new Date(until).getTime();
  portal.clock.set(new Date(end - 30_000));
  const there = await portal.signIn({ email: customer.account?.email ?? "" });
  expect((await move(there, early.id, "accepted")).status).toBe(200);
  portal.clock.set(new Date(end + 1));
  const refused = await move(there, late.id, "accepted");
  expect([refused.status, refused.text]).toEqual([409, `This quote expired on ${day}`]);
});

test("a custom range over the change of the clocks counts its whole first and last day, and no other day", async () => {
  portal.clock.set("2026-11-20T12:00:00Z");
  boss = await portal.signIn("super_admin");
  const owner = await portal.createAccount("customer");
  const made: number[] = [];
  const inside = ["2026-10-23T23:00:00Z", "2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z", "2026-10-26T23:59:00Z"];
  for (const at of ["2026-10-23T22:59:00Z", ...inside, "2026-10-27T00:00:00Z"]) {
    portal.clock.set(at);
    const there = await portal.signIn({ email: owner.email });
    const quote = await portal.quoteFor(there);
    const admin = await portal.signIn("super_admin");
    const order = await admin.post<{ id: number }>(`/api/quotes/${quote.id}/convert`, { shippingAddress: "1 High Street, Lewes" });
    expect(order.status).toBe(201);
    if (inside.includes(at)) made.push(order.body.id);
  }
  portal.clock.set("2026-11-20T12:00:00Z");
  const { body } = await boss.get<{ totalOrders: number; recentOrders: { id: number }[] }>(
    "/api/stats?period=custom&startDate=2026-10-24&endDate=2026-10-26",
  );
  expect(body.totalOrders).toBe(made.length);
  expect(body.recentOrders.map(({ id }) => id)).toEqual(made.toReversed());
});
