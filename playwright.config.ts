import { defineConfig } from "@playwright/test";
import { findBrowser } from "./tools/browser.mjs";

/** The browser of this machine: Playwright's own are not installed. */
export const LAUNCH = await findBrowser();

/** The browser stories; `npx playwright test customer-story` runs one file. */
export default defineConfig({
  testDir: "e2e",
  testMatch: "*.test.ts",
  // What needs no browser is run by vitest.
  testIgnore: ["built/**", "failover/**"],
  globalSetup: ["./e2e/global-setup.ts", "./server/testing/database/global-setup.ts"],
  // Each file has a server and a database of its own, so files run beside one another.
  workers: 2,
  forbidOnly: true,
  retries: 0,
  // A story that hangs ends some time; what is slow is not a fault.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  // Of a story that failed: what its page showed at the end.
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
