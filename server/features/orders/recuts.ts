import { and, eq, inArray, isNull, lte, type SQL, sql } from "drizzle-orm";
import { asMadeBy, type WorkshopTable } from "#server/features/companies/workshop-settings.ts";
import { type Doer, doerFor, jsonObject, jsonRows, type QuoteItem, type Viewer } from "#server/lists/select-parts.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { conflict } from "#server/platform/http/errors.ts";
import { recutParts, recuts } from "#server/schema/bar-plans.ts";
import { companies, users } from "#server/schema/companies-and-users.ts";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { pieceInWords } from "#shared/contract/parts/papers.ts";
import { toDraw } from "#shared/domain/window/geometry/window-layout.ts";
import { type CutPart, cutList } from "#shared/domain/window/saw/cut-list.ts";
import { isReplacedIn, numberCuts, type RecutReason } from "#shared/domain/window/saw/recuts.ts";

/** The newest recuts that an order lists. */
const MOST_RECUTS = 200;

interface RecutPartRow {
  readonly panel: number | null;
  readonly part: CutPart;
  readonly count: number;
  /** The number of these parts that are still to be cut. */
  readonly left: number;
  readonly replaces: number[];
  readonly chosen: boolean;
}
export interface RecutRow {
  readonly id: number;
  readonly itemId: number;
  readonly piece: number;
  readonly reason: RecutReason;
  readonly note: string | null;
  readonly createdAt: string;
  readonly by: Doer;
  readonly parts: readonly RecutPartRow[];
}

/** The frame is panel 0 in the table. */
export const panelOfRow = sql<number | null>`nullif(${recutParts.panel}, 0)`;

const recutColumns = (viewer: Viewer) => ({
  id: recuts.id,
  itemId: recuts.itemId,
  piece: recuts.piece,
  reason: recuts.reason,
  note: recuts.note,
  createdAt: recuts.createdAt,
  by: jsonObject<Doer>(doerFor(viewer)),
  parts: jsonRows<RecutPartRow>(
    {
      panel: sql`nullif(kind.panel, 0)`,
      part: sql`kind.part`,
      count: sql`kind.count`,
      left: sql`kind.unfinished`,
      replaces: sql`kind.replaces`,
      chosen: sql`kind.chosen`,
    },
    {
      from: sql`(select panel, part, min(nth) as first, count(*)::int as count, count(*) filter (where done_at is null)::int as unfinished,
        coalesce(array_agg(replaces order by nth) filter (where done_at is null), '{}') as replaces, bool_and(is_chosen) as chosen
        from ${recutParts} where ${eq(recutParts.recutId, recuts.id)} group by panel, part) kind`,
      orderBy: sql`kind.first`,
    },
  ),
});

/**
 * For a statement about an order: its newest recuts, the oldest of these first; none for customers.
 */
export const recutsFor = (viewer: Viewer): SQL<RecutRow[]> =>
  viewer.role === "customer"
    ? sql<RecutRow[]>`'[]'::json`
    : jsonRows<RecutRow>(recutColumns(viewer), {
        from: sql`(select * from ${recuts} where ${eq(recuts.orderId, orders.id)} order by id desc limit ${sql.raw(String(MOST_RECUTS))}) ${recuts}
          join ${users} on ${eq(users.id, recuts.byUserId)} join ${companies} on ${eq(companies.id, users.companyId)}`,
        orderBy: recuts.id,
      });

const asRecorded = ({ createdAt, parts, ...recut }: RecutRow) => ({
  ...recut,
  createdAt: new Date(createdAt),
  parts: parts.map(({ left: _, ...part }) => part),
});
/** A recut as it was recorded. */
export async function readRecut(db: Db, viewer: Viewer, id: number) {
  const [row] = await db
    .select({ row: jsonObject<RecutRow>(recutColumns(viewer)) })
    .from(recuts)
    .innerJoin(users, eq(users.id, recuts.byUserId))
    .innerJoin(companies, eq(companies.id, users.companyId))
    .where(eq(recuts.id, id));
  if (!row) throw new Error("The recut was not stored");
  return asRecorded(row.row);
}

/** The recuts that are not finished, each with the parts that are still to be cut. */
export const openRecuts = (rows: readonly RecutRow[]) =>
  rows.flatMap((row) => {
    const parts = row.parts.filter(({ left }) => left > 0).map((part) => ({ ...part, count: part.left }));
    return parts.length > 0 ? [asRecorded({ ...row, parts })] : [];
  });

export type OpenRecut = ReturnType<typeof openRecuts>[number];

/** Reads the open recuts of each of these orders. */
export async function openRecutsOf(db: Db, viewer: Viewer, orderIds: readonly number[]): Promise<(orderId: number) => OpenRecut[]> {
  const open = db
    .select({ id: recutParts.recutId })
    .from(recutParts)
    .where(and(inArray(recutParts.orderId, [...orderIds]), isNull(recutParts.doneAt)));
  const rows = await db
    .select({ orderId: recuts.orderId, row: jsonObject<RecutRow>(recutColumns(viewer)) })
    .from(recuts)
    .innerJoin(users, eq(users.id, recuts.byUserId))
    .innerJoin(companies, eq(companies.id, users.companyId))
    .where(inArray(recuts.id, open))
    .orderBy(recuts.id);
  return (orderId) => openRecuts(rows.filter((each) => each.orderId === orderId).map(({ row }) => row));
}

/** For a statement about an order: the number of its recuts with parts that are still to be cut. */
export const openRecutCount: SQL<number> = sql<number>`(select count(distinct ${recutParts.recutId})::int from ${recutParts}
  where ${and(eq(recutParts.orderId, orders.id), isNull(recutParts.doneAt))})`.mapWith(Number);

/** A recut's shutter and parts in a line of the order's history. */
export function recutFacts(row: RecutRow) {
  const { itemId, piece, reason, note, parts } = asRecorded(row);
  return { piece: pieceInWords(itemId, piece), recut: { itemId, piece, parts, reason, note } };
}

/** The line of each recut in the order's history (rule W95). */
export const recutLines = (rows: readonly RecutRow[]) =>
  rows.map((row) => ({ event: "recut" as const, ...recutFacts(row), at: new Date(row.createdAt).toISOString(), by: row.by }));

interface Piece {
  readonly itemId: number;
  readonly piece: number;
}

const openOf = (orderId: number, itemIds: readonly number[]) =>
  and(eq(recutParts.orderId, orderId), inArray(recutParts.itemId, [...itemIds]), isNull(recutParts.doneAt));

/** @throws 409 `487.1 has parts to recut` if a shutter is not whole */
export async function refuseRecuts(db: Db, orderId: number, pieces: readonly Piece[]): Promise<void> {
  const open = await db
    .selectDistinct({ itemId: recutParts.itemId, piece: recutParts.piece })
    .from(recutParts)
    .where(openOf(orderId, [...new Set(pieces.map(({ itemId }) => itemId))]));
  const known = new Set(open.map(({ itemId, piece }) => pieceInWords(itemId, piece)));
  const first = pieces.map(({ itemId, piece }) => pieceInWords(itemId, piece)).find((each) => known.has(each));
  if (first) throw conflict(`${first} has parts to recut`);
}

/**
 * Records that a person has cut the recut parts of this shutter by hand. Recuts that were recorded
 * after `at`, when the person pressed, stay open (rule W96).
 * @returns the number of these parts
 */
export async function finishRecuts(
  db: Db,
  orderId: number,
  { itemId, piece, at, by }: Piece & { readonly at: Date; readonly by: number },
): Promise<number> {
  const known = db
    .select({ id: recuts.id })
    .from(recuts)
    .where(and(eq(recuts.orderId, orderId), lte(recuts.createdAt, at)));
  const done = await db
    .update(recutParts)
    .set({ doneAt: at, doneByUserId: by })
    .where(and(openOf(orderId, [itemId]), eq(recutParts.piece, piece), inArray(recutParts.recutId, known)))
    .returning({ nth: recutParts.nth });
  return done.length;
}

/** Closes the recuts of shutters that are cut again as a whole: none of their parts waits again. */
export async function closeRecuts(
  db: Db,
  orderId: number,
  { itemId, pieces, at }: { readonly itemId: number; readonly pieces: readonly number[]; readonly at: Date },
): Promise<void> {
  await db
    .update(recutParts)
    .set({ doneAt: sql`coalesce(${recutParts.doneAt}, ${at.toISOString()}::timestamptz)`, doneByUserId: null })
    .where(and(eq(recutParts.orderId, orderId), eq(recutParts.itemId, itemId), inArray(recutParts.piece, [...pieces])));
}

/**
 * The rows of a cut list for the parts that are to be cut again, one for each shutter and length.
 */
export async function recutRows(db: Db, orderId: number, items: readonly QuoteItem[], workshop: WorkshopTable) {
  const open = await db
    .select({ itemId: recutParts.itemId, piece: recutParts.piece, panel: panelOfRow, part: recutParts.part, replaces: recutParts.replaces })
    .from(recutParts)
    .where(and(eq(recutParts.orderId, orderId), isNull(recutParts.doneAt)))
    .orderBy(recutParts.itemId, recutParts.piece, recutParts.panel, recutParts.nth);
  const spoiled = new Set(open.map(({ itemId }) => itemId));
  return items
    .filter(({ id }) => spoiled.has(id))
    .flatMap((item) => {
      const own = open.filter(({ itemId }) => itemId === item.id);
      const cuts = numberCuts(cutList({ ...toDraw(item), ...asMadeBy(workshop) }));
      const of = { window: item.name, itemId: item.id, material: item.shutterType, color: item.colorSelection };
      return [...new Set(own.map(({ piece }) => piece))].flatMap((piece) =>
        cuts.flatMap(({ row, ...which }) => {
          const count = own.filter((each) => each.piece === piece && isReplacedIn(which, each)).length;
          return count > 0 ? [{ ...of, ...row, count, recut: true, piece }] : [];
        }),
      );
    });
}
