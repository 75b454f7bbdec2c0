import { expect, test } from "@playwright/test";
import { arrived, demoPerson, goTo, signIn } from "./testing/demo-people.ts";
import type { Person } from "./testing/person.ts";
import { stories } from "./testing/stories.ts";

/** A colleague of the demo's customer: invited by mail, may quote and not order, and is then given the right. */

const { portal, signedIn, visit } = stories({ DEMO: "1" });
const ben = { email: "ben@ashdown.example", password: "plumb line and oak", contact: "Ben Hart" };

test("a colleague is invited, joins, quotes and sees the company's orders, and orders once they are given the right", async () => {
  const helen = await signedIn(demoPerson("customer"));
  await invites(helen);
  const colleague = await visit();
  await joins(colleague);
  await quotesWithoutOrdering(colleague);
  await seesTheCompanysThings(colleague);
  await givesTheRight(helen);
  await places(colleague);
  await helen.close();
  await colleague.close();
});

async function invites(helen: Person): Promise<void> {
  const { page } = helen;
  await goTo(helen, "Settings");
  await page.getByRole("tab", { name: "People" }).click();
  await page.getByRole("row", { name: /Callum Reyes/ }).waitFor();
  await helen.looksRight("customer: people");
  await page.getByRole("button", { name: "Invite a person" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite a person" });
  await dialog.getByRole("button", { name: "Send the invitation" }).click();
  await dialog.getByText("Please enter a valid email address").waitFor();
  await dialog.getByLabel("Email").fill(ben.email);
  await dialog.getByLabel("Contact name").fill(ben.contact);
  await helen.looksRight("customer: an invitation");
  await dialog.getByRole("button", { name: "Send the invitation" }).click();
  await helen.isTold(`We have mailed ${ben.email} a link`);
  await page.getByRole("row", { name: /Ben Hart.*Invited/ }).waitFor();
}

async function joins(colleague: Person): Promise<void> {
  const { page } = colleague;
  const mails = async () => (await portal().mailsTo(ben.email)).map(({ text }) => text);
  await expect.poll(mails).toHaveLength(1);
  const path = /\/join\?token=[\w-]+/.exec((await mails())[0] ?? "")?.[0] ?? "";
  await page.goto(path);
  await page.getByRole("heading", { name: "Hello Ben Hart, join Ashdown & Vale Interiors" }).waitFor();
  await colleague.looksRight("signed out: joining a company");
  await page.getByLabel("Password", { exact: true }).fill(ben.password);
  await page.getByRole("button", { name: "Join" }).click();
  await colleague.isTold("You have joined: please log in");
  await signIn(colleague, ben);
  await arrived(colleague, "Quotes");
}

async function quotesWithoutOrdering(colleague: Person): Promise<void> {
  const { page } = colleague;
  await page.getByRole("button", { name: "New Quote" }).first().click();
  const form = page.getByRole("dialog", { name: "Create New Quote" });
  await form.getByLabel("Shutter type").selectOption({ index: 1 });
  await form.getByLabel("Louver size").selectOption({ index: 1 });
  await form.getByLabel("Colour").selectOption({ index: 1 });
  await form.getByLabel("Width").fill("1200");
  await form.getByLabel("Height").fill("1500");
  await form.getByRole("button", { name: "Create Quote" }).click();
  const details = page.getByRole("dialog");
  await details.getByText("A colleague of yours who may order has to place it.").waitFor();
  expect(await details.getByRole("button", { name: "Place order" }).count()).toBe(0);
  await page.keyboard.press("Escape");
}

async function seesTheCompanysThings(colleague: Person): Promise<void> {
  const { page } = colleague;
  await goTo(colleague, "Orders");
  await page
    .getByRole("button", { name: /^View Details of ORD-/ })
    .first()
    .waitFor();
  await goTo(colleague, "Settings");
  expect(await page.getByRole("tab", { name: "People" }).count()).toBe(0);
  await page.getByText("Ask Helen Ashdown to change your company’s name and address.").waitFor();
  await expect(page.getByLabel("Company name")).not.toBeEditable();
  await colleague.looksRight("customer who may not manage: settings");
}

async function givesTheRight({ page }: Person): Promise<void> {
  await page.reload();
  const right = page.getByRole("checkbox", { name: "Ben Hart may order" });
  await right.check();
  await page.reload();
  await expect(right).toBeChecked();
}

async function places(colleague: Person): Promise<void> {
  const { page } = colleague;
  await page.reload();
  await goTo(colleague, "Quotes");
  await page
    .getByRole("button", { name: /^View Q-/ })
    .first()
    .click();
  await page.getByRole("dialog").getByRole("button", { name: "Place order" }).click();
  const dialog = page.getByRole("dialog").last();
  await dialog.getByLabel(/address/i).fill("1 High Street, Lewes BN7 2AA");
  await dialog.getByRole("button", { name: /Place order/ }).click();
  await page.getByText(/It was placed on/).waitFor();
}
