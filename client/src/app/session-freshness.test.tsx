import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { createDevice } from "#client/device/device.ts";
import { clearToasts } from "#client/lib/toasts.ts";
import { fails, fakeApi } from "#client/testing/fake-api.ts";
import { person } from "#client/testing/people.ts";
import { App } from "./app.tsx";
// The modules load before the tests, so that a slow import does not count against a test's time.
import "./signed-in.tsx";
import "#client/features/office/settings/settings-page.tsx";

const supplier = { user: person("supplier") };

test("signing in reloads the session; signing out needs no request to know it", async () => {
  clearToasts();
  window.history.replaceState(null, "", "/settings");
  const api = fakeApi({ accounts: { current: fails(401, "Please sign in"), login: () => supplier, logout: () => null } });
  render(<App device={createDevice()} />);
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText("Email"), "ada@example.com");
  expect(api.asked("accounts", "current")).toHaveLength(1);
  api.answer({ accounts: { current: () => supplier } });
  await user.type(screen.getByLabelText("Password"), "orange-kite{Enter}");
  await screen.findByRole("heading", { name: "Settings" });
  await waitFor(() => expect(api.asked("accounts", "current")).toHaveLength(2));
  await user.click(screen.getByRole("button", { name: "Logout" }));
  await screen.findByRole("tab", { name: "Login" });
  expect(api.asked("accounts", "current")).toHaveLength(2);
});
