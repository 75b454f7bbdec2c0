import type { FieldErrors, FieldValues, Resolver } from "react-hook-form";
import type { z } from "zod";
import { NOT_LOADED } from "#client/lib/api-error.ts";
import { loadAhead } from "#client/lib/load-ahead.ts";
import { toast } from "./ui/toast-store.ts";

/**
 * For a form that stands on a page: it is judged by a schema that comes after the page, with zod (docs/decisions/070-speed.md). Forms in dialogs
 * come with theirs. Nothing is sent unjudged: of two passwords that have to be the same, the server sees only one.
 */
export function lateResolver<Values extends FieldValues, Body>(
  load: () => Promise<z.ZodType<Body, Values>>,
): Resolver<Values, unknown, Body> {
  const ready = async () => {
    const [{ zodResolver }, schema] = await Promise.all([import("@hookform/resolvers/zod"), load()]);
    return zodResolver(schema);
  };
  loadAhead(ready);
  return async (...given) => {
    const judge = await ready().catch(() => null);
    if (judge) return judge(...given);
    toast({ title: "Error", description: NOT_LOADED, variant: "destructive" });
    return { values: {}, errors: { root: { type: "late", message: NOT_LOADED } } as FieldErrors<Values> };
  };
}
