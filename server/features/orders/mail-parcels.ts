import { eq } from "drizzle-orm";
import type { AppContext } from "#server/context.ts";
import { findRecipients, type Person } from "#server/features/companies/people.ts";
import { notifyPeople } from "#server/features/office/notifications/notify-people.ts";
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

type Mailing = Pick<AppContext, "post"> & { readonly db: Db };

/** Notifies the recipients of the order's news of a new parcel at once; the email waits. */
export const notifyOfParcel = (mailing: Mailing, order: Order, parcel: Pick<MailedParcel, "n" | "shutters">): Promise<void> =>
  ringRecipients(mailing, order, parcelSentence(order, parcel));

async function ringRecipients(mailing: Mailing, order: Order, message: string): Promise<void> {
  const title = withJobName(`Order ${orderNumber(order.id)}`, order);
  const readers = await findRecipients(mailing.db, order.userId);
  await notifyPeople(mailing, "order_status", readers, () => ({ title, message, relatedId: order.id }));
}

/** Emails one parcel of an order of which other pieces remain (rule W84). */
export async function mailParcel(mailing: Mailing, order: Order, parcel: MailedParcel): Promise<void> {
  const paragraphs = [...(await parcelInMail(mailing.db, order, parcel)), ...shipmentInMail(parcel)];
  await mailRecipients(mailing, order, { subject: `Parcel ${parcel.n} shipped`, sentence: parcelSentence(order, parcel), paragraphs });
}

/** Emails a parcel's corrected tracking to those who had an email about it (rule W85). */
export async function mailCorrectedParcel(
  mailing: Mailing,
  order: Order,
  parcel: Shipment & { readonly n: number; readonly emailedAt: Date | null },
): Promise<void> {
  if (!parcel.emailedAt) return;
  const sentence = `The tracking of parcel ${parcel.n} of order ${orderNumber(order.id)} has changed.`;
  await ringRecipients(mailing, order, sentence);
  await mailRecipients(mailing, order, {
    subject: `New tracking of parcel ${parcel.n}`,
    sentence,
    paragraphs: [sentence, ...shipmentInMail(parcel)],
  });
}

/** Informs the recipients that a parcel was deleted; by email too if they had one about it. */
export async function withdrawParcel(
  mailing: Mailing,
  order: Order,
  { n, emailedAt }: { readonly n: number; readonly emailedAt: Date | null },
): Promise<void> {
  const sentence = `Parcel ${n} of order ${orderNumber(order.id)} was recorded by mistake and has not been shipped.`;
  await ringRecipients(mailing, order, sentence);
  if (emailedAt) await mailRecipients(mailing, order, { subject: `Parcel ${n} not shipped`, sentence, paragraphs: [sentence] });
}

interface OrderMail {
  readonly subject: string;
  /** The text of the notice in a digest. */
  readonly sentence: string;
  readonly paragraphs: Letter["paragraphs"];
  readonly papers?: Letter["papers"];
  /** True: the company's managers read it too. */
  readonly managersToo?: boolean;
}

/** Emails an order's news, whose bell rang before. `more`: paragraphs for one reader. */
export async function mailRecipients(
  mailing: Mailing,
  order: Order,
  { subject, sentence, paragraphs, papers, managersToo = false }: OrderMail,
  more: (reader: Person) => Letter["paragraphs"] = () => [],
): Promise<void> {
  const title = `Order ${orderNumber(order.id)}: ${subject}`;
  const readers = await findRecipients(mailing.db, order.userId, { managersToo });
  const approved = readers.filter(({ approvalStatus }) => approvalStatus === "approved");
  await notifyPeople(mailing, "order_status", approved, (reader) => ({
    title: withJobName(title, order),
    message: sentence,
    relatedId: order.id,
    rings: false,
    letter: {
      subject: title,
      paragraphs: [...paragraphs, ...more(reader)],
      job: order,
      action: { label: "Open the order", path: `/orders?order=${order.id}` },
      papers,
    },
  }));
}
