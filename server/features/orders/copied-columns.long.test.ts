import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { type OrderReply, type QuoteReply, succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { saveSeller } from "#server/testing/papers/read-pdf.ts";
import { askForRemake } from "#server/testing/photos.ts";
import type { TestPortal } from "#server/testing/portal.ts";
import { startShop, type TestShop } from "#server/testing/shop.ts";
import { addDays, londonDay } from "#shared/domain/period.ts";
import { dueOf } from "#shared/domain/trade/due.ts";

/**
 * A column that copies another table's value, or is computed from its own row, always equals its
 * source, whatever happens to a job.
 */

let shop: TestShop;
let portal: TestPortal;
let boss: TestClient;
let customer: TestClient;
let makers: (number | null)[];
beforeAll(async () => {
  shop = await startShop();
  portal = shop.portal;
  boss = await portal.superAdmin();
  await saveSeller(portal);
  customer = await portal.signIn(await portal.createAccount("customer", { address: "1 High Street" }));
  makers = [null, (await portal.createAccount("supplier", { companyName: "North Works" })).companyId];
});
afterAll(() => shop.stop());

/** Each query finds rows that disagree with their source; all must be empty. */
const DISAGREEING = {
  "an order with its quote": sql`
    select o.id from orders o join quotes q on q.id = o.quote_id
    where (o.company_id, o.user_id, o.total_pence, o.is_paid) is distinct from (q.company_id, q.user_id, q.final_total_pence, q.paid_at is not null)
      or o.deleted_at is null and (o.job_name, o.po_number, o.customer_name, o.site_address)
        is distinct from (q.job_name, q.po_number, q.customer_name, q.site_address)`,
  "a live order with its windows": sql`
    select o.id from orders o, lateral (
      select count(*) windows, sum(quantity) shutters, sum(coalesce(made_area_milli_m2, area_milli_m2) * quantity) area from quote_items i where i.quote_id = o.quote_id) w
    where o.deleted_at is null and (o.windows, o.shutters, o.area_milli_m2) is distinct from (w.windows, w.shutters, w.area)`,
  "a quote with its order": sql`
    select q.id from quotes q left join orders o on o.quote_id = q.id and o.deleted_at is null
    where (q.order_id, q.delivered_to, q.tracking_number) is distinct from (o.id, o.shipping_address, o.tracking_number)`,
  "a quote with its invoice": sql`
    select q.id from quotes q left join invoices i on i.quote_id = q.id
    where q.invoice_number is distinct from i.number or i.company_id <> q.company_id`,
  "an order with its parcels": sql`
    select o.id from orders o where o.parcel_tracking is distinct from
      (select case when count(*) > 1 then left(string_agg(p.tracking_number, ', ' order by p.n desc), 400) end from parcels p where p.order_id = o.id)`,
  "a remake with its order": sql`
    select r.id from remakes r join orders o on o.id = r.order_id
    where (r.quote_id, r.company_id, r.user_id) is distinct from (o.quote_id, o.company_id, o.user_id)
      or r.deleted_at is null and (r.words, r.maker_id) is distinct from (o.words, o.maker_id)`,
  "what a quote says of itself": sql`
    select q.id from quotes q left join orders o on o.quote_id = q.id and o.deleted_at is null
    where is_placed <> (o.id is null and q.placed_at is not null)
      or is_unsettled <> (o.id is null and q.paid_at is null and q.status <> 'declined')
      or q.words <> search_words(q.job_name, q.po_number, coalesce(q.shipping_address, o.shipping_address), o.tracking_number)
        || E'\\n' || search_words(q.customer_name, null, q.site_address, null)`,
  "a day of an order before the one on which it was made (rule O5)": sql`
    select id from orders where (created_at at time zone 'Europe/London')::date > least(shipping_date, estimated_arrival)`,
  "what an order says of itself": sql`
    select id from orders
    where maker_id <> coalesce(supplier_id, 0)
      or words <> search_words(job_name, po_number, shipping_address, tracking_number) || coalesce(E'\\n' || search_words(null, null, null, parcel_tracking), '')
      or customer_words <> search_words(customer_name, null, site_address, null)`,
};

async function expectTruth(): Promise<void> {
  const wrong = [];
  for (const [what, query] of Object.entries(DISAGREEING)) wrong.push([what, (await portal.db.execute(query)).rows]);
  expect(wrong).toEqual(Object.keys(DISAGREEING).map((what) => [what, []]));
  const today = londonDay(portal.clock());
  for (const order of await portal.db.select().from(orders)) {
    const { dueOn, late } = dueOf(order, today, "customer");
    expect([order.id, order.dueOn]).toEqual([order.id, dueOn ?? "9999-12-31"]);
    expect([order.id, order.lateAfter !== null && order.lateAfter < today]).toEqual([order.id, late !== null]);
  }
}

const STEPS = [
  "place",
  "take back",
  "edit",
  "name",
  "convert",
  "status",
  "dates",
  "tracking",
  "ship",
  "maker",
  "pay",
  "ask for a remake",
  "order a remake",
  "decline",
  "delete order",
  "delete quote",
] as const;
const step = fc.record({ what: fc.constantFrom(...STEPS), of: fc.nat({ max: 2 }), choice: fc.nat({ max: 5 }) });
type Step = { readonly what: (typeof STEPS)[number]; readonly of: number; readonly choice: number };

/** One call of a story. A story may try calls that the portal refuses. */
async function take({ what, of, choice }: Step, jobs: readonly { readonly quote: number }[]): Promise<void> {
  const { quote = 0 } = jobs[of] ?? {};
  const [order] = await portal.db.select().from(orders).where(eq(orders.quoteId, quote)).orderBy(sql`id desc`).limit(1);
  const atOrder = `/api/orders/${order?.id ?? 0}`;
  const inDays = (days: number) => addDays(londonDay(portal.clock()), days);
  const words = [null, "Kitchen", "Mrs O’Hara", "PO 7"][choice % 4] ?? null;
  switch (what) {
    case "place":
      return void (await customer.post(`/api/quotes/${quote}/place`, {
        shippingAddress: `${choice} Mill Lane, Rye`,
        requiredBy: inDays(3 + choice),
      }));
    case "take back":
      return void (await customer.delete(`/api/quotes/${quote}/place`));
    case "edit": {
      const { status, body } = await customer.get<QuoteReply>(`/api/quotes/${quote}`);
      if (status === 404) return;
      const items = [portal.windowOf(await product, { quantity: 1 + choice, heightM: 1 + choice / 10 })];
      return void (await customer.put(`/api/quotes/${quote}`, { version: body.version, jobName: words, items }));
    }
    case "name":
      return void (await boss.patch(`/api/quotes/${quote}/job`, { jobName: words, poNumber: words }));
    case "convert":
      return void (await boss.post(`/api/quotes/${quote}/convert`, { shippingAddress: "12 Sea Road, BN1 1AA", acceptExpired: true }));
    case "status":
      return void (await boss.patch(`${atOrder}/status`, {
        status: ["draft", "pending", "processing", "shipped", "completed", "cancelled"][choice],
      }));
    case "dates":
      return void (await boss.patch(`${atOrder}/dates`, {
        shippingDate: inDays(choice),
        estimatedArrival: choice > 3 ? null : inDays(choice + 1),
      }));
    case "tracking":
      return void (await boss.patch(`${atOrder}/tracking`, { trackingNumber: choice === 0 ? "" : `DX ${choice}00` }));
    case "ship":
      return void (await boss.post(`${atOrder}/ship`, { confirmed: true, trackingNumber: `AB ${choice}` }));
    case "maker":
      return void (await boss.patch(`${atOrder}/supplier`, { supplierId: makers[choice % 2] }));
    case "pay": {
      await boss.patch(`/api/quotes/${quote}/status`, { quoteStatus: "sent" });
      const { status, body } = await customer.post<{ checkoutUrl: string }>(`/api/quotes/${quote}/pay`);
      if (status !== 200) return;
      await shop.standIn.pay(body.checkoutUrl.split("/").at(-1) ?? "").catch(() => "closed by another step of the same moment");
      return void (await customer.post(`/api/quotes/${quote}/confirm-payment`));
    }
    case "ask for a remake":
      return void (await askForRemake(customer, order?.id ?? 0));
    case "order a remake": {
      const { body } = await boss.get<{ id: number; order: { id: number } }[]>("/api/remakes");
      const remake = body.find((one) => one.order.id === order?.id)?.id ?? 0;
      await boss.patch(`/api/remakes/${remake}/status`, { status: "approved" });
      const items = await portal.db.execute<{ id: number }>(sql`select id from quote_items where quote_id = ${quote}`);
      return void (await boss.post(`/api/remakes/${remake}/order`, { items: [{ itemId: items.rows[0]?.id ?? 0, quantity: 1 }] }));
    }
    case "decline":
      return void (await customer.patch(`/api/quotes/${quote}/status`, { quoteStatus: "declined" }));
    case "delete order":
      return void (await boss.delete(atOrder));
    case "delete quote":
      return void (await boss.delete(`/api/quotes/${quote}`));
  }
}

let product: ReturnType<TestPortal["product"]>;

test("after any sequence of steps, some at once, every copied column equals its source", async () => {
  product = portal.product();
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 6, maxLength: 10 }), async (rounds) => {
      const job = async () => ({ quote: (await portal.quoteFor(customer, { jobName: "Bay" })).id });
      const jobs = [await job(), await job(), await job()];
      const ordered = succeeded(
        await boss.post<OrderReply>(`/api/quotes/${jobs[0]?.quote}/convert`, { shippingAddress: "1 High Street, Lewes" }),
      );
      expect(ordered.id).toBeGreaterThan(0);
      for (const round of rounds) await Promise.all(round.map((one) => take(one, jobs)));
      for (const round of rounds) for (const { what } of round) seen.add(what);
      await expectTruth();
    }),
    { numRuns: 40 },
  );
  expect([...seen].toSorted()).toEqual([...STEPS].toSorted());
  // No story caused a server fault: impossible calls are refused.
  const faults = (await shop.errors()).filter(({ errorType }) => errorType !== "PaymentNeedsAttention");
  expect(faults.map(({ errorMessage, requestPath }) => [requestPath, errorMessage])).toEqual([]);
  // The stories are not vacuous: they shipped, paid and deleted orders, and made remakes.
  const { rows } = await portal.db.execute<{ [what: string]: number }>(sql`
    select (select count(*)::int from orders where tracking_number is not null) as sent, (select count(*)::int from orders where is_paid) as paid,
      (select count(*)::int from orders where deleted_at is not null) as deleted, (select count(*)::int from remakes) as remade,
      (select count(*)::int from invoices) as invoiced, (select count(*)::int from orders where maker_id > 0) as given`);
  expect(Object.entries(rows[0] ?? {}).filter(([, many]) => many === 0)).toEqual([]);
}, 240_000);
