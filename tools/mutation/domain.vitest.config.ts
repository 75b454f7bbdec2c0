import { defineConfig } from "vitest/config";

/**
 * The mutations of the pure rules run against the rules' own tests alone, because a fault that only
 * a screen's test finds lacks a test beside its rule.
 */
export default defineConfig({ test: { include: ["shared/**/*.test.ts"], testTimeout: 60_000, pool: "threads" } });
