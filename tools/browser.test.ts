import { chromium } from "@playwright/test";
import { afterEach, expect, test, vi } from "vitest";
import { findBrowser } from "./browser.mjs";

afterEach(() => vi.unstubAllEnvs());

test("findBrowser finds a browser that draws a page", async () => {
  const browser = await chromium.launch(await findBrowser());
  try {
    const page = await browser.newPage();
    await page.setContent("<p style='font: 40px sans-serif'><span>16.56</span></p>");
    const drawn = await page.locator("span").boundingBox();
    // Without fonts the text is present but has no width.
    expect(drawn?.width).toBeGreaterThan(50);
  } finally {
    await browser.close();
  }
});

test("a missing browser in CHROME_PATH throws an error and is not replaced", async () => {
  vi.stubEnv("CHROME_PATH", "/no/such/browser");
  await expect(findBrowser()).rejects.toThrow("CHROME_PATH names /no/such/browser, and there is no such file.");
});
