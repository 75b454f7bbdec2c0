import { z } from "zod";
import { type Api, api, type Feature } from "#shared/contract/index.ts";
import { type Endpoint, successStatus } from "#shared/http/endpoint.ts";
import { audienceOf, definitionOf, isPrivate, type Reader } from "#shared/http/visibility.ts";

/** `orders.changeStatus`: a table over the calls with a missing call does not compile. */
export type CallName = { [F in Feature]: `${F}.${keyof Api[F] & string}` }[Feature];

/** Every call of the contract with its name, in its order. */
export const CALLS: readonly { readonly name: CallName; readonly call: Endpoint }[] = Object.entries(api).flatMap(([feature, calls]) =>
  Object.entries<Endpoint>(calls).map(([name, call]) => ({ name: `${feature}.${name}` as CallName, call })),
);

const ROUTES = CALLS.map(({ name, call }) => ({ name, call, pattern: new RegExp(`^${call.path.replace(/:\w+/g, "[^/]+")}$`) }));

const callAt = (method: string, path: string) =>
  ROUTES.find(({ call, pattern }) => call.method === method && pattern.test(path.split("?")[0] ?? ""));

/**
 * The keys that the wire may contain for a role: the declared keys, less those that the role may
 * not see. This implements the rule a second time, apart from the encoder, and the two must agree.
 */
function wireSchema(schema: z.core.$ZodType, reader: Reader): z.ZodType {
  const { role, isViewing } = reader;
  const def = definitionOf(schema);
  if (def.type === "object") {
    const fields = Object.entries(def.shape).filter(([, field]) => {
      const audience = audienceOf(field);
      if (isViewing && isPrivate(field)) return false;
      return !audience || (role !== null && audience.includes(role));
    });
    return z.strictObject(Object.fromEntries(fields.map(([key, field]) => [key, wireSchema(field, reader)])));
  }
  if (def.type === "array") return z.array(wireSchema(def.element, reader));
  if (def.type === "nullable") return wireSchema(def.innerType, reader).nullable();
  if (def.type === "optional") return wireSchema(def.innerType, reader).optional();
  return schema as z.ZodType;
}

const wires = new Map<string, z.ZodType>();
/**
 * Each schema is built once: zod compiles a schema at its first use, which takes longer than to
 * validate most replies.
 */
function wireOf(name: CallName, { response }: Endpoint, reader: Reader): z.ZodType {
  const key = [name, reader.role, reader.isViewing].join(" ");
  const known = wires.get(key) ?? wireSchema(response, reader);
  wires.set(key, known);
  return known;
}

/** @throws if a reply does not match the contract for this role */
export function checkReply(method: string, path: string, reader: Reader, status: number, body: unknown): void {
  const found = callAt(method, path);
  if (!found || status >= 400) return;
  const { name, call } = found;
  if (status !== successStatus(call)) throw new Error(`${name} replied ${status}, its success is ${successStatus(call)}`);
  if (status === 204) return;
  const result = wireOf(name, call, reader).safeParse(body);
  if (!result.success)
    throw new Error(`${name} sent ${reader.role ?? "nobody"} what the contract does not say:\n${z.prettifyError(result.error)}`);
}
