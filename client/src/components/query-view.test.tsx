import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { QueryView } from "./query-view.tsx";

type Query = Parameters<typeof QueryView<string[]>>[0]["query"];
const refetch = vi.fn() as unknown as Query["refetch"];
const waiting: Query = { data: undefined, isError: false, isFetching: true, refetch };

function view(query: Query) {
  return (
    <QueryView query={query} failure="Failed to fetch orders" skeleton={<p>skeleton</p>} empty={<p>No orders found</p>}>
      {(names) => <p>{names.join(", ")}</p>}
    </QueryView>
  );
}

afterEach(() => {
  vi.useRealTimers();
});

test("shows nothing for 150 ms, then the skeleton, then the data", () => {
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

test("an answer within 150 ms never shows a skeleton", () => {
  vi.useFakeTimers();
  const { rerender } = render(view(waiting));
  act(() => vi.advanceTimersByTime(100));
  rerender(view({ ...waiting, data: ["Kestrel Homes"], isFetching: false }));
  act(() => vi.advanceTimersByTime(1000));
  expect(screen.queryByText("skeleton")).toBeNull();
});

test("says when there is nothing", () => {
  render(view({ ...waiting, data: [], isFetching: false }));
  screen.getByText("No orders found");
});

test("says what failed and tries again", async () => {
  render(view({ ...waiting, isError: true, isFetching: false }));
  expect(screen.getByRole("alert").textContent).toContain("Failed to fetch orders");
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(refetch).toHaveBeenCalledTimes(1);
});

test("data that is there stays there when fetching it again fails, and that is said", async () => {
  const again = vi.fn();
  render(view({ ...waiting, data: ["Kestrel Homes"], isError: true, isFetching: false, refetch: again }));
  screen.getByText("Kestrel Homes");
  screen.getByText("This could not be brought up to date, and may have changed since.");
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(again).toHaveBeenCalledTimes(1);
});

test("rows that did not come are asked for again, not all rows", async () => {
  const [again, next] = [vi.fn(), vi.fn()];
  const failed: Query = { ...waiting, data: ["Kestrel Homes"], isError: true, isFetching: false, refetch: again };
  render(view({ ...failed, isFetchNextPageError: true, fetchNextPage: next }));
  screen.getByText("The next rows did not come.");
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(next).toHaveBeenCalledTimes(1);
  expect(again).not.toHaveBeenCalled();
});

test("what is open or half typed in a list is still there when it could not be fetched again", () => {
  const { rerender } = render(view({ ...waiting, data: ["Kestrel Homes"], isFetching: false }));
  const rows = screen.getByText("Kestrel Homes");
  rerender(view({ ...waiting, data: ["Kestrel Homes"], isError: true, isFetching: false }));
  expect(screen.getByText("Kestrel Homes")).toBe(rows);
});
