import { readMigrationFiles } from "drizzle-orm/migrator";
import { expect, onTestFinished, test } from "vitest";
import { databaseAfter } from "#server/testing/database.ts";
import { migrationsFolder } from "./migrate.ts";

/** The migration after which lists have a table of their own. */
const BEFORE = 17;

test("quotes and orders of before are listed and counted, by each migration of the lists and with its indexes", async () => {
  const { client, drop } = await databaseAfter(BEFORE);
  onTestFinished(drop);
  await client.query(`
    insert into companies (id, kind, name, referral_code, approval_status) values (1, 'customer', 'Company', 'CODE', 'approved');
    insert into users (company_id, email, password_hash, role, contact_name) values (1, 'ada@company.test', 'x', 'customer', 'Ada');
    insert into quotes (user_id, company_id, job_name, status, subtotal_pence, tax_pence, final_total_pence, item_count, valid_until)
      select 1, 1, 'Job ' || n, (array['draft', 'sent', 'accepted'])[1 + n % 3]::quote_status, 5, 1, 6, 1, now() from generate_series(1, 30) n;
    insert into orders (quote_id, user_id, company_id, shipping_address) select id, 1, 1, '1 High Street' from quotes where status = 'accepted';
    insert into remakes (order_id, reason) select min(id), 'Split' from orders`);
  const asked = async (statement: string) => (await client.query(statement)).rows;
  const indexes = async () =>
    (await asked("select indexname as name from pg_indexes where tablename = 'listed_jobs' order by 1")).map(({ name }) => name);
  const counts: number[] = [];
  for (const { sql } of readMigrationFiles({ migrationsFolder: migrationsFolder() }).slice(BEFORE + 1)) {
    for (const statement of sql) await client.query(statement);
    expect(await asked("select * from listed_jobs order by quote_id")).toEqual(await asked("select * from jobs_to_list order by quote_id"));
    expect(await asked("select sum(quotes)::int as quotes, sum(unsettled)::int as unsettled from quote_figures")).toEqual([
      { quotes: 30, unsettled: 20 },
    ]);
    counts.push((await indexes()).length);
  }
  expect(await asked("select quote_id from listed_jobs where is_remade")).toHaveLength(1);
  // Those of the first, and in the end more: two of words, one of remakes, three of invoices, two of suppliers, one of what is late; and one of orders less.
  expect([counts[0], counts.at(-1)]).toEqual([27, 35]);
});
