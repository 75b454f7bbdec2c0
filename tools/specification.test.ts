import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { inProject } from "./project.mjs";

/** docs/specification.md says of each statement where it is built and which test would fail without it. Here: that both are there. */

interface Row {
  readonly statement: string;
  readonly built: readonly string[];
  readonly tests: readonly { readonly file: string; readonly name: string }[];
}

const parts = (cell: string): string[] => cell.split("<br>").map((part) => part.trim());

function readRows(): Row[] {
  const lines = readFileSync(inProject("docs", "specification.md"), "utf8").split("\n");
  return lines
    .filter((line) => /^\| [A-Z]?\d/.test(line))
    .map((line) => {
      const [, , statement = "", built = "", tests = ""] = line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
      return {
        statement,
        built: parts(built).map((path) => path.replaceAll("`", "")),
        tests: parts(tests).map((part) => {
          const [, file = "", name = ""] = /^`([^`]+)` › (.+)$/.exec(part) ?? [];
          return { file, name: name.replaceAll("&lt;", "<") };
        }),
      };
    });
}

const rows = readRows();
const texts = new Map<string, string>();
function textOf(file: string): string {
  const path = inProject(file);
  const known = texts.get(file) ?? (existsSync(path) ? readFileSync(path, "utf8") : "");
  texts.set(file, known);
  return known;
}
/** A test's whole name as its file has it, whichever quotes it stands in: the beginning of a longer name is another test. */
const holds = (text: string, name: string): boolean =>
  [`"${name.replaceAll('"', '\\"')}"`, `'${name}'`, `\`${name}\``].some((written) => text.includes(written));

describe("the table of the specification", () => {
  test("has its rows, for every section", () => {
    expect(rows.length).toBeGreaterThan(390);
    const sections = readFileSync(inProject("docs", "specification.md"), "utf8").match(/^## \d/gm);
    expect(sections).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9].map((section) => `## ${section}`));
  });

  test("names a test for each statement, and each is there", () => {
    const missing = rows.flatMap(({ statement, tests }) =>
      tests.filter(({ file, name }) => !name || !holds(textOf(file), name)).map(({ file, name }) => `${statement}: ${file} › ${name}`),
    );
    expect(missing).toEqual([]);
  });

  test("names where each is built, and each file is there", () => {
    const missing = rows.flatMap(({ statement, built }) => built.filter((path) => !textOf(path)).map((path) => `${statement}: ${path}`));
    expect(missing).toEqual([]);
  });
});
