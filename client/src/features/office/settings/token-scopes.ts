import type { Scope } from "#shared/contract/identity/scopes.ts";
import type { Role } from "#shared/domain/roles.ts";
import { upperFirst } from "#shared/domain/text.ts";

/** The parts of the portal that a token may reach, in the order of the menu. */
export const AREAS = ["quotes", "orders", "remakes", "invoices", "workshop"] as const;
export type Area = (typeof AREAS)[number];
/** A token's access to one area. */
export type Access = "none" | "read" | "write";

const AREA_LABEL = {
  quotes: "Quotes",
  orders: "Orders",
  remakes: "Remakes",
  invoices: "Invoices",
  workshop: "Workshop",
} as const satisfies Record<Area, string>;
export const areaLabel = (area: Area): string => AREA_LABEL[area];

/** The areas that a role can reach at all. */
const AREAS_OF: Partial<Record<Role, readonly Area[]>> = {
  customer: ["quotes", "orders", "remakes", "invoices"],
  supplier: ["orders", "remakes", "workshop"],
};
export const areasFor = (role: Role): readonly Area[] => AREAS_OF[role] ?? AREAS;

/** Invoices are issued by the portal alone, so no token writes them. */
export const canWrite = (area: Area): boolean => area !== "invoices";

/** The scopes of the chosen access, as the call takes them. */
export const scopesOf = (access: Readonly<Partial<Record<Area, Access>>>): Scope[] =>
  AREAS.flatMap((area) => (access[area] === "read" || access[area] === "write" ? [`${area}:${access[area]}` as Scope] : []));

/** `Read and write quotes and orders; read invoices` */
export function scopeWords(scopes: readonly Scope[]): string {
  const areasWith = (access: string) =>
    AREAS.filter(
      (area) => scopes.includes(`${area}:${access}` as Scope) && !(access === "read" && scopes.includes(`${area}:write` as Scope)),
    );
  const list = new Intl.ListFormat("en-GB");
  const parts = [["write", "read and write"] as const, ["read", "read"] as const].flatMap(([access, words]) => {
    const areas = areasWith(access);
    return areas.length > 0 ? [`${words} ${list.format(areas)}`] : [];
  });
  const sentence = parts.join("; ");
  return upperFirst(sentence);
}
