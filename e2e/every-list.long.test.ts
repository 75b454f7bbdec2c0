import { expect, test } from "@playwright/test";
import { LAUNCH } from "../playwright.config.ts";
import { coveredWords } from "./testing/covered-words.ts";
import { demoPerson } from "./testing/demo-people.ts";
import { fillWithLongNames } from "./testing/long-names.ts";
import { type Person, PHONE, waitForFrames } from "./testing/person.ts";
import { stories } from "./testing/stories.ts";

/**
 * The test opens every list of each role at the widths of laptops and desktops: every column and
 * action of rule S4 is visible and fits its box.
 */

const { portal, signedIn, visit } = stories({ DEMO: "1" });
/**
 * A laptop's scrollbar takes 15 px of the width. A headless browser hides scrollbars by default.
 */
test.use({ launchOptions: { ...LAUNCH, ignoreDefaultArgs: ["--hide-scrollbars"] } });

test.beforeAll(async () => {
  const owner = await signedIn(portal().superAdmin);
  await fillWithLongNames(owner.page.request);
  await owner.close();
});

/** The steps are small, because a table changes its spacing between two usual widths. */
const WIDTHS = [...Array.from({ length: 31 }, (_, step) => 1280 + 8 * step), 1920];

const QUOTES = ["Quote #", "Status", "Payment", "Created", "Valid Until", "Total", "Actions"];
const ORDERS = ["Order #", "Quote #", "Payment", "Status", "Created", "Shipping Date", "Est. Arrival", "Total", "Actions"];
const REMAKES = ["Remake #", "Order #", "Status", "Reason", "Created", "Actions"];
const ERRORS = ["Time", "Type", "Message", "Path", "Severity", "Status", "Actions"];
const INVOICES = ["Invoice #", "Order #", "Tax point", "Net", "VAT", "Total", "Due", "Payment", "Actions"];
const OFFICE_INVOICES = ["Invoice #", "Client", "Order #", "Tax point", "Net", "VAT", "Total", "Due", "Owed", "Actions"];
const PAYMENTS = ["Received", "Client", "Method", "Pays", "State", "Amount", "Given back", "Credit left"];
const REFERRALS = ["Referral #", "Referred Company", "Status", "Commission", "Date"];
const PRODUCTS = ["Name", "In new quotes", "£/m²", "Actions"];
const CLIENTS = ["Company", "Contact", "Status", "Orders", "Orders total", "Last order", "Registered", "Actions"];
const withSecond = (column: string, [first = "", ...others]: readonly string[]) => [first, column, ...others];
const withThird = (column: string, [first = "", second = "", ...others]: readonly string[]) => [first, second, column, ...others];

/** The columns and actions in their order, by role and address. */
const LISTS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  customer: {
    "/quotes": withSecond("Job", QUOTES),
    "/orders": withSecond("Job", ORDERS),
    "/remakes": withThird("Job", REMAKES),
    "/referrals": REFERRALS,
    "/invoices": withSecond("Job", INVOICES),
  },
  supplier: {
    "/orders": withSecond("Job", ORDERS).filter((column) => !["Quote #", "Payment", "Total"].includes(column)),
    "/remakes": withThird("Company", REMAKES),
  },
  admin: {
    "/quotes": withSecond("Company", QUOTES),
    "/orders": withSecond("Client", ORDERS),
    "/remakes": withThird("Company", REMAKES),
    "/products": PRODUCTS,
    "/clients": CLIENTS,
    "/errors": ERRORS,
    "/invoices": OFFICE_INVOICES,
    "/payments": PAYMENTS,
  },
  super_admin: {
    "/quotes": withSecond("Company", QUOTES),
    "/orders": withSecond("Client", ORDERS),
    "/remakes": withThird("Company", REMAKES),
    "/products": PRODUCTS,
    "/clients": CLIENTS,
    "/errors": ERRORS,
    "/pricing": ["Name", "Description", "£/m²", "Louver sizes", "Widest panel", "Colours", "Actions"],
    "/users": ["Company", "Contact", "Email", "Role", "Actions"],
    "/referrals": [...withThird("Referred By", REFERRALS), "Actions"],
    "/invoices": OFFICE_INVOICES,
    "/payments": PAYMENTS,
    "/audit": ["Time", "Who", "What", "Thing"],
  },
};

for (const [role, lists] of Object.entries(LISTS))
  test(`every list of a ${role} shows all its columns and actions from 1280 px up`, async () => {
    const person = await visit();
    const { page } = person;
    const who = role === "super_admin" ? portal().superAdmin : demoPerson(role);
    expect((await page.request.post("/api/login", { data: who })).status()).toBe(200);
    for (const [address, columns] of Object.entries(lists)) {
      await page.goto(address);
      await page.getByRole("table").last().waitFor();
      await person.arrived();
      if (address === "/orders" && SETS_DATES.includes(role)) await hasAWrongDate(person);
      const faults: Record<string, readonly number[]> = {};
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        const heads = await page.getByRole("columnheader").filter({ visible: true }).allTextContents();
        const missing = heads.join() === columns.join() ? [] : [`columns ${heads}`];
        const cut = await page.getByRole("table").last().evaluate(whatIsCut);
        for (const fault of [...missing, ...cut]) faults[fault] = [...(faults[fault] ?? []), width];
      }
      expect.soft(faults, `${role}: ${address}`).toEqual({});
    }
    await person.close();
  });

const SETS_DATES = ["supplier", "super_admin"];

/** Enters one rejected day, so that its error is displayed beside it. */
async function hasAWrongDate({ page }: Person): Promise<void> {
  const field = page.getByLabel(/^Shipping date of/).first();
  await field.fill("1 Jan 2020");
  await field.press("Enter");
  await page.getByRole("alert").filter({ hasText: "cannot be before" }).waitFor();
}

/**
 * Returns the parts of a table that are outside its box, its cell or the window, and days and words
 * that break.
 */
function whatIsCut(table: Element): string[] {
  const box = (table.parentElement ?? table).getBoundingClientRect();
  const page = document.documentElement;
  if (getComputedStyle(table).display !== "table") return ["rows are blocks: there are no columns"];
  const cut = page.scrollWidth > page.clientWidth ? [`the page scrolls by ${page.scrollWidth - page.clientWidth} px`] : [];
  if (box.right > page.clientWidth) cut.push(`the box ends at ${box.right}, the window at ${page.clientWidth}`);
  // A value's error overlays the table.
  for (const alert of table.querySelectorAll("[role=alert]"))
    if (alert.getBoundingClientRect().right > page.clientWidth) cut.push(`“${alert.textContent}” is cut`);
  for (const cell of table.querySelectorAll("th, td")) {
    const { left, right, width } = cell.getBoundingClientRect();
    const name = `${cell.getAttribute("data-label") ?? "Actions"}: ${cell.textContent}`;
    if (width < 8 || right > box.right + 0.5 || left < box.left - 0.5) cut.push(`${name}: ${left} to ${right} of ${box.right}`);
    for (const part of cell.querySelectorAll("span, button, a, input, select, time")) {
      if (part.textContent === "" && part.tagName === "SPAN") continue;
      const beyond = part.getBoundingClientRect().right - right;
      // A text that ends with an ellipsis on purpose has its whole text in its title.
      if (beyond > 0.5 && !part.closest(".truncate, .sr-only, [title], [role=alert]")) cut.push(`${name}: ${beyond} px beyond its cell`);
    }
  }
  // A day, an amount or a common word must not break into two lines.
  const texts = document.createTreeWalker(table, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    // A truncated one-line text continues below, where nobody sees it.
    for (const { index, 0: word } of getComputedStyle(text.parentElement ?? table).wordBreak === "break-all"
      ? []
      : (text.textContent ?? "").matchAll(/[^\s‐-–-]+/g)) {
      const place = document.createRange();
      place.setStart(text, index);
      place.setEnd(text, index + word.length);
      const lines = new Set([...place.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1 && word.length <= 14) cut.push(`${word} of “${text.textContent}” breaks`);
    }
  for (const day of table.querySelectorAll("time"))
    if (day.getClientRects().length > 0 && day.getBoundingClientRect().height > 24) cut.push(`${day.textContent} takes two lines`);
  return cut.slice(0, 8);
}

const hasAllColumns = (table: Element, columns: readonly string[]) => {
  const heads = [...table.querySelectorAll("thead th")].map(({ textContent }) => textContent);
  const moved = [...(table.querySelector("tbody tr")?.querySelectorAll("dl > [data-label]") ?? [])].map((value) =>
    value.getAttribute("data-label"),
  );
  const everywhere = [...heads, ...moved];
  return columns.filter((column) => !everywhere.includes(column));
};

const BETWEEN = [768, 820, 912, 1023, 1180];

for (const [role, lists] of Object.entries(LISTS))
  test(`every list of a ${role} is a table from 768 px up, with each column beside or under the first one`, async () => {
    const person = await visit();
    const { page } = person;
    const who = role === "super_admin" ? portal().superAdmin : demoPerson(role);
    expect((await page.request.post("/api/login", { data: who })).status()).toBe(200);
    for (const [address, columns] of Object.entries(lists)) {
      await page.goto(address);
      await page.getByRole("table").last().waitFor();
      await person.arrived();
      const faults: string[] = [];
      for (const width of BETWEEN) {
        await page.setViewportSize({ width, height: 900 });
        await page.evaluate(waitForFrames);
        const table = page.getByRole("table").last();
        const missing = await table.evaluate(hasAllColumns, columns);
        const display = await table.evaluate((element) => getComputedStyle(element).display);
        const beyond = await table.evaluate((element) => element.getBoundingClientRect().right - document.documentElement.clientWidth);
        const sideways = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        if (missing.length > 0 || display !== "table" || beyond > 0 || sideways > 0)
          faults.push(`${width}: ${display}, missing ${missing}, ${beyond} px beyond the window, ${sideways} px sideways`);
        faults.push(...(await table.evaluate(coveredWords)).map((words) => `${width}: ${words}`));
      }
      expect.soft(faults, `${role}: ${address}`).toEqual([]);
    }
    await person.close();
  });

for (const [role, lists] of Object.entries(LISTS))
  test(`no action of a ${role}'s list covers a word of its row on a phone`, async () => {
    const person = await visit({ device: PHONE });
    const { page } = person;
    const who = role === "super_admin" ? portal().superAdmin : demoPerson(role);
    expect((await page.request.post("/api/login", { data: who })).status()).toBe(200);
    for (const address of Object.keys(lists)) {
      await page.goto(address);
      await page.getByRole("table").last().waitFor();
      await person.arrived();
      expect.soft(await page.getByRole("table").last().evaluate(coveredWords), `${role}: ${address}`).toEqual([]);
    }
    await person.close();
  });

test("Pay Now and View Details have their words on the screen at every width", async () => {
  const person = await visit();
  const { page } = person;
  expect((await page.request.post("/api/login", { data: demoPerson("customer") })).status()).toBe(200);
  for (const width of [390, 768, 1023, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/orders");
    await person.arrived();
    for (const words of ["Pay Now", "View Details"]) {
      const button = page.getByRole("table").getByRole("button", { name: words }).first();
      expect([width, await button.innerText()]).toEqual([width, words]);
    }
  }
  await person.close();
});
