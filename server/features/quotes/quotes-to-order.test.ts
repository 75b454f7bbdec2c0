import { afterAll, beforeAll, expect, test } from "vitest";
import { type QuoteReply, succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";

let portal: TestPortal;
let boss: TestClient;
beforeAll(async () => {
  portal = await startPortal();
  boss = await portal.superAdmin();
});
afterAll(() => portal.stop());

const accepted = async (customer: TestClient) => {
  const { id } = await portal.quoteFor(customer);
  succeeded(await boss.patch(`/api/quotes/${id}/status`, { quoteStatus: "sent" }));
  return succeeded(await customer.patch<QuoteReply>(`/api/quotes/${id}/status`, { quoteStatus: "accepted" }));
};
const pay = async ({ id }: Pick<QuoteReply, "id">) =>
  succeeded(await boss.post(`/api/quotes/${id}/payments`, { receivedOn: new Date().toISOString().slice(0, 10) }));
const convert = (id: number) =>
  boss.post<{ id: number }>(`/api/quotes/${id}/convert`, {
    shippingAddress: "1 High Street, Lewes",
    companyAddress: "1 Castle Street, Lewes",
    acceptExpired: true,
  });
const idsOf = async (client: TestClient, query: string): Promise<number[]> =>
  succeeded(await client.get<QuoteReply[]>(`/api/quotes?${query}`)).map(({ id }) => id);
const countsFor = async (client: TestClient) => succeeded(await client.get<Record<string, number>>("/api/quotes/counts"));

test("accepted or paid quotes without an order are to order, the unpaid ones only while they are valid", async () => {
  const customer = await portal.signIn("customer");
  const [unpaid, paid, ordered] = [await accepted(customer), await accepted(customer), await accepted(customer)];
  const draft = await portal.quoteFor(customer);
  await pay(paid);
  const order = succeeded(await convert(ordered.id));
  expect(await idsOf(customer, "state=to_order")).toEqual([paid.id, unpaid.id]);
  expect(await idsOf(boss, `state=to_order&companyId=${customer.account?.companyId}`)).toEqual([paid.id, unpaid.id]);
  expect(await countsFor(customer)).toMatchObject({ toOrder: 2, toOrderPaid: 1, toOrderPaidAmount: paid.finalTotal });
  expect(succeeded(await customer.get("/api/quotes/sums?state=to_order"))).toMatchObject({ count: 2 });

  portal.clock.advance(40 * 86_400_000);
  const [later, office] = [await portal.openSession(customer.account as never), await portal.signIn("admin")];
  expect(await idsOf(later, "state=to_order")).toEqual([paid.id]);
  expect(await countsFor(later)).toMatchObject({ toOrder: 1, toOrderPaid: 1 });
  // After its order is deleted, the quote can be ordered again.
  const again = await portal.openSession((await portal.superAdmin()).account as never);
  succeeded(await again.delete(`/api/orders/${order.id}`));
  expect(await idsOf(office, `state=to_order&companyId=${customer.account?.companyId}`)).toEqual([paid.id]);
  expect(draft.quoteStatus).toBe("draft");
});

test("an ordered quote leaves the accepted quotes without an order, and a search for Ordered finds it", async () => {
  portal.clock.set(new Date());
  const customer = await portal.signIn("customer");
  const [open, ordered] = [await accepted(customer), await accepted(customer)];
  succeeded(await convert(ordered.id));
  expect(await idsOf(customer, "quoteStatus=accepted&ordered=false")).toEqual([open.id]);
  expect(await idsOf(customer, "ordered=true")).toEqual([ordered.id]);
  expect(await idsOf(customer, "search=ordered")).toEqual([ordered.id]);
  expect(await idsOf(customer, "quoteStatus=accepted")).toEqual([ordered.id, open.id]);
  expect(await countsFor(customer)).toMatchObject({ accepted: 2, acceptedNotOrdered: 1, toOrder: 1 });
  expect((await customer.get("/api/quotes?ordered=perhaps")).text).toBe("Ordered must be true or false");
});

test("a company's quotes to order appear in no other company's list or counts", async () => {
  const [customer, stranger] = [await portal.signIn("customer"), await portal.signIn("customer")];
  await pay(await accepted(customer));
  expect(await idsOf(stranger, "state=to_order")).toEqual([]);
  expect(await countsFor(stranger)).toMatchObject({ toOrder: 0, toOrderPaid: 0, toOrderPaidAmount: 0 });
});
