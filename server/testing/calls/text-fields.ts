import type { z } from "zod";
import { definitionOf } from "#shared/http/visibility.ts";

/**
 * Every text that a schema accepts, as `items[].name`, without choices from a list and texts that
 * the portal creates.
 */
export function textFields(schema: z.core.$ZodType | undefined, at = ""): string[] {
  if (!schema) return [];
  const def = definitionOf(schema);
  switch (def.type) {
    case "string":
      return [at];
    case "object":
      return Object.entries(def.shape).flatMap(([key, field]) => textFields(field, at ? `${at}.${key}` : key));
    case "array":
      return textFields(def.element, `${at}[]`);
    case "union":
      return def.options.some((option) => textFields(option).length > 0) ? [at] : [];
    case "pipe":
      return textFields(def.in, at);
    case "nullable":
    case "optional":
    case "default":
    case "prefault":
      return textFields(def.innerType, at);
    default:
      return [];
  }
}

type Json = Readonly<Record<string, unknown>>;

/** A copy of a body with one of its texts replaced. */
export function withText(body: Json, path: string, text: string): Json {
  const [head = "", ...rest] = path.split(".");
  const key = head.replace("[]", "");
  const inner = (value: unknown): unknown => (rest.length > 0 ? withText((value ?? {}) as Json, rest.join("."), text) : text);
  if (!head.endsWith("[]")) return { ...body, [key]: inner(body[key]) };
  const [first, ...others] = (body[key] as unknown[] | undefined) ?? [undefined];
  return { ...body, [key]: [inner(first), ...others] };
}

/** The value at such a path. */
export function textAt(body: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((value, part) => {
    const found = (value as Json | undefined)?.[part.replace("[]", "")];
    return part.endsWith("[]") ? (found as unknown[] | undefined)?.[0] : found;
  }, body);
}
