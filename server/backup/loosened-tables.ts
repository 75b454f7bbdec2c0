import type { Client } from "pg";
import { quoted } from "./inventory.ts";

/**
 * Runs work while no trigger fires and no foreign key is looked at, so that tables can be filled in any order and nothing is counted or
 * refused twice. Afterwards the keys are made anew, which looks at every row. As the tables' owner and in a transaction: no right of a
 * superuser is needed, which a hosted PostgreSQL does not give.
 */
export async function loosened(client: Client, work: () => Promise<void>): Promise<void> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as "table", conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  const { rows: guarded } = await client.query<{ table: string }>(
    `select distinct tgrelid::regclass::text as "table" from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where not tgisinternal and c.relnamespace = 'public'::regnamespace`,
  );
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${quoted(name)}`);
  for (const { table } of guarded) await client.query(`alter table ${table} disable trigger user`);
  await work();
  for (const { table } of guarded) await client.query(`alter table ${table} enable trigger user`);
  for (const { table, name, definition } of keys) await client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`);
}
