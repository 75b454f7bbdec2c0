import type { Db } from "./connect.ts";

interface Prepared<Rows> {
  execute(values?: Record<string, unknown>): Promise<Rows>;
}

/**
 * A select that is asked again and again, prepared once for each of its kinds: drizzle writes it once, and each connection plans it
 * once. Its values are named placeholders (`sql.placeholder`). What makes it another statement, as a role does, is its kind: few of
 * them, because a connection keeps them all. A transaction is a database of its own and writes it anew.
 */
export function prepared<Kind extends Readonly<Record<string, string | boolean>>, Rows>(
  name: string,
  build: (db: Db, kind: Kind) => { prepare(name: string): Prepared<Rows> },
) {
  const known = new WeakMap<Db, Map<string, Prepared<Rows>>>();
  return (db: Db, kind: Kind, values: Readonly<Record<string, unknown>>): Promise<Rows> => {
    const ofDatabase = known.get(db) ?? new Map<string, Prepared<Rows>>();
    const named = [name, ...Object.values(kind)].join(" ");
    const statement = ofDatabase.get(named) ?? build(db, kind).prepare(named);
    known.set(db, ofDatabase.set(named, statement));
    return statement.execute(values);
  };
}
