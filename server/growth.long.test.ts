import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { invoiceTasks } from "#server/features/invoices/issue-invoice.ts";
import { CALLS as CALLS_OF_CONTRACT } from "#server/testing/check-reply.ts";
import { fetchFile, saveSeller } from "#server/testing/documents.ts";
import { addressOf } from "#server/testing/every-call.ts";
import { searchesOf, searchFor, VIEWS, WORDS } from "#server/testing/lists-of-trade.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import { recordStatements, type Sent } from "#server/testing/sent-statements.ts";
import type { TestClient } from "#server/testing/test-client.ts";
import {
  EVERY_COMPANY,
  fill,
  JOB_WORDS,
  NO_COMPANY,
  SCRATCH_CUSTOMERS,
  SCRATCH_PASSWORD,
  SCRATCH_STAFF,
} from "#server/testing/years-of-trade.ts";
import { workshopPaperPath } from "#shared/contract/documents.ts";
import { londonDay } from "#shared/domain/period.ts";
import { isWrite, mayCall } from "#shared/http/endpoint.ts";

/** What a call does to the database when years of trade are in it; never how long it takes, which is another thing on every machine. */

const GROWING = [
  "orders",
  "quotes",
  "quote_items",
  "order_status_changes",
  "remakes",
  "remake_replies",
  "notifications",
  "audit_entries",
  "listed_jobs",
];

let portal: TestPortal;
let joinLink: string;
let people: Record<"boss" | "admin" | "supplier" | "busy" | "quiet", TestClient>;
const sent = recordStatements();
beforeAll(async () => {
  portal = await startPortal();
  // What is late at one end of the file is no later at the other.
  portal.clock.set(`${londonDay(new Date())}T12:00:00Z`);
  const client = new pg.Client({ connectionString: portal.owner.$client.options.connectionString });
  await client.connect();
  // Tables that are counted anew halfway may be read in another way from then on.
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
  await people.busy.post("/api/company/people", { email: "new@scratch.test", contactName: "Somebody New" });
  const mail = (await portal.mails()).findLast(({ to }) => to === "new@scratch.test");
  joinLink = `/api/join?token=${/join\?token=([\w-]+)/.exec(mail?.text ?? "")?.[1]}`;
  await people.boss.post("/api/errors/report", { errorMessage: "So that there is one to read" });
}, 900_000);
afterAll(() => portal.stop());

/**
 * What a piece of work sends to the database, without transactions' own words. What each five minutes bring, the noting of who was here and
 * what the limiter removes, is no part of the call that it falls into.
 */
async function statementsOf(work: () => Promise<{ status: number }>): Promise<Sent[]> {
  await portal.owner.execute(sql`update sessions set last_seen_at = ${portal.clock().toISOString()}`);
  sent.length = 0;
  expect((await work()).status).toBeLessThan(300);
  return sent.filter(({ text }) => !text.startsWith('DELETE FROM "rate_limits"'));
}

/** Too few here for an index to be worth it: of these it has to be possible. */
const FEW = ["remakes", "remake_replies"];
/** The tables of which lists, counts and searches are made: each of their indexes has to be worth what it costs at every change. */
const LISTED = ["listed_jobs", "quotes", "orders", "remakes", "invoices"];
/** What they are needed for besides: whether a person or a company has traded, what lacks its invoice, and a board of many orders (below). */
const NOT_OF_LISTS = ["quotes_of_company", "quotes_of_user", "listed_without_invoice", "listed_orders_overtaken"];

/** The growing tables that a statement reads from end to end. As on a disk that need not seek: at this size PostgreSQL would still rather read it all. */
async function scansOf({ text, values }: Sent): Promise<string[]> {
  if (!/^\s*(select|with)/i.test(text)) return [];
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
    ["", NO_COMPANY, EVERY_COMPANY, "Oak Lewes", "willow", "zq", "ORD-77", "19"].map((words) => [who, `/api/orders?${searchFor(words)}`]),
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

test("the page after a cursor neither", async () => {
  for (const path of ["/api/orders", "/api/quotes", "/api/remakes", "/api/audit", `/api/orders?${searchFor(EVERY_COMPANY)}`]) {
    const { headers } = await people.boss.get(path);
    const next = /<([^>]+)>/.exec(headers.get("link") ?? "")?.[1] ?? "no next page";
    const sent = await statementsOf(() => people.boss.get(next));
    expect((await Promise.all(sent.map(scansOf))).flat()).toEqual([]);
  }
});

async function planOf({ text, values }: Sent): Promise<string> {
  const { rows } = await portal.db.$client.query<{ "QUERY PLAN": string }>(`explain ${text}`, values);
  return rows.map((row) => row["QUERY PLAN"]).join("\n");
}

/** The pages of PostgreSQL that a statement looks at: its work, on any machine and however busy. */
async function pagesOf({ text, values }: Sent): Promise<number> {
  const { rows } = await portal.db.$client.query(`explain (analyze, buffers, format json) ${text}`, values);
  const plan = rows[0]["QUERY PLAN"][0].Plan;
  return plan["Shared Hit Blocks"] + plan["Shared Read Blocks"];
}

const SEARCHED = /\?(&sort=due|late=true|status=draft|state=expired|from=.*&to=.*|status=completed&status=denied)?$/;
const SEARCHES = searchesOf(
  VIEWS.filter(([, path]) => SEARCHED.test(path)),
  [...WORDS, "le", "waln"],
);

/** A page of rows with what is shown of each; of a search the rows that it looks at first. */
const MOST_PAGES = { view: 2_500, search: 6_000 };

test.each([...VIEWS.map((view) => [...view, MOST_PAGES.view] as const), ...SEARCHES.map((one) => [...one, MOST_PAGES.search] as const)])(
  "%s reads %s by an index and looks at no more than %i pages",
  async (who, path, most) => {
    const sent = await statementsOf(() => people[who].get(path));
    expect((await Promise.all(sent.map(scansOf))).flat()).toEqual([]);
    for (const each of sent) if (/^\s*(select|with)/i.test(each.text)) expect(await pagesOf(each)).toBeLessThanOrEqual(most);
  },
);

test("a customer's figures are counted in an index, and so are a client's", async () => {
  const sent = [
    ...(await statementsOf(() => people.busy.get("/api/stats?period=all_time"))),
    ...(await statementsOf(() => people.boss.get(`/api/clients?${searchFor("oak lewes")}`))),
  ].filter(({ text }) => /sum\((?:"listed_jobs"\.)?"total_pence"\)/.test(text));
  expect(sent).toHaveLength(2);
  for (const one of sent) expect(await planOf(one)).toMatch(/Index Only Scan using listed_orders_of_company/);
});

test("all remakes are read in their order, and not of each status, or all and sorted", async () => {
  for (const path of ["/api/remakes", `/api/remakes?${searchFor(JOB_WORDS.frequent)}`]) {
    const [listed] = (await statementsOf(() => people.boss.get(path))).filter(({ text }) => /found/.test(text));
    expect(listed && (await planOf(listed))).toContain("Index Scan using remakes_newest");
  }
});

test("what is late is read in its index alone, or in its order, and names are found by their letters", async () => {
  for (const [sort, index] of [
    ["newest", "listed_orders_late"],
    ["due", "listed_orders_by_due"],
  ] as const) {
    const [late] = (await statementsOf(() => people.boss.get(`/api/orders?late=true&sort=${sort}`))).filter(({ text }) =>
      /late_after/.test(text),
    );
    expect(late && (await planOf(late))).toContain(`Index Only Scan using ${index}`);
  }
  const [named] = (await statementsOf(() => people.boss.get(`/api/orders?late=true&${searchFor(EVERY_COMPANY)}`))).filter(({ text }) =>
    /named_people/.test(text),
  );
  expect(named && (await planOf(named))).toContain("Index Only Scan using listed_orders_late");
  const [searched] = (await statementsOf(() => people.boss.get(`/api/orders?${searchFor(NO_COMPANY)}`))).filter(({ text }) =>
    /named_people/.test(text),
  );
  for (const index of ["users_by_letters", "companies_by_letters"]) expect(searched && (await planOf(searched))).toContain(index);
});

/** What a list's search has to find: the rows themselves, read through. */
async function heldBy(
  who: "boss" | "busy",
  list: "orders" | "quotes" | "remakes" | "workshop",
  { order, where, words }: Record<"order" | "where" | "words", string>,
) {
  const id = { orders: "l.order_id", workshop: "l.order_id", quotes: "l.quote_id", remakes: "r.id" }[list];
  const text = list === "quotes" ? "l.words" : "coalesce(l.order_words, l.words)";
  const remakes = list === "remakes" ? "join remakes r on r.order_id = l.order_id" : "";
  const held = where.replaceAll("now()", `timestamptz '${portal.clock().toISOString()}'`);
  const { rows } = await portal.owner.$client.query<{ id: number }>(
    `select ${id} as id from listed_jobs l ${remakes} join users u on u.id = l.user_id join companies c on c.id = u.company_id
      where ${id} is not null and ${held} and ($2::int is null or l.company_id = $2)
        and (strpos(${text}, $1) > 0 or strpos(c.search_name, $1) > 0 or strpos(u.search_name, $1) > 0) order by ${order}`,
    [words, who === "busy" ? people.busy.account?.companyId : null],
  );
  return rows.map((row) => row.id);
}

const FOUND = [
  ["orders", "", "true", "l.ordered_at desc, l.order_id desc"],
  ["orders", "sort=due", "true", "l.due_on, l.order_id"],
  ["orders", "status=delivered&status=completed&sort=due", "l.order_status in ('delivered', 'completed')", "l.due_on, l.order_id"],
  ["orders", "status=completed", "l.order_status = 'completed'", "l.ordered_at desc, l.order_id desc"],
  ["orders", "status=cancelled", "l.order_status = 'cancelled'", "l.ordered_at desc, l.order_id desc"],
  ["orders", "paymentStatus=unpaid&sort=due", "not l.is_paid", "l.due_on, l.order_id"],
  ["orders", "late=true", "l.late_after < (now() at time zone 'Europe/London')::date", "l.ordered_at desc, l.order_id desc"],
  ["remakes", "", "true", "r.created_at desc, r.id desc"],
  ["remakes", "status=completed&status=denied", "r.status in ('completed', 'denied')", "r.created_at desc, r.id desc"],
  ["remakes", "status=approved", "r.status = 'approved'", "r.created_at desc, r.id desc"],
  ["quotes", "", "true", "l.quoted_at desc, l.quote_id desc"],
  ["quotes", "sort=expiry", "true", "l.valid_until, l.quote_id"],
  ["quotes", "quoteStatus=sent&sort=expiry", "l.quote_status = 'sent'", "l.valid_until, l.quote_id"],
  ["quotes", "state=expired", "l.is_unsettled and l.valid_until < now()", "l.quoted_at desc, l.quote_id desc"],
] as const;
/** Of one job in twenty, of one in some hundred and some thousand, of a hundred people, of five companies, and of none; and the letters on the way. */
const SOUGHT = ["yew road", "12 yew road", "de19", "po-10007", "person7", "oak lewes", NO_COMPANY, "w", "wa", "walnu", "po-1"];

/** A search gives over its pages just what the rows hold, each once and in order. */
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

test.each(FOUND.flatMap((sought) => (["boss", "busy"] as const).flatMap((who) => SOUGHT.map((words) => [who, ...sought, words] as const))))(
  "%s finds in %s?%s, where %s, by %s, what holds %s over its pages",
  async (who, list, query, where, order, words) => {
    await isFoundWhole(who, [list, query, where, order] as (typeof FOUND)[number], words);
  },
);

/** Of all companies, of a quarter of them, and of half of the people: none of these is asked of the index of names. */
test.each([EVERY_COMPANY, "el", "person1"])("the common name %s finds all that have it", async (words) => {
  for (const sought of FOUND)
    if (sought[0] === "remakes" || sought[1] === "status=cancelled" || sought[1] === "late=true") await isFoundWhole("boss", sought, words);
});

test("every index of what is listed is used by one of the lists, counts and searches above", async () => {
  const unused = async () => {
    const { rows } = await portal.owner.execute<{ name: string }>(
      sql`select s.indexrelname as name from pg_stat_user_indexes s join pg_index i using (indexrelid)
        where s.relname = any(${sql.param(LISTED)}::text[]) and not i.indisunique and s.idx_scan = 0 order by 1`,
    );
    return rows.map(({ name }) => name).filter((name) => !NOT_OF_LISTS.includes(name));
  };
  // A connection tells what it used some seconds after it was used.
  await vi.waitFor(async () => expect(await unused()).toEqual([]), { timeout: 20_000, interval: 1000 });
});

/** Of each of our statements on the connection that was used last: how often it was planned for one call, and how often its one plan served. */
async function plansUsed(): Promise<{ statement: string; custom: number; generic: number }[]> {
  const client = await portal.db.$client.connect();
  const { rows } = await client.query(
    "select statement, custom_plans::int as custom, generic_plans::int as generic from pg_prepared_statements where statement !~ 'pg_prepared'",
  );
  client.release();
  return rows;
}

test.each([
  ["orders", "/api/orders"],
  ["quotes", "/api/quotes"],
  ["orders", `/api/orders?${searchFor("Oak Lewes")}`],
  ["quotes", `/api/quotes?${searchFor("Oak Lewes")}&quoteStatus=draft`],
  ["remakes", "/api/remakes"],
])("what reads %s for %s again and again is planned once", async (_, path) => {
  const [...asked] = await statementsOf(() => people.boss.get(path));
  for (let time = 0; time < 20; time += 1) await people.boss.get(path);
  const plans = await plansUsed();
  // Another role's statement may have the same text under its own name, and have been asked once.
  for (const { text } of asked) {
    const [most] = plans.filter(({ statement }) => statement === text).sort((one, other) => other.generic - one.generic);
    expect(most).toMatchObject({ custom: expect.toSatisfy((times: number) => times <= 5) });
    expect(most?.generic).toBeGreaterThan(5);
  }
});

/** Every GET of the contract, as the first of its people asks for it, with a row that is there. */
const READS = CALLS_OF_CONTRACT.filter(({ call }) => !isWrite(call));

/** No reply of ours needs more: fifty rows of the longest list are half of it. */
const MOST_BYTES = 40_000;

/** What reads several things that have nothing to do with each other asks for each; all others are one statement. */
const STATEMENTS: Readonly<Record<string, number>> = {
  "/api/stats": 3,
  "/api/orders/:id/cut-list": 2,
  "/api/products/:id/prices": 2,
  "/api/search": 6,
  "/api/settings/company": 2,
  "/api/workshop/bar-plan": 2,
};

test.each(READS.map(({ name, call }) => [call.path, name, call] as const))(
  "GET %s is one statement for the session and as few as it may for the rest, writes nothing, reads no growing table through, and stays small",
  async (_, callName, call) => {
    const who = (["boss", "admin", "busy", "supplier"] as const).find((name) => mayCall(people[name].account?.role, call)) ?? "boss";
    const path = call.path === "/api/join" ? joinLink : addressOf(callName).replace(":id", String(await someId(call.path)));
    const sent = await statementsOf(() => people[who].get(path));
    expect(sent.filter(({ text }) => !/^\s*(select|with)/i.test(text))).toEqual([]);
    expect(sent.length, sent.map(({ text }) => text).join("\n")).toBeLessThanOrEqual(1 + (STATEMENTS[call.path] ?? 1));
    expect((await Promise.all(sent.map(scansOf))).flat()).toEqual([]);
    expect(Buffer.byteLength((await people[who].get(path)).text)).toBeLessThan(MOST_BYTES);
  },
);

/** The first of a path's words is the table: a new thing with an id is looked for in the table of its name. */
async function someId(path: string): Promise<number> {
  if (!path.includes(":id")) return 0;
  const table = { errors: "error_records" }[path.split("/")[2] ?? ""] ?? path.split("/")[2] ?? "";
  const { rows } = await portal.db.execute<{ id: number }>(sql`select id from ${sql.identifier(table)} order by id limit 1`);
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
  "%s of fifty orders are read in as many statements as of one, and no growing table is read through",
  async (name) => {
    const { rows } = await portal.db.execute<{ id: number }>(
      sql`select id from orders where status <> 'draft' and remake_id is null order by id limit 50`,
    );
    const ids = rows.map(({ id }) => id);
    expect(ids).toHaveLength(50);
    for (const chosen of [ids.slice(0, 1), ids]) {
      const sent = await statementsOf(() => fetchFile(portal, people.boss, workshopPaperPath(name, chosen)));
      // The session, the orders, their windows.
      expect(sent.length, sent.map(({ text }) => text).join("\n")).toBe(3);
      expect((await Promise.all(sent.map(scansOf))).flat()).toEqual([]);
    }
  },
);

/** Writes that people wait for, with the most statements of each: the session's, the audit row's and a queued mail's among them. */
test.each<[string, number, (id: number) => [method: "patch" | "post", path: string, body?: object]]>([
  ["an order's status", 10, () => ["patch", "/api/orders/77/status", { status: "shipped" }]],
  ["an order's dates", 5, () => ["patch", "/api/orders/77/dates", { shippingDate: "2036-12-01", estimatedArrival: null }]],
  ["an order's tracking number", 5, () => ["patch", "/api/orders/77/tracking", { trackingNumber: "DX 1" }]],
  ["a quote made again", 7, () => ["post", "/api/quotes/77/duplicate"]],
  ["an order ordered again", 7, () => ["post", "/api/orders/77/reorder"]],
  ["a quote's conversion", 9, (id) => ["post", `/api/quotes/${id}/convert`, { shippingAddress: "1 High Street, Lewes" }]],
])("%s takes at most %i statements", async (_, most, write) => {
  const [{ id: shutterTypeId }] = (await people.busy.get<[{ id: number }]>("/api/products")).body;
  const window = { shutterTypeId, widthM: 1.2, heightM: 1.5, louverSize: 64, colorSelection: "White" };
  const { id } = (await people.busy.post<{ id: number }>("/api/quotes", { items: [window] })).body;
  const [method, path, body] = write(id);
  const texts = (await statementsOf(() => people.boss[method](path, body))).map(({ text }) => text);
  expect(texts.length, texts.join("\n")).toBeGreaterThan(3);
  expect(texts.length, texts.join("\n")).toBeLessThanOrEqual(most);
});

test("a forgotten password costs the same statements for a known and an unknown e-mail: the time of the reply says nothing", async () => {
  const texts = async (email: string) => {
    const visitor = portal.visitor();
    return (await statementsOf(() => visitor.post("/api/forgot-password", { email }))).map(({ text }) => text);
  };
  const known = await texts(SCRATCH_CUSTOMERS.busy);
  expect(known.length).toBeGreaterThan(0);
  expect(await texts("nobody@nowhere.example")).toEqual(known);
});

test("the job that issues invoices reads those that lack one", async () => {
  await saveSeller(portal);
  sent.length = 0;
  await invoiceTasks(portal.house).tasks["issue-invoices"]();
  const [waiting] = sent.filter(({ text }) => /from "listed_jobs"/.test(text));
  expect(waiting && (await planOf(waiting))).toMatch(/Index (Only )?Scan using listed_without_invoice/);
  expect((await Promise.all(sent.map(scansOf))).flat()).toEqual([]);
});

/** Ten thousand orders at once, most of them late, and a colour of one in five hundred: last, because all else here has fewer. */
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

  const KINDS = ["shutterType=Scratch+3", "shutterType=None", "colorSelection=Teal", "louverSize=76", "supplierId=3"];
  const TOGETHER = "colorSelection=Teal&shutterType=Scratch+3&louverSize=64";
  const SOUGHT_TO_MAKE = [...Object.values(JOB_WORDS), EVERY_COMPANY, NO_COMPANY, "ORD-78"].map(searchFor);
  const ASKED = ["", ...KINDS, TOGETHER, ...SOUGHT_TO_MAKE, `colorSelection=Teal&${searchFor(JOB_WORDS.frequent)}`];
  test.each(
    (["boss", "supplier"] as const).flatMap((who) =>
      ["", "late=true", "late=false"].flatMap((late) => ASKED.map((asked) => [who, `/api/workshop?${late}&${asked}`] as const)),
    ),
  )("%s reads %s in one statement of few pages, and the page after it", async (who, path) => {
    const first = await people[who].get(path);
    expect(Buffer.byteLength(first.text)).toBeLessThan(60_000);
    const next = /<([^>]+)>/.exec(first.headers.get("link") ?? "")?.[1] ?? path;
    for (const page of [path, next]) {
      const [, board, ...more] = await statementsOf(() => people[who].get(page));
      expect(more).toEqual([]);
      expect(board && (await pagesOf(board))).toBeLessThanOrEqual(2_000);
    }
  });

  test("what is late, and what is of a kind, is read in the board's order and not sorted", async () => {
    const planFor = async (query: string) => {
      const [, board] = await statementsOf(() => people.boss.get(`/api/workshop?${query}`));
      return board ? planOf(board) : "";
    };
    const late = await planFor("late=true");
    for (const index of ["listed_orders_by_due", "listed_orders_overtaken"]) expect(late).toContain(`using ${index} `);
    for (const [query, index] of [
      [KINDS[0], "type"],
      [KINDS[2], "color"],
      [KINDS[3], "louver"],
      [KINDS[4], "supplier"],
      [TOGETHER, "type"],
    ])
      expect(await planFor(`${query}&late=true`)).toContain(`using listed_kinds_by_${index} `);
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
  ])("of what is chosen by %s a search finds over its pages what holds it, each once", async (query, kind) => {
    const which = `exists (select from listed_kinds k where k.order_id = l.order_id and ${kind})`;
    for (const words of SOUGHT) await isFoundWhole("boss", ["workshop", query, which, "l.due_on, l.order_id"], words, 29);
  });

  test.each([23, 29, 37, 41])("by the due day a search by %i leaps over the years before what is due on no day", async (limit) => {
    for (const sought of FOUND) if (sought[1] === "sort=due") await isFoundWhole("boss", sought, "lewes", limit);
  });

  test("totals and load add up kinds, not windows", async () => {
    for (const path of ["totals", "totals?late=true", `totals?${searchFor(JOB_WORDS.frequent)}`, "load"]) {
      const [, sums] = await statementsOf(() => people.boss.get(`/api/workshop/${path}`));
      const plan = sums && (await planOf(sums));
      expect(plan).toContain("on listed_kinds");
      expect(plan).not.toMatch(/(?<!using quote_items_uncounted) on quote_items/);
    }
  });
});
