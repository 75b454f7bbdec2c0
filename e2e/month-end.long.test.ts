import { readFile } from "node:fs/promises";
import { type APIRequestContext, expect, type Locator, type Page, test } from "@playwright/test";
import { formatMoney } from "#client/lib/format.ts";
import { importToXero } from "#server/testing/money/bookkeeping-imports.ts";
import { arrived } from "./testing/demo-people.ts";
import { figuresOf } from "./testing/money-figures.ts";
import { stories } from "./testing/stories.ts";

/**
 * The story is the owner's end of a month, with the demo's data: from the sign-in to both files, by
 * keyboard alone, with every press counted. docs/measurements.md has the results.
 */
const { portal, visit } = stories({ DEMO: "1" });

/**
 * The seconds of a practised person (Card, Moran and Newell's keystroke-level model): for a key,
 * and for the thought before each action.
 */
const A_KEY = 0.28;
const A_THOUGHT = 1.35;

/** Uses the keyboard and counts the keys of each part and the thoughts before them. */
class Hands {
  readonly parts: Record<string, { keys: number; thoughts: number }> = {};
  #part = { keys: 0, thoughts: 0 };
  readonly #page: Page;
  constructor(page: Page) {
    this.#page = page;
  }

  begins(part: string): void {
    this.#part = { keys: 0, thoughts: 0 };
    this.parts[part] = this.#part;
  }
  async press(key: string): Promise<void> {
    this.#part.keys += 1;
    await this.#page.keyboard.press(key);
  }
  async types(text: string): Promise<void> {
    this.#part.keys += text.length;
    this.#part.thoughts += 1;
    await this.#page.keyboard.type(text);
  }
  /** Presses Tab (or Shift+Tab) until the target has the focus. */
  async goesTo(target: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
    await target.waitFor();
    this.#part.thoughts += 1;
    for (let presses = 0; !(await isFocused(target)); presses += 1) {
      if (presses > 60) throw new Error(`${key} does not lead to ${target}`);
      await this.press(key);
    }
  }
  async opens(target: Locator, key?: "Tab" | "Shift+Tab"): Promise<void> {
    await this.goesTo(target, key);
    await this.press("Enter");
  }
  /** Selects an item of an open menu with the arrows. */
  async chooses(name: string): Promise<void> {
    const item = this.#page.getByRole("menuitem", { name });
    await item.waitFor();
    for (let presses = 0; !(await isFocused(item)) && presses < 12; presses += 1) await this.press("ArrowDown");
    await this.press("Enter");
  }
  async goesBack(): Promise<void> {
    this.#part.keys += 1;
    await this.#page.goBack();
  }
  /** Replaces a field's text. */
  async writes(field: Locator, text: string): Promise<void> {
    await this.goesTo(field);
    await this.press("Control+a");
    await this.types(text);
  }
  /** Opens a screen from any other by the palette. */
  async visits(words: string): Promise<void> {
    await this.press("/");
    await expect(this.#page.getByRole("combobox", { name: /^Find/ })).toBeFocused();
    await this.types(words);
    await this.#page.getByRole("option", { name: new RegExp(`^${words}`, "i"), selected: true }).waitFor();
    await this.press("Enter");
  }
  get keys(): number {
    return Object.values(this.parts).reduce((sum, { keys }) => sum + keys, 0);
  }
  get seconds(): number {
    return Object.values(this.parts).reduce((sum, { keys, thoughts }) => sum + keys * A_KEY + thoughts * A_THOUGHT, 0);
  }
}
const SAGE_HEAD = "Type,Account Reference,Nominal A/C Ref,Department Code,Date,Reference,Details,Net Amount,Tax Code,Tax Amount";

const isFocused = (target: Locator) => target.evaluate((element) => element === document.activeElement);

interface Owed {
  readonly number: string;
  readonly owed: number;
  readonly company: { readonly id: number; readonly name: string };
}
const inPence = (pounds: number) => Math.round(pounds * 100);
const read = async (asked: APIRequestContext, path: string) => {
  const reply = await asked.get(path);
  expect(reply.status(), path).toBe(200);
  return reply.json();
};

/**
 * Checks that a company's account equals the sums of its documents and money (contract of the
 * account, "one identity").
 */
async function identityHolds(asked: APIRequestContext, companyId: number): Promise<void> {
  const account = await read(asked, `/api/clients/${companyId}/account`);
  const entries: { amount: number; balance: number }[] = await read(asked, `/api/clients/${companyId}/account/entries?limit=200`);
  expect(inPence(account.balance)).toBe(inPence(account.owed) - inPence(account.credit));
  expect(entries.reduce((sum, { amount }) => sum + inPence(amount), 0)).toBe(inPence(account.balance));
  expect(inPence(entries.at(-1)?.balance ?? 0)).toBe(inPence(account.balance));
}

test("the month's end by keyboard: a transfer, a refund, a void, a credit, who owes, the figures and files", async () => {
  const owner = await visit();
  const { page } = owner;
  const asked = page.request;
  const hands = new Hands(page);
  const listed = async (path: string) => (await (await asked.get(path)).json()) as Owed[];

  hands.begins("sign in");
  await page.goto("/");
  await hands.goesTo(page.getByLabel("Email"));
  await hands.types(portal().superAdmin.email);
  await hands.goesTo(page.getByLabel("Password", { exact: true }));
  await hands.types(portal().superAdmin.password);
  await hands.press("Enter");
  await arrived(owner, /^Welcome/);
  const [open] = await listed("/api/invoices?owed=true&limit=1");
  if (!open) throw new Error("Nobody owes anything");
  const { number, company } = open;
  const before = await read(asked, `/api/clients/${company.id}/account`);

  const records = async (amount: string) => {
    await hands.opens(page.getByRole("button", { name: "Record a transfer" }));
    const dialog = page.getByRole("dialog", { name: "Record a transfer" });
    await expect(dialog.getByLabel("Client")).toBeFocused();
    await hands.types(company.name.slice(0, 6));
    await dialog.getByText(company.name, { exact: true }).first().waitFor();
    await dialog.locator("[role=listbox][aria-busy=false]").waitFor();
    await hands.press("Enter");
    await dialog.getByLabel(`Pays of ${number}`).waitFor();
    await hands.writes(dialog.getByLabel("Amount"), amount);
    return dialog;
  };
  const opensNewest = async (amount: string) => {
    // The list displays the amount before a row is selected.
    await page.locator("main tbody tr").first().getByText(amount, { exact: true }).first().waitFor();
    await owner.arrived();
    await hands.press("j");
    await hands.press("Enter");
    const details = page.getByRole("dialog", { name: /^Payment/ });
    await details.getByText("Recorded", { exact: true }).waitFor();
    return details;
  };
  const closes = async (dialog: Locator) => {
    await hands.press("Escape");
    await dialog.waitFor({ state: "detached" });
  };

  hands.begins("a transfer of £50.00, all of it credit");
  await hands.visits("payments");
  await arrived(owner, "Payments");
  const recording = await records("50");
  for (const field of await recording.getByLabel(/^Pays of/).all())
    if ((await field.inputValue()) !== "") {
      await hands.goesTo(field);
      await hands.press("Delete");
    }
  await recording.getByText(`£50.00 is left over, as credit of ${company.name}.`).waitFor();
  await owner.looksRight("super admin: a transfer");
  await hands.press("Enter");
  await owner.isTold(`£50.00 of ${company.name} recorded`);

  hands.begins("£40.00 of it allocated");
  const payment = await opensNewest("£50.00");
  await hands.opens(payment.getByRole("button", { name: "Allocate" }));
  const allocating = page.getByRole("dialog", { name: /^Allocate £50.00/ });
  await allocating.getByLabel(`Pays of ${number}`).waitFor();
  await hands.writes(allocating.getByLabel(`Pays of ${number}`), "40");
  await hands.press("Enter");
  await owner.isTold("Payment allocated");

  hands.begins("£15.00 given back, with a credit note");
  await hands.opens(payment.getByRole("button", { name: "Give money back" }));
  const giving = page.getByRole("dialog", { name: /^Give money back/ });
  await hands.writes(giving.getByLabel("Amount"), "15");
  await hands.goesTo(giving.getByLabel("Reason"));
  await hands.types("A window was left out");
  await owner.looksRight("super admin: money back");
  await hands.press("Control+Enter");
  await giving.waitFor({ state: "detached" });
  await payment.getByRole("link", { name: /^CN-\d{5}$/ }).waitFor();
  await owner.looksRight("super admin: a payment");
  await closes(payment);

  hands.begins("a wrong transfer recorded and voided");
  await records("7");
  await hands.press("Enter");
  await owner.isTold(`£7.00 of ${company.name} recorded`);
  const wrong = await opensNewest("£7.00");
  await hands.opens(wrong.getByRole("button", { name: /^More actions for payment/ }));
  await hands.chooses("Void…");
  const voiding = page.getByRole("dialog", { name: /^Void £7.00/ });
  await hands.goesTo(voiding.getByLabel("Reason"));
  await hands.types("Typed for another client");
  await hands.press("Control+Enter");
  await owner.isTold("Payment voided");
  await wrong.getByText(/It no longer counts\.$/).waitFor();
  await closes(wrong);

  hands.begins("an invoice credited by £10.00");
  await hands.visits("invoices");
  await arrived(owner, "Invoices");
  await hands.goesTo(page.getByLabel("Search invoices"));
  await hands.types(number);
  await page
    .getByText("1 in all", { exact: true })
    .or(page.getByText(/^[23] in all$/))
    .first()
    .waitFor();
  await hands.opens(page.getByRole("button", { name: `More actions for ${number}` }));
  await hands.chooses("Credit this invoice…");
  const crediting = page.getByRole("dialog", { name: /^Credit this invoice/ });
  await hands.writes(crediting.getByLabel("Amount, VAT included"), "10");
  await hands.goesTo(crediting.getByLabel("Reason"));
  await hands.types("A price put right");
  await hands.press("Control+Enter");
  await crediting.waitFor({ state: "detached" });

  // The expected sum is £40 minus £15 that went back with a credit note of the same amount, and £10
  // credited.
  const [after] = await listed(`/api/invoices?search=${number}&kind=invoice`);
  expect(inPence(after?.owed ?? 0)).toBe(inPence(open.owed) - 4000 - 1000);
  const account = await read(asked, `/api/clients/${company.id}/account`);
  expect(inPence(account.balance)).toBe(inPence(before.balance) - 5000 + 1500 - 1500 - 1000);
  expect(inPence(account.credit)).toBe(inPence(before.credit) + 1000);
  await identityHolds(asked, company.id);

  hands.begins("who owes, and a reminder");
  await hands.visits("orders");
  await arrived(owner, "Orders");
  await hands.goesTo(page.getByRole("tab", { selected: true }));
  for (let views = 0; !(await isFocused(page.getByRole("tab", { name: /^Unpaid/ }))) && views < 12; views += 1)
    await hands.press("ArrowRight");
  await hands.opens(page.getByRole("button", { name: "Send payment reminders" }), "Shift+Tab");
  const reminding = page.getByRole("dialog", { name: "Send payment reminders" });
  await hands.opens(reminding.getByRole("button", { name: /^Remind \d+ client/ }));
  await owner.isTold("reminded of");

  hands.begins("a client's statement");
  await hands.press("/");
  await hands.types(company.name);
  const client = page.getByRole("group", { name: "Clients" }).getByRole("option", { name: new RegExp(company.name) });
  await client.waitFor();
  for (let presses = 0; (await client.getAttribute("aria-selected")) !== "true" && presses < 40; presses += 1)
    await hands.press("ArrowDown");
  await hands.press("Enter");
  await arrived(owner, company.name);
  const [statement] = await Promise.all([
    page.context().waitForEvent("response", (reply) => reply.url().includes("/statement.pdf")),
    hands.opens(page.getByRole("link", { name: "Statement (PDF)" })),
  ]);
  expect(statement.status()).toBe(200);
  expect(statement.headers()["content-type"]).toContain("application/pdf");

  hands.begins("the figures, each with its list");
  await hands.visits("money");
  await arrived(owner, "Money");
  await owner.looksRight("super admin: money");
  const money = await read(asked, "/api/money");
  for (const [label, figure] of figuresOf(money)) {
    await hands.opens(page.getByRole("link", { name: label, exact: true }));
    await page.getByRole("heading", { name: "Money", level: 1 }).waitFor({ state: "detached" });
    await owner.arrived();
    if (figure !== 0) await expect(page.locator("main tfoot"), label).toContainText(formatMoney(figure));
    await hands.goesBack();
    await arrived(owner, "Money");
  }

  hands.begins("both files");
  const exports = page.locator("main table").getByRole("link", { name: "Invoices", exact: true });
  const exported = await exports.count();
  await hands.opens(page.getByRole("button", { name: "Export for Xero" }));
  // The demo already has an export: the new one appears above it once it is ready.
  await expect(exports).toHaveCount(exported + 1);
  const file = (name: string) => page.locator("main table").getByRole("link", { name, exact: true }).first();
  const saved = async (name: string) => {
    const [download] = await Promise.all([page.waitForEvent("download"), hands.opens(file(name))]);
    return readFile(await download.path(), "utf8");
  };
  const invoices = importToXero(await saved("Invoices"));
  expect(invoices.length).toBeGreaterThan(0);
  expect(importToXero(await saved("Credit notes")).length).toBeGreaterThanOrEqual(2);

  hands.begins("the same for Sage 50");
  await hands.goesTo(page.getByRole("radio", { name: "Xero" }), "Shift+Tab");
  await hands.press("ArrowRight");
  await hands.goesTo(page.getByRole("checkbox", { name: "Include documents that were exported before" }));
  await hands.press("Space");
  await hands.opens(page.getByRole("button", { name: "Export for Sage 50" }));
  await expect(exports).toHaveCount(exported + 2);
  // The file has one line per document after the header.
  expect((await saved("Invoices")).trim().split("\r\n")[0]).toBe(SAGE_HEAD);
  expect((await saved("Credit notes")).trim().split("\r\n").length).toBeGreaterThanOrEqual(3);

  for (const { id } of await read(asked, "/api/clients?limit=200")) await identityHolds(asked, id);
  // The story needs about 510 keys and four minutes.
  expect(hands.keys).toBeLessThan(620);
  expect(hands.seconds).toBeLessThan(270);
  await owner.close();
});
