import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import { type Doer, doerFor, jsonObject, type Viewer } from "#server/lists/select-parts.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { sawnParts } from "#server/schema/bar-plans.ts";
import { companies, users } from "#server/schema/companies-and-users.ts";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { quoteItems } from "#server/schema/quote-items.ts";
import { orderMeasures, orderPieces } from "#server/schema/workshop.ts";
import { eachStep, PIECE_STEPS, type PieceStep } from "#shared/domain/window/saw/pieces.ts";

/** The columns with the time and person of each step of a piece. */
export const STEP_COLUMNS = {
  cut: { at: orderPieces.cutAt, by: orderPieces.cutBy },
  assembled: { at: orderPieces.assembledAt, by: orderPieces.assembledBy },
  finished: { at: orderPieces.finishedAt, by: orderPieces.finishedBy },
  packed: { at: orderPieces.packedAt, by: orderPieces.packedBy },
} as const satisfies Record<PieceStep, object>;

type Progress = Readonly<Record<PieceStep, number>>;

const isOfOrder = eq(orderPieces.orderId, orders.id);

/**
 * An SQL expression for a query of orders: the number of shutters that have passed each step (rule
 * W3).
 */
export const progress: SQL<Progress> = sql`(
  select ${jsonObject<Progress>(eachStep((step) => sql`count(${STEP_COLUMNS[step].at})`))} from ${orderPieces} where ${isOfOrder})`;

interface LastMark {
  readonly at: string;
  readonly by: Doer;
}
/** The time and person of the last mark of each step; null for a step without marks. */
export const lastMarksFor = (viewer: Viewer) =>
  jsonObject<Readonly<Record<PieceStep, LastMark | null>>>(
    eachStep((step) => {
      const { at, by } = STEP_COLUMNS[step];
      return sql`(select ${jsonObject<LastMark>({ at, by: jsonObject(doerFor(viewer)) })}
      from ${orderPieces} join ${users} on ${eq(users.id, by)} join ${companies} on ${eq(companies.id, users.companyId)}
      where ${isOfOrder} and ${at} is not null order by ${at} desc limit 1)`;
    }),
  );

interface Change {
  readonly at: string;
}
/**
 * Adds one line for each step to an order's history; each mark of the step updates the line (rule
 * W4). The newest line is last.
 */
export function withSteps<Line extends Change>(
  changes: readonly Line[],
  { shutters, progress: counted, lastMarks: last }: { shutters: number; progress: Progress; lastMarks: Record<PieceStep, LastMark | null> },
) {
  const steps = PIECE_STEPS.flatMap((step) => {
    const mark = last[step];
    return mark ? [{ step, done: counted[step], of: shutters, ...mark }] : [];
  });
  return [...changes, ...steps]
    .map((line) => ({ ...line, at: new Date(line.at) }))
    .toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

/** Counts what is cut of an order: whole shutters, and bars with a part of it. */
export async function cutOf(db: Db, orderId: number): Promise<{ readonly cut: number; readonly bars: number; readonly shutters: number }> {
  const [counts] = await db
    .select({
      cut: sql<number>`(select count(*)::int from ${orderPieces} where ${and(eq(orderPieces.orderId, orders.id), isNotNull(orderPieces.cutAt))})`,
      bars: sql<number>`(select count(distinct (${sawnParts.planId}, ${sawnParts.bar}))::int from ${sawnParts} where ${eq(sawnParts.orderId, orders.id)})`,
      shutters: sql<number>`(select sum(${quoteItems.quantity})::int from ${quoteItems} where ${eq(quoteItems.quoteId, orders.quoteId)})`,
    })
    .from(orders)
    .where(eq(orders.id, orderId));
  return counts ?? { cut: 0, bars: 0, shutters: 0 };
}

/** Deletes the measures of an order of which nothing is cut any more. */
export async function releaseMeasures(db: Db, orderId: number): Promise<void> {
  const { cut, bars } = await cutOf(db, orderId);
  if (cut === 0 && bars === 0) await db.delete(orderMeasures).where(eq(orderMeasures.orderId, orderId));
}
