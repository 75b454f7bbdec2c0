import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endWithNpm } from "./end-with-npm.mjs";
import { ensureInstalled } from "./install.mjs";
import { inProject, run, runCommand, say } from "./project.mjs";

/** @type {import("node:child_process").ChildProcess | undefined} */
let vitest;
let interrupted = false;

/**
 * `npm test`: types, lint, build, then every test; `npm test -- orders` runs the tests whose file's name holds "orders".
 * The last line is the result, and a step (types, lint, build) counts as one.
 */
async function testAll() {
  await ensureInstalled();
  const steps = await Promise.all([
    step("types", ["node_modules/typescript/bin/tsc", "--noEmit"]),
    step("lint, format and import rules", [
      "node_modules/@biomejs/biome/bin/biome",
      "ci",
      `--colors=${process.stdout.isTTY ? "force" : "off"}`,
      ".",
    ]),
    step("build", ["tools/build.mjs", "--if-stale"]),
  ]);
  if (interrupted) return;
  const tests = await runVitest(process.argv.slice(2));
  const passed = steps.filter(Boolean).length + tests.passed;
  const failed = steps.filter((good) => !good).length + tests.failed;
  if (tests.skipped > 0) say(`${tests.skipped} did not run: look above for why.`);
  if (tests.passed + tests.failed === 0) say("No test ran, which counts as a failure.");
  process.exitCode = failed > 0 || tests.passed === 0 ? 1 : 0;
  say(`${passed} passed, ${failed} failed`);
}

/** @param {string} name @param {string[]} args @returns {Promise<boolean>} */
async function step(name, args) {
  const started = Date.now();
  const { code, output } = await run(process.execPath, args);
  if (code !== 0) say(output.trim());
  say(`${code === 0 ? "✓" : "✗"} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  return code === 0;
}

/** @param {string[]} args what to run, in vitest's own words */
async function runVitest(args) {
  const folder = mkdtempSync(join(tmpdir(), "tiltrod-results-"));
  const results = join(folder, "results.json");
  try {
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${results}`];
    vitest = spawn(process.execPath, [inProject("node_modules/vitest/vitest.mjs"), "run", ...args, ...reporters], {
      cwd: inProject(),
      stdio: ["ignore", "inherit", "inherit"],
    });
    const code = await ended(vitest);
    return count(results, code);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} path @param {number} code */
function count(path, code) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  try {
    /** @type {import("vitest/reporters").JsonTestResults} */
    const report = JSON.parse(readFileSync(path, "utf8"));
    counts.passed = report.numPassedTests;
    counts.skipped = report.numPendingTests + report.numTodoTests;
    // A file that can't even be loaded, or whose set-up fails, has no failed test to show for it.
    const broken = report.testResults.filter(
      (file) => file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
    );
    counts.failed = report.numFailedTests + broken.length;
  } catch {
    // Vitest ended before it had results; its exit code says so.
  }
  // Whatever else made vitest fail (an unhandled rejection, a set-up for all files) is one failure.
  if (code !== 0 && counts.failed === 0) counts.failed = 1;
  return counts;
}

/** @param {import("node:child_process").ChildProcess} child @returns {Promise<number>} */
function ended(child) {
  return new Promise((resolve) => {
    child.once("error", () => resolve(1));
    child.once("close", (code) => resolve(code ?? 1));
  });
}

// Ctrl-C reaches vitest too; it then ends its database in good order, and we wait for that. A signal to us alone is passed on.
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) {
  process.on(signal, () => {
    interrupted = true;
    process.exitCode = 1;
    if (signal === "SIGTERM") vitest?.kill(signal);
  });
}
endWithNpm();
await runCommand(testAll);
