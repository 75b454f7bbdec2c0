import { and, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import type { Context, Handlers } from "#server/context.ts";
import { changeOrderStatus } from "#server/features/orders/change-order-status.ts";
import { knownCorrection, refuseChangedWindows } from "#server/features/orders/changed-windows.ts";
import { assignOrder, claimOrder, hasMarks, noLongerTheirs, recordInHand } from "#server/features/orders/order-maker.ts";
import { ordersVisibleTo } from "#server/features/orders/order-rows.ts";
import { lockOrder, orderAfterChange } from "#server/features/orders/orders.ts";
import { refuseShipped } from "#server/features/orders/parcels.ts";
import { progress, releaseMeasures, STEP_COLUMNS } from "#server/features/orders/progress.ts";
import { closeRecuts, finishRecuts, refuseRecuts } from "#server/features/orders/recuts.ts";
import { recordUndone } from "#server/features/orders/undone.ts";
import { type Doer, doerFor, jsonRows } from "#server/lists/select-parts.ts";
import { badRequest, conflict } from "#server/platform/http/errors.ts";
import { sawnParts } from "#server/schema/bar-plans.ts";
import { companies, users } from "#server/schema/companies-and-users.ts";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { quoteItems } from "#server/schema/quote-items.ts";
import { quotes } from "#server/schema/quotes.ts";
import { orderPieces } from "#server/schema/workshop.ts";
import { CHOOSE_WINDOW, type workshop as contract } from "#shared/contract/workshop.ts";
import { londonClock } from "#shared/domain/period.ts";
import { isInWorkshop, orderNumber } from "#shared/domain/trade/status.ts";
import { eachStep, type Marks, MOST_PIECES, markPiece, PIECE_STEPS, type PieceStep } from "#shared/domain/window/saw/pieces.ts";
import { keepMeasures } from "./measures.ts";

interface Mark {
  readonly at: Date;
  readonly by: number;
  /** The arrival of a mark that was sent later than its press. */
  readonly receivedAt: Date | null;
}
interface Window {
  readonly id: number;
  readonly name: string;
  readonly quantity: number;
}
/** A row as JSON, in which an instant is a text. */
type Row = { readonly [Name in keyof typeof orderPieces.$inferSelect]: Name extends `${string}At` ? string | null : number };

/**
 * Loads the windows of a visible order, or one window: the marks on their shutters, the people who
 * made the marks, and the order's progress. One statement reads all of it at one moment. @throws
 * 404
 */
export async function readPieces({ db, user, now }: Pick<Context, "db" | "user" | "now">, id: number, itemId?: number) {
  const isAsked = (column: typeof quoteItems.id | typeof orderPieces.itemId) => (itemId === undefined ? undefined : eq(column, itemId));
  const ofOrder = and(eq(orderPieces.orderId, orders.id), isAsked(orderPieces.itemId));
  const makers = sql.join(
    PIECE_STEPS.map((step) => sql`(${STEP_COLUMNS[step].by})`),
    sql`, `,
  );
  const [order] = await db
    .select({
      id: orders.id,
      progress,
      windows: jsonRows<Window>(
        { id: quoteItems.id, name: quoteItems.name, quantity: quoteItems.quantity },
        {
          from: sql`${quoteItems} where ${and(eq(quoteItems.quoteId, orders.quoteId), isAsked(quoteItems.id))}`,
          orderBy: quoteItems.place,
        },
      ),
      rows: jsonRows<Row>(getTableColumns(orderPieces), { from: sql`${orderPieces} where ${ofOrder}`, orderBy: orderPieces.piece }),
      doers: jsonRows<Doer & { readonly id: number }>(
        { id: users.id, ...doerFor(user) },
        {
          from: sql`${users} join ${companies} on ${eq(companies.id, users.companyId)}
            where ${users.id} in (select made.by from ${orderPieces}, lateral (values ${makers}) made (by) where ${ofOrder})`,
          orderBy: users.id,
        },
      ),
    })
    .from(orders)
    // The join has a technical reason: with one table drizzle writes columns without the table's
    // name, which the subqueries need.
    .innerJoin(quotes, eq(quotes.id, orders.quoteId))
    .where(and(eq(orders.id, id), ordersVisibleTo(user)));
  if (!order) throw await noLongerTheirs({ db, user, now }, id);
  if (itemId !== undefined && order.windows.length === 0) throw badRequest(CHOOSE_WINDOW);
  return order;
}
type Read = Awaited<ReturnType<typeof readPieces>>;

/** Each shutter of these windows with its marks; a shutter without marks has no row. */
function piecesIn({ windows, rows }: Pick<Read, "windows" | "rows">) {
  const known = new Map(rows.map((row) => [`${row.itemId}.${row.piece}`, row]));
  return windows.flatMap(({ id, quantity }) =>
    Array.from({ length: quantity }, (_, index) => {
      const row = known.get(`${id}.${index + 1}`);
      const marks: Marks<Mark> = eachStep((step) => {
        const at = row?.[`${step}At`];
        const received = row?.[`${step}ReceivedAt`];
        return row && at ? { at: new Date(at), by: row[`${step}By`], receivedAt: received ? new Date(received) : null } : null;
      });
      return { itemId: id, piece: index + 1, marks };
    }),
  );
}

/** Builds the reply for all shutters, or for the shutter with this number. */
function toReply(read: Read, only?: number) {
  const doers = new Map(read.doers.map(({ id, ...doer }) => [id, doer]));
  const asked = piecesIn(read).filter(({ piece }) => only === undefined || piece === only);
  const pieces = asked.map(({ marks, ...piece }) => {
    const named = eachStep((step) => {
      const mark = marks[step];
      const by = mark && doers.get(mark.by);
      return by ? { at: mark.at, by, ...(mark.receivedAt && { receivedAt: mark.receivedAt }) } : null;
    });
    return { ...piece, ...named };
  });
  return { progress: read.progress, pieces };
}

const eachColumn = <Value>(made: (step: (typeof PIECE_STEPS)[number]) => readonly [at: Value, by: Value, receivedAt: Value]) =>
  Object.fromEntries(
    PIECE_STEPS.flatMap((step) => {
      const [at, by, receivedAt] = made(step);
      return [
        [`${step}At`, at],
        [`${step}By`, by],
        [`${step}ReceivedAt`, receivedAt],
      ];
    }),
  );
/** The columns to write where the inserted row already exists. */
const AS_INSERTED = eachColumn((step) => [
  sql.raw(`excluded.${step}_at`),
  sql.raw(`excluded.${step}_by`),
  sql.raw(`excluded.${step}_received_at`),
]);

interface Asked {
  readonly step: PieceStep;
  readonly done: boolean;
  readonly read: Read;
  readonly isAsked: (piece: number) => boolean;
}

/**
 * Marks a step on shutters of a locked order that accepts marks. A shutter that is no longer cut
 * must be sawn again.
 * @returns the number of changed shutters, and true if the first mark claimed the order
 */
async function markShutters(
  { db, post, user, now, pressedAt }: Pick<Context, "db" | "post" | "user" | "now" | "pressedAt">,
  order: Awaited<ReturnType<typeof lockOrder>>,
  { step, done, read, isAsked }: Asked,
): Promise<{ readonly changed: number; readonly taken: boolean }> {
  const changed = piecesIn(read).flatMap((piece) => {
    if (!isAsked(piece.piece)) return [];
    const mark = { at: pressedAt, by: user.id, receivedAt: pressedAt < now ? now : null };
    const marks = markPiece(piece.marks, { step, done }, mark);
    const isPacked = marks.packed !== null && piece.marks.packed === null;
    const removed = PIECE_STEPS.filter((each) => piece.marks[each] !== null && marks[each] === null);
    return PIECE_STEPS.some((each) => marks[each] !== piece.marks[each]) ? [{ ...piece, marks, isPacked, removed }] : [];
  });
  if (changed.length === 0) return { changed: 0, taken: false };
  if (!done) await refuseShipped(db, order.id, changed);
  const rows = changed.map(({ itemId, piece, marks }) => {
    const columns = eachColumn<Date | number | null>((each) => [
      marks[each]?.at ?? null,
      marks[each]?.by ?? null,
      marks[each]?.receivedAt ?? null,
    ]);
    return { orderId: order.id, itemId, piece, ...columns };
  });
  const packed = changed.filter(({ isPacked }) => isPacked);
  if (packed.length > 0) await refuseRecuts(db, order.id, packed);
  const key = [orderPieces.orderId, orderPieces.itemId, orderPieces.piece];
  await db.insert(orderPieces).values(rows).onConflictDoUpdate({ target: key, set: AS_INSERTED });
  if (done) await keepMeasures({ db, user, now }, order.id);
  const again = changed.filter(({ marks }) => marks.cut === null);
  for (const itemId of new Set(again.map((piece) => piece.itemId))) {
    const pieces = again.filter((piece) => piece.itemId === itemId).map(({ piece }) => piece);
    await db.delete(sawnParts).where(and(eq(sawnParts.orderId, order.id), eq(sawnParts.itemId, itemId), inArray(sawnParts.piece, pieces)));
    await closeRecuts(db, order.id, { itemId, pieces, at: pressedAt });
  }
  const removedMarks = changed.flatMap(({ itemId, piece, removed }) => removed.map((each) => ({ itemId, piece, step: each })));
  await recordUndone({ db, user, now: pressedAt }, order.id, removedMarks);
  if (again.length > 0) await releaseMeasures(db, order.id);
  await recordInHand(db, user, order.id);
  const taken = done && (await claimOrder({ db, user, now }, order));
  if (done && order.status === "pending") await changeOrderStatus({ db, post, user, now, pressedAt }, order, "processing");
  return { changed: changed.length, taken };
}

/**
 * Refuses to undo what another person has marked since the device last knew the shutters (rule
 * W88). @throws 409
 */
export function refuseUnseen(
  read: Read,
  userId: number,
  { step, seen, isAsked }: { readonly step: PieceStep; readonly seen: Date; readonly isAsked: (piece: number) => boolean },
): void {
  const undone = PIECE_STEPS.slice(PIECE_STEPS.indexOf(step));
  const newer = piecesIn(read)
    .filter(({ piece }) => isAsked(piece))
    .flatMap(({ marks }) =>
      undone.flatMap((each) => {
        const mark = marks[each];
        return mark && mark.by !== userId && (mark.receivedAt ?? mark.at) > seen ? [{ ...mark, step: each }] : [];
      }),
    )
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .at(-1);
  const doer = newer && read.doers.find(({ id }) => id === newer.by);
  if (newer && doer) throw conflict(`${doer.contactName} marked it ${newer.step} at ${londonClock(newer.at)}`);
}

/** Marks these shutters of a window as cut, after their last part was sawn. */
export async function markAsCut(
  context: Pick<Context, "db" | "post" | "user" | "now" | "pressedAt">,
  order: Awaited<ReturnType<typeof lockOrder>>,
  { itemId, pieces }: { readonly itemId: number; readonly pieces: readonly number[] },
): Promise<void> {
  const read = await readPieces(context, order.id, itemId);
  await markShutters(context, order, { step: "cut", done: true, read, isAsked: (piece) => pieces.includes(piece) });
}

export const pieceHandlers: Handlers<Pick<typeof contract, "pieces" | "mark" | "take" | "giveBack">> = {
  pieces: async ({ db, user, params, query, now }) => {
    const { piece: label, itemId = label?.itemId } = query;
    const read = await readPieces({ db, user, now }, params.id, itemId);
    // A request for one window shows that a label was scanned, so the order is in this workshop's
    // hands.
    if (itemId !== undefined) await recordInHand(db, user, read.id);
    if (label) return toReply(read, label.piece);
    const shutters = read.windows.reduce((sum, { quantity }) => sum + quantity, 0);
    if (shutters > MOST_PIECES) throw conflict(`Order ${orderNumber(read.id)} has ${shutters} shutters: ask for those of one window`);
    return toReply(read);
  },

  mark: async ({ db, post, user, params, body, now, pressedAt, record }) => {
    const known = body.done ? await knownCorrection(db, params.id, pressedAt) : 0;
    const order = await lockOrder({ db, user, now }, params.id);
    if (!isInWorkshop(order.status)) throw conflict(`This order is ${order.status}`);
    const read = await readPieces({ db, user, now }, order.id, body.itemId);
    const [{ name, quantity } = { name: "", quantity: 0 }] = read.windows;
    if (body.piece !== undefined && body.piece > quantity)
      throw badRequest(`Window "${name}" has ${quantity === 1 ? "one shutter" : `${quantity} shutters`}`);
    const isAsked = (piece: number) => body.piece === undefined || body.piece === piece;
    if (!body.done && body.seen !== undefined) refuseUnseen(read, user.id, { ...body, seen: new Date(body.seen), isAsked });
    if (body.done) await refuseChangedWindows(db, order.id, { known, windows: [{ id: body.itemId, name }] });
    // A mark of the named shutter as cut also says that its spoiled parts are cut again (rule W96).
    const named = body.piece ?? (quantity === 1 ? 1 : null);
    const isRecut = body.done && body.step === "cut" && named !== null;
    const recut = isRecut ? await finishRecuts(db, order.id, { itemId: body.itemId, piece: named, at: pressedAt, by: user.id }) : 0;
    const { changed, taken } = await markShutters({ db, post, user, now, pressedAt }, order, { ...body, read, isAsked });
    if (changed === 0 && recut === 0) {
      record(null);
      return toReply(read);
    }
    const after = { ...body, pieces: changed, ...(recut > 0 && { recut }), ...(taken && { supplierId: user.companyId }) };
    record({ targetType: "orders", after });
    return toReply(await readPieces({ db, user, now }, order.id, body.itemId));
  },

  take: async ({ db, user, params, now, record }) => {
    const order = await lockOrder({ db, user, now }, params.id);
    if (order.supplierId === null && !isInWorkshop(order.status)) throw conflict(`This order is ${order.status}`);
    const taken = await claimOrder({ db, user, now }, order);
    record(taken ? { targetType: "orders", before: { supplierId: null }, after: { supplierId: user.companyId } } : null);
    return orderAfterChange({ db, user, now }, order.id);
  },

  giveBack: async ({ db, user, params, now, record }) => {
    const order = await lockOrder({ db, user, now }, params.id);
    if (order.supplierId !== null) {
      if (await hasMarks(db, order.id)) throw conflict("This order has marks");
      if (!isInWorkshop(order.status)) throw conflict(`This order is ${order.status}`);
      await assignOrder({ db, now }, order, null);
    }
    const { supplierId } = order;
    record(supplierId === null ? null : { targetType: "orders", before: { supplierId }, after: { supplierId: null } });
    return orderAfterChange({ db, user, now }, order.id);
  },
};
