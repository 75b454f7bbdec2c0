import { act, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { fakeApi } from "#client/testing/fake-api.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { NotificationsBell } from "./notifications-bell.tsx";

afterEach(() => vi.useRealTimers());

test("the list is fresh for 20 s, and stale after them", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const api = fakeApi({ notifications: { list: () => [] } });
  const bell = renderPage(<NotificationsBell />, { user: person("customer") });
  await screen.findByRole("button", { name: "Notifications" });
  await vi.waitFor(() => expect(api.asked("notifications", "list")).toHaveLength(1));
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
  const stale = () =>
    queryClient
      .getQueryCache()
      .find({ queryKey: ["notifications", "list"] })
      ?.isStale();
  await pass(19_000);
  expect(stale()).toBe(false);
  await pass(1_500);
  expect(stale()).toBe(true);
  expect(api.asked("notifications", "list")).toHaveLength(1);
});
