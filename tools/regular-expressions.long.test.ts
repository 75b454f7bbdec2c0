import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { check } from "recheck";
import { type ESTree, parseSync, Visitor } from "vite";
import { expect, test } from "vitest";
import { z } from "zod";
import { REDACTED } from "#server/features/office/errors/record-error.ts";
import { TYPED_DAYS, WAYS_ALONE } from "#server/lists/typed-days.ts";
import { TYPED_STATE } from "#server/lists/typed-words.ts";

/**
 * A request with 65,000 spaces once blocked the process for seconds, because an expression read
 * them again from each of them. So recheck judges every expression of the product: its time must
 * grow in proportion to the text. Its native build takes seconds, its JavaScript build half a
 * minute.
 */

interface Found {
  readonly source: string;
  readonly flags: string;
  readonly where: string;
}

/** These expressions never match a person's text. */
const NO_PERSONS_TEXT: Readonly<Record<string, string>> = {
  "server/platform/photos/s3-store.ts /<Contents>(.*?)<\\/Contents>/gs": "the storage's own list of names that we gave",
  "server/platform/photos/storage-url.ts /^\\/+|\\/+$/g": "the operator's setting, read once",
  "server/platform/photos/storage-url.ts /\\/+$/": "the operator's setting, read once",
};

/**
 * The source does not contain expressions that are built at run time: the values explain why each
 * of them is known to be linear.
 */
const PUT_TOGETHER: Readonly<Record<string, string>> = {
  "server/config.ts": "the operator's setting, read once",
  "server/lists/typed-days.ts": "judged below, as TYPED_DAYS and WAYS_ALONE",
  "server/lists/typed-words.ts": "judged below, as TYPED_STATE",
  "server/features/office/errors/record-error.ts": "judged below, as REDACTED",
  "server/platform/photos/s3-store.ts": "the storage's answer, never a person's text",
  "client/src/features/quotes/paste/paste-cells.ts": "judged below, with each separator; it begins where it is put, and takes a cell once",
  "client/src/lib/unfinished.ts": "keys of the portal's own on a device, never a person's text",
};

const pasted = [",", ";", "\t"].map((separator) => new RegExp(`[^${separator}\\r\\n]*`, "y"));
/** zod's own expressions that the contract uses. */
const ZODS = [z.regexes.email, z.regexes.datetime({})];

const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "shared", "server", "client/src"], {
  encoding: "utf8",
});
const sources = listed.split("\n").filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing/.test(file));

function expressionsOf(file: string): { literals: Found[]; isPutTogether: boolean } {
  const literals: Found[] = [];
  let isPutTogether = false;
  const isConstructor = (callee: ESTree.Expression) => callee.type === "Identifier" && callee.name === "RegExp";
  const { program, errors } = parseSync(file, readFileSync(file, "utf8"));
  if (errors.length > 0) throw new Error(`${file} could not be read: ${errors[0]?.message}`);
  new Visitor({
    Literal(node) {
      if ("regex" in node) literals.push({ source: node.regex.pattern, flags: node.regex.flags, where: file });
    },
    NewExpression({ callee }) {
      isPutTogether ||= isConstructor(callee);
    },
    CallExpression({ callee }) {
      isPutTogether ||= isConstructor(callee);
    },
  }).visit(program);
  return { literals, isPutTogether };
}

const given = (expressions: readonly RegExp[], where: string): Found[] =>
  expressions.map(({ source, flags }) => ({ source, flags, where }));

/**
 * Returns null if recheck proves that the time grows in proportion to the text, otherwise its
 * verdict. Its fuzzing is off, because that verdict depends on the machine's load. So an expression
 * without a proof, for example one with a lookahead, must be written in another way.
 */
async function whatIsWrong({ source, flags }: Omit<Found, "where">): Promise<string | null> {
  const found = await check(source, flags, { checker: "automaton", timeout: 240_000 });
  return found.status === "safe" ? null : found.status === "vulnerable" ? found.complexity.summary : found.status;
}

const read = sources.map((file) => ({ file, ...expressionsOf(file) }));

test("every regular expression that may meet a person's text is linear", { timeout: 600_000 }, async () => {
  const found = [
    ...read.flatMap(({ literals }) => literals),
    ...given(REDACTED, "redact"),
    ...given([TYPED_DAYS, ...WAYS_ALONE, TYPED_STATE], "search"),
    ...given(pasted, "paste"),
    ...given(ZODS, "zod"),
  ];
  expect(found.length).toBeGreaterThan(120);
  const judged = found
    .map((one) => ({ name: `${one.where} /${one.source}/${one.flags}`, one }))
    .filter(({ name }) => !(name in NO_PERSONS_TEXT));
  const slow: string[] = [];
  for (const { name, one } of judged) {
    const wrong = await whatIsWrong(one);
    if (wrong !== null) slow.push(`${name}: ${wrong}`);
  }
  expect(slow).toEqual([]);
});

test("the check detects the two expressions that once blocked the portal", async () => {
  expect(await whatIsWrong({ source: String.raw`^\s*\d{0,12}\s*$`, flags: "" })).toContain("polynomial");
  expect(await whatIsWrong({ source: String.raw`\s*[\r\n]+\s*`, flags: "g" })).toContain("polynomial");
});

test("each assembled expression is judged here by name, and each exception still exists", () => {
  expect(
    read
      .filter(({ isPutTogether }) => isPutTogether)
      .map(({ file }) => file)
      .sort(),
  ).toEqual(Object.keys(PUT_TOGETHER).sort());
  const names = read.flatMap(({ literals }) => literals.map(({ source, flags, where }) => `${where} /${source}/${flags}`));
  expect(Object.keys(NO_PERSONS_TEXT).filter((name) => !names.includes(name))).toEqual([]);
});
