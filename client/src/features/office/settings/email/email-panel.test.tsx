import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { fails, fakeApi } from "#client/testing/fake-api.ts";
import { passToast } from "#client/testing/find-toast.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { EmailPanel } from "./email-panel.tsx";

const user = { ...person("customer"), email: "ada@larch.test" };
const openDialog = async () => {
  const page = renderPage(<EmailPanel user={user} />, { user });
  await page.person.click(screen.getByRole("button", { name: "Change the email address" }));
  return { ...page, dialog: within(await screen.findByRole("dialog")) };
};

const OPEN = { email: "ada.new@larch.test", until: "2026-11-13T09:30:00.000Z" };

test("a change is requested in a dialog, and the panel displays the address that must confirm it", async () => {
  let open: typeof OPEN | null = null;
  const request = () => {
    open = OPEN;
    return null;
  };
  const api = fakeApi({ emailChange: { open: () => ({ open }), request } });
  const { dialog, person: hand } = await openDialog();
  await hand.type(await dialog.findByLabelText("New email address"), "ada.new@larch.test{Enter}");
  await screen.findByText("Waiting for confirmation at ada.new@larch.test");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(api.asked("emailChange", "request")[0]?.body).toEqual({ email: "ada.new@larch.test" });
  screen.getByText("ada@larch.test");
});

test("an open change is displayed after a reload, with its end, and can be cancelled", async () => {
  let open: typeof OPEN | null = OPEN;
  const cancel = () => {
    open = null;
    return null;
  };
  const api = fakeApi({ emailChange: { open: () => ({ open }), cancel } });
  const { person: hand } = renderPage(<EmailPanel user={user} />, { user });
  const note = await screen.findByText(/The link in our email works until/);
  expect(note.querySelector("time")?.textContent).toMatch(/13 Nov 2026,? 09:30/);
  await hand.click(screen.getByRole("button", { name: "Cancel the change" }));
  await passToast("Success: The change is cancelled");
  expect(screen.queryByText(/Waiting for confirmation/)).toBeNull();
  expect(api.asked("emailChange", "cancel")).toHaveLength(1);
});

test("a wrong address is refused before a request, and a refusal stays in the dialog", async () => {
  const api = fakeApi({ emailChange: { open: () => ({ open: null }), request: fails(400, "This is your email address already") } });
  const { dialog, person: hand } = await openDialog();
  await hand.type(await dialog.findByLabelText("New email address"), "ada{Enter}");
  await dialog.findByText("Please enter a valid email address");
  expect(api.asked("emailChange", "request")).toEqual([]);
  await hand.type(dialog.getByLabelText("New email address"), "@larch.test{Enter}");
  await dialog.findByText("This is your email address already");
  expect(screen.queryByText(/Waiting for confirmation/)).toBeNull();
});
