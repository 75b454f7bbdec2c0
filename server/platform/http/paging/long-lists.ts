import { z } from "zod";
import { badRequest } from "#server/platform/http/errors.ts";
import { definitionOf } from "#shared/http/visibility.ts";

interface Bound {
  readonly most: number;
  readonly sentence: string;
}

const bounds = new WeakMap<z.ZodArray, Bound | null>();

/** The most entries that a list of the contract accepts, and the sentence that refuses more. */
export function mostOf(list: z.ZodArray): Bound | null {
  const known = bounds.get(list) ?? boundOf(list);
  bounds.set(list, known);
  return known;
}

function boundOf(list: z.ZodArray): Bound | null {
  const { maxItems: most } = z.toJSONSchema(list, { io: "input", unrepresentable: "any" });
  if (most === undefined) return null;
  const { error } = list.safeParse(new Array(most + 1), { error: () => `At most ${most} entries` });
  return { most, sentence: error?.issues.find(({ code, path }) => code === "too_big" && path.length === 0)?.message ?? "" };
}

type Path = readonly (string | number)[];

/**
 * Refuses a list that is too long before any of its entries is validated (rule C9): zod would build
 * a sentence for each wrong entry first, and a megabyte of them blocked the server for seconds.
 * @throws 400 with the list's own sentence
 */
export function refuseLongLists(schema: z.core.$ZodType, value: unknown, path: Path = []): void {
  if (value === null || typeof value !== "object") return;
  const def = definitionOf(schema);
  if (schema instanceof z.ZodArray) refuseInList(schema, value, path);
  else if (def.type === "object") refuseInFields(def.shape, value as Readonly<Record<string, unknown>>, path);
  else if (def.type === "pipe") refuseLongLists(def.in, value, path);
  else if (def.type === "union") for (const option of def.options) refuseLongLists(option, value, path);
  else if ("innerType" in def) refuseLongLists(def.innerType, value, path);
}

function refuseInList(list: z.ZodArray, value: object, path: Path): void {
  if (!Array.isArray(value)) return;
  const bound = mostOf(list);
  if (bound && value.length > bound.most) throw badRequest(bound.sentence, [{ path: path.join("."), message: bound.sentence }]);
  for (const [at, entry] of value.entries()) refuseLongLists(list.element, entry, [...path, at]);
}

function refuseInFields(fields: z.core.$ZodShape, value: Readonly<Record<string, unknown>>, path: Path): void {
  for (const [key, field] of Object.entries(fields)) refuseLongLists(field, value[key], [...path, key]);
}
