import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CALLS } from "#server/testing/calls/check-reply.ts";
import { EVERY_ROUTE } from "#server/testing/calls/every-route.ts";
import { freePort } from "#tools/built-portal.ts";
import { inProject } from "#tools/project.mjs";

/**
 * The test runs the commands of README's table on small data, so that none stops working unnoticed.
 * Backup and restore have theirs in server/platform/backup/commands.long.test.ts.
 */
const execute = promisify(execFile);
const npmRun = async (script: string, ...args: string[]): Promise<string> =>
  (await execute("npm", ["run", "--silent", script, "--", ...args], { cwd: inProject(), maxBuffer: 100_000_000 })).stdout;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tiltrod-commands-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ["the demo's orders, beside another build", ["demo", inProject()]],
  ["the orders of years", ["500"]],
])("npm run bench measures every row with %s", async (_, args) => {
  const output = await npmRun("bench", ...args, "--short");
  expect(output).toMatch(/^newest 50 orders +ms \d/m);
  expect(output).toMatch(/^a job card of 200 windows +ms \d/m);
  expect(output).not.toContain("void:");
});

test("npm run bench:loop measures every call of the contract and every other route", async () => {
  const output = await npmRun("bench:loop", "--short");
  const missing = [...CALLS.map(({ name }) => name), ...Object.keys(EVERY_ROUTE)].filter((name) => !output.includes(`| \`${name}\``));
  expect(missing).toEqual([]);
});

test("npm run bench:bars plans a batch within its bounds", async () => {
  expect(await npmRun("bench:bars", "1")).toMatch(/^From whole bars: pieces 8,100, /m);
});

test("npm run dev serves the page from its sources and ends on a signal", async () => {
  const port = String(await freePort());
  const env = { ...process.env, PORT: port, HOST: "127.0.0.1", DATA_DIR: join(folder, "dev"), DEMO: "0" };
  const child = spawn("npm", ["run", "dev"], { cwd: inProject(), env, stdio: ["ignore", "pipe", "pipe"], detached: true });
  const ended = once(child, "exit");
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk));
  try {
    await expect.poll(() => output, { timeout: 120_000 }).toContain("is ready at");
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toContain("/@vite/client");
  } finally {
    process.kill(-(child.pid ?? 0), "SIGTERM");
    await ended;
  }
});

test("npm run format formats a file and sorts its imports", async () => {
  const script: string = JSON.parse(readFileSync(inProject("package.json"), "utf8")).scripts.format;
  const file = join(folder, "unformatted.ts");
  writeFileSync(file, "export const   a = 'b'\n");
  const [program = "", ...args] = script.replace(/\.$/, file).split(" ");
  await execute("npx", [program, ...args, "--vcs-enabled=false"], { cwd: inProject() });
  expect(readFileSync(file, "utf8")).toBe('export const a = "b";\n');
});

// With the packages installed the drill itself would begin and take ten minutes.
test.each([
  ["failover-drill", "/usr/bin/patroni"],
  ["container-drill", "/usr/bin/buildah"],
])("npm run %s lists the packages that it needs where they are missing", async (script, program) => {
  if (existsSync(program)) return;
  await expect(npmRun(script)).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining("The drill needs packages of Debian 12") });
});
