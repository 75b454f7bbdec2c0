import { expect, type Page, test } from "@playwright/test";
import { demoPerson } from "./testing/demo-people.ts";
import { layoutShifts, recordLayoutShifts } from "./testing/layout-shifts.ts";
import { stories } from "./testing/stories.ts";

/** The browsers of these stories translate the page, compose characters, or magnify to 400 %. */

const { portal, signedIn } = stories({ DEMO: "1" });

/** Moves each text into `<font>` elements, as Chrome's translator does. */
const translate = (page: Page) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      if (!text.data.trim() || text.parentElement?.closest("script, style, option")) continue;
      const font = document.createElement("font");
      font.append(text.data);
      text.replaceWith(font);
    }
  });

test("a translated New Quote adds a window and continues to work", async () => {
  const helen = await signedIn(demoPerson("customer"));
  const { page } = helen;
  await page.getByRole("button", { name: "New Quote" }).first().click();
  await page.getByRole("button", { name: "Add window" }).first().waitFor();
  await translate(page);
  await page.getByRole("button", { name: "Add window" }).first().click();
  await expect(page.getByLabel("Window name")).toHaveValue("Window 2");
  expect(await page.getByText("stopped working").count()).toBe(0);
  await helen.close();
});

test("the Enter that ends a composition does not send New Quote", async () => {
  const helen = await signedIn(demoPerson("customer"));
  const { page } = helen;
  await page.getByRole("button", { name: "New Quote" }).first().click();
  const name = page.getByLabel("Window name");
  await name.waitFor();
  await name.dispatchEvent("keydown", { key: "Escape", isComposing: true, bubbles: true });
  await name.dispatchEvent("keydown", { key: "Enter", isComposing: true, ctrlKey: true, bubbles: true });
  await expect(name).toBeVisible();
  expect(await page.getByRole("alert").count()).toBe(0);
  await helen.close();
});

/** A laptop of 1280 × 1024 px at 400 %. */
const AT_400_PERCENT = { width: 320, height: 256 };

test("at 320 × 256 px the menu scrolls as one, and New Quote's header and footer scroll with its content", async () => {
  const helen = await signedIn(demoPerson("customer"));
  const { page } = helen;
  await page.setViewportSize(AT_400_PERCENT);
  await page.getByRole("button", { name: "Open menu" }).click();
  const menu = page.getByRole("navigation", { name: "Main" });
  expect(await menu.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
  await page.getByRole("dialog").getByRole("button", { name: "Logout" }).scrollIntoViewIfNeeded();
  await page.getByRole("button", { name: "Close menu" }).press("Enter");
  await page.getByRole("button", { name: "New Quote" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  const top = async () => (await dialog.getByRole("heading").first().boundingBox())?.y ?? 0;
  const before = await top();
  await dialog.evaluate((element) => element.scrollTo(0, 150));
  await expect.poll(async () => before - (await top())).toBeGreaterThan(100);
  await helen.close();
});

test("at 320 × 256 px the scrap, the workshop's stock and the buttons of a quote's row stay within the screen", async () => {
  const supplier = await signedIn(demoPerson("supplier"));
  await supplier.page.setViewportSize(AT_400_PERCENT);
  for (const [address, table] of [
    ["/workshop/scrap", "Metres"],
    ["/settings?tab=workshop", "Keep from"],
  ] as const) {
    await supplier.page.goto(address);
    await supplier.page.getByRole("columnheader", { name: table }).waitFor();
    await supplier.looksRight(`at 400 %: ${address}`);
  }
  await supplier.close();

  const helen = await signedIn(demoPerson("customer"));
  await helen.page.setViewportSize(AT_400_PERCENT);
  await helen.page.goto("/quotes");
  const row = helen.page
    .getByRole("row", { name: /Q-/ })
    .filter({ has: helen.page.getByRole("button", { name: /^Pay Now/ }) })
    .first();
  const number = await row.getByRole("cell", { name: /^Q-/ }).boundingBox();
  const pay = await row.getByRole("button", { name: /^Pay Now/ }).boundingBox();
  expect(pay?.x).toBeGreaterThan(0);
  expect(pay?.y).toBeGreaterThanOrEqual((number?.y ?? 0) + (number?.height ?? 0));
  await helen.close();
});

test("a browser in which the portal does not start displays which browsers it needs", async ({ browser }) => {
  const page = await browser.newPage();
  await page.route(/\/assets\/index-[\w-]+\.js$/, (route) => route.abort());
  await page.goto(portal().url);
  const sentence = page.getByText("use a current Chrome, Edge, Firefox or Safari");
  await expect(sentence).toBeHidden();
  await expect(sentence).toBeVisible();
  await page.close();
});

test("the start of the portal does not move what is painted before it", async ({ browser }) => {
  const page = await browser.newPage();
  await recordLayoutShifts(page);
  // The page is painted before its scripts arrive, as on a slow network.
  await page.route(/\.js$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  await page.goto(portal().url);
  await page.getByRole("tab", { name: "Login" }).waitFor();
  await page.waitForTimeout(300);
  expect(await layoutShifts(page)).toEqual([]);
  await page.close();
});
