import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { fakeApi } from "#client/testing/fake-api.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { NotificationsBell } from "./notifications-bell.tsx";

afterEach(() => vi.useRealTimers());

test("the list of notifications is fresh for 20 s and stale afterwards", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const api = fakeApi({ notifications: { list: () => [], unread: () => ({ count: 0 }) } });
  const { client } = renderPage(<NotificationsBell />, { user: person("customer") });
  await screen.findByRole("button", { name: "Notifications" });
  const fetched = () => client.getQueryCache().find({ queryKey: ["notifications", "list"] });
  await waitFor(() => expect(fetched()?.state.status).toBe("success"));
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
  await pass(19_000);
  expect(fetched()?.isStale()).toBe(false);
  await pass(1_500);
  expect(fetched()?.isStale()).toBe(true);
  expect(api.asked("notifications", "list")).toHaveLength(1);
});
