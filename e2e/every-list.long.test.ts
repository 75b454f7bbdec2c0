import { expect, test } from "@playwright/test";
import { LAUNCH } from "../playwright.config.ts";
import { demoPerson } from "./testing/demo-people.ts";
import { fillWithLongNames } from "./testing/long-names.ts";
import { stories } from "./testing/stories.ts";

/**
 * Every list of each role at the widths of laptops and desktops: everything that rule S4 names is visible and fits its
 * box.
 */

const { portal, signedIn, visit } = stories({ DEMO: "1" });
/** A laptop's scroll bar takes 15 px of the width. A headless browser has none unless it is asked to. */
test.use({ launchOptions: { ...LAUNCH, ignoreDefaultArgs: ["--hide-scrollbars"] } });

test.beforeAll(async () => {
  const owner = await signedIn(portal().superAdmin);
  await fillWithLongNames(owner.page.request);
  await owner.close();
});

const WIDTHS = [1280, 1366, 1440, 1920];

const QUOTES = ["Quote #", "Status", "Payment", "Created", "Valid Until", "Total", "Actions"];
const ORDERS = ["Order #", "Quote #", "Payment", "Status", "Created", "Shipping Date", "Est. Arrival", "Actions"];
const REMAKES = ["Remake #", "Order #", "Status", "Reason", "Created", "Actions"];
const ERRORS = ["Time", "Type", "Message", "Path", "Severity", "Status", "Actions"];
const INVOICES = ["Invoice #", "Order #", "Tax point", "Net", "VAT", "Total", "Payment", "Actions"];
const REFERRALS = ["Referral #", "Referred Company", "Status", "Commission", "Date"];
const PRODUCTS = ["Name", "In new quotes", "£/m²", "Actions"];
const CLIENTS = ["Company", "Contact", "Status", "Orders", "Orders total", "Last order", "Registered", "Actions"];
const withSecond = (column: string, [first = "", ...others]: readonly string[]) => [first, column, ...others];

/** The columns and actions, by role and address. */
const LISTS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  customer: {
    "/quotes": QUOTES,
    "/orders": ORDERS,
    "/remakes": REMAKES,
    "/referrals": REFERRALS,
    "/invoices": withSecond("Job", INVOICES),
  },
  supplier: { "/orders": ORDERS.filter((column) => column !== "Quote #" && column !== "Payment"), "/remakes": REMAKES },
  admin: {
    "/quotes": withSecond("Company", QUOTES),
    "/orders": ORDERS,
    "/remakes": REMAKES,
    "/products": PRODUCTS,
    "/clients": CLIENTS,
    "/errors": ERRORS,
    "/invoices": withSecond("Client", INVOICES),
  },
  super_admin: {
    "/quotes": withSecond("Company", QUOTES),
    "/orders": withSecond("Client", ORDERS),
    "/remakes": REMAKES,
    "/products": PRODUCTS,
    "/clients": CLIENTS,
    "/errors": ERRORS,
    "/pricing": ["Name", "Description", "£/m²", "Louver sizes", "Widest panel", "Colours", "Actions"],
    "/users": ["Company", "Contact", "Email", "Role", "Actions"],
    "/referrals": withSecond("Referred By", REFERRALS),
    "/invoices": withSecond("Client", INVOICES),
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
      for (const width of WIDTHS) {
        const what = `${role}, ${width} px: ${address}`;
        await page.setViewportSize({ width, height: 900 });
        await person.arrived();
        const heads = await page.getByRole("columnheader").filter({ visible: true }).allTextContents();
        expect.soft(heads.filter((head) => columns.includes(head)).toSorted(), what).toEqual(columns.toSorted());
        expect.soft(await page.getByRole("table").last().evaluate(whatIsCut), what).toEqual([]);
      }
    }
    await person.close();
  });

/** The parts of a table that lie outside its box, its cell or the window. */
function whatIsCut(table: Element): string[] {
  const box = (table.parentElement ?? table).getBoundingClientRect();
  const page = document.documentElement;
  if (getComputedStyle(table).display !== "table") return ["rows are blocks: there are no columns"];
  const cut = page.scrollWidth > page.clientWidth ? [`the page scrolls by ${page.scrollWidth - page.clientWidth} px`] : [];
  if (box.right > page.clientWidth) cut.push(`the box ends at ${box.right}, the window at ${page.clientWidth}`);
  for (const cell of table.querySelectorAll("th, td")) {
    const { left, right, width } = cell.getBoundingClientRect();
    const name = `${cell.getAttribute("data-label") ?? "Actions"}: ${cell.textContent}`;
    if (width < 8 || right > box.right + 0.5 || left < box.left - 0.5) cut.push(`${name}: ${left} to ${right} of ${box.right}`);
    for (const part of cell.querySelectorAll("span, button, a, input, select, time")) {
      if (part.textContent === "" && part.tagName === "SPAN") continue;
      const beyond = part.getBoundingClientRect().right - right;
      // A text that is cut with dots on purpose has its whole text in its title.
      if (beyond > 0.5 && !part.closest(".truncate, .sr-only, [title]")) cut.push(`${name}: ${beyond} px beyond its cell`);
    }
  }
  return cut.slice(0, 8);
}
