import { and, eq, lt, sql } from "drizzle-orm";
import type { AppContext, Context } from "#server/context.ts";
import { findRecipients, isActive, selectPeople } from "#server/features/companies/people.ts";
import { countWaitingForSeller, issueDueInvoices, markDueToInvoice } from "#server/features/invoices/issue-invoice.ts";
import { dueInMail, type InvoiceToMail, mailInvoice, takeInvoiceToMail } from "#server/features/invoices/mail-invoices.ts";
import { settleNotifications } from "#server/features/office/notifications/notifications.ts";
import { notifyPeople } from "#server/features/office/notifications/notify-people.ts";
import { inTransaction } from "#server/platform/db/connect.ts";
import { conflict } from "#server/platform/http/errors.ts";
import { enqueue, type Jobs } from "#server/platform/jobs/enqueue.ts";
import { withJobName } from "#server/platform/mail/post.ts";
import { orderEvent, recordEvent } from "#server/platform/webhooks/record-event.ts";
import { users } from "#server/schema/companies-and-users.ts";
import { orderStatusChanges, orders } from "#server/schema/orders-and-remakes.ts";
import { type DeliverySlot, deliveryInWords } from "#shared/domain/delivery.ts";
import { MOST_STATUS_CHANGES } from "#shared/domain/longest.ts";
import { formatPence } from "#shared/domain/money.ts";
import { noticePath } from "#shared/domain/notifications.ts";
import { type Day, formatDay, londonDay, startOfDay } from "#shared/domain/period.ts";
import type { Carrier } from "#shared/domain/trade/carriers.ts";
import { OPEN_ORDER_STATUSES } from "#shared/domain/trade/due.ts";
import { waitingInvoices } from "#shared/domain/trade/ledger.ts";
import {
  isInWorkshop,
  isUnpayableOrder,
  ORDER_STATUS_LABEL,
  type OrderStatus,
  orderNumber,
  wasShipped,
} from "#shared/domain/trade/status.ts";
import { copyTrackingNumber } from "./copied-columns.ts";
import { endChangeRequest } from "./end-change-request.ts";
import { mailParcel, mailRecipients, parcelInMail, shipmentInMail } from "./mail-parcels.ts";
import { correctLastParcel, moveParcels, type Shipment as ParcelShipment, takeParcelsToMail } from "./parcels.ts";

type Order = typeof orders.$inferSelect;

/**
 * Changes the status of a locked order: status, history, notification, and a mail 20 seconds after
 * the last change (rule O2). The history has the time at which the person pressed; everything else
 * uses the current time. The shipment is that of the parcel in which the remaining pieces leave.
 */
export async function changeOrderStatus(
  { db, post, user, now, pressedAt }: Pick<Context, "db" | "post" | "user" | "now" | "pressedAt">,
  order: Order,
  to: OrderStatus,
  shipment: ParcelShipment = { shippingDate: londonDay(pressedAt), carrier: order.carrier, trackingNumber: order.trackingNumber },
): Promise<void> {
  const changesSoFar = db.$count(orderStatusChanges, eq(orderStatusChanges.orderId, order.id));
  const [moved] = await db
    .update(orders)
    .set({ status: to, toldStatus: sql`coalesce(${orders.toldStatus}, ${orders.status})` })
    .where(and(eq(orders.id, order.id), lt(changesSoFar, MOST_STATUS_CHANGES)))
    .returning({ id: orders.id });
  if (!moved) throw conflict(`The status of this order was changed ${MOST_STATUS_CHANGES} times: it cannot be changed again`);
  await moveParcels({ db, user, now }, order, to, shipment);
  await db.insert(orderStatusChanges).values({ orderId: order.id, from: order.status, to, at: pressedAt, byUserId: user.id });
  const further = to === "shipped" ? (["order.shipped"] as const) : [];
  await recordEvent(db, orderEvent({ ...order, status: to }, "order.status_changed", ...further), now);
  if (isUnpayableOrder(to)) await enqueue(db, "close-checkout-sessions", {});
  if (wasShipped(to)) {
    await markDueToInvoice(db, order.quoteId, londonDay(now));
    await issueDueInvoices(db, { quoteId: order.quoteId }, { user: null, ip: null, now });
    await notifyOfWaitingInvoices({ db, post, now });
  }
  const { number, sentence } = news(order.id, to);
  const title = withJobName(`Order ${number}`, order);
  const readers = await findRecipients(db, order.userId);
  await notifyPeople({ db, post }, "order_status", readers, () => ({ title, message: sentence, relatedId: order.id }));
  await scheduleMail(db, order.id, now);
}

/**
 * Notifies each super admin, by one unread notification, that invoices lack the seller's details
 * (rule D18).
 */
async function notifyOfWaitingInvoices({ db, post, now }: Pick<Context, "db" | "post" | "now">): Promise<void> {
  const waiting = await countWaitingForSeller(db);
  if (waiting === 0) return;
  await settleNotifications(db, "invoices_waiting", now);
  const owners = await selectPeople(db).where(and(eq(users.role, "super_admin"), isActive));
  const sentence = waitingInvoices(waiting);
  await notifyPeople({ db, post }, "invoices_waiting", owners, () => ({
    title: "Company details",
    message: sentence,
    relatedId: null,
    letter: {
      subject: "Company details are missing",
      paragraphs: [sentence],
      action: { label: "Open the company details", path: noticePath("invoices_waiting", null) },
    },
  }));
}

interface Shipment {
  readonly carrier: Carrier | null;
  readonly trackingNumber: string | null;
}
/** Two shipments are the same if this text is equal. */
const trackedAs = ({ carrier, trackingNumber }: Shipment): string => `${carrier ?? ""} ${trackingNumber ?? ""}`;

/**
 * Stores a locked order's carrier and tracking number. If the customer already knows of the
 * shipping, a correction is mailed (rule O4).
 */
export async function changeTracking(
  { db, now }: Pick<Context, "db" | "now">,
  order: Shipment & {
    readonly id: number;
    readonly quoteId: number;
    readonly status: OrderStatus;
    readonly toldStatus: OrderStatus | null;
  },
  { carrier, trackingNumber }: Shipment,
): Promise<void> {
  const before = trackedAs(order);
  const isCorrected = before !== trackedAs({ carrier, trackingNumber });
  const isKnown = (order.toldStatus ?? order.status) === "shipped";
  const told = isCorrected && isKnown && { toldTracking: sql`coalesce(${orders.toldTracking}, ${before})` };
  await db
    .update(orders)
    .set({ carrier, trackingNumber, ...told })
    .where(eq(orders.id, order.id));
  if (isCorrected && wasShipped(order.status)) await correctLastParcel(db, order.id, { carrier, trackingNumber });
  if (trackingNumber !== order.trackingNumber) await copyTrackingNumber(db, order);
  if (isCorrected && (isKnown || order.status === "shipped")) await scheduleMail(db, order.id, now);
}

/** The delay lets staff correct a slip before the customer reads it. */
const MAIL_WAITS_MS = 20_000;

export const scheduleMail = (db: Context["db"], orderId: number, now: Date): Promise<void> =>
  enqueue(db, "tell-of-order", { orderId }, { runAt: new Date(now.getTime() + MAIL_WAITS_MS), key: `tell-of-order-${orderId}` });

const news = (orderId: number, status: OrderStatus) => {
  const number = orderNumber(orderId);
  return { number, sentence: `Order ${number} is now ${ORDER_STATUS_LABEL[status].toLowerCase()}.` };
};

/** The days that are planned for an order, as the office and the workshop change them. */
interface Days {
  readonly shippingDate: Day | null;
  readonly estimatedArrival: Day | null;
  /** Absent: unchanged, as long as there is an arrival. */
  readonly deliverySlot?: DeliverySlot | null;
  readonly deliveryNote?: string | null;
}

/**
 * Stores a locked order's days. The customer is emailed a changed day 20 seconds after the last
 * change, and is not emailed a first day (rule O4).
 */
export async function changeDates({ db, now }: Pick<Context, "db" | "now">, order: Order, to: Days): Promise<void> {
  const notifiedShippingDate = order.notifiedShippingDate ?? (to.shippingDate === order.shippingDate ? null : order.shippingDate);
  const deliverySlot = to.estimatedArrival === null ? null : to.deliverySlot === undefined ? order.deliverySlot : to.deliverySlot;
  const isMoved = to.estimatedArrival !== order.estimatedArrival || deliverySlot !== order.deliverySlot;
  const known =
    order.notifiedArrival !== null || !isMoved ? order : { notifiedArrival: order.estimatedArrival, notifiedSlot: order.deliverySlot };
  const { notifiedArrival, notifiedSlot } = known;
  await db
    .update(orders)
    .set({ ...to, deliverySlot, notifiedShippingDate, notifiedArrival, notifiedSlot })
    .where(eq(orders.id, order.id));
  if (isMoved || to.shippingDate !== order.shippingDate) await recordEvent(db, orderEvent(order, "order.dates_changed"), now);
  if (to.shippingDate !== null && wasShipped(order.status)) await correctLastParcel(db, order.id, { shippingDate: to.shippingDate });
  if (notifiedShippingDate !== null || notifiedArrival !== null) await scheduleMail(db, order.id, now);
}

/** Emails the sum of all changes since the last email, or nothing if they cancel out (rule O4). */
export const orderTasks = ({ db, post, publicUrl, clock }: Pick<AppContext, "db" | "post" | "publicUrl" | "clock">) => ({
  "tell-of-order": async (payload: unknown): Promise<void> => {
    const { orderId } = payload as Jobs["tell-of-order"];
    await inTransaction(db, async (tx) => {
      // The lock makes a concurrent change wait, which then queues a mail of its own 20 seconds
      // later.
      const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for("no key update");
      if (!order) return;
      const parcels = await takeParcelsToMail(tx, orderId, clock());
      // The news that the order was shipped covers its last parcel.
      const others = parcels.filter(({ isLast }) => !(isLast && wasShipped(order.status)));
      const leaves = isInWorkshop(order.status) || wasShipped(order.status);
      if (order.deletedAt === null && leaves) for (const parcel of others) await mailParcel({ db: tx, post }, order, parcel);
      if (!waitsForMail(order)) return;
      await tx.update(orders).set(NOTHING_WAITS).where(eq(orders.id, orderId));
      const ended = order.deletedAt === null ? await endChangeRequest(tx, order, clock()) : null;
      const invoice = await takeInvoiceToMail(tx, order.quoteId);
      const appContext = { db: tx, post, publicUrl };
      const isKnownToBeMade = others.length > 0 && order.status === "processing";
      const news = order.deletedAt === null ? newsOf(isKnownToBeMade ? { ...order, toldStatus: null } : order) : null;
      const last = parcels.find((parcel) => parcel.isLast && parcel.n > 1 && order.status === "shipped");
      if (news && last) news.sentences.push(...(await parcelInMail(tx, order, last)));
      if (news && ended) news.sentences.push(ended);
      if (news) await mailAbout(appContext, order, news, invoice);
      else if (invoice) await mailInvoice(appContext, { ...order, id: order.quoteId, orderId: order.deletedAt ? null : order.id }, invoice);
    });
  },
});

const NOTHING_WAITS = {
  toldStatus: null,
  toldTracking: null,
  notifiedShippingDate: null,
  notifiedArrival: null,
  notifiedSlot: null,
} as const;
const waitsForMail = (order: Order): boolean =>
  Object.keys(NOTHING_WAITS).some((name) => order[name as keyof typeof NOTHING_WAITS] !== null);

interface News {
  readonly subject: string;
  readonly sentences: string[];
}

/** The changes of an order since the customer's last mail; null without any. */
function newsOf(order: Order): News | null {
  const number = orderNumber(order.id);
  const isMoved = (order.toldStatus ?? order.status) !== order.status;
  const days = changedDays(order, isMoved);
  if (isMoved) {
    const arrives = order.status === "shipped" && days.length === 0 ? inMail(order.estimatedArrival, order.deliverySlot) : null;
    const arrival = arrives === null ? [] : [`It is expected on ${arrives}.`];
    return { subject: ORDER_STATUS_LABEL[order.status], sentences: [news(order.id, order.status).sentence, ...arrival, ...days] };
  }
  const isRetracked = order.status === "shipped" && (order.toldTracking ?? trackedAs(order)) !== trackedAs(order);
  const tracking = isRetracked ? [`The tracking of order ${number} has changed.`] : [];
  if (days.length > 0) return { subject: "New dates", sentences: [...days, ...tracking] };
  if (!isRetracked) return null;
  return { subject: order.trackingNumber ? "New tracking number" : "New delivery details", sentences: tracking };
}

/** `The shipping date of order ORD-12 was 1 Dec 2026. It is 5 Dec 2026 now.` */
function changedDays(order: Order, isMoved: boolean): string[] {
  if (!(OPEN_ORDER_STATUSES as readonly OrderStatus[]).includes(order.status)) return [];
  // The email about the shipping replaces an email about the planned shipping day.
  const isShippingNews = isMoved && order.status === "shipped";
  const of = orderNumber(order.id);
  return [
    ...(isShippingNews
      ? []
      : changedDay(`The shipping date of order ${of}`, inMail(order.notifiedShippingDate), inMail(order.shippingDate))),
    ...changedDay(
      `The estimated arrival of order ${of}`,
      inMail(order.notifiedArrival, order.notifiedSlot),
      inMail(order.estimatedArrival, order.deliverySlot),
    ),
  ];
}

/** `5 Dec 2026`, or with a part of the day `Sat 5 December, morning`. */
const inMail = (day: Day | null, slot: DeliverySlot | null = null): string | null =>
  day && (slot === null ? formatDay(startOfDay(day)) : deliveryInWords(day, slot));

function changedDay(name: string, before: string | null, after: string | null): string[] {
  if (before === null || before === after) return [];
  return [`${name} was ${before}. ${after === null ? "There is no new day yet." : `It is ${after} now.`}`];
}

/**
 * Sends one email to each person; a mail with an invoice also goes to those who receive invoices.
 */
async function mailAbout(
  { db, post, publicUrl }: Pick<Context, "db" | "post" | "publicUrl">,
  order: Order,
  { subject, sentences }: News,
  invoice: InvoiceToMail | null,
): Promise<void> {
  const paragraphs = [...sentences, ...(order.status === "shipped" ? shipmentInMail(order) : [])];
  const due = invoice ? [`Invoice ${invoice.number} for ${formatPence(invoice.grossPence)} including VAT is attached.`] : [];
  if (invoice) due.push(...(await dueInMail(db, invoice)));
  const url = String(new URL(`/orders?order=${order.id}`, publicUrl));
  const mail = { subject, sentence: sentences.join(" "), paragraphs: [...paragraphs, ...due] };
  if (!invoice) return mailRecipients({ db, post }, order, mail);
  const pay = [[{ text: `Pay ${formatPence(invoice.owedPence)}`, url }, `: ${url}`]];
  await mailRecipients({ db, post }, order, { ...mail, papers: [{ document: invoice.number }], managersToo: true }, ({ mayOrder }) =>
    invoice.owedPence > 0 && mayOrder ? pay : [],
  );
}
