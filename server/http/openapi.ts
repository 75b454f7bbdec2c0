import { z } from "zod";
import { api } from "#shared/contract/index.ts";
import { type RawCall, rawCalls } from "#shared/contract/raw-calls.ts";
import { LONGEST } from "#shared/domain/longest.ts";
import { type Endpoint, isWrite, successStatus } from "#shared/http/endpoint.ts";
import { audienceOf, restrictedPaths } from "#shared/http/visibility.ts";

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters: readonly { name: string; in: string; required: boolean; description?: string; schema: unknown }[];
  readonly requestBody?: unknown;
  readonly responses: Readonly<Record<string, unknown>>;
  readonly security: readonly unknown[];
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
Lists come newest first in pages: follow the Link header's next; with Accept: text/csv a list comes whole. An error is one sentence of plain text, or a problem document with Accept: application/problem+json.
Sign in by POST /api/login and send its cookie back. A write from a browser must come from the portal's own origin; a program leaves Origin out. Fields that a call does not name are ignored.`;

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
  readonly properties?: Readonly<Record<string, { readonly description?: string }>>;
  readonly required?: readonly string[];
}

function parametersOf(place: "path" | "query", schema: z.ZodType | undefined): Operation["parameters"] {
  if (!schema) return [];
  const { properties = {}, required = [] } = toSchema(schema) as ObjectSchema;
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    ...(description ? { description } : {}),
    schema: property,
  }));
}

const header = (name: string, required: boolean, description: string, schema: object) => ({
  name,
  in: "header",
  required,
  description,
  schema,
});

const IDEMPOTENCY_KEY = header(
  "Idempotency-Key",
  false,
  "The same key from the same account says the first success again for 24 hours and does nothing twice; with another body it is 409.",
  { type: "string", minLength: 1, maxLength: LONGEST.idempotencyKey },
);

const LINK = {
  description: 'Where there is more: the next page\'s address, as <…?cursor=…>; rel="next". The cursor holds while rows are added.',
  schema: { type: "string" },
};

const refusal = (status: string) => ({ $ref: `#/components/responses/${status}` });

/** What each status of a refusal says, once for all calls. */
const REFUSALS = {
  400: "The input breaks a rule: the first broken rule's sentence.",
  401: "Nobody is signed in.",
  403: "This role may never do this, the account is not approved, or the write came from another origin.",
  404: "There is no such thing, or it is not the caller's to know of.",
  409: "The thing's present state forbids it, or its prices have changed.",
  413: "The body or a photo is too large.",
  415: "The body or a photo is of a type that is not accepted.",
  429: "Too many tries.",
  default: "What else went wrong: one sentence that a person can act on.",
} as const;

const refusals = Object.fromEntries(
  Object.entries(REFUSALS).map(([status, description]) => [
    status,
    {
      description,
      ...(status === "429" && { headers: { "Retry-After": { description: "Whole seconds to wait.", schema: { type: "integer" } } } }),
      content: {
        "text/plain": { schema: { type: "string" } },
        "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } },
      },
    },
  ]),
);

/** Which refusals a call can give, from what it takes. */
function refusalsOf(
  call: Pick<Endpoint, "roles" | "params" | "query" | "body" | "files"> & { readonly writes: boolean },
): Record<string, unknown> {
  const statuses = [
    ...(call.body || call.query || call.files ? ["400"] : []),
    ...(call.roles === "anyone" ? [] : ["401", "403"]),
    ...(call.params ? ["404"] : []),
    ...(call.writes ? ["409"] : []),
    ...(call.body || call.files ? ["413", "415"] : []),
    "429",
    "default",
  ];
  return Object.fromEntries(statuses.map((status) => [status, refusal(status)]));
}

const security = (roles: Endpoint["roles"]) => (roles === "anyone" ? [] : [{ session: [] }]);
const pathOf = (path: string): string => path.replace(/:(\w+)/g, "{$1}");

/** What is not JSON in the contract's way, from the table that its routes come from. */
function describeRaw(name: string, call: RawCall): Operation {
  const roles = call.roles === "anyone" ? ["anyone"] : call.roles;
  const headers = Object.entries(call.headers ?? {}).map(([key, description]) => header(key, true, description, { type: "string" }));
  const body = call.body && {
    required: true,
    description: call.body.description,
    content: { [call.body.type]: { schema: { type: "string", format: "binary" } } },
  };
  const writes = call.method !== "GET";
  return {
    operationId: `${call.feature}.${name}`,
    summary: call.summary,
    description: `Who may call it: ${roles.join(", ")}.`,
    tags: [call.feature],
    parameters: [...parametersOf("path", call.params), ...parametersOf("query", call.query), ...headers],
    ...(body ? { requestBody: body } : {}),
    responses: {
      200: { description: call.reply.description, content: { [call.reply.type]: { schema: { type: "string" } } } },
      ...refusalsOf({ roles: call.roles, writes, ...(call.params && { params: call.params }), ...(call.headers && { query: z.null() }) }),
    },
    security: security(call.roles),
    "x-roles": roles,
    "x-restricted": [],
  };
}

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
          description: call.paged ? "A page of the list; as CSV the whole list, unless `limit` asks for a page." : "Success.",
          ...(call.paged && { headers: { Link: LINK } }),
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
    ]
      .filter(Boolean)
      .join(" "),
    tags: [feature],
    parameters: [...parametersOf("path", call.params), ...parametersOf("query", call.query), ...(call.idempotent ? [IDEMPOTENCY_KEY] : [])],
    ...(body ? { requestBody: body } : {}),
    responses: { [status]: success, ...refusalsOf({ ...call, writes: isWrite(call) }) },
    security: security(call.roles),
    "x-roles": roles,
    "x-restricted": restricted,
  };
}

/** The OpenAPI 3.1 document, derived from the declarations that serve the calls (rule C17). */
export function describeApi(productName: string): ApiDescription {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const [feature, calls] of Object.entries(api)) {
    for (const [name, call] of Object.entries(calls as Record<string, Endpoint>)) {
      const path = pathOf(call.path);
      paths[path] = { ...paths[path], [call.method.toLowerCase()]: describeCall(feature, name, call) };
    }
  }
  for (const [name, call] of Object.entries(rawCalls)) {
    const path = pathOf(call.path);
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: describeRaw(name, call) };
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
      responses: refusals,
      securitySchemes: { session: { type: "apiKey", in: "cookie", name: "tiltrod.sid" } },
    },
  };
}
