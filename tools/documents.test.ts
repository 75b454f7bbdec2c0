import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { decisionsIndex } from "./decisions.mjs";
import { inProject } from "./project.mjs";

/** Checks that everything named in the documents exists, and that the documents stay short. */

const texts = new Map<string, string>();
/** A file's text, or none if there is no such file. */
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
const countWords = (text: string): number => text.match(/\S*[\p{L}\p{N}]\S*/gu)?.length ?? 0;
const twice = <T>(values: readonly T[]): T[] => values.filter((value, index) => values.indexOf(value) !== index);

const sources = ["server", "client", "shared", "e2e", "tools", "stripe-stand-in"].flatMap((folder) =>
  filesIn(folder, /\.(ts|tsx|mjs|css)$/),
);

const ruleNumbers = filesIn("docs/rules", /\.md$/).flatMap((file) =>
  [...textOf(file).matchAll(/^\*\*([A-Z]\d+)\. /gm)].map(([, number = ""]) => number),
);
/** The numbers in `rule Q4`, `rules W2 and W6` and `rules Q2, Q3 and S11`. */
const rulesCitedIn = (text: string): string[] =>
  [...text.matchAll(/\b[Rr]ules? ([A-Z]\d+(?:(?:, | and | to )[A-Z]\d+)*)/g)].flatMap(([, list = ""]) => list.split(/, | and | to /));

describe("docs/rules says what the portal promises; code and tests cite a rule by its number", () => {
  test("each rule has a number of its own", () => {
    expect(ruleNumbers.length).toBeGreaterThan(80);
    expect(twice(ruleNumbers)).toEqual([]);
  });

  test("a rule has at most 80 words, tables aside", () => {
    const rules = filesIn("docs/rules", /\.md$/).flatMap((file) =>
      textOf(file)
        .split(/^(?=\*\*[A-Z]\d+\. )/m)
        .slice(1),
    );
    const long = rules.filter((rule) => countWords(rule.replace(/^\|.*$/gm, "")) > 80);
    expect(long.map((rule) => rule.slice(0, 40))).toEqual([]);
  });

  test("a rule that the code cites is there", () => {
    const cited = sources.flatMap((file) => rulesCitedIn(textOf(file)).map((number) => ({ file, number })));
    expect(cited.filter(({ number }) => !ruleNumbers.includes(number))).toEqual([]);
  });

  test("the code cites no document that is not in this repository", () => {
    expect(sources.filter((file) => textOf(file).includes("\u00a7"))).toEqual([]);
  });
});

/**
 * The number of comment lines that are longer still. It only shrinks: rewrite some and lower it.
 */
const LONG_COMMENT_LINES = 90;
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

describe("README and docs name only what exists, and stay short", () => {
  const documents = ["README.md", ...filesIn("docs", /\.md$/)];
  /** README: one page and its tables. */
  const README_WORDS = 2000;
  /** All of docs. */
  const DOCS_WORDS = 45_000;
  const wordsOf = (file: string): number => textOf(file).split(/\s+/).filter(Boolean).length;

  /** GitHub's anchor of each heading. */
  const anchorsOf = (file: string): string[] =>
    [...textOf(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}_ -]/gu, "")
        .replaceAll(" ", "-"),
    );

  test("each relative link of README and docs leads to a file, and its anchor to a heading", () => {
    const broken = documents.flatMap((file) =>
      [...textOf(file).matchAll(/\]\(([^)\s]+)\)/g)]
        .map(([, link = ""]) => link)
        .filter((link) => !/^[a-z]+:/.test(link))
        .filter((link) => {
          const [path = "", anchor] = link.split("#");
          const target = path === "" ? file : join(dirname(file), path);
          return !existsSync(inProject(target)) || (anchor !== undefined && !anchorsOf(target).includes(anchor));
        })
        .map((link) => `${file}: ${link}`),
    );
    expect(broken).toEqual([]);
  });

  test("each rule that README or docs cite by its number exists", () => {
    const cited = documents.flatMap((file) => rulesCitedIn(textOf(file)).map((number) => ({ file, number })));
    expect(cited.length).toBeGreaterThan(20);
    expect(cited.filter(({ number }) => !ruleNumbers.includes(number))).toEqual([]);
  });

  test("each `npm run` command that README or docs name exists", () => {
    const { scripts } = JSON.parse(textOf("package.json")) as { scripts: Record<string, string> };
    const named = documents.flatMap((file) =>
      [...textOf(file).matchAll(/npm run (?:-s )?([\w:-]*\w)/g)].map(([, script = ""]) => ({ file, script })),
    );
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter(({ script }) => !(script in scripts))).toEqual([]);
  });

  test("each path of this repository that README or docs name exists", () => {
    const inRepository = /^(?:server|client|shared|e2e|tools|docs|migrations|stripe-stand-in)\/[\w./-]+$/;
    const named = documents.flatMap((file) =>
      [...textOf(file).matchAll(/`([^`\n]+)`/g)].map(([, path = ""]) => ({ file, path })).filter(({ path }) => inRepository.test(path)),
    );
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter(({ path }) => !existsSync(inProject(path)))).toEqual([]);
  });

  test("README has at most 2,000 words", () => {
    expect(wordsOf("README.md")).toBeLessThanOrEqual(README_WORDS);
  });

  test("all documents together stay within their bound of words", () => {
    const words = documents.slice(1).reduce((sum, file) => sum + wordsOf(file), 0);
    expect(words, "Shorten a document").toBeLessThanOrEqual(DOCS_WORDS);
  });
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
    const longer = decisions.filter((file) => countWords(textOf(`docs/decisions/${file}`)) > 250);
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

/**
 * The rows of a document's tables, by section: cells without the heads and the lines beneath them.
 * An empty last cell repeats the cell above it.
 */
function tableRowsOf(document: string): { section: string; cells: string[] }[] {
  const lines = textOf(document).split("\n");
  let section = "";
  let lastCell = "";
  return lines.flatMap((line, at) => {
    if (/^#+ /.test(line)) [section, lastCell] = [line.replace(/^#+ /, ""), ""];
    if (!/(?<!\\)\|/.test(line) || /^[-| ]+$/.test(line) || /^[-| ]+$/.test(lines[at + 1] || "no line")) return [];
    const cells = cellsOf(line);
    lastCell = cells.pop() || lastCell;
    return [{ section, cells: [...cells, lastCell] }];
  });
}

/** Tests in a cell: `file` › "title" or "its beginning…", several with <br> between them. */
const testsIn = (cell: string): { file: string; title: string }[] =>
  cell.split("<br>").map((part) => {
    const [, file = "", title = ""] = /^`([^`]+)` › "(.+)"$/.exec(part.trim()) ?? [];
    return { file, title: title.replaceAll("&lt;", "<") };
  });

/**
 * A title's quotes must match on both sides: the beginning of a longer title is another test. A
 * title that ends with an ellipsis is a beginning, and must be of one test alone.
 */
const hasTest = ({ file, title }: { readonly file: string; readonly title: string }): boolean => {
  const isBeginning = title.endsWith("…");
  const words = isBeginning ? title.slice(0, -1) : title;
  const written = ['"', "'", "`"].map((quote) => `${quote}${quote === '"' ? words.replaceAll('"', '\\"') : words}`);
  if (isBeginning) return words !== "" && written.reduce((sum, start) => sum + textOf(file).split(start).length - 1, 0) === 1;
  return words !== "" && written.some((start) => textOf(file).includes(`${start}${start.charAt(0)}`));
};

test("a document's title of a test is whole, or the beginning of one test alone", () => {
  const isOfOrders = (title: string) => hasTest({ file: "server/features/orders/orders.test.ts", title });
  for (const title of ["any order status may follow any other", "any order status…"]) expect(isOfOrders(title)).toBe(true);
  for (const title of ["any order status", "a…", "no order status…", "…", ""]) expect(isOfOrders(title)).toBe(false);
});

describe("docs/specification.md names a test for each statement of the specification", () => {
  /** The number of statements. It only grows. */
  const STATEMENTS = 422;
  const rows = tableRowsOf("docs/specification.md").map(({ section, cells: [statements = "", tests = "", ...more] }) => ({
    section,
    statements: statements.split("<br>").map((statement) => statement.trim()),
    tests: testsIn(tests),
    more,
  }));

  test("each row of the specification has two cells, and several statements have one test", () => {
    expect(rows.flatMap(({ statements }) => statements).length).toBeGreaterThanOrEqual(STATEMENTS);
    expect(rows.filter(({ statements, more }) => statements.includes("") || more.length > 0)).toEqual([]);
    expect(rows.filter(({ statements, tests }) => statements.length > 1 && tests.length > 1)).toEqual([]);
    const numbers = [...new Set(rows.map(({ section }) => section.charAt(0)))];
    expect(numbers).toEqual(["1", "2", "3", "4", "5", "6", "7", "8", "9", "B"]);
  });

  test("each statement of the specification names a test that exists", () => {
    const missing = rows.flatMap(({ statements, tests }) =>
      tests.filter((named) => !hasTest(named)).map((named) => ({ statements, ...named })),
    );
    expect(missing).toEqual([]);
  });
});

describe("docs/security.md states for each requirement of OWASP ASVS 5.0, levels 1 and 2, whether it is met", () => {
  /** The number of requirements in each chapter at levels 1 and 2, from V1 on. */
  const OF_CHAPTER = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7];
  const LEVEL_1 = 70;

  const rows = tableRowsOf("docs/security.md").flatMap(({ section, cells: [requirements = "", statement = "", where = ""] }) =>
    requirements.split(", ").flatMap((requirement) => {
      const [, bold, number = ""] = /^(\*\*)?(\d+\.\d+\.\d+)(?:\*\*)?$/.exec(requirement) ?? [];
      const state = /^V\d/.test(section) ? "Met" : section;
      return number ? [{ section, state, number, level: bold ? 1 : 2, statement, where }] : [];
    }),
  );
  const placeOf = (number: string): number => number.split(".").reduce((sum, part) => sum * 100 + Number(part), 0);

  test("each requirement of the standard is in one row, in order, under its state and chapter", () => {
    const found = OF_CHAPTER.map((_, at) => rows.filter(({ number }) => number.startsWith(`${at + 1}.`)).length);
    expect(found).toEqual(OF_CHAPTER);
    expect(twice(rows.map(({ number }) => number))).toEqual([]);
    for (const state of ["Not met", "Met", "Not ours"]) {
      const places = rows.filter((row) => row.state === state).map(({ number }) => placeOf(number));
      expect(places).toEqual(places.toSorted((one, other) => one - other));
    }
    expect(rows.filter(({ state }) => !["Not met", "Met", "Not ours"].includes(state))).toEqual([]);
    expect(rows.filter(({ section, number }) => /^V\d/.test(section) && !section.startsWith(`V${number.split(".")[0]} `))).toEqual([]);
    expect(rows.filter(({ statement, where }) => !statement || !where)).toEqual([]);
  });

  test("the counts of met and unmet requirements at the top are right", () => {
    const countsOf = (levels: readonly number[]) =>
      ["Met", "Not met", "Not ours"]
        .map((state) => rows.filter((row) => row.state === state && levels.includes(row.level)).length)
        .join(" | ");
    expect(rows.filter(({ level }) => level === 1)).toHaveLength(LEVEL_1);
    const document = textOf("docs/security.md");
    for (const [name, levels] of [
      ["1", [1]],
      ["2", [2]],
      ["both", [1, 2]],
    ] as const)
      expect(document).toContain(`\n${name} | ${countsOf(levels)}\n`);
  });

  test("a met requirement names a test or a file, and each exists", () => {
    const missing = rows.flatMap(({ number, state, where }) => {
      const files = [...where.matchAll(/`((?:client|server|shared|e2e|tools|docs)\/[^`]+|[\w.-]+\.json)`/g)].map(([, file = ""]) => file);
      const tests = [...where.matchAll(/`([^`]+)` › "([^"]+)"/g)].map(([, file = "", title = ""]) => ({ file, title }));
      return [
        ...(state === "Met" && files.length === 0 ? [`${number} names nothing`] : []),
        ...files.filter((file) => !textOf(file)).map((file) => `${number}: ${file}`),
        ...tests.filter((named) => !hasTest(named)).map(({ file, title }) => `${number}: ${file} › ${title}`),
      ];
    });
    expect(missing).toEqual([]);
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
