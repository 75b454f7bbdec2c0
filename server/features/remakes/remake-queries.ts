import { setImmediate as others } from "node:timers/promises";
import { and, eq, inArray, isNull, not, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { makersOwn, makersOwnSaid } from "#server/features/companies/workshop-settings.ts";
import { ordersVisibleTo, requireOwnOrder } from "#server/features/orders/order-rows.ts";
import { shippedCount } from "#server/features/orders/parcels.ts";
import { exactOrClose, type Sought } from "#server/lists/exact-or-close.ts";
import { companyChosen, isFound, isOneOf, ORDERS, orderOfPage, REMAKES, rowsInOrder } from "#server/lists/lists.ts";
import type { Search } from "#server/lists/search.ts";
import { type Doer, doerFor, isMadeBy, jsonObject, jsonRows, personColumns, type Viewer, viewerOf } from "#server/lists/select-parts.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { prepared } from "#server/platform/db/prepared.ts";
import type { SignedInUser } from "#server/platform/http/call.ts";
import { noSuch } from "#server/platform/http/errors.ts";
import type { Page } from "#server/platform/http/paging/paging.ts";
import { afterPage, inOrder, rowsToFetch } from "#server/platform/http/paging/paging.ts";
import type { StoredPhoto } from "#server/platform/photos/store-photos.ts";
import { companies, users } from "#server/schema/companies-and-users.ts";
import { orders, remakes } from "#server/schema/orders-and-remakes.ts";
import { remakePhotos, remakeReplies } from "#server/schema/remake-parts.ts";
import type { remakes as contract, remakeRow } from "#shared/contract/remakes.ts";
import type { Role } from "#shared/domain/roles.ts";
import { trackingUrlOf } from "#shared/domain/trade/carriers.ts";
import type { QueryOf } from "#shared/http/endpoint.ts";
import { nameWindow, windowNames, windowsOfRemake } from "./remake-windows.ts";

/** The condition for remakes that a person may see (rule O1): those of visible orders. */
export const remakesVisibleTo = (user: Viewer): SQL | undefined => and(isNull(remakes.deletedAt), ordersVisibleTo(user));

/**
 * True for a remake of a draft order, which is not counted and is hidden from suppliers (rules K2,
 * O2).
 */
export const ofDraft = sql`exists (select from ${orders} where ${and(eq(orders.id, remakes.orderId), eq(orders.status, "draft"), ORDERS.live)})`;

/**
 * The condition of `remakesVisibleTo` on the remakes' own columns, for lists and figures. It reads
 * orders only for drafts, which are few.
 */
export function remakesListedTo(viewer: Viewer): SQL | undefined {
  const { role, companyId } = viewer;
  if (role === "customer") return and(REMAKES.live, eq(remakes.companyId, companyId));
  if (role === "supplier") return and(REMAKES.live, isMadeBy(remakes.makerId, viewer), not(ofDraft));
  return REMAKES.live;
}

export const photoAddress = (remakeId: number, place: number): string => `/api/remakes/${remakeId}/photos/${place}`;

/** The addresses of a remake's photos that match a condition, in order. */
const photoAddresses = (which: SQL | undefined) => sql<string[]>`(
  select coalesce(array_agg('/api/remakes/' || ${remakePhotos.remakeId} || '/photos/' || ${remakePhotos.place} order by ${remakePhotos.place}), '{}')
  from ${remakePhotos} where ${and(eq(remakePhotos.remakeId, remakes.id), which)})`;
/**
 * Stores the rows of photos. @param after the place of the remake's last photo, and the reply that
 * the photos belong to
 */
export async function storePhotoRows(
  db: Db,
  kept: readonly StoredPhoto[],
  { after, ...of }: { readonly remakeId: number; readonly replyId?: number; readonly after: number },
): Promise<void> {
  if (kept.length > 0) await db.insert(remakePhotos).values(kept.map((photo, index) => ({ ...photo, ...of, place: after + index + 1 })));
}

const repliesCount = sql<number>`(select count(*)::int from ${remakeReplies} r where r.remake_id = ${remakes.id})`;

const rowColumns = {
  id: remakes.id,
  orderId: remakes.orderId,
  status: remakes.status,
  fault: remakes.fault,
  reason: remakes.reason,
  windows: windowNames,
  photos: photoAddresses(isNull(remakePhotos.replyId)),
  createdAt: remakes.createdAt,
  user: personColumns,
  jobName: orders.jobName,
  customerName: orders.customerName,
  poNumber: orders.poNumber,
  repliesCount,
};

/** The order that replaces a remake, with its dates, for people who may see that order. */
const replacementFor = (viewer: Viewer): SQL<Replacement | null> => sql`(
  select ${jsonObject<Replacement>({
    orderId: orders.id,
    status: orders.status,
    shipped: shippedCount,
    shutters: orders.shutters,
    shippingDate: orders.shippingDate,
    estimatedArrival: orders.estimatedArrival,
    trackingNumber: orders.trackingNumber,
    carrier: orders.carrier,
  })} from ${orders} where ${and(eq(orders.remakeId, remakes.id), ordersVisibleTo(viewer))})`;
type Replacement = Omit<NonNullable<z.output<typeof remakeRow>["replacement"]>, "trackingUrl">;

/**
 * Selects remakes with their customers, without a `where`; `toRemakeRow` converts the rows for
 * lists.
 */
const selectRemakeRows = <More extends Record<string, SQL> = Record<never, SQL>>(db: Db, viewer: Viewer, more = {} as More) =>
  db
    .select({ ...rowColumns, replacement: replacementFor(viewer), ...more })
    .from(remakes)
    .innerJoin(orders, eq(orders.id, remakes.orderId))
    .innerJoin(users, eq(users.id, orders.userId))
    .innerJoin(companies, eq(companies.id, orders.companyId));

type SelectedRow = Awaited<ReturnType<typeof selectRemakeRows<Record<never, SQL>>>>[number];
export const toRemakeRow = ({ user, jobName, customerName, poNumber, replacement, windows, ...remake }: SelectedRow) => ({
  ...remake,
  windows: windows.map(nameWindow),
  replacement: replacement && { ...replacement, trackingUrl: trackingUrlOf(replacement) },
  order: { id: remake.orderId, user, jobName, customerName, poNumber },
});

interface Wanted {
  /** A condition in addition to visibility. */
  readonly where?: SQL | undefined;
  readonly search?: Search | undefined;
  /** A condition on the remake's order. */
  readonly ofOrder?: SQL | undefined;
  readonly page: Page;
}

/**
 * Finds the newest visible remakes, or those of them that a search finds, also by their orders'
 * texts.
 */
export async function newestRemakes(db: Db, user: SignedInUser, { where, ofOrder, search, page }: Wanted) {
  const sorting = REMAKES.sorts.newest;
  const isNamed = search && isFound(search, REMAKES.found);
  const first = db
    .select({ id: remakes.id })
    .from(remakes)
    .where(and(remakesListedTo(user), where, isNamed, afterPage(sorting, page), ofOrder))
    .orderBy(...orderOfPage(sorting, { search, isOfFew: where !== undefined || user.role === "customer" }))
    .limit(rowsToFetch(page))
    .$dynamic();
  const ids = await (ofOrder ? first.innerJoin(orders, eq(orders.id, remakes.orderId)) : first);
  return rowsInOrder(ids, (values) => rowsByIds(db, { role: user.role }, { companyId: user.companyId, ...values }));
}

/** The newest remakes of some orders, for staff or a customer, without a `limit`. */
export const newestRemakeRows = (db: Db, role: Role, ofOrder: SQL | undefined) =>
  selectRemakeRows(db, viewerOf(role))
    .where(and(remakesListedTo(viewerOf(role)), ofOrder))
    .orderBy(...inOrder(REMAKES.sorts.newest));

const rowsByIds = prepared("remake rows", (db, { role }: { role: Role }) =>
  selectRemakeRows(db, viewerOf(role)).where(isOneOf(remakes.id)),
);

/** Other requests are answered between so many rows. */
const ROWS_IN_TURN = 20;

type Filters = QueryOf<typeof contract.list>;
/** Parameters of a list besides its filters. */
type Asked = Pick<Sought, "page" | "now" | "match">;

export async function listRemakes(db: Db, user: SignedInUser, filters: Filters, asked: Asked) {
  const { status, search: typed } = filters;
  const companyId = companyChosen(user, filters);
  const where = and(status && inArray(remakes.status, [...status]), companyId === undefined ? undefined : eq(remakes.companyId, companyId));
  const rows = await exactOrClose({ db, user, typed, ...asked }, (search, page) => newestRemakes(db, user, { where, search, page }));
  const listed: ReturnType<typeof toRemakeRow>[] = [];
  for (const [at, row] of rows.entries()) {
    // The words of a window's parts follow from its cut list, which takes half a millisecond.
    if (at % ROWS_IN_TURN === 0) await others();
    listed.push(toRemakeRow(row));
  }
  return listed;
}

export async function existingRemake(db: Db, user: SignedInUser, id: number) {
  const [row] = await selectRemakeRows(db, user).where(and(eq(remakes.id, id), remakesVisibleTo(user)));
  if (!row) throw noSuch("remake", id);
  return toRemakeRow(row);
}

/** The order that replaces a remake, for people who may see that order. */
export async function orderOfRemake(db: Db, user: Viewer, remakeId: number): Promise<number | null> {
  const [order] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.remakeId, remakeId), ordersVisibleTo(user)));
  return order?.id ?? null;
}

const repliesFor = (viewer: Viewer) =>
  jsonRows<ReplyRow>(
    {
      id: remakeReplies.id,
      message: remakeReplies.message,
      photos: photoAddresses(eq(remakePhotos.replyId, remakeReplies.id)),
      createdAt: remakeReplies.createdAt,
      user: jsonObject(doerFor(viewer)),
    },
    {
      from: sql`${remakeReplies} join ${users} on ${eq(users.id, remakeReplies.userId)}
      join ${companies} on ${eq(companies.id, users.companyId)} where ${eq(remakeReplies.remakeId, remakes.id)}`,
      orderBy: remakeReplies.id,
    },
  );
interface ReplyRow {
  readonly id: number;
  readonly message: string;
  readonly photos: string[];
  readonly createdAt: string;
  readonly user: Doer;
}

const read = prepared("remake", (db, { role }: { role: Role }) => {
  const viewer = viewerOf(role);
  return selectRemakeRows(db, viewer, { replies: repliesFor(viewer), asked: windowsOfRemake, made: makersOwnSaid(viewer) }).where(
    and(eq(remakes.id, sql.placeholder("id")), remakesVisibleTo(viewer)),
  );
});

/**
 * Loads a remake with replies, windows and replacement order; undefined if the person may not see
 * it.
 */
async function findRemake(db: Db, user: SignedInUser, id: number) {
  const [found] = await read(db, { role: user.role }, { id, companyId: user.companyId });
  if (!found) return undefined;
  const { replies: written, asked: windows, made, ...row } = found;
  return {
    ...toRemakeRow(row),
    replies: written.map((reply) => ({ ...reply, createdAt: new Date(reply.createdAt) })),
    windows: windows,
    clearances: makersOwn(made).clearances,
    window: windows[0] ?? null,
    madeAsOrderId: row.replacement?.orderId ?? null,
  };
}

/** Loads several remakes with one statement, without those that the person may not see. */
export async function remakesByIds(db: Db, user: SignedInUser, ids: readonly number[]) {
  const found = await selectRemakeRows(db, user, { asked: windowsOfRemake }).where(
    and(inArray(remakes.id, [...ids]), remakesVisibleTo(user)),
  );
  return new Map(found.map(({ asked, ...row }) => [row.id, { ...toRemakeRow(row), windows: asked }]));
}

/** Loads one remake like `findRemake`. @throws 404 */
export async function readRemake(db: Db, user: SignedInUser, id: number) {
  const remake = await findRemake(db, user, id);
  if (!remake) throw noSuch("remake", id);
  return remake;
}

/** @throws 404 for a remake of an order that now belongs to another company */
export async function requireOwnRemake(db: Db, user: SignedInUser, id: number): Promise<void> {
  const [remake] = await db.select({ orderId: remakes.orderId }).from(remakes).where(eq(remakes.id, id));
  if (!remake) throw noSuch("remake", id);
  await requireOwnOrder(db, user, remake.orderId).catch(() => {
    throw noSuch("remake", id);
  });
}

/** The person who requested the remake; for a request by staff, the order's person. */
const customerId = sql<number>`coalesce(${remakes.askedBy}, ${orders.userId})`;

/** Locks a visible remake, and returns it with the person to notify. */
export async function lockRemake(db: Db, user: SignedInUser, id: number) {
  const [remake] = await db
    .select({ id: remakes.id, orderId: remakes.orderId, status: remakes.status, customerId, companyId: orders.companyId })
    .from(remakes)
    .innerJoin(orders, eq(orders.id, remakes.orderId))
    .where(and(eq(remakes.id, id), remakesVisibleTo(user)))
    .for("update", { of: remakes });
  if (!remake) throw noSuch("remake", id);
  return remake;
}
