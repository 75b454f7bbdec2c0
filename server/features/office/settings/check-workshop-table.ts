import { setImmediate as others } from "node:timers/promises";
import { and, asc, eq, exists, inArray, isNull, not, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { asMadeBy, type MakersOwn } from "#server/features/companies/workshop-settings.ts";
import { isMadeBy, itemsToMake } from "#server/lists/select-parts.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { orders, remakes } from "#server/schema/orders-and-remakes.ts";
import { orderMeasures } from "#server/schema/workshop.ts";
import { MOST_CHECKED_WINDOWS } from "#shared/contract/office/settings.ts";
import { countOf } from "#shared/domain/text.ts";
import { orderNumber, WORKSHOP_ORDER_STATUSES } from "#shared/domain/trade/status.ts";
import { toDraw } from "#shared/domain/window/geometry/window-layout.ts";
import { listQuestions } from "#shared/domain/window/saw/cut-list.ts";

/**
 * The orders that a workshop's table measures, and those that a change of the table leaves (rule
 * W87).
 */

const first = alias(orders, "first");
/** The table that the order or the order that it makes good has kept since its first cut part. */
const isKept = (db: Db): SQL =>
  exists(
    db
      .select({ id: orderMeasures.orderId })
      .from(orderMeasures)
      .where(or(eq(orderMeasures.orderId, orders.id), eq(orderMeasures.orderId, first.id))),
  );

/** Pending and processing orders, with the order that a remake's order makes good. */
const ordersInProgress = (db: Db) =>
  db
    .select({ id: orders.id, quoteId: orders.quoteId, jobName: orders.jobName, windows: orders.windows, makerId: orders.makerId })
    .from(orders)
    .leftJoin(remakes, eq(remakes.id, orders.remakeId))
    .leftJoin(first, eq(first.id, remakes.orderId))
    .orderBy(eq(orders.makerId, 0), asc(orders.dueOn), asc(orders.id))
    .$dynamic();
const isInProgress = (maker: SQL) => and(maker, inArray(orders.status, [...WORKSHOP_ORDER_STATUSES]), isNull(orders.deletedAt));

/** `Bay: Panel B would be 96 mm wide; two stiles need 114 mm`. */
const questionAbout = (window: string, question: string): string => `${window}: ${question.replace(/^Ask: /, "")}`;

/** A batch holds few windows, because each takes half a millisecond. */
const WINDOWS_AT_A_TIME = 10;
const ORDERS_AT_A_TIME = 20;

/**
 * Lists the workshop's orders, then the open ones that it sees, of which a part cannot be made by
 * the candidate table, earliest due first. Orders that keep their measures, and remakes of another workshop's order, do not follow
 * the table.
 */
export async function checkWorkshopTable(db: Db, companyId: number, candidate: MakersOwn, present: MakersOwn) {
  const isMeasured = and(
    isInProgress(isMadeBy(orders.makerId, { role: "supplier", companyId })),
    not(isKept(db)),
    sql`coalesce(${first.supplierId}, ${companyId}) = ${companyId}`,
  );
  const all = await ordersInProgress(db).where(isMeasured);
  let windows = 0;
  const chosen = all.filter((order) => {
    windows += order.windows;
    return windows <= MOST_CHECKED_WINDOWS;
  });
  const found: { id: number; jobName: string | null; asks: string[]; isOpen: boolean; already: boolean }[] = [];
  let read = 0;
  for (let from = 0; from < chosen.length; from += ORDERS_AT_A_TIME) {
    const batch = chosen.slice(from, from + ORDERS_AT_A_TIME);
    const itemsOf = await itemsToMake(
      db,
      batch.map(({ quoteId }) => quoteId),
    );
    for (const { id, quoteId, jobName, makerId } of batch) {
      const asks = new Set<string>();
      let already = false;
      for (const item of itemsOf(quoteId)) {
        read += 1;
        if (read % WINDOWS_AT_A_TIME === 0) await others();
        const questions = listQuestions({ ...toDraw(item), ...asMadeBy(candidate) });
        for (const question of questions) asks.add(questionAbout(item.name, question));
        already ||= questions.length > 0 && listQuestions({ ...toDraw(item), ...asMadeBy(present) }).length > 0;
      }
      if (asks.size > 0) found.push({ id, jobName, asks: [...asks], isOpen: makerId === 0, already });
    }
  }
  return { checked: chosen.length, of: all.length, orders: found };
}

/** The most numbers that the sentence lists. */
const MOST_NAMED = 20;

/**
 * `3 orders in progress keep their measures: ORD-38, ORD-40, ORD-41`; undefined if every order of
 * the workshop follows its table.
 */
export async function formatKeptMeasures(db: Db, companyId: number): Promise<string | undefined> {
  const kept = await ordersInProgress(db).where(and(isInProgress(eq(orders.makerId, companyId)), isKept(db)));
  if (kept.length === 0) return undefined;
  const numbers = kept.slice(0, MOST_NAMED).map(({ id }) => orderNumber(id));
  const more = kept.length - numbers.length;
  return `${countOf(kept.length, "order")} in progress ${kept.length === 1 ? "keeps its" : "keep their"} measures: ${numbers.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
