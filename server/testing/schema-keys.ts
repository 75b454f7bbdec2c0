import type { z } from "zod";
import type { Role } from "#shared/domain/roles.ts";
import { audienceOf } from "#shared/http/visibility.ts";

interface Key {
  readonly key: string;
  /** Whether the role never gets it: because of itself or of what it is in. */
  readonly hidden: boolean;
}

/** Every key that a schema could write, however deep. */
export function keysOf(schema: z.core.$ZodType, role: Role, within = false): Key[] {
  const def = (schema as z.core.$ZodTypes)._zod.def;
  switch (def.type) {
    case "object":
      return Object.entries(def.shape).flatMap(([key, field]) => {
        const audience = audienceOf(field);
        const hidden = within || (audience !== undefined && !audience.includes(role));
        return [{ key, hidden }, ...keysOf(field, role, hidden)];
      });
    case "array":
      return keysOf(def.element, role, within);
    case "record":
      return keysOf(def.valueType, role, within);
    case "nullable":
    case "optional":
      return keysOf(def.innerType, role, within);
    default:
      return [];
  }
}

/** Every key that a reply wrote, however deep. */
export function keysIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(keysIn);
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, entry]) => [key, ...keysIn(entry)]);
}
