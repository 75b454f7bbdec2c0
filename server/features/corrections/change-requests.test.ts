import { afterAll, beforeAll, expect, test } from "vitest";
import { changeRequests } from "#server/schema/orders-and-remakes.ts";
import { type OrderReply, type ProductReply, succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { startPortal, type TestPortal, type User } from "#server/testing/portal.ts";

let portal: TestPortal;
let boss: TestClient;
let admin: TestClient;
let account: User;
let customer: TestClient;
let product: ProductReply;
beforeAll(async () => {
  portal = await startPortal();
  boss = await portal.superAdmin();
  admin = await portal.signIn("admin");
  account = await portal.createAccount("customer");
  customer = await portal.signIn(account);
  product = await portal.product({ basePricePerM2: 100 });
});
afterAll(() => portal.stop());

interface Request {
  readonly id: number;
  readonly status: string;
  readonly differences: object[];
  readonly total: { before: number; after: number } | null;
  readonly problem: string | null;
  readonly cut?: string[];
  readonly reason: string | null;
}
type Order = OrderReply & {
  quote: { version: number; items: { id: number; name: string; widthM: number }[] };
  changeRequested: boolean;
  closedRequests: number;
};
const says = ({ status, text }: { status: number; text: string }) => [status, text];
const read = async (id: number) => succeeded(await admin.get<Order>(`/api/orders/${id}`));
async function newOrder() {
  const names = ["Kitchen", "Bed 3"];
  const items = names.map((name) => portal.windowOf(product, { name, widthM: 1, heightM: 1 }));
  const order = await read((await portal.orderFor(customer, { items })).id);
  const [kitchen, bed] = order.quote.items;
  if (!kitchen || !bed) throw new Error("The order has two windows");
  return { ...order, kitchen, bed };
}
const ask = (id: number, body: object, who = customer) =>
  who.post<Request>(`/api/orders/${id}/change-requests`, { text: "The kitchen is wrong", ...body });
const answer = (id: number, requestId: number, how: "accept" | "decline", body: object = {}) =>
  admin.post<Request>(`/api/orders/${id}/change-requests/${requestId}/${how}`, body);
const requestsOf = async (id: number, who = customer) => succeeded(await who.get<Request[]>(`/api/orders/${id}/change-requests`));
async function mailsToCustomer(work: () => Promise<unknown>) {
  const before = (await portal.mails()).length;
  await work();
  return (await portal.mails()).slice(before).filter(({ to }) => to === account.email);
}

test("a customer sees the price difference of a request, and accepting it corrects the order", async () => {
  const { id, kitchen, bed } = await newOrder();
  const windows = [
    { itemId: kitchen.id, fields: { widthM: 0.9 } },
    { itemId: bed.id, remove: true },
  ];
  const request = succeeded(await ask(id, { windows }));
  expect(request).toMatchObject({
    status: "open",
    differences: [
      { window: "Kitchen", what: "Width", before: "1,000 mm", after: "900 mm" },
      { window: "Bed 3", what: "Window", before: "1,000 × 1,000 mm", after: "" },
    ],
    total: { before: 240, after: 108 },
    problem: null,
  });
  expect(request.cut).toBeUndefined();
  expect((await read(id)).changeRequested).toBe(true);
  const waiting = succeeded(await admin.get<OrderReply[]>("/api/orders?view=change_requested"));
  expect(waiting.map((order) => order.id)).toEqual([id]);
  const mails = await mailsToCustomer(async () => {
    expect(succeeded(await answer(id, request.id, "accept"))).toMatchObject({ status: "accepted", total: { before: 240, after: 108 } });
  });
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain("as you asked");
  const after = await read(id);
  expect(after).toMatchObject({ finalTotal: 108, windows: 1, changeRequested: false });
  expect(after.quote.items).toMatchObject([{ id: kitchen.id, widthM: 0.9 }]);
  expect(says(await answer(id, request.id, "accept"))).toEqual([409, "This request is accepted"]);
});

test("one request of an order is open at a time, also when two colleagues ask at once", async () => {
  const { id } = await newOrder();
  const replies = await Promise.all([ask(id, {}), ask(id, {})]);
  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  expect(replies.find(({ status }) => status === 409)?.text).toBe("A change is already being considered");
  const [open] = await requestsOf(id);
  const path = `/api/orders/${id}/change-requests/${open?.id}`;
  expect((await customer.delete(path)).status).toBe(204);
  expect(says(await customer.delete(path))).toEqual([409, "This request is withdrawn"]);
  expect((await ask(id, {})).status).toBe(201);
});

test("a declined request tells the customer once why, and changes nothing", async () => {
  const { id, kitchen } = await newOrder();
  const request = succeeded(await ask(id, { windows: [{ itemId: kitchen.id, fields: { widthM: 0.9 } }] }));
  const mails = await mailsToCustomer(async () => {
    expect(succeeded(await answer(id, request.id, "decline", { reason: "It is already made" })).status).toBe("declined");
  });
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain("It is already made");
  expect(await requestsOf(id)).toMatchObject([{ status: "declined", reason: "It is already made" }]);
  expect((await read(id)).finalTotal).toBe(240);
  expect((await answer(id, request.id, "decline", { reason: "Again" })).status).toBe(409);
});

test.each(["declined", "withdrawn"])("a %s request keeps the differences and totals that it was made with", async (status) => {
  const { id, kitchen } = await newOrder();
  const asked = succeeded(await ask(id, { windows: [{ itemId: kitchen.id, fields: { widthM: 0.9 } }] }));
  const kept = [{ window: "Kitchen", what: "Width", before: "1,000 mm", after: "900 mm" }];
  expect(asked).toMatchObject({ differences: kept, total: { before: 240, after: 228 } });
  const mails = await mailsToCustomer(async () => {
    if (status === "declined") succeeded(await answer(id, asked.id, "decline", { reason: "It is already made" }));
    else expect((await customer.delete(`/api/orders/${id}/change-requests/${asked.id}`)).status).toBe(204);
  });
  expect(await requestsOf(id)).toMatchObject([{ status, differences: kept, total: { before: 240, after: 228 } }]);
  expect(mails.filter(({ text }) => text.includes("Kitchen: width 1,000 → 900 mm"))).toHaveLength(status === "declined" ? 1 : 0);
  // A correction made afterwards changes nothing of what was asked then.
  const { version, items } = (await read(id)).quote;
  const windows = items.map((item) => ({ ...item, ...(item.id === kitchen.id && { widthM: 1.1 }) }));
  succeeded(await admin.put(`/api/orders/${id}/windows`, { version, windows, reason: "Measured again" }));
  expect(await requestsOf(id)).toMatchObject([{ status, differences: kept, total: { before: 240, after: 228 } }]);
});

test("an acceptance and a withdrawal at once have one outcome", async () => {
  const { id, kitchen } = await newOrder();
  const request = succeeded(await ask(id, { windows: [{ itemId: kitchen.id, fields: { widthM: 0.9 } }] }));
  const [accepted, withdrawn] = await Promise.all([
    answer(id, request.id, "accept"),
    customer.delete(`/api/orders/${id}/change-requests/${request.id}`),
  ]);
  const isAccepted = accepted.status === 200;
  expect(withdrawn.status).toBe(isAccepted ? 409 : 204);
  expect(accepted.status).toBe(isAccepted ? 200 : 409);
  expect((await read(id)).finalTotal).toBe(isAccepted ? 228 : 240);
});

test("a request in words alone is answered by the correction that names it", async () => {
  const { id, quote } = await newOrder();
  const request = succeeded(await ask(id, {}));
  expect(request).toMatchObject({ total: null, differences: [] });
  expect(says(await answer(id, request.id, "accept"))).toEqual([
    409,
    "This request names no windows: change the windows of the order, and the change answers it",
  ]);
  const windows = quote.items.map((item) => ({ ...item, widthM: 0.8 }));
  const body = { version: quote.version, windows, reason: "As asked", requestId: request.id };
  succeeded(await admin.put(`/api/orders/${id}/windows`, body));
  expect(await requestsOf(id)).toMatchObject([{ status: "accepted", total: { before: 240, after: 192 } }]);
});

test("a request is refused after shipping, for a window of another order, and where it cannot be made", async () => {
  const { id, kitchen } = await newOrder();
  const other = await newOrder();
  expect(says(await ask(id, { windows: [{ itemId: other.kitchen.id, remove: true }] }))).toEqual([
    409,
    "A window of this request is no longer in the order",
  ]);
  expect((await ask(id, { windows: [{ itemId: kitchen.id }] })).status).toBe(400);
  expect((await ask(id, { windows: [{ itemId: kitchen.id, fields: { louverSize: 12 } }] })).status).toBe(400);
  succeeded(await boss.post(`/api/orders/${id}/ship`, { confirmed: true }));
  expect(says(await ask(id, {}))).toEqual([409, "This order is shipped"]);
  expect(await portal.db.$count(changeRequests)).toBeGreaterThan(0);
  expect(await requestsOf(id)).toEqual([]);
});

test.each([
  ["shipped", "The order was already shipped."],
  ["cancelled", "The order was cancelled."],
])("an open request ends with an order that is %s, and the order's one mail says so", async (status, reason) => {
  const { id } = await newOrder();
  const request = succeeded(await ask(id, {}));
  const mails = await mailsToCustomer(async () => succeeded(await boss.patch(`/api/orders/${id}/status`, { status })));
  expect(mails.map(({ text }) => text)).toEqual([expect.stringContaining(`The change that you asked for was not made. ${reason}`)]);
  expect(await requestsOf(id)).toEqual([expect.objectContaining({ id: request.id, status: "declined", reason, answeredBy: null })]);
  expect(await read(id)).toMatchObject({ changeRequested: false, closedRequests: 1 });
});

test("an open request outlives a shipping that is taken back before its mail", async () => {
  const { id } = await newOrder();
  succeeded(await ask(id, {}));
  for (const status of ["shipped", "processing"]) succeeded(await boss.patch(`/api/orders/${id}/status`, { status }));
  await portal.mails();
  expect(await requestsOf(id)).toEqual([expect.objectContaining({ status: "open", problem: null })]);
});

test("a request that no longer fits its order says so, and staff still decline it", async () => {
  const { id, quote, bed } = await newOrder();
  const request = succeeded(await ask(id, { windows: [{ itemId: bed.id, fields: { widthM: 0.9 } }] }));
  const windows = quote.items.filter(({ name }) => name === "Kitchen");
  succeeded(await admin.put(`/api/orders/${id}/windows`, { version: quote.version, windows, reason: "One window too many" }));
  const problem = "A window of this request is no longer in the order";
  expect(await requestsOf(id, admin)).toMatchObject([{ status: "open", problem, cut: [] }]);
  expect(says(await answer(id, request.id, "accept"))).toEqual([409, problem]);
  expect((await answer(id, request.id, "decline", { reason: "It was removed" })).status).toBe(200);
});

test("a workshop neither reads nor answers a request, and a colleague without the right cannot ask", async () => {
  const { id } = await newOrder();
  succeeded(await ask(id, {}));
  const supplier = await portal.signIn("supplier");
  expect((await supplier.get(`/api/orders/${id}/change-requests`)).status).toBe(403);
  expect(JSON.stringify((await supplier.get(`/api/orders/${id}`)).body)).not.toContain("changeRequested");
  const reader = await portal.signIn(await portal.createAccount("customer", { colleagueOf: account, mayOrder: false }));
  expect((await ask(id, {}, reader)).status).toBe(403);
});

test("the order's details count the earlier requests, whose list names who answered each and when", async () => {
  const { id, kitchen } = await newOrder();
  expect((await read(id)).closedRequests).toBe(0);
  const first = succeeded(await ask(id, {}));
  expect((await read(id)).closedRequests).toBe(0);
  expect((await customer.delete(`/api/orders/${id}/change-requests/${first.id}`)).status).toBe(204);
  const second = succeeded(await ask(id, {}));
  succeeded(await answer(id, second.id, "decline", { reason: "It is already made" }));
  const third = succeeded(await ask(id, { windows: [{ itemId: kitchen.id, fields: { widthM: 0.9 } }] }));
  succeeded(await answer(id, third.id, "accept"));
  expect((await read(id)).closedRequests).toBe(3);
  const office = { contactName: expect.any(String), id: expect.any(Number) };
  const earlier = (await requestsOf(id)) as unknown as { answeredBy: { id: number } }[];
  expect(earlier).toMatchObject([
    { status: "accepted", answeredBy: office, answeredAt: expect.any(String) },
    { status: "declined", answeredBy: office, answeredAt: expect.any(String), reason: "It is already made" },
    { status: "withdrawn", answeredBy: { id: account.id }, answeredAt: expect.any(String) },
  ]);
  expect(earlier[0]?.answeredBy.id).not.toBe(account.id);
  const supplier = await portal.signIn("supplier");
  expect(JSON.stringify((await supplier.get(`/api/orders/${id}`)).body)).not.toContain("closedRequests");
});
