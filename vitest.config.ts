import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import browser from "./vite.config.ts";

/**
 * Four kinds of test, told apart by where they are; `npx vitest --project unit` runs one kind. The browser stories in e2e/ are
 * Playwright's (playwright.config.ts). Files called `*.long.test.ts` are the long tier, which `npm test` leaves out.
 */
export default defineConfig({
  test: {
    // A test that was marked to run alone, and forgotten, would hide all others.
    allowOnly: false,
    // All cores, not all but one: that would be a single one on a small machine, and most of these tests wait for something.
    maxWorkers: "100%",
    // The files of one process share their modules, and the screens share one jsdom. Loading both
    // for each file took a quarter of the run. So a module keeps nothing of a test, and a file puts
    // back whatever it replaced.
    isolate: false,
    // A test that hangs ends some time. How long one takes on a busy machine is no fault.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["shared/**/*.test.ts", "tools/**/*.test.ts", "stripe-stand-in/**/*.test.ts", "e2e/{container,failover}/*.test.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "server",
          include: ["server/**/*.test.ts"],
          globalSetup: ["server/testing/database/global-setup.ts"],
        },
      },
      {
        extends: true,
        plugins: [react()],
        define: browser.define,
        test: {
          name: "client",
          include: ["client/**/*.test.{ts,tsx}"],
          environment: "jsdom",
          setupFiles: ["client/src/testing/setup.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "built",
          include: ["e2e/built/*.test.ts"],
          globalSetup: ["e2e/global-setup.ts", "server/testing/database/global-setup.ts"],
          testTimeout: 300_000,
        },
      },
    ],
  },
});
