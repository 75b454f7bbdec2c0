import { expect, onTestFinished, test } from "vitest";
import { databaseAfter } from "#server/testing/database/database.ts";
import { migrate } from "./migrate.ts";

/** The last migration after which an invoice has its amounts in its snapshot alone. */
const BEFORE = 46;

test("an old invoice gets the amounts with which it was issued, and cannot be changed afterwards", async () => {
  const { client, ownerUrl, drop } = await databaseAfter(BEFORE);
  onTestFinished(drop);
  await client.query(`
    insert into companies (id, kind, name, referral_code, approval_status) values (1, 'customer', 'Company', 'CODE', 'approved');
    insert into users (id, company_id, email, password_hash, role, contact_name) overriding system value
      values (1, 1, 'ada@company.test', 'x', 'customer', 'Person');
    insert into quotes (user_id, company_id, status, subtotal_pence, tax_pence, final_total_pence, item_count, valid_until, paid_at)
      values (1, 1, 'accepted', 999, 200, 1199, 1, now(), now());
    insert into invoices (number, quote_id, company_id, tax_point, issued_at, snapshot)
      values (1, 1, 1, '2026-06-10', now(), '{"subtotal": 1000, "tax": 200, "finalTotal": 1200}')`);
  await migrate(ownerUrl);
  const { rows } = await client.query("select net_pence, vat_pence, gross_pence from invoices");
  expect(rows).toEqual([{ net_pence: "1000", vat_pence: "200", gross_pence: "1200" }]);
  await expect(client.query("update invoices set net_pence = 1, gross_pence = 201")).rejects.toThrow();
  await expect(client.query("delete from invoices")).rejects.toThrow();
});
