import { expect, test } from "@playwright/test";
import { arrived, demoPerson, goTo } from "./testing/demo-people.ts";
import type { Person } from "./testing/person.ts";
import { stories } from "./testing/stories.ts";

/**
 * The story is an admin's day: approved customers, quotes that are sent and become orders, shutter
 * types on sale, and reported errors.
 */

const { portal, signedIn } = stories({ DEMO: "1" });
let priya: Person;

test("an admin decides on clients, sends and converts quotes, adds a shutter type and works on errors", async () => {
  priya = await signedIn(demoPerson("admin"));
  await looksAtTheDashboard();
  await decidesOnAClient();
  await sendsAndConvertsQuotes();
  await addsAShutterType();
  await worksOnAnError();
  await readsOnlyElsewhere();
  await priya.close();
});

/** Opens a screen that an admin's menu omits (rule S1) from the dashboard. */
async function byTheDashboard(screen: string, heading: string | RegExp = screen): Promise<void> {
  await goTo(priya, "Dashboard", /^Welcome/);
  await priya.page.getByRole("navigation", { name: "More screens" }).getByRole("link", { name: screen, exact: true }).click();
  await arrived(priya, heading);
}

async function looksAtTheDashboard(): Promise<void> {
  const { page } = priya;
  await arrived(priya, "Welcome, Head office");
  const menu = page.getByRole("navigation", { name: "Main" }).getByRole("link");
  expect(await menu.allTextContents()).toEqual(["Dashboard", "Orders", "Remakes", "Settings", "Invoices", "Payments", "Workshop"]);
  expect(await page.getByRole("term").allTextContents()).toEqual(["Total Orders", "Pending Orders", "Total Revenue", "Total Remakes"]);
  await priya.looksRight("admin: dashboard");
  await page.getByLabel("Period").selectOption({ label: "Last 7 Days" });
  await page.locator('[aria-busy="true"]').first().waitFor({ state: "detached" });
  await page.getByLabel("Period").selectOption({ label: "Custom Range" });
  const range = page.getByRole("dialog");
  await range.getByRole("grid").nth(1).waitFor();
  await priya.looksRight("admin: custom range");
  await page.keyboard.press("Escape");
  await page.getByPlaceholder("Search orders...").fill("ashdown");
  await page.getByRole("heading", { name: "Search Results" }).waitFor();
  // The previous rows stay, dimmed, until the results arrive.
  await page.locator('[aria-busy="true"]').first().waitFor({ state: "detached" });
  expect(await page.getByRole("term").count()).toBe(0);
  await priya.looksRight("admin: search results");
}

async function decidesOnAClient(): Promise<void> {
  const { page } = priya;
  await byTheDashboard("Clients", "Client Management");
  await page.getByText("Manage customer accounts and settings").waitFor();
  await page.getByLabel("Approval status").selectOption({ label: "Waiting for approval" });
  await page.getByRole("button", { name: "More actions for Brightwater Blinds" }).click();
  await page.getByRole("menuitem", { name: "Decline" }).click();
  const dialog = page.getByRole("dialog", { name: "Decline Brightwater Blinds?" });
  await dialog.getByLabel("Reason").fill("We could not find your company in the register.");
  await priya.looksRight("admin: decline");
  await dialog.getByRole("button", { name: "Decline" }).click();
  await priya.isTold("Brightwater Blinds is declined");
  await expect
    .poll(async () => (await portal().mailsTo(demoPerson("waiting").email)).map(({ text }) => text).join("\n"))
    .toContain("Reason: We could not find your company in the register.");
  await page.getByLabel("Approval status").selectOption({ label: "Declined" });
  await priya.arrived();
  await page.getByRole("cell", { name: "Brightwater Blinds", exact: true }).click();
  const details = page.getByRole("dialog", { name: "Brightwater Blinds" });
  await details.getByText(/Priya Raman/).waitFor();
  await priya.looksRight("admin: a client");
  await details.getByRole("button", { name: "Approve" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Approve" }).click();
  await priya.isTold("Brightwater Blinds is approved");
}

async function sendsAndConvertsQuotes(): Promise<void> {
  const { page } = priya;
  await byTheDashboard("Quotes");
  await page.getByRole("tab", { name: /^Draft/ }).click();
  const convert = page.getByRole("button", { name: /^Convert to Order, Q-/ });
  await convert.first().waitFor();
  await priya.arrived();
  await priya.looksRight("admin: draft quotes");
  // An expired draft cannot be sent, and the menu shows which drafts can.
  const rows = page.getByRole("row").filter({ has: convert }).filter({ hasNotText: "Expired" });
  const numbers = (await rows.allTextContents()).map((text) => /Q-\d+/.exec(text)?.[0] ?? "");
  expect(numbers.length, "drafts that are still valid").toBeGreaterThanOrEqual(2);
  const [toSend = "", toConvert = ""] = numbers;

  await page.getByRole("button", { name: `More actions for ${toSend}`, exact: true }).click();
  await page.getByRole("menuitem", { name: "Send to customer" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Send quote" }).click();
  await priya.isTold("Quote sent");

  await page.getByRole("button", { name: `Convert to Order, ${toConvert}`, exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Convert Quote to Order" });
  // The admin clears the proposed address. `fill` selects the text and then types, so an address
  // that arrives in between would clear the selection.
  await expect(dialog.getByLabel("Shipping address")).toHaveValue(/\S/);
  await dialog.getByLabel("Shipping address").fill("  ");
  await dialog.getByRole("button", { name: "Convert to Order" }).click();
  await dialog.getByText("Please enter a shipping address").waitFor();
  await dialog.getByLabel("Shipping address").fill("Unit 4, Mill Lane\nLeeds LS1 4AB");
  await dialog.getByRole("button", { name: "Convert to Order" }).click();
  await priya.isTold("Quote converted");
  await page.getByRole("button", { name: `Convert to Order, ${toConvert}`, exact: true }).waitFor({ state: "detached" });
  expect(await page.getByRole("button", { name: /^Pay Now/ }).count()).toBe(0);

  await goTo(priya, "Orders");
  // The list is read-only for an admin (rule S4), who also sees the company.
  expect(await page.getByRole("table").getByRole("combobox").count()).toBe(0);
  expect(await page.getByRole("columnheader", { name: "Client" }).count()).toBe(1);
  await page
    .getByRole("button", { name: /^View Details of ORD-/ })
    .first()
    .click();
  await page.getByRole("dialog").getByText("Unit 4, Mill Lane").waitFor();
  await priya.looksRight("admin: the new order");
  await page.keyboard.press("Escape");
}

async function addsAShutterType(): Promise<void> {
  const { page } = priya;
  await byTheDashboard("Products");
  await page.getByRole("button", { name: "Add shutter type" }).first().click();
  const add = page.getByRole("dialog", { name: "Add shutter type" });
  await add.getByRole("button", { name: "Add shutter type" }).click();
  await add.getByText("Base price is required").waitFor();
  await priya.looksRight("admin: add a shutter type");
  await add.getByLabel("Name").fill("Arched hardwood");
  await add.getByLabel("Base price per m²").fill("310");
  await add.getByRole("button", { name: "Add shutter type" }).click();
  await priya.isTold("Shutter type added successfully");
  await page.getByRole("button", { name: "Edit Arched hardwood" }).last().click();
  const edit = page.getByRole("dialog", { name: "Edit Arched hardwood" });
  expect(await edit.getByLabel("Base price per m²").isEditable()).toBe(false);
  await edit.getByLabel("Louver sizes").fill("64, 76");
  await edit.getByLabel("Colours", { exact: true }).fill("White, Cream");
  await edit.getByRole("button", { name: "Save changes" }).click();
  await priya.isTold("Product added or updated successfully");
  await page.getByRole("row").filter({ hasText: "Arched hardwood" }).getByText("Offered").waitFor();
  await priya.looksRight("admin: products");
}

async function worksOnAnError(): Promise<void> {
  const { page } = priya;
  await byTheDashboard("Error Tracking");
  await page.getByLabel("Status", { exact: true }).selectOption({ label: "New" });
  await page.locator('[aria-busy="true"]').first().waitFor({ state: "detached" });
  await page
    .getByRole("button", { name: /^View / })
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: "Investigating" }).click();
  await priya.isTold("Error status updated successfully");
  await priya.looksRight("admin: an error");
  await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
}

async function readsOnlyElsewhere(): Promise<void> {
  const { page } = priya;
  await goTo(priya, "Remakes");
  expect(await page.getByRole("button", { name: /Request Remake|Update Status|More actions/ }).count()).toBe(0);
  await priya.looksRight("admin: remakes");
  await goTo(priya, "Settings");
  expect(await page.getByRole("tab").allTextContents()).toEqual(["Profile", "Notifications", "Security"]);
  for (const path of ["/pricing", "/users", "/audit"]) {
    await page.goto(path);
    await page.getByText("404 - Not Found").waitFor();
  }
}
