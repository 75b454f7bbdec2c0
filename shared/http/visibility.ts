import { z } from "zod";
import { commercialRoles, type Role } from "#shared/domain/roles.ts";
import { insideNamesOf } from "./inside-names.ts";

/**
 * Field-level access (rule C3). A field's schema declares its roles, and `encoderFor` omits the key
 * for every other role, at any depth. A handler cannot forget the restriction, because it takes no
 * part in it.
 */
const audiences = z.registry<{ readonly roles: readonly Role[]; readonly ownEyes: boolean }>();

/**
 * The reader of a reply: a role, or null without a session. `isViewing` is set for a super admin
 * who views the portal as a person of that role.
 */
export interface Reader {
  readonly role: Role | null;
  readonly isViewing?: boolean;
}

/** On the server the field is always present; in the JSON it may be absent. */
type Restricted<S extends z.ZodType> = z.ZodType<z.output<S>, z.input<S> | undefined> & { _zod: { optin: "optional" } };

export function visibleTo<S extends z.ZodType>(roles: readonly Role[], schema: S, ownEyes = false): Restricted<S> {
  const own = schema.clone();
  audiences.add(own, { roles, ownEyes });
  return own as unknown as Restricted<S>;
}

/**
 * Restricts a field to roles, and hides it from a super admin who views the portal as one of them
 * (rule A11).
 */
export const privateTo = <S extends z.ZodType>(roles: readonly Role[], schema: S): Restricted<S> => visibleTo(roles, schema, true);

/** Hides prices, amounts, and fields that would reveal them from suppliers. */
export const commercial = <S extends z.ZodType>(schema: S): Restricted<S> => visibleTo(commercialRoles, schema);

/** Replacements of values for some roles. */
const standIns = z.registry<{ readonly roles: readonly Role[]; readonly instead: (value: unknown) => unknown }>();

/**
 * Replaces a value for these roles by `instead(value)` of equal shape. `encoderFor` applies the
 * replacement.
 */
export function replacedFor<S extends z.ZodObject>(roles: readonly Role[], schema: S, instead: (value: z.output<S>) => z.output<S>): S {
  const own = schema.clone();
  standIns.add(own, { roles, instead: instead as (value: unknown) => unknown });
  return own;
}

/** Returns a schema's definition. Its parts have zod's core types, but are full schemas. */
export const definitionOf = (schema: z.core.$ZodType) => (schema as z.ZodType).def as z.core.$ZodTypes["_zod"]["def"];

const ownAudience = (schema: z.core.$ZodType): readonly Role[] | undefined => audiences.get(schema as z.ZodType)?.roles;

/** Returns the schema inside a wrapper, a list or a record, if there is one. */
function innerSchema(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  const def = definitionOf(schema);
  if (def.type === "nullable" || def.type === "optional") return def.innerType;
  if (def.type === "array") return def.element;
  return def.type === "record" ? def.valueType : undefined;
}

/**
 * Returns the roles that may see a field; undefined: everyone. `commercial(pounds).nullable()` and
 * a list of `commercial(pounds)` have the restriction of their content.
 */
export function audienceOf(schema: z.core.$ZodType): readonly Role[] | undefined {
  const own = ownAudience(schema);
  const inner = innerSchema(schema);
  const within = inner && audienceOf(inner);
  return own && within ? own.filter((role) => within.includes(role)) : (own ?? within);
}

/** True if the field is hidden from a super admin who views the portal as another person. */
export const isPrivate = (schema: z.core.$ZodType): boolean => {
  const inner = innerSchema(schema);
  return audiences.get(schema as z.ZodType)?.ownEyes === true || (inner !== undefined && isPrivate(inner));
};

export type Encoder = (value: unknown) => unknown;

/**
 * Compiles a response schema for one role (`null`: no session) into a function from the server's
 * value to JSON. The function copies only declared keys, so nothing undeclared can leave the
 * server. It omits keys that the role may not see, and runs the codecs.
 */
export function encoderFor(schema: z.core.$ZodType, role: Role | null, isViewing = false): Encoder {
  return compileEncoder(schema, { role, isViewing });
}

function compileEncoder(schema: z.core.$ZodType, reader: Reader): Encoder {
  const def = definitionOf(schema);
  const { role } = reader;
  switch (def.type) {
    case "object": {
      const encode = objectEncoder(def.shape, insideNamesOf(schema), reader);
      const standIn = standIns.get(schema as z.ZodType);
      return standIn && role !== null && standIn.roles.includes(role) ? (value) => encode(standIn.instead(value)) : encode;
    }
    case "array": {
      const encode = compileEncoder(def.element, reader);
      return (value) => (value as unknown[]).map(encode);
    }
    case "record": {
      const encode = compileEncoder(def.valueType, reader);
      return (value) => Object.fromEntries(Object.entries(value as object).map(([key, entry]) => [key, encode(entry)]));
    }
    case "nullable":
    case "optional": {
      const encode = compileEncoder(def.innerType, reader);
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
    .map(([key, field]) => [key, insideNames[key] ?? key, compileEncoder(field, reader)] as const);
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
  if (isViewing && isPrivate(schema)) return false;
  return audience === undefined || (role !== null && audience.includes(role));
}

/**
 * Returns every restricted path of a schema, such as `orders[].quote.subtotal`, for the API's
 * description and for tests.
 */
export function restrictedPaths(schema: z.core.$ZodType, at = ""): { path: string; roles: readonly Role[] }[] {
  const audience = ownAudience(schema);
  const own = audience ? [{ path: at, roles: audience }] : [];
  const def = definitionOf(schema);
  if (def.type === "object") {
    return own.concat(...Object.entries(def.shape).map(([key, field]) => restrictedPaths(field, at ? `${at}.${key}` : key)));
  }
  const inner = innerSchema(schema);
  if (!inner) return own;
  const place = { array: "[]", record: "{}" }[def.type as string] ?? "";
  return own.concat(restrictedPaths(inner, at + place));
}
