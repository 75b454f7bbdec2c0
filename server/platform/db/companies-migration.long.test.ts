import { afterAll, beforeAll, expect, test } from "vitest";
import { databaseAfter } from "#server/testing/database/database.ts";
import { migrate } from "./migrate.ts";

/** The migration after which companies are rows of their own. */
const BEFORE = 14;

let database: Awaited<ReturnType<typeof databaseAfter>>;
beforeAll(async () => {
  database = await databaseAfter(BEFORE);
});
afterAll(() => database.drop());

const rows = async (sql: string) => (await database.client.query({ text: sql, rowMode: "array" })).rows;

const FIGURES = `select o.status, count(*)::int, sum(q.final_total_pence)::int
  from orders o join quotes q on q.id = o.quote_id group by 1 order by 1`;

/**
 * An eighth of the 2,000 accounts is a supplier's, and an eighth staff; of those, ten share a name,
 * spelled in several ways.
 */
const ACCOUNTS = `
  insert into users (email, password_hash, role, company_name, contact_name, address, referral_code, approval_status, approval_reason, created_at, deleted_at)
  select 'p' || n || '@company.test', 'x',
    (case n % 8 when 0 then 'supplier' when 1 then 'admin' when 2 then case when n % 16 = 2 then 'super_admin' else 'customer' end else 'customer' end)::role,
    case when n % 3 = 0 then upper('Works ' || n / 80) else 'Works ' || n / 80 end, 'Person ' || n,
    case when n % 5 > 0 then n || ' High Street' end, 'CODE' || n,
    (case when n % 8 < 3 then 'approved' else (array['pending','approved','rejected','suspended'])[1 + n % 4] end)::approval_status,
    case when n % 8 > 2 and n % 4 = 2 then 'Too far' end, '2026-01-01'::timestamptz + n * interval '1 minute',
    case when n % 50 = 3 then now() end
  from generate_series(1, 2000) n`;

test("2,000 accounts become companies without loss: ids stay, and only suppliers and staff of one name share one", async () => {
  const { client } = database;
  await client.query(ACCOUNTS);
  await client.query(`insert into users (email, password_hash, role, company_name, contact_name, referral_code, approval_status, deleted_at)
    values ('deleted-2001@deleted.invalid', '', 'supplier', 'Deleted account', 'Deleted account', 'GONE1', 'approved', now()),
      ('deleted-2002@deleted.invalid', '', 'supplier', 'Deleted account', 'Deleted account', 'GONE2', 'approved', now())`);
  await client.query(`insert into quotes (user_id, subtotal_pence, tax_pence, final_total_pence, item_count, valid_until)
    select id, 5, 1, 6, 1, now() from users where id % 4 = 3 or role = 'super_admin'`);
  await client.query(
    "insert into orders (quote_id, user_id, shipping_address) select id, user_id, '1 High Street' from quotes where id % 2 = 0",
  );
  await client.query("insert into referrals (referrer_id, referred_user_id) select id - 1, id from users where id % 8 = 7");
  const people = await rows(
    "select id, email, role, contact_name, company_name, address, approval_status::text, approval_reason from users order by id",
  );
  const codes = await rows("select referral_code from users order by 1");
  const figures = await rows(FIGURES);

  await migrate(database.ownerUrl);

  const flat = `select u.id, u.email, u.role, u.contact_name, lower(c.name), u.joined_at = u.created_at, u.may_order and u.may_manage
    from users u join companies c on c.id = u.company_id order by u.id`;
  expect(await rows(flat)).toEqual(
    people.map(([id, email, role, contact, company]) => [id, email, role, contact, company.toLowerCase(), true, true]),
  );
  // A customer's company has the account's id and all of its company details.
  const customers =
    "select c.id, c.name, c.address, c.approval_status::text, c.approval_reason from companies c where kind = 'customer' order by 1";
  expect(await rows(customers)).toEqual(
    people
      .filter(([, , role]) => role === "customer")
      .map(([id, , , , name, address, status, reason]) => [id, name, address, status, reason]),
  );
  // Suppliers and staff: one company for each name, with the lowest account's id and name. Blanked
  // accounts stay separate.
  const kindOf = (role: string) => (role === "supplier" ? "supplier" : "office");
  const lowest = new Map<string, unknown[]>();
  for (const [id, email, role, , name, address] of people) {
    if (role === "customer") continue;
    const key = email.endsWith("@deleted.invalid") ? email : `${kindOf(role)} ${name.toLowerCase()}`;
    if (!lowest.has(key)) lowest.set(key, [id, kindOf(role), name, address]);
  }
  const shared = await rows("select id, kind::text, name, address from companies where kind <> 'customer' order by id");
  expect(shared).toEqual([...lowest.values()].toSorted(([one], [other]) => Number(one) - Number(other)));
  expect(shared.length).toBeLessThan(people.filter(([, , role]) => role !== "customer").length);
  expect(await rows("select referral_code from companies union all select code from former_referral_codes order by 1")).toEqual(codes);
  // Each quote and order belongs to its person's company, and the figures are unchanged.
  for (const table of ["quotes", "orders"]) {
    expect(await rows(`select count(*)::int from ${table} t join users u on u.id = t.user_id where u.company_id <> t.company_id`)).toEqual([
      [0],
    ]);
  }
  expect(await rows(FIGURES)).toEqual(figures);
  const brought = await rows(`select r.referred_company_id, r.referrer_company_id, u.company_id from referrals r
    join users u on u.id = r.referred_company_id - 1 order by 1`);
  expect(brought.length).toBe(250);
  expect(brought.every(([, referrer, company]) => referrer === company)).toBe(true);
});

test("the database refuses a quote of another company's person, and a supplier without rights", async () => {
  const { client } = database;
  await expect(client.query("update quotes set company_id = company_id + 1 where id = 1")).rejects.toThrow("quotes_person_of_company");
  await expect(client.query("update orders set company_id = company_id + 1 where id = 1")).rejects.toThrow("violates foreign key");
  await expect(client.query("update users set may_order = false where role = 'supplier'")).rejects.toThrow("users_rights");
});
