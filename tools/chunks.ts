import { fileURLToPath } from "node:url";

const inClient = (path: string) => fileURLToPath(new URL(`../client/src/${path}`, import.meta.url));
const SHELL = inClient("app/signed-in.tsx");
const isFormLibrary = (id: string) => id.includes("/node_modules/react-hook-form/");

interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[]; readonly dynamicallyImportedIds: readonly string[] } | null;
}

/** All that comes with a module, itself included. */
function outright(modules: Modules, id: string, seen = new Set<string>()): Set<string> {
  if (seen.has(id)) return seen;
  seen.add(id);
  for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) outright(modules, imported, seen);
  return seen;
}

/** How many of these a module comes with. */
function shares(modules: Modules, ids: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const id of ids) for (const part of outright(modules, id)) counts.set(part, (counts.get(part) ?? 0) + 1);
  return counts;
}

function readHouse(modules: Modules) {
  const shell = outright(modules, SHELL);
  // It keeps a file of its own name, by which tools/bench/bundles.ts knows it.
  shell.delete(SHELL);
  const pages = modules.getModuleInfo(inClient("app/routes.ts"))?.dynamicallyImportedIds ?? [];
  const parts = new Set(pages.flatMap((page) => [...outright(modules, page)]));
  const later = [...parts].flatMap((part) => modules.getModuleInfo(part)?.dynamicallyImportedIds ?? []);
  const dialogs = new Set(later.filter((id) => id.endsWith("-dialog.tsx")));
  return { shell, pages: shares(modules, pages), dialogs: shares(modules, dialogs) };
}

let house: ReturnType<typeof readHouse> | undefined;
const houseOf = (modules: Modules) => {
  house ??= readHouse(modules);
  return house;
};

const MANY_DIALOGS = 12;

/** With the shell, with more screens than one, or with a screen and perhaps a dialog besides; not what only forms need. */
const isOfScreens = (id: string, modules: Modules): boolean => {
  const { shell, pages } = houseOf(modules);
  const count = pages.get(id) ?? 0;
  const isOnes = count === 1 && /\/client\/src\/(features|app)\//.test(id);
  return shell.has(id) || (count > 0 && !isOnes && ![...outright(modules, id)].some(isFormLibrary));
};

type Belongs = (id: string, modules: Modules) => boolean;
const group = (name: string, priority: number, belongs: Belongs) => ({
  name: (id: string, modules: Modules) => (belongs(id, modules) ? name : null),
  debugName: name,
  priority,
});
/** Never with a screen: the screen would wait for all the rest of the file. */
const later =
  (pattern: RegExp): Belongs =>
  (id, modules) =>
    pattern.test(id) && !houseOf(modules).pages.has(id);

/**
 * What comes in one file. Left alone, the bundler gives each set of users a file of its own, and a screen is thirty of them, which on a line with a long
 * way is six journeys instead of one. Of two groups that claim a module, the one with the higher priority has it.
 */
export const GROUPS = [
  { name: "start", tags: ["$initial" as const], priority: 5 },
  group("screens", 4, isOfScreens),
  group("dialogs", 3, (id, modules) => (houseOf(modules).dialogs.get(id) ?? 0) >= MANY_DIALOGS),
  group("domain", 2, later(/\/shared\/domain\//)),
  group("rules", 1, later(/\/node_modules\/zod\/|\/shared\/(contract|http)\//)),
  group("forms", 0, (id) => isFormLibrary(id) || /\/components\/[\w-]+-field\.tsx$/.test(id)),
];
