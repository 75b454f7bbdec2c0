import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inProject } from "./project.mjs";

/** docs/rules says what the portal promises; code and tests cite a rule by its number. docs/decisions says why. */

const folder = inProject("docs", "rules");
const numbers = readdirSync(folder).flatMap((file) =>
  [...readFileSync(join(folder, file), "utf8").matchAll(/^\*\*([A-Z]\d+)\. /gm)].map(([, number = ""]) => number),
);

const sources = ["server", "client", "shared", "e2e", "tools"].flatMap((place) =>
  readdirSync(inProject(place), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs|css)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name)),
);

test("each rule has a number of its own", () => {
  expect(numbers.length).toBeGreaterThan(80);
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
});

test("a rule that the code cites is there", () => {
  const cited = sources.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/\b[Rr]ules? ([A-Z]\d+(?:(?:, | and )[A-Z]\d+)*)/g)].flatMap(([, list = ""]) =>
      list.split(/, | and /).map((number) => ({ file, number })),
    ),
  );
  expect(cited.filter(({ number }) => !numbers.includes(number))).toEqual([]);
});

test("the code cites no document that is not in this repository", () => {
  const foreign = sources.filter((file) => !file.endsWith("rules.test.ts") && readFileSync(file, "utf8").includes("\u00a7"));
  expect(foreign).toEqual([]);
});

const decisions = readdirSync(inProject("docs", "decisions")).filter((file) => /^\d{3}-/.test(file));

test("each decision has a number of its own, a date, its context, what was decided and what follows", () => {
  expect(decisions.length).toBeGreaterThan(40);
  const given = decisions.map((file) => file.slice(0, 3));
  expect(given.filter((number, index) => given.indexOf(number) !== index)).toEqual([]);
  const lacking = decisions.flatMap((file) => {
    const text = readFileSync(inProject("docs", "decisions", file), "utf8");
    return ["Date", "Context", "Decision", "Consequences"]
      .filter((part) => !new RegExp(`^(## |\\*\\*)?${part}\\b`, "m").test(text))
      .map((part) => `${file}: ${part}`);
  });
  expect(lacking).toEqual([]);
});

test("a decision that is cited by its file is there", () => {
  const documents = ["README.md", "docs/operating.md", "docs/security.md", "docs/measurements.md"].map((file) => inProject(file));
  const cited = [...sources, ...documents].flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/decisions\/(\d{3}[\w-]*)(?:\.md)?/g)].map(([, name = ""]) => ({ file, name })),
  );
  expect(cited.filter(({ name }) => !decisions.some((file) => file.startsWith(name)))).toEqual([]);
});
