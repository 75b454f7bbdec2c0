import type { Db } from "./connect.ts";

interface Prepared<Rows> {
  execute(values?: Record<string, unknown>): Promise<Rows>;
}

/**
 * A select that is asked again and again, prepared once for each of its kinds: drizzle writes it once, and each connection plans it
 * once. Its values are named placeholders (`sql.placeholder`). What makes it another statement, as a role does, is its kind: few of
 * them, because a connection keeps them all. A transaction is a database of its own and writes it anew.
 * @throws when its name is longer than PostgreSQL keeps, which would answer with the statement of another kind
 */
export function prepared<Variant extends Readonly<Record<string, string | boolean>>, Rows>(
  name: string,
  build: (db: Db, variant: Variant) => { prepare(name: string): Prepared<Rows> },
) {
  const known = new WeakMap<Db, Map<string, Prepared<Rows>>>();
  return (db: Db, variant: Variant, values: Readonly<Record<string, unknown>>): Promise<Rows> => {
    const ofDatabase = known.get(db) ?? new Map<string, Prepared<Rows>>();
    const named = nameOf(name, variant);
    const statement = ofDatabase.get(named) ?? build(db, variant).prepare(named);
    known.set(db, ofDatabase.set(named, statement));
    return statement.execute(values);
  };
}

const LONGEST_NAME = 63;

function nameOf(name: string, variant: Readonly<Record<string, string | boolean>>): string {
  const named = [name, ...Object.values(variant).map((value) => (typeof value === "boolean" ? Number(value) : value))].join(" ");
  if (Buffer.byteLength(named) > LONGEST_NAME) throw new Error(`The name of a prepared statement is too long: ${named}`);
  return named;
}
