import { expect } from "@playwright/test";
import { arrived, demoPerson, goTo, signIn } from "./demo-people.ts";
import type { Person, Visit } from "./person.ts";
import type { Stage } from "./stories.ts";
import { turnedTo } from "./survey.ts";

/**
 * Follows a colleague of the demo's customer: invited by mail, may quote and not order, and then
 * receives the right.
 */
export async function aColleagueJoins({ portal, signedIn, visit }: Stage, ben: Invited, device?: Visit["device"]): Promise<void> {
  const mailsTo = async (email: string) => (await portal().mailsTo(email)).map(({ text }) => text);
  const helen = await signedIn(demoPerson("customer"), { device });
  await invites(helen, ben);
  const colleague = await visit({ device, expected: [/^409 POST \/api\/quotes\/\d+\/place$/] });
  await joins(colleague, ben, () => mailsTo(ben.email));
  await quotesWithoutOrdering(colleague);
  await seesTheCompanysThings(colleague);
  await givesTheRight(helen, ben);
  const quoteId = await places(colleague, helen);
  await hearsOfTheOrder(colleague, await converts(await signedIn(demoPerson("admin")), quoteId), () => mailsTo(ben.email));
  await typesInTwoTabs(colleague);
  await helen.close();
  await colleague.close();
}

interface Invited {
  readonly email: string;
  readonly password: string;
  readonly contact: string;
}

async function invites(helen: Person, ben: Invited): Promise<void> {
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
  await helen.isTold(`We have emailed ${ben.email} a link`);
  await page.getByRole("row", { name: new RegExp(`${ben.contact}.*Invited`) }).waitFor();
}

async function joins(colleague: Person, ben: Invited, mails: () => Promise<string[]>): Promise<void> {
  const { page } = colleague;
  await expect.poll(mails).toHaveLength(1);
  const path = /\/join#token=[\w-]+/.exec((await mails())[0] ?? "")?.[0] ?? "";
  await page.goto(path);
  await page.getByRole("heading", { name: `Hello ${ben.contact}, join Ashdown & Vale Interiors` }).waitFor();
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
  await (await turnedTo(form, "Shutter type")).selectOption({ index: 1 });
  await form.getByLabel("Louver size").selectOption({ index: 1 });
  await form.getByLabel("Colour").selectOption({ index: 1 });
  await form.getByLabel("Width").fill("1200");
  await form.getByLabel("Height").fill("1500");
  await form.getByRole("button", { name: "Create Quote" }).click();
  const details = page.getByRole("dialog");
  await details.getByRole("button", { name: "Ask Helen Ashdown to place it" }).waitFor();
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
  await page.getByText("Ask Helen Ashdown to change your company's details.").waitFor();
  await expect(page.getByLabel("Company name")).not.toBeEditable();
  await colleague.looksRight("customer who may not manage: settings");
}

async function givesTheRight({ page }: Person, ben: Invited): Promise<void> {
  await page.reload();
  const right = page.getByRole("checkbox", { name: `${ben.contact} may order` });
  // The box displays the press at once, so a reload before the reply would read the previous right.
  const kept = page.waitForResponse((reply) => reply.request().method() === "PATCH");
  await right.check();
  expect((await kept).status()).toBe(200);
  await page.reload();
  await expect(right).toBeChecked();
}

/**
 * Helen changes the draft while the dialog is open: the dialog displays the difference and requests
 * confirmation.
 */
async function places(colleague: Person, helen: Person): Promise<number> {
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
  const quoteId = Number(/quote=(\d+)/.exec(page.url())?.[1]);
  await setsPieces(helen, quoteId, 999);
  await dialog.getByRole("button", { name: /Place order/ }).click();
  await dialog.getByText(/^This quote was changed by Helen Ashdown while you were editing it$/).waitFor();
  await dialog.getByText(/^The total was £[\d,.]+ and is now £[\d,]{6,}\.\d\d including VAT\.$/).waitFor();
  await colleague.looksRight("placing what was changed meanwhile");
  await setsPieces(helen, quoteId, 1);
  await dialog.getByRole("button", { name: /^Place order at £/ }).click();
  await dialog.getByText("The total is the same. Its windows or texts may have changed.").waitFor();
  await dialog.getByRole("button", { name: /^Place order at £/ }).click();
  await page.getByText(/It was placed on/).waitFor();
  return quoteId;
}

async function setsPieces({ page }: Person, quoteId: number, quantity: number): Promise<void> {
  const { version, items } = await (await page.request.get(`/api/quotes/${quoteId}`)).json();
  const [{ id, name, shutterTypeId, widthM, heightM, louverSize, colorSelection }] = items;
  const window = { id, name, shutterTypeId, widthM, heightM, louverSize, colorSelection, quantity };
  const saved = await page.request.put(`/api/quotes/${quoteId}`, { data: { version, jobName: "Quill Street", items: [window] } });
  expect(saved.status(), await saved.text()).toBe(200);
}

async function converts({ page }: Person, quoteId: number): Promise<number> {
  const made = await page.request.post(`/api/quotes/${quoteId}/convert`, { data: { shippingAddress: "1 High Street, Lewes BN7 2AA" } });
  expect(made.status(), await made.text()).toBe(201);
  return (await made.json()).id;
}

async function hearsOfTheOrder(colleague: Person, orderId: number, mails: () => Promise<string[]>): Promise<void> {
  const { page } = colleague;
  const mail = async () => (await mails()).some((text) => text.includes(`is order ORD-${orderId} now`) && text.includes("Pay £"));
  await expect.poll(mail).toBe(true);
  await page.goto("/orders");
  await page.getByRole("button", { name: /^Notifications, / }).click();
  await page.getByRole("button", { name: new RegExp(`ORD-${orderId} \\(Quill Street\\)`) }).click();
  const details = page.getByRole("dialog", { name: `Order Details ORD-${orderId}` });
  await details.getByRole("button", { name: /^Pay / }).waitFor();
  await colleague.looksRight("an order that was made of a quote");
  await page.keyboard.press("Escape");
}

/** Opens one unfinished quote in two tabs: neither overwrites the other's changes unseen. */
async function typesInTwoTabs(colleague: Person): Promise<void> {
  const { page } = colleague;
  const said = "This unfinished quote is open in another tab too";
  await page.goto("/quotes?new=quote");
  await (await turnedTo(page.getByRole("dialog"), "Width")).fill("1111");
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage).includes("1111"))).toBe(true);
  const other = await page.context().newPage();
  await other.goto("/quotes?new=quote");
  await other.getByRole("button", { name: "Continue" }).click();
  await other.getByLabel("Width").fill("2222");
  await page.getByText(said).waitFor();
  await colleague.looksRight("an unfinished quote in two tabs");
  await page.getByRole("button", { name: "Continue with the other tab's" }).click();
  await expect(page.getByLabel("Width")).toHaveValue(/^[12]{4}$/);
  await other.getByText(said).waitFor();
  await other.getByRole("button", { name: "Keep this tab's" }).click();
  await page.getByText(said).waitFor();
  await other.close();
}
