import { parse } from "csv-parse/sync";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { companies, users } from "#server/schema/companies-and-users.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import { MOST_CSV_ROWS } from "./csv.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stop());

test("a CSV has the whole list, beyond the largest page, and ends at its limit with a sentence", async () => {
  const boss = await portal.superAdmin();
  await addCustomers("crowd", 450);
  const path = "/api/clients?search=crowd";
  const csv = async () => parse<{ Client: string }>((await boss.get(path, { accept: "text/csv" })).text, { columns: true });
  const rows = await csv();
  expect(rows).toHaveLength(450);
  expect(new Set(rows.map(({ Client }) => Client)).size).toBe(450);

  await addCustomers("crowd", MOST_CSV_ROWS - 450);
  expect(await csv()).toHaveLength(MOST_CSV_ROWS);
  await addCustomers("crowd", 1);
  const cut = await csv();
  expect(cut).toHaveLength(MOST_CSV_ROWS + 1);
  expect(cut.at(-1)?.Client).toBe("Only 10,000 rows are exported at once: narrow the list to see the rest");
});

/**
 * The rows are inserted directly into the database, because the test concerns the list, not
 * registration.
 */
async function addCustomers(companyName: string, count: number): Promise<void> {
  await portal.db.execute(sql`
    with founders as materialized (select nextval(pg_get_serial_sequence('users', 'id'))::int as id from generate_series(1, ${count}::int)),
    founded as (
      insert into ${companies} (id, kind, name, referral_code, approval_status)
      select id, 'customer', ${companyName}, gen_random_uuid(), 'approved' from founders)
    insert into ${users} (id, company_id, email, password_hash, role, contact_name) overriding system value
    select id, id, gen_random_uuid() || '@crowd.test', 'none', 'customer', 'One of many' from founders`);
}
