import { fileURLToPath } from "node:url";

const routes = fileURLToPath(new URL("../client/src/app/routes.ts", import.meta.url));
/** So many screens make something worth having before it is asked for. */
const MANY = 5;

interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[]; readonly dynamicallyImportedIds: readonly string[] } | null;
}

/** How many screens a module comes with, by what they import outright. */
function screensOf(modules: Modules): Map<string, number> {
  const counts = new Map<string, number>();
  for (const page of modules.getModuleInfo(routes)?.dynamicallyImportedIds ?? []) {
    const seen = new Set<string>();
    const visit = (id: string) => {
      if (seen.has(id)) return;
      seen.add(id);
      modules.getModuleInfo(id)?.importedIds.forEach(visit);
    };
    visit(page);
    for (const id of seen) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

let screens: Map<string, number> | undefined;

/**
 * What comes in one file. Left alone, the bundler gives each set of users its own file, and a screen is thirty of them, which on a line with a long way
 * is six journeys instead of one: so what is there before any screen is one file, and what many screens share another.
 */
export const GROUPS = [
  { name: "start", tags: ["$initial" as const], priority: 2 },
  {
    name: (id: string, modules: Modules) => {
      screens ??= screensOf(modules);
      return (screens.get(id) ?? 0) >= MANY ? "screens" : null;
    },
    debugName: "screens",
    priority: 1,
  },
];
