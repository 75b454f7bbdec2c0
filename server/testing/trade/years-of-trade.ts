import type { ClientBase } from "pg";
import { hashPassword } from "#server/platform/security/passwords.ts";

/** The password of all accounts in a scratch database. */
export const SCRATCH_PASSWORD = "scratch database";
export const SCRATCH_STAFF = { super_admin: "boss@scratch.test", admin: "admin@scratch.test", supplier: "supplier@scratch.test" } as const;
/** The company with the fewest orders and the one with the most. */
export const SCRATCH_CUSTOMERS = { quiet: "company-2000@scratch.test", busy: "company-1@scratch.test" } as const;
/** The busy company's id: three staff accounts have the lower ids. */
export const BUSY_COMPANY = 4;
/** Part of every company's name, and part of no company's name. */
export const EVERY_COMPANY = "shutters";
export const NO_COMPANY = "no such company";

const COMPANIES = 2000;
/** Four of five quotes became orders; one of twenty orders has a remake. */
const QUOTES_FOR_ORDERS = 1.25;

/**
 * Words of one order in twenty, of one in two and in three hundred, of one in some thousand, and of
 * one alone.
 */
export const JOB_WORDS = {
  frequent: "Walnut Road",
  middling: "12 Yew Road",
  area: "LE7",
  seldom: "LE7 1AA",
  once: "PO-100070",
} as const;

/**
 * Fills an empty, migrated database with years of trade: `orders` orders with quotes, windows,
 * history, notifications, remakes and the audit trail, of 2,000 companies over the five years
 * before now. It uses a few statements of whole sets, through every constraint and trigger, as the
 * tables' owner.
 */
export async function fill(client: ClientBase, orders: number): Promise<void> {
  const passwordHash = await hashPassword(SCRATCH_PASSWORD);
  await client.query("select setseed(0.42)");
  await client.query(PEOPLE, [passwordHash, COMPANIES]);
  await client.query(PRODUCTS);
  for (const statement of trade(Math.ceil(orders * QUOTES_FOR_ORDERS))) await client.query(statement);
  await client.query("drop table scratch_windows, scratch_quotes, scratch_documents");
  // The state in which autovacuum leaves a database that has been running for a while.
  await client.query("vacuum (analyze)");
}

const WORDS = `(array['Oak','Elm','Ash','Birch','Cedar','Willow','Hazel','Maple','Rowan','Alder','Holly','Yew','Larch','Beech','Linden','Poplar','Walnut','Cherry','Aspen','Juniper'])`;
const PLACES = `(array['Lewes','Hove','Rye','Deal','Bath','Wells','Ely','York','Ripon','Truro','Derby','Leeds','Kendal','Durham','Exeter','Oxford','Bury','Luton','Poole','Stroud'])`;
const FIRST = `(array['Ada','Ben','Cleo','Dan','Eve','Finn','Gina','Hal','Ida','Jo','Kit','Lena','Max','Nora','Owen','Pia','Quin','Rosa','Sam','Tess'])`;

const PEOPLE = `
  with people as materialized (select nextval(pg_get_serial_sequence('users', 'id'))::int as id, person.* from (
  select * from (values
      ('${SCRATCH_STAFF.super_admin}', $1, 'super_admin'::role, 'Head Office', 'The Boss', null, 'SCRATCH-B', 'approved'::approval_status, now() - interval '5 years'),
      ('${SCRATCH_STAFF.admin}', $1, 'admin', 'Head Office', 'An Admin', null, 'SCRATCH-A', 'approved', now() - interval '5 years'),
      ('${SCRATCH_STAFF.supplier}', $1, 'supplier', 'The Works', 'A Maker', null, 'SCRATCH-S', 'approved', now() - interval '5 years')) staff
  union all
  select 'company-' || n || '@scratch.test', $1, 'customer',
    ${WORDS}[1 + n % 20] || ' ' || ${PLACES}[1 + n / 20 % 20] || ' Shutters ' || n, ${FIRST}[1 + n * 7 % 20] || ' Person' || n,
    n || ' High Street', 'SCRATCH-' || n, 'approved', now() - interval '5 years' + n * interval '1 minute'
  from generate_series(1, $2::int) n
  ) person (email, password_hash, role, company_name, contact_name, address, referral_code, approval_status, created_at)),
  founded as (
    insert into companies (id, kind, name, address, referral_code, approval_status, created_at, sees_open_orders)
    select id, (case role when 'customer' then 'customer' when 'supplier' then 'supplier' else 'office' end)::company_kind,
      company_name, address, referral_code, approval_status, created_at, role = 'supplier'
    from people)
  insert into users (id, company_id, email, password_hash, role, contact_name, joined_at, created_at) overriding system value
  select id, id, email, password_hash, role, contact_name, created_at, created_at from people`;

/** The words of a quote: twenty streets, eight rooms, and a matching town and postcode. */
const JOB = `1 + n % 180 || ' ' || ${WORDS}[1 + n % 20] || ' Road - ' || (array['bay','front','kitchen','extension','loft','bedrooms','whole house','study'])[1 + n % 8]`;
const ADDRESS = `1 + n % 180 || ' ' || ${WORDS}[1 + n % 20] || ' Road, ' || ${PLACES}[1 + n / 7 % 20] || ', '
  || upper(left(${PLACES}[1 + n / 7 % 20], 2)) || 1 + n % 30 || ' ' || 1 + n % 9 || chr(65 + n / 30 % 26) || chr(65 + n / 780 % 26)`;

const PRODUCTS = `
  with types as (
    insert into products (name, base_price_per_m2_pence, standard_louver_sizes, color_options)
    select 'Scratch ' || n, 15000 + n * 1250, '{64,76,89}', '{White,Cream,Black}' from generate_series(1, 5) n
    returning id, name)
  insert into product_names (product_id, name) select id, name from types`;

const SNAPSHOT = `json_build_object('version', 1, 'quoteId', q.id, 'orderId', o.id, 'jobName', q.job_name, 'poNumber', q.po_number, 'lines', '[]'::json,
  'subtotal', q.subtotal_pence, 'tax', q.tax_pence, 'finalTotal', q.final_total_pence)`;

/**
 * The windows are priced as the product prices them: whole thousandths of a square metre, whole
 * pence. Busy companies are many times as busy as quiet ones.
 */
const trade = (quotes: number) => [
  `create temp table scratch_quotes as
    select n, now() - interval '5 years' * (1 - n / ${quotes + 1}::float8) as at,
      (select min(id) from users where role = 'customer') + floor(${COMPANIES} * power(random(), 1.4))::int as user_id,
      n % 5 <> 0 as ordered, random() as luck
    from generate_series(1, ${quotes}) n`,
  `create temp table scratch_windows as
    select q.n, place, w.width, w.height, w.area, w.quantity, p.id as product_id, p.name as product, p.price,
      round(w.area::numeric * p.price * w.quantity / 1000)::bigint as total
    from scratch_quotes q
    cross join lateral generate_series(1, 1 + q.n % 3) place
    cross join lateral (select 6000 + (q.n * 137 + place * 911) % 18000 as width, 7000 + (q.n * 211 + place * 577) % 14000 as height) m
    cross join lateral (select m.width, m.height, round(m.width::numeric * m.height / 100000)::int as area, 1 + (q.n + place) % 2 as quantity) w
    join (select id, name, base_price_per_m2_pence as price, row_number() over (order by id) as number from products) p
      on p.number = 1 + (q.n + place) % 5`,
  // The quotes get their numbers in the order of time, so the n-th quote is the n-th row of this
  // table.
  `insert into quotes (user_id, company_id, job_name, po_number, status, subtotal_pence, tax_pence, final_total_pence, item_count, paid_at, valid_until, created_at)
    select q.user_id, q.user_id, ${JOB}, 'PO-' || 100000 + q.n * 7,
      case when q.ordered then 'accepted' else (array['draft','sent','declined'])[1 + q.n / 5 % 3] end::quote_status,
      w.net, round(w.net * 0.2), w.net + round(w.net * 0.2), w.windows,
      case when q.ordered and (q.luck < 0.9 or q.at < now() - interval '90 days') then least(q.at + interval '2 days', now()) end,
      q.at + interval '30 days', q.at
    from scratch_quotes q join (select n, count(*) as windows, sum(total) as net from scratch_windows group by n) w using (n)
    order by q.n`,
  `insert into quote_items (quote_id, place, name, shutter_type_id, shutter_type, width_tenth_mm, height_tenth_mm, area_milli_m2,
      louver_size_mm, tilt_rod_type, number_of_mid_rails, frame_type, mount_type, opening_direction, color_selection, quantity,
      louvres, price_per_m2_pence, item_total_pence)
    select first + n - 1, place, 'Window ' || place, product_id, product, width, height, area, 64, 'center', 0, 'l-frame', 'inside',
      'left-hinge', 'White', quantity, height / 500, price, total
    from scratch_windows, (select min(id) as first from quotes) f order by n, place`,
  `insert into orders (quote_id, user_id, company_id, total_pence, is_paid, job_name, po_number, windows, shutters, area_milli_m2,
      status, shipping_address, tracking_number, shipping_date, estimated_arrival, created_at)
    select q.id, q.user_id, q.company_id, final_total_pence, is_paid, job_name, po_number, w.windows, w.shutters, w.area,
      case
        when luck < 0.03 then 'cancelled'
        when luck < 0.05 and at > now() - interval '20 days' then 'draft'
        when at > now() - interval '20 days' then (array['pending','processing'])[1 + n % 2]
        when at > now() - interval '60 days' then (array['processing','shipped','delivered'])[1 + n % 3]
        else 'completed'
      end::order_status,
      ${ADDRESS}, case when n % 3 = 0 then 'DX' || 264114178 + n || 'GB' end,
      case when at < now() - interval '30 days' then (at + interval '30 days')::date end,
      case when at < now() - interval '60 days' and n % 2 = 0 then (at + interval '34 days')::date end,
      least(at + interval '1 hour', now())
    from (select min(id) as first from quotes) f cross join scratch_quotes join (
        select n, count(*) as windows, sum(quantity) as shutters, sum(area::bigint * quantity) as area from scratch_windows group by n) w using (n)
      join quotes q on q.id = first + n - 1
    where ordered order by n`,
  `update quotes set order_id = o.id, delivered_to = o.shipping_address, tracking_number = o.tracking_number from orders o where o.quote_id = quotes.id`,
  `insert into order_status_changes (order_id, from_status, to_status, at, by_user_id)
    select o.id, step.before, step.after, o.created_at, staff.id
    from orders o, (select min(id) as id from users) staff,
      lateral (values (null, 'pending'::order_status), ('pending'::order_status, o.status)) step(before, after)
    where step.before is null or step.after <> 'pending' order by o.id`,
  `insert into remakes (order_id, quote_id, company_id, user_id, words, maker_id, status, reason, created_at)
    select id, quote_id, company_id, user_id, words, maker_id,
      case when created_at > now() - interval '20 days' then (array['pending','approved','in_progress'])[1 + id % 3]
        else (array['completed','denied'])[1 + id / 20 % 2] end::remake_status,
      'A louvre is split', least(created_at + interval '9 days', now())
    from orders where id % 20 = 0 and status <> 'draft' order by id`,
  `insert into remake_replies (remake_id, user_id, message, created_at)
    select r.id, staff.id, 'We are looking into it', r.created_at from remakes r, (select min(id) as id from users) staff`,
  // Paid orders and unpaid shipped ones have an invoice; one of fifty paid ones has a credit note.
  // All are one series, in the order of time.
  `create temp table scratch_documents as
    select row_number() over (order by at, quote_id, kind)::int as number, *
    from (
      select 'invoice'::invoice_kind as kind, q.id as quote_id, coalesce(q.paid_at, o.created_at) as at
        from quotes q join orders o on o.quote_id = q.id where q.paid_at is not null or o.status in ('shipped', 'delivered')
      union all
      select 'credit_note', q.id, q.paid_at + interval '10 days' from quotes q join orders o on o.quote_id = q.id
        where q.id % 50 = 0 and q.paid_at < now() - interval '10 days') document`,
  `insert into invoices (number, quote_id, company_id, order_id, tax_point, due_on, issued_at, net_pence, vat_pence, gross_pence, snapshot)
    select d.number, q.id, q.company_id, o.id, (d.at at time zone 'Europe/London')::date, (d.at at time zone 'Europe/London')::date, d.at,
      q.subtotal_pence, q.tax_pence, q.final_total_pence, ${SNAPSHOT}
    from scratch_documents d join quotes q on q.id = d.quote_id join orders o on o.quote_id = q.id where d.kind = 'invoice' order by d.number`,
  `update quotes set invoice_number = i.number, tax_point = i.tax_point, due_on = i.due_on from invoices i where i.quote_id = quotes.id`,
  // One of five payments is a transfer.
  `insert into payments (company_id, method, quote_id, stripe_session_id, amount_pence, settles, received_on, reference, recorded_by, applied_pence, created_at)
    select i.company_id, (case when i.number % 5 = 0 then 'bank_transfer' else 'card' end)::payment_method, i.quote_id,
      case when i.number % 5 <> 0 then 'cs_' || i.number end, i.gross_pence, true, i.tax_point,
      case when i.number % 5 = 0 then q.po_number end, case when i.number % 5 = 0 then staff.id end, i.gross_pence, i.issued_at
    from invoices i join quotes q on q.id = i.quote_id, (select min(id) as id from users) staff where q.paid_at is not null order by i.number`,
  `insert into invoice_balances (number, quote_id, company_id, gross_pence, due_on, paid_pence)
    select i.number, i.quote_id, i.company_id, i.gross_pence, i.due_on, coalesce(p.amount_pence, 0)
    from invoices i left join payments p on p.quote_id = i.quote_id order by i.number`,
  `insert into allocations (payment_id, number, kind, amount_pence, created_at)
    select p.id, i.number, 'allocated', i.gross_pence, i.issued_at from payments p join invoices i on i.quote_id = p.quote_id order by i.number`,
  `insert into refunds (payment_id, company_id, amount_pence, reason, status, invoice_number, paid_on, created_at)
    select p.id, i.company_id, i.gross_pence / 10, 'A window was broken', 'succeeded', i.number, (d.at at time zone 'Europe/London')::date, d.at
    from scratch_documents d join invoices i on i.quote_id = d.quote_id join payments p on p.quote_id = d.quote_id
    where d.kind = 'credit_note' order by d.number`,
  `insert into allocations (payment_id, number, kind, amount_pence, refund_id, created_at)
    select payment_id, invoice_number, 'refunded', -amount_pence, id, created_at from refunds order by id`,
  `update payments set applied_pence = applied_pence - r.amount_pence, refunded_pence = r.amount_pence from refunds r where r.payment_id = payments.id`,
  `insert into invoices (number, kind, quote_id, company_id, order_id, tax_point, issued_at, net_pence, vat_pence, gross_pence, credits, reason, refund_id, snapshot)
    select d.number, 'credit_note', i.quote_id, i.company_id, i.order_id, r.paid_on, d.at, r.amount_pence - c.vat, c.vat, r.amount_pence, i.number, r.reason, r.id,
      i.snapshot
    from scratch_documents d join invoices i on i.quote_id = d.quote_id join refunds r on r.invoice_number = i.number
    cross join lateral (select round(r.amount_pence::numeric * i.vat_pence / i.gross_pence)::bigint as vat) c
    where d.kind = 'credit_note' order by d.number`,
  `update invoice_balances set paid_pence = paid_pence - r.amount_pence, credited_pence = r.amount_pence from refunds r where r.invoice_number = number`,
  "update invoice_counter set last_number = (select max(number) from invoices)",
  `insert into notifications (user_id, type, title, message, related_id, created_at)
    select user_id, 'order_status', 'Order ORD-' || id, 'Order ORD-' || id || ' is now processing.', id, created_at from orders order by id`,
  `insert into audit_entries (at, actor_id, actor_email, actor_role, action, target_type, target_id, after, ip)
    select created_at, user_id, 'company@scratch.test', 'customer', 'quotes.create', 'quotes', id, '{"windows": 2}', '192.0.2.1' from quotes order by id`,
];
