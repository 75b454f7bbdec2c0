import { afterAll, beforeAll, expect, test } from "vitest";
import { databaseAfter } from "#server/testing/database/database.ts";
import { migrate } from "./migrate.ts";

/** The last migration before texts are bounded: the next one must succeed on older texts. */
const BEFORE = 11;

let database: Awaited<ReturnType<typeof databaseAfter>>;
beforeAll(async () => {
  database = await databaseAfter(BEFORE);
});
afterAll(() => database.drop());

test("old texts are corrected, and the former names of types are recorded", async () => {
  const { client } = database;
  const padding = " ".repeat(490_000);
  await client.query(
    `insert into users (email, password_hash, role, company_name, contact_name, address, approval_reason, referral_code, approval_status)
     values ('ada@company.test', 'x', 'customer', $1, $2, $3, $4, 'CODE', 'approved')`,
    [` Harbour Blinds\u00a0${padding}`, "\tAda", `1 High Street\n${padding}`, `${padding}Too far away`],
  );
  await client.query(
    `insert into products (name, description, base_price_per_m2_pence, standard_louver_sizes, color_options)
     values ('Basswood', null, 100, '{64}', '{White}'), (' basswood', $1, 100, '{64}', '{White}'), ('Ash ', 'Kept ', 100, '{64}', '{}')`,
    [`Pale${padding}`],
  );
  await client.query(
    "insert into quotes (user_id, subtotal_pence, tax_pence, final_total_pence, item_count, valid_until) values (1, 5, 1, 6, 1, now())",
  );
  await client.query("insert into orders (quote_id, user_id, shipping_address, tracking_number) values (1, 1, $1, $2)", [
    `1 High Street${padding}`,
    ` DX 1${padding}`,
  ]);
  await client.query("insert into remakes (order_id, reason) values (1, $1)", [` Cracked${padding}`]);
  await client.query("insert into remake_replies (remake_id, user_id, message) values (1, 1, $1), (1, 1, ' as typed ')", [
    `Seen${padding}`,
  ]);
  await client.query(
    `insert into audit_entries (action, target_type, target_id, before, after)
     values ('products.update', 'products', 3, '{"name": " Oak"}', '{"name": "Ash "}')`,
  );

  await migrate(database.ownerUrl);

  const rows = async (sql: string) => (await client.query({ text: sql, rowMode: "array" })).rows;
  expect(
    await rows("select c.name, u.contact_name, c.address, c.approval_reason from users u join companies c on c.id = u.company_id"),
  ).toEqual([["Harbour Blinds", "Ada", "1 High Street", "Too far away"]]);
  expect(await rows("select name, description from products order by id")).toEqual([
    ["Basswood", null],
    ["basswood (2)", "Pale"],
    ["Ash", "Kept "],
  ]);
  expect(await rows("select shipping_address, tracking_number from orders")).toEqual([["1 High Street", "DX 1"]]);
  expect(await rows("select reason from remakes")).toEqual([["Cracked"]]);
  expect(await rows("select message from remake_replies order by id")).toEqual([["Seen"], [" as typed "]]);
  expect(await rows("select product_id, name from product_names order by 1, 2")).toEqual([
    [1, "Basswood"],
    [2, "basswood (2)"],
    [3, "Ash"],
    [3, "Oak"],
  ]);
});
