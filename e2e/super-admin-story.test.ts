import { expect, test } from "@playwright/test";
import { arrived, goTo } from "./testing/demo-people.ts";
import type { Person } from "./testing/person.ts";
import { stories } from "./testing/stories.ts";

/**
 * The story is the super admin's work: accounts, View As, commissions, keys, and the audit trail of
 * all of it.
 */

const { portal, signedIn } = stories({ DEMO: "1" });
let boss: Person;
const ADDED = { company: "Willow & Reed Interiors", contact: "Tom Reed", email: "tom@willowreed.example" };

test("the super admin makes accounts, uses View As, pays commissions, keeps keys and reads the trail of it", async () => {
  boss = await signedIn(portal().superAdmin, { expected: [/^409 DELETE \/api\/users\/\d+$/] });
  await looksAtTheDashboard();
  await createsAUser();
  await seesThroughTheirEyes();
  await deletesTheUser();
  await paysACommission();
  await keepsTheKeys();
  await deletesARemake();
  await readsTheTrail();
  await boss.close();
});

async function looksAtTheDashboard(): Promise<void> {
  const { page } = boss;
  await arrived(boss, /^Welcome, /);
  const menu = page.getByRole("navigation", { name: "Main" }).getByRole("link");
  expect(await menu.allTextContents()).toEqual([
    "Dashboard",
    "Quotes",
    "Orders",
    "Remakes",
    "Products",
    "Clients",
    "Pricing",
    "Settings",
    "Invoices",
    "Payments",
    "Money",
    "Workshop",
  ]);
  await page.getByText("Unpaid Orders").waitFor();
  await page.getByRole("heading", { name: "Orders by Status" }).waitFor();
  await page.getByRole("heading", { name: "Quotes Ready for Processing" }).waitFor();
  await boss.looksRight("super admin: dashboard");
}

async function users(): Promise<void> {
  await goTo(boss, "Clients", "Client Management");
  await boss.page.getByRole("link", { name: "Users" }).click();
  await arrived(boss, "Users");
}

async function createsAUser(): Promise<void> {
  const { page } = boss;
  await users();
  await page.getByRole("button", { name: "New user" }).click();
  await page.getByRole("button", { name: "Create user" }).click();
  await page.getByText("Company name must be at least 2 characters").waitFor();
  await boss.looksRight("super admin: users");
  await page.getByLabel("Company name").fill(ADDED.company);
  await page.getByLabel("Contact name").fill(ADDED.contact);
  await page.getByLabel("Email").fill(ADDED.email);
  await page.getByLabel("Password", { exact: true }).fill("willow and reed");
  expect(await page.getByLabel("Role").inputValue()).toBe("customer");
  await page.getByRole("button", { name: "Create user" }).click();
  await boss.isTold("User created successfully");
  await page
    .getByRole("button", { name: `View As ${ADDED.contact}, ${ADDED.company}` })
    .first()
    .waitFor();
  expect(await page.getByLabel("Company name").inputValue()).toBe("");
}

async function seesThroughTheirEyes(): Promise<void> {
  const { page } = boss;
  await page
    .getByRole("button", { name: `View As ${ADDED.contact}, ${ADDED.company}` })
    .first()
    .click();
  const banner = page.getByRole("region", { name: "Impersonation" });
  await banner.getByText(`Currently impersonating user: ${ADDED.email}`).waitFor();
  await arrived(boss, "Quotes");
  expect(new URL(page.url()).pathname).toBe("/");
  // Yellow has red and green values far above blue.
  const [red = 0, green = 0, blue = 0] =
    (await banner.evaluate((element) => getComputedStyle(element).backgroundColor)).match(/\d+/g)?.map(Number) ?? [];
  expect(Math.min(red, green) - blue).toBeGreaterThan(80);
  await boss.looksRight("super admin as a customer: quotes");
  expect(await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Pricing" }).count()).toBe(0);
  await page.getByRole("button", { name: /^Notifications/ }).waitFor();
  await goTo(boss, "Settings");
  await page.getByText("It cannot be changed while you view the portal as somebody else.").waitFor();
  await page.getByLabel("Address").fill("3 Reed Lane, Lewes");
  await page.getByRole("button", { name: "Save profile" }).click();
  await boss.isTold("Profile updated successfully");
  await boss.looksRight("super admin as a customer: settings");
  await banner.getByRole("button", { name: "Stop Impersonation" }).click();
  await boss.isTold("Returned to super admin account");
  await banner.waitFor({ state: "detached" });
  await arrived(boss, /^Welcome, /);
}

async function deletesTheUser(): Promise<void> {
  const { page } = boss;
  await users();
  await page.getByLabel("Search users").fill("willow");
  await page.getByText("1 user").first().waitFor();
  await page
    .getByRole("button", { name: `Delete ${ADDED.contact}, ${ADDED.company}` })
    .first()
    .click();
  const dialog = page.getByRole("alertdialog");
  await boss.looksRight("super admin: delete a user");
  await dialog.getByRole("button", { name: "Delete user" }).click();
  await boss.isTold("User deleted successfully");
  await page.getByText("No users found").waitFor();
}

async function paysACommission(): Promise<void> {
  const { page } = boss;
  await goTo(boss, "Clients", "Client Management");
  await page.getByRole("link", { name: "Referrals" }).click();
  await arrived(boss, "Referrals");
  const first = page.getByRole("button", { name: /^Mark as paid: REF-/ }).first();
  const referral = /REF-\d+/.exec((await first.getAttribute("aria-label")) ?? "")?.[0] ?? "";
  await first.click();
  await page.getByRole("alertdialog").getByText(/^\$/).waitFor();
  await page.getByRole("alertdialog").getByRole("button", { name: "Mark as paid" }).click();
  await boss.isTold(`${referral} is marked as paid`);
  await page.getByRole("row").filter({ hasText: referral }).getByText("Paid", { exact: true }).waitFor();
  await boss.looksRight("super admin: referrals");
}

async function keepsTheKeys(): Promise<void> {
  const { page } = boss;
  await goTo(boss, "Settings");
  await page.getByRole("tab", { name: "Payments" }).click();
  await page.getByLabel("Public key").fill("pk_short");
  await page.getByLabel("Secret key", { exact: true }).fill("not a secret key at all");
  await page.getByRole("button", { name: "Save keys" }).click();
  await page.getByText("Invalid public key").waitFor();
  await page.getByText("Invalid secret key").waitFor();
  await boss.looksRight("super admin: wrong keys");
  await page.getByLabel("Public key").fill("pk_test_super_admin_story_0001");
  await page.getByLabel("Secret key", { exact: true }).fill("sk_test_super_admin_story_0001");
  await page.getByRole("button", { name: "Save keys" }).click();
  await boss.isTold("Stripe configuration updated successfully");
  expect(await page.getByLabel("Secret key", { exact: true }).inputValue()).toBe("");
}

async function deletesARemake(): Promise<void> {
  const { page } = boss;
  await goTo(boss, "Remakes");
  const more = page.getByRole("button", { name: /^More actions for RMK-/ }).first();
  const id = /RMK-(\d+)/.exec((await more.getAttribute("aria-label")) ?? "")?.[1] ?? "";
  await more.click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByText(`Are you sure you want to delete remake #${id}? This action cannot be undone.`, { exact: true }).waitFor();
  await boss.looksRight("super admin: delete a remake");
  await dialog.getByRole("button", { name: "Delete remake" }).click();
  await boss.isTold(`Remake #${id} has been deleted.`);
  await page.getByRole("cell", { name: `RMK-${id}`, exact: true }).waitFor({ state: "detached" });
}

async function readsTheTrail(): Promise<void> {
  const { page } = boss;
  await goTo(boss, "Settings");
  await page.getByRole("link", { name: "Audit trail" }).click();
  await arrived(boss, "Audit trail");
  // The trail lists actions during View As under both names.
  const viewed = page
    .getByRole("row")
    .filter({ hasText: portal().superAdmin.email })
    .filter({ hasText: `as ${ADDED.email}` })
    .filter({ hasText: /^.*Address.*3 Reed Lane, Lewes/ });
  await viewed.first().waitFor();
  await boss.looksRight("super admin: audit trail");
  await viewed.first().getByRole("cell").nth(2).click();
  await page.getByRole("dialog").getByText("3 Reed Lane, Lewes").first().waitFor();
  await boss.looksRight("super admin: an entry of the trail");
  // The trail contains no secret key.
  const trail = await (await page.request.get("/api/audit?limit=200")).text();
  expect(trail).not.toContain("sk_test_super_admin_story");
}
