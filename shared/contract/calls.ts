import type { Endpoint } from "#shared/http/endpoint.ts";
import { type Api, api, type Feature } from "./index.ts";

/** What making a call takes, and knowing who may: all of a call but its schemas. */
export type Call = Pick<Endpoint, (typeof LIGHT)[number]>;

const LIGHT = ["method", "path", "roles", "files", "notWhileImpersonating"] as const satisfies readonly (keyof Endpoint)[];

const lightly = (call: Endpoint) => Object.fromEntries(LIGHT.filter((key) => call[key] !== undefined).map((key) => [key, call[key]]));

/**
 * The contract without its schemas, for a browser that has yet to draw its first screen: zod and the schemas weigh as much as half of React. Derived,
 * not written; the build works it out beforehand and puts only the outcome into the bundle (tools/worked-out.ts).
 */
export const calls = Object.fromEntries(
  Object.entries(api).map(([feature, named]) => [
    feature,
    Object.fromEntries(Object.entries(named as Record<string, Endpoint>).map(([name, call]) => [name, lightly(call)])),
  ]),
) as { readonly [F in Feature]: { readonly [N in keyof Api[F]]: Call } };
