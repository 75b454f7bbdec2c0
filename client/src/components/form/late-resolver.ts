import type { FieldErrors, FieldValues, Resolver } from "react-hook-form";
import type { z } from "zod";
import { toast } from "#client/components/ui/overlay/toast-store.ts";
import { NOT_LOADED, NOT_LOADED_ADVICE } from "#client/lib/api-error.ts";

/** For a form on a page: its schema, and zod with it, come when it is first sent. Without them nothing is sent: of a repeated password the server sees one. */
export function lateResolver<Values extends FieldValues, Body>(
  load: () => Promise<z.ZodType<Body, Values>>,
): Resolver<Values, unknown, Body> {
  return async (...given) => {
    const judge = await Promise.all([import("@hookform/resolvers/zod"), load()])
      .then(([{ zodResolver }, schema]) => zodResolver(schema))
      .catch(() => null);
    if (judge) return judge(...given);
    const message = `${NOT_LOADED} ${NOT_LOADED_ADVICE}`;
    toast({ title: "Error", description: message, variant: "destructive" });
    return { values: {}, errors: { root: { type: "late", message } } as FieldErrors<Values> };
  };
}
