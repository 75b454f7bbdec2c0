import { readFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { importToXero } from "#server/testing/bookkeeping-imports.ts";
import { stories } from "./testing/stories.ts";

/**
 * A month's end, with the demo's data: from nothing to the file, press by press. The owner signs
 * in, opens Money, reads what is owed, exports and saves both files. Each figure is opened once and
 * comes to its list.
 */
const { portal, signedIn } = stories({ DEMO: "1" });

test("from the dashboard to both files in four presses, and every figure opens its list", async () => {
  const { page } = await signedIn(portal().superAdmin);
  let presses = 0;
  const press = async (role: "link" | "button", name: string) => {
    presses += 1;
    await page.getByRole(role, { name, exact: true }).first().click();
  };
  const pressFile = (name: string) => {
    presses += 1;
    return page.locator("main table").getByRole("link", { name, exact: true }).first().click();
  };
  const saved = async (name: string) => {
    const [download] = await Promise.all([page.waitForEvent("download"), pressFile(name)]);
    return readFile(await download.path(), "utf8");
  };
  await press("link", "Money");
  await page.getByText("Owed by customers", { exact: true }).first().waitFor();
  await press("button", "Export for Xero");
  await page.locator("table[role=table] tbody tr").nth(1).waitFor();
  const invoices = importToXero(await saved("Invoices"));
  expect(invoices.length).toBeGreaterThan(0);
  expect(importToXero(await saved("Credit notes"))).toEqual(expect.any(Array));
  expect(presses).toBe(4);

  // Of the same days: what was made just now is what was issued and not yet exported.
  const money = await (await page.request.get("/api/money")).json();
  const lists = await page
    .locator("dl a, section table a:not([download])")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  expect(lists.length).toBeGreaterThanOrEqual(10);
  for (const path of lists) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(/404/);
  }
  const orders = await (await page.request.get(`/api/orders/sums?invoiced=false`)).json();
  expect(money.notInvoiced).toBe(orders.total);
});
