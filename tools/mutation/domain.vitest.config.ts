import { defineConfig } from "vitest/config";

/**
 * The pure rules, by their own tests alone: what only a screen's test would notice is not held
 * where it stands.
 */
export default defineConfig({ test: { include: ["shared/**/*.test.ts"], testTimeout: 60_000, pool: "threads" } });
