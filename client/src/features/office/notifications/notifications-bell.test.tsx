import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { fails, fakeApi, page } from "#client/testing/fake-api.ts";
import { findFailure } from "#client/testing/find-toast.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { findDestination, type Notification } from "./notifications.ts";
import { NotificationsBell, OwnersBell } from "./notifications-bell.tsx";

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

test.each([0, 1])("the super admin's bell appears for %i unread notifications only when there are any", async (count) => {
  const message = "2 invoices are waiting for your company details";
  const rows = [note(1, { type: "invoices_waiting", title: "Company details", message, relatedId: null })];
  const api = fakeApi({ notifications: { list: () => rows, unread: () => ({ count }), markRead: () => rows[0] as Notification } });
  const { person: actor, history } = renderPage(<OwnersBell />, { user: person("super_admin"), path: "/" });
  await waitFor(() => expect(api.asked("notifications", "unread")).not.toEqual([]));
  if (count === 0) return expect(screen.queryByRole("button")).toBeNull();
  await actor.click(await screen.findByRole("button", { name: "Notifications, 1 new" }));
  await actor.click(await screen.findByText(message));
  expect(history?.at(-1)).toBe("/settings?tab=company");
});

test("the super admin's list stays open when its last notification is read, and the bell disappears with it", async () => {
  let read = false;
  const waiting = () => note(1, { type: "invoices_waiting", title: "Company details", relatedId: null, read });
  const markAllRead = () => {
    read = true;
    return null;
  };
  fakeApi({ notifications: { list: () => [waiting()], unread: () => ({ count: read ? 0 : 1 }), markAllRead } });
  const { person: actor } = renderPage(<OwnersBell />, { user: person("super_admin"), path: "/" });
  await actor.click(await screen.findByRole("button", { name: "Notifications, 1 new" }));
  const list = within(await screen.findByRole("dialog"));
  await actor.click(await list.findByRole("button", { name: "Mark all as read" }));
  await waitFor(() => expect(list.queryByText("New")).toBeNull());
  list.getByText("Company details");
  await actor.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("button")).toBeNull());
});

test("the bell displays the number of unread notifications and marks them New in the list", async () => {
  fakeApi({ notifications: { list: () => [note(1), note(2), note(3, { read: true })], unread: () => ({ count: 2 }) } });
  const { person: actor } = open();
  await actor.click(await screen.findByRole("button", { name: "Notifications, 2 new" }));
  const list = within(within(await screen.findByRole("dialog")).getByRole("list"));
  expect(list.getAllByRole("listitem")).toHaveLength(3);
  expect(list.getAllByText("New")).toHaveLength(2);
});

test("an empty list of notifications displays a message", async () => {
  fakeApi({ notifications: { list: () => [], unread: () => ({ count: 0 }) } });
  const { person: actor } = open();
  await actor.click(screen.getByRole("button", { name: "Notifications" }));
  expect(await screen.findByText("No notifications")).toBeTruthy();
});

test("a 401 counts as an empty list; another failure displays an error", async () => {
  const api = fakeApi({ notifications: { list: fails(401, "Please sign in") } });
  const { person: actor, unmount } = open();
  await actor.click(screen.getByRole("button", { name: "Notifications" }));
  expect(await screen.findByText("No notifications")).toBeTruthy();
  unmount();
  api.answer({ notifications: { list: fails(500) } });
  const second = open();
  await second.person.click(screen.getByRole("button", { name: "Notifications" }));
  await findFailure("Failed to load notifications");
  expect(api.asked("notifications", "list")).toHaveLength(2);
});

test("a click marks a notification as read once, reloads the list and opens the remake", async () => {
  let read = false;
  const api = fakeApi({
    notifications: {
      list: () => [note(1, { read })],
      unread: () => ({ count: read ? 0 : 1 }),
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

const PAGE = Array.from({ length: 50 }, (_, index) => note(77 - index));
const BEYOND = Array.from({ length: 27 }, (_, index) => note(27 - index));
const manyOf = (unread: () => number) => ({
  list: ({ query }: { query: { cursor?: string } }) => (query.cursor ? BEYOND : page(PAGE, "after-28")),
  unread: () => ({ count: unread() }),
});

test("the bell counts all unread notifications, and its list loads further pages", async () => {
  const api = fakeApi({ notifications: manyOf(() => 77) });
  const { person: actor } = open();
  await actor.click(await screen.findByRole("button", { name: "Notifications, 77 new" }));
  const panel = within(await screen.findByRole("dialog"));
  await actor.click(await panel.findByRole("button", { name: "Load more" }));
  await waitFor(() => expect(panel.getAllByRole("listitem")).toHaveLength(77));
  expect(api.asked("notifications", "list").at(-1)?.query).toEqual({ cursor: "after-28" });
  // Reopening the bell must refetch one page only, not every page that was loaded.
  await actor.click(screen.getByRole("button", { name: "Notifications, 77 new" }));
  await actor.click(screen.getByRole("button", { name: "Notifications, 77 new" }));
  await waitFor(async () => expect(within(await screen.findByRole("dialog")).getAllByRole("listitem")).toHaveLength(50));
});

test("one press marks all notifications as read, including those on later pages", async () => {
  let unread = 77;
  const api = fakeApi({
    notifications: {
      ...manyOf(() => unread),
      markAllRead: () => {
        unread = 0;
        return null;
      },
    },
  });
  const { person: actor } = open();
  await actor.click(await screen.findByRole("button", { name: "Notifications, 77 new" }));
  await actor.click(await screen.findByRole("button", { name: "Mark all as read" }));
  await screen.findByRole("button", { name: "Notifications" });
  expect(api.asked("notifications", "markAllRead").map(({ body }) => body)).toEqual([{ upTo: 77 }]);
  expect(screen.queryByRole("button", { name: "Mark all as read" })).toBeNull();
});

test("a failure to mark notifications as read displays an error", async () => {
  fakeApi({
    notifications: { list: () => [note(1, { type: "account", relatedId: null })], unread: () => ({ count: 1 }), markRead: fails(500) },
  });
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
  ["order_created", 5, "/orders?order=5"],
  ["quote_sent", 3, "/quotes?quote=3"],
  ["quote_sent", null, "/quotes"],
  ["account", null, undefined],
  ["something new", 1, undefined],
])("a notification %s about %s opens %s", (type, relatedId, path) => {
  expect(findDestination({ type, relatedId })?.path).toBe(path);
});

test("notifications are polled every 30 seconds, and a failure is not retried earlier", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const api = fakeApi({ notifications: { list: fails(500) } });
  open();
  const asked = () => api.asked("notifications", "list").length;
  await waitFor(() => expect(asked()).toBe(1));
  await act(() => vi.advanceTimersByTimeAsync(29_000));
  expect(asked()).toBe(1);
  api.answer({ notifications: { list: () => [note(1)], unread: () => ({ count: 1 }) } });
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(asked()).toBe(2);
  expect(await screen.findByRole("button", { name: "Notifications, 1 new" })).toBeTruthy();
});
