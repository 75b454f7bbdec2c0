import { readFile } from "node:fs/promises";
import { type Document, OpenAPIBackend, ValidationContext } from "openapi-backend";

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * Stripe's OpenAPI file in a form that a validator can use. OpenAPI 3.0 says `nullable` beside an enum or an `anyOf`;
 * JSON Schema wants null among the choices.
 */
export async function loadDescription(path: string): Promise<OpenAPIBackend> {
  const definition = nullsAsChoices(JSON.parse(await readFile(path, "utf8"))) as unknown as Document;
  const api = new OpenAPIBackend({
    definition,
    quick: true,
    ajvOpts: { strict: false, allErrors: true, allowUnionTypes: true, formats: { "unix-time": true, decimal: true } },
    // A form carries only text, so a boolean is "true" there and an integer "5".
    customizeAjv: (ajv, options, context) => {
      const Validator = ajv.constructor as new (options: object) => typeof ajv;
      return context === ValidationContext.RequestBody ? new Validator({ ...options, coerceTypes: true }) : ajv;
    },
  });
  await api.init();
  return api;
}

function nullsAsChoices(node: Json): Json {
  if (Array.isArray(node)) return node.map(nullsAsChoices);
  if (node === null || typeof node !== "object") return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, nullsAsChoices(value)]));
  if (copy.nullable !== true) return copy;
  const { nullable: _, ...schema } = copy;
  if (Array.isArray(schema.enum)) schema.enum = [...schema.enum, null];
  if (Array.isArray(schema.anyOf)) schema.anyOf = [...schema.anyOf, { type: "null" }];
  if (typeof schema.type === "string") schema.type = [schema.type, "null"];
  return schema;
}
