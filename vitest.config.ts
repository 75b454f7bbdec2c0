import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import browser from "./vite.config.ts";

/**
 * The folder of a test decides which of the four projects runs it; `npx vitest --project unit` runs
 * one project. Playwright runs the browser stories in e2e/ (playwright.config.ts). `npm test`
 * leaves out the files `*.long.test.ts`.
 */
export default defineConfig({
  test: {
    // A forgotten `test.only` would hide all other tests.
    allowOnly: false,
    // The tests use all cores. The default of all but one would be a single core on a small
    // machine, and most tests spend their time waiting.
    maxWorkers: "100%",
    // The files of one process share their modules, and the screens share one jsdom, because
    // loading both for each file took a quarter of the run. So no module may store a test's state,
    // and a file restores everything that it replaced.
    isolate: false,
    // The limit only ends a test that hangs; a slow test on a busy machine is not a fault.
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
