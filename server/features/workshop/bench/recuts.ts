import { and, count, desc, eq, gte, isNotNull, isNull, lte, min, notExists, sql } from "drizzle-orm";
import type { Context, Handlers } from "#server/context.ts";
import { asMadeBy, workshopFor } from "#server/features/companies/workshop-settings.ts";
import { claimOrder, recordInHand } from "#server/features/orders/order-maker.ts";
import { ordersVisibleTo } from "#server/features/orders/order-rows.ts";
import { lockOrder } from "#server/features/orders/orders.ts";
import { refuseShipped } from "#server/features/orders/parcels.ts";
import { panelOfRow, readRecut } from "#server/features/orders/recuts.ts";
import { ORDERS } from "#server/lists/lists.ts";
import { itemColumns, type QuoteItem } from "#server/lists/select-parts.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { badRequest, conflict } from "#server/platform/http/errors.ts";
import { barPlanBars, barPlanOrders, recutParts, recuts } from "#server/schema/bar-plans.ts";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { quoteItems } from "#server/schema/quote-items.ts";
import { orderPieces } from "#server/schema/workshop.ts";
import { pieceInWords } from "#shared/contract/parts/papers.ts";
import { type recuts as contract, MOST_TO_RECUT } from "#shared/contract/parts/recuts.ts";
import { CHOOSE_WINDOW } from "#shared/contract/workshop.ts";
import { endOfDay, londonDay, startOfDay } from "#shared/domain/period.ts";
import { countOf } from "#shared/domain/text.ts";
import { isInWorkshop } from "#shared/domain/trade/status.ts";
import { toDraw } from "#shared/domain/window/geometry/window-layout.ts";
import { chooseLongest, cutList } from "#shared/domain/window/saw/cut-list.ts";
import { stilesInWords } from "#shared/domain/window/saw/panel-facts.ts";
import {
  countFault,
  FIRST_RECUT,
  isReplacedIn,
  type NumberedCut,
  numberCuts,
  placeInWords,
  recutPartInWords,
} from "#shared/domain/window/saw/recuts.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";

type Body = BodyOf<typeof contract.recut>;
type Part = Body["parts"][number];

/** The window of a locked order that a recut names. @throws 400 */
async function windowOf(db: Db, quoteId: number, { itemId, piece }: Body): Promise<QuoteItem> {
  const [item] = await db
    .select(itemColumns)
    .from(quoteItems)
    .where(and(eq(quoteItems.quoteId, quoteId), eq(quoteItems.id, itemId)));
  if (!item) throw badRequest(CHOOSE_WINDOW);
  if (piece > item.quantity)
    throw badRequest(`Window "${item.name}" has ${item.quantity === 1 ? "one shutter" : `${item.quantity} shutters`}`);
  return item;
}

/** @throws 409 `487.1 is not cut yet` */
async function requireCut(db: Db, orderId: number, { itemId, piece }: Body): Promise<void> {
  const isIt = and(eq(orderPieces.orderId, orderId), eq(orderPieces.itemId, itemId), eq(orderPieces.piece, piece));
  if ((await db.$count(orderPieces, and(isIt, isNotNull(orderPieces.cutAt)))) === 0)
    throw conflict(`${pieceInWords(itemId, piece)} is not cut yet`);
}

/**
 * The parts of the cut list that are cut again: those with the given numbers, else the longest of
 * several lengths first.
 * @throws 400 if the panel has fewer of them
 */
function chooseReplaced(
  cuts: readonly NumberedCut[],
  asked: Part,
  name: string,
): { readonly cut: NumberedCut; readonly replaces: number }[] {
  const fault = countFault(
    cuts.map(({ row }) => row),
    asked,
    name,
  );
  if (fault) throw badRequest(fault);
  const alike = cuts.filter(({ panel, part }) => panel === asked.panel && part === asked.part);
  if (asked.replaces)
    return asked.replaces.map((replaces) => {
      const cut = alike.find((each) => isReplacedIn(each, { ...asked, replaces }));
      if (!cut) throw badRequest(`${placeInWords(asked, name)} has no ${recutPartInWords(asked.part)} ${replaces}`);
      return { cut, replaces };
    });
  const rows = alike.map((cut) => ({ ...cut.row, cut }));
  return chooseLongest(rows, asked.count).flatMap(({ cut, count: each }) =>
    Array.from({ length: each }, (_, at) => ({ cut, replaces: cut.first + at })),
  );
}

/** Names one part among its kind: `left stile (hinges)`, `bay post 2`. */
const nameOfPart = (item: QuoteItem, { panel, part }: Part, number: number): string =>
  (part === "stile" && panel !== null && stilesInWords(toDraw(item), panel)[number - 1]) || `${recutPartInWords(part)} ${number}`;

/** Counts a shutter's open recut parts by panel and kind, with the highest number so far. */
async function recutsOfPiece(db: Db, orderId: number, { itemId, piece }: Body) {
  return db
    .select({
      panel: panelOfRow,
      part: recutParts.part,
      open: sql<number>`count(*) filter (where ${recutParts.doneAt} is null)::int`,
      openNumbers: sql<number[]>`coalesce(array_agg(${recutParts.replaces}) filter (where ${recutParts.doneAt} is null), '{}')`,
      highest: sql<number>`max(${recutParts.nth})::int`,
    })
    .from(recutParts)
    .where(and(eq(recutParts.orderId, orderId), eq(recutParts.itemId, itemId), eq(recutParts.piece, piece)))
    .groupBy(recutParts.panel, recutParts.part);
}

/**
 * Stores spoiled parts of a shutter of a locked order. They were spoiled at the press, because a
 * later mark of the shutter as cut finishes them (rule W96).
 * @returns the recut's id
 */
export async function storeRecut(
  { db, user, now, pressedAt }: Pick<Context, "db" | "user" | "now" | "pressedAt">,
  found: Order,
  body: Body,
): Promise<number> {
  const item = await windowOf(db, found.quoteId, body);
  const { itemId, piece, parts, reason } = body;
  await refuseShipped(db, found.id, [body]);
  await requireCut(db, found.id, body);
  const order = (await claimOrder({ db, user, now }, found)) ? { ...found, supplierId: user.companyId } : found;
  const made = { id: order.id, supplier: order.supplierId === null ? null : { id: order.supplierId } };
  const cuts = numberCuts(cutList({ ...toDraw(item), ...asMadeBy((await workshopFor(db, user, [made]))(made)) }));
  const known = await recutsOfPiece(db, order.id, body);
  const rows = parts.flatMap((asked) => {
    const replaced = chooseReplaced(cuts, asked, item.name);
    const {
      open = 0,
      openNumbers = [],
      highest = FIRST_RECUT - 1,
    } = known.find(({ panel, part }) => panel === asked.panel && part === asked.part) ?? {};
    const most = cuts.filter(({ panel, part }) => panel === asked.panel && part === asked.part).reduce((sum, { each }) => sum + each, 0);
    if (open + asked.count > most)
      throw conflict(`${placeInWords(asked, item.name)} has ${countOf(most, recutPartInWords(asked.part))}, ${open} to recut already`);
    const twice = asked.replaces?.find((number) => openNumbers.includes(number));
    if (twice !== undefined) throw conflict(`${placeInWords(asked, item.name)} has its ${nameOfPart(item, asked, twice)} to recut already`);
    return replaced.map(({ cut, replaces }, at) => ({
      ...{ orderId: order.id, itemId, piece, panel: asked.panel ?? 0, part: asked.part, nth: highest + 1 + at, replaces },
      isChosen: asked.replaces !== undefined,
      ...{ profile: cut.row.profile, lengthTenthMm: Math.round(cut.row.cutMm * 10) },
    }));
  });
  const [stored] = await db
    .insert(recuts)
    .values({
      ...{ orderId: order.id, itemId, piece, reason, note: body.note || null, createdAt: pressedAt, byUserId: user.id },
      companyId: order.supplierId ?? user.companyId,
    })
    .returning({ id: recuts.id });
  const recutId = stored?.id ?? 0;
  await db.insert(recutParts).values(rows.map((row) => ({ ...row, recutId })));
  return recutId;
}

type Order = Awaited<ReturnType<typeof lockOrder>>;
const countParts = ({ parts }: Body): number => parts.reduce((sum, { count }) => sum + count, 0);

/** For a statement about a recut part: the bars of stored plans that will give it. */
const planBars = (db: Db) =>
  db
    .select()
    .from(barPlanOrders)
    .innerJoin(barPlanBars, eq(barPlanBars.planId, barPlanOrders.planId))
    .where(
      and(
        eq(barPlanOrders.orderId, recutParts.orderId),
        isNull(barPlanBars.sawnAt),
        sql`${barPlanBars.pieces} @> jsonb_build_array(jsonb_build_object('itemId', ${recutParts.itemId}, 'piece', ${recutParts.piece},
          'panel', ${panelOfRow}, 'part', ${recutParts.part}, 'nth', ${recutParts.nth}))`,
      ),
    );

export const recutHandlers: Handlers<Pick<typeof contract, "recut" | "toRecut" | "scrap">> = {
  recut: async ({ db, user, params, body, now, pressedAt, record }) => {
    const found = await lockOrder({ db, user, now }, params.id);
    if (!isInWorkshop(found.status)) throw conflict(`This order is ${found.status}`);
    const recutId = await storeRecut({ db, user, now, pressedAt }, found, body);
    await recordInHand(db, user, found.id);
    record({ targetType: "orders", after: { recut: pieceInWords(body.itemId, body.piece), parts: countParts(body), reason: body.reason } });
    return readRecut(db, user, recutId);
  },

  toRecut: ({ db, user }) =>
    db
      .select({ orderId: orders.id, jobName: orders.jobName, parts: count() })
      .from(recutParts)
      .innerJoin(orders, eq(orders.id, recutParts.orderId))
      .where(and(isNull(recutParts.doneAt), ORDERS.toMake, ordersVisibleTo(user), notExists(planBars(db))))
      .groupBy(orders.id)
      .orderBy(min(recutParts.recutId))
      .limit(MOST_TO_RECUT),

  scrap: async ({ db, user, query, now }) => {
    const today = londonDay(now);
    const { from = `${today.slice(0, 7)}-01`, to } = query;
    const metres = sql<number>`(sum(${recutParts.lengthTenthMm}) / 10000.0)::float8`;
    return db
      .select({ reason: recuts.reason, section: recutParts.profile, parts: count(), metres })
      .from(recuts)
      .innerJoin(recutParts, eq(recutParts.recutId, recuts.id))
      .where(
        and(
          user.role === "supplier" ? eq(recuts.companyId, user.companyId) : undefined,
          isNull(recuts.deletedAt),
          gte(recuts.createdAt, startOfDay(from)),
          to === undefined ? undefined : lte(recuts.createdAt, endOfDay(to)),
        ),
      )
      .groupBy(recuts.reason, recutParts.profile)
      .orderBy(desc(metres), recuts.reason, recutParts.profile);
  },
};
