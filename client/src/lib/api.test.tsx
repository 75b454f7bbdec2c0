import { focusManager, onlineManager, QueryClientProvider, useMutation, useQuery } from "@tanstack/react-query";
import { act, cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fails, fakeApi, losesReply } from "#client/testing/fake-api.ts";
import { call, createQueryClient, query } from "./api.ts";

/**
 * The tests prove how often a query is sent (rule S10). They use their own screen, so that no real
 * screen hides a change.
 */

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => {
  // A screen with a running query must not run with the next test's clock.
  cleanup();
  focusManager.setFocused(undefined);
  onlineManager.setOnline(true);
  vi.useRealTimers();
});

function Reader() {
  const orders = useQuery(query("orders", "list", { query: {} }));
  return <p>{orders.isError ? "failed" : orders.data ? "here" : "waiting"}</p>;
}
function Writer() {
  const remove = useMutation({ mutationFn: () => call("orders", "delete", { params: { id: 1 } }) });
  return (
    <button type="button" onClick={() => remove.mutate()}>
      {remove.isError ? "failed" : "delete"}
    </button>
  );
}

function open(orders: NonNullable<Parameters<typeof fakeApi>[0]["orders"]>) {
  const api = fakeApi({ orders });
  const client = createQueryClient();
  const show = (count: number) => (
    <QueryClientProvider client={client}>
      {["one", "two", "three"].slice(0, count).map((name) => (
        <Reader key={name} />
      ))}
      <Writer />
    </QueryClientProvider>
  );
  const { rerender } = render(show(1));
  return { api, show: (count: number) => rerender(show(count)), asked: () => api.asked("orders", "list").length };
}
const HOUR = 3_600_000;
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

test("reads and writes without a connection fail at once with a message instead of waiting", async () => {
  onlineManager.setOnline(false);
  open({ list: losesReply, delete: losesReply });
  await screen.findByText("failed");
  await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).click(screen.getByRole("button", { name: "delete" }));
  await screen.findByRole("button", { name: "failed" });
});

test("a return to the window or the network sends no request", async () => {
  const { asked } = open({ list: () => [] });
  await screen.findByText("here");
  await pass(HOUR);
  act(() => focusManager.setFocused(false));
  act(() => focusManager.setFocused(true));
  act(() => onlineManager.setOnline(false));
  act(() => onlineManager.setOnline(true));
  await pass(1000);
  expect(asked()).toBe(1);
});

test("no clock refetches, and cached data never become stale: a reader a day later requests nothing", async () => {
  const { asked, show } = open({ list: () => [] });
  await screen.findByText("here");
  await pass(24 * HOUR);
  show(2);
  await pass(1000);
  expect(screen.getAllByText("here")).toHaveLength(2);
  expect(asked()).toBe(1);
});

test("a failed read is not retried automatically", async () => {
  const { asked } = open({ list: fails(500) });
  await screen.findByText("failed");
  await pass(HOUR);
  expect(asked()).toBe(1);
});

test("a failed write is not retried automatically", async () => {
  const { api } = open({ list: () => [], delete: fails(500) });
  const hand = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  await hand.click(screen.getByRole("button", { name: "delete" }));
  await screen.findByRole("button", { name: "failed" });
  await pass(HOUR);
  expect(api.asked("orders", "delete")).toHaveLength(1);
});
