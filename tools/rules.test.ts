import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inProject } from "./project.mjs";

/** docs/rules says what the portal promises; code and tests cite a rule by its number. */

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
