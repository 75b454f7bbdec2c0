import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { fails, fakeApi } from "#client/testing/fake-api.ts";
import { findToast } from "#client/testing/find-toast.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import ResetPasswordScreen from "./reset-password-screen.tsx";

const current = fails(401);
const open = (link = "#token=abc") => renderPage(<ResetPasswordScreen />, { path: `/reset-password${link}` });

test("a link from before tokens moved behind the # still works", async () => {
  const api = fakeApi({ accounts: { current, resetPassword: () => null } });
  const { person } = open("?token=early");
  await person.type(screen.getByLabelText("New password"), "orange-kite{Enter}");
  await findToast("Success: Password updated successfully");
  expect(api.asked("accounts", "resetPassword")[0]?.body).toMatchObject({ token: "early" });
});

test("the link's token sets the password, and the screen opens the login", async () => {
  const api = fakeApi({ accounts: { current, resetPassword: () => null } });
  const { person, history } = open();
  await person.type(screen.getByLabelText("New password"), "orange-kite{Enter}");
  await findToast("Success: Password updated successfully");
  expect(api.asked("accounts", "resetPassword")[0]?.body).toEqual({ token: "abc", password: "orange-kite" });
  expect(history.at(-1)).toBe("/");
});

test("a password that is too short is refused before a request", async () => {
  const api = fakeApi({});
  const { person } = open();
  await person.type(screen.getByLabelText("New password"), "abc{Enter}");
  await screen.findByText("Password must be at least 6 characters");
  expect(api.made).toEqual([]);
});

test.each([
  ["refused by the server", "#token=old"],
  ["that is incomplete", ""],
])("a link %s has expired, and a new one can be requested", async (_, search) => {
  fakeApi({ accounts: { current, resetPassword: fails(400, "This link has expired"), forgotPassword: () => null } });
  const { person } = open(search);
  if (search) await person.type(screen.getByLabelText("New password"), "orange-kite{Enter}");
  await waitFor(() => expect(screen.getAllByText("This link has expired").length).toBeGreaterThan(0));
  await person.click(screen.getByRole("button", { name: "Ask for a new link" }));
  await person.type(screen.getByLabelText("Email"), "ada@example.com{Enter}");
  await screen.findByText(/a link to set a new password is on its way/);
});

test("a rejected password has an error at its field, and the link can be used again", async () => {
  const sentence = "This password is too easy to guess";
  const resetPassword = fails(400, sentence, { errors: [{ path: "password", message: sentence }] });
  fakeApi({ accounts: { current, resetPassword } });
  const { person } = open();
  await person.type(screen.getByLabelText("New password"), "Password2024!{Enter}");
  await findToast(`Error: ${sentence}`);
  const field = screen.getByLabelText("New password");
  expect(document.getElementById(field.getAttribute("aria-describedby") ?? "")?.textContent).toBe(sentence);
  expect(screen.queryByText("This link has expired")).toBeNull();
});

test("another failure preserves the form and displays an error", async () => {
  fakeApi({ accounts: { current, resetPassword: fails(500) } });
  const { person } = open();
  await person.type(screen.getByLabelText("New password"), "orange-kite{Enter}");
  await findToast("Error: Failed to update password");
  expect(screen.getByLabelText<HTMLInputElement>("New password").value).toBe("orange-kite");
});
