import type { Db } from "./connect.ts";

interface Prepared<Rows> {
  execute(values?: Record<string, unknown>): Promise<Rows>;
}

/**
 * A frequent select, prepared once for each of its kinds: drizzle builds it once, and each
 * connection plans it once. Its values are named placeholders (`sql.placeholder`). A value that
 * changes the statement, such as a role, is its kind: there should be few kinds, because a
 * connection keeps all of them. A transaction counts as a database of its own and builds the
 * statement again.
 * @throws if its name is longer than PostgreSQL stores, which would run the statement of another
 * kind
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
