import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { inProject } from "./project.mjs";

const out = mkdtempSync(join(tmpdir(), "tiltrod-build-"));
afterAll(() => rmSync(out, { recursive: true, force: true }));

const SETTINGS = [
  "SESSION_SECRET",
  "ENCRYPTION_KEY",
  "DATABASE_URL",
  "SMTP_URL",
  "SUPER_ADMIN_PASSWORD",
  "AWS_SECRET_ACCESS_KEY",
  "STORAGE_URL",
];
const planted = Object.fromEntries(SETTINGS.map((name) => [name, `planted-${randomBytes(9).toString("hex")}`]));

async function build(config: string, folder: string): Promise<number | null> {
  const args = [
    inProject("node_modules/vite/bin/vite.js"),
    "build",
    "--logLevel",
    "error",
    "--config",
    inProject(config),
    "--outDir",
    folder,
  ];
  const vite = spawn(process.execPath, args, {
    cwd: inProject(),
    env: { ...process.env, ...planted, NODE_ENV: "production" },
    stdio: "inherit",
  });
  const [code] = await once(vite, "exit");
  return code;
}

test("what the environment holds while the portal is built is in no file of the build", async () => {
  const codes = await Promise.all([build("vite.config.ts", join(out, "client")), build("vite.server.config.ts", join(out, "server"))]);
  expect(codes).toEqual([0, 0]);
  const files = readdirSync(out, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(20);
  for (const { parentPath, name } of files) {
    const content = readFileSync(join(parentPath, name));
    for (const value of Object.values(planted)) expect(content.includes(value), name).toBe(false);
  }
}, 120_000);
