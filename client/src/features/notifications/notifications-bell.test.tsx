import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { fails, fakeApi } from "#client/testing/fake-api.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { destinationOf } from "./destinations.ts";
import { NotificationsBell } from "./notifications-bell.tsx";
import type { Notification } from "./notifications-query.ts";

afterEach(() => vi.useRealTimers());

const note = (id: number, facts: Partial<Notification> = {}): Notification => ({
  id,
  title: `Remake RMK-${id}`,
  message: "There is a new reply",
  read: false,
  type: "remake_reply",
  relatedId: 7,
  createdAt: "2026-11-19T10:00:00.000Z",
  ...facts,
});
const open = () => renderPage(<NotificationsBell />, { user: person("customer"), path: "/quotes" });

test("the bell counts what is unread, and marks it New in the list", async () => {
  fakeApi({ notifications: { list: () => [note(1), note(2), note(3, { read: true })] } });
  const { person: actor } = open();
  await actor.click(await screen.findByRole("button", { name: "Notifications, 2 new" }));
  const list = within(within(await screen.findByRole("dialog")).getByRole("list"));
  expect(list.getAllByRole("listitem")).toHaveLength(3);
  expect(list.getAllByText("New")).toHaveLength(2);
});

test("without any it says so", async () => {
  fakeApi({ notifications: { list: () => [] } });
  const { person: actor } = open();
  await actor.click(screen.getByRole("button", { name: "Notifications" }));
  expect(await screen.findByText("No notifications")).toBeTruthy();
});

test("a 401 is an empty list; another failure says so", async () => {
  const api = fakeApi({ notifications: { list: fails(401, "Please sign in") } });
  const { person: actor, unmount } = open();
  await actor.click(screen.getByRole("button", { name: "Notifications" }));
  expect(await screen.findByText("No notifications")).toBeTruthy();
  unmount();
  api.answer({ notifications: { list: fails(500) } });
  const second = open();
  await second.person.click(screen.getByRole("button", { name: "Notifications" }));
  expect(await screen.findByText("Failed to load notifications")).toBeTruthy();
  expect(api.asked("notifications", "list")).toHaveLength(2);
});

test("a click marks one as read, once, reloads the list and leads to the remake", async () => {
  let read = false;
  const api = fakeApi({
    notifications: {
      list: () => [note(1, { read })],
      markRead: () => {
        read = true;
        return note(1, { read });
      },
    },
  });
  const { person: actor, history } = open();
  await actor.click(await screen.findByRole("button", { name: "Notifications, 1 new" }));
  await actor.click(await screen.findByRole("button", { name: /There is a new reply/ }));
  expect(history?.at(-1)).toBe("/remakes?remake=7");
  expect(api.asked("notifications", "markRead")[0]?.params).toEqual({ id: "1" });
  await actor.click(await screen.findByRole("button", { name: "Notifications" }));
  await actor.click(await screen.findByRole("button", { name: /There is a new reply/ }));
  expect(api.asked("notifications", "markRead")).toHaveLength(1);
  expect(api.asked("notifications", "list").length).toBe(2);
});

test("when marking fails, that is said", async () => {
  fakeApi({ notifications: { list: () => [note(1, { type: "account", relatedId: null })], markRead: fails(500) } });
  const { person: actor } = open();
  await actor.click(await screen.findByRole("button", { name: "Notifications, 1 new" }));
  await actor.click(await screen.findByRole("button", { name: /There is a new reply/ }));
  expect(await screen.findByText("Failed to mark notification as read")).toBeTruthy();
});

test.each([
  ["remake_reply", 7, "/remakes?remake=7"],
  ["remake_status", 7, "/remakes?remake=7"],
  ["remake_reply", null, "/remakes"],
  ["order_status", 5, "/orders?order=5"],
  ["quote_sent", 3, "/quotes"],
  ["account", null, undefined],
  ["something new", 1, undefined],
])("%s about %s leads to %s", (type, relatedId, path) => {
  expect(destinationOf({ type, relatedId })?.path).toBe(path);
});

test("it is asked for every 30 seconds, and a failure is not retried before", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const api = fakeApi({ notifications: { list: fails(500) } });
  open();
  const asked = () => api.asked("notifications", "list").length;
  await waitFor(() => expect(asked()).toBe(1));
  await act(() => vi.advanceTimersByTimeAsync(29_000));
  expect(asked()).toBe(1);
  api.answer({ notifications: { list: () => [note(1)] } });
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(asked()).toBe(2);
  expect(await screen.findByRole("button", { name: "Notifications, 1 new" })).toBeTruthy();
});
