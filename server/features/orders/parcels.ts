import { setImmediate as others } from "node:timers/promises";
import { and, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Context } from "#server/context.ts";
import { asMadeBy, workshopFor } from "#server/features/companies/workshop-settings.ts";
import { type Doer, doerFor, itemsToMake, jsonObject, jsonRows, type Viewer } from "#server/lists/select-parts.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { SignedInUser } from "#server/platform/http/call.ts";
import { conflict, notFound } from "#server/platform/http/errors.ts";
import { recutParts } from "#server/schema/bar-plans.ts";
import { companies, users } from "#server/schema/companies-and-users.ts";
import { orderStatusChanges, orders } from "#server/schema/orders-and-remakes.ts";
import { quoteItems } from "#server/schema/quote-items.ts";
import { orderPieces, parcelPieces, parcels } from "#server/schema/workshop.ts";
import { pieceInWords } from "#shared/contract/parts/papers.ts";
import type { Day } from "#shared/domain/period.ts";
import { type Carrier, trackingUrlOf } from "#shared/domain/trade/carriers.ts";
import { packedInWords } from "#shared/domain/trade/parcels.ts";
import { isInWorkshop, ORDER_STATUS_LABEL, type OrderStatus, SHIPPED_ORDER_STATUSES, wasShipped } from "#shared/domain/trade/status.ts";
import { toDraw } from "#shared/domain/window/geometry/window-layout.ts";
import { weigh } from "#shared/domain/window/saw/hardware.ts";
import { MOST_PIECES, PIECE_STEPS, type PieceStep } from "#shared/domain/window/saw/pieces.ts";
import { copyParcelTracking } from "./copied-columns.ts";
import { releaseMeasures } from "./progress.ts";
import { recordUndone } from "./undone.ts";

type Order = typeof orders.$inferSelect;

export interface ShippedPiece {
  readonly itemId: number;
  readonly piece: number;
}
export interface Shipment {
  readonly shippingDate: Day;
  readonly carrier: Carrier | null;
  readonly trackingNumber: string | null;
}

const sent = sql.raw(SHIPPED_ORDER_STATUSES.map((status) => `'${status}'`).join(", "));
/** For a statement about an order: the number of its shutters that were shipped (rule W83). */
export const shippedCount: SQL<number> = sql<number>`case when ${orders.status} in (${sent}) then ${orders.shutters}
  else (select count(*)::int from ${parcelPieces} where ${eq(parcelPieces.orderId, orders.id)}) end`.mapWith(Number);

/** For a statement about an order: true if it was shipped before, whatever its status is now. */
export const shippedBefore: SQL<boolean> = sql<boolean>`exists (select from ${orderStatusChanges}
  where ${eq(orderStatusChanges.orderId, orders.id)} and ${orderStatusChanges.to} = 'shipped')`;

const piecesOfParcel = jsonRows<ShippedPiece>(
  { itemId: parcelPieces.itemId, piece: parcelPieces.piece },
  {
    from: sql`${parcelPieces} where ${eq(parcelPieces.parcelId, parcels.id)}`,
    orderBy: sql`${parcelPieces.itemId}, ${parcelPieces.piece}`,
  },
);
/** The columns of a parcel, for a statement that also selects its order. */
const parcelColumns = {
  id: parcels.id,
  n: parcels.n,
  // A very large order's reply would be megabytes long.
  pieces: sql<ShippedPiece[]>`case when ${orders.shutters} <= ${sql.raw(String(MOST_PIECES))} then ${piecesOfParcel} else '[]' end`,
  shutters: sql<number>`(select count(*)::int from ${parcelPieces} where ${eq(parcelPieces.parcelId, parcels.id)})`,
  kg: sql<number>`${parcels.kg}::float8`,
  shippingDate: parcels.shippingDate,
  carrier: parcels.carrier,
  trackingNumber: parcels.trackingNumber,
  createdAt: parcels.createdAt,
};

interface ParcelRow extends Shipment {
  readonly id: number;
  readonly n: number;
  readonly pieces: ShippedPiece[];
  readonly shutters: number;
  readonly kg: number;
  readonly createdAt: string;
  readonly by: Doer;
}
/** The parcels of the order that the statement selects, with the person who made each. */
export const parcelsFor = (viewer: Viewer): SQL<ParcelRow[]> =>
  jsonRows<ParcelRow>(
    { ...parcelColumns, by: jsonObject(doerFor(viewer)) },
    {
      from: sql`${parcels} join ${users} on ${eq(users.id, parcels.byUserId)} join ${companies} on ${eq(companies.id, users.companyId)}
        where ${eq(parcels.orderId, orders.id)}`,
      orderBy: parcels.n,
    },
  );

/** The parcels as a reply has them. */
export const parcelsInReply = (rows: readonly ParcelRow[]) =>
  rows.map(({ by: _, createdAt, ...parcel }) => ({ ...parcel, trackingUrl: trackingUrlOf(parcel), createdAt: new Date(createdAt) }));

/** Adds a line for each parcel to an order's history, unless one parcel is the whole order. */
export const parcelLines = (rows: readonly ParcelRow[], { shutters, status }: Pick<Order, "shutters" | "status">) =>
  rows.length === 1 && wasShipped(status)
    ? []
    : rows.map(({ n, shutters: done, createdAt: at, by }) => ({ parcel: n, done, of: shutters, at, by }));

/**
 * One parcel of an order, as a reply has it.
 * @throws 404
 */
export async function existingParcel(db: Db, orderId: number, parcelId: number) {
  const [row] = await db
    .select({ ...parcelColumns, emailedAt: parcels.emailedAt })
    .from(parcels)
    .innerJoin(orders, eq(orders.id, parcels.orderId))
    .where(and(eq(parcels.id, parcelId), eq(parcels.orderId, orderId)));
  if (!row) throw notFound("Parcel");
  return { ...row, trackingUrl: trackingUrlOf(row) };
}

/** The parcels of an order, by their numbers. */
export const parcelsOfOrder = (db: Db, orderId: number) =>
  db
    .select(parcelColumns)
    .from(parcels)
    .innerJoin(orders, eq(orders.id, parcels.orderId))
    .where(eq(parcels.orderId, orderId))
    .orderBy(parcels.n);

/** All pieces of a parcel, in the order of their numbers. */
export const piecesIn = (db: Db, parcelId: number): Promise<ShippedPiece[]> =>
  db
    .select({ itemId: parcelPieces.itemId, piece: parcelPieces.piece })
    .from(parcelPieces)
    .where(eq(parcelPieces.parcelId, parcelId))
    .orderBy(parcelPieces.itemId, parcelPieces.piece);

type Shipping = Pick<Context, "db" | "now"> & { readonly user: SignedInUser };

/**
 * Stores a parcel of a locked order with these pieces, or with all that were not shipped yet. The
 * database refuses a piece that is in another parcel. Nothing is stored if no piece remains.
 * @returns the parcel's id; null without a piece
 */
export async function storeParcel(
  { db, user, now }: Shipping,
  order: Pick<Order, "id" | "quoteId" | "supplierId">,
  { pieces, shipment }: { readonly pieces: readonly ShippedPiece[] | "remaining"; readonly shipment: Shipment },
): Promise<number | null> {
  const chosen = pieces === "remaining" ? await remainingPieces(db, order) : pieces;
  if (chosen.length === 0) return null;
  const next = sql`(select coalesce(max(n), 0) + 1 from ${parcels} where ${eq(parcels.orderId, order.id)})`;
  const [parcel] = await db
    .insert(parcels)
    .values({ orderId: order.id, n: next, kg: await weightOf({ db, user }, order, chosen), ...shipment, createdAt: now, byUserId: user.id })
    .returning({ id: parcels.id });
  if (!parcel) throw new Error("The parcel was not stored");
  const numbers = (name: keyof ShippedPiece) => sql`${`{${chosen.map((piece) => piece[name]).join()}}`}::int[]`;
  await db.execute(sql`insert into ${parcelPieces} (order_id, item_id, piece, parcel_id)
    select ${order.id}::int, item_id, piece, ${parcel.id}::int from unnest(${numbers("itemId")}, ${numbers("piece")}) shipped (item_id, piece)`);
  await copyParcelTracking(db, order.id);
  return parcel.id;
}

async function remainingPieces(db: Db, { id, quoteId }: Pick<Order, "id" | "quoteId">): Promise<ShippedPiece[]> {
  const { rows } = await db.execute<{ itemId: number; piece: number }>(sql`
    select i.id as "itemId", piece.n as piece from ${quoteItems} i, generate_series(1, i.quantity) piece (n)
    where i.quote_id = ${quoteId}
      and not exists (select from ${parcelPieces} p where p.order_id = ${id} and p.item_id = i.id and p.piece = piece.n)`);
  return rows;
}

/** The number of an order's shutters that are in no parcel. */
export async function countRemaining(db: Db, { id, shutters }: Pick<Order, "id" | "shutters">): Promise<number> {
  return shutters - (await db.$count(parcelPieces, eq(parcelPieces.orderId, id)));
}

const WINDOWS_AT_A_TIME = 10;

/** The weight of the pieces with their frames, in kilograms to a tenth. */
async function weightOf(
  { db, user }: Pick<Shipping, "db" | "user">,
  order: Pick<Order, "id" | "quoteId" | "supplierId">,
  pieces: readonly ShippedPiece[],
): Promise<number> {
  const counts = new Map<number, number>();
  for (const { itemId } of pieces) counts.set(itemId, (counts.get(itemId) ?? 0) + 1);
  const made = { id: order.id, supplier: order.supplierId === null ? null : { id: order.supplierId } };
  const own = asMadeBy((await workshopFor(db, user, [made]))(made));
  const windows = (await itemsToMake(db, [order.quoteId]))(order.quoteId).filter(({ id }) => counts.has(id));
  let kg = 0;
  for (const [index, item] of windows.entries()) {
    if (index > 0 && index % WINDOWS_AT_A_TIME === 0) await others();
    kg += weigh(toDraw({ ...item, ...own })).total * (counts.get(item.id) ?? 0);
  }
  return Math.round(kg * 10) / 10;
}

const lastParcelOf = (orderId: number): SQL =>
  sql`${parcels.id} = (select p.id from ${parcels} p where p.order_id = ${orderId} order by p.n desc limit 1)`;

/** Stores a correction of a shipped order's carrier, number or day with its last parcel too. */
export async function correctLastParcel(db: Db, orderId: number, corrected: Partial<Shipment>): Promise<void> {
  await db.update(parcels).set(corrected).where(lastParcelOf(orderId));
  if (corrected.trackingNumber !== undefined) await copyParcelTracking(db, orderId);
}

/** Stores a correction of a parcel's carrier and number, by which searches find its locked order. */
export async function correctParcel(
  db: Db,
  orderId: number,
  parcelId: number,
  tracking: Pick<Shipment, "carrier" | "trackingNumber">,
): Promise<void> {
  await db.update(parcels).set(tracking).where(eq(parcels.id, parcelId));
  await copyParcelTracking(db, orderId);
}

/**
 * Adapts a locked order's parcels to its next status. An order that leaves the workshop ships its
 * remaining pieces as one parcel. An order that returns loses its last parcel if nothing remained.
 * @throws 409 if shipped pieces would belong to an order that is cancelled or corrected
 */
export async function moveParcels(context: Shipping, order: Order, to: OrderStatus, shipment: Shipment): Promise<void> {
  const { db } = context;
  if (wasShipped(to)) {
    if (!wasShipped(order.status)) await storeParcel(context, order, { pieces: "remaining", shipment });
    return;
  }
  let remaining = await countRemaining(db, order);
  if (remaining === 0 && (to === "draft" || isInWorkshop(to))) {
    await removeParcel(context, order.id, await lastParcelId(db, order.id));
    remaining = await countRemaining(db, order);
  }
  const shipped = order.shutters - remaining;
  const losesParcels = to === "draft" || (to === "cancelled" && !wasShipped(order.status));
  if (losesParcels && shipped > 0 && remaining > 0)
    throw conflict(
      `${shipped} of ${order.shutters} ${shipped === 1 ? "is" : "are"} already shipped: this order cannot become ${ORDER_STATUS_LABEL[to].toLowerCase()}`,
    );
}

/** Stores the first step that a parcel itself marked on each of its shutters (rule W84). */
export async function storeParcelMarks(
  db: Db,
  parcelId: number,
  marks: readonly (ShippedPiece & { readonly markedFrom: PieceStep })[],
): Promise<void> {
  const values = (name: keyof (typeof marks)[number]) => `{${marks.map((mark) => mark[name]).join()}}`;
  await db.execute(sql`update ${parcelPieces} shipped set marked_from = made.step
    from unnest(${values("itemId")}::int[], ${values("piece")}::int[], ${values("markedFrom")}::text[]) made (item_id, piece, step)
    where shipped.parcel_id = ${parcelId} and shipped.item_id = made.item_id and shipped.piece = made.piece`);
}

/**
 * Deletes a parcel of a locked order, and the marks that the parcel itself made on its shutters
 * (rule W84), each with its line in the history.
 */
export async function removeParcel(context: Pick<Context, "db" | "user" | "now">, orderId: number, parcelId: number): Promise<void> {
  const { db } = context;
  const { markedFrom, itemId, piece } = parcelPieces;
  const marked = await db
    .select({ itemId, piece, markedFrom })
    .from(parcelPieces)
    .where(and(eq(parcelPieces.parcelId, parcelId), isNotNull(markedFrom)))
    .orderBy(itemId, piece);
  const removedMarks = marked.flatMap(({ markedFrom: from, ...shutter }) =>
    from === null ? [] : PIECE_STEPS.slice(PIECE_STEPS.indexOf(from)).map((step) => ({ ...shutter, step })),
  );
  const formerMarks = Object.fromEntries(
    PIECE_STEPS.flatMap((step, index) => {
      const isMade = inArray(markedFrom, PIECE_STEPS.slice(0, index + 1));
      return (["At", "By", "ReceivedAt"] as const).map((part) => {
        const name = `${step}${part}` as const;
        return [name, sql`case when ${isMade} then null else ${orderPieces[name]} end`];
      });
    }),
  );
  await db
    .update(orderPieces)
    .set(formerMarks)
    .from(parcelPieces)
    .where(
      and(
        eq(parcelPieces.parcelId, parcelId),
        isNotNull(markedFrom),
        eq(orderPieces.orderId, orderId),
        eq(orderPieces.itemId, itemId),
        eq(orderPieces.piece, piece),
      ),
    );
  await recordUndone(context, orderId, removedMarks);
  await releaseMeasures(db, orderId);
  await db.delete(parcels).where(eq(parcels.id, parcelId));
  await copyParcelTracking(db, orderId);
}

/** The parcels of an order whose email waits. They count as emailed from now on. */
export async function takeParcelsToMail(tx: Db, orderId: number, now: Date) {
  const waiting = await tx
    .select({ ...parcelColumns, isLast: sql<boolean>`${parcels.n} = (select max(p.n) from ${parcels} p where p.order_id = ${orderId})` })
    .from(parcels)
    .innerJoin(orders, eq(orders.id, parcels.orderId))
    .where(and(eq(parcels.orderId, orderId), isNull(parcels.emailedAt)))
    .orderBy(parcels.n);
  if (waiting.length > 0)
    await tx
      .update(parcels)
      .set({ emailedAt: now })
      .where(and(eq(parcels.orderId, orderId), isNull(parcels.emailedAt)));
  return waiting;
}

/** The parcel in which an order's last pieces left. */
export async function lastParcelId(db: Db, orderId: number): Promise<number> {
  const [row] = await db.select({ id: parcels.id }).from(parcels).where(eq(parcels.orderId, orderId)).orderBy(desc(parcels.n)).limit(1);
  if (!row) throw new Error("A shipped order has a parcel");
  return row.id;
}

/**
 * An order is shipped without a question only if all of its shutters that are in no parcel are
 * packed, without a part to recut.
 * @throws 409 `2 of 4 are packed`
 */
export async function requirePacked(db: Db, order: Pick<Order, "id" | "shutters">): Promise<void> {
  const lacks = (table: typeof recutParts | typeof parcelPieces, more?: SQL) => sql`not exists (select from ${table}
    where ${and(eq(table.orderId, orderPieces.orderId), eq(table.itemId, orderPieces.itemId), eq(table.piece, orderPieces.piece), more)})`;
  const packed = await db.$count(
    orderPieces,
    and(
      eq(orderPieces.orderId, order.id),
      isNotNull(orderPieces.packedAt),
      lacks(parcelPieces),
      lacks(recutParts, isNull(recutParts.doneAt)),
    ),
  );
  const shutters = await countRemaining(db, order);
  if (packed < shutters) throw conflict(packedInWords({ packed, shutters }));
}

/** @throws 409 `487.1 is already shipped` if a parcel of the order has one of the shutters */
export async function refuseShipped(db: Db, orderId: number, pieces: readonly ShippedPiece[]): Promise<void> {
  const { itemId, piece } = parcelPieces;
  const shipped = await db
    .select({ itemId, piece })
    .from(parcelPieces)
    .where(and(eq(parcelPieces.orderId, orderId), inArray(itemId, [...new Set(pieces.map((each) => each.itemId))])));
  const known = new Set(shipped.map((each) => pieceInWords(each.itemId, each.piece)));
  const first = pieces.map((each) => pieceInWords(each.itemId, each.piece)).find((each) => known.has(each));
  if (first) throw conflict(`${first} is already shipped`);
}
