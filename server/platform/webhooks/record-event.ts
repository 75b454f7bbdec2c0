import { eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import { companies, users } from "#server/schema/companies-and-users.ts";
import { webhookDeliveries, webhooks } from "#server/schema/notifications.ts";
import { orders } from "#server/schema/orders-and-remakes.ts";
import type { WebhookType } from "#shared/contract/identity/webhooks.ts";
import { orderNumber, quoteNumber, remakeNumber } from "#shared/domain/trade/status.ts";

/** Something that happened to a quote, an order, a remake, a document or a payment. */
interface WebhookEvent {
  /** The types of one act: a shipped order changes its status too. */
  readonly types: readonly [WebhookType, ...WebhookType[]];
  readonly id: number;
  /** The printed number: `ORD-12`. */
  readonly number: string;
  readonly status?: string;
  /** The customer's company; null for a payment that belongs to none. */
  readonly companyId: number | SQL | null;
  /** The order of an event about an order or a remake: its supplier receives the event too. */
  readonly orderId?: number;
}

type Prefixed<Thing extends string> = Extract<WebhookType, `${Thing}.${string}`>;
type Types<Thing extends string> = readonly [Prefixed<Thing>, ...Prefixed<Thing>[]];
interface Row {
  readonly id: number;
  readonly companyId: number | SQL | null;
  readonly status: string;
}

export const quoteEvent = ({ id, companyId, status }: Row, ...types: Types<"quote">): WebhookEvent => ({
  ...{ types, id, number: quoteNumber(id), companyId, status },
});
export const orderEvent = ({ id, companyId, status }: Row, ...types: Types<"order">): WebhookEvent => ({
  ...{ types, id, number: orderNumber(id), companyId, status, orderId: id },
});
export const remakeEvent = (
  { id, companyId, status, orderId }: Row & { readonly orderId: number },
  ...types: Types<"remake">
): WebhookEvent => ({
  ...{ types, id, number: remakeNumber(id), companyId, status, orderId },
});
/** A payment has no printed number, so its id stands for one. */
export const paymentEvent = ({ id, companyId }: Omit<Row, "status">): WebhookEvent => ({
  ...{ types: ["payment.received"], id, number: String(id), companyId },
});

/**
 * Matches webhooks whose supplier sees the order (rules O11, O19). Needs webhooks joined with
 * companies.
 */
export const supplierSees = (orderId: number | typeof webhookDeliveries.orderId): SQL => sql`exists (select from ${orders}
  where ${orders.id} = ${orderId} and ${orders.deletedAt} is null and ${orders.status} <> 'draft'
    and (${orders.makerId} = ${companies.id} or (${orders.makerId} = 0 and ${companies.seesOpenOrders})))`;

/** Matches companies that receive events: approved ones, and offices with a super admin. */
export const isServed: SQL = sql`(${companies.approvalStatus} = 'approved' and (${companies.kind} <> 'office' or exists (select from ${users}
  where ${users.companyId} = ${companies.id} and ${users.role} = 'super_admin' and ${users.deletedAt} is null and ${users.suspendedAt} is null)))`;

/**
 * Stores an act's events for each webhook that chose their type, with a job that delivers it, in the
 * transaction that causes the event. A caller locks the event's thing, so ids follow its history.
 */
export async function recordEvent(db: Db, event: WebhookEvent, now: Date): Promise<void> {
  const { types, id, number, status = null, companyId, orderId = null } = event;
  const at = now.toISOString();
  const receives = sql`(${companies.kind} = 'office' or (${companies.kind} = 'customer' and ${companies.id} = ${companyId}::int)
    ${orderId === null ? sql.empty() : sql`or (${companies.kind} = 'supplier' and ${supplierSees(orderId)})`})`;
  await db.execute(sql`with stored as (
      insert into ${webhookDeliveries} (webhook_id, type, thing, thing_id, order_id, number, status, due_at, created_at)
      select ${webhooks.id}, event.type, ${thingOf(types[0])}, ${id}::int, ${orderId}::int, ${number}, ${status}, ${at}::timestamptz, ${at}::timestamptz
      from ${webhooks} join ${companies} on ${eq(companies.id, webhooks.companyId)}
        join unnest(${sql.param(types)}::text[]) with ordinality as event (type, place) on event.type = any(${webhooks.types})
      where ${webhooks.active} and ${isServed} and ${receives}
      order by event.place
      returning webhook_id)
    select ${addDeliveryJob(sql`webhook_id`)} from stored`);
}

/** The first part of a type: `order` of `order.shipped`. */
const thingOf = (type: WebhookType): string => type.slice(0, type.indexOf("."));

/** Queues one delivery job for a webhook. A job that waits already is replaced. */
export const addDeliveryJob = (webhookId: SQL): SQL => sql`graphile_worker.add_job('deliver-webhook',
  json_build_object('webhookId', ${webhookId}), max_attempts => 10, job_key => 'webhook-' || ${webhookId})`;
