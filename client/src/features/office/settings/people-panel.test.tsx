import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { type FakeCalls, fails, fakeApi } from "#client/testing/fake-api.ts";
import { findToast } from "#client/testing/find-toast.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import type { Role } from "#shared/domain/roles.ts";
import SettingsPage from "./settings-page.tsx";

const ADA = {
  id: 7,
  contactName: "Ada Marsh",
  email: "ada@example.com",
  mayOrder: true,
  mayManage: true,
  invited: false,
  lastSeenAt: null,
};
const BEN = { ...ADA, id: 8, contactName: "Ben Hart", email: "ben@example.com", mayOrder: false, mayManage: false, invited: true };

const open = (company: NonNullable<FakeCalls["company"]>, role: Role = "customer", facts = {}) => {
  const user = person(role, facts);
  const api = fakeApi({ accounts: { current: () => ({ user }) }, company: { people: () => [BEN, ADA], ...company } });
  return { api, ...renderPage(<SettingsPage />, { user, path: "/settings?tab=people" }) };
};

test("a press grants a right; the last manager's right stays, with the server's sentence", async () => {
  const kept = "Somebody else must be able to manage Kestrel Homes first";
  const { api, person: hand } = open({
    changePerson: ({ params }) => (params.id === "7" ? fails(409, kept)() : { ...BEN, mayOrder: true }),
  });
  const right = await screen.findByRole<HTMLInputElement>("checkbox", { name: "Ben Hart may order" });
  right.click();
  expect(right.checked).toBe(true);
  await expect.poll(() => api.asked("company", "changePerson")[0]?.body).toEqual({ mayOrder: true });
  await hand.click(screen.getByRole("checkbox", { name: "Ada Marsh may manage" }));
  expect(await screen.findByText(kept)).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>("checkbox", { name: "Ada Marsh may manage" }).checked).toBe(true);
});

test("an invited person is marked, and gets a new link at the same address", async () => {
  const { api, person: hand } = open({ invite: () => BEN });
  const row = within(await screen.findByRole("row", { name: /Ben Hart/ }));
  row.getByText("Invited");
  await hand.click(row.getByRole("button", { name: "More actions for Ben Hart" }));
  await hand.click(await screen.findByRole("menuitem", { name: "Send a new link" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Invite Ben Hart again" }));
  await hand.click(dialog.getByRole("button", { name: "Send the invitation" }));
  await findToast("Success: We have emailed ben@example.com a link");
  const body = { email: "ben@example.com", contactName: "Ben Hart", mayOrder: false, mayManage: false };
  expect(api.asked("company", "invite").map((asked) => asked.body)).toEqual([body]);
});

test("a supplier's people have only the right to manage, which an invitation grants by default", async () => {
  const { api, person: hand } = open(
    { changePerson: () => ({ ...ADA, mayManage: false }), invite: () => ({ ...BEN, email: "new@example.com" }) },
    "supplier",
  );
  await screen.findByRole("row", { name: /Ben Hart/ });
  expect(screen.queryByRole("checkbox", { name: /may order/ })).toBeNull();
  await hand.click(screen.getByRole("checkbox", { name: "Ada Marsh may manage" }));
  await expect.poll(() => api.asked("company", "changePerson")[0]?.body).toEqual({ mayManage: false });
  await hand.click(screen.getByRole("button", { name: "Invite a person" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Invite a person" }));
  expect(dialog.getByRole<HTMLInputElement>("checkbox", { name: /Manage/ }).checked).toBe(true);
  expect(dialog.queryByRole("checkbox", { name: /Order/ })).toBeNull();
  await hand.type(dialog.getByLabelText("Email"), "new@example.com");
  await hand.type(dialog.getByLabelText("Contact name"), "Nia New");
  await hand.click(dialog.getByRole("checkbox", { name: /Manage/ }));
  await hand.click(dialog.getByRole("button", { name: "Send the invitation" }));
  await expect.poll(() => api.asked("company", "invite")[0]?.body).toMatchObject({ contactName: "Nia New", mayManage: false });
});

test("a person who may not manage has no People tab, and edits only their own name", async () => {
  const { api, person: hand } = open({}, "customer", { mayManage: false, managedBy: "Dawn Okafor" });
  expect(screen.queryByRole("tab", { name: "People" })).toBeNull();
  await screen.findByText("Ask Dawn Okafor to change your company's details.");
  api.answer({ accounts: { updateProfile: () => person("customer") } });
  await hand.type(screen.getByLabelText("Contact name"), " Best");
  await hand.click(screen.getByRole("button", { name: "Save profile" }));
  await expect.poll(() => api.asked("accounts", "updateProfile")[0]?.body).toEqual({ contactName: "Ada Marsh Best" });
});
