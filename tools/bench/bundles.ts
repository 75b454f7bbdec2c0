import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";

const NAME = /[^"'`/]+/;
const STATIC = new RegExp(`(?:from|import)\\s*["']\\./(${NAME.source}\\.js)["']`, "g");
const LAZY = new RegExp(`import\\(\\s*["'\`]\\./(${NAME.source}\\.js)["'\`]\\s*\\)`, "g");

export interface FirstLoad {
  readonly route: string;
  /** Brotli, kB. */
  readonly js: number;
  readonly css: number;
}

/** What a browser fetches before it shows a page: what the page's html names, and everything that this and the page's own file import. */
export function firstLoads(client: string): FirstLoad[] {
  const assets = join(client, "assets");
  const text = (name: string) => readFileSync(join(assets, name), "utf8");
  const bytes = (name: string) => brotliCompressSync(readFileSync(join(assets, name))).length;
  const closure = (names: Iterable<string>, seen = new Set<string>()): Set<string> => {
    for (const name of names) {
      if (seen.has(name)) continue;
      seen.add(name);
      closure(
        [...text(name).matchAll(STATIC)].map(([, imported = ""]) => imported),
        seen,
      );
    }
    return seen;
  };
  const html = readFileSync(join(client, "index.html"), "utf8");
  const named = [...html.matchAll(/assets\/([^"]+\.(?:js|css))"/g)].map(([, name = ""]) => name);
  const entry = closure(named.filter((name) => name.endsWith(".js")));
  const css = named.filter((name) => name.endsWith(".css")).reduce((sum, name) => sum + bytes(name), 0);
  const sum = (names: Iterable<string>) => [...new Set(names)].reduce((total, name) => total + bytes(name), 0);
  const lazy = (names: Iterable<string>) =>
    new Set([...names].flatMap((name) => [...text(name).matchAll(LAZY)].map(([, found = ""]) => found)));
  const shell = closure([...lazy(entry)].filter((name) => name.startsWith("signed-in-")));
  // A screen of somebody who is signed out comes with the first file alone, a page with the shell besides; dialogs come later than a first load.
  const pages = [...lazy([...entry, ...shell])].flatMap((name) => {
    const kind = /-(page|screen)-[\w-]{8}\.js$/.exec(name)?.[1];
    return kind ? [[name, closure([name], new Set(kind === "page" ? [...entry, ...shell] : entry))] as const] : [];
  });
  return [
    { route: "(before any page)", js: sum(entry) / 1000, css: css / 1000 },
    ...pages.map(([page, files]) => ({ route: page.replace(/-[\w-]{8}\.js$/, ""), js: sum(files) / 1000, css: css / 1000 })),
  ];
}
