import { and, asc, eq, inArray, isNotNull, isNull } from "drizzle-orm";
import { foundCompany } from "#server/features/companies/found-company.ts";
import { storeReviews } from "#server/features/companies/workshop-setup.ts";
import { storeParcel } from "#server/features/orders/parcels.ts";
import { lockBars } from "#server/features/workshop/bar-plan/locked-bars.ts";
import { makePlan, savePlan } from "#server/features/workshop/bar-plan/plans.ts";
import { sawBars } from "#server/features/workshop/bar-plan/saw-bar.ts";
import { keepMeasures } from "#server/features/workshop/bench/measures.ts";
import { storeRecut } from "#server/features/workshop/bench/recuts.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { accountColumns } from "#server/platform/http/session/account-columns.ts";
import type { Post } from "#server/platform/mail/post.ts";
import { offcuts } from "#server/schema/bar-plans.ts";
import { companies, users } from "#server/schema/companies-and-users.ts";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { products } from "#server/schema/products.ts";
import { quoteItems } from "#server/schema/quote-items.ts";
import { orderPieces, parcels, workshopSettings } from "#server/schema/workshop.ts";
import { londonDay } from "#shared/domain/period.ts";
import { eachStep, PIECE_STEPS, type PieceStep } from "#shared/domain/window/saw/pieces.ts";
import { SETUP_STEPS } from "#shared/domain/workshop-setup.ts";
import type { People } from "./demo-accounts.ts";
import type { OrderOfQuote, Trade } from "./demo-trade.ts";

/*
 * Stores the suppliers of orders and their progress. An order's age decides, not chance, so that
 * the rest of the demo stays unchanged.
 */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A supplier that makes only one shutter type. */
export const METALWORKER = {
  email: "metal@tiltrod.example",
  companyName: "Calderbrook Metalwork",
  contactName: "Aisha Farrow",
  address: "3 Foundry Yard, Calderbrook, Littleborough OL15 9ZZ",
} as const;
const ITS_TYPE = "Aluminium Secure";
/** Its extrusions are wider than the joiner's timber. */
const ITS_SECTIONS = [
  { profile: "stile", widthMm: 57, thicknessMm: 30 },
  { profile: "rail", widthMm: 135, thicknessMm: 30 },
  { profile: "mid-rail", widthMm: 135, thicknessMm: 30 },
  { profile: "l-frame", widthMm: 42, thicknessMm: 50 },
] as const;

/**
 * The joiner rebates the stiles of a pair (rule M15), needs three weeks for an order, and has more
 * work in some weeks than capacity.
 */
const JOINER = { clearances: { rebate: 10 }, leadDays: 15, weeklyM2: 15 } as const;

export async function storeWorkshop(db: Db, people: People, trade: Trade, { passwordHash, now }: { passwordHash: string; now: Date }) {
  const { email, contactName, companyName: name, address } = METALWORKER;
  const founder = { email, contactName, role: "supplier", passwordHash, createdAt: new Date(now.getTime() - 2 * HOUR) } as const;
  const approved = { referralCode: "CALDRB24", approvalStatus: "approved", approvalReason: null, approvalDecidedAt: null } as const;
  const metalworker = await foundCompany(db, founder, { name, address, ...approved });
  await db.update(products).set({ supplierId: metalworker.companyId }).where(eq(products.name, ITS_TYPE));

  await db.insert(workshopSettings).values({ companyId: people.supplier.companyId, stock: [], ...JOINER });
  const reviewedOn = londonDay(new Date(now.getTime() - 60 * DAY));
  await db.insert(workshopSettings).values({ companyId: metalworker.companyId, stock: [], sections: ITS_SECTIONS, changedOn: reviewedOn });

  const before = (days: number) => new Date(now.getTime() - days * DAY);
  await storeReviews(db, people.supplier, SETUP_STEPS, before(200));
  // The metalworker has not finished its checklist, so that the demo shows it.
  await storeReviews(db, metalworker, ["stock", "sections", "lead-days"], before(0));

  const toMake = trade.orders.filter(({ order }) => order.status === "pending" || order.status === "processing");
  const theirs = toMake.filter(({ windows }) => windows.some(({ shutterType }) => shutterType === ITS_TYPE));
  const inTheirHands = new Set(theirs.map(({ order }) => order.id));
  await db
    .update(orders)
    .set({ supplierId: metalworker.companyId })
    .where(inArray(orders.id, [...inTheirHands]));

  const startedOrders = toMake.filter(({ order }) => order.status === "processing");
  // The supplier that began an order makes it (rule W12).
  await db
    .update(orders)
    .set({ supplierId: people.supplier.companyId })
    .where(
      inArray(
        orders.id,
        startedOrders.filter(({ order }) => !inTheirHands.has(order.id)).map(({ order }) => order.id),
      ),
    );
  const items = await db
    .select({ id: quoteItems.id, quoteId: quoteItems.quoteId, quantity: quoteItems.quantity })
    .from(quoteItems)
    .where(
      inArray(
        quoteItems.quoteId,
        startedOrders.map(({ quote }) => quote.id),
      ),
    )
    .orderBy(asc(quoteItems.quoteId), asc(quoteItems.place));
  const marks = startedOrders.flatMap((one, place) => {
    const by = inTheirHands.has(one.order.id) ? metalworker.id : people.supplier.id;
    const shutters = items
      .filter(({ quoteId }) => quoteId === one.quote.id)
      .flatMap(({ id, quantity }) => Array.from({ length: quantity }, (_, index) => ({ itemId: id, piece: index + 1 })));
    return piecesOf(one, shutters, { by, now, howFar: HOW_FAR[place % HOW_FAR.length] ?? NOT_BEGUN });
  });
  await db.insert(orderPieces).values(marks);
  const [joiner, smith] = [await signedInAs(db, people.supplier), await signedInAs(db, metalworker)];
  for (const orderId of new Set(marks.filter(({ cutAt }) => cutAt).map((mark) => mark.orderId)))
    await keepMeasures({ db, user: inTheirHands.has(orderId) ? smith : joiner, now }, orderId);
  await storeRecutOfDemo(
    db,
    joiner,
    startedOrders.filter(({ order }) => !inTheirHands.has(order.id)).map(({ order }) => order),
    before(1),
  );
  await storeParcelOfDemo(
    db,
    joiner,
    startedOrders.filter(({ order }) => !inTheirHands.has(order.id)).map(({ order }) => order),
    now,
  );
  await storePlan(db, joiner, { toMake, inTheirHands, now });
}

async function signedInAs(db: Db, { id }: { readonly id: number }) {
  const [user] = await db
    .select(accountColumns)
    .from(users)
    .innerJoin(companies, eq(companies.id, users.companyId))
    .where(eq(users.id, id));
  if (!user) throw new Error("The demo has no joiner");
  return { ...user, isImpersonating: false, impersonator: null };
}
type Joiner = Awaited<ReturnType<typeof signedInAs>>;

/**
 * A louvre and a stile of one cut shutter split at a knot, so that the bench and the scrap have a
 * recut.
 */
async function storeRecutOfDemo(db: Db, joiner: Joiner, started: readonly (typeof orders.$inferSelect)[], now: Date): Promise<void> {
  for (const order of started.toReversed()) {
    const [shutter] = await db
      .select({ itemId: orderPieces.itemId, piece: orderPieces.piece })
      .from(orderPieces)
      .where(and(eq(orderPieces.orderId, order.id), isNotNull(orderPieces.cutAt), isNull(orderPieces.assembledAt)))
      .orderBy(asc(orderPieces.itemId), asc(orderPieces.piece))
      .limit(1);
    if (!shutter) continue;
    const parts = [
      { panel: 1, part: "louvre", count: 2 },
      { panel: 1, part: "stile", count: 1 },
    ] as const;
    await storeRecut({ db, user: joiner, now, pressedAt: now }, order, {
      ...shutter,
      parts: [...parts],
      reason: "split",
      note: "A knot beside the pin",
    });
    return;
  }
}

/** The packed shutters of one order have left in the first of two parcels. */
async function storeParcelOfDemo(db: Db, joiner: Joiner, started: readonly (typeof orders.$inferSelect)[], now: Date): Promise<void> {
  for (const order of started) {
    const pieces = await db
      .select({ itemId: orderPieces.itemId, piece: orderPieces.piece })
      .from(orderPieces)
      .where(and(eq(orderPieces.orderId, order.id), isNotNull(orderPieces.packedAt)));
    if (pieces.length === 0 || pieces.length === order.shutters) continue;
    const shipment = { shippingDate: londonDay(now), carrier: "dpd", trackingNumber: "1550 7204 118" } as const;
    await storeParcel({ db, user: joiner, now }, order, { pieces, shipment });
    await db.update(parcels).set({ emailedAt: now }).where(eq(parcels.orderId, order.id));
    return;
  }
}

/** The joiner has an offcut on the rack, and has begun to saw a plan for the next two orders. */
async function storePlan(
  db: Db,
  joiner: Joiner,
  { toMake, inTheirHands, now }: { readonly toMake: Trade["orders"]; readonly inTheirHands: ReadonlySet<number>; readonly now: Date },
) {
  const next = toMake.filter(({ order }) => order.status === "pending" && !inTheirHands.has(order.id)).slice(0, 2);
  if (next.length === 0) return;
  const [window] = next[0]?.windows ?? [];
  const of = { section: "stile", material: window?.shutterType ?? "", color: window?.colorSelection ?? null };
  await db.insert(offcuts).values({ ...of, companyId: joiner.companyId, lengthTenthMm: 14_650, createdAt: now });
  const planContext = { db, user: joiner, left: new AbortController().signal };
  const plan = await makePlan(
    planContext,
    next.map(({ order }) => order.id),
  );
  const id = await savePlan(db, joiner, plan, now);
  const saw = { db, post: NO_MAILS, user: joiner, now, pressedAt: now };
  const bars = plan.bars.slice(0, Math.min(MOST_SAWN, plan.bars.length / 2)).map(({ bar }) => bar);
  for (const bar of bars) await sawBars(saw, await lockBars(saw, { id, bars: [bar] }));
}

/**
 * Each bar is marked in a transaction of its own, as at a real saw. A start should not wait long
 * for them.
 */
const MOST_SAWN = 8;

/** The demo emails nobody about its past. */
const NO_MAILS: Post = { send: async () => {}, sendFor: async () => {}, storeForDigest: async () => {} };

const NOT_BEGUN = { cut: 0, assembled: 0, finished: 0, packed: 0 };
/**
 * The share of an order's shutters that has passed each step. The oldest order is first, and ready
 * to ship.
 */
const HOW_FAR: readonly Readonly<Record<PieceStep, number>>[] = [
  { cut: 1, assembled: 1, finished: 1, packed: 1 },
  { cut: 1, assembled: 1, finished: 0.7, packed: 0.3 },
  { cut: 1, assembled: 0.6, finished: 0.4, packed: 0 },
  { cut: 0.8, assembled: 0.3, finished: 0, packed: 0 },
  { cut: 1, assembled: 1, finished: 1, packed: 0.5 },
  { cut: 0.4, assembled: 0, finished: 0, packed: 0 },
];

interface Progress {
  readonly by: number;
  readonly now: Date;
  readonly howFar: Readonly<Record<PieceStep, number>>;
}

/**
 * The marks on an order's shutters. The first windows are furthest, and each step follows some
 * hours later.
 */
function piecesOf(
  { order, plan }: OrderOfQuote,
  pieces: readonly { itemId: number; piece: number }[],
  { by: worker, now, howFar }: Progress,
) {
  const startedAt = Number(plan.steps.at(-1)?.at ?? order.createdAt);
  const part = (now.getTime() - startedAt) / (PIECE_STEPS.length + 1);
  return pieces.flatMap((piece, place) => {
    const isDone = eachStep((step) => place < Math.round(pieces.length * howFar[step]));
    const at = eachStep((step) =>
      isDone[step] ? new Date(startedAt + part * (PIECE_STEPS.indexOf(step) + (place + 1) / (pieces.length + 1))) : null,
    );
    const doers = eachStep((step) => (isDone[step] ? worker : null));
    if (!isDone.cut) return [];
    return {
      ...{ orderId: order.id, ...piece },
      ...{ cutAt: at.cut, assembledAt: at.assembled, finishedAt: at.finished, packedAt: at.packed },
      ...{ cutBy: doers.cut, assembledBy: doers.assembled, finishedBy: doers.finished, packedBy: doers.packed },
    };
  });
}
