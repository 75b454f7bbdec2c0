import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

/**
 * Files that run in one process share the modules they import: reading the server anew for each file took a quarter of the whole run. So a module
 * must not remember anything of one test that another would stumble over, and what a file puts in the place of something it takes back at its end.
 */
const oneOfEachModule = { isolate: false } as const;

/** Four kinds of test, told apart by where they are; `npx vitest --project unit` runs one kind. */
export default defineConfig({
  test: {
    // A test that was marked to run alone, and forgotten, would hide all others.
    allowOnly: false,
    // All cores, not all but one: that would be a single one on a small machine, and most of these tests wait for something.
    maxWorkers: "100%",
    projects: [
      {
        extends: true,
        test: { name: "unit", include: ["shared/**/*.test.ts", "tools/**/*.test.ts"], testTimeout: 30_000, ...oneOfEachModule },
      },
      {
        extends: true,
        test: {
          name: "server",
          include: ["server/**/*.test.ts"],
          globalSetup: ["server/testing/global-setup.ts"],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          ...oneOfEachModule,
        },
      },
      {
        extends: true,
        plugins: [react()],
        test: {
          name: "client",
          include: ["client/**/*.test.{ts,tsx}"],
          environment: "jsdom",
          setupFiles: ["client/src/testing/setup.ts"],
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: "e2e",
          include: ["e2e/**/*.test.ts"],
          globalSetup: ["e2e/global-setup.ts", "server/testing/global-setup.ts"],
          // Each file has a server, a database and a browser of its own, so they run beside one another like all others.
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
