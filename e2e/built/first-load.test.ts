import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { inProject } from "#tools/project.mjs";

// Brotli, kB. What is loaded before any page is what a person gets who is not signed in; the sign-in screen is part of it.
// There is room below. A page that grows over the bound has taken in what a dialog should bring: a
// drawing, a calendar.
const SIGNED_OUT = 120;
const ANY_PAGE = 200;
const STYLES = 20;

const client = inProject("dist", "client");
const textOf = (name: string) => readFileSync(join(client, "assets", name), "utf8");
const sizes = new Map<string, number>();
function sizeOf(name: string): number {
  const size = sizes.get(name) ?? brotliCompressSync(readFileSync(join(client, "assets", name))).length;
  sizes.set(name, size);
  return size;
}
const kilobytes = (names: Iterable<string>) => [...names].reduce((sum, name) => sum + sizeOf(name), 0) / 1000;

/** What a built file imports at once, and what it imports when it is needed. */
const imports = (name: string) => [...textOf(name).matchAll(/(?:from|import)\s*["']\.\/([^"'`/]+\.js)["']/g)].map(([, file = ""]) => file);
const lazyImports = (name: string) =>
  [...textOf(name).matchAll(/import\(\s*["'`]\.\/([^"'`/]+\.js)["'`]\s*\)/g)].map(([, file = ""]) => file);

/** Files with everything that they import at once. */
function withImports(names: Iterable<string>, known: Iterable<string> = []): Set<string> {
  const all = new Set(known);
  const add = (name: string) => {
    if (all.has(name)) return;
    all.add(name);
    imports(name).forEach(add);
  };
  for (const name of names) add(name);
  return all;
}

const html = readFileSync(join(client, "index.html"), "utf8");
const named = [...html.matchAll(/assets\/([^"]+\.(?:js|css))"/g)].map(([, name = ""]) => name);
const entry = withImports(named.filter((name) => name.endsWith(".js")));
const lazyOf = (names: Iterable<string>) => [...new Set([...names].flatMap(lazyImports))];
const shell = withImports(lazyOf(entry).filter((name) => name.startsWith("signed-in-")));

/**
 * A screen for people who are signed out comes with the first file alone, a page with the shell
 * besides. Dialogs come later.
 */
const firstLoads = [
  { name: "(before any page)", most: SIGNED_OUT, files: entry },
  ...lazyOf([...entry, ...shell]).flatMap((file) => {
    const [, name = "", kind] = /^(.+-(page|screen))-[\w-]{8}\.js$/.exec(file) ?? [];
    if (kind === "page") return [{ name, most: ANY_PAGE, files: withImports([file], [...entry, ...shell]) }];
    return kind === "screen" ? [{ name, most: SIGNED_OUT, files: withImports([file], entry) }] : [];
  }),
];

test("every page is among those measured", () => {
  const measured = firstLoads.map(({ name }) => name);
  expect(measured).toEqual(expect.arrayContaining(["quotes-page", "orders-page", "dashboard-page", "audit-page", "reset-password-screen"]));
});

test.each(firstLoads)("$name is light to load first", ({ files, most }) => {
  expect(kilobytes(files)).toBeLessThanOrEqual(most);
});

test("the styles are light", () => {
  expect(kilobytes(named.filter((name) => name.endsWith(".css")))).toBeLessThanOrEqual(STYLES);
});
