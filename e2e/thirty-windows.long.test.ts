import { expect, test } from "@playwright/test";
import { stories } from "./testing/stories.ts";

/**
 * The test enters a house of thirty windows, measured on paper and typed in the evening, with only
 * the keyboard.
 */

const { portal, visit } = stories();

const WINDOWS = Array.from({ length: 30 }, (_, at) => ({ width: 600 + 20 * at, height: 1000 + 10 * at }));

/**
 * Computes the total independently in whole pennies: area to 3 decimals, times £150.50, each half
 * up; then 20 % VAT.
 */
function totalOf(windows: typeof WINDOWS): string {
  const halfUp = (over: number, by: number) => Math.floor((2 * over + by) / (2 * by));
  const subtotal = windows.reduce((sum, { width, height }) => sum + halfUp(halfUp(width * height, 1000) * 15050, 1000), 0);
  const total = subtotal + halfUp(subtotal, 5);
  return `£${(total / 100).toLocaleString("en-GB", { minimumFractionDigits: 2 })}`;
}

test("thirty windows are quoted by keyboard alone, and the total is right", async () => {
  const person = await visit();
  const { page } = person;
  const { keyboard } = page;
  const signedIn = await page.request.post("/api/login", { data: portal().superAdmin });
  expect(signedIn.status()).toBe(200);
  const product = { name: "Basswood", basePricePerM2: 150.5, standardLouverSizes: [64, 76], colorOptions: ["White", "Cream"] };
  expect((await page.request.post("/api/products", { data: product })).ok()).toBe(true);
  await page.goto("/quotes");
  await page.getByRole("heading", { name: "Quotes", level: 1 }).waitFor();

  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("name") ?? document.activeElement?.textContent ?? "");
  const tabTo = async (what: string) => {
    const isThere = async () => new RegExp(`^${what}(:|$)`).test(await focused());
    for (let presses = 0; presses < 60 && !(await isThere()); presses += 1) await keyboard.press("Tab");
    expect(await isThere(), `${what} rather than ${await focused()}`).toBe(true);
  };
  await tabTo("New Quote");
  await keyboard.press("Enter");
  await page.getByRole("option", { name: "Basswood" }).waitFor({ state: "attached" });
  await tabTo("windows.0.name");

  // The first window sets the choices for all. Enter focuses the next missing field.
  await keyboard.type("Hall");
  await keyboard.press("Enter");
  await keyboard.type("Basswood");
  await keyboard.press("Enter");
  await keyboard.type(`${WINDOWS[0]?.width}`);
  await keyboard.press("Enter");
  await keyboard.type(`${WINDOWS[0]?.height}`);
  await keyboard.press("Enter");
  expect(await focused()).toBe("windows.0.louverSize");
  // The error that Enter displays disappears once the field is complete.
  const missing = page.getByText("Louver size is required");
  await keyboard.press("Enter");
  await missing.waitFor();
  await keyboard.type("64");
  await missing.waitFor({ state: "detached" });
  await keyboard.press("Enter");
  await keyboard.type("White");
  await keyboard.press("Enter");

  for (const [at, { width, height }] of [...WINDOWS.entries()].slice(1)) {
    expect(await focused()).toBe(`windows.${at}.name`);
    await keyboard.type(`Room ${at + 1}`);
    // The last window was measured in centimetres.
    const isLast = at + 1 === WINDOWS.length;
    for (const measure of [width, height]) {
      await keyboard.press("Enter");
      await keyboard.type(`${isLast ? measure / 10 : measure}`);
    }
    if (!isLast) await keyboard.press("Enter");
  }
  await tabTo("Use 1,180 × 1,290 mm");
  await person.looksRight("new quote, a measure that is mended");
  await keyboard.press("Enter");
  expect(await focused()).toMatch(/^windows\.29\.(width|height)$/);
  await page.getByText("Now 1,180 × 1,290 mm").waitFor();
  await page.getByRole("region", { name: "Window 30 of 30" }).waitFor();
  await page.getByRole("dialog").getByText(totalOf(WINDOWS)).first().waitFor();
  await person.looksRight("new quote, thirty windows");

  await keyboard.press("Control+Enter");
  await person.isTold("Quote created successfully");
  const [quote] = await (await page.request.get("/api/quotes")).json();
  expect(quote.itemCount).toBe(30);
  const items = await (await page.request.get(`/api/quotes/${quote.id}/items`)).json();
  expect(items.map(({ widthM, heightM }: { widthM: number; heightM: number }) => [widthM, heightM])).toEqual(
    WINDOWS.map(({ width, height }) => [width / 1000, height / 1000]),
  );
  expect(`£${quote.finalTotal.toLocaleString("en-GB", { minimumFractionDigits: 2 })}`).toBe(totalOf(WINDOWS));
  await person.close();
});

/** Rows in view beside the fields that change the selected windows. */
const FEWEST_ROWS = 8;

test("the whole house shows eight windows on a small laptop while all are selected", async () => {
  const person = await visit({ device: { viewport: { width: 1366, height: 768 } } });
  const { page } = person;
  expect((await page.request.post("/api/login", { data: portal().superAdmin })).ok()).toBe(true);
  const product = { name: "Poplar", basePricePerM2: 150.5, standardLouverSizes: [64], colorOptions: ["White"] };
  const { id } = await (await page.request.post("/api/products", { data: product })).json();
  const items = WINDOWS.map(({ width, height }, at) => ({
    ...{ name: `Room ${at + 1}`, shutterTypeId: id, louverSize: 64, colorSelection: "White" },
    ...{ widthM: width / 1000, heightM: height / 1000 },
  }));
  const house = { customerName: "Mrs Hughes", siteAddress: "4 Orchard Lane, Lewes", items };
  const quote = await (await page.request.post("/api/quotes", { data: house })).json();
  await page.goto(`/quotes?edit=${quote.id}`);
  const form = page.getByRole("dialog", { name: /^Edit Quote/ });
  await form.getByText("Mrs Hughes · 4 Orchard Lane, Lewes").waitFor();
  await form.getByRole("button", { name: "Whole house" }).click();
  await form.getByRole("checkbox", { name: "Choose all windows" }).check();
  await form.getByLabel("Mid rails").waitFor();
  const rows = form.getByRole("row").filter({ has: page.getByRole("button", { name: /Room/ }) });
  const last = rows.nth(FEWEST_ROWS - 1);
  await expect(rows.first()).toBeInViewport({ ratio: 1 });
  await expect(last).toBeInViewport({ ratio: 1 });
  await person.looksRight("the whole house, all selected");
  await form.getByRole("button", { name: "One window" }).click();
  await form.getByText("Mrs Hughes · 4 Orchard Lane, Lewes").waitFor();
  await person.close();
});
