import type { z } from "zod";
import { badRequest } from "./errors.ts";

/** The most entries that a list of the contract takes, and what is said of more. */
export function mostOf(list: z.core.$ZodArray): { readonly most: number; readonly sentence: string } | undefined {
  for (const check of list._zod.def.checks ?? []) {
    const { def } = check._zod;
    if (def.check !== "max_length") continue;
    const { maximum } = def as z.core.$ZodCheckMaxLengthDef;
    const said = def.error?.({ code: "too_big", origin: "array", maximum, input: undefined, path: [] } as never);
    return { most: maximum, sentence: typeof said === "string" ? said : (said?.message ?? `At most ${maximum} entries`) };
  }
  return undefined;
}

type Path = readonly (string | number)[];

/**
 * Refuses a list that is too long before one of its entries is looked at (rule C9): zod makes a
 * sentence for each wrong entry first, and a megabyte of them held everybody up for seconds.
 * @throws 400 with the list's own sentence
 */
export function refuseLongLists(schema: z.core.$ZodType, value: unknown, path: Path = []): void {
  if (value === null || typeof value !== "object") return;
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === "array") refuseInList(schema as z.core.$ZodArray, value, path);
  else if (def.type === "object") refuseInFields(def.shape, value as Readonly<Record<string, unknown>>, path);
  else if (def.type === "pipe") refuseLongLists(def.in, value, path);
  else if (def.type === "union") for (const option of def.options) refuseLongLists(option, value, path);
  else if ("innerType" in def) refuseLongLists(def.innerType, value, path);
}

function refuseInList(list: z.core.$ZodArray, value: object, path: Path): void {
  if (!Array.isArray(value)) return;
  const bound = mostOf(list);
  if (bound && value.length > bound.most) throw badRequest(bound.sentence, [{ path: path.join("."), message: bound.sentence }]);
  for (const [at, entry] of value.entries()) refuseLongLists(list._zod.def.element, entry, [...path, at]);
}

function refuseInFields(fields: z.core.$ZodShape, value: Readonly<Record<string, unknown>>, path: Path): void {
  for (const [key, field] of Object.entries(fields)) refuseLongLists(field, value[key], [...path, key]);
}
