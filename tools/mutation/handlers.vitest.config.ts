import { defineConfig } from "vitest/config";

/**
 * The mutations cover payments and the moves of quotes, orders and remakes. Their tests use HTTP
 * and a real PostgreSQL.
 */
export default defineConfig({
  test: {
    include: [
      "server/features/payments/*.test.ts",
      "server/features/orders/orders.test.ts",
      "server/features/quotes/quote-course.test.ts",
      "server/features/remakes/remakes.test.ts",
      "server/features/invoices/invoices.test.ts",
      "server/platform/mail/every-mail.test.ts",
      "server/rotated-keys.test.ts",
    ],
    // A storm of a thousand shuffled deliveries takes minutes for each mutation, and its findings
    // differ from run to run.
    exclude: ["**/webhook-series.long.test.ts"],
    globalSetup: ["server/testing/database/global-setup.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: "threads",
    // The reason is the same as in `vitest.config.ts`: loading the server anew for each file took
    // most of the time.
    isolate: false,
  },
});
