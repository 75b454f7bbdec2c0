import { z } from "zod";
import { ANY_SCOPE, SCOPES, scopeOfCall } from "#shared/contract/identity/scopes.ts";
import { api } from "#shared/contract/index.ts";
import { type RawCall, rawCalls } from "#shared/contract/parts/raw-calls.ts";
import { LONGEST } from "#shared/domain/longest.ts";
import { type Endpoint, successStatus } from "#shared/http/endpoint.ts";
import { audienceOf, restrictedPaths } from "#shared/http/visibility.ts";

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description?: string;
  readonly schema: unknown;
}
export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: unknown;
  readonly responses: Readonly<Record<string, unknown>>;
  readonly security: readonly unknown[];
  readonly "x-roles": readonly string[];
  /**
   * True if the call needs a recent proof of the person; "csv" if only its CSV does; "enrol" if a
   * sign-in by a recovery code is enough; "others" if only another person's record does.
   */
  readonly "x-proof"?: true | "csv" | "enrol" | "others";
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
Sign in by POST /api/login and send its cookie back, or send an API token of Settings, Security: Authorization: Bearer ttr_…. A write from a browser must come from the portal's own origin; a program leaves Origin out. Fields that a call does not name are ignored.`;

const TEXT = { type: "string" } as const;

/**
 * The schema of the wire: the input of a response schema (a server encodes), the input of a request
 * schema (a server decodes).
 */
function toSchema(schema: z.ZodType): z.core.JSONSchema.BaseSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    // A field that some roles do not receive is optional, because their replies must match the
    // description too.
    override: ({ zodSchema, jsonSchema }) => {
      if (!(zodSchema instanceof z.ZodObject) || !jsonSchema.required) return;
      const { shape } = zodSchema;
      jsonSchema.required = jsonSchema.required.filter((key) => !audienceOf(shape[key]));
    },
  });
  return json;
}

function parametersOf(place: "path" | "query", schema: z.ZodType | undefined): Parameter[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = toSchema(schema);
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...rest } = property as z.core.JSONSchema.BaseSchema;
    const isRequired = place === "path" || required.includes(name);
    return { name, in: place, required: isRequired, ...(description && { description }), schema: rest };
  });
}

const header = (name: string, required: boolean, description: string, schema: object = TEXT): Parameter => ({
  name,
  in: "header",
  required,
  description,
  schema,
});

const IDEMPOTENCY_KEY = header(
  "Idempotency-Key",
  false,
  "The same key from the same account returns the first success again for 24 hours and does nothing twice; with another body it is 409.",
  { type: "string", minLength: 1, maxLength: LONGEST.idempotencyKey },
);

const PRESSED_AT = header(
  "Pressed-At",
  false,
  "The time of the press on a device without a network. It is used if it is within the last 7 days and not in the future; otherwise the server's time is used.",
  { type: "string", format: "date-time" },
);

const MATCH = {
  description: "close: there is no exact match; each word of these rows has one wrong letter. Otherwise absent.",
  schema: { type: "string", enum: ["close"] },
};

const LINK = {
  description: 'Where there is more: the next page\'s address, as <…?cursor=…>; rel="next". The cursor stays valid while rows are added.',
  schema: TEXT,
};

/** The description of each refusal's status, once for all calls. */
const REFUSALS = {
  400: "The input breaks a rule: the first broken rule's sentence.",
  401: "Nobody is signed in.",
  403: "This role may never do this, the account is not approved, the write came from another origin, or a proof (`code: prove`) or a required second factor is missing.",
  404: "It does not exist, or the caller may not know of it.",
  409: "The record's present state forbids it, or its prices have changed.",
  413: "The body or a photo is too large.",
  415: "The body or a photo is of a type that is not accepted.",
  429: "Too many tries.",
  default: "Any other failure: one sentence that a person can act on.",
} as const;

const refusals = Object.fromEntries(
  Object.entries(REFUSALS).map(([status, description]) => [
    status,
    {
      description,
      ...(status === "429" && { headers: { "Retry-After": { description: "Whole seconds to wait.", schema: { type: "integer" } } } }),
      content: {
        "text/plain": { schema: TEXT },
        "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } },
      },
    },
  ]),
);

/** The differences between a call of the contract and a raw one. */
interface Particulars {
  readonly headers: readonly Parameter[];
  readonly body: object | undefined;
  readonly success: Readonly<Record<number, object>>;
  /** The scope by which an API token may make the call; undefined if no token may. */
  readonly scope: ReturnType<typeof scopeOfCall>;
  /** The statuses of its refusals, besides those of every call. */
  readonly refuses: readonly (keyof typeof REFUSALS)[];
  readonly restricted: Operation["x-restricted"];
}

const ASKS_PROOF = {
  true: " It needs a proof of the last ten minutes: POST /api/account/prove, or the sign-in.",
  enrol: " It needs a proof of the last ten minutes: POST /api/account/prove, or the sign-in, also by a recovery code.",
  others: " For another person it needs a proof of the last ten minutes: POST /api/account/prove, or the sign-in.",
  csv: " As CSV it needs a proof of the last ten minutes: POST /api/account/prove, or the sign-in.",
};

/** A session's cookie, or an API token with the scope. A call of every token names no scope. */
const securityOf = (scope: Particulars["scope"]): object[] => [
  { session: [] },
  ...(scope === undefined ? [] : [{ token: scope === ANY_SCOPE ? [] : [scope] }]),
];

function describe(feature: string, name: string, call: Endpoint | RawCall, particulars: Particulars): Operation {
  const open = call.roles === "anyone";
  const { scope } = particulars;
  const roles = open ? ["anyone"] : call.roles;
  const hidden = particulars.restricted.map(({ path }) => path).join(", ");
  const refuses = [
    ...particulars.refuses,
    ...(open ? [] : ([401, 403] as const)),
    ...(call.params ? ([404] as const) : []),
    ...(call.method === "GET" ? [] : ([409] as const)),
    429,
    "default",
  ];
  return {
    operationId: `${feature}.${name}`,
    summary: call.summary,
    description: `Who may call it: ${roles.join(", ")}.${hidden && ` Not sent to everybody: ${hidden}.`}${call.proof ? ASKS_PROOF[String(call.proof) as keyof typeof ASKS_PROOF] : ""}`,
    tags: [feature],
    parameters: [...parametersOf("path", call.params), ...parametersOf("query", call.query), ...particulars.headers],
    ...(particulars.body && { requestBody: particulars.body }),
    responses: {
      ...particulars.success,
      ...Object.fromEntries(refuses.map((status) => [status, { $ref: `#/components/responses/${status}` }])),
    },
    security: open ? [] : securityOf(scope),
    "x-roles": roles,
    ...(call.proof && { "x-proof": call.proof }),
    "x-restricted": particulars.restricted,
  };
}

/** Describes a call that is not JSON of the contract, from the table of its routes. */
function describeRaw(name: string, call: RawCall): Operation {
  const { headers = {}, body, reply } = call;
  return describe(call.feature, name, call, {
    headers: Object.entries(headers).map(([key, description]) => header(key, true, description)),
    body: body && {
      required: true,
      description: body.description,
      content: { [body.type]: { schema: { type: "string", format: "binary" } } },
    },
    success: { 200: { description: reply.description, content: { [reply.type]: { schema: TEXT } } } },
    refuses: call.headers ? [400] : [],
    scope: scopeOfCall(name),
    restricted: [],
  });
}

function describeCall(feature: string, name: string, call: Endpoint): Operation {
  const takesBody = call.body !== undefined || call.files !== undefined;
  return describe(feature, name, call, {
    headers: [...(call.idempotent ? [IDEMPOTENCY_KEY] : []), ...(call.pressed ? [PRESSED_AT] : [])],
    body: requestBody(call),
    success: { [successStatus(call)]: successOf(call) },
    refuses: [...(takesBody || call.query ? ([400] as const) : []), ...(takesBody ? ([413, 415] as const) : [])],
    scope: scopeOfCall(`${feature}.${name}`),
    restricted: restrictedPaths(call.response),
  });
}

function requestBody({ body, files }: Endpoint): object | undefined {
  const json = body && { "application/json": { schema: toSchema(body) } };
  if (!files) return json && { required: true, content: json };
  const { properties, required = [] } = body ? toSchema(body) : {};
  const field = { type: "array", maxItems: files.most, items: { type: "string", format: "binary" } };
  const schema = { type: "object", properties: { ...properties, [files.field]: field }, required };
  return { content: { ...(files.orJson && json), "multipart/form-data": { schema } } };
}

function successOf(call: Endpoint): object {
  if (successStatus(call) === 204) return { description: "Done; the reply has no content." };
  const headers = [...(call.paged ? [["Link", LINK]] : []), ...(call.mayBeClose ? [["X-Match", MATCH]] : [])];
  return {
    description: call.paged ? "A page of the list; as CSV the whole list, unless `limit` asks for a page." : "Success.",
    ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
    content: {
      "application/json": { schema: toSchema(call.response) },
      ...((call.paged || call.csvOf) && { "text/csv": { schema: TEXT } }),
    },
  };
}

/** RFC 9457, as `sendRefusal` writes it. */
const PROBLEM = {
  type: "object",
  required: ["type", "title", "status", "detail"],
  properties: {
    type: TEXT,
    title: TEXT,
    status: { type: "integer" },
    detail: TEXT,
    errors: { type: "array", items: { type: "object", required: ["path", "message"], properties: { path: TEXT, message: TEXT } } },
  },
};

/** The OpenAPI 3.1 document, derived from the declarations that serve the calls (rule C17). */
export function describeApi(productName: string): ApiDescription {
  const paths: Record<string, Record<string, Operation>> = {};
  const add = ({ method, path }: Endpoint | RawCall, operation: Operation) => {
    const at = path.replace(/:(\w+)/g, "{$1}");
    paths[at] = { ...paths[at], [method.toLowerCase()]: operation };
  };
  for (const [feature, calls] of Object.entries(api)) {
    for (const [name, call] of Object.entries<Endpoint>(calls)) add(call, describeCall(feature, name, call));
  }
  for (const [name, call] of Object.entries<RawCall>(rawCalls)) add(call, describeRaw(name, call));
  return {
    openapi: "3.1.0",
    info: { title: productName, version: "1", description: INTRODUCTION },
    paths,
    components: {
      schemas: { Problem: PROBLEM },
      responses: refusals,
      securitySchemes: {
        session: { type: "apiKey", in: "cookie", name: "tiltrod.sid" },
        token: {
          type: "http",
          scheme: "bearer",
          description: `An API token. Its scopes: ${SCOPES.join(", ")}; a write scope includes its read scope.`,
        },
      },
    },
  };
}
