import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { decisionsIndex } from "./decisions.mjs";
import { inProject } from "./project.mjs";

/** What the documents name is there: rules, decisions, files, tests. */

const texts = new Map<string, string>();
/** A file's text, or none where there is no such file. */
function textOf(file: string): string {
  const text = texts.get(file) ?? (existsSync(inProject(file)) ? readFileSync(inProject(file), "utf8") : "");
  texts.set(file, text);
  return text;
}
const filesIn = (folder: string, kind: RegExp): string[] =>
  readdirSync(inProject(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && kind.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(inProject().length + 1));
const cellsOf = (line: string): string[] => line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
const twice = <T>(values: readonly T[]): T[] => values.filter((value, index) => values.indexOf(value) !== index);

const sources = ["server", "client", "shared", "e2e", "tools", "stripe-stand-in"].flatMap((folder) =>
  filesIn(folder, /\.(ts|tsx|mjs|css)$/),
);

describe("docs/rules says what the portal promises; code and tests cite a rule by its number", () => {
  const numbers = filesIn("docs/rules", /\.md$/).flatMap((file) =>
    [...textOf(file).matchAll(/^\*\*([A-Z]\d+)\. /gm)].map(([, number = ""]) => number),
  );

  test("each rule has a number of its own", () => {
    expect(numbers.length).toBeGreaterThan(80);
    expect(twice(numbers)).toEqual([]);
  });

  test("a rule that the code cites is there", () => {
    const cited = sources.flatMap((file) =>
      [...textOf(file).matchAll(/\b[Rr]ules? ([A-Z]\d+(?:(?:, | and )[A-Z]\d+)*)/g)].flatMap(([, list = ""]) =>
        list.split(/, | and /).map((number) => ({ file, number })),
      ),
    );
    expect(cited.filter(({ number }) => !numbers.includes(number))).toEqual([]);
  });

  test("the code cites no document that is not in this repository", () => {
    expect(sources.filter((file) => textOf(file).includes("\u00a7"))).toEqual([]);
  });
});

/**
 * Comment lines that are longer still. It only shrinks: who rewrites some lowers it, and nobody
 * adds one.
 */
const LONG_COMMENT_LINES = 1060;
test("a comment's line has at most 100 columns", () => {
  const isLong = (line: string) => /^\s*(\/\/|\/?\*)/.test(line) && line.length > 100;
  const long = sources.flatMap((file) => textOf(file).split("\n").filter(isLong));
  expect(long.length, "Wrap your comments at 100 columns").toBeLessThanOrEqual(LONG_COMMENT_LINES);
  expect(long.length, "LONG_COMMENT_LINES can be lowered").toBeGreaterThan(LONG_COMMENT_LINES - 100);
});

test("a file of code that a document or a comment names is there", () => {
  const names = new Set([...sources, ...readdirSync(inProject())].map((file) => file.slice(file.lastIndexOf("/") + 1)));
  const documents = [...filesIn("docs", /\.md$/), "README.md"];
  const named = (text: string) => [...text.matchAll(/(?<![*<>\w.-])\w[\w.-]*\.(?:tsx?|mjs)\b/g)].map(([name]) => name);
  const commentsOf = (file: string) =>
    textOf(file)
      .match(/^\s*(?:\/\/|\/?\*).*/gm)
      ?.join("\n") ?? "";
  const inDocuments = documents.flatMap((file) =>
    [...textOf(file).matchAll(/`[^`\n]+`/g)].flatMap(([code]) => named(code)).map((name) => `${file}: ${name}`),
  );
  const inComments = sources.flatMap((file) => named(commentsOf(file)).map((name) => `${file}: ${name}`));
  expect([...inDocuments, ...inComments].filter((line) => !names.has(line.slice(line.lastIndexOf(" ") + 1)))).toEqual([]);
});

test("a number of a quote, an order, a remake or an invoice is written by its function alone (rule C7)", () => {
  const written = /\b(?:Q|ORD|RMK|INV)-\$?\{/;
  const home = "shared/domain/trade/status.ts";
  const code = sources.filter((file) => /^(server|client|shared)\//.test(file) && !/\.test\.tsx?$|\/testing\//.test(file));
  expect(code.filter((file) => written.test(textOf(file)))).toEqual([home]);
});

describe("docs/decisions says why", () => {
  const decisions = readdirSync(inProject("docs", "decisions")).filter((file) => /^\d{3}-/.test(file));

  test("each decision has its own number, a status, a context, the decision and its consequences", () => {
    expect(decisions.length).toBeGreaterThan(20);
    expect(decisions.length, "Merge decisions about one matter").toBeLessThanOrEqual(40);
    expect(twice(decisions.map((file) => file.slice(0, 3)))).toEqual([]);
    const lacking = decisions.flatMap((file) =>
      ["Status: ", "## Context\n", "## Decision\n", "## Consequences\n"]
        .filter((part) => !textOf(`docs/decisions/${file}`).includes(`\n${part}`))
        .map((part) => `${file}: ${part}`),
    );
    expect(lacking).toEqual([]);
  });

  test("a decision has at most 250 words", () => {
    const countWords = (file: string) => textOf(`docs/decisions/${file}`).match(/\S*[\p{L}\p{N}]\S*/gu)?.length ?? 0;
    const longer = decisions.map((file) => ({ file, words: countWords(file) })).filter(({ words }) => words > 250);
    expect(longer, "Figures belong in docs/measurements.md").toEqual([]);
  });

  test("the list of decisions is what `npm run decisions` writes", () => {
    expect(textOf("docs/decisions/README.md")).toBe(decisionsIndex());
  });

  test("a decision that is cited by its file is there", () => {
    const citing = [...sources, "README.md", "docs/operating.md", "docs/security.md", "docs/measurements.md"];
    const cited = citing.flatMap((file) =>
      [...textOf(file).matchAll(/decisions\/(\d{3}[\w-]*)(?:\.md)?/g)].map(([, name = ""]) => ({ file, name })),
    );
    expect(cited.filter(({ name }) => !decisions.some((file) => file.startsWith(name)))).toEqual([]);
  });
});

/** The rows of a document's tables, by section: cells without the heads and the lines beneath them. */
function tableRowsOf(document: string): { section: string; cells: string[] }[] {
  const lines = textOf(document).split("\n");
  return lines.flatMap((line, at) => {
    if (!/(?<!\\)\|/.test(line) || /^[-| ]+$/.test(line) || /^[-| ]+$/.test(lines[at + 1] || "no line")) return [];
    const heading = lines.slice(0, at).findLast((earlier) => /^#+ /.test(earlier)) ?? "";
    return [{ section: heading.replace(/^#+ /, ""), cells: cellsOf(line.replace(/^\s*\||\|\s*$/g, "")) }];
  });
}

/** Tests in a cell: `file` › "title", several with <br> between them. */
const testsIn = (cell: string): { file: string; title: string }[] =>
  cell.split("<br>").map((part) => {
    const [, file = "", title = ""] = /^`([^`]+)` › "(.+)"$/.exec(part.trim()) ?? [];
    return { file, title: title.replaceAll("&lt;", "<") };
  });

/** A title's quotes must match on both sides: the beginning of a longer title is another test. */
const hasTest = ({ file, title }: { readonly file: string; readonly title: string }): boolean =>
  title !== "" && [`"${title.replaceAll('"', '\\"')}"`, `'${title}'`, `\`${title}\``].some((written) => textOf(file).includes(written));

describe("docs/specification.md names a test for each statement of the specification", () => {
  /** The number of statements. It only grows. */
  const STATEMENTS = 422;
  const rows = tableRowsOf("docs/specification.md").map(({ section, cells: [statement = "", tests = "", ...more] }) => ({
    section,
    statement,
    tests: testsIn(tests),
    more,
  }));

  test("the specification's document has a row of two cells for each statement, in every section", () => {
    expect(rows.length).toBeGreaterThanOrEqual(STATEMENTS);
    expect(rows.filter(({ statement, more }) => statement === "" || more.length > 0)).toEqual([]);
    const numbers = [...new Set(rows.map(({ section }) => section.charAt(0)))];
    expect(numbers).toEqual(["1", "2", "3", "4", "5", "6", "7", "8", "9", "B"]);
  });

  test("each statement of the specification names a test that exists", () => {
    const missing = rows.flatMap(({ statement, tests }) =>
      tests.filter((named) => !hasTest(named)).map((named) => ({ statement, ...named })),
    );
    expect(missing).toEqual([]);
  });
});

describe("docs/security.md says of each requirement of OWASP ASVS 5.0, levels 1 and 2, how it stands", () => {
  const STATES = ["met", "not met", "not ours"] as const;
  /** How many requirements each chapter has at levels 1 and 2, from V1 on. */
  const OF_CHAPTER = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7];

  const document = textOf("docs/security.md");
  const rows = document
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
      expect(document).toContain(`| ${name} | ${counted(level)} |`);
  });

  /**
   * As a test's or a group's name stands in its file, from its beginning; a long one may be cut.
   */
  const hasTest = (file: string, name: string): boolean => ['"', "'", "`"].some((quote) => textOf(file).includes(`(${quote}${name}`));

  test("what is said to be met names a file, and every file and test that is named is there", () => {
    const missing = rows.flatMap(({ number, state, where }) => {
      const files = [...where.matchAll(/`((?:client|server|shared|e2e|tools|docs)\/[^`]+|[\w.-]+\.json)`/g)].map(([, file = ""]) => file);
      const tests = [...where.matchAll(/`([^`]+)` › "([^"]+)"/g)].map(([, file = "", name = ""]) => ({ file, name }));
      // An anchor leads to the question's own part further below.
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
    const headings = [...document.matchAll(/^## (.+)$/gm)].map(([, words = ""]) =>
      words
        .toLowerCase()
        .replace(/[^\w -]/g, "")
        .replaceAll(" ", "-"),
    );
    const anchors = [...document.matchAll(/\]\(#([\w-]+)\)/g)].map(([, anchor = ""]) => anchor);
    expect(anchors.filter((anchor) => !headings.includes(anchor))).toEqual([]);
  });

  test("every package comes from the registry, and is what it was when it was chosen", () => {
    const { packages } = JSON.parse(textOf("package-lock.json")) as {
      packages: Record<string, { integrity?: string; resolved?: string; link?: boolean }>;
    };
    const { "": own, ...others } = packages;
    expect(own).toBeDefined();
    const odd = Object.entries(others).filter(
      ([, { integrity = "", resolved = "https://", link }]) => !/^sha512-/.test(integrity) || !resolved.startsWith("https://") || link,
    );
    expect(odd.map(([name]) => name)).toEqual([]);
  });
});
