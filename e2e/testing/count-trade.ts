import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { PatientCaller } from "./patient-caller.ts";
import type { Trade } from "./trade.ts";

export interface Counted {
  /** The address with the role of the database's owner. */
  readonly databaseUrl: string;
  /** Counts the photo files, including what uploads left behind. */
  photoFiles(): number;
  /** Sets the time of all photo files to two days ago. */
  makePhotosOld(): void;
}

const WAITING_MAILS = "select count(*) from graphile_worker.jobs where task_identifier = 'send-mail'";

/**
 * Compares the state of a portal after the trade with the state that it must have. Each
 * acknowledged action is stored once, because each try repeated its key until it was answered. Each
 * payment is stored once with its amount. Invoice numbers have no gap, figures equal their rows,
 * every email is sent and no photo is stray.
 */
export async function countTrade(portal: Counted, { boss, journal }: Trade) {
  const client = new pg.Client({ connectionString: portal.databaseUrl });
  await client.connect();
  const rows = async (text: string) => (await client.query(text)).rows;
  const one = async (text: string) => Number((await rows(`select (${text}) n`))[0]?.n);
  const column = async (text: string) => (await client.query<unknown[]>({ text, rowMode: "array" })).rows.map(([value]) => value);
  const ids = (table: string) => column(`select id from ${table} order by id`);
  const sorted = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b);
  try {
    // Stripe delivers again, or the portal fetches the events after its start, and failed mails are
    // retried: each takes some time.
    await within(60_000, async () => (await one("select count(*) from payments where settles")) >= journal.paid.length);
    await within(120_000, async () => (await one(WAITING_MAILS)) === 0);
    // The nightly clean-up removes files that a killed process left, once they are a day old. Each
    // photo has a thumbnail.
    const photos = 2 * (await one("select count(*) from remake_photos"));
    portal.makePhotosOld();
    await client.query("select graphile_worker.add_job('sweep-photos')");
    await within(30_000, async () => portal.photoFiles() === photos);

    const payments = await rows("select quote_id, amount_pence::int, settles from payments order by quote_id");
    const { totalOrders, totalAmount, remakes } = await boss.done<Stats>({ method: "GET", path: "/api/stats" });
    const orders = await statusesOf(boss, journal.orders);
    const found = {
      quotes: await ids("quotes"),
      windows: await one("select count(*) from quote_items"),
      orders: await ids("orders"),
      statuses: orders.map(({ id, orderStatus }) => [id, orderStatus]),
      histories: orders.filter(({ history, moves }) => history.length < moves || history.length > moves + 1),
      remakes: await ids("remakes"),
      photosOfRemakes: photos / 2,
      replies: await ids("remake_replies"),
      registered: await column(
        "select email from users join companies on companies.id = company_id where name = 'New Company' order by email",
      ),
      payments: payments.map(({ quote_id, amount_pence, settles }) => [quote_id, amount_pence, settles]),
      paidAndNotSo: await ids("quotes where paid_at is null and id in (select quote_id from payments)"),
      invoices: await column("select number from invoices order by number"),
      invoiceCounter: await one("select last_number from invoice_counter"),
      dashboard: [totalOrders, Math.round(totalAmount * 100), remakes.total],
      waitingMails: await one(WAITING_MAILS),
      photoFiles: portal.photoFiles(),
    };
    const paid = journal.paid.toSorted((a, b) => a.quoteId - b.quoteId);
    const wanted: typeof found = {
      quotes: sorted(journal.quotes),
      windows: journal.quotes.length * 2,
      orders: sorted(journal.orders.map(({ id }) => id)),
      statuses: journal.orders.map(({ id, status }) => [id, status]),
      histories: [],
      remakes: sorted(journal.remakes),
      photosOfRemakes: journal.remakes.length * 2,
      replies: sorted(journal.replies),
      registered: journal.registered.toSorted(),
      payments: paid.map(({ quoteId, pence }) => [quoteId, pence, true]),
      paidAndNotSo: [],
      invoices: paid.map((_, index) => index + 1),
      invoiceCounter: paid.length,
      dashboard: [
        await one("select count(*) from orders"),
        await one("select coalesce(sum(q.final_total_pence), 0) from orders o join quotes q on q.id = o.quote_id"),
        await one("select count(*) from remakes"),
      ],
      waitingMails: 0,
      photoFiles: photos,
    };
    return { found, wanted };
  } finally {
    await client.end();
  }
}

interface Stats {
  readonly totalOrders: number;
  readonly totalAmount: number;
  readonly remakes: { readonly total: number };
}

/** A move whose reply was lost may have been made twice and is then in the history twice. */
async function statusesOf(boss: PatientCaller, orders: Trade["journal"]["orders"]) {
  const read = [];
  for (const { id, status } of orders) {
    const order = await boss.done<{ orderStatus: string; history: unknown[] }>({ method: "GET", path: `/api/orders/${id}` });
    read.push({ id, ...order, moves: ["pending", "processing", "shipped"].indexOf(status) });
  }
  return read;
}

/** Waits until the check passes or the time is over. */
async function within(milliseconds: number, isSo: () => Promise<boolean>): Promise<void> {
  for (const since = performance.now(); performance.now() - since < milliseconds && !(await isSo()); ) await sleep(200);
}
