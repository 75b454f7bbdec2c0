import { and, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Db } from "#server/db/connect.ts";
import { prepared } from "#server/db/prepared.ts";
import { companies, listedJobs, orders, quotes, remakePhotos, remakeReplies, remakes, users } from "#server/db/schema.ts";
import { asFound, foundIds } from "#server/db/search.ts";
import { readSearch } from "#server/db/search-typed.ts";
import { type Doer, doerColumns, jsonObject, jsonRows, personColumns } from "#server/db/select-parts.ts";
import { listedFor, ordersVisibleTo } from "#server/features/orders/order-rows.ts";
import { type Page, type SignedInUser, type Viewer, viewerOf } from "#server/http/call.ts";
import { noSuch } from "#server/http/errors.ts";
import { afterInOrder, mostRows, type PageKind, pageKind, pageValues } from "#server/http/paging.ts";
import type { remakes as contract, remakeRow } from "#shared/contract/remakes.ts";
import { trackingUrlOf } from "#shared/domain/carriers.ts";
import type { Role } from "#shared/domain/roles.ts";
import { REMAKE_STATUSES } from "#shared/domain/status.ts";
import type { QueryOf } from "#shared/http/endpoint.ts";
import { windowNames, windowsOfRemake } from "./remake-windows.ts";

/** Whose remakes a person may know about (rule O1): those of the orders they may know about. */
export const remakesVisibleTo = (user: Viewer): SQL | undefined => and(isNull(remakes.deletedAt), ordersVisibleTo(user));

export const photoAddress = (remakeId: number, place: number): string => `/api/remakes/${remakeId}/photos/${place}`;

/** The addresses of some photos of a remake, in order. */
const photoAddresses = (which: SQL | undefined) => sql<string[]>`(
  select coalesce(array_agg('/api/remakes/' || ${remakePhotos.remakeId} || '/photos/' || ${remakePhotos.place} order by ${remakePhotos.place}), '{}')
  from ${remakePhotos} where ${and(eq(remakePhotos.remakeId, remakes.id), which)})`;
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
  jobName: quotes.jobName,
  poNumber: quotes.poNumber,
  repliesCount,
};

/** The order that makes a remake good and when it goes out, for those who may see that order. */
const replacementFor = (viewer: Viewer): SQL<Replacement | null> => sql`(
  select ${jsonObject<Replacement>({
    orderId: orders.id,
    orderStatus: orders.status,
    shippingDate: orders.shippingDate,
    estimatedArrival: orders.estimatedArrival,
    trackingNumber: orders.trackingNumber,
    carrier: orders.carrier,
  })} from ${orders} where ${and(eq(orders.remakeId, remakes.id), ordersVisibleTo(viewer))})`;
type Replacement = Omit<NonNullable<z.output<typeof remakeRow>["replacement"]>, "trackingUrl">;

/** Remakes with their customers, still without a `where`; `toRemakeRow` makes a list's rows of them. */
const selectRemakeRows = <More extends Record<string, SQL> = Record<never, SQL>>(db: Db, viewer: Viewer, more = {} as More) =>
  db
    .select({ ...rowColumns, replacement: replacementFor(viewer), ...more })
    .from(remakes)
    .innerJoin(orders, eq(orders.id, remakes.orderId))
    .innerJoin(quotes, eq(quotes.id, orders.quoteId))
    .innerJoin(users, eq(users.id, orders.userId))
    .innerJoin(companies, eq(companies.id, orders.companyId));

type SelectedRow = Awaited<ReturnType<typeof selectRemakeRows<Record<never, SQL>>>>[number];
export const toRemakeRow = ({ user, jobName, poNumber, replacement, ...remake }: SelectedRow) => ({
  ...remake,
  replacement: replacement && { ...replacement, trackingUrl: trackingUrlOf(replacement) },
  order: { id: remake.orderId, user, jobName, poNumber },
});

interface Wanted {
  /** Besides whose they are; of remakes and the table of lists. */
  readonly where?: SQL | undefined;
  /** Of these statuses alone. */
  readonly among?: SQL | undefined;
  readonly searched?: boolean;
  readonly most: SQL;
}

const BY = { key: sql`${remakes.createdAt}`, type: "timestamptz", newestFirst: true } as const;

/** The index begins with the status: each gives its rows in order. */
const ofEachStatus = (among?: SQL): SQL[] =>
  REMAKE_STATUSES.map((status) => {
    const one = sql.raw(`'${status}'`);
    return sql`${remakes.status} = ${one} ${among ? sql`and ${one} = any(${among})` : sql``}`;
  });

/** The newest remakes of those that a person may see, or of them those that a search finds, which their orders' words do too; to be prepared. */
export function newestRemakes(db: Db, viewer: Viewer, { where, among, searched = false, most }: Wanted) {
  const isOfCompany = viewer.role === "customer";
  const found = foundIds({
    of: "orders",
    joined: (jobs) => sql`${remakes} join ${jobs} on ${eq(listedJobs.orderId, remakes.orderId)}`,
    id: remakes.id,
    by: BY,
    blocks: "remadeAt",
    isOfCompany,
    // A company has few.
    few: isOfCompany ? sql`${eq(listedJobs.companyId, viewer.companyId)} and ${listedJobs.isRemade}` : undefined,
    // One index gives all in order, one those of each status.
    parts: isOfCompany || !among ? undefined : ofEachStatus(among),
    worded: sql`${listedJobs.isRemade}`,
    where: and(
      isNull(remakes.deletedAt),
      viewer.role === "supplier" ? listedFor(viewer) : undefined,
      isOfCompany && among ? sql`${remakes.status} = any(${among})` : undefined,
      where,
    ),
    // `7`, `#7` and `RMK-7` name a remake, `ORD-7` its order.
    named: or(eq(remakes.id, sql.placeholder("number")), eq(remakes.orderId, sql.placeholder("orderNumber"))),
    searched,
    most,
  });
  return selectRemakeRows(db, viewer)
    .innerJoin(found, sql`found.id = ${remakes.id}`)
    .orderBy(...asFound(BY));
}

const orderNumberIn = (search: string | undefined): number | null => {
  const digits = /^(?:ord-)?(\d{1,9})$/i.exec(search?.trim() ?? "")?.[1];
  return digits === undefined ? null : Number(digits);
};

type Filters = QueryOf<typeof contract.list>;

const statuses = sql`${sql.placeholder("statuses")}::remake_status[]`;

type Kind = PageKind & { readonly role: Role; readonly ofStatus: boolean; readonly searched: boolean };

const listed = prepared("remakes", (db, { role, ofStatus, searched, ...page }: Kind) =>
  newestRemakes(db, viewerOf(role), {
    where: afterInOrder(page, BY, remakes.id),
    among: ofStatus ? statuses : undefined,
    searched,
    most: mostRows(page),
  }),
);

export async function listRemakes(db: Db, user: SignedInUser, { status, search: typed }: Filters, page: Page) {
  const search = readSearch(typed, "RMK");
  const kind = { role: user.role, ofStatus: status !== undefined, searched: search !== undefined, ...pageKind(page) };
  const statuses = status && `{${status.join()}}`;
  const values = { companyId: user.companyId, statuses, ...search, orderNumber: orderNumberIn(typed), ...pageValues(page) };
  return (await listed(db, kind, values)).map(toRemakeRow);
}

export async function existingRemake(db: Db, user: SignedInUser, id: number) {
  const [row] = await selectRemakeRows(db, user).where(and(eq(remakes.id, id), remakesVisibleTo(user)));
  if (!row) throw noSuch("remake", id);
  return toRemakeRow(row);
}

/** The order in which a remake is made again, for those who may see that order. */
export async function orderOfRemake(db: Db, user: Viewer, remakeId: number): Promise<number | null> {
  const [order] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.remakeId, remakeId), ordersVisibleTo(user)));
  return order?.id ?? null;
}

const replies = jsonRows<ReplyRow>(
  {
    id: remakeReplies.id,
    message: remakeReplies.message,
    photos: photoAddresses(eq(remakePhotos.replyId, remakeReplies.id)),
    createdAt: remakeReplies.createdAt,
    user: jsonObject(doerColumns),
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
  return selectRemakeRows(db, viewer, { replies, asked: windowsOfRemake }).where(
    and(eq(remakes.id, sql.placeholder("id")), remakesVisibleTo(viewer)),
  );
});

/** A remake with its replies, its windows and the order that makes it good; nothing where the person may not know of it. */
export async function findRemake(db: Db, user: SignedInUser, id: number) {
  const [found] = await read(db, { role: user.role }, { id, companyId: user.companyId });
  if (!found) return undefined;
  const { replies: written, asked, ...row } = found;
  return {
    ...toRemakeRow(row),
    replies: written.map((reply) => ({ ...reply, createdAt: new Date(reply.createdAt) })),
    windows: asked,
    window: asked[0] ?? null,
    madeAsOrderId: row.replacement?.orderId ?? null,
  };
}

/** What several remakes ask for, of one statement; without those that the person may not know of. */
export async function remakesByIds(db: Db, user: SignedInUser, ids: readonly number[]) {
  const found = await selectRemakeRows(db, user, { asked: windowsOfRemake }).where(
    and(inArray(remakes.id, [...ids]), remakesVisibleTo(user)),
  );
  return new Map(found.map(({ asked, ...row }) => [row.id, { ...toRemakeRow(row), windows: asked }]));
}

/** One as `findRemake` finds it. @throws 404 */
export async function readRemake(db: Db, user: SignedInUser, id: number) {
  const remake = await findRemake(db, user, id);
  if (!remake) throw noSuch("remake", id);
  return remake;
}

/** Of a remake that staff asked for, its order's person. */
const customerId = sql<number>`coalesce(${remakes.askedBy}, ${orders.userId})`;

/** Locks a remake that the person may see, with whom hears of it. */
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
