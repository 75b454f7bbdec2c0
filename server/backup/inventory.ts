import type { Client } from "pg";
import type { TableInArchive } from "./archive-format.ts";

/**
 * Tables of ours that a backup leaves out: what has no worth later, or must not come alive again. A session that was ended, or a link that
 * was used, after the backup was made would be open once more after a restore; kept figures are counted anew.
 */
export const LEFT_OUT: readonly string[] = ["sessions", "password_resets", "rate_limits", "order_figures", "counted_orders"];

/** The tables as the database itself knows them, so that a new one cannot be forgotten, and one of an older version is kept too. */
export async function tablesToKeep(client: Client): Promise<Omit<TableInArchive, "rows">[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all ($1)
     group by c.relname order by c.relname`,
    [LEFT_OUT],
  );
  return rows;
}

/** How far each sequence has counted: a number that was once given out, and perhaps printed, is never given out again. */
export async function sequences(client: Client): Promise<{ name: string; last: string }[]> {
  const { rows } = await client.query<{ name: string; last: string }>(
    "select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public' and last_value is not null order by 1",
  );
  return rows;
}

/** The `when` of each migration that is in, oldest first; none in a database that never was the portal's. */
export async function migrationsIn(client: Client): Promise<number[]> {
  const { rows: known } = await client.query("select 1 where to_regclass('drizzle.__drizzle_migrations') is not null");
  if (known.length === 0) return [];
  const { rows } = await client.query<{ at: string }>(
    "select created_at::text as at from drizzle.__drizzle_migrations order by created_at",
  );
  return rows.map(({ at }) => Number(at));
}

/** Whether nothing at all is in a database but an empty queue, which a restore that was broken off leaves behind. */
export async function isEmpty(client: Client): Promise<boolean> {
  const { rows } = await client.query(
    `select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'graphile_worker') and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
       and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e') limit 1`,
  );
  if (rows.length > 0) return false;
  const { rows: queue } = await client.query("select 1 where to_regclass('graphile_worker._private_jobs') is not null");
  if (queue.length === 0) return true;
  return (await client.query("select 1 from graphile_worker._private_jobs limit 1")).rows.length === 0;
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
