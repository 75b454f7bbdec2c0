import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { inProject } from "#tools/project.mjs";

test("times each list and search beside the sum of a million numbers", { timeout: 300_000 }, async () => {
  const { stdout } = await promisify(execFile)("npx", ["tsx", "tools/bench/lists.ts", "500", "/api/remakes?status=pending"], {
    cwd: inProject(),
  });
  const [lists, searches] = stdout.split("\nsearches: ");
  expect(lists).toMatch(/lists and counts: 4; the sum of a million numbers took \d+ to \d+ ms/);
  for (const who of ["boss", "supplier", "busy", "quiet"]) {
    expect(lists).toMatch(
      new RegExp(`  ${who} +middle \\d+\\.\\d ms, \\d+\\.\\d %; most \\d+\\.\\d ms, \\d+\\.\\d %; over 3 ms: \\d of 1`),
    );
    expect(searches).toMatch(new RegExp(`  ${who} .+ of 18\n`));
  }
  expect(searches).toMatch(/\d+\.\d ms +\d+\.\d % {2}(boss|supplier|busy|quiet) \/api\/remakes\?/);
});
