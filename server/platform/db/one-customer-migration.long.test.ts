import { expect, onTestFinished, test } from "vitest";
import { databaseAfter } from "#server/testing/database/database.ts";
import { migrate } from "./migrate.ts";

/** The number of migrations before the one that makes a quotation's customer the quote's own. */
const BEFORE = 80;

test("a quotation's customer moves to its quote and order; a blank field keeps what the quote has", async () => {
  const { client, ownerUrl, drop } = await databaseAfter(BEFORE);
  onTestFinished(drop);
  await client.query(`
    insert into companies (id, kind, name, referral_code, approval_status) overriding system value
      values (1, 'customer', 'Company', 'CODE', 'approved');
    insert into users (id, email, password_hash, role, company_id, contact_name) overriding system value
      values (1, 'ada@company.test', 'x', 'customer', 1, 'Person');
    insert into quotes (user_id, company_id, subtotal_pence, tax_pence, final_total_pence, item_count, valid_until,
        customer_name, customer_email, site_address)
      values (1, 1, 0, 0, 0, 1, now(), 'Mrs Hughes', 'p@hughes.example', '4 Orchard Lane'), (1, 1, 0, 0, 0, 1, now(), null, null, null),
        (1, 1, 0, 0, 0, 1, now(), 'Mr Brown', null, '1 Mill Road'), (1, 1, 0, 0, 0, 1, now(), null, null, null);
    insert into retail_quotations (quote_id, version, revision, shown_hash, changed_by, customer_name, customer_email, customer_address,
        markup_hundredths, deposit_hundredths, fitting_price_pence, fitting_per, extras, windows)
      select id, 2, 2, repeat('0', 64), 1, name, '', address, 0, 0, 0, 'job', '[]', '[]'
      from (values (1, 'Mrs Penelope Hughes', ''), (2, 'Mrs Quist ', '9 Elm Hill')) typed(id, name, address);
    insert into orders (quote_id, user_id, company_id, shipping_address, total_pence, is_paid, windows, shutters, area_milli_m2)
      select id, 1, 1, 'Yard', 0, false, 1, 1, 1 from unnest(array[2, 3]) id;
    insert into remakes (order_id, quote_id, user_id, company_id, reason, words, maker_id) values (2, 3, 1, 1, 'A fault', '', 0);
    insert into orders (quote_id, user_id, company_id, shipping_address, total_pence, is_paid, windows, shutters, area_milli_m2, remake_id)
      values (4, 1, 1, 'Yard', 0, false, 1, 1, 1, 1)`);
  await migrate(ownerUrl);
  const quotes = await client.query("select customer_name, customer_email, site_address from quotes order by id");
  expect(quotes.rows.map(Object.values)).toEqual([
    ["Mrs Penelope Hughes", "p@hughes.example", "4 Orchard Lane"],
    ["Mrs Quist", null, "9 Elm Hill"],
    ["Mr Brown", null, "1 Mill Road"],
    ["Mr Brown", null, "1 Mill Road"],
  ]);
  const orders = await client.query("select quote_id, customer_name, site_address from orders order by quote_id");
  expect(orders.rows.map(Object.values)).toEqual([
    [2, "Mrs Quist", "9 Elm Hill"],
    [3, "Mr Brown", "1 Mill Road"],
    [4, "Mr Brown", "1 Mill Road"],
  ]);
  const emails = await client.query("select words from quotes where words like '%hughes.example%'");
  expect(emails.rows).toEqual([]);
});
