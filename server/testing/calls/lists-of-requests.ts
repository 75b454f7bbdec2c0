import { z } from "zod";
import { mostOf } from "#server/platform/http/paging/long-lists.ts";
import { definitionOf } from "#shared/http/visibility.ts";
import { CALLS } from "./check-reply.ts";

interface RequestList {
  /** The keys of its path; `[]` is any entry of a list. */
  readonly path: readonly string[];
  /** The most entries that it accepts. */
  readonly most: number;
}

/** Every list that a query or a body accepts on the wire. */
function listsIn(schema: z.core.$ZodType | undefined, path: readonly string[] = []): RequestList[] {
  if (!schema) return [];
  const def = definitionOf(schema);
  switch (def.type) {
    case "object":
      return Object.entries(def.shape).flatMap(([key, field]) => listsIn(field, [...path, key]));
    case "array": {
      const most = (schema instanceof z.ZodArray ? mostOf(schema) : null)?.most ?? Number.POSITIVE_INFINITY;
      return [{ path, most }, ...listsIn(def.element, [...path, "[]"])];
    }
    case "union":
      return def.options.flatMap((option) => listsIn(option, path));
    case "pipe":
      return listsIn(def.in, path);
    case "nullable":
    case "optional":
    case "default":
    case "prefault":
      return listsIn(def.innerType, path);
    default:
      return [];
  }
}

/** Every list of every call. */
export const LISTS = CALLS.flatMap(({ name, call }) =>
  (["query", "body"] as const).flatMap((part) => listsIn(call[part]).map((list) => ({ name, call, part, ...list }))),
);

const WRONG = ["", { wrong: [{}] }, null, -1.5];
export const wrongEntries = (many: number): unknown[] => Array.from({ length: many }, (_, at) => WRONG[at % WRONG.length]);

/** A body or a query with only this list. */
export const holding = ({ path }: Pick<RequestList, "path">, list: unknown): unknown =>
  path.reduceRight<unknown>((value, key) => (key === "[]" ? [value] : { [key]: value }), list);
