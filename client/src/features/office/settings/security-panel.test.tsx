import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeApi } from "#client/testing/fake-api.ts";
import { findToast } from "#client/testing/find-toast.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import SettingsPage from "./settings-page.tsx";

const HERE = {
  id: 3,
  device: "Chrome on Windows",
  createdAt: "2026-11-27T08:00:00.000Z",
  lastSeenAt: "2026-11-27T09:00:00.000Z",
  current: true,
  viewedBy: null,
  viewedByName: null,
  viewing: null,
};
const open = (rows: (typeof HERE)[]) => {
  const user = person("customer");
  const api = fakeApi({
    accounts: { current: () => ({ user }) },
    emailChange: { open: () => ({ open: null }) },
    sessions: { list: () => rows, end: () => null, endOthers: () => null },
    tokens: { list: () => [] },
    calendar: { read: () => ({ createdAt: null }) },
    factors: { list: () => ({ totp: null, passkeys: [], recoveryCodes: 0 }) },
  });
  return { api, ...renderPage(<SettingsPage />, { user, path: "/settings?tab=security" }) };
};

test("another session is signed out by its own button, and the current one has none", async () => {
  const { api, person: hand } = open([HERE, { ...HERE, id: 5, device: "Safari on iPhone", current: false }]);
  const here = within(await screen.findByRole("row", { name: /Chrome on Windows/ }));
  here.getByText("This device");
  expect(here.queryByRole("button")).toBeNull();
  await hand.click(screen.getByRole("button", { name: "Sign out Safari on iPhone" }));
  await findToast("Success: Safari on iPhone is signed out");
  expect(api.asked("sessions", "end").map(({ params }) => params)).toEqual([{ id: "5" }]);
});

test("all other sessions end by one press, which a single session does not offer", async () => {
  const { api, person: hand } = open([HERE, { ...HERE, id: 5, current: false }]);
  await hand.click(await screen.findByRole("button", { name: "Sign out everywhere else" }));
  await findToast("Success: You are signed out everywhere else");
  expect(api.asked("sessions", "endOthers")).toHaveLength(1);
});

test("a person signed in once is offered no button", async () => {
  open([HERE]);
  await screen.findByText("This device");
  expect(screen.queryByRole("button", { name: /Sign out/ })).toBeNull();
});
