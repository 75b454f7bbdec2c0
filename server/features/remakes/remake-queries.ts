import { and, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { jsonObject, jsonRows } from "#server/db/json-rows.ts";
import { prepared } from "#server/db/prepared.ts";
import { orders, remakePhotos, remakeReplies, remakes, users } from "#server/db/schema.ts";
import { containsText } from "#server/db/search.ts";
import { ordersVisibleTo } from "#server/features/orders/order-queries.ts";
import { type Page, type SignedInUser, type Viewer, viewerOf } from "#server/http/call.ts";
import { noSuch } from "#server/http/errors.ts";
import { afterCursor, newestFirst, rowsToFetch } from "#server/http/paging.ts";
import type { Role } from "#shared/domain/roles.ts";
import type { RemakeStatus } from "#shared/domain/status.ts";
import { windowOfRemake } from "./remake-window.ts";

/** Whose remakes a person may know about (rule O1): those of the orders they may know about. */
export const remakesVisibleTo = (user: Viewer): SQL | undefined => and(isNull(remakes.deletedAt), ordersVisibleTo(user));

const photoAddresses = sql<string[]>`(
  select coalesce(array_agg('/api/remakes/' || p.remake_id || '/photos/' || p.place order by p.place), '{}')
  from ${remakePhotos} p where p.remake_id = ${remakes.id})`;
const repliesCount = sql<number>`(select count(*)::int from ${remakeReplies} r where r.remake_id = ${remakes.id})`;

const rowColumns = {
  id: remakes.id,
  orderId: remakes.orderId,
  status: remakes.status,
  reason: remakes.reason,
  photos: photoAddresses,
  createdAt: remakes.createdAt,
  user: { id: users.id, companyName: users.companyName, contactName: users.contactName },
  repliesCount,
};

/** Remakes with their customers, still without a `where`; `toRemakeRow` makes a list's rows of them. */
export const selectRemakeRows = <More extends Record<string, SQL> = Record<never, SQL>>(db: Db, more = {} as More) =>
  db
    .select({ ...rowColumns, ...more })
    .from(remakes)
    .innerJoin(orders, eq(orders.id, remakes.orderId))
    .innerJoin(users, eq(users.id, orders.userId));

type SelectedRow = Awaited<ReturnType<typeof selectRemakeRows<Record<never, SQL>>>>[number];
export const toRemakeRow = ({ user, ...remake }: SelectedRow) => ({ ...remake, order: { id: remake.orderId, user } });

/** `7`, `#7` and `RMK-7` name a remake, `ORD-7` its order; anything may be part of a company's or a contact's name. */
function matchesSearch(search: string | undefined): SQL | undefined {
  const wanted = search?.trim();
  if (!wanted) return undefined;
  const remake = /^(?:#|rmk-)?(\d{1,9})$/i.exec(wanted)?.[1];
  const order = /^(?:ord-)?(\d{1,9})$/i.exec(wanted)?.[1];
  return or(
    remake === undefined ? undefined : eq(remakes.id, Number(remake)),
    order === undefined ? undefined : eq(remakes.orderId, Number(order)),
    containsText(users.companyName, wanted),
    containsText(users.contactName, wanted),
  );
}

interface Filters {
  readonly status?: RemakeStatus | undefined;
  readonly search?: string | undefined;
}

export async function listRemakes(db: Db, user: SignedInUser, { status, search }: Filters, page: Page) {
  const rows = await selectRemakeRows(db)
    .where(
      and(
        remakesVisibleTo(user),
        status && eq(remakes.status, status),
        matchesSearch(search),
        afterCursor(page, remakes.createdAt, remakes.id),
      ),
    )
    .orderBy(...newestFirst(remakes.createdAt, remakes.id))
    .limit(rowsToFetch(page));
  return rows.map(toRemakeRow);
}

export async function existingRemake(db: Db, user: SignedInUser, id: number) {
  const [row] = await selectRemakeRows(db).where(and(eq(remakes.id, id), remakesVisibleTo(user)));
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
    createdAt: remakeReplies.createdAt,
    user: jsonObject({ companyName: users.companyName, contactName: users.contactName, role: users.role }),
  },
  {
    from: sql`${remakeReplies} join ${users} on ${eq(users.id, remakeReplies.userId)} where ${eq(remakeReplies.remakeId, remakes.id)}`,
    orderBy: remakeReplies.id,
  },
);
interface ReplyRow {
  readonly id: number;
  readonly message: string;
  readonly createdAt: string;
  readonly user: Pick<typeof users.$inferSelect, "companyName" | "contactName" | "role">;
}

const read = prepared("remake", (db, { role }: { role: Role }) => {
  const viewer = viewerOf(role);
  const madeAsOrderId = sql<
    number | null
  >`(select ${orders.id} from ${orders} where ${and(eq(orders.remakeId, remakes.id), ordersVisibleTo(viewer))})`;
  return selectRemakeRows(db, { replies, madeAsOrderId, window: windowOfRemake }).where(
    and(eq(remakes.id, sql.placeholder("id")), remakesVisibleTo(viewer)),
  );
});

/** A remake with its replies, its window and the order that makes it good; nothing where the person may not know of it. */
export async function findRemake(db: Db, user: SignedInUser, id: number) {
  const [found] = await read(db, { role: user.role }, { id, userId: user.id });
  if (!found) return undefined;
  const { replies: written, madeAsOrderId, window, ...row } = found;
  return {
    ...toRemakeRow(row),
    replies: written.map((reply) => ({ ...reply, createdAt: new Date(reply.createdAt) })),
    madeAsOrderId,
    window,
  };
}

/** The same. @throws 404 */
export async function readRemake(db: Db, user: SignedInUser, id: number) {
  const remake = await findRemake(db, user, id);
  if (!remake) throw noSuch("remake", id);
  return remake;
}

/** Locks a remake that the person may see, with whom it belongs to. */
export async function lockRemake(db: Db, user: SignedInUser, id: number) {
  const [remake] = await db
    .select({ id: remakes.id, orderId: remakes.orderId, status: remakes.status, customerId: orders.userId })
    .from(remakes)
    .innerJoin(orders, eq(orders.id, remakes.orderId))
    .where(and(eq(remakes.id, id), remakesVisibleTo(user)))
    .for("update", { of: remakes });
  if (!remake) throw noSuch("remake", id);
  return remake;
}
