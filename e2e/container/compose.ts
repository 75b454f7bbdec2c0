/**
 * Returns the variables that compose.yaml gives the portal, with the defaults of those that a
 * person may set.
 */
export function portalsEnvironment(compose: string): Record<string, string> {
  const [, portal = ""] = /^ {2}portal:\n((?: {3,}.*\n|\n)+)/m.exec(compose) ?? [];
  const [, block = ""] = /^ {4}environment:\n((?: {6}.*\n)+)/m.exec(portal) ?? [];
  const variables = [...block.matchAll(/^ {6}([A-Z_]+): "?(?:\$\{\w+:-)?([^"}\n]*)/gm)];
  return Object.fromEntries(variables.map(([, name = "", value = ""]) => [name, value]));
}
