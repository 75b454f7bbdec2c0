import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createQueryClient, query } from "#client/lib/api.ts";
import { userQuery } from "#client/lib/session.ts";
import { provideIndexedDb } from "#client/testing/device-store.ts";
import { fakeApi, losesReply } from "#client/testing/fake-api.ts";
import { person } from "#client/testing/people.ts";
import { orderDetails, orderRow } from "#client/testing/rows.ts";
import { createDevice } from "./device.ts";
import { openOutboxStore } from "./outbox/outbox-store.ts";
import { startWorker } from "./start-worker.ts";

vi.mock("./start-worker.ts", () => ({ startWorker: vi.fn(async () => false) }));

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
beforeEach(() => void vi.mocked(startWorker).mockClear());

test("a customer's device stores what the first screen wanted before the session's storage started", async () => {
  const device = createDevice();
  device.takeAlong();
  const end = device.takeUp(new QueryClient(), person("customer"));
  await vi.waitFor(() => expect(startWorker).toHaveBeenCalledTimes(1));
  end();
});

test("a screen of somebody whose device stores nothing has no effect on the next person's device", async () => {
  const device = createDevice();
  device.takeAlong();
  device.takeUp(new QueryClient(), person("admin"))();
  const end = device.takeUp(new QueryClient(), person("customer"));
  await new Promise((done) => setTimeout(done, 50));
  expect(startWorker).not.toHaveBeenCalled();
  end();
});

test("a supplier's device is away from the browser's offline event until the server replies again", () => {
  const device = createDevice();
  const client = new QueryClient();
  const refetch = vi.spyOn(client, "invalidateQueries");
  const end = device.takeUp(client, person("supplier"));
  expect(device.isAway()).toBe(false);
  window.dispatchEvent(new Event("offline"));
  expect(device.isAway()).toBe(true);
  window.dispatchEvent(new Event("online"));
  expect(refetch).toHaveBeenCalledTimes(1);
  expect(device.isAway()).toBe(true);
  device.replies.onReply(null);
  expect(device.isAway()).toBe(false);
  end();
  window.dispatchEvent(new Event("offline"));
  expect(device.isAway()).toBe(false);
});

test("a device that was served stored replies checks every 30 seconds, and refetches once the server replies", async () => {
  vi.useFakeTimers();
  const device = createDevice();
  const client = new QueryClient();
  const refetch = vi.spyOn(client, "invalidateQueries").mockResolvedValue();
  const end = device.takeUp(client, person("supplier"));
  await vi.advanceTimersByTimeAsync(30_000);
  expect(refetch).not.toHaveBeenCalled();
  device.replies.onReply("2026-11-20T09:00:00Z");
  await vi.advanceTimersByTimeAsync(30_000);
  expect(refetch.mock.calls).toEqual([[{ queryKey: userQuery.queryKey }]]);
  refetch.mockImplementation(async () => device.replies.onReply(null));
  await vi.advanceTimersByTimeAsync(30_000);
  expect(refetch.mock.calls.slice(1)).toEqual([[{ queryKey: userQuery.queryKey }], []]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(refetch).toHaveBeenCalledTimes(3);
  device.replies.onReply("2026-11-20T09:00:00Z");
  end();
  expect(device.isAway()).toBe(false);
});

test("a page that opens without a network is away before any reply", () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const device = createDevice();
  const end = device.takeUp(new QueryClient(), person("supplier"));
  expect(device.isAway()).toBe(true);
  end();
});

test("a discarded change is no longer displayed, although no reply comes", async () => {
  provideIndexedDb();
  fakeApi({ orders: { read: () => orderDetails(orderRow()), changeDates: losesReply } });
  const device = createDevice();
  const client = createQueryClient({ replies: device.replies });
  const end = device.takeUp(client, person("supplier"));
  const outbox = await device.outbox();
  const order = query("orders", "read", { params: { id: orderRow().id } });
  await client.fetchQuery(order);
  const shown = () => client.getQueryData(order.queryKey)?.shippingDate;
  const before = shown();
  const body = { shippingDate: "2099-12-14" };
  await outbox?.keep("orders", "changeDates", { params: { id: orderRow().id }, body }, "Ships 14 Dec");
  expect(shown()).toBe("2099-12-14");
  const [entry] = device.view().waiting;
  if (entry) await outbox?.discard(entry);
  expect(device.view().waiting).toEqual([]);
  expect(shown()).toBe(before);
  end();
  await (await openOutboxStore()).delete();
});
