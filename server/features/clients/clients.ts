import { and, eq, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "#server/db/connect.ts";
import { orders, quotes, users } from "#server/db/schema.ts";
import { containsText } from "#server/db/search.ts";
import { notify } from "#server/features/notifications/notifications.ts";
import type { Context, Handlers } from "#server/house.ts";
import type { Page } from "#server/http/call.ts";
import { conflict, notFound } from "#server/http/errors.ts";
import { afterCursor, newestFirst, rowsToFetch } from "#server/http/paging.ts";
import { endSessions } from "#server/http/session-store.ts";
import { enqueue } from "#server/jobs/enqueue.ts";
import type { clients as contract } from "#shared/contract/clients.ts";
import { type Pence, pence } from "#shared/domain/money.ts";
import { APPROVAL_MOVES, APPROVAL_STATUS_LABEL, type ApprovalStatus, canMove } from "#shared/domain/status.ts";

export const clientHandlers: Handlers<typeof contract> = {
  list: ({ db, query, page }) => listClients(db, query, page),

  decide: async ({ db, post, user, params, body, now, record }) => {
    const [client] = await db
      .select()
      .from(users)
      .where(and(eq(users.id, params.id), isLiveCustomer))
      .for("update");
    if (!client) throw notFound("Client");
    const { approvalStatus: to } = body;
    if (body.from !== undefined && body.from !== client.approvalStatus) {
      throw conflict(
        `Somebody else decided meanwhile: ${client.companyName} is now ${APPROVAL_STATUS_LABEL[client.approvalStatus].toLowerCase()}`,
      );
    }
    if (!canMove<ApprovalStatus>(APPROVAL_MOVES, client.approvalStatus, to)) {
      throw conflict(
        `${client.companyName} is ${APPROVAL_STATUS_LABEL[client.approvalStatus].toLowerCase()} and cannot become ${APPROVAL_STATUS_LABEL[to].toLowerCase()}`,
      );
    }
    const reason = body.reason?.trim() ? body.reason : null;
    await db
      .update(users)
      .set({ approvalStatus: to, approvalReason: reason, approvalDecidedAt: now, approvalDecidedBy: user.id })
      .where(eq(users.id, client.id));
    if (to === "suspended") {
      await endSessions(db, client.id);
      await enqueue(db, "close-tills", {});
    }
    await tellClient({ db, post }, client, to, reason);
    record({ before: { approvalStatus: client.approvalStatus }, after: { approvalStatus: to, reason } });
    const row = await findClient(db, client.id);
    if (!row) throw notFound("Client");
    return row;
  },
};

const NEWS = {
  approved: { subject: "Your account is approved", sentence: "Your account is approved. You can sign in, build quotes and order." },
  rejected: { subject: "Your registration was declined", sentence: "We are sorry: we cannot open an account for you." },
  suspended: { subject: "Your account is suspended", sentence: "Your account is suspended. You cannot sign in until we lift it." },
} as const satisfies Record<Exclude<ApprovalStatus, "pending">, { subject: string; sentence: string }>;

type Client = typeof users.$inferSelect;

async function tellClient(
  { db, post }: Pick<Context, "db" | "post">,
  client: Client,
  to: ApprovalStatus,
  reason: string | null,
): Promise<void> {
  if (to === "pending") return;
  const { subject, sentence } = NEWS[to];
  await post.send(db, {
    to: client.email,
    subject,
    greeting: client.contactName,
    paragraphs: reason ? [sentence, `Reason: ${reason}`] : [sentence],
    ...(to === "approved" && { action: { label: "Sign in", path: "/" } }),
  });
  if (to === "approved") {
    await notify(db, { userId: client.id, type: "account", title: "Account approved", message: sentence, relatedId: null });
  }
}

const isLiveCustomer: SQL | undefined = and(eq(users.role, "customer"), isNull(users.deletedAt));

const deciders = alias(users, "deciders");

interface Filters {
  readonly search?: string | undefined;
  readonly approvalStatus?: ApprovalStatus | undefined;
}

/** What a client has ordered, counted by one index scan for each row of the page: drafts and deleted orders not, cancelled ones without their money (rule K2). */
const figures = (db: Db) =>
  db
    .select({
      ordersCount: sql<number>`count(*)::int`.as("orders_count"),
      ordersTotal: sql<Pence>`coalesce(sum(${quotes.finalTotal}) filter (where ${orders.status} <> 'cancelled'), 0)`
        .mapWith((total: string) => pence(Number(total)))
        .as("orders_total"),
      lastOrderAt: sql<Date | null>`max(${orders.createdAt})`.mapWith((last: string): Date | null => new Date(last)).as("last_order_at"),
    })
    .from(orders)
    .innerJoin(quotes, eq(quotes.id, orders.quoteId))
    .where(and(eq(orders.userId, users.id), isNull(orders.deletedAt), ne(orders.status, "draft")))
    .as("figures");

function selectRows(db: Db) {
  const ordered = figures(db);
  return db
    .select({
      id: users.id,
      companyName: users.companyName,
      contactName: users.contactName,
      email: users.email,
      address: users.address,
      approvalStatus: users.approvalStatus,
      approvalReason: users.approvalReason,
      approvalDecidedAt: users.approvalDecidedAt,
      approvalDecidedBy: deciders.contactName,
      createdAt: users.createdAt,
      ordersCount: ordered.ordersCount,
      ordersTotal: ordered.ordersTotal,
      lastOrderAt: ordered.lastOrderAt,
    })
    .from(users)
    .leftJoin(deciders, eq(deciders.id, users.approvalDecidedBy))
    .innerJoinLateral(ordered, sql`true`);
}

const listClients = (db: Db, { search, approvalStatus }: Filters, page: Page) => {
  const wanted = search?.trim();
  return selectRows(db)
    .where(
      and(
        isLiveCustomer,
        approvalStatus && eq(users.approvalStatus, approvalStatus),
        wanted
          ? or(containsText(users.companyName, wanted), containsText(users.contactName, wanted), containsText(users.email, wanted))
          : undefined,
        afterCursor(page, users.createdAt, users.id),
      ),
    )
    .orderBy(...newestFirst(users.createdAt, users.id))
    .limit(rowsToFetch(page));
};

async function findClient(db: Db, id: number) {
  const [row] = await selectRows(db).where(and(eq(users.id, id), isLiveCustomer));
  return row;
}
