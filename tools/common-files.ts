import type { Rolldown } from "vite";
import { inProject } from "./project.mjs";

/** The modules whose static imports a common file joins. */
const STARTING_AT = {
  shell: ["app/signed-in.tsx", "components/ui/control/choices.tsx", "lib/address.ts"],
  lists: [
    "components/page/exports.tsx",
    "components/page/filters.tsx",
    "components/page/views.tsx",
    "components/table/paged-table.tsx",
    "components/table/use-columns.tsx",
    "components/table/view-button.tsx",
  ],
} as const;

/**
 * The files that several screens share (decision 033). Without these groups the bundler makes one
 * file for each set of screens that share a module.
 */
export function commonFiles(): Rolldown.CodeSplittingGroup[] {
  let files: ReadonlyMap<string, string> | null = null;
  const nameOf: Rolldown.CodeSplittingNameFunction = (module, build) => {
    files ??= fileByModule((id) => build.getModuleInfo(id));
    return files.get(module) ?? null;
  };
  return [
    { name: "start", tags: ["$initial"], priority: 1 },
    { name: "icons", test: ICONS, minShareCount: 2 },
    // An icon in a screen's own file would make a circle with the common file that uses it too.
    { name: "more-icons", test: ICONS },
    { name: nameOf, debugName: "common to screens" },
  ];
}

/** The module that exports every icon imports them all, so it says nothing about a screen's needs. */
const ICONS = /\/lucide-react\//;

type Info = Pick<Rolldown.ModuleInfo, "importedIds" | "dynamicallyImportedIds" | "dynamicImporters">;
type InfoOf = (id: string) => Info | null;

/**
 * Names the common file of each module: `shell` for what each signed-in screen needs, `lists` for
 * what lists consist of, and `forms` for the modules of both that signed-out screens need too.
 */
function fileByModule(infoOf: InfoOf): Map<string, string> {
  const inClient = (path: string) => inProject("client/src", path);
  const [shell, lists] = [STARTING_AT.shell, STARTING_AT.lists].map((paths) => reachable(paths.map(inClient), infoOf));
  const lazy = infoOf(inClient("app/app.tsx"))?.dynamicallyImportedIds ?? [];
  // Signed-in people's files are named pages. The shell imports the routes, which have their own
  // file, so it cannot hold what they import.
  const signedOut = reachable([...lazy.filter((id) => id.endsWith("-screen.tsx")), inClient("app/routes.ts")], infoOf);
  // In a common file a lazily imported module loses the names of its exports.
  const isLazy = (id: string) => (infoOf(id)?.dynamicImporters.length ?? 0) > 0;
  const files = new Map<string, string>();
  for (const [name, modules] of Object.entries({ lists, shell }))
    for (const id of modules ?? []) if (!isLazy(id)) files.set(id, signedOut.has(id) ? "forms" : name);
  return files;
}

/** Returns the modules and everything that they import statically. */
function reachable(modules: readonly string[], infoOf: InfoOf): Set<string> {
  const found = new Set<string>();
  const add = (id: string) => {
    if (found.has(id) || ICONS.test(id)) return;
    found.add(id);
    infoOf(id)?.importedIds.forEach(add);
  };
  modules.forEach(add);
  return found;
}
