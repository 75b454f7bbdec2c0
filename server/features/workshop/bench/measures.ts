import { eq } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Context, Handlers } from "#server/context.ts";
import { asMadeBy, presentTables, USUAL, workshopFor } from "#server/features/companies/workshop-settings.ts";
import { claimOrder } from "#server/features/orders/order-maker.ts";
import { lockOrder } from "#server/features/orders/orders.ts";
import { cutOf } from "#server/features/orders/progress.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { conflict } from "#server/platform/http/errors.ts";
import { orders, remakes } from "#server/schema/orders-and-remakes.ts";
import { orderMeasures, workshopEvents } from "#server/schema/workshop.ts";
import type { workshop as contract } from "#shared/contract/workshop.ts";
import { countOf } from "#shared/domain/text.ts";
import { isInWorkshop } from "#shared/domain/trade/status.ts";
import { USUAL_TABLE } from "#shared/domain/window/saw/clearances.ts";

/** The measures by which a started order is cut (rule W87). */

type Changing = Pick<Context, "db" | "user" | "now">;

/**
 * Stores the present table of the workshop that cuts an order with the order, unless it already
 * keeps one.
 */
export async function keepMeasures({ db, user, now }: Changing, orderId: number): Promise<void> {
  const [known] = await db.select({ id: orderMeasures.orderId }).from(orderMeasures).where(eq(orderMeasures.orderId, orderId));
  if (known) return;
  const first = await firstOrderOf(db, orderId);
  if (first?.measures) await db.insert(orderMeasures).values({ ...first.measures, orderId, storedAt: now });
  else await storeMeasures({ db, user, now }, orderId, first?.supplierId);
}

/**
 * The order that a remake's order makes good: its supplier, and the measures that it keeps (rule
 * W104).
 */
async function firstOrderOf(db: Db, orderId: number) {
  const first = alias(orders, "first");
  const [found] = await db
    .select({ supplierId: first.supplierId, measures: orderMeasures })
    .from(orders)
    .innerJoin(remakes, eq(remakes.id, orders.remakeId))
    .innerJoin(first, eq(first.id, remakes.orderId))
    .leftJoin(orderMeasures, eq(orderMeasures.orderId, first.id))
    .where(eq(orders.id, orderId));
  return found;
}

async function storeMeasures({ db, user, now }: Changing, orderId: number, owner?: number | null): Promise<void> {
  const [order] = await db.select({ supplierId: orders.supplierId }).from(orders).where(eq(orders.id, orderId));
  // A supplier plans an order without a maker by its own table, and cuts it by that (rule M16).
  const maker = owner ?? (user.role === "supplier" ? user.companyId : (order?.supplierId ?? null));
  const present = (maker === null ? undefined : (await presentTables(db, [maker])).get(maker)) ?? USUAL;
  const { clearances, sections, lap, trackDepthMm, table, tableDate } = present;
  const named = table === USUAL_TABLE ? { ownerId: null, owner: null } : { ownerId: maker, owner: table };
  const measures = { orderId, clearances, sections, lap, trackDepthMm, ...named, changedOn: tableDate, storedAt: now };
  await db.insert(orderMeasures).values(measures).onConflictDoUpdate({ target: orderMeasures.orderId, set: measures });
}

export const measureHandlers: Handlers<Pick<typeof contract, "adoptMeasures">> = {
  adoptMeasures: async ({ db, user, params, body, now, record }) => {
    const found = await lockOrder({ db, user, now }, params.id);
    if (!isInWorkshop(found.status)) throw conflict(`This order is ${found.status}`);
    const order = (await claimOrder({ db, user, now }, found)) ? { ...found, supplierId: user.companyId } : found;
    const made = { id: order.id, supplier: order.supplierId === null ? null : { id: order.supplierId } };
    const before = (await workshopFor(db, user, [made]))(made);
    if (before.keptAt !== null) {
      const { cut, bars, shutters } = await cutOf(db, order.id);
      if (body.confirmed !== true && cut > 0)
        throw conflict(`${cut} of ${countOf(shutters, "shutter")} ${cut === 1 ? "is" : "are"} already cut`);
      if (body.confirmed !== true && bars > 0) throw conflict(`${countOf(bars, "bar")} ${bars === 1 ? "is" : "are"} already sawn`);
      await storeMeasures({ db, user, now }, order.id);
      await db.insert(workshopEvents).values({ orderId: order.id, kind: "measures", createdAt: now, byUserId: user.id });
    }
    const after = (await workshopFor(db, user, [made]))(made);
    const { table, tableDate, keptAt } = after;
    record(
      keptAt === null
        ? null
        : {
            targetType: "orders",
            before: asMadeBy(before),
            after: asMadeBy(after),
          },
    );
    return { orderId: order.id, table, tableDate, keptAt };
  },
};
