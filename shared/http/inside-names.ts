import { z } from "zod";

/**
 * Maps wire names to server names. On the server a name contains its unit (`widthTenthMm`,
 * `subtotalPence`), and each record's status is `status`. Only the contract knows both names (rule
 * C1).
 */
type Names = Readonly<Record<string, string>>;
type Inside<Value, N extends Names> = { [Key in keyof Value as Key extends keyof N ? N[Key] : Key]: Value[Key] };

const insideNames = z.registry<Names>();
const NO_NAMES: Names = {};

type Sent<S extends z.ZodObject, N extends Names> = z.ZodType<Inside<z.output<S>, N>, z.input<S>> & Pick<S, "shape">;

/**
 * Declares an object of a reply whose values have these server names; `encoderFor` reads the values
 * by them.
 */
export function replyObject<S extends z.ZodObject, const N extends Names>(names: N, schema: S): Sent<S, N> {
  const own = schema.clone();
  insideNames.add(own, names);
  return own as unknown as Sent<S, N>;
}

export const insideNamesOf = (schema: z.core.$ZodType): Names => insideNames.get(schema as z.ZodType) ?? NO_NAMES;

const renameKeys = (value: object, names: Names) =>
  Object.fromEntries(Object.entries(value).map(([key, entry]) => [names[key] ?? key, entry]));

/** Declares an object of a request whose values get these server names. */
export function requestObject<S extends z.ZodObject, const N extends Names>(names: N, schema: S) {
  const wireNames = Object.fromEntries(Object.entries(names).map(([wire, inside]) => [inside, wire]));
  return z.codec(schema, z.custom<Inside<z.output<S>, N>>(), {
    decode: (given) => renameKeys(given, names) as Inside<z.output<S>, N>,
    encode: (value) => renameKeys(value, wireNames) as z.output<S>,
  });
}
