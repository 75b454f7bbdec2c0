import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inProject } from "./project.mjs";

const out = mkdtempSync(join(tmpdir(), "tiltrod-build-"));
beforeAll(async () => {
  const codes = await Promise.all([build("vite.config.ts", join(out, "client")), build("vite.server.config.ts", join(out, "server"))]);
  expect(codes).toEqual([0, 0]);
}, 120_000);
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

/** Matches a line of a comment, which may quote an import. */
const COMMENT = /^\s*\*.*$/gm;
/** Matches `from "x"`, `import("x")` and `require("x")` of packages. */
const IMPORTED = /(?:\bfrom|\bimport|\bimport\(|\brequire\()\s*"([^"./#][^"]*)"/g;

test("the built server needs only packages that a production installation has", () => {
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(inProject("package.json"), "utf8"));
  const installed = Object.keys({ ...dependencies, ...optionalDependencies });
  const files = readdirSync(join(out, "server"), { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".js"));
  const codeOf = (name: string) => readFileSync(join(out, "server", name), "utf8").replaceAll(COMMENT, "");
  const imported = new Set(files.flatMap((name) => [...codeOf(name).matchAll(IMPORTED)].map(([, module = ""]) => module)));
  expect(imported).toContain("pg");
  const needed = [...imported].filter((module) => !isBuiltin(module) && /^[@\w][\w@./-]*$/.test(module));
  expect(needed.filter((module) => !installed.some((name) => module === name || module.startsWith(`${name}/`)))).toEqual([]);
});

test("no file of the build contains the environment of its build", () => {
  const files = readdirSync(out, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(20);
  for (const { parentPath, name } of files) {
    const content = readFileSync(join(parentPath, name));
    for (const value of Object.values(planted)) expect(content.includes(value), name).toBe(false);
  }
});
