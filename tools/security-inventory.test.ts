import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { inProject } from "./project.mjs";

/** docs/security.md says of each requirement of OWASP ASVS 5.0, levels 1 and 2, how it stands. Here: that none is left out, and that what it names is there. */

const STATES = ["met", "not met", "not ours"] as const;
/** How many requirements each chapter has at levels 1 and 2, from V1 on. */
const OF_CHAPTER = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7];

const text = readFileSync(inProject("docs", "security.md"), "utf8");
const rows = text
  .split("\n")
  .filter((line) => /^\| \d+\.\d+\.\d+ \|/.test(line))
  .map((line) => {
    const [, number = "", level = "", asked = "", state = "", where = ""] = line.split("|").map((cell) => cell.trim());
    return { number, level, asked, state, where };
  });

const place = (number: string): number => number.split(".").reduce((sum, part) => sum * 100 + Number(part), 0);

test("each requirement has one row, in order, with its state", () => {
  expect(OF_CHAPTER.map((_, at) => rows.filter(({ number }) => number.startsWith(`${at + 1}.`)).length)).toEqual(OF_CHAPTER);
  const places = rows.map(({ number }) => place(number));
  expect(places).toEqual([...new Set(places)].toSorted((one, other) => one - other));
  expect(rows.filter(({ state, asked, where }) => !STATES.some((known) => known === state) || !asked || !where)).toEqual([]);
});

test("the counts at the top are right", () => {
  const counted = (level: RegExp) =>
    STATES.map((state) => rows.filter((row) => level.test(row.level) && row.state === state).length).join(" | ");
  expect(rows.filter(({ level }) => level === "1")).toHaveLength(70);
  for (const [name, level] of [
    ["1", /^1$/],
    ["2", /^2$/],
    ["both", /^[12]$/],
  ] as const)
    expect(text).toContain(`| ${name} | ${counted(level)} |`);
});

const texts = new Map<string, string>();
function textOf(file: string): string {
  const known = texts.get(file) ?? (existsSync(inProject(file)) ? readFileSync(inProject(file), "utf8") : "");
  texts.set(file, known);
  return known;
}

/** As a test's or a group's name stands in its file, from its beginning; a long one may be cut. */
const hasTest = (file: string, name: string): boolean => ['"', "'", "`"].some((quote) => textOf(file).includes(`(${quote}${name}`));

test("what is said to be met names a file, and every file and test that is named is there", () => {
  const missing = rows.flatMap(({ number, state, where }) => {
    const files = [...where.matchAll(/`((?:client|server|shared|e2e|tools|docs)\/[^`]+|[\w.-]+\.json)`/g)].map(([, file = ""]) => file);
    const tests = [...where.matchAll(/`([^`]+)` › "([^"]+)"/g)].map(([, file = "", name = ""]) => ({ file, name }));
    // An anchor leads to what is written down further below, where that is what was asked for.
    const says = files.length > 0 || /\]\(#[\w-]+\)/.test(where);
    return [
      ...(state === "met" && !says ? [`${number} names nothing`] : []),
      ...files.filter((file) => !textOf(file)).map((file) => `${number}: ${file}`),
      ...tests.filter(({ file, name }) => !hasTest(file, name)).map(({ file, name }) => `${number}: ${file} › ${name}`),
    ];
  });
  expect(missing).toEqual([]);
});

test("every anchor is a heading", () => {
  const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, words = ""]) =>
    words
      .toLowerCase()
      .replace(/[^\w -]/g, "")
      .replaceAll(" ", "-"),
  );
  const anchors = [...text.matchAll(/\]\(#([\w-]+)\)/g)].map(([, anchor = ""]) => anchor);
  expect(anchors.filter((anchor) => !headings.includes(anchor))).toEqual([]);
});

test("every package comes from the registry, and is what it was when it was chosen", () => {
  const { packages } = JSON.parse(readFileSync(inProject("package-lock.json"), "utf8")) as {
    packages: Record<string, { integrity?: string; resolved?: string; link?: boolean }>;
  };
  const { "": own, ...others } = packages;
  expect(own).toBeDefined();
  const odd = Object.entries(others).filter(
    ([, { integrity = "", resolved = "https://", link }]) => !/^sha512-/.test(integrity) || !resolved.startsWith("https://") || link,
  );
  expect(odd.map(([name]) => name)).toEqual([]);
});
