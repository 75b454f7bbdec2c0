import { z } from "zod";
import { commercialRoles, type Role } from "#shared/domain/roles.ts";
import { insideNamesOf } from "./inside-names.ts";

/**
 * Who may see a field (rule C3). The field's schema declares it and `encoderFor` carries it out: it never writes the
 * key for any other role, at any depth. A handler cannot forget it, because a handler has no part in it.
 */
const audiences = z.registry<{ readonly roles: readonly Role[]; readonly ownEyes: boolean }>();

/** Who reads: a role, or nobody who is signed in; `isViewing`: the super admin who views as a person of that role. */
export interface Reader {
  readonly role: Role | null;
  readonly isViewing?: boolean;
}

/** For the server the field is always there; in the JSON it may be absent. */
type Restricted<S extends z.ZodType> = z.ZodType<z.output<S>, z.input<S> | undefined> & { _zod: { optin: "optional" } };

export function visibleTo<S extends z.ZodType>(roles: readonly Role[], schema: S, ownEyes = false): Restricted<S> {
  const own = schema.clone();
  audiences.add(own, { roles, ownEyes });
  return own as unknown as Restricted<S>;
}

/** The same, and not for who views the portal as one of them (rule A11). */
export const forOwnEyes = <S extends z.ZodType>(roles: readonly Role[], schema: S): Restricted<S> => visibleTo(roles, schema, true);

/** Money, and whatever would reveal it: not for suppliers. */
export const commercial = <S extends z.ZodType>(schema: S): Restricted<S> => visibleTo(commercialRoles, schema);

/** The value that some roles see instead. */
const standIns = z.registry<{ readonly roles: readonly Role[]; readonly instead: (value: unknown) => unknown }>();

/**
 * The same shape for everyone, but with `instead(value)` for these roles. Declared once, like `visibleTo`, and carried
 * out by `encoderFor`.
 */
export function shownInstead<S extends z.ZodObject>(roles: readonly Role[], schema: S, instead: (value: z.output<S>) => z.output<S>): S {
  const own = schema.clone();
  standIns.add(own, { roles, instead: instead as (value: unknown) => unknown });
  return own;
}

/** What a schema was made of. Its parts are typed as zod's core types them, and are whole schemas. */
export const definitionOf = (schema: z.core.$ZodType) => (schema as z.ZodType).def as z.core.$ZodTypes["_zod"]["def"];

const ownAudience = (schema: z.core.$ZodType): readonly Role[] | undefined => audiences.get(schema as z.ZodType)?.roles;

/** The schema inside a wrapper or a list, if there is one. */
function wrapped(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  const def = definitionOf(schema);
  if (def.type === "nullable" || def.type === "optional") return def.innerType;
  if (def.type === "array") return def.element;
  return def.type === "record" ? def.valueType : undefined;
}

/**
 * Who may see a field; undefined: everyone. `commercial(pounds).nullable()` and a list of `commercial(pounds)` are as
 * restricted as their content.
 */
export function audienceOf(schema: z.core.$ZodType): readonly Role[] | undefined {
  const own = ownAudience(schema);
  const inner = wrapped(schema);
  const within = inner && audienceOf(inner);
  return own && within ? own.filter((role) => within.includes(role)) : (own ?? within);
}

/** Whether who views the portal as another person is not sent it. */
export const isForOwnEyes = (schema: z.core.$ZodType): boolean => {
  const inner = wrapped(schema);
  return audiences.get(schema as z.ZodType)?.ownEyes === true || (inner !== undefined && isForOwnEyes(inner));
};

export type Encoder = (value: unknown) => unknown;

/**
 * Compiles a response schema for one role (`null`: not signed in) into a function from the inside value to JSON. It
 * copies only the declared keys, so nothing undeclared can leave. It drops what the role may not see, and runs the
 * codecs.
 */
export function encoderFor(schema: z.core.$ZodType, role: Role | null, isViewing = false): Encoder {
  return compiled(schema, { role, isViewing });
}

function compiled(schema: z.core.$ZodType, reader: Reader): Encoder {
  const def = definitionOf(schema);
  const { role } = reader;
  switch (def.type) {
    case "object": {
      const encode = objectEncoder(def.shape, insideNamesOf(schema), reader);
      const standIn = standIns.get(schema as z.ZodType);
      return standIn && role !== null && standIn.roles.includes(role) ? (value) => encode(standIn.instead(value)) : encode;
    }
    case "array": {
      const encode = compiled(def.element, reader);
      return (value) => (value as unknown[]).map(encode);
    }
    case "record": {
      const encode = compiled(def.valueType, reader);
      return (value) => Object.fromEntries(Object.entries(value as object).map(([key, entry]) => [key, encode(entry)]));
    }
    case "nullable":
    case "optional": {
      const encode = compiled(def.innerType, reader);
      return (value) => (value === null || value === undefined ? value : encode(value));
    }
    case "pipe": {
      const { reverseTransform } = def as z.core.$ZodCodecDef;
      if (!reverseTransform) throw new Error("A response takes codecs, not transforms: they cannot be sent back");
      return (value) => reverseTransform(value as never, { value: value as never, issues: [] } as never);
    }
    case "string":
    case "number":
    case "boolean":
    case "enum":
    case "literal":
    case "null":
    case "unknown":
      return (value) => value;
    default:
      // A union could hide a restricted field behind a branch that this compiler cannot choose.
      throw new Error(`A response cannot use a schema of type ${def.type}`);
  }
}

function objectEncoder(
  shape: Readonly<Record<string, z.core.$ZodType>>,
  insideNames: Readonly<Record<string, string>>,
  reader: Reader,
): Encoder {
  const fields = Object.entries(shape)
    .filter(([, field]) => mayRead(field, reader))
    .map(([key, field]) => [key, insideNames[key] ?? key, compiled(field, reader)] as const);
  return (value) => {
    const source = value as Record<string, unknown>;
    const reply: Record<string, unknown> = {};
    for (const [key, inside, encode] of fields) {
      if (source[inside] !== undefined) reply[key] = encode(source[inside]);
    }
    return reply;
  };
}

export function mayRead(schema: z.core.$ZodType, { role, isViewing = false }: Reader): boolean {
  const audience = audienceOf(schema);
  if (isViewing && isForOwnEyes(schema)) return false;
  return audience === undefined || (role !== null && audience.includes(role));
}

/**
 * Every path of a schema that only some roles see, such as `orders[].quote.subtotal`: for the API's description and for
 * the tests.
 */
export function restrictedPaths(schema: z.core.$ZodType, at = ""): { path: string; roles: readonly Role[] }[] {
  const audience = ownAudience(schema);
  const own = audience ? [{ path: at, roles: audience }] : [];
  const def = definitionOf(schema);
  if (def.type === "object") {
    return own.concat(...Object.entries(def.shape).map(([key, field]) => restrictedPaths(field, at ? `${at}.${key}` : key)));
  }
  const inner = wrapped(schema);
  if (!inner) return own;
  const place = { array: "[]", record: "{}" }[def.type as string] ?? "";
  return own.concat(restrictedPaths(inner, at + place));
}
