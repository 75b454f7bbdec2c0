import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { type FakeCalls, fails, fakeApi } from "#client/testing/fake-api.ts";
import { findFailure, findToast } from "#client/testing/find-toast.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import type { Role } from "#shared/domain/roles.ts";
import SettingsPage from "./settings-page.tsx";

const ada = person("customer");
const open = (calls: FakeCalls, { role = "customer" as Role, path = "/settings", isImpersonating = false } = {}) => {
  const user = person(role, { isImpersonating });
  const api = fakeApi({ ...calls, accounts: { current: () => ({ user }), ...calls.accounts } });
  return { api, ...renderPage(<SettingsPage />, { user, path }) };
};
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const press = (name: string) => screen.getByRole("button", { name });

test.each<[Role, string[]]>([
  ["customer", ["Profile", "Notifications", "People", "Your customers", "Security", "Webhooks"]],
  ["supplier", ["Profile", "Notifications", "People", "Workshop", "Security", "Webhooks"]],
  ["admin", ["Profile", "Notifications", "Security"]],
  ["super_admin", ["Profile", "Notifications", "Company", "Payments", "Security", "Webhooks"]],
])("the settings of a %s have the tabs %j", (role, tabs) => {
  open({}, { role });
  expect(screen.getAllByRole("tab").map((tab) => tab.textContent)).toEqual(tabs);
});

test("the profile is saved, and a toast confirms it", async () => {
  const { api, person: user } = open({ accounts: { updateProfile: () => ada } });
  await user.clear(field("Contact name"));
  await user.type(field("Contact name"), "Bea Marsh");
  await user.type(field("Phone (optional)"), "01632 960456");
  await user.click(press("Save profile"));
  await findToast("Success: Profile updated successfully");
  const [asked] = api.asked("accounts", "updateProfile");
  expect(asked?.params).toEqual({ id: "7" });
  const address = "12 Mill Lane, Bristol BS1 4QA";
  expect(asked?.body).toEqual({ companyName: "Kestrel Homes", contactName: "Bea Marsh", address, phone: "01632 960456", vatNumber: "" });
});

test("the profile's errors are the specification's sentences", async () => {
  const { api, person: user } = open({});
  for (const label of ["Company name", "Contact name", "Address"]) await user.clear(field(label));
  await user.click(press("Save profile"));
  screen.getByText("Company name must be at least 2 characters");
  screen.getByText("Contact name must be at least 2 characters");
  screen.getByText("Address must be at least 5 characters");
  expect(api.made).toEqual([]);
});

test("a person without an address saves a contact name; a few letters are no valid address", async () => {
  const user = person("customer", { address: null });
  const api = fakeApi({ accounts: { current: () => ({ user }), updateProfile: () => user } });
  const { person: hand } = renderPage(<SettingsPage />, { user, path: "/settings" });
  await hand.clear(field("Contact name"));
  await hand.type(field("Contact name"), "Bea Marsh");
  await hand.type(field("Address"), "12");
  await hand.click(press("Save profile"));
  await screen.findByText("Address must be at least 5 characters");
  await hand.clear(field("Address"));
  await hand.click(press("Save profile"));
  await findToast("Success: Profile updated successfully");
  expect(api.asked("accounts", "updateProfile").map(({ body }) => body)).toEqual([
    { companyName: "Kestrel Homes", contactName: "Bea Marsh", address: "", phone: "", vatNumber: "" },
  ]);
});

test("a failed save of the profile displays an error and retains the typed text", async () => {
  const { person: user } = open({ accounts: { updateProfile: fails(500) } });
  await user.type(field("Company name"), " Ltd");
  await user.click(press("Save profile"));
  await findToast("Error: Failed to update profile");
  expect(field("Company name").value).toBe("Kestrel Homes Ltd");
});

async function typePasswords(user: ReturnType<typeof open>["person"], current: string, next: string, again: string) {
  await user.click(press("Change Password"));
  if (current) await user.type(field("Current password"), current);
  if (next) await user.type(field("New password"), next);
  if (again) await user.type(field("Confirm new password"), again);
  await user.click(press("Update password"));
}

test("the password form opens on request with the focus and the specification's sentences", async () => {
  const { person: user } = open({});
  expect(screen.queryByLabelText("Current password")).toBeNull();
  await user.click(press("Change Password"));
  expect(document.activeElement).toBe(field("Current password"));
  await user.click(press("Update password"));
  await screen.findByText("Current password is required");
  screen.getByText("New password must be at least 6 characters");
  screen.getByText("Password confirmation is required");
});

test("a mismatch is reported at the confirmation field, whatever else is invalid", async () => {
  const { api, person: user } = open({});
  await typePasswords(user, "", "orange-kite", "orange-bird");
  const note = screen.getByText("Passwords do not match");
  expect(field("Confirm new password").getAttribute("aria-describedby")).toBe(note.id);
  expect(api.made).toEqual([]);
});

test("a changed password displays a toast, closes the form and returns the focus", async () => {
  const { api, person: user } = open({ accounts: { changePassword: () => null } });
  await typePasswords(user, "old-secret", "orange-kite", "orange-kite");
  await findToast("Success: Password updated successfully");
  expect(api.asked("accounts", "changePassword")[0]?.body).toEqual({ currentPassword: "old-secret", newPassword: "orange-kite" });
  expect(screen.queryByLabelText("Current password")).toBeNull();
  expect(document.activeElement).toBe(press("Change Password"));
});

test.each([
  [fails(400, "Current password is incorrect"), "Current password is incorrect"],
  [fails(500), "Failed to update password"],
])("a refused password change displays its reason and leaves the form open (%#)", async (changePassword, sentence) => {
  const { person: user } = open({ accounts: { changePassword } });
  await typePasswords(user, "old-secret", "orange-kite", "orange-kite");
  await findToast(`Error: ${sentence}`);
  expect(field("Current password").value).toBe("old-secret");
});

test("the new password's hint uses the person's names, and a rejection is at its field", async () => {
  const sentence = "This password is too easy to guess";
  const changePassword = fails(400, sentence, { errors: [{ path: "newPassword", message: sentence }] });
  const { person: user } = open({ accounts: { changePassword } });
  await typePasswords(user, "old-secret", "Password2024!", "Password2024!");
  await findToast(`Error: ${sentence}`);
  const note = () => document.getElementById(field("New password").getAttribute("aria-describedby") ?? "")?.textContent;
  expect(note()).toBe(sentence);
  fireEvent.change(field("New password"), { target: { value: "Kestrel Homes 1" } });
  await waitFor(() => expect(note()).toBe("Too easy to guess: it contains the email, the company's or the portal's name."));
});

test("View As does not allow a password change", () => {
  open({}, { isImpersonating: true });
  expect(screen.queryByRole("button", { name: "Change Password" })).toBeNull();
});

const KEYS = { publicKey: "pk_test_0000000000000000000", secretKey: "sk_test_0000000000000000000" };
const openPayments = (calls: FakeCalls["payments"]) =>
  open(
    { payments: { config: () => ({ publicKey: null, configured: false }), ...calls } },
    { role: "super_admin", path: "/settings?tab=payments" },
  );

async function typeKeys(user: ReturnType<typeof open>["person"], keys = KEYS) {
  await user.type(await screen.findByLabelText("Public key"), keys.publicKey);
  await user.type(field("Secret key"), keys.secretKey);
  await user.click(press("Save keys"));
}

test("Stripe's public key is displayed, the secret key never", async () => {
  openPayments({ config: () => ({ publicKey: KEYS.publicKey, configured: true }) });
  await screen.findByText("Set up");
  await screen.findByLabelText("Public key");
  expect([field("Public key").value, field("Secret key").value]).toEqual([KEYS.publicKey, ""]);
  expect(field("Secret key").type).toBe("password");
});

test("invalid Stripe keys are refused before a request", async () => {
  const { api, person: user } = openPayments({});
  await typeKeys(user, { publicKey: "pk_short", secretKey: "pk_test_0000000000000000000" });
  screen.getByText("Invalid public key");
  screen.getByText("Invalid secret key");
  expect(api.asked("payments", "configure")).toEqual([]);
});

test("saved keys display a toast and the reply's warning, and clear the secret", async () => {
  const warning = "The webhook could not be registered.";
  const { person: user } = openPayments({ configure: () => ({ publicKey: KEYS.publicKey, configured: true, warning }) });
  await typeKeys(user);
  await findToast("Success: Stripe configuration updated successfully");
  await screen.findByText(warning);
  await waitFor(() => expect(field("Secret key").value).toBe(""));
});

test.each([
  [fails(400, "Invalid secret key"), "Invalid secret key"],
  [fails(502), "Failed to update Stripe configuration"],
])("keys that fail to save display the reason and remain (%#)", async (configure, sentence) => {
  const { person: user } = openPayments({ configure });
  await typeKeys(user);
  await findToast(`Error: ${sentence}`);
  expect(field("Secret key").value).toBe(KEYS.secretKey);
});

test("a configuration that fails to load displays an error", async () => {
  openPayments({ config: fails(500) });
  await findFailure("Failed to load Stripe configuration");
});

test.each(["", "?tab=notifications"])(
  "Settings%s tells the super admin of a portal without a mail server that no email is sent",
  async (tab) => {
    fakeApi({ settings: { readMail: () => ({ isSent: false }) } });
    renderPage(<SettingsPage />, { user: person("super_admin"), path: `/settings${tab}` });
    await screen.findByText("No email is sent");
  },
);
