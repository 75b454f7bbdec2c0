// This is plain JavaScript, because it runs before node_modules exists.
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { ensureInstalled } from "./install.mjs";
import { endWithNpm, Failure, inProject, run, runCommand, say } from "./project.mjs";

/**
 * @typedef {{ passed: number, failed: number, skipped: number, names: string[] }} Counts `names` of
 * those that failed
 */
/** @typedef {import("@playwright/test/reporter").JSONReportSuite} Suite */

/** @type {import("node:child_process").ChildProcess | undefined} */
let runner;
let interrupted = false;

/**
 * `npm test` runs types, lint, build, then all tests except the long ones (`*.long.test.ts`); `npm
 * run test:all` includes those; `npm test -- orders` runs the tests whose file name contains
 * "orders", long or not. The last line is the result, and a step (types, lint, build) counts as
 * one. The lines before it name the failures.
 */
async function testAll() {
  const words = process.argv.slice(2);
  const names = words.filter((word) => word !== "--all");
  const option = names.find((name) => name.startsWith("-"));
  if (option) throw new Failure(`${option}: only names of tests go here. npx vitest and npx playwright test have options.`);
  const long = words.includes("--all") || names.length > 0;
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
  const tests = [await runVitest(names, long), await runStories(names, long)];
  const sum = (/** @type {"passed" | "failed" | "skipped"} */ of) => tests.reduce((total, counts) => total + counts[of], 0);
  const passed = steps.filter(Boolean).length + sum("passed");
  const failed = steps.filter((good) => !good).length + sum("failed");
  if (sum("skipped") > 0) say(`${sum("skipped")} did not run: look above for why.`);
  if (sum("passed") + sum("failed") === 0) say("No test ran, which counts as a failure.");
  process.exitCode = failed > 0 || sum("passed") === 0 || interrupted ? 1 : 0;
  for (const name of tests.flatMap(({ names }) => names)) say(`✗ ${name}`);
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

/** @param {string[]} names @param {boolean} long */
function runVitest(names, long) {
  const tier = long ? [] : ["--exclude", "**/*.long.test.ts"];
  const reporters = (/** @type {string} */ results) => ["--reporter=default", "--reporter=json", `--outputFile.json=${results}`];
  return counted(
    (results) => [inProject("node_modules/vitest/vitest.mjs"), "run", ...names, ...tier, "--passWithNoTests", ...reporters(results)],
    (/** @type {import("vitest/reporters").JsonTestResults} */ report) => ({
      passed: report.numPassedTests,
      // A file that cannot be loaded, or whose set-up fails, has no failed test of its own.
      failed:
        report.numFailedTests +
        report.testResults.filter((file) => file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"))
          .length,
      skipped: report.numPendingTests + report.numTodoTests,
      names: report.testResults.flatMap(({ name, status, assertionResults }) => {
        const failed = assertionResults.filter((test) => test.status === "failed");
        const file = relative(inProject(), name);
        if (failed.length === 0) return status === "failed" ? [file] : [];
        return failed.map(({ fullName }) => `${file}: ${fullName}`);
      }),
    }),
  );
}

/**
 * Runs the browser stories.
 * @param {string[]} names
 * @param {boolean} long
 * @returns {Promise<Counts>}
 */
async function runStories(names, long) {
  const files = readdirSync(inProject("e2e")).filter(
    (file) =>
      file.endsWith(".test.ts") &&
      (long || !file.endsWith(".long.test.ts")) &&
      (names.length === 0 || names.some((name) => `e2e/${file}`.includes(name))),
  );
  if (files.length === 0 || interrupted) return { passed: 0, failed: 0, skipped: 0, names: [] };
  return counted(
    () => [inProject("node_modules/@playwright/test/cli.js"), "test", ...files.map((file) => `e2e/${file}`), "--reporter=list,json"],
    (/** @type {import("@playwright/test/reporter").JSONReport} */ { stats, errors, suites }) => ({
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky + errors.length,
      skipped: stats.skipped,
      names: suites.flatMap(failedStories),
    }),
  );
}

/** @param {Suite} suite @returns {string[]} */
const failedStories = (suite) => [
  ...suite.specs.filter(({ ok }) => !ok).map(({ file, title }) => `e2e/${file}: ${title}`),
  ...(suite.suites ?? []).flatMap(failedStories),
];

/**
 * Runs tests to their end and counts them by the report that the runner writes.
 * @template Report
 * @param {(results: string) => string[]} command returns Node's arguments for the given path of the
 * report
 * @param {(report: Report) => Counts} count
 */
async function counted(command, count) {
  const folder = mkdtempSync(join(tmpdir(), "tiltrod-results-"));
  const results = join(folder, "results.json");
  /** @type {Counts} */
  let counts = { passed: 0, failed: 0, skipped: 0, names: [] };
  try {
    runner = spawn(process.execPath, command(results), {
      cwd: inProject(),
      env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: results },
      stdio: ["ignore", "inherit", "inherit"],
    });
    const code = await ended(runner);
    try {
      counts = count(JSON.parse(readFileSync(results, "utf8")));
    } catch {
      // The runner ended before it had results, and its exit code shows that.
    }
    // Any other cause of a failing exit (an unhandled rejection, a set-up for all files) counts as
    // one failure.
    if (code !== 0 && counts.failed === 0) counts.failed = 1;
    return counts;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {import("node:child_process").ChildProcess} child @returns {Promise<number>} */
function ended(child) {
  return new Promise((resolve) => {
    child.once("error", () => resolve(1));
    child.once("close", (code) => resolve(code ?? 1));
  });
}

// Ctrl-C reaches the runner too; it then stops its database in good order, and this process waits
// for that. A signal to this process alone is passed on.
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) {
  process.on(signal, () => {
    interrupted = true;
    process.exitCode = 1;
    if (signal === "SIGTERM") runner?.kill(signal);
  });
}
endWithNpm();
await runCommand(testAll);
