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

test("data that is there stays there when fetching it again fails", () => {
  render(view({ ...waiting, data: ["Kestrel Homes"], isError: true, isFetching: false }));
  screen.getByText("Kestrel Homes");
});
