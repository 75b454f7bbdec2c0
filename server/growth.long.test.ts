import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { ORDERS_AT_A_TIME } from "#server/features/workshop/bar-plan/bar-plan.ts";
import { sawFilePath, workshopPaperPath } from "#shared/contract/parts/papers.ts";
import { londonDay } from "#shared/domain/period.ts";
import { isWrite, mayCall } from "#shared/http/endpoint.ts";
import { invoiceTasks } from "./features/invoices/issue-invoice.ts";
import { CALLS as CALLS_OF_CONTRACT } from "./testing/calls/check-reply.ts";
import { addressOf } from "./testing/calls/every-call.ts";
import type { TestClient } from "./testing/calls/test-client.ts";
import { dayAhead } from "./testing/day-ahead.ts";
import { fetchFile, saveSeller } from "./testing/papers/read-pdf.ts";
import { recordStatements, type Sent } from "./testing/papers/sent-statements.ts";
import { startPortal, type TestPortal } from "./testing/portal.ts";
import { storeBusiness } from "./testing/retail.ts";
import { READ_WORDS, type Reading, searchesOf, searchFor, VIEWS, WORDS } from "./testing/trade/lists-of-trade.ts";
import {
  BUSY_COMPANY,
  EVERY_COMPANY,
  fill,
  JOB_WORDS,
  NO_COMPANY,
  SCRATCH_CUSTOMERS,
  SCRATCH_PASSWORD,
  SCRATCH_STAFF,
} from "./testing/trade/years-of-trade.ts";

/**
 * Bounds the work that a call makes for a database with years of trade. It measures statements and
 * pages, not time, because time differs on every machine.
 */

const GROWING = [
  "orders",
  "quotes",
  "quote_items",
  "order_status_changes",
  "invoices",
  "invoice_balances",
  "allocations",
  "refunds",
  "remakes",
  "remake_replies",
  "notifications",
  "audit_entries",
];

let portal: TestPortal;
let people: Record<"boss" | "admin" | "supplier" | "busy" | "quiet", TestClient>;
const sent = recordStatements();
beforeAll(async () => {
  portal = await startPortal();
  // The fixed clock makes the same rows late from the first test of the file to the last.
  portal.clock.set(`${londonDay(new Date())}T12:00:00Z`);
  const client = new pg.Client({ connectionString: portal.owner.$client.options.connectionString });
  await client.connect();
  // Fresh statistics in the middle of the run could change a table's query plans.
  const { rows: tables } = await client.query<{ name: string }>("select tablename as name from pg_tables where schemaname = 'public'");
  await client.query(tables.map(({ name }) => `alter table ${name} set (autovacuum_enabled = false)`).join("; "));
  await fill(client, 20_000);
  await client.end();
  const signedIn = (email: string) => portal.signIn({ email, password: SCRATCH_PASSWORD });
  people = {
    boss: await signedIn(SCRATCH_STAFF.super_admin),
    admin: await signedIn(SCRATCH_STAFF.admin),
    supplier: await signedIn(SCRATCH_STAFF.supplier),
    busy: await signedIn(SCRATCH_CUSTOMERS.busy),
    quiet: await signedIn(SCRATCH_CUSTOMERS.quiet),
  };
  await storeBusiness(portal, BUSY_COMPANY);
  const [board] = (await people.supplier.get<{ id: number }[]>("/api/workshop")).body;
  await people.supplier.post("/api/workshop/plans", { orders: [board?.id] });
  await people.boss.post("/api/errors/report", { errorMessage: "So that there is one to read" });
  await people.boss.post("/api/company/webhooks", { url: "https://hooks.example.com/orders", types: ["order.created"] });
}, 900_000);
afterAll(() => portal.stop());

/**
 * The statements that one piece of work sends, without BEGIN and COMMIT. The update of
 * `last_seen_at` every five minutes and the limiter's cleaning are left out: any call may trigger
 * them.
 */
async function statementsOf(work: () => Promise<{ status: number }>): Promise<Sent[]> {
  await portal.owner.execute(sql`update sessions set last_seen_at = ${portal.clock().toISOString()}`);
  sent.length = 0;
  expect((await work()).status).toBeLessThan(300);
  return sent.filter(({ text }) => !text.startsWith('DELETE FROM "rate_limits"'));
}

/**
 * The test data has too few of these rows for an index to pay off, so the test only requires that
 * an index can be used.
 */
const FEW = ["remakes", "remake_replies", "refunds"];
/**
 * The tables behind lists, counts and searches. Each index of them must be used, because it costs
 * time at every write.
 */
const LISTED = ["quotes", "orders", "remakes", "invoices"];
/** An index that lists do not use: the job that issues missing invoices does (see below). */
const NOT_OF_LISTS = ["quotes_to_invoice"];

const isRead = ({ text }: Sent) => /^\s*\(?(select|with)/i.test(text);

/**
 * The growing tables that a statement reads with a sequential scan. The planner is set for a disk
 * without seek costs, because at this size PostgreSQL would otherwise prefer a scan.
 */
async function scansOf(one: Sent): Promise<string[]> {
  if (!isRead(one)) return [];
  const { text, values } = one;
  const client = await portal.db.$client.connect();
  try {
    const scans = async (among: string[]) => {
      const { rows } = await client.query<{ "QUERY PLAN": string }>(`explain (costs off) ${text}`, values);
      const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
      return [...plan.matchAll(/Seq Scan on (\w+)/g)].map(([, table = ""]) => table).filter((table) => among.includes(table));
    };
    await client.query("begin; set local random_page_cost = 1.1");
    const found = await scans(GROWING.filter((table) => !FEW.includes(table)));
    await client.query("set local enable_seqscan = off");
    return [...found, ...(await scans(FEW))];
  } finally {
    await client.query("rollback");
    client.release();
  }
}

const CALLS: [keyof typeof people, string][] = [
  ...(["boss", "supplier", "busy", "quiet"] as const).flatMap((who): [typeof who, string][] =>
    ["", NO_COMPANY, EVERY_COMPANY, "Oak Lewes", "willow", "ORD-77"].map((words) => [who, `/api/orders?${searchFor(words)}`]),
  ),
  ...(["admin", "busy", "quiet"] as const).flatMap((who): [typeof who, string][] =>
    ["", NO_COMPANY, EVERY_COMPANY, "Oak Lewes", "Q-77"].map((words) => [who, `/api/quotes?${searchFor(words)}`]),
  ),
  ["boss", "/api/quotes?quoteStatus=draft"],
  ["boss", `/api/quotes?quoteStatus=draft&${searchFor("Oak Lewes")}`],
  ["boss", "/api/remakes"],
  ["supplier", "/api/remakes"],
  ["boss", "/api/clients"],
  ["boss", `/api/clients?${searchFor("oak")}`],
  ["boss", "/api/users"],
  ["boss", "/api/audit"],
  ["boss", "/api/audit?action=quotes.create"],
  ["boss", "/api/audit?targetType=quotes&targetId=77"],
  ["busy", "/api/notifications"],
  ...(["boss", "admin", "supplier", "busy", "quiet"] as const).flatMap((who): [typeof who, string][] =>
    ["all_time", "daily", "monthly", "custom&startDate=2020-01-01&endDate=2100-01-01", `all_time&${searchFor(EVERY_COMPANY)}`].map(
      (period) => [who, `/api/stats?period=${period}`],
    ),
  ),
  ...["all_time", "monthly", "custom&startDate=2020-01-01&endDate=2100-01-01"].map((period): ["boss", string] => [
    "boss",
    `/api/stats/history?period=${period}`,
  ]),
];

test.each(CALLS)("%s reads %s without reading a growing table from end to end", async (who, path) => {
  const sent = await statementsOf(() => people[who].get(path));
  expect((await Promise.all(sent.map(scansOf))).flat()).toEqual([]);
});

test("the page after a cursor reads no growing table from end to end", async () => {
  for (const path of [
    "/api/orders",
    "/api/quotes",
    "/api/remakes",
    "/api/invoices",
    "/api/audit",
    `/api/orders?${searchFor(EVERY_COMPANY)}`,
  ]) {
    const { headers } = await people.boss.get(path);
    const next = /<([^>]+)>/.exec(headers.get("link") ?? "")?.[1] ?? "no next page";
    const sent = await statementsOf(() => people.boss.get(next));
    expect((await Promise.all(sent.map(scansOf))).flat()).toEqual([]);
  }
});

/** Each list with a search in all rows and in a view, for staff, a supplier and one company. */
const SEARCHED: readonly Reading[] = (["boss", "supplier", "busy"] as const).flatMap((who) =>
  [
    "orders?sort=due",
    "orders?status=completed",
    "orders?late=true",
    "remakes?status=pending",
    ...(who === "supplier" ? [] : ["quotes?", "quotes?state=expired", "invoices?"]),
  ].map((path): Reading => [who, `/api/${path}`]),
);

async function planOf({ text, values }: Sent): Promise<string> {
  const { rows } = await portal.db.$client.query<{ "QUERY PLAN": string }>(`explain ${text}`, values);
  return rows.map((row) => row["QUERY PLAN"]).join("\n");
}

/**
 * The number of PostgreSQL pages that a statement reads: a measure of work that no machine or load
 * changes.
 */
async function pagesOf({ text, values }: Sent): Promise<number> {
  const { rows } = await portal.db.$client.query(`explain (analyze, buffers, format json) ${text}`, values);
  const plan = rows[0]["QUERY PLAN"][0].Plan;
  return plan["Shared Hit Blocks"] + plan["Shared Read Blocks"];
}

/** Pages for one page of rows with their details, and for a count over 20,000 orders. */
const MOST_PAGES = 1_200;
/** An invoice is found by its quote, which costs a few pages for each row. */
const MOST_PAGES_OF_EACH = 4_500;
/**
 * A range of days without an end covers two years of days, each an index lookup. With so few orders
 * PostgreSQL prefers to read them all.
 */
const IS_READ_THROUGH = /orders\?(shipping|arrival)From=[^&]+$/;
/**
 * The ledger is queried once for each order that was paid and cancelled (600 here), at 4 pages
 * each.
 */
const MOST_PAGES_TO_PAY_BACK = 3_000;
/** The counts also look up the due day of each unpaid order. */
const MOST_PAGES_OF_COUNTS = 3_600;
function mostPages([who, path]: Reading): number {
  if (path === "/api/orders/sums?view=to_pay_back") return MOST_PAGES_TO_PAY_BACK;
  if (path === "/api/orders/counts" && who !== "busy" && who !== "supplier") return MOST_PAGES_OF_COUNTS;
  return path.startsWith("/api/invoices?&search") ? MOST_PAGES_OF_EACH : MOST_PAGES;
}
/**
 * The index of words holds no two letters, so a rare pair of letters is searched in all rows
 * (docs/decisions/003-lists-are-plain-queries.md).
 */
const INDEXED_WORDS = [...WORDS.filter((words) => words.length > 2), ...READ_WORDS];

test.each([...VIEWS, ...searchesOf(SEARCHED, INDEXED_WORDS)].map((reading) => [...reading, mostPages(reading)] as const))(
  "the reader %s reads %s by an index and looks at no more than %i pages",
  async (who, path, most) => {
    const sent = await statementsOf(() => people[who].get(path));
    const scans = (await Promise.all(sent.map(scansOf))).flat();
    expect(scans).toEqual(IS_READ_THROUGH.test(path) ? ["orders"] : []);
    for (const each of sent.filter(isRead)) expect(await pagesOf(each)).toBeLessThanOrEqual(most);
  },
);

test("a customer's figures and a client's are counted in that company's orders alone", async () => {
  const sent = [
    ...(await statementsOf(() => people.busy.get("/api/stats?period=all_time"))),
    ...(await statementsOf(() => people.boss.get(`/api/clients?${searchFor("oak lewes")}`))),
  ].filter(({ text }) => /sum\((?:"orders"\.)?"total_pence"\)/.test(text));
  expect(sent).toHaveLength(2);
  for (const one of sent) expect(await planOf(one)).toMatch(/Index (Only )?Scan (using|on) orders_of_company/);
});

test("the figures and the history of all orders are added up in an index alone", async () => {
  for (const path of ["stats?period=all_time", "stats/history?period=all_time"]) {
    const sums = (await statementsOf(() => people.boss.get(`/api/${path}`))).filter(({ text }) =>
      /sum\("orders"\."total_pence"\)|sum\("total_pence"\)/.test(text),
    );
    expect(sums).toHaveLength(1);
    for (const one of sums) expect(await planOf(one)).toContain("Index Only Scan using orders_by_status");
  }
});

test("all invoices are added up in an index alone, and a period's invoices by an index of days", async () => {
  for (const chosen of ["", `?from=${dayAhead(-400)}&to=${dayAhead(-310)}`]) {
    const [sum] = (await statementsOf(() => people.boss.get(`/api/invoices/sums${chosen}`))).filter(({ text }) => /sum\(/.test(text));
    expect(sum && (await planOf(sum))).toContain("Index Only Scan using invoices_by_tax_point");
  }
});

test("the bookkeeping export finds the documents of some days by their day of issue", async () => {
  const [day] = (
    await portal.db.execute<{ day: string }>(sql`select (min(issued_at) at time zone 'Europe/London')::date::text as day from invoices`)
  ).rows;
  const body = { format: "sage50", from: day?.day, to: day?.day };
  const sent = await statementsOf(() => people.boss.post("/api/bookkeeping/exports", body));
  const documents = sent.filter(({ text }) => /from "invoices"/.test(text) && /"issued_at"/.test(text));
  expect(documents).not.toEqual([]);
  // The few credit notes here have an index of their own, which holds the day of issue too.
  for (const one of documents) expect(await planOf(one)).toMatch(/invoices_by_issue|invoices_credit_notes/);
});

/**
 * The index behind each list's page, view and search, checked with EXPLAIN: with it a list costs
 * the same however many rows exist.
 */
const BY_INDEX: readonly (readonly [who: "boss" | "busy" | "supplier", path: string, index: string])[] = [
  ["boss", "orders", "orders_newest"],
  ["boss", "orders?sort=due", "orders_by_due"],
  ["boss", "orders?status=cancelled", "orders_by_status"],
  ["boss", "orders?late=true", "orders_open_by_due"],
  ["boss", "orders?late=true&sort=due", "orders_open_by_due"],
  ["busy", "orders", "orders_of_company"],
  ["boss", `orders?${searchFor(JOB_WORDS.once)}`, "orders_words"],
  ["boss", `orders?${searchFor("£1990.38")}`, "quotes_as_ordered"],
  ["boss", `orders?${searchFor("19 Nov")}`, "orders_words"],
  ["boss", `orders?${searchFor("withcombe")}`, "orders_words"],
  ["boss", `quotes?${searchFor("£1990.38")}`, "quotes_as_ordered"],
  ["boss", `orders?shippingFrom=${dayAhead(7)}&shippingTo=${dayAhead(13)}`, "orders_words"],
  ["boss", `orders?arrivalFrom=${dayAhead(200)}&arrivalTo=${dayAhead(206)}`, "orders_words"],
  ["boss", "quotes", "quotes_newest"],
  ["boss", "quotes?sort=expiry", "quotes_by_expiry"],
  ["boss", "quotes?state=expiring&sort=expiry", "quotes_unsettled"],
  ["boss", "quotes?state=placed", "quotes_placed"],
  ["boss", "quotes?state=to_order", "quotes_to_order"],
  ["boss", "quotes?quoteStatus=accepted&ordered=false", "quotes_to_order"],
  ["busy", "quotes", "quotes_of_company"],
  ["boss", `quotes?${searchFor(JOB_WORDS.once)}`, "quotes_words"],
  ["boss", "remakes", "remakes_newest"],
  ["busy", "remakes", "remakes_of_company"],
  ["boss", "invoices", "invoices_pkey"],
  ["busy", "invoices", "invoices_of_company"],
  ["boss", "invoices?kind=credit_note", "invoices_credit_notes"],
  ["busy", "invoices?kind=credit_note", "invoices_credit_notes"],
  ["boss", "invoices?owed=true", "invoice_balances_owed_newest"],
  ["boss", "payments", "payments_newest"],
  ["boss", "payments?method=card", "payments_newest"],
  ["boss", `payments?companyId=${BUSY_COMPANY}`, "payments_of_company"],
  ["boss", `payments?${searchFor(JOB_WORDS.once)}`, "payments_reference"],
  ["boss", `payments?${searchFor("£1990.38")}`, "payments_by_amount"],
  ["boss", "refunds", "refunds_by_day"],
  ["boss", "workshop", "orders_open_by_due"],
];
test.each(BY_INDEX)("the reader %s reads /api/%s by the index %s", async (who, path, index) => {
  // Skips the session's statement and the lookup of names: what remains is the page, or the ids of
  // its rows.
  const [page] = (await statementsOf(() => people[who].get(`/api/${path}`))).filter(({ text }) => !/"sessions"|"search_name"/.test(text));
  expect(page && (await planOf(page))).toMatch(new RegExp(`(using|on) ${index} `));
});

/** The filled database lacks these rows, so the test adds enough of them to make a scan visible. */
test("a client's notes and the prices of a plan ahead are found by an index", async () => {
  const { rows } = await portal.owner.$client.query<{ id: number }>("select id from users where role = 'super_admin' limit 1");
  const by = rows[0]?.id;
  await portal.owner.$client.query(
    `insert into client_notes (company_id, text, by_user_id)
      select id, 'Rings before nine', $1 from companies, generate_series(1, 20000 / (select count(*)::int from companies))`,
    [by],
  );
  await portal.owner.$client.query(
    `with plan as (insert into price_plans (first_day, created_by)
        select current_date - n, $1 from generate_series(1, 4000) n returning id, first_day)
      insert into price_changes (product_id, to_pence, at, by_user_id, plan_id, first_day)
        select p.id, 20000, plan.first_day, $1, plan.id, plan.first_day from plan, (select id from products limit 5) p`,
    [by],
  );
  await portal.owner.$client.query("analyze client_notes, price_plans, price_changes");
  expect((await people.boss.post("/api/price-changes", { from: dayAhead(30), percent: 5 })).status).toBe(201);
  for (const [path, index] of [
    [`clients/${BUSY_COMPANY}/notes`, "client_notes_newest"],
    ["price-changes", "price_changes_of_plan"],
  ] as const) {
    const plans = await Promise.all((await statementsOf(() => people.boss.get(`/api/${path}`))).filter(isRead).map(planOf));
    expect(plans.join("\n")).toMatch(new RegExp(`(using|on) ${index} `));
  }
});

const JOBS = `(select q.id as quote_id, o.id as order_id, q.company_id, q.user_id, q.status as quote_status, q.created_at as quoted_at, q.valid_until,
    q.is_unsettled, q.is_paid, o.status as order_status, o.created_at as ordered_at, o.due_on, o.late_after, o.maker_id as supplier_id,
    q.words, o.words as order_words
  from quotes q left join orders o on o.quote_id = q.id and o.deleted_at is null where q.deleted_at is null)`;
/**
 * The rows that a list's search must return, computed by reading every row. A row matches if each
 * word is in its words or names, or is its number.
 */
async function heldBy(
  who: "boss" | "busy",
  list: "orders" | "quotes" | "remakes" | "workshop",
  { order, where, words }: Record<"order" | "where" | "words", string>,
) {
  const id = { orders: "l.order_id", workshop: "l.order_id", quotes: "l.quote_id", remakes: "r.id" }[list];
  const numbers = list === "remakes" ? "r.id, l.order_id" : id;
  const text = list === "quotes" ? "l.words" : "coalesce(l.order_words, l.words)";
  const remakes = list === "remakes" ? "join remakes r on r.order_id = l.order_id" : "";
  const held = where.replaceAll("now()", `timestamptz '${portal.clock().toISOString()}'`);
  const { rows } = await portal.owner.$client.query<{ id: number }>(
    `select ${id} as id from ${JOBS} l ${remakes} join users u on u.id = l.user_id join companies c on c.id = u.company_id
      where ${id} is not null and ${held} and ($2::int is null or l.company_id = $2)
        and not exists (select from unnest(string_to_array($1, ' ')) word where strpos(${text}, word) = 0 and strpos(c.search_name, word) = 0
          and strpos(u.search_name, word) = 0 and word <> all(array[${numbers}]::text[])) order by ${order}`,
    [words, who === "busy" ? people.busy.account?.companyId : null],
  );
  return rows.map((row) => row.id);
}

const FOUND = [
  ["orders", "sort=due", "true", "l.due_on, l.order_id"],
  ["orders", "status=delivered&status=completed&sort=due", "l.order_status in ('delivered', 'completed')", "l.due_on, l.order_id"],
  ["orders", "status=cancelled", "l.order_status = 'cancelled'", "l.ordered_at desc, l.order_id desc"],
  ["orders", "paymentStatus=unpaid&sort=due", "not l.is_paid", "l.due_on, l.order_id"],
  ["orders", "late=true", "l.late_after < (now() at time zone 'Europe/London')::date", "l.due_on, l.order_id"],
  ["remakes", "", "true", "r.created_at desc, r.id desc"],
  ["remakes", "status=approved", "r.status = 'approved'", "r.created_at desc, r.id desc"],
  ["quotes", "", "true", "l.quoted_at desc, l.quote_id desc"],
  ["quotes", "quoteStatus=sent&sort=expiry", "l.quote_status = 'sent'", "l.valid_until, l.quote_id"],
  ["quotes", "state=expired", "l.is_unsettled and l.valid_until < now()", "l.quoted_at desc, l.quote_id desc"],
] as const;
/**
 * Words that match hundreds of jobs, one, a hundred people, five companies and none, and a
 * half-typed word.
 */
const SOUGHT = ["12 yew road", "po-10007", "person7", "oak lewes", NO_COMPANY, "walnu"];

/** Checks that the pages of a search contain exactly the matching rows, each once and in order. */
async function isFoundWhole(
  who: "boss" | "busy",
  [list, query, where, order]: (typeof FOUND)[number] | readonly ["workshop", string, string, string],
  words: string,
  limit = 100,
): Promise<void> {
  const wanted = await heldBy(who, list, { where, order, words });
  const found: number[] = [];
  for (let next: string | undefined = `/api/${list}?${query}&limit=${limit}&${searchFor(words)}`; next && found.length <= wanted.length; ) {
    const { body, headers }: { body: { id: number }[]; headers: Headers } = await people[who].get(next);
    found.push(...body.map(({ id }) => id));
    next = /<([^>]+)>/.exec(headers.get("link") ?? "")?.[1];
  }
  expect(found).toEqual(wanted);
}

test.each(FOUND.flatMap((sought) => (["boss", "busy"] as const).map((who) => [who, ...sought] as const)))(
  "the searches of %s in %s?%s, where %s, by %s, find the matching rows over all pages",
  async (who, list, query, where, order) => {
    for (const words of SOUGHT) await isFoundWhole(who, [list, query, where, order] as (typeof FOUND)[number], words);
  },
);

/**
 * Words that match all companies, a quarter of them, and half of the people: too common for the
 * index of names.
 */
test.each([EVERY_COMPANY, "el", "person1"])("the common name %s finds all rows that have it", async (words) => {
  for (const sought of FOUND)
    if (sought[0] === "remakes" || sought[1] === "status=cancelled" || sought[1] === "late=true") await isFoundWhole("boss", sought, words);
});

test("every index of a listed table is used by one of the lists, counts and searches above", async () => {
  const unused = async () => {
    const { rows } = await portal.owner.execute<{ name: string }>(
      sql`select s.indexrelname as name from pg_stat_user_indexes s join pg_index i using (indexrelid)
        where s.relname = any(${sql.param(LISTED)}::text[]) and not i.indisunique and s.idx_scan = 0 order by 1`,
    );
    return rows.map(({ name }) => name).filter((name) => !NOT_OF_LISTS.includes(name));
  };
  // A connection reports its use of an index some seconds later.
  await vi.waitFor(async () => expect(await unused()).toEqual([]), { timeout: 20_000, interval: 1000 });
});

/**
 * The database objects that every write pays for. A feature that adds tables raises the sum by the
 * indexes of its lists and says so in its commit; a table with a thirteenth index has one to drop.
 * Functions compute values that a CHECK compares: sums of surcharges, facets of a bay.
 */
const MOST = { indexesOfATable: 12, indexes: 264, triggers: 15, functions: 16 } as const;

test("indexes, triggers and own functions stay few, and a trigger only refuses", async () => {
  const rowsOf = async <Row extends Record<string, unknown>>(query: string) => (await portal.owner.execute<Row>(sql.raw(query))).rows;
  const indexes = await rowsOf<{ table: string; many: number }>(
    "select tablename as table, count(*)::int as many from pg_indexes where schemaname = 'public' group by 1",
  );
  expect(indexes.filter(({ many }) => many > MOST.indexesOfATable)).toEqual([]);
  expect(indexes.reduce((sum, { many }) => sum + many, 0)).toBeLessThanOrEqual(MOST.indexes);
  const functions = await rowsOf(`select proname from pg_proc p where pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`);
  expect(functions.length).toBeLessThanOrEqual(MOST.functions);
  const triggers = await rowsOf<{ name: string; body: string }>(`select tgname as name, prosrc as body
    from pg_trigger t join pg_proc p on p.oid = t.tgfoid join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and c.relnamespace = 'public'::regnamespace`);
  expect(triggers.length).toBeLessThanOrEqual(MOST.triggers);
  const writes = /\b(insert into|update|delete from|truncate|new\.\w+\s*:?=)\s/i;
  expect(triggers.filter(({ body }) => !/raise exception/i.test(body) || writes.test(body.replace(/'[^']*'/g, "")))).toEqual([]);
});

/** Every GET of the contract, sent by the first role that may use it, for a row that exists. */
/** Payouts are read from Stripe, which this database has no keys for. */
const AT_STRIPE = "/api/money/payouts";
const READS = CALLS_OF_CONTRACT.filter(({ call }) => !isWrite(call) && call.path !== AT_STRIPE);

/** No reply needs more bytes: fifty rows of the longest list take half of this. */
const MOST_BYTES = 40_000;
/**
 * The exceptions are bounded too: a year has two rows of cash a day, one for each method; margins
 * by client have a row for each company that ordered; orders have costs for the owner and delivery.
 */
const BYTES: Readonly<Record<string, number>> = {
  "/api/money/cash": 80_000,
  "/api/money/margin": 300_000,
  "/api/orders": 50_000,
  "/api/stats": 50_000,
};

/** The most statements of calls that read several unrelated things; every other call uses one. */
const STATEMENTS: Readonly<Record<string, number>> = {
  // One statement reads the ids of the page, one their rows.
  "/api/remakes": 2,
  "/api/invoices": 2,
  // One statement sums the invoices, one the amounts owed.
  "/api/invoices/sums": 2,
  // The ids, their rows, the tables that orders keep, the makers' present tables, and the narrow
  // windows.
  "/api/workshop": 5,
  // Sums of orders, of receivables and of remakes, and the newest orders and remakes.
  "/api/stats": 5,
  // One statement finds the first and last day, one the sums.
  "/api/stats/history": 2,
  // A page of the trail, and the current names of its shutter types, people and companies.
  "/api/audit": 4,
  // The ids that match the filters, their rows, and the amounts owed.
  "/api/orders/reminders": 3,
  // The order, its maker's table, its windows and its recuts.
  "/api/orders/:id/cut-list": 4,
  "/api/orders/:id/hardware": 3,
  "/api/products/:id/prices": 2,
  // The counts, the seller's details, and the invoices that wait for a missing detail.
  "/api/orders/counts": 3,
  // A page of payments, and their allocations.
  "/api/payments": 2,
  // The payment with its allocations, its disputes, the reason of its void, and what each invoice
  // still owes.
  "/api/payments/:id": 5,
  "/api/payments/:id/refunds": 2,
  // Three statements read the debt, one reads the bank with its payee.
  "/api/account": 4,
  // The rack, and the sections by which an offcut has a size.
  "/api/workshop/offcuts": 2,
  // The app, the passkeys and the number of recovery codes.
  "/api/account/factors": 3,
  // The confirmed steps, and the steps of which the data exist.
  "/api/first-steps": 2,
  // The webhook, which is the reader's, and its deliveries.
  "/api/company/webhooks/:id/deliveries": 2,
  // The client, its people, its remade windows, and its terms of types.
  "/api/clients/:id": 4,
  // The client, and the changes ahead.
  "/api/clients/:id/terms-changes": 2,
  // The changes, and the clients whose price stays.
  "/api/price-changes": 2,
  // The order, and its requests.
  "/api/orders/:id/change-requests": 2,
  "/api/clients/:id/account": 3,
  "/api/clients/:id/account/entries": 2,
  "/api/clients/:id/notes": 2,
  // Each figure sums a table of its own.
  "/api/money": 11,
  // The invoices, and the credit notes.
  "/api/money/vat": 2,
  "/api/search": 14,
  // The orders, their windows and tables, which the reply names, and the offcuts in stock.
  "/api/workshop/bar-plan": 5,
  // The plan, its bars, its orders, the bars already sawn, the current details of the windows, and
  // the tables that the reply names.
  "/api/workshop/plans/:id": 8,
  // The quote, its windows, their types, the business, the saved quotation, its links and its
  // questions.
  // One statement reads the quote, one the workshop's work for the day on which it is ready.
  "/api/quotes/:id": 2,
  "/api/quotes/:id/retail": 7,
  "/api/quotes/:id/retail-links": 2,
};

test.each(READS.map(({ name, call }) => [call.path, name, call] as const))(
  "the statements of GET %s are few, write nothing, read no growing table through, and the reply is small",
  async (_, callName, call) => {
    const who = (["boss", "admin", "busy", "supplier"] as const).find((name) => mayCall(people[name].account?.role, call)) ?? "boss";
    const path = addressOf(callName).replace(":id", String(await someId(call.path)));
    const sent = await statementsOf(() => people[who].get(path));
    expect(sent.filter((one) => !isRead(one))).toEqual([]);
    expect(sent.length, sent.map(({ text }) => text).join("\n")).toBeLessThanOrEqual(1 + (STATEMENTS[call.path] ?? 1));
    expect((await Promise.all(sent.map(scansOf))).flat()).toEqual([]);
    expect(Buffer.byteLength((await people[who].get(path)).text)).toBeLessThan(BYTES[call.path] ?? MOST_BYTES);
  },
);

/** Paths whose first word is not the table's name. */
const OF_TABLE: Readonly<Record<string, string>> = {
  errors: "error_records",
  clients: "companies",
  company: "webhooks",
  workshop: "bar_plans",
};

/**
 * The id of an existing row in the table that the path names; for a quotation, a row of the
 * fitter's own company.
 */
async function someId(path: string): Promise<number> {
  if (!path.includes(":id")) return 0;
  const [, , first = ""] = path.split("/");
  const table = OF_TABLE[first] ?? first;
  const isFitters = path.includes("/retail");
  const of = table === "companies" ? sql`where kind = 'customer'` : isFitters ? sql`where company_id = ${BUSY_COMPANY}` : sql``;
  const { rows } = await portal.db.execute<{ id: number }>(sql`select id from ${sql.identifier(table)} ${of} order by id limit 1`);
  return rows[0]?.id ?? 0;
}

test("a quote is stored in as many statements however many windows it has", async () => {
  const [{ id: product }] = (await people.busy.get<[{ id: number }]>("/api/products")).body;
  const window = { shutterTypeId: product, widthM: 1.2, heightM: 1.5, louverSize: 64, colorSelection: "White" };
  const counts = [];
  for (const windows of [1, 5, 60]) {
    const sent = await statementsOf(() => people.busy.post("/api/quotes", { items: Array(windows).fill(window) }));
    counts.push(sent.length);
  }
  expect(new Set(counts).size).toBe(1);
  // The session, the company, the products, the quote with its windows, the audit row.
  expect(counts[0]).toBeLessThanOrEqual(5);
});

test.each(["jobCards", "labels"] as const)(
  "the %s of fifty orders take as many statements as those of one, and read no growing table through",
  async (name) => {
    // A cancelled order has no job card.
    const { rows } = await portal.db.execute<{ id: number }>(
      sql`select id from orders where status not in ('draft', 'cancelled') and remake_id is null order by id limit 50`,
    );
    const ids = rows.map(({ id }) => id);
    expect(ids).toHaveLength(50);
    for (const chosen of [ids.slice(0, 1), ids]) {
      const sent = await statementsOf(() => fetchFile(portal, people.boss, workshopPaperPath(name, chosen)));
      // The session, the orders, their windows; job cards name the corrections not printed yet and
      // the recuts.
      expect(sent.length, sent.map(({ text }) => text).join("\n")).toBe(name === "jobCards" ? 6 : 4);
      expect((await Promise.all(sent.map(scansOf))).flat()).toEqual([]);
    }
  },
);

test("the saw's file reads the windows of a few orders at a time and no growing table through", async () => {
  const { rows } = await portal.db.execute<{ id: number }>(
    sql`select id from orders where status not in ('draft', 'cancelled') and remake_id is null order by id limit 50`,
  );
  const ids = rows.map(({ id }) => id);
  for (const [chosen, parts] of [
    [ids.slice(0, 1), 1],
    [ids, ids.length / ORDERS_AT_A_TIME],
  ] as const) {
    const sent = await statementsOf(() => people.boss.get(sawFilePath(chosen)));
    // The session, the orders, the measures that they keep (for the file's name too), a plan of
    // exactly these orders, the offcuts, the parts of windows.
    expect(sent.length, sent.map(({ text }) => text).join("\n")).toBe(6 + parts);
    expect((await Promise.all(sent.map(scansOf))).flat()).toEqual([]);
  }
});

/**
 * Writes that people wait for, with the most statements of each, the session's, the audit row's and
 * a queued mail's included.
 */
test.each<[string, number, (id: number) => [method: "patch" | "post", path: string, body?: object]]>([
  // The due day, the check for an invoice, the two of waiting invoices, the two of a correction that
  // the person may not have read, and the events of webhooks are among the statements.
  ["an order's status", 17, () => ["patch", "/api/orders/77/status", { status: "shipped" }]],
  // The email about a changed day, the day of a shipped order's last parcel and the event are three
  // of the statements.
  ["an order's dates", 9, () => ["patch", "/api/orders/77/dates", { shippingDate: dayAhead(30), estimatedArrival: null }]],
  // The copy of the parcels' numbers for the search is one of the statements.
  ["an order's tracking number", 11, () => ["patch", "/api/orders/77/tracking", { trackingNumber: "DX 1" }]],
  // The event of a webhook is one of the statements, here and in the next.
  ["a quote made again", 8, () => ["post", "/api/quotes/77/duplicate"]],
  ["an order ordered again", 8, () => ["post", "/api/orders/77/reorder"]],
  // The lock of the company, the check of its credit, the homeowner's acceptance and the two events,
  // of the quote and of the order, are five of the statements.
  ["a quote's conversion", 19, (id) => ["post", `/api/quotes/${id}/convert`, { shippingAddress: "1 High Street, Lewes" }]],
])("the write of %s takes at most %i statements", async (_, most, write) => {
  const [{ id: shutterTypeId }] = (await people.busy.get<[{ id: number }]>("/api/products")).body;
  const window = { shutterTypeId, widthM: 1.2, heightM: 1.5, louverSize: 64, colorSelection: "White" };
  const { id } = (await people.busy.post<{ id: number }>("/api/quotes", { items: [window] })).body;
  const [method, path, body] = write(id);
  const texts = (await statementsOf(() => people.boss[method](path, body))).map(({ text }) => text);
  expect(texts.length, texts.join("\n")).toBeGreaterThan(3);
  expect(texts.length, texts.join("\n")).toBeLessThanOrEqual(most);
});

test("a forgotten password sends the same statements for a known and an unknown e-mail, so the time reveals nothing", async () => {
  const texts = async (email: string) => {
    const visitor = portal.visitor();
    return (await statementsOf(() => visitor.post("/api/forgot-password", { email }))).map(({ text }) => text);
  };
  const known = await texts(SCRATCH_CUSTOMERS.busy);
  expect(known.length).toBeGreaterThan(0);
  expect(await texts("nobody@nowhere.example")).toEqual(known);
});

test("the job that issues invoices reads only orders that lack one", async () => {
  await saveSeller(portal);
  sent.length = 0;
  await invoiceTasks(portal.appContext).tasks["issue-invoices"]();
  const [waiting] = sent.filter(({ text }) => /"invoice_number" is null/.test(text));
  expect(waiting && (await planOf(waiting))).toMatch(/Index (Only )?Scan using quotes_to_invoice/);
  expect((await Promise.all(sent.map(scansOf))).flat()).toEqual([]);
});

/**
 * Adds ten thousand orders, most of them late, with a colour that one in five hundred has. It runs
 * last, because every other test needs fewer open orders.
 */
describe("with every second order still to be made", () => {
  beforeAll(async () => {
    const client = new pg.Client({ connectionString: portal.owner.$client.options.connectionString });
    await client.connect();
    for (const statement of [
      "update orders set status = (array['pending', 'processing'])[1 + id / 2 % 2]::order_status where id % 2 = 0",
      "update orders set required_by = shipping_date - 9, supplier_id = 3 where id % 100 = 0",
      "update quote_items set color_selection = 'Teal' where place = 1 and quote_id % 500 = 4",
      "vacuum (analyze)",
    ])
      await client.query(statement);
    await client.end();
  }, 900_000);

  /** The pages for all orders that are to be made, with the windows of each. */
  const MOST_BOARD_PAGES = 3_000;
  const TOGETHER = "colorSelection=Teal&shutterType=Scratch+3&louverSize=64";
  const SOUGHT_TO_MAKE = [JOB_WORDS.frequent, JOB_WORDS.once, EVERY_COMPANY, NO_COMPANY].map(searchFor);
  const ASKED = [
    "",
    "supplierId=3",
    "shutterType=None",
    TOGETHER,
    ...SOUGHT_TO_MAKE,
    `colorSelection=Teal&${searchFor(JOB_WORDS.frequent)}`,
  ];
  test.each(
    (["boss", "supplier"] as const).flatMap((who) =>
      ["", "late=true", "late=false"].flatMap((late) => ASKED.map((asked) => [who, `/api/workshop?${late}&${asked}`] as const)),
    ),
  )("the board of %s with %s takes few statements of few pages, and so does the page after it", async (who, path) => {
    const first = await people[who].get(path);
    expect(Buffer.byteLength(first.text)).toBeLessThan(60_000);
    const next = /<([^>]+)>/.exec(first.headers.get("link") ?? "")?.[1] ?? path;
    for (const page of [path, next]) {
      const [, ...board] = await statementsOf(() => people[who].get(page));
      // The ids, their rows, the tables that orders keep, the makers' present tables, and the
      // narrow windows; a search finds its names first.
      expect(board.length).toBeLessThanOrEqual(page.includes("search") ? 6 : 5);
      for (const one of board) expect(await pagesOf(one)).toBeLessThanOrEqual(MOST_BOARD_PAGES);
    }
  });

  test.each([
    ["shutterType=Scratch+3", "shutter_type = 'Scratch 3'"],
    ["shutterType=None", "shutter_type = 'None'"],
    [
      "colorSelection=Teal&late=false",
      "color_selection = 'Teal' and due_on >= (now() at time zone 'Europe/London')::date and (late_after is null or late_after >= (now() at time zone 'Europe/London')::date)",
    ],
    ["colorSelection=Teal&colorSelection=White", "color_selection in ('Teal', 'White')"],
    ["supplierId=3", "supplier_id = 3"],
    [TOGETHER, "color_selection = 'Teal' and shutter_type = 'Scratch 3' and louver_size_mm = 64"],
  ])("a search in the board filtered by %s returns each matching order once over its pages", async (query, kind) => {
    const which = `l.order_status in ('pending', 'processing') and exists (select from quote_items k where k.quote_id = l.quote_id and ${kind})`;
    for (const words of SOUGHT) await isFoundWhole("boss", ["workshop", query, which, "l.due_on, l.order_id"], words, 29);
  });
});
