import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Caller } from "./caller.ts";
import type { Journal } from "./load.ts";

/** What is counted: a portal's database and its photos. */
export interface Counted {
  /** As the database's owner. */
  databaseUrl(): string;
  readonly photos: {
    stored(): number;
    /** Includes what an upload left behind. */
    files(): number;
    /** Makes all of them look two days old. */
    makeOld(): void;
  };
}

/** Everything that is wrong after the series, in words. */
export async function faultsAfter(portal: Counted, boss: Caller, journal: Journal, { jobsToo }: { jobsToo: boolean }): Promise<string[]> {
  const client = new pg.Client({ connectionString: portal.databaseUrl() });
  await client.connect();
  const faults: string[] = [];
  const rows = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await client.query<Row & pg.QueryResultRow>(text, values)).rows;
  const one = async (text: string) => Number((await rows<{ n: string }>(`select (${text}) n`))[0]?.n);
  const isSame = (what: string, found: unknown, wanted: unknown) => {
    if (JSON.stringify(found) !== JSON.stringify(wanted))
      faults.push(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`);
  };
  const sorted = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b);
  const ids = async (table: string) => (await rows<{ id: number }>(`select id from ${table} order by id`)).map(({ id }) => id);
  try {
    // Acknowledged and there, each once: every try was repeated with its key until it was answered.
    isSame("quotes", await ids("quotes"), sorted(journal.quotes));
    isSame("windows", await one("select count(*) from quote_items"), journal.quotes.length * 2);
    isSame("orders", await ids("orders"), sorted(journal.orders.map(({ id }) => id)));
    isSame("remakes", await ids("remakes"), sorted(journal.remakes.map(({ id }) => id)));
    isSame("replies", await ids("remake_replies"), sorted(journal.replies));
    const registered = await rows<{ email: string }>("select email from users where company_name = 'New Company' order by email");
    isSame(
      "registrations",
      registered.map(({ email }) => email),
      journal.registered.toSorted(),
    );
    for (const { id, status } of journal.orders) {
      const { orderStatus, history } = await boss.get<{ orderStatus: string; history: unknown[] }>({
        method: "GET",
        path: `/api/orders/${id}`,
      });
      isSame(`status of order ${id}`, orderStatus, status);
      const moves = ["pending", "processing", "shipped"].indexOf(status);
      if (history.length < moves || history.length > moves + 1)
        faults.push(`history of order ${id}: ${history.length} entries after ${moves} changes`);
    }
    await paymentsKnown(one, journal.paid.length);
    isSame(
      "payments",
      await rows("select quote_id, amount_pence::int, settles from payments order by quote_id"),
      journal.paid
        .toSorted((a, b) => a.quoteId - b.quoteId)
        .map(({ quoteId, pence }) => ({ quote_id: quoteId, amount_pence: pence, settles: true })),
    );
    isSame(
      "unpaid quotes that were paid",
      await one("select count(*) from quotes where paid_at is null and id in (select quote_id from payments)"),
      0,
    );
    const numbers = (await rows<{ number: number }>("select number from invoices order by number")).map(({ number }) => number);
    isSame(
      "invoice numbers",
      numbers,
      journal.paid.map((_, index) => index + 1),
    );
    isSame("invoice counter", await one("select last_number from invoice_counter"), numbers.length);
    await figuresAgree(boss, one, isSame);
    if (jobsToo) await noJobWaits(one, faults);
    await noStrayPhotos(portal.photos, one, isSame, jobsToo ? (text) => client.query(text) : null);
  } finally {
    await client.end();
  }
  return faults;
}

type One = (text: string) => Promise<number>;
type IsSame = (what: string, found: unknown, wanted: unknown) => void;

/** Stripe delivers again, or the portal asks after its start: neither happens at once. */
async function paymentsKnown(one: One, wanted: number): Promise<void> {
  for (const since = performance.now(); performance.now() - since < 60_000; await sleep(200)) {
    if ((await one("select count(*) from payments where settles")) >= wanted) return;
  }
}

/** Compares the figures that triggers keep with figures counted anew. */
async function figuresAgree(boss: Caller, one: One, isSame: IsSame): Promise<void> {
  const stats = await boss.get<{ totalOrders: number; totalAmount: number; remakes: { total: number } }>({
    method: "GET",
    path: "/api/stats",
  });
  const amount = await one("select coalesce(sum(q.final_total_pence), 0) from orders o join quotes q on q.id = o.quote_id");
  isSame(
    "kept figures",
    [stats.totalOrders, Math.round(stats.totalAmount * 100), stats.remakes.total],
    [await one("select count(*) from orders"), amount, await one("select count(*) from remakes")],
  );
}

async function noJobWaits(one: One, faults: string[]): Promise<void> {
  const waiting = () =>
    one(
      "select count(*) from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'send-mail'",
    );
  for (const since = performance.now(); performance.now() - since < 120_000; await sleep(500)) if ((await waiting()) === 0) return;
  faults.push(`${await waiting()} mails are still waiting`);
}

/**
 * The nightly clean-up removes what a killed process left half done, once it is a day old. So the files are made that
 * old and the job is called.
 */
async function noStrayPhotos(
  photos: Counted["photos"],
  one: One,
  isSame: IsSame,
  run: ((text: string) => Promise<unknown>) | null,
): Promise<void> {
  const named = 2 * (await one("select count(*) from remake_photos"));
  if (!run) {
    if (photos.stored() < named) isSame("photo files", photos.stored(), named);
    return;
  }
  photos.makeOld();
  await run("select graphile_worker.add_job('sweep-photos')");
  for (const since = performance.now(); performance.now() - since < 30_000 && photos.files() !== named; ) await sleep(200);
  isSame("photo files", photos.files(), named);
}
