import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeApi } from "#client/testing/fake-api.ts";
import { findToast } from "#client/testing/find-toast.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import SettingsPage from "./settings-page.tsx";

test("a calendar address is displayed once after it is made, and revoked by a press", async () => {
  const user = person("admin");
  const url = "https://portal.test/calendar/abc.ics";
  let createdAt: string | null = null;
  const create = () => {
    createdAt = "2026-11-27T08:00:00.000Z";
    return { address: "/calendar/abc.ics", url };
  };
  const revoke = () => {
    createdAt = null;
    return null;
  };
  const api = fakeApi({
    accounts: { current: () => ({ user }) },
    emailChange: { open: () => ({ open: null }) },
    sessions: { list: () => [] },
    factors: { list: () => ({ totp: null, passkeys: [], recoveryCodes: 0 }) },
    calendar: { read: () => ({ createdAt }), create, delete: revoke },
  });
  const { person: hand } = renderPage(<SettingsPage />, { user, path: "/settings?tab=security" });
  await hand.click(await screen.findByRole("button", { name: "Make an address" }));
  await screen.findByText(url);
  screen.getByRole("button", { name: "Replace the address" });
  await hand.click(screen.getByRole("button", { name: "Revoke" }));
  await findToast("Success: The calendar address is revoked");
  await screen.findByRole("button", { name: "Make an address" });
  expect(screen.queryByText(url)).toBeNull();
  expect(api.asked("calendar", "delete")).toHaveLength(1);
});
