import { eq } from "drizzle-orm";
import type { AppContext, Context } from "#server/context.ts";
import { findRecipients } from "#server/features/companies/people.ts";
import { notify } from "#server/features/office/notifications/notifications.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { type Letter, nameInMail, withJobName } from "#server/platform/mail/post.ts";
import type { orders } from "#server/schema/orders-and-remakes.ts";
import { quoteItems } from "#server/schema/quote-items.ts";
import { countOf } from "#shared/domain/text.ts";
import { CARRIER_NAME, type Carrier, trackingUrlOf } from "#shared/domain/trade/carriers.ts";
import { piecesInWords } from "#shared/domain/trade/parcels.ts";
import { orderNumber } from "#shared/domain/trade/status.ts";
import type { ShippedPiece } from "./parcels.ts";

type Order = typeof orders.$inferSelect;

interface Shipment {
  readonly carrier: Carrier | null;
  readonly trackingNumber: string | null;
}
interface MailedParcel extends Shipment {
  readonly n: number;
  readonly pieces: readonly ShippedPiece[];
  readonly shutters: number;
}

/** The paragraph with the carrier, the tracking number and the tracking link. */
export function shipmentInMail(shipment: Shipment): Letter["paragraphs"] {
  const url = trackingUrlOf(shipment);
  const link = (text: string) => (url ? { text, url } : text);
  const lines = [
    shipment.carrier && [`Carrier: ${CARRIER_NAME[shipment.carrier]}`],
    shipment.trackingNumber && ["Tracking number: ", link(shipment.trackingNumber)],
    url && ["Follow it: ", link(url)],
  ].filter((line) => Array.isArray(line));
  return lines.length > 0 ? [lines.flatMap((line, at) => (at === 0 ? line : ["\n", ...line]))] : [];
}

/** The number of windows that an email names; the order's page has all of them. */
const MOST_NAMED = 20;

/** The paragraphs about a parcel: how much of the order it contains, and which windows. */
export async function parcelInMail(db: Db, order: Pick<Order, "id" | "quoteId" | "shutters">, parcel: MailedParcel) {
  const items = await db
    .select({ id: quoteItems.id, name: quoteItems.name, quantity: quoteItems.quantity })
    .from(quoteItems)
    .where(eq(quoteItems.quoteId, order.quoteId))
    .orderBy(quoteItems.place);
  const lines = piecesInWords(
    items.map((item) => ({ ...item, name: nameInMail(item.name) })),
    parcel.pieces,
  );
  const more = lines.length > MOST_NAMED ? [`and ${countOf(lines.length - MOST_NAMED, "more window")}`] : [];
  const named = [...lines.slice(0, MOST_NAMED), ...more];
  return [parcelSentence(order, parcel), ...(named.length > 0 ? [named.join("\n")] : [])];
}

/** `Parcel 1 of order ORD-12 was shipped: 2 of 3 shutters.` */
const parcelSentence = ({ id, shutters }: Pick<Order, "id" | "shutters">, parcel: Pick<MailedParcel, "n" | "shutters">): string =>
  `Parcel ${parcel.n} of order ${orderNumber(id)} was shipped: ${parcel.shutters} of ${countOf(shutters, "shutter")}.`;

/** Notifies the recipients of the order's news of a new parcel at once; the email waits. */
export const notifyOfParcel = (db: Db, order: Order, parcel: Pick<MailedParcel, "n" | "shutters">): Promise<void> =>
  notifyRecipients(db, order, parcelSentence(order, parcel));

async function notifyRecipients(db: Db, order: Order, message: string): Promise<void> {
  const title = withJobName(`Order ${orderNumber(order.id)}`, order);
  for (const { id } of await findRecipients(db, order.userId))
    await notify(db, { userId: id, type: "order_status", title, message, relatedId: order.id });
}

type Mailing = Pick<AppContext, "post"> & { readonly db: Db };

/** Emails one parcel of an order of which other pieces remain (rule W84). */
export async function mailParcel({ db, post }: Mailing, order: Order, parcel: MailedParcel): Promise<void> {
  const paragraphs = [...(await parcelInMail(db, order, parcel)), ...shipmentInMail(parcel)];
  await send({ db, post }, order, { subject: `Parcel ${parcel.n} shipped`, paragraphs });
}

/** Informs the recipients that a parcel was deleted; by email too if they had one about it. */
export async function withdrawParcel(
  { db, post }: Pick<Context, "db" | "post">,
  order: Order,
  { n, emailedAt }: { readonly n: number; readonly emailedAt: Date | null },
): Promise<void> {
  const sentence = `Parcel ${n} of order ${orderNumber(order.id)} was recorded by mistake and has not been shipped.`;
  await notifyRecipients(db, order, sentence);
  if (emailedAt) await send({ db, post }, order, { subject: `Parcel ${n} not shipped`, paragraphs: [sentence] });
}

async function send(
  { db, post }: Mailing,
  order: Order,
  { subject, paragraphs }: { readonly subject: string; readonly paragraphs: Letter["paragraphs"] },
): Promise<void> {
  const readers = await findRecipients(db, order.userId);
  for (const reader of readers.filter(({ approvalStatus }) => approvalStatus === "approved"))
    await post.send(db, {
      to: reader.email,
      subject: `Order ${orderNumber(order.id)}: ${subject}`,
      greeting: reader.contactName,
      paragraphs,
      job: order,
      action: { label: "Open the order", path: `/orders?order=${order.id}` },
    });
}
