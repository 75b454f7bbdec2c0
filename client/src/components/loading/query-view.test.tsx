import { act, render, renderHook, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { ApiError } from "#client/lib/api-error.ts";
import { NetworkContext } from "#client/lib/network.ts";
import { clearToasts, useToast } from "#client/lib/toasts.ts";
import { fakeNetwork } from "#client/testing/fake-network.ts";
import { QueryView } from "./query-view.tsx";

type Query = Parameters<typeof QueryView<string[]>>[0]["query"];
const refetch = vi.fn() as unknown as Query["refetch"];
const waiting: Query = { data: undefined, error: null, isError: false, isFetching: true, refetch };

function view(query: Query) {
  return (
    <QueryView query={query} failure="Failed to fetch orders" skeleton={<p>skeleton</p>} empty={<p>No orders found</p>}>
      {(names) => <p>{names.join(", ")}</p>}
    </QueryView>
  );
}

afterEach(() => {
  vi.useRealTimers();
  clearToasts();
});

test("a query view displays nothing for 150 ms, then the skeleton, then the data", () => {
  vi.useFakeTimers();
  const { rerender } = render(view(waiting));
  act(() => vi.advanceTimersByTime(149));
  expect(screen.queryByText("skeleton")).toBeNull();
  act(() => vi.advanceTimersByTime(1));
  screen.getByText("skeleton");
  rerender(view({ ...waiting, data: ["Kestrel Homes"], isFetching: false }));
  expect(screen.queryByText("skeleton")).toBeNull();
  screen.getByText("Kestrel Homes");
});

test("a reserved skeleton has its room from the start, and is drawn and announced after 150 ms", () => {
  vi.useFakeTimers();
  render(
    <QueryView query={waiting} failure="Failed to fetch orders" reserved skeleton={<p>skeleton</p>}>
      {() => null}
    </QueryView>,
  );
  const state = () => [screen.getByText("skeleton").closest(".invisible") !== null, screen.queryByText("Loading") !== null];
  expect(state()).toEqual([true, false]);
  act(() => vi.advanceTimersByTime(150));
  expect(state()).toEqual([false, true]);
});

test("a query view with a reply within 150 ms displays no skeleton", () => {
  vi.useFakeTimers();
  const { rerender } = render(view(waiting));
  act(() => vi.advanceTimersByTime(100));
  rerender(view({ ...waiting, data: ["Kestrel Homes"], isFetching: false }));
  act(() => vi.advanceTimersByTime(1000));
  expect(screen.queryByText("skeleton")).toBeNull();
});

test("a query view without rows displays the empty state", () => {
  render(view({ ...waiting, data: [], isFetching: false }));
  screen.getByText("No orders found");
});

const failedWith = (error: Error): Query => ({ ...waiting, error, isError: true, isFetching: false });
const refused = (status: number, detail?: string) => new ApiError(status, "Not Good", detail ? { detail } : {});
const toasts = () => [renderHook(useToast).result.current].flatMap((item) => (item ? [[item.title, item.description, item.variant]] : []));

test.each([
  ["a fault", refused(500, "Something went wrong"), "Failed to fetch orders"],
  ["silence", refused(0), "Failed to fetch orders"],
  ["a refusal", refused(429, "Too many tries"), "Too many tries"],
])("a query view after %s displays the failure in the panel and in one toast, and can retry", async (_, error, sentence) => {
  const again = vi.fn() as unknown as Query["refetch"];
  const { rerender } = render(view({ ...failedWith(error), refetch: again }));
  rerender(view({ ...failedWith(error), refetch: again }));
  expect(screen.getByRole("alert").textContent).toContain(sentence);
  expect(toasts()).toEqual([["Error", sentence, "destructive"]]);
  expect(screen.queryByText(/The portal can't be reached/) !== null).toBe(error.status === 0);
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(again).toHaveBeenCalledTimes(1);
});

test("a query view after a 404 displays the server's words and no retry", () => {
  render(view(failedWith(refused(404, "There is no order ORD-9999"))));
  expect(screen.getByRole("alert").textContent).toBe("There is no order ORD-9999");
  expect(toasts()).toEqual([["Error", "There is no order ORD-9999", "destructive"]]);
  expect(screen.queryByRole("button")).toBeNull();
});

test("a query view announces each failed try, and leaves a session's end to the sign-in screen", () => {
  const { rerender } = render(view(failedWith(refused(500))));
  clearToasts();
  rerender(view(waiting));
  rerender(view(failedWith(refused(500))));
  expect(toasts()).toHaveLength(1);
  clearToasts();
  rerender(view(failedWith(refused(401, "Please sign in"))));
  expect(toasts()).toEqual([]);
});

test("a query view preserves its data after a failed refetch and displays a note", async () => {
  const again = vi.fn();
  render(view({ ...waiting, data: ["Kestrel Homes"], isError: true, isFetching: false, refetch: again }));
  screen.getByText("Kestrel Homes");
  screen.getByText("This could not be refreshed and may be out of date.");
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(again).toHaveBeenCalledTimes(1);
});

test("a query view fetches only the page of rows that failed to load", async () => {
  const [again, next] = [vi.fn(), vi.fn()];
  const failed: Query = { ...waiting, data: ["Kestrel Homes"], isError: true, isFetching: false, refetch: again };
  render(view({ ...failed, isFetchNextPageError: true, fetchNextPage: next }));
  screen.getByText("The next rows could not be loaded.");
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(next).toHaveBeenCalledTimes(1);
  expect(again).not.toHaveBeenCalled();
});

test("open or half-typed parts of a list survive a failed refetch", () => {
  const { rerender } = render(view({ ...waiting, data: ["Kestrel Homes"], isFetching: false }));
  const rows = screen.getByText("Kestrel Homes");
  rerender(view({ ...waiting, data: ["Kestrel Homes"], isError: true, isFetching: false }));
  expect(screen.getByText("Kestrel Homes")).toBe(rows);
});

test("a list that the device has no copy of displays one calm note, no toast, and loads once the network is back", () => {
  vi.mocked(refetch).mockClear();
  const network = fakeNetwork();
  const failed = { ...waiting, error: new ApiError(0, "No reply came", {}), isError: true, isFetching: false };
  render(<NetworkContext value={network}>{view(failed)}</NetworkContext>);
  screen.getByText("This is not on this device");
  expect(screen.queryByRole("alert")).toBeNull();
  expect(renderHook(() => useToast()).result.current).toBeNull();
  expect(refetch).not.toHaveBeenCalled();
  act(network.comeBack);
  expect(refetch).toHaveBeenCalledTimes(1);
  screen.getByText("This is not on this device");
  expect(screen.queryByRole("alert")).toBeNull();
});
