import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { fails, fakeApi } from "#client/testing/fake-api.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { EmailPanel } from "./email-panel.tsx";

const user = { ...person("customer"), email: "ada@larch.test" };
const openDialog = async () => {
  const page = renderPage(<EmailPanel user={user} />, { user });
  await page.person.click(screen.getByRole("button", { name: "Change the email address" }));
  return { ...page, dialog: within(await screen.findByRole("dialog")) };
};

test("a change is requested in a dialog, and the panel says where the link went", async () => {
  const api = fakeApi({ emailChange: { request: () => null } });
  const { dialog, person: hand } = await openDialog();
  await hand.type(await dialog.findByLabelText("New email address"), "ada.new@larch.test{Enter}");
  await screen.findByText(/We have emailed a link to ada\.new@larch\.test/);
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(api.asked("emailChange", "request")[0]?.body).toEqual({ email: "ada.new@larch.test" });
  screen.getByText("ada@larch.test");
});

test("a wrong address is refused before a request, and a refusal stays in the dialog", async () => {
  const api = fakeApi({ emailChange: { request: fails(400, "This is your email address already") } });
  const { dialog, person: hand } = await openDialog();
  await hand.type(await dialog.findByLabelText("New email address"), "ada{Enter}");
  await dialog.findByText("Please enter a valid email address");
  expect(api.made).toEqual([]);
  await hand.type(dialog.getByLabelText("New email address"), "@larch.test{Enter}");
  await dialog.findByText("This is your email address already");
  expect(screen.queryByText("Confirm the new address")).toBeNull();
});
