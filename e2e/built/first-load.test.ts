import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { SIGNED_IN_SCRIPT } from "#server/platform/http/web.ts";
import { inProject } from "#tools/project.mjs";

// The bounds are kilobytes with Brotli. A signed-out person loads the files of "before any page",
// which include the sign-in screen. A page that exceeds the bound has imported something for a
// dialog: a drawing, a calendar.
const SIGN_IN = 105;
const SIGNED_OUT = 120;
const ANY_PAGE = 200;
const STYLES = 20;
// A browser fetches six files at a time where no proxy adds HTTP/2.
const MOST_FILES = 40;

const client = inProject("dist", "client");
const textOf = (name: string) => readFileSync(join(client, "assets", name), "utf8");
const sizes = new Map<string, number>();
function sizeOf(name: string): number {
  const size = sizes.get(name) ?? brotliCompressSync(readFileSync(join(client, "assets", name))).length;
  sizes.set(name, size);
  return size;
}
const kilobytes = (names: Iterable<string>) => [...names].reduce((sum, name) => sum + sizeOf(name), 0) / 1000;

/** The files that a built file imports statically, and those that it imports lazily. */
const imports = (name: string) => [...textOf(name).matchAll(/(?:from|import)\s*["']\.\/([^"'`/]+\.js)["']/g)].map(([, file = ""]) => file);
const lazyImports = (name: string) =>
  [...textOf(name).matchAll(/import\(\s*["'`]\.\/([^"'`/]+\.js)["'`]\s*\)/g)].map(([, file = ""]) => file);

/** Returns the files with all their static imports. */
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
const announced = readdirSync(join(client, "assets")).filter((name) => SIGNED_IN_SCRIPT.test(name));
const shell = withImports([...lazyOf(entry).filter((name) => name.startsWith("signed-in-")), ...announced]);

/**
 * A screen for signed-out people loads with the first file only, and a page needs the shell too.
 * Dialogs load later.
 */
const firstLoads = [
  { name: "(before any page)", most: SIGN_IN, files: entry },
  ...lazyOf([...entry, ...shell]).flatMap((file) => {
    const [, name = "", kind] = /^(.+-(page|screen))-[\w-]{8}\.js$/.exec(file) ?? [];
    if (kind === "page") return [{ name, most: ANY_PAGE, files: withImports([file], [...entry, ...shell]) }];
    return kind === "screen" ? [{ name, most: SIGNED_OUT, files: withImports([file], entry) }] : [];
  }),
];

test("every page has a measured first load", () => {
  const measured = firstLoads.map(({ name }) => name);
  expect(measured).toEqual(expect.arrayContaining(["quotes-page", "orders-page", "dashboard-page", "audit-page", "reset-password-screen"]));
});

test.each(firstLoads)("$name is light to load first", ({ files, most }) => {
  expect(kilobytes(files)).toBeLessThanOrEqual(most);
});

test.each(firstLoads)("$name needs few files", ({ files }) => {
  expect(files.size).toBeLessThanOrEqual(MOST_FILES);
});

test("no built files import one another in a circle, because the first to run would lack the other's values", () => {
  const leadsTo = new Map(readdirSync(join(client, "assets")).flatMap((name) => (name.endsWith(".js") ? [[name, imports(name)]] : [])));
  // A file that imports only files without circles is in none.
  const settled = new Set<string>();
  for (let before = -1; before < settled.size; ) {
    before = settled.size;
    for (const [name, others] of leadsTo) if (others.every((other) => settled.has(other))) settled.add(name);
  }
  expect([...leadsTo.keys()].filter((name) => !settled.has(name))).toEqual([]);
});

test("the server announces the files that every screen of signed-in people needs, each under its present name", () => {
  const names = [...announced].map((name) => name.replace(/-[\w-]{8}\.js$/, ""));
  expect(names.toSorted()).toEqual(["forms", "icons", "more-icons", "routes", "shell", "signed-in"]);
});

test("the worker stores the code of toasts, which load after the first screen", () => {
  const stored = readFileSync(join(client, "sw.js"), "utf8");
  expect(lazyOf(entry).filter((name) => name.startsWith("toaster-") && stored.includes(`/assets/${name}`))).toHaveLength(1);
});

test("the styles stay below their bound", () => {
  expect(kilobytes(named.filter((name) => name.endsWith(".css")))).toBeLessThanOrEqual(STYLES);
});
