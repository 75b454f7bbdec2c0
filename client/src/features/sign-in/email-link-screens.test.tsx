import { act, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { fails, fakeApi } from "#client/testing/fake-api.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import ConfirmEmailScreen from "./confirm-email-screen.tsx";
import StopEmailScreen from "./stop-email-screen.tsx";

const expired = fails(400, "This link has expired");
const confirmed = () => ({ email: "new@larch.test" });
const openConfirm = (user = null as ReturnType<typeof person> | null) =>
  renderPage(<ConfirmEmailScreen />, { user, path: "/confirm-email#token=abc" });
const openStop = () => renderPage(<StopEmailScreen />, { path: "/stop-email#token=abc" });
const press = async (view: ReturnType<typeof renderPage>, name: string) => view.person.click(await screen.findByRole("button", { name }));

test("opening either link sends nothing before the press", async () => {
  const api = fakeApi({});
  openConfirm().unmount();
  openStop();
  await screen.findByRole("button", { name: "Stop the change" });
  expect(api.made).toEqual([]);
});

test("a visitor confirms the address by one press and goes to the login", async () => {
  const api = fakeApi({ emailChange: { confirm: confirmed } });
  const view = openConfirm();
  await press(view, "Confirm the address");
  await screen.findByRole("heading", { name: "Your email address is changed" });
  expect(api.asked("emailChange", "confirm")[0]?.body).toEqual({ token: "abc" });
  await press(view, "To login");
  expect(view.history.at(-1)).toBe("/");
});

const session = { id: 1, device: "Chrome on Windows", createdAt: "2026-11-27T08:00:00.000Z", lastSeenAt: "2026-11-27T09:00:00.000Z" };
const view = { viewedBy: null, viewedByName: null, viewing: null };
const sessions = {
  list: () => [
    { ...session, ...view, current: true },
    { ...session, ...view, id: 2, current: false },
  ],
};

test("the signed-in person is offered to end the other sessions after the confirmation", async () => {
  const user = { ...person("customer"), email: "old@larch.test" };
  const current = () => ({ user: { ...user, email: "new@larch.test" } });
  fakeApi({ emailChange: { confirm: confirmed }, sessions, accounts: { current } });
  const page = openConfirm(user);
  await press(page, "Confirm the address");
  await screen.findByText("You are still signed in on other devices");
  await press(page, "Open your settings");
  expect(page.history.at(-1)).toBe("/settings?tab=security");
});

test("somebody else who is signed in on the device is offered none of their own sessions", async () => {
  fakeApi({ emailChange: { confirm: confirmed }, sessions, accounts: { current: () => ({ user: person("supplier") }) } });
  await press(openConfirm(person("supplier")), "Confirm the address");
  await screen.findByRole("button", { name: "To login" });
  expect(screen.queryByText("You are still signed in on other devices")).toBeNull();
});

test("an expired confirmation says so, and a taken address displays the server's sentence", async () => {
  const api = fakeApi({ emailChange: { confirm: fails(409, "An account with this email already exists") } });
  const page = openConfirm();
  await press(page, "Confirm the address");
  await screen.findByText("An account with this email already exists");
  api.answer({ emailChange: { confirm: expired } });
  await press(page, "Confirm the address");
  await screen.findByText("This link has expired");
  expect(screen.queryByRole("button", { name: "Confirm the address" })).toBeNull();
});

test("a stop after the change leads to the new password", async () => {
  fakeApi({ emailChange: { stop: () => ({ stopped: "change", email: "old@larch.test", passwordToken: "xyz" }) } });
  const page = openStop();
  await press(page, "Stop the change");
  await screen.findByRole("heading", { name: "Your email address is old@larch.test" });
  await press(page, "Set a new password");
  expect(page.history.at(-1)).toBe("/reset-password#token=xyz");
});

test("a stop before the change offers a link for a new password to the same address", async () => {
  fakeApi({ emailChange: { stop: () => ({ stopped: "request", email: "old@larch.test", passwordToken: null }) } });
  const page = openStop();
  await press(page, "Stop the change");
  await screen.findByRole("heading", { name: "Your email address stays old@larch.test" });
  await press(page, "Set a new password");
  expect(screen.getByLabelText<HTMLInputElement>("Email").value).toBe("old@larch.test");
});

test("a second link that is opened in the same tab replaces an expired one", async () => {
  const api = fakeApi({ emailChange: { stop: expired } });
  await press(openStop(), "Stop the change");
  await screen.findByText("This link has expired");
  act(() => {
    window.location.hash = "token=second";
  });
  await waitFor(() => screen.getByRole("button", { name: "Stop the change" }));
  expect(api.asked("emailChange", "stop")).toHaveLength(1);
});
