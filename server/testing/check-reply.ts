import { z } from "zod";
import { type Api, api, type Feature } from "#shared/contract/index.ts";
import type { Role } from "#shared/domain/roles.ts";
import { type Endpoint, successStatus } from "#shared/http/endpoint.ts";
import { audienceOf, definitionOf } from "#shared/http/visibility.ts";

/** `orders.changeStatus`: a table over the calls that lacks one does not compile. */
export type CallName = { [F in Feature]: `${F}.${keyof Api[F] & string}` }[Feature];

/** Every call of the contract with its name, in its order. */
export const CALLS: readonly { readonly name: CallName; readonly call: Endpoint }[] = Object.entries(api).flatMap(([feature, calls]) =>
  Object.entries<Endpoint>(calls).map(([name, call]) => ({ name: `${feature}.${name}` as CallName, call })),
);

const ROUTES = CALLS.map(({ name, call }) => ({ name, call, pattern: new RegExp(`^${call.path.replace(/:\w+/g, "[^/]+")}$`) }));

const callAt = (method: string, path: string) =>
  ROUTES.find(({ call, pattern }) => call.method === method && pattern.test(path.split("?")[0] ?? ""));

/**
 * The keys that the wire may hold for a role: the declared keys, less those that the role may not
 * see. This states the rule a second time, apart from the encoder, and the two must agree.
 */
function wireSchema(schema: z.core.$ZodType, role: Role | null): z.ZodType {
  const def = definitionOf(schema);
  if (def.type === "object") {
    const fields = Object.entries(def.shape).filter(([, field]) => {
      const audience = audienceOf(field);
      return !audience || (role !== null && audience.includes(role));
    });
    return z.strictObject(Object.fromEntries(fields.map(([key, field]) => [key, wireSchema(field, role)])));
  }
  if (def.type === "array") return z.array(wireSchema(def.element, role));
  if (def.type === "nullable") return wireSchema(def.innerType, role).nullable();
  if (def.type === "optional") return wireSchema(def.innerType, role).optional();
  return schema as z.ZodType;
}

const wires = new Map<string, z.ZodType>();
/** Made once for each: zod compiles a schema at its first use, which takes longer than to judge most replies. */
function wireOf(name: CallName, { response }: Endpoint, role: Role | null): z.ZodType {
  const known = wires.get(`${name} ${role}`) ?? wireSchema(response, role);
  wires.set(`${name} ${role}`, known);
  return known;
}

/** @throws when a reply is not what the contract says this role gets. */
export function checkReply(method: string, path: string, role: Role | null, status: number, body: unknown): void {
  const found = callAt(method, path);
  if (!found || status >= 400) return;
  const { name, call } = found;
  if (status !== successStatus(call)) throw new Error(`${name} replied ${status}, its success is ${successStatus(call)}`);
  if (status === 204) return;
  const result = wireOf(name, call, role).safeParse(body);
  if (!result.success)
    throw new Error(`${name} sent ${role ?? "nobody"} what the contract does not say:\n${z.prettifyError(result.error)}`);
}
