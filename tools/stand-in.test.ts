import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ensureStandIn } from "./stand-in.mjs";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "tiltrod-test-"));
  for (const name of ["DATABASE_URL", "DATABASE_URL_FILE", "STRIPE_API_BASE", "DEMO", "HOST", "PUBLIC_URL", "TRUST_PROXY"])
    vi.stubEnv(name, "");
  vi.stubEnv("DATA_DIR", dataDir);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(dataDir, { recursive: true, force: true });
});

const start = vi.fn(async ({ port = 0 }: { port?: number }) => ({ url: `http://127.0.0.1:${port || 4567}/` }));

test("the demo pays through a stand-in at a constant address", async () => {
  dataDir = join(dataDir, "new");
  vi.stubEnv("DATA_DIR", dataDir);
  await ensureStandIn(async () => start);
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  expect(process.env.STRIPE_API_BASE).toBe("http://127.0.0.1:4567");
  expect(start).toHaveBeenCalledWith({ port: 0, stateFile: join(dataDir, "stripe-stand-in.json") });
  // A second start while the first one runs uses the first one's stand-in.
  start.mockClear();
  process.env.STRIPE_API_BASE = "";
  await ensureStandIn(async () => start);
  expect(process.env.STRIPE_API_BASE).toBe("http://127.0.0.1:4567");
  expect(start).not.toHaveBeenCalled();
});

test.each([
  { DATABASE_URL: "postgres://db.example/tiltrod" },
  { DATABASE_URL_FILE: "/run/secrets/database_url" },
  { DEMO: "0" },
  { HOST: "0.0.0.0" },
  { HOST: "127.example.com" },
  { PUBLIC_URL: "https://portal.example" },
  { TRUST_PROXY: "1" },
  { STRIPE_API_BASE: "https://stripe.example" },
])("the start makes no stand-in with %o", async (env) => {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const before = process.env.STRIPE_API_BASE;
  await ensureStandIn(async () => start);
  expect(process.env.STRIPE_API_BASE).toBe(before);
  expect(existsSync(join(dataDir, "stripe-stand-in.process.json"))).toBe(false);
});
