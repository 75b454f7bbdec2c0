import { z } from "zod";
import { api } from "#shared/contract/index.ts";
import { type Endpoint, successStatus } from "#shared/http/endpoint.ts";
import { audienceOf, restrictedPaths } from "#shared/http/visibility.ts";

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters: readonly { name: string; in: string; required: boolean; description?: string; schema: unknown }[];
  readonly requestBody?: unknown;
  readonly responses: Readonly<Record<string, unknown>>;
  readonly "x-roles": readonly string[];
  readonly "x-restricted": readonly { path: string; roles: readonly string[] }[];
}
export interface ApiDescription {
  readonly openapi: "3.1.0";
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: unknown;
}

const INTRODUCTION = `JSON in camelCase. Money is a number of pounds with at most two decimals; measures are metres; instants are ISO 8601 in UTC.
Lists come newest first in pages: follow the Link header's next; with Accept: text/csv a list comes whole. An error is one sentence of plain text, or a problem document with Accept: application/problem+json.`;

/** What travels: the input side of a response (a server encodes), the input side of a request (a server decodes). */
const toSchema = (schema: z.ZodType): Record<string, unknown> => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { ...TRAVELLING, override: requireOnlyWhatAllAreSent }) as Record<string, unknown>;
  return json;
};

const TRAVELLING = { io: "input", unrepresentable: "any", reused: "inline" } as const;

/** A field that some roles are not sent is not required: their replies have to agree with the description too. */
function requireOnlyWhatAllAreSent({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: { required?: string[] } }): void {
  const { def } = zodSchema._zod;
  if (def.type !== "object" || !jsonSchema.required) return;
  jsonSchema.required = jsonSchema.required.filter((key) => !(def.shape[key] && audienceOf(def.shape[key])));
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
}

function parametersOf(place: "path" | "query", schema: z.ZodType | undefined): Operation["parameters"] {
  if (!schema) return [];
  const { properties = {}, required = [] } = toSchema(schema) as ObjectSchema;
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: property,
  }));
}

const PROBLEM = {
  description: "One sentence that a person can act on.",
  content: {
    "text/plain": { schema: { type: "string" } },
    "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } },
  },
};

function requestBody(call: Endpoint): unknown {
  if (call.files) {
    const { properties = {}, required = [] } = (call.body ? toSchema(call.body) : {}) as ObjectSchema;
    const files = { type: "array", maxItems: call.files.most, items: { type: "string", format: "binary" } };
    const schema = { type: "object", properties: { ...properties, [call.files.field]: files }, required };
    return { content: { "multipart/form-data": { schema } } };
  }
  return call.body && { required: true, content: { "application/json": { schema: toSchema(call.body) } } };
}

function describeCall(feature: string, name: string, call: Endpoint): Operation {
  const status = String(successStatus(call));
  const success =
    status === "204"
      ? { description: "Done; nothing to say." }
      : {
          description: "Success.",
          content: {
            "application/json": { schema: toSchema(call.response) },
            ...(call.paged && { "text/csv": { schema: { type: "string" } } }),
          },
        };
  const restricted = restrictedPaths(call.response);
  const roles = call.roles === "anyone" ? ["anyone"] : call.roles;
  const body = requestBody(call);
  return {
    operationId: `${feature}.${name}`,
    summary: call.summary,
    description: [
      `Who may call it: ${roles.join(", ")}.`,
      restricted.length > 0 ? `Not sent to everybody: ${restricted.map(({ path }) => path).join(", ")}.` : "",
      call.idempotent ? "Takes an Idempotency-Key header." : "",
    ]
      .filter(Boolean)
      .join(" "),
    tags: [feature],
    parameters: [...parametersOf("path", call.params), ...parametersOf("query", call.query)],
    ...(body ? { requestBody: body } : {}),
    responses: { [status]: success, default: PROBLEM },
    "x-roles": roles,
    "x-restricted": restricted,
  };
}

/** The OpenAPI 3.1 document, derived from the declarations that serve the calls (decisions §1). */
export function describeApi(productName: string): ApiDescription {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const [feature, calls] of Object.entries(api)) {
    for (const [name, call] of Object.entries(calls as Record<string, Endpoint>)) {
      const path = call.path.replace(/:(\w+)/g, "{$1}");
      paths[path] = { ...paths[path], [call.method.toLowerCase()]: describeCall(feature, name, call) };
    }
  }
  const problem = {
    type: "object",
    required: ["type", "title", "status", "detail"],
    properties: {
      type: { type: "string" },
      title: { type: "string" },
      status: { type: "integer" },
      detail: { type: "string" },
      errors: {
        type: "array",
        items: { type: "object", required: ["path", "message"], properties: { path: { type: "string" }, message: { type: "string" } } },
      },
    },
  };
  return {
    openapi: "3.1.0",
    info: { title: productName, version: "1", description: INTRODUCTION },
    paths,
    components: {
      schemas: { Problem: problem },
      securitySchemes: { session: { type: "apiKey", in: "cookie", name: "tiltrod.sid" } },
    },
  };
}
