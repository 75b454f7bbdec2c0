import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { personalKey } from "#client/lib/browser/browser.ts";
import { fakeApi } from "#client/testing/fake-api.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import type { Role } from "#shared/domain/roles.ts";
import { Shell } from "./shell.tsx";

const open = (role: Role, path = "/orders") => {
  fakeApi({});
  const user = person(role);
  return renderPage(
    <Shell user={user}>
      <h1>Orders</h1>
    </Shell>,
    { user, path },
  );
};
const entries = () => within(screen.getByRole("navigation")).getAllByRole("link");

test.each<[Role, string[]]>([
  ["customer", ["Dashboard", "Quotes", "Orders", "Remakes", "Settings", "Invoices"]],
  ["supplier", ["Dashboard", "Orders", "Remakes", "Settings", "Workshop"]],
  ["admin", ["Dashboard", "Orders", "Remakes", "Settings", "Invoices", "Payments", "Workshop"]],
  [
    "super_admin",
    ["Dashboard", "Quotes", "Orders", "Remakes", "Products", "Clients", "Pricing", "Settings", "Invoices", "Payments", "Money", "Workshop"],
  ],
])("the menu of a %s has the entries of its role", (role, labels) => {
  open(role);
  expect(entries().map((entry) => entry.textContent)).toEqual(labels);
});

test("only the present entry of the menu is marked", () => {
  open("super_admin");
  const marked = entries().filter((entry) => entry.getAttribute("aria-current") === "page");
  expect(marked.map((entry) => entry.textContent)).toEqual(["Orders"]);
  // The current entry also has its own style, which differs from the style that all others share.
  const looks = entries().map((entry) => (entry.className.split(" ").includes("bg-accent-soft") ? entry.textContent : "plain"));
  expect(looks.filter((look) => look !== "plain")).toEqual(["Orders"]);
});

test("the menu's foot displays the signed-in person", () => {
  open("customer");
  screen.getByText("Ada Marsh");
  screen.getByText("Kestrel Homes");
  screen.getByRole("button", { name: "Logout" });
});

test("signing out deletes the person's unfinished work from the device, and nobody else's", async () => {
  const { person: user } = open("customer");
  fakeApi({ accounts: { logout: () => null } });
  localStorage.setItem(personalKey(7, "unfinished-quote:2"), "mine");
  localStorage.setItem(personalKey(71, "unfinished-quote:2"), "another's");
  await user.click(screen.getByRole("button", { name: "Logout" }));
  await waitFor(() => expect(localStorage.getItem(personalKey(7, "unfinished-quote:2"))).toBeNull());
  expect(localStorage.getItem(personalKey(71, "unfinished-quote:2"))).toBe("another's");
});

test("the drawer closes on navigation to another screen", async () => {
  const { person: user, history } = open("customer");
  await user.click(screen.getByRole("button", { name: "Open menu" }));
  const drawer = await screen.findByRole("dialog", { name: "Menu" });
  await user.click(within(drawer).getByRole("link", { name: "Settings" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(history.at(-1)).toBe("/settings");
});

test("the first stop of the Tab key skips the menu", async () => {
  const { person: user } = open("customer");
  await user.tab();
  expect(document.activeElement?.textContent).toBe("Skip to the content");
  expect(document.activeElement?.getAttribute("href")).toBe(`#${screen.getByRole("main").id}`);
});

test("the menu is open until a person folds it, and the device stores the choice", async () => {
  const { person: user, unmount } = open("super_admin");
  const width = () => document.querySelector("aside")?.classList.contains("w-64");
  expect(width()).toBe(true);
  await user.click(screen.getByRole("button", { name: "Fold the menu" }));
  expect(width()).toBe(false);
  unmount();
  const again = open("customer");
  expect(width()).toBe(false);
  expect(entries().map((entry) => entry.textContent)).toEqual(["Dashboard", "Quotes", "Orders", "Remakes", "Settings", "Invoices"]);
  await again.person.click(screen.getByRole("button", { name: "Open the menu" }));
  expect(width()).toBe(true);
});

test("the sidebar is open at a width of 768 px until a person folds it", () => {
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: 48 < Number(/width < (\d+)rem/.exec(query)?.[1]),
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  open("super_admin");
  expect(document.querySelector("aside")?.classList.contains("w-64")).toBe(true);
});
