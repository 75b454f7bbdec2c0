import type { QueryClient } from "@tanstack/react-query";
import { query, type Reply } from "#client/lib/api.ts";
import { ApiError } from "#client/lib/api-error.ts";
import { formatListed } from "#client/lib/format.ts";
import { londonClock, londonDay } from "#shared/domain/period.ts";
import { isInWorkshop, ORDER_STATUS_LABEL, orderNumber } from "#shared/domain/trade/status.ts";
import type { CutPart } from "#shared/domain/window/saw/cut-list.ts";
import { MOST_PIECES, PIECE_STEP_LABEL, type PieceStep } from "#shared/domain/window/saw/pieces.ts";
import { waitInWords } from "#shared/domain/window/saw/recuts.ts";
import { shippedBy } from "../bench/shipped.ts";

/** A scanned label. */
interface Label {
  readonly orderId: number;
  readonly itemId: number;
  readonly piece: number;
}

interface Known {
  readonly order: Reply<"orders", "read">;
  readonly pieces: Reply<"workshop", "pieces">["pieces"];
}

interface Scanned {
  /** `ORD-36 512.3 · Kitchen, 3 of 4 · Plot 7`: a note that is cut off keeps its beginning. */
  readonly name: string;
  /** Why a scan cannot mark the shutter; null if it can. */
  readonly refusal: string | null;
}

const codeOf = ({ itemId, piece }: Label): string => `${itemId}.${piece}`;

/** Reads a shutter's order and marks, as this page has them or anew. @throws ApiError */
async function readShutter(client: QueryClient, { orderId, itemId }: Label, isFresh: boolean): Promise<Known> {
  const staleTime = isFresh ? 0 : Number.POSITIVE_INFINITY;
  const order = await client.fetchQuery({ ...query("orders", "read", { params: { id: orderId } }), staleTime, retry: false });
  // The bench asks for these shutters alike, and the device stores the reply.
  const asked = order.shutters > MOST_PIECES ? { itemId: String(itemId) } : {};
  const { pieces } = await client.fetchQuery({
    ...query("workshop", "pieces", { params: { id: orderId }, query: asked }),
    ...{ staleTime, retry: false },
  });
  return { order, pieces };
}

/** `09:41`, with the day if that is not today. */
const timeInWords = (at: string): string =>
  londonDay(new Date(at)) === londonDay(new Date()) ? londonClock(new Date(at)) : formatListed(at, { time: true });

const LOUVRE: CutPart = "louvre";

/** Describes a shutter for a scan that marks this step. */
export function describeScan({ order, pieces }: Known, label: Label, step: PieceStep): Scanned {
  const code = codeOf(label);
  const item = order.quote.items.find(({ id }) => id === label.itemId);
  const shutter = pieces.find(({ itemId, piece }) => itemId === label.itemId && piece === label.piece);
  if (!item || !shutter) return { name: code, refusal: `${code} is not a shutter of ${orderNumber(order.id)}` };
  const place = item.quantity > 1 ? `, ${label.piece} of ${item.quantity}` : "";
  const window = [order.jobName, item.name].filter(Boolean).join(" ");
  const name = [`${orderNumber(order.id)} ${code}`, `${item.name}${place}`, order.jobName].filter(Boolean).join(" · ");
  const refuse = (why: string): Scanned => ({ name, refusal: `${window}${place}: ${why} (${orderNumber(order.id)} ${code})` });
  if (order.onHold) return refuse("on hold, the office is changing this order");
  const shipped = shippedBy(order.parcels).inWords([shutter]);
  if (shipped) return refuse(`already s${shipped.slice(1)}`);
  if (!isInWorkshop(order.orderStatus)) return refuse(`the order is ${ORDER_STATUS_LABEL[order.orderStatus].toLowerCase()}`);
  const open = (order.recuts ?? []).filter(({ itemId, piece }) => itemId === label.itemId && piece === label.piece);
  const mark = shutter[step];
  if (mark) {
    // Nothing is marked twice by a scan, so each recut is marked on the shutter's page.
    const recut = step === "cut" && open.length > 0 ? `; it ${waitInWords(open)}, marked as cut on its page` : "";
    return refuse(`already ${PIECE_STEP_LABEL[step].toLowerCase()}, ${timeInWords(mark.at)}${recut}`);
  }
  const lacks = step === "packed" ? open : open.filter(({ parts }) => parts.some(({ part }) => part !== LOUVRE));
  if (step !== "cut" && lacks.length > 0) return refuse(waitInWords(lacks));
  return { name, refusal: null };
}

/**
 * Finds a scanned shutter in the orders that this device knows, so that a scan which the server
 * would refuse is refused at once (rule W106). A refusal by stored data is read anew first.
 */
export async function findScanned(client: QueryClient, label: Label, step: PieceStep): Promise<Scanned> {
  try {
    const first = describeScan(await readShutter(client, label, false), label, step);
    if (first.refusal === null) return first;
    return describeScan(await readShutter(client, label, true), label, step);
  } catch (error) {
    const name = `${orderNumber(label.orderId)} ${codeOf(label)}`;
    if (error instanceof ApiError && error.status === 404) return { name, refusal: `${name}: ${whyUnknown(error)}` };
    // Without network and without a stored reply nobody knows: the mark is sent later.
    return { name: `${name}, not known on this device`, refusal: null };
  }
}

/**
 * The server's sentence about an order that moved or is on hold; else the order is no order here.
 */
const whyUnknown = ({ sentence }: ApiError): string =>
  sentence && !/not found/i.test(sentence) ? sentence.replace(/\.$/, "") : "not an order of this workshop";
