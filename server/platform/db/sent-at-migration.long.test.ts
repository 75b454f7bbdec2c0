import { expect, onTestFinished, test } from "vitest";
import { databaseAfter } from "#server/testing/database/database.ts";
import { migrate } from "./migrate.ts";

/** The last migration before the time of sending a quote is stored. */
const BEFORE = 13;

test("an old quote takes its time of sending from the audit trail, and has none without an entry", async () => {
  const { client, ownerUrl, drop } = await databaseAfter(BEFORE);
  onTestFinished(drop);
  await client.query(`
    insert into users (email, password_hash, role, company_name, contact_name, referral_code, approval_status)
      values ('ada@company.test', 'x', 'customer', 'Company', 'Person', 'CODE', 'approved');
    insert into quotes (user_id, status, subtotal_pence, tax_pence, final_total_pence, item_count, valid_until)
      select 1, status::quote_status, 0, 0, 0, 1, now() from unnest(array['sent', 'accepted', 'sent', 'draft']) status;
    insert into audit_entries (at, action, target_type, target_id, after) values
      ('2026-03-01T10:00Z', 'quotes.changeStatus', 'quotes', 1, '{"quoteStatus": "sent"}'),
      ('2026-03-02T10:00Z', 'quotes.changeStatus', 'quotes', 2, '{"quoteStatus": "sent"}'),
      ('2026-03-03T10:00Z', 'quotes.changeStatus', 'quotes', 2, '{"quoteStatus": "accepted"}')`);
  await migrate(ownerUrl);
  const { rows } = await client.query("select sent_at from quotes order by id");
  expect(rows.map(({ sent_at }) => sent_at?.toISOString() ?? null)).toEqual([
    "2026-03-01T10:00:00.000Z",
    "2026-03-02T10:00:00.000Z",
    null,
    null,
  ]);
});

test("a draft that the trail shows as declined was withdrawn; a declined offer was not", async () => {
  const { client, ownerUrl, drop } = await databaseAfter(BEFORE);
  onTestFinished(drop);
  await client.query(`
    insert into users (email, password_hash, role, company_name, contact_name, referral_code, approval_status)
      values ('ada@company.test', 'x', 'customer', 'Company', 'Person', 'CODE', 'approved');
    insert into quotes (user_id, status, subtotal_pence, tax_pence, final_total_pence, item_count, valid_until)
      select 1, status::quote_status, 0, 0, 0, 1, now() from unnest(array['declined', 'declined', 'declined']) status;
    insert into audit_entries (at, action, target_type, target_id, before, after) values
      ('2026-03-01T10:00Z', 'quotes.changeStatus', 'quotes', 1, '{"quoteStatus": "draft"}', '{"quoteStatus": "declined"}'),
      ('2026-03-02T10:00Z', 'quotes.changeStatus', 'quotes', 2, '{"quoteStatus": "sent"}', '{"quoteStatus": "declined"}')`);
  await migrate(ownerUrl);
  const { rows } = await client.query("select withdrawn_at from quotes order by id");
  expect(rows.map(({ withdrawn_at }) => withdrawn_at?.toISOString() ?? null)).toEqual(["2026-03-01T10:00:00.000Z", null, null]);
});
