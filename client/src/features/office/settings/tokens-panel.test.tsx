import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { type FakeCalls, fakeApi } from "#client/testing/fake-api.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import type { Role } from "#shared/domain/roles.ts";
import SettingsPage from "./settings-page.tsx";
import { scopeWords } from "./token-scopes.ts";

const TOKEN = {
  id: 4,
  name: "Stock sheet",
  scopes: ["orders:read" as const],
  lastFour: "x7Qa",
  createdAt: "2026-11-27T08:00:00.000Z",
  expiresAt: "2027-02-25T08:00:00.000Z",
  lastUsedAt: null,
};
const open = (tokens: FakeCalls["tokens"], role: Role = "customer", facts = {}) => {
  const user = person(role, facts);
  const api = fakeApi({
    accounts: { current: () => ({ user }) },
    emailChange: { open: () => ({ open: null }) },
    sessions: { list: () => [] },
    calendar: { read: () => ({ createdAt: null }) },
    ...(tokens && { tokens }),
  });
  return { api, ...renderPage(<SettingsPage />, { user, path: "/settings?tab=security" }) };
};

test("a new token is sent with its scopes and days, and displayed once", async () => {
  const token = "ttr_secret";
  const { api, person: hand } = open({ list: () => [], create: () => ({ ...TOKEN, token }) });
  await hand.click(await screen.findByRole("button", { name: "Create a token" }));
  const dialog = within(await screen.findByRole("dialog"));
  await hand.type(dialog.getByLabelText(/Name/), "Stock sheet");
  expect(dialog.queryByLabelText("Workshop")).toBeNull();
  await hand.selectOptions(dialog.getByLabelText("Quotes"), "Read and write");
  await hand.selectOptions(dialog.getByLabelText("Ends after"), "A year");
  await hand.click(dialog.getByRole("button", { name: "Create the token" }));
  await screen.findByText(token);
  expect(api.asked("tokens", "create").map(({ body }) => body)).toEqual([
    { name: "Stock sheet", scopes: ["quotes:write", "orders:read"], expiresInDays: 365 },
  ]);
  await hand.click(screen.getByRole("button", { name: "Done" }));
  expect(screen.queryByText(token)).toBeNull();
});

test("a token is revoked after a question", async () => {
  const { api, person: hand } = open({ list: () => [TOKEN], revoke: () => null });
  const row = within(await screen.findByRole("row", { name: /Stock sheet/ }));
  row.getByText("Read orders");
  await hand.click(row.getByRole("button", { name: "Revoke Stock sheet" }));
  await hand.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Revoke" }));
  await expect.poll(() => api.asked("tokens", "revoke").map(({ params }) => params)).toEqual([{ id: "4" }]);
});

test.each<[Role, object]>([
  ["admin", {}],
  ["customer", { mayManage: false, managedBy: "Dawn Okafor" }],
  ["supplier", { isImpersonating: true }],
])("a %s with %j has no tokens", async (role, facts) => {
  open({}, role, facts);
  await screen.findByRole("heading", { name: "Where you are signed in" });
  expect(screen.queryByRole("heading", { name: "API tokens" })).toBeNull();
});

test("the scopes of a token are listed in words, and a write scope includes its read scope", () => {
  expect(scopeWords(["quotes:read", "quotes:write", "orders:write", "invoices:read"])).toBe(
    "Read and write quotes and orders; read invoices",
  );
});
