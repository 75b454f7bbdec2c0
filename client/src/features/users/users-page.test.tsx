import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { type FakeCalls, fails, fakeApi, hangs, page } from "#client/testing/fake-api.ts";
import { findFailure, passToast } from "#client/testing/find-toast.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { userRow } from "#client/testing/rows.ts";
import UsersPage from "./users-page.tsx";

const boss = person("super_admin");
type Requirement = "nobody" | "staff" | "everyone";
const open = (calls: FakeCalls["users"] = {}, requireSecondFactor: Requirement = "nobody") => {
  const server = fakeApi({
    users: { list: () => [userRow()], ...calls },
    security: { read: () => ({ requireSecondFactor }) },
  });
  return { ...server, server, ...renderPage(<UsersPage />, { user: boss, path: "/users" }) };
};
const rowOf = async (name: RegExp) => within(await screen.findByRole("row", { name }));

test("the list has the specified columns and actions", async () => {
  open();
  const row = await rowOf(/Oak Shutters/);
  await screen.findByRole("heading", { name: "Create New User" });
  expect(screen.getAllByRole("heading", { level: 2 }).map((title) => title.textContent)).toEqual(["User List", "Create New User"]);
  expect(screen.getAllByRole("columnheader").map((head) => head.textContent)).toEqual(["Company", "Contact", "Email", "Role", "Actions"]);
  expect(row.getAllByRole("cell").map((cell) => cell.textContent)).toEqual([
    "Oak Shutters",
    "Ivy Stone",
    // A block displays the email after the name.
    "Ivy Stoneivy@example.com",
    "CustomerNot seen yet",
    "View AsDelete",
  ]);
});

test("the last visit is below the role, with a mark for suspended or only invited people", async () => {
  const lastSeenAt = "2025-11-20T09:30:00.000Z";
  open({
    list: () => [
      userRow({ id: 13, contactName: "Max Reed", lastSeenAt }),
      userRow({ id: 14, contactName: "Ben Hart", lastSeenAt, suspended: true }),
      userRow({ id: 15, contactName: "Eve Lark", invited: true, hasPassword: false }),
      userRow({ id: 16, contactName: "Ines Reed", hasPassword: false }),
    ],
  });
  const roleOf = async (name: RegExp) => (await rowOf(name)).getAllByRole("cell")[3]?.textContent;
  expect(await roleOf(/Max Reed/)).toBe("CustomerLast seen 20 Nov 2025");
  expect(await roleOf(/Ben Hart/)).toBe("CustomerSuspendedLast seen 20 Nov 2025");
  expect(await roleOf(/Eve Lark/)).toBe("CustomerInvited");
  expect(await roleOf(/Ines Reed/)).toBe("CustomerNo password yetNot seen yet");
  expect((await rowOf(/Ben Hart/)).queryByRole("button", { name: /View As/ })).toBeNull();
});

test.each([
  [{ role: "customer" }, ["Send a reset link", "Sign out everywhere", "Suspend…", "Remove second factors…"]],
  [{ role: "supplier", suspended: true }, ["Reinstate"]],
  [{ role: "admin" }, ["Send a reset link", "Sign out everywhere", "Make super admin", "Suspend…", "Remove second factors…"]],
  [{ role: "super_admin" }, ["Send a reset link", "Sign out everywhere", "Make admin", "Suspend…", "Remove second factors…"]],
  [{ role: "admin", hasPassword: false }, ["Send the link again", "Make super admin", "Suspend…"]],
  [{ role: "admin", suspended: true }, ["Make super admin", "Reinstate"]],
] as const)("a user with %j has the menu %j", async (facts, labels) => {
  const { person: hand } = open({ list: () => [userRow(facts)] });
  await hand.click((await rowOf(/Oak Shutters/)).getByRole("button", { name: "More actions for Ivy Stone, Oak Shutters" }));
  expect((await screen.findAllByRole("menuitem")).map((item) => item.textContent)).toEqual(labels);
});

test.each([
  [{ role: "admin" }, "Make super admin", "Make super admin", { role: "super_admin" }, "Ivy Stone is a super admin now"],
  [{ role: "super_admin" }, "Make admin", "Make admin", { role: "admin" }, "Ivy Stone is an admin now"],
  [{}, "Suspend…", "Suspend", { suspended: true }, "Ivy Stone is suspended"],
  [{ suspended: true }, "Reinstate", "Reinstate", { suspended: false }, "Ivy Stone can log in again"],
] as const)("a user with %j has '%s', which confirms with person and email before it runs", async (facts, item, verb, body, done) => {
  const { person: hand, server, asked } = open({ list: () => [userRow(facts)], change: fails(409, "You cannot suspend your own account") });
  await hand.click((await rowOf(/Oak Shutters/)).getByRole("button", { name: /More actions/ }));
  await hand.click(await screen.findByRole("menuitem", { name: item }));
  const dialog = within(await screen.findByRole("alertdialog", { name: /Ivy Stone/ }));
  expect(dialog.getByText(/ivy@example\.com of/)).toBeTruthy();
  await hand.click(dialog.getByRole("button", { name: verb }));
  expect(await dialog.findByText("You cannot suspend your own account")).toBeTruthy();
  server.answer({ users: { change: () => userRow() } });
  await hand.click(dialog.getByRole("button", { name: verb }));
  expect(await screen.findByText(done)).toBeTruthy();
  expect(asked("users", "change").at(-1)).toMatchObject({ params: { id: "12" }, body });
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

test("a supplier's menu shows it the open orders or hides them, and its row says which it sees", async () => {
  let sees = false;
  const server = fakeApi({
    users: { list: () => [userRow({ role: "supplier", companyId: 7, seesOpenOrders: sees })] },
    company: {
      changeOpenOrders: ({ body }) => {
        sees = (body as { seesOpenOrders: boolean }).seesOpenOrders;
        return { id: 7, companyName: "Oak Shutters", seesOpenOrders: sees };
      },
    },
  });
  const { person: hand } = renderPage(<UsersPage />, { user: boss, path: "/users" });
  const choose = async (name: string) => {
    await hand.click((await rowOf(/Oak Shutters/)).getByRole("button", { name: /More actions/ }));
    await hand.click(await screen.findByRole("menuitem", { name }));
  };
  expect((await rowOf(/Oak Shutters/)).getAllByRole("cell")[3]?.textContent).toBe("SupplierOnly its own ordersNot seen yet");
  await choose("Show open orders");
  await passToast("Success: Oak Shutters sees open orders now");
  await waitFor(async () => expect((await rowOf(/Oak Shutters/)).queryByText("Only its own orders")).toBeNull());
  await choose("Hide open orders");
  await passToast("Success: Oak Shutters sees only its own orders now");
  expect(server.asked("company", "changeOpenOrders").map(({ params, body }) => [params, body])).toEqual([
    [{ id: "7" }, { seesOpenOrders: true }],
    [{ id: "7" }, { seesOpenOrders: false }],
  ]);
});

test("second factors are removed with a reason", async () => {
  const { person: hand, asked } = open({ removeFactors: () => null });
  await hand.click((await rowOf(/Oak Shutters/)).getByRole("button", { name: /More actions/ }));
  await hand.click(await screen.findByRole("menuitem", { name: "Remove second factors…" }));
  await hand.type(await screen.findByLabelText("Reason"), "Lost the phone");
  await hand.click(screen.getByRole("button", { name: "Remove the factors" }));
  await passToast("Success: Ivy Stone signs in with the password alone now");
  expect(asked("users", "removeFactors").map(({ params, body }) => [params, body])).toEqual([[{ id: "12" }, { reason: "Lost the phone" }]]);
});

test.each([
  [true, "Send a reset link"],
  [false, "Send the link again"],
])("a link is sent after a confirmation to a person with a password: %s", async (hasPassword, item) => {
  const { person: hand, asked } = open({ list: () => [userRow({ hasPassword })], sendResetLink: () => null });
  await hand.click((await rowOf(/Oak Shutters/)).getByRole("button", { name: /More actions/ }));
  await hand.click(await screen.findByRole("menuitem", { name: item }));
  expect(asked("users", "sendResetLink")).toEqual([]);
  await hand.click(await screen.findByRole("button", { name: "Send the link" }));
  expect(await screen.findByText("A link is on its way to ivy@example.com")).toBeTruthy();
  expect(asked("users", "sendResetLink")[0]?.params).toEqual({ id: "12" });
});

test("a super admin can't be viewed as, and nobody deletes themselves", async () => {
  open({
    list: () => [
      userRow({ id: 13, role: "super_admin", contactName: "Max Reed" }),
      userRow({ id: boss.id, role: "super_admin", contactName: "Ada Marsh" }),
    ],
  });
  const other = await rowOf(/Max Reed/);
  expect(other.queryByRole("button", { name: /View As/ })).toBeNull();
  expect(other.getByRole("button", { name: /Delete/ })).toBeTruthy();
  expect((await rowOf(/Ada Marsh/)).queryAllByRole("button")).toEqual([]);
});

test("View As is not offered for an account that can't sign in", async () => {
  open({
    list: () =>
      (["approved", "pending", "rejected", "suspended"] as const).map((approvalStatus, id) =>
        userRow({ id: 20 + id, contactName: `Is ${approvalStatus}`, approvalStatus }),
      ),
  });
  expect((await rowOf(/Is approved/)).getByRole("button", { name: /View As/ })).toBeTruthy();
  for (const name of [/Is pending/, /Is rejected/, /Is suspended/]) {
    const found = await rowOf(name);
    expect(found.queryByRole("button", { name: /View As/ })).toBeNull();
    expect(found.getByRole("button", { name: /Delete/ })).toBeTruthy();
  }
});

test("the list displays 'Loading...' and then 'Failed to fetch users' if it fails", async () => {
  const { unmount } = open({ list: hangs });
  expect(await screen.findByText("Loading...")).toBeTruthy();
  unmount();
  open({ list: fails(500) });
  await findFailure("Failed to fetch users");
});

test("further users load on request, and a search requests its own", async () => {
  const { person: hand, asked } = open({
    list: ({ query }) => (query.cursor ? [userRow({ id: 3, contactName: "Last" })] : page([userRow()], "after-12")),
  });
  await hand.click(await screen.findByRole("button", { name: "Load more" }));
  expect(await screen.findByText("2 users")).toBeTruthy();
  await hand.type(screen.getByRole("searchbox", { name: "Search users" }), "oak{Enter}");
  expect(asked("users", "list").at(-1)?.query).toEqual({ search: "oak" });
});

type Hand = ReturnType<typeof renderPage>["person"];
const startUser = async (hand: Hand) => {
  await hand.click(await screen.findByRole("button", { name: "New user" }));
  const first = await screen.findByLabelText("Company name");
  await waitFor(() => expect(document.activeElement).toBe(first));
};
const fill = async (hand: Hand) => {
  await hand.type(screen.getByLabelText("Company name"), "Elm Blinds");
  await hand.type(screen.getByLabelText("Contact name"), "Tom Reed");
  await hand.type(screen.getByLabelText("Email"), "tom@example.com");
  await hand.type(screen.getByLabelText("Password"), "secret words");
};

test("a new user is a customer by default; the form is cleared and the list reloads", async () => {
  const { person: hand, asked } = open({ create: () => userRow() });
  await rowOf(/Oak Shutters/);
  await startUser(hand);
  const role = await screen.findByRole<HTMLSelectElement>("combobox", { name: "Role" });
  expect([...role.options].map(({ value }) => value)).toEqual(["customer", "supplier", "admin", "super_admin"]);
  expect(screen.getByLabelText("Email").getAttribute("type")).toBe("email");
  expect(screen.getByLabelText("Password").getAttribute("type")).toBe("password");
  await fill(hand);
  await hand.click(screen.getByRole("button", { name: "Create user" }));
  expect(await screen.findByText("User created successfully")).toBeTruthy();
  expect(asked("users", "create")[0]?.body).toEqual({
    companyName: "Elm Blinds",
    contactName: "Tom Reed",
    email: "tom@example.com",
    password: "secret words",
    role: "customer",
    mayOrder: true,
    mayManage: true,
  });
  expect(asked("users", "list")).toHaveLength(2);
  expect(screen.getByLabelText<HTMLInputElement>("Company name").value).toBe("");
});

test("an empty password is not sent, and its hint says that a link is emailed", async () => {
  const { person: hand, asked } = open({ create: () => userRow() });
  await startUser(hand);
  await fill(hand);
  const field = screen.getByLabelText("Password");
  await hand.clear(field);
  expect(document.getElementById(field.getAttribute("aria-describedby") ?? "")?.textContent).toBe(
    "Leave empty to email a link. A password that you type is not emailed: pass it on.",
  );
  await hand.click(screen.getByRole("button", { name: "Create user" }));
  expect(await screen.findByText("User created successfully")).toBeTruthy();
  expect(asked("users", "create")[0]?.body).not.toHaveProperty("password");
});

test("while a second factor is required, the form has no password and says that a link is emailed", async () => {
  const { person: hand } = open({}, "staff");
  await startUser(hand);
  expect(await screen.findByText("The person gets an email with a link, valid seven days, to choose a password.")).toBeTruthy();
  expect(screen.queryByLabelText("Password")).toBeNull();
});

test("an invalid form sends no request; a refusal preserves the typed text", async () => {
  const { person: hand, server, asked } = open({ create: fails(500) });
  await startUser(hand);
  await hand.click(screen.getByRole("button", { name: "Create user" }));
  expect(await screen.findByText("Company name must be at least 2 characters")).toBeTruthy();
  expect(asked("users", "create")).toEqual([]);
  await fill(hand);
  await hand.selectOptions(screen.getByRole("combobox", { name: "Role" }), "supplier");
  // A supplier's person has no right to order; the right to manage is a choice (rule A23).
  expect(screen.queryByRole("checkbox", { name: /Order/ })).toBeNull();
  await hand.click(screen.getByRole("checkbox", { name: /Manage/ }));
  await hand.click(screen.getByRole("button", { name: "Create user" }));
  expect(await screen.findAllByText("Failed to create user")).toHaveLength(2);
  server.answer({ users: { create: fails(409, "An account with this email already exists") } });
  await hand.click(screen.getByRole("button", { name: "Create user" }));
  expect((await screen.findAllByText("An account with this email already exists")).length).toBeGreaterThan(0);
  expect(screen.getByLabelText<HTMLInputElement>("Company name").value).toBe("Elm Blinds");
  const [, again] = asked("users", "create");
  expect([again?.body.role, again?.body.mayManage, "mayOrder" in (again?.body ?? {})]).toEqual(["supplier", false, false]);
  await hand.selectOptions(screen.getByRole("combobox", { name: "Role" }), "admin");
  expect(screen.queryByRole("checkbox")).toBeNull();
});

test("a new person's password hint uses the typed names, and a rejection is at its field", async () => {
  const sentence = "This password is too easy to guess";
  const { person: hand } = open({ create: fails(400, sentence, { errors: [{ path: "password", message: sentence }] }) });
  await startUser(hand);
  await fill(hand);
  const field = screen.getByLabelText("Password");
  const note = () => document.getElementById(field.getAttribute("aria-describedby") ?? "")?.textContent;
  expect(note()).toBe("Longer is better. Common words and passwords are refused.");
  fireEvent.change(field, { target: { value: "the elm blinds office" } });
  expect(note()).toBe("Too easy to guess: it contains the email, the company's or the portal's name.");
  await hand.click(screen.getByRole("button", { name: "Create user" }));
  await waitFor(() => expect(note()).toBe(sentence));
});

test("deleting a user needs a confirmation", async () => {
  const { person: hand, server, asked } = open({ delete: fails(500) });
  await hand.click((await rowOf(/Oak Shutters/)).getByRole("button", { name: /Delete/ }));
  const dialog = within(await screen.findByRole("alertdialog"));
  await hand.click(dialog.getByRole("button", { name: "Delete user" }));
  await passToast("Error: Failed to delete user");
  expect((await dialog.findByRole("alert")).textContent).toBe("Failed to delete user");
  server.answer({ users: { delete: () => null } });
  await hand.click(dialog.getByRole("button", { name: "Delete user" }));
  expect(await screen.findByText("User deleted successfully")).toBeTruthy();
  expect(asked("users", "delete").at(-1)?.params).toEqual({ id: "12" });
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

test("View As opens the other person's start screen and discards one's own data", async () => {
  const { person: hand, client, history } = open({ impersonate: () => ({ user: person("customer", { id: 12, isImpersonating: true }) }) });
  await hand.click((await rowOf(/Oak Shutters/)).getByRole("button", { name: /View As/ }));
  await expect.poll(() => history?.at(-1)).toBe("/");
  expect(client.getQueryData(["accounts", "current"])).toMatchObject({ id: 12, isImpersonating: true });
});

test("a failed View As displays an error", async () => {
  const { person: hand } = open({ impersonate: fails(500) });
  await hand.click((await rowOf(/Oak Shutters/)).getByRole("button", { name: /View As/ }));
  expect(await screen.findByText("Failed to impersonate user")).toBeTruthy();
});
