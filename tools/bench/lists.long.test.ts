import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { inProject } from "#tools/project.mjs";

test("the bench times each list and search as a share of the sum of a million numbers", { timeout: 300_000 }, async () => {
  const { stdout } = await promisify(execFile)("npx", ["tsx", "tools/bench/lists.ts", "500", "/api/remakes?status=pending"], {
    cwd: inProject(),
  });
  const [, ...kinds] = stdout.split(/\n(?=[a-z][a-z ]+: \d+; )/);
  expect(kinds.map((kind) => kind.split("\n")[0])).toEqual(
    ["lists and views: 4", "searches: 96"].map((kind) =>
      expect.stringMatching(new RegExp(`^${kind}; the sum of a million numbers took \\S+ to \\S+ ms$`)),
    ),
  );
  const [lists = "", searches = ""] = kinds;
  for (const [kind, shares] of [
    [lists, /middle \d+\.\d %, nine in ten \d+\.\d %, most \d+\.\d % \(at most 3 %\)/],
    [searches, /middle \d+\.\d %, nine in ten \d+\.\d %, most \d+\.\d % \(at most 6 %\)/],
  ] as const) {
    expect(kind).toMatch(shares);
    expect(kind).toMatch(/\d+\.\d ms +\d+\.\d % {2}(boss|supplier|busy|quiet) \/api\/remakes\?status=pending/);
  }
});
