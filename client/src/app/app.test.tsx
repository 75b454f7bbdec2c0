import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { createDevice } from "#client/device/device.ts";
import { openOutboxStore } from "#client/device/outbox/outbox-store.ts";
import { RECORDED_SIGN_OUT } from "#client/lib/session/sign-out.ts";
import type { User } from "#client/lib/session.ts";
import { clearToasts } from "#client/lib/toasts.ts";
import { offerUndo } from "#client/lib/undo.ts";
import { unfinishedKey } from "#client/lib/unfinished.ts";
import { provideIndexedDb, waitingChange } from "#client/testing/device-store.ts";
import { type FakeCalls, fails, fakeApi, hangs, losesReply } from "#client/testing/fake-api.ts";
import { findToast, noToast } from "#client/testing/find-toast.ts";
import { person } from "#client/testing/people.ts";
import { orderRow } from "#client/testing/rows.ts";
import { ROLES, type Role } from "#shared/domain/roles.ts";
import { App } from "./app.tsx";
import { historyReply, statsReply } from "./dashboard/dashboard-samples.ts";
import { screenAt } from "./routes.ts";

const supplier = { user: person("supplier") };
const nobody = fails(401, "Please sign in");

beforeEach(clearToasts);

function open(path: string, calls: FakeCalls) {
  window.history.replaceState(null, "", path);
  const api = fakeApi(calls);
  const { unmount } = render(<App device={createDevice()} />);
  return { api, user: userEvent.setup(), unmount };
}

test("the app displays a spinner while the session loads", async () => {
  open("/", { accounts: { current: hangs } });
  expect(screen.getByRole("status").textContent).toBe("Loading");
});

test("a session that fails to load shows an error and can be requested again", async () => {
  const { api, user } = open("/settings", { accounts: { current: fails(503) } });
  await screen.findByText("Your sign-in could not be checked");
  api.answer({ accounts: { current: () => supplier } });
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("heading", { name: "Settings" });
});

test.each(["/", "/orders", "/nowhere"])("%s displays the sign-in screen without a menu while signed out", async (path) => {
  open(path, { accounts: { current: nobody } });
  await screen.findByRole("tab", { name: "Login" });
  expect(screen.queryByRole("navigation")).toBeNull();
  await waitFor(() => expect(document.title).toBe("Login or register – Tiltrod"));
});

test("an emailed link opens its own screen", async () => {
  open("/reset-password/#token=abc", { accounts: { current: nobody } });
  await screen.findByLabelText("New password");
});

test("the address's screen loads beside the shell once the person is known, and never for nobody", async () => {
  const page = screenAt("/orders", "supplier")?.page;
  if (!page) throw new Error("Suppliers have orders");
  const preload = vi.spyOn(page, "preload").mockResolvedValue();
  const { api, unmount } = open("/orders", { accounts: { current: nobody } });
  await screen.findByRole("tab", { name: "Login" });
  expect(preload).not.toHaveBeenCalled();
  unmount();
  api.answer({ accounts: { current: () => supplier } });
  render(<App device={createDevice()} />);
  await waitFor(() => expect(preload).toHaveBeenCalledTimes(1));
  preload.mockRestore();
});

test("a screen's file that does not come does not hold back the menu", async () => {
  const page = screenAt("/orders", "supplier")?.page;
  if (!page) throw new Error("Suppliers have orders");
  const preload = vi.spyOn(page, "preload").mockReturnValue(new Promise(() => {}));
  open("/orders", { accounts: { current: () => supplier } });
  await screen.findByRole("navigation", {}, { timeout: 10_000 });
  expect(preload).toHaveBeenCalled();
  preload.mockRestore();
});

test("signing in opens the screen of the address and focuses its heading", async () => {
  const { api, user } = open("/settings", { accounts: { current: nobody, login: () => supplier } });
  await user.type(await screen.findByLabelText("Email"), "ada@example.com");
  api.answer({ accounts: { current: () => supplier } });
  await user.type(screen.getByLabelText("Password"), "orange-kite{Enter}");
  const heading = await screen.findByRole("heading", { name: "Settings" });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  expect(document.title).toBe("Settings – Tiltrod");
});

test.each([
  ["/settings/", "/settings"],
  ["//settings//?tab=password", "/settings?tab=password"],
])("the address %s opens %s: the screen, its menu entry and the plain address", async (typed, plain) => {
  window.history.replaceState(null, "", `${window.location.origin}${typed}`);
  fakeApi({ accounts: { current: () => supplier } });
  render(<App device={createDevice()} />);
  await screen.findByRole("heading", { name: "Settings" });
  expect(window.location.pathname + window.location.search).toBe(plain);
  expect(screen.getByRole("link", { name: "Settings" }).getAttribute("aria-current")).toBe("page");
});

test.each(["/nowhere", "/clients", "/pricing"])("%s gives a supplier the 404 screen with a link home", async (path) => {
  open(path, { accounts: { current: () => supplier } });
  await screen.findByRole("heading", { name: "404 - Not Found" });
  expect(screen.getByRole("link", { name: "Back to the start" }).getAttribute("href")).toBe("/");
});

const quiet = { list: () => [], unread: () => ({ count: 0 }) };

test.each<[Role, string]>([
  ["customer", "Quotes"],
  ["supplier", "Welcome, Kestrel Homes"],
  ["admin", "Welcome, Kestrel Homes"],
  ["super_admin", "Welcome, Kestrel Homes"],
])("the start screen of a %s has the heading %s", async (role, heading) => {
  open("/", {
    accounts: { current: () => ({ user: person(role) }) },
    notifications: quiet,
    quotes: { list: () => [] },
    stats: { read: () => statsReply(), history: () => historyReply() },
  });
  await screen.findByRole("heading", { level: 1, name: heading });
  expect(window.location.pathname).toBe("/");
});

test.each(ROLES)("only a customer has the bell in the shell: a %s", async (role) => {
  open("/referrals", { accounts: { current: () => ({ user: person(role) }) }, notifications: quiet, referrals: { list: () => [] } });
  await screen.findByRole("heading", { level: 1, name: "Referrals" });
  // The bell loads after the shell, and for customers alone.
  await vi.dynamicImportSettled();
  await waitFor(() => expect(screen.queryAllByRole("button", { name: /^Notifications/ })).toHaveLength(role === "customer" ? 1 : 0));
});

test("logging out opens the start address and the sign-in screen", async () => {
  const { api, user } = open("/settings", { accounts: { current: () => supplier, logout: () => null } });
  await screen.findByRole("heading", { name: "Settings" });
  api.answer({ accounts: { current: nobody } });
  await user.click(screen.getByRole("button", { name: "Logout" }));
  await findToast("Success: Logged out successfully");
  await screen.findByRole("tab", { name: "Login" });
  expect(window.location.pathname).toBe("/");
  expect(screen.queryByText("You have been signed out")).toBeNull();
});

test("logging out first sends the actions that can still be undone", async () => {
  const commit = vi.fn(() => Promise.resolve());
  const { api, user } = open("/settings", { accounts: { current: () => supplier, logout: () => null } });
  const logout = await screen.findByRole("button", { name: "Logout" });
  offerUndo({ place: "quotes", words: "Q-12 withdrawn", undo: () => {}, commit });
  commit.mockImplementation(async () => expect(api.asked("accounts", "logout")).toEqual([]));
  api.answer({ accounts: { current: nobody } });
  await user.click(logout);
  await screen.findByRole("tab", { name: "Login" });
  expect([commit.mock.calls.length, api.asked("accounts", "logout").length]).toEqual([1, 1]);
});

test("a failed logout displays no error to the person", async () => {
  const { api, user } = open("/settings", { accounts: { current: () => supplier, logout: fails(429, "Too much") } });
  await user.click(await screen.findByRole("button", { name: "Logout" }));
  await waitFor(() => expect(api.asked("accounts", "logout")).toHaveLength(1));
  await screen.findByRole("heading", { name: "Settings" });
  expect(localStorage.getItem(RECORDED_SIGN_OUT)).toBeNull();
  noToast();
});

test.each([500, 502, 503, 504])(
  "a proxy's answer %i to a logout signs out this device, and the server is notified later",
  async (status) => {
    const { user } = open("/settings", { accounts: { current: () => supplier, logout: fails(status) } });
    await user.click(await screen.findByRole("button", { name: "Logout" }));
    await screen.findByRole("tab", { name: "Login" });
    expect(localStorage.getItem(RECORDED_SIGN_OUT)).toBe(String(supplier.user.id));
    noToast();
  },
);

test("a captive portal's page in answer to a logout counts as no network", async () => {
  const { user } = open("/settings", { accounts: { current: () => supplier } });
  const answer = fetch;
  vi.stubGlobal("fetch", (address: string, init?: RequestInit) =>
    address === "/api/logout"
      ? Promise.resolve(new Response("<!doctype html><title>Free Wi-Fi</title>", { headers: { "content-type": "text/html" } }))
      : answer(address, init),
  );
  await user.click(await screen.findByRole("button", { name: "Logout" }));
  await findToast("Logged out: There is no network. The server will be notified once there is one.");
  await screen.findByRole("tab", { name: "Login" });
  expect(localStorage.getItem(RECORDED_SIGN_OUT)).toBe(String(supplier.user.id));
});

test("logging out without a network signs out here at once and notifies the server later", async () => {
  const { api, user } = open("/settings", { accounts: { current: () => supplier, logout: losesReply } });
  const spy = vi.fn(fetch);
  vi.stubGlobal("fetch", spy);
  await user.click(await screen.findByRole("button", { name: "Logout" }));
  await findToast("Logged out: There is no network. The server will be notified once there is one.");
  await screen.findByRole("tab", { name: "Login" });
  expect(localStorage.getItem(RECORDED_SIGN_OUT)).toBe(String(supplier.user.id));

  // The session cookie is still valid, but the app requests no session before the owed sign-out has
  // succeeded.
  const asked = api.asked("accounts", "current").length;
  cleanup();
  render(<App device={createDevice()} />);
  await screen.findByRole("tab", { name: "Login" });
  expect(api.asked("accounts", "current")).toHaveLength(asked);

  api.answer({ accounts: { logout: () => null, current: nobody } });
  fireEvent(window, new Event("online"));
  await waitFor(() => expect(localStorage.getItem(RECORDED_SIGN_OUT)).toBeNull());
  const [, sent] = spy.mock.calls.findLast(([address]) => String(address).endsWith("/api/logout")) ?? [];
  expect(new Headers(sent?.headers).get("Signed-In-As")).toBe(String(supplier.user.id));
});

test("an owed sign-out ends no other person's session, and a sign-in cancels it", async () => {
  localStorage.setItem(RECORDED_SIGN_OUT, "99");
  const { api, user } = open("/", { accounts: { logout: losesReply, current: () => supplier, login: () => supplier } });
  await user.type(await screen.findByLabelText("Email"), "ada@example.com");
  // A 401 here shows that another person is signed in, so the sign-out is no longer owed.
  api.answer({ accounts: { logout: fails(401, "Somebody else is signed in on this device") } });
  await user.type(screen.getByLabelText("Password"), "orange-kite{Enter}");
  await screen.findByRole("button", { name: "Logout" });
  expect(api.made.map(({ call }) => call).filter((call) => /logout|login/.test(call))).toEqual([
    "accounts.logout",
    "accounts.logout",
    "accounts.login",
  ]);
  expect(localStorage.getItem(RECORDED_SIGN_OUT)).toBeNull();
});

/** Announces a session from another tab of the same browser. */
function announce(user: User | null) {
  const tab = new BroadcastChannel("session");
  tab.postMessage(user);
  tab.close();
}
const stranger = person("customer", { id: 40, companyId: 41, contactName: "Tom Reed", companyName: "Reed Interiors" });
const strangersStart: FakeCalls = { notifications: { list: () => [], unread: () => ({ count: 0 }) }, quotes: { list: () => [] } };
const cover = () => screen.findByRole("alertdialog", { name: "Tom Reed is signed in on this device now" });

test("signing out in another tab signs this tab out too", async () => {
  open("/settings", { accounts: { current: () => supplier } });
  await screen.findByRole("button", { name: "Logout" });
  announce(null);
  await screen.findByRole("tab", { name: "Login" });
});

test("a signed-out tab continues at the same address when its person signs in in another tab", async () => {
  open("/settings", { accounts: { current: () => supplier } });
  await screen.findByRole("button", { name: "Logout" });
  announce(null);
  await screen.findByRole("tab", { name: "Login" });
  announce(supplier.user);
  await screen.findByRole("heading", { name: "Settings" });
  expect(window.location.pathname).toBe("/settings");
});

test("each call names the person on screen, and no call precedes the session's load", async () => {
  const { api, user } = open("/settings", { accounts: { current: () => supplier, updateProfile: () => supplier.user } });
  await user.click(await screen.findByRole("button", { name: "Save profile" }));
  await waitFor(() => expect(api.asked("accounts", "current")).toHaveLength(2));
  const [first, ...later] = api.made.map(({ call, asked }) => [call, asked.signedInAs]);
  expect(first).toEqual(["accounts.current", null]);
  expect(later.map(([, name]) => name)).toEqual(later.map(() => "7"));
  expect(later).toContainEqual(["accounts.updateProfile", "7"]);
});

test("another person's sign-in covers this tab, and its one button continues as that person", async () => {
  const { api, user } = open("/settings", { accounts: { current: () => supplier }, ...strangersStart });
  const phone = await screen.findByLabelText(/Phone/);
  await user.type(phone, "01273 000000");
  announce(stranger);
  const dialog = await cover();
  expect(within(dialog).getAllByRole("button")).toHaveLength(1);
  // The cover hides every other control of the page.
  expect(screen.queryByRole("button", { name: "Save profile" })).toBeNull();
  await user.keyboard("{Escape}");
  api.answer({ accounts: { current: () => ({ user: stranger }) } });
  await user.click(within(dialog).getByRole("button", { name: "Continue as Tom Reed" }));
  await screen.findByRole("heading", { level: 1, name: "Quotes" });
  expect(window.location.pathname).toBe("/");
  expect(api.asked("quotes", "list").map(({ signedInAs }) => signedInAs)).toContain("40");
});

test("a covered tab is uncovered with its typed text once its own person signs in again", async () => {
  const { user } = open("/settings", { accounts: { current: () => supplier } });
  await user.type(await screen.findByLabelText(/Phone/), "01273 000000");
  announce(stranger);
  await cover();
  announce(supplier.user);
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(screen.getByLabelText<HTMLInputElement>(/Phone/).value).toBe("01273 000000");
});

test("a View As of the same person in another tab covers this tab too", async () => {
  open("/settings", { accounts: { current: () => supplier } });
  await screen.findByRole("heading", { name: "Settings" });
  announce({ ...supplier.user, isImpersonating: true, viewedBy: 3 });
  await screen.findByRole("button", { name: `Continue as ${supplier.user.contactName}` });
});

test("a sign-in in another tab covers a sign-in screen only after a person was displayed there", async () => {
  const { unmount } = open("/", { accounts: { current: nobody } });
  await screen.findByRole("tab", { name: "Login" });
  const third = new BroadcastChannel("session");
  const isHeard = new Promise((heard) => third.addEventListener("message", heard));
  announce(stranger);
  await isHeard;
  third.close();
  expect(screen.queryByRole("alertdialog")).toBeNull();
  unmount();
  open("/settings", { accounts: { current: () => supplier } });
  await screen.findByRole("button", { name: "Logout" });
  announce(null);
  await screen.findByRole("tab", { name: "Login" });
  announce(stranger);
  await cover();
});

test("a tab whose calls are refused for its person reloads the session and covers itself", async () => {
  const somebodyElse = fails(401, "Somebody else is signed in on this device");
  const { api, user } = open("/settings", { accounts: { current: () => supplier, updateProfile: somebodyElse } });
  await screen.findByRole("button", { name: "Save profile" });
  api.answer({ accounts: { current: ({ signedInAs }) => (signedInAs === null ? { user: stranger } : somebodyElse()) } });
  await user.click(screen.getByRole("button", { name: "Save profile" }));
  await cover();
  noToast();
});

test("a refusal during this tab's own change of person covers nothing", async () => {
  const somebodyElse = fails(401, "Somebody else is signed in on this device");
  const { api, user } = open("/settings", { accounts: { current: () => supplier, updateProfile: somebodyElse } });
  await user.click(await screen.findByRole("button", { name: "Save profile" }));
  await waitFor(() => expect(api.asked("accounts", "current")).toHaveLength(2));
  await screen.findByRole("button", { name: "Save profile" });
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

test("an expired session opens the sign-in screen with one message, then the same address again", async () => {
  const { api, user } = open("/settings", { accounts: { current: () => supplier, updateProfile: nobody, login: () => supplier } });
  await user.click(await screen.findByRole("button", { name: "Save profile" }));
  await screen.findByText("You have been signed out");
  noToast();
  expect(window.location.pathname).toBe("/settings");
  await user.type(screen.getByLabelText("Email"), "ada@example.com");
  await user.type(screen.getByLabelText("Password"), "orange-kite{Enter}");
  await screen.findByRole("heading", { name: "Settings" });
  expect(api.asked("accounts", "login")).toHaveLength(1);
});

const customer = person("customer", { isImpersonating: true });
const eyes: FakeCalls = {
  accounts: { current: () => ({ user: customer }) },
  notifications: { list: () => [], unread: () => ({ count: 0 }) },
};

test("View As displays the banner, and its button returns to one's own portal", async () => {
  const admin = person("super_admin", { id: 1, email: "boss@example.com" });
  const { api, user } = open("/settings", {
    ...eyes,
    users: { stopImpersonation: () => ({ user: admin }) },
    stats: { read: hangs },
  });
  await screen.findByText("Currently impersonating user: customer@example.com");
  api.answer({ accounts: { current: () => ({ user: admin }) } });
  await user.click(screen.getByRole("button", { name: "Stop Impersonation" }));
  await findToast("Success: Returned to super admin account");
  await waitFor(() => expect(window.location.pathname).toBe("/"));
  expect(screen.queryByText(/Currently impersonating/)).toBeNull();
});

test("a failed return from View As displays an error, and the banner remains", async () => {
  const { user } = open("/settings", { ...eyes, users: { stopImpersonation: fails(500) } });
  await user.click(await screen.findByRole("button", { name: "Stop Impersonation" }));
  await findToast("Error: Failed to stop impersonation");
  screen.getByText("Currently impersonating user: customer@example.com");
});

test.each([
  ["a supplier of another company", person("supplier", { id: 8, companyId: 71 })],
  ["a person whose device keeps nothing", person("customer", { id: 9, companyId: 72 })],
])("a question precedes %s on a device with unsent changes, after a sign-in and after a reload", async (_, stranger) => {
  provideIndexedDb();
  const store = await openOutboxStore();
  for (let times = 0; times < 2; times += 1) await store.add(waitingChange("Tomasz, Northmoor", 70));
  const asks = async () => within(await screen.findByRole("alertdialog", { name: "Remove 2 changes that were not sent?" }));
  const calls = { accounts: { current: nobody, login: () => ({ user: stranger }), logout: () => null } };
  const { api, user } = open("/settings", calls);
  const logIn = async () => {
    await user.type(await screen.findByLabelText("Email"), "ada@example.com");
    api.answer({ accounts: { current: () => ({ user: stranger }) } });
    await user.type(screen.getByLabelText("Password"), "orange-kite{Enter}");
  };
  await logIn();
  (await asks()).getByText(/Not sent from this device: 2 changes of Tomasz, Northmoor\./);
  // The session exists, but a reload must not skip the question.
  cleanup();
  render(<App device={createDevice()} />);
  await asks();
  expect(screen.queryByRole("navigation")).toBeNull();
  expect(await store.all()).toHaveLength(2);
  api.answer({ accounts: { current: nobody } });
  await user.click((await asks()).getByRole("button", { name: "Log out again" }));
  await screen.findByRole("tab", { name: "Login" });
  expect(api.asked("accounts", "logout")).toHaveLength(1);
  expect(await store.all()).toHaveLength(2);
  await logIn();
  await user.click((await asks()).getByRole("button", { name: "Remove and continue" }));
  await screen.findByRole("heading", { name: "Settings" });
  const after = await openOutboxStore();
  expect(await after.all()).toEqual([]);
  await after.delete();
});

test("a person confirms the removal of another's unfinished form, even without the outbox", async () => {
  const left = unfinishedKey(7);
  localStorage.setItem(left, JSON.stringify({ savedAt: Date.now() - 1000, who: "Tom, Hale Joinery", values: { windows: [{}] } }));
  localStorage.setItem(unfinishedKey(8), JSON.stringify({ savedAt: 1, values: { windows: [{}] } }));
  const { user } = open("/settings", { accounts: { current: () => ({ user: person("admin", { id: 9 }) }) } });
  const question = within(await screen.findByRole("alertdialog", { name: "Remove 1 unfinished quote that was not sent?" }));
  question.getByText(/Not sent from this device: 1 unfinished quote of Tom, Hale Joinery\./);
  expect(localStorage.getItem(left)).not.toBeNull();
  await user.click(question.getByRole("button", { name: "Remove and continue" }));
  await screen.findByRole("heading", { name: "Settings" });
  expect(Object.keys(localStorage).filter((key) => key.includes("unfinished"))).toEqual([]);
});

test("logging out asks the form's author, and not a super admin in View As", async () => {
  localStorage.setItem(unfinishedKey(7), JSON.stringify({ savedAt: Date.now() - 1000, values: { windows: [{}] } }));
  const viewed = person("customer", { id: 12, isImpersonating: true });
  open("/settings", { accounts: { current: () => ({ user: viewed }) } });
  await screen.findByRole("heading", { name: "Settings" });
  cleanup();
  const { api, user } = open("/settings", { accounts: { current: () => ({ user: person("customer", { id: 7 }) }), logout: () => null } });
  await user.click(await screen.findByRole("button", { name: "Logout" }));
  const question = within(await screen.findByRole("alertdialog", { name: "Log out and lose 1 unfinished quote?" }));
  await user.click(question.getByRole("button", { name: "Stay logged in" }));
  expect([localStorage.length > 0, api.asked("accounts", "logout").length]).toEqual([true, 0]);
  await user.click(screen.getByRole("button", { name: "Logout" }));
  await user.click(await screen.findByRole("button", { name: "Discard" }));
  await waitFor(() => expect(api.asked("accounts", "logout")).toHaveLength(1));
  expect(localStorage.getItem(unfinishedKey(7))).toBeNull();
});

test("a colleague of a person with unsent changes gets no question, and the changes remain", async () => {
  provideIndexedDb();
  const store = await openOutboxStore();
  await store.add(waitingChange("Tomasz, Northmoor", 70));
  open("/settings", { accounts: { current: () => ({ user: person("supplier", { companyId: 70 }) }) } });
  await screen.findByRole("heading", { name: "Settings" });
  expect(screen.queryByRole("alertdialog")).toBeNull();
  expect(await store.all()).toHaveLength(1);
  await store.delete();
});

test.each([
  ["without a reply", losesReply, "Kept on this device: It will be sent once the portal can be reached.", "1 change waits for the network"],
  [
    "after a 429",
    fails(429),
    "Not saved yet: The portal is busy. It will be sent again automatically.",
    "1 change waits: the portal is busy",
  ],
  [
    "after a 503",
    fails(503),
    "Not saved yet: The portal is busy. It will be sent again automatically.",
    "1 change waits: the portal is busy",
  ],
])("a supplier's change of status %s waits on the device, and the toast gives the reason", async (_, changeStatus, sentence, line) => {
  provideIndexedDb();
  const store = await openOutboxStore();
  const orders = { list: () => [orderRow()], changeStatus };
  const { api, user } = open("/orders", { accounts: { current: () => supplier }, orders });
  await user.selectOptions(await screen.findByRole("combobox", { name: "Status of ORD-12" }), "shipped");
  await findToast(sentence);
  if (sentence.startsWith("Not saved")) expect(screen.queryByText("Kept on this device")).toBeNull();
  expect((await screen.findAllByRole("button", { name: line })).length).toBeGreaterThan(0);
  expect(await store.all()).toMatchObject([{ input: { body: { status: "shipped" } } }]);
  api.answer({ orders: { changeStatus: () => ({ ...orderRow(), orderStatus: "shipped" as const }) } });
  window.dispatchEvent(new Event("online"));
  await waitFor(async () => expect(await store.all()).toEqual([]));
  await waitFor(() => expect(screen.queryByRole("button", { name: line })).toBeNull());
  expect((await screen.findAllByRole("button", { name: "All changes are sent" })).length).toBeGreaterThan(0);
  await store.delete();
});

test("a factor that becomes required replaces the open screen with its set-up", async () => {
  const { api } = open("/orders", {
    accounts: { current: () => supplier },
    orders: { list: fails(403, "Set up a second factor first") },
  });
  api.answer({ accounts: { current: () => ({ user: { ...supplier.user, needsFactor: true } }) } });
  await screen.findByRole("heading", { name: "Set up a second factor first" });
  expect(screen.queryByRole("navigation")).toBeNull();
});

test("a sign-in without the required factor opens its set-up", async () => {
  const { api, user } = open("/", { accounts: { current: nobody, login: () => ({ factor: [], setUp: true as const }) } });
  await user.type(await screen.findByLabelText("Email"), "ada@example.com");
  api.answer({ accounts: { current: () => ({ user: { ...supplier.user, needsFactor: true } }) } });
  await user.type(screen.getByLabelText("Password"), "correct horse{Enter}");
  await screen.findByRole("heading", { name: "Set up a second factor first" });
});

test("a screen that the device does not store waits for the network, and an open one stays", async () => {
  window.history.replaceState(null, "", "/settings");
  fakeApi({ accounts: { current: () => supplier }, stats: { read: () => statsReply(), history: () => historyReply() } });
  const device = createDevice();
  render(<App device={device} />);
  await screen.findByRole("heading", { level: 1, name: "Settings" });
  act(() => device.replies.onReply("2026-11-20T09:00:00Z"));
  expect(screen.queryByText("No network")).toBeNull();
  await userEvent.click(screen.getByRole("link", { name: "Dashboard" }));
  await screen.findByText("No network");
  screen.getByRole("heading", { level: 1, name: "Dashboard" });
  const stored = within(screen.getByRole("main")).getAllByRole("link");
  expect(stored.map((link) => link.textContent)).toEqual(["Workshop", "Orders", "Remakes"]);
  act(() => device.replies.onReply(null));
  await screen.findByRole("heading", { level: 1, name: /^Welcome/ });
  expect(screen.queryByText("No network")).toBeNull();
});
