import { expect, test, vi } from "vitest";
import { close, fails, fakeApi, losesReply } from "#client/testing/fake-api.ts";
import { api } from "#shared/contract/index.ts";
import { call } from "./api.ts";
import { addressOf, send } from "./send.ts";

const read = () => call("orders", "read", { params: { id: 7 } });
const errorOf = (work: Promise<unknown>): Promise<{ message: string; status: number }> =>
  work.then(
    () => Promise.reject(new Error("It succeeded")),
    (error) => error,
  );
const replies = (status: number, statusText: string, body: string) =>
  vi.stubGlobal("fetch", async () => new Response(body, { status, statusText }));

test("every call carries the session's cookie, and a write declares JSON", async () => {
  const fetched = vi.fn(async (_address: string, _init: RequestInit) => Response.json([]));
  vi.stubGlobal("fetch", fetched);
  await send(api.orders.list, { query: { search: "12", limit: undefined } });
  await send(api.orders.changeStatus, { params: { id: 7 }, body: { status: "shipped" }, idempotencyKey: "k" });
  const [[listed, reading] = [], [changed, writing] = []] = fetched.mock.calls;
  expect([listed, reading?.method, reading?.credentials]).toEqual(["/api/orders?search=12", "GET", "same-origin"]);
  expect([changed, writing?.method, writing?.credentials]).toEqual(["/api/orders/7/status", "PATCH", "same-origin"]);
  expect(writing?.headers).toMatchObject({ "Content-Type": "application/json", "Idempotency-Key": "k" });
  expect(writing?.body).toBe('{"status":"shipped"}');
  expect(writing).not.toHaveProperty("keepalive");
});

test("a postponed call outlives its page", async () => {
  const fetched = vi.fn(async (_address: string, _init: RequestInit) => Response.json([]));
  vi.stubGlobal("fetch", fetched);
  await call("quotes", "changeStatus", { params: { id: 7 }, body: { quoteStatus: "declined" }, keepalive: true });
  expect(fetched.mock.calls[0]?.[1]).toMatchObject({ keepalive: true });
});

test("a reply is parsed as JSON, and an empty reply as nothing", async () => {
  replies(200, "OK", '[{"id":7,"trackingNumber":"a \\"b\\""}]');
  expect((await send(api.orders.list, {})).data).toEqual([{ id: 7, trackingNumber: 'a "b"' }]);
  vi.stubGlobal("fetch", async () => new Response(null, { status: 204 }));
  expect((await send(api.orders.delete, { params: { id: 7 } })).data).toBeNull();
});

test("a search's reply tells whether its rows only resemble the term", async () => {
  fakeApi({ orders: { list: ({ query }) => (query.search === "patle" ? close([]) : []) } });
  expect((await send(api.orders.list, { query: { search: "patel" } })).isClose).toBe(false);
  expect((await send(api.orders.list, { query: { search: "patle" } })).isClose).toBe(true);
});

test("an address contains its parameters and omits blank ones", () => {
  expect(addressOf("/api/orders/:id", { params: { id: "7/8" }, query: { search: "", status: undefined, limit: 5 } }, null)).toBe(
    "/api/orders/7%2F8?limit=5",
  );
  expect(addressOf("/api/orders", {}, "after=7")).toBe("/api/orders?cursor=after%3D7");
});

test.each([
  [404, "", "Order not found", "404: Order not found"],
  [409, "Conflict", '{"detail":"Already paid"}', "409: Already paid"],
  [400, "Bad Request", "", "400: Bad Request"],
  [500, "Internal Server Error", "a stack that nobody should read", "500: Internal Server Error"],
  [503, "", '{"detail":"soon"}', "503: Server Error"],
  // A proxy's HTML page is not a sentence for people.
  [413, "Content Too Large", "<html><body>413</body></html>", "413: Content Too Large"],
])("a failed reply %i %s is its code, a colon, and the status text or the reply's own", async (status, statusText, body, message) => {
  replies(status, statusText, body);
  expect(await errorOf(read())).toMatchObject({ status, message });
});

test("a lost reply throws an error with advice about the connection", async () => {
  fakeApi({ orders: { read: losesReply } });
  expect((await errorOf(read())).message).toBe("No reply came. Check your connection, then try again.");
  fakeApi({ orders: { read: fails(404, "Order not found") } });
  expect((await errorOf(read())).message).toBe("404: Order not found");
});
