import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { expect, test } from "vitest";
import packageFile from "../package.json" with { type: "json" };
import { inProject } from "./project.mjs";

/** The features that a feature of the server may import besides itself. */
const FEATURES = {
  bookkeeping: ["companies", "invoices"],
  clients: ["companies", "invoices", "products", "receivables", "office/notifications"],
  companies: [],
  corrections: ["companies", "invoices", "orders", "payments", "quotes", "receivables", "office/notifications"],
  "credit-notes": ["bookkeeping", "companies", "invoices", "payments", "receivables"],
  identity: ["companies", "orders"],
  invoices: ["companies", "receivables", "referrals"],
  "office/audit": ["companies"],
  "office/digest": ["companies", "orders", "quotes", "remakes"],
  "office/errors": [],
  "office/money": ["payments"],
  "office/notifications": [],
  "office/search": ["clients", "invoices", "orders", "products", "quotes", "remakes"],
  "office/settings": ["companies", "invoices", "office/notifications"],
  "office/stats": ["companies", "orders", "remakes"],
  orders: ["companies", "invoices", "office/notifications"],
  papers: ["companies", "corrections/unprinted-changes.ts", "invoices", "orders", "quotes", "receivables", "remakes", "retail", "workshop"],
  payments: ["companies", "invoices", "quotes", "receivables", "referrals", "office/errors", "office/notifications"],
  products: ["companies"],
  quotes: [
    "companies",
    "invoices",
    "orders",
    "products",
    "receivables",
    "retail/accepted-differences.ts",
    "corrections",
    "office/notifications",
  ],
  receivables: ["companies", "referrals"],
  referrals: ["companies"],
  remakes: ["companies", "orders", "quotes", "office/notifications"],
  retail: ["companies", "quotes", "office/notifications"],
  "sign-in": ["companies", "identity", "invoices", "referrals", "users"],
  users: ["companies", "identity"],
  webhooks: ["companies", "office/notifications"],
  workshop: ["companies", "orders"],
};

/** The parts of other features that a feature of the client may import: whole dialogs. */
const DIALOGS_OF_OTHERS = { orders: ["quotes/correct/correction-dialog.tsx"] };

/**
 * The imports that each folder may have, by the beginnings of paths. A file belongs to the first
 * entry that holds it.
 */
const CLIENT_FEATURE = ["shared/", "client/src/lib/", "client/src/components/", "client/src/device/", "own feature", "packages"];
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  "shared/": ["shared/", "zod"],
  "server/schema/": ["shared/", "server/schema/", "packages"],
  "server/platform/": ["shared/", "server/platform/", "server/schema/", "server/config.ts", "packages"],
  "server/lists/": ["shared/", "server/lists/", "server/schema/", "server/platform/", "packages"],
  ...Object.fromEntries(
    Object.entries(FEATURES).map(([feature, others]) => [
      `server/features/${feature}/`,
      [
        ...["shared/", "server/lists/", "server/schema/", "server/platform/", "server/context.ts", "packages"],
        ...[feature, ...others].map((name) => `server/features/${name}`),
      ],
    ]),
  ),
  "server/features/": [],
  "server/": ["shared/", "server/", "tools/", "stripe-stand-in/", "packages"],
  "client/src/lib/": ["shared/", "client/src/lib/", "packages"],
  "client/src/components/ui/": ["shared/domain/text.ts", "client/src/lib/", "client/src/components/ui/", "packages"],
  "client/src/components/": ["shared/", "client/src/lib/", "client/src/components/", "packages"],
  "client/src/device/": ["shared/", "client/src/lib/", "client/src/components/", "client/src/device/", "packages"],
  ...Object.fromEntries(
    Object.entries(DIALOGS_OF_OTHERS).map(([feature, dialogs]) => [
      `client/src/features/${feature}/`,
      [...CLIENT_FEATURE, ...dialogs.map((path) => `client/src/features/${path}`)],
    ]),
  ),
  "client/src/features/": CLIENT_FEATURE,
  "client/": ["shared/", "client/", "packages"],
  "": ["shared/", "server/", "client/", "e2e/", "tools/", "stripe-stand-in/", "package.json", "packages"],
};

const MOST_IN_A_FOLDER = 20;
/** Tests and their samples may import whatever they check. */
const FOR_TESTS = /\.test\.tsx?$|\/testing\/|-samples\.ts$|\/testing-[^/]+$|test-support\.ts$/;

const sources = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.ts", "*.tsx", "*.mjs"], {
  cwd: inProject(),
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => file && !FOR_TESTS.test(file));
const aliases = Object.entries(packageFile.imports).map(([alias, path]) => [alias.slice(0, -1), path.slice(2, -1)] as const);

/** Returns the project's path of an import, or the package's name. */
function pathOf(importing: string, specifier: string): string {
  if (specifier.startsWith(".")) return posix.join(posix.dirname(importing), specifier);
  const [alias, folder] = aliases.find(([name]) => specifier.startsWith(name)) ?? [];
  return alias ? folder + specifier.slice(alias.length) : specifier;
}

const importsOf = (file: string): string[] =>
  [...readFileSync(inProject(file), "utf8").matchAll(/(?:^|\s)(?:from|import|import\()\s*["']([^"'\s]+)["']/gm)].map(([, specifier = ""]) =>
    pathOf(file, specifier),
  );

const isPackage = (path: string): boolean => !/^(shared|server|client|e2e|tools|stripe-stand-in)\/|^package\.json$/.test(path);
const clientFeatureOf = (file: string): string | undefined => /^client\/src\/features\/(?:office\/)?[^/]+\//.exec(file)?.[0];

function mayImport(file: string, path: string, allowed: readonly string[]): boolean {
  if (isPackage(path)) {
    if (/^(client|shared)\//.test(file) && path.startsWith("node:")) return false;
    if (file.startsWith("server/") && /^react(-dom)?$/.test(path)) return false;
    return allowed.includes("packages") || allowed.includes(path);
  }
  const own = allowed.includes("own feature") ? clientFeatureOf(file) : undefined;
  return [...allowed, ...(own ? [own] : [])].some((start) => path.startsWith(start));
}

test("each file imports only what its room may import", () => {
  const refused = sources.flatMap((file) => {
    const [, allowed = []] = Object.entries(ROOMS).find(([room]) => file.startsWith(room)) ?? [];
    return importsOf(file)
      .filter((path) => !mayImport(file, path, allowed))
      .map((path) => `${file} imports ${path}`);
  });
  expect(refused).toEqual([]);
});

test("a folder holds at most twenty source files", () => {
  const counts = new Map<string, number>();
  for (const file of sources) counts.set(posix.dirname(file), (counts.get(posix.dirname(file)) ?? 0) + 1);
  expect([...counts].filter(([, count]) => count > MOST_IN_A_FOLDER)).toEqual([]);
});
