import { defineConfig } from "@playwright/test";
import { findBrowser } from "./tools/browser.mjs";

/** The browser of this machine, because Playwright's own browsers are not installed. */
export const LAUNCH = await findBrowser();

/** The browser stories; `npx playwright test customer-story` runs one file. */
export default defineConfig({
  testDir: "e2e",
  testMatch: "*.test.ts",
  // Vitest runs the tests that need no browser.
  testIgnore: ["built/**", "failover/**"],
  globalSetup: ["./e2e/global-setup.ts", "./server/testing/database/global-setup.ts"],
  // Each file has its own server and database, so files can run at the same time.
  workers: 2,
  forbidOnly: true,
  retries: 0,
  // The limit only ends a story that hangs; a slow story is not a fault.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  // A failed story leaves a picture of its page.
  outputDir: "reports/e2e",
  reporter: "list",
  use: {
    launchOptions: LAUNCH,
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    locale: "en-GB",
    timezoneId: "Europe/London",
    contextOptions: { reducedMotion: "reduce" },
    screenshot: "only-on-failure",
  },
});
