import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { fails, fakeApi } from "#client/testing/fake-api.ts";
import { findToast } from "#client/testing/find-toast.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import JoinScreen from "./join-screen.tsx";

const invitation = () => ({ companyName: "Larch Shutters", contactName: "Ben Hart", email: "ben@larch.test" });
const expired = fails(400, "This link has expired");
const open = (link = "#token=abc") => renderPage(<JoinScreen />, { path: `/join${link}` });

test("the screen greets the invited person, sets a password and opens the login", async () => {
  const api = fakeApi({ accounts: { invitation, join: () => null } });
  const { person, history } = open();
  await screen.findByRole("heading", { name: "Hello Ben Hart, join Larch Shutters" });
  expect(screen.getByText("You were invited to your company's wholesale account")).toBeTruthy();
  expect(screen.queryByText(/Login or register/)).toBeNull();
  await person.type(screen.getByLabelText("Password"), "orange-kite{Enter}");
  await findToast("Success: You have joined: please log in");
  expect(api.asked("accounts", "invitation")[0]?.body).toEqual({ token: "abc" });
  expect(api.asked("accounts", "join")[0]?.body).toEqual({ token: "abc", password: "orange-kite" });
  expect(history.at(-1)).toBe("/");
});

test.each([
  ["the server no longer knows", "#token=old", { invitation: expired }],
  ["is used up by the time that the form is sent", "#token=old", { invitation, join: expired }],
  ["is incomplete", "", {}],
])("a link that %s has expired, and the person reads whom to ask", async (_, search, accounts) => {
  fakeApi({ accounts });
  const { person, history } = open(search);
  if ("join" in accounts) await person.type(await screen.findByLabelText("Password"), "orange-kite{Enter}");
  await screen.findByText(
    "An invitation works once, for seven days. If you have joined, log in. Otherwise ask whoever invited you to send a new one.",
  );
  await person.click(screen.getByRole("button", { name: "To login" }));
  expect(history.at(-1)).toBe("/");
});

test("a refused password preserves the form and displays the reason", async () => {
  const sentence = "This password is too easy to guess";
  fakeApi({ accounts: { invitation, join: fails(400, sentence, { errors: [{ path: "password", message: sentence }] }) } });
  const { person } = open();
  await person.type(await screen.findByLabelText("Password"), "password{Enter}");
  await findToast(`Error: ${sentence}`);
  const note = screen.getByLabelText("Password").getAttribute("aria-describedby") ?? "";
  expect(document.getElementById(note)?.textContent).toBe(sentence);
  expect(screen.getByLabelText<HTMLInputElement>("Password").value).toBe("password");
});
