import { type Api, api, type Feature } from "#shared/contract/index.ts";
import type { Endpoint } from "#shared/http/endpoint.ts";

const LIGHT = ["method", "path", "roles", "files", "notWhileImpersonating"] as const satisfies readonly (keyof Endpoint)[];

/** A call without its schemas: the fields that the client needs to make it and to know who may. */
export type Call = Pick<Endpoint, (typeof LIGHT)[number]>;

const omitSchemas = (call: Endpoint) => Object.fromEntries(LIGHT.map((key) => [key, call[key]]));

/**
 * Every call without its schemas. The build inlines this table into the browser's code
 * (vite.config.ts), so the first screen loads no zod.
 */
export const calls = Object.fromEntries(
  Object.entries(api).map(([feature, named]) => [
    feature,
    Object.fromEntries(Object.entries<Endpoint>(named).map(([name, call]) => [name, omitSchemas(call)])),
  ]),
) as { readonly [F in Feature]: { readonly [N in keyof Api[F]]: Call } };
