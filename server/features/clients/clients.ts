import { and, type Column, eq, inArray, isNotNull, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Context, Handlers } from "#server/context.ts";
import { lockCompany } from "#server/features/companies/end-account.ts";
import { hasPeople, knownByWord, managersOf, membersOf } from "#server/features/companies/people.ts";
import { refuseAddress } from "#server/features/companies/refuse-address.ts";
import { issueDueInvoices } from "#server/features/invoices/issue-invoice.ts";
import { receiversOfInvoices } from "#server/features/invoices/mail-invoices.ts";
import { refuseSellersName } from "#server/features/invoices/parties.ts";
import { storeNotifications } from "#server/features/office/notifications/notifications.ts";
import { entriesOf } from "#server/features/receivables/account-entries.ts";
import { accountOf } from "#server/features/receivables/company-account.ts";
import { wordsExactOrClose } from "#server/lists/exact-or-close.ts";
import { holdsWord, type Word } from "#server/lists/search.ts";
import { discountOn } from "#server/lists/terms.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { badRequest, brokenConstraint, conflict, notFound } from "#server/platform/http/errors.ts";
import type { Page } from "#server/platform/http/paging/paging.ts";
import { afterCursor, newestFirst, rowsToFetch } from "#server/platform/http/paging/paging.ts";
import { endTokensOfCompany } from "#server/platform/http/session/bearer-token.ts";
import { endSessionsOfCompany } from "#server/platform/http/session/session-store.ts";
import { enqueue } from "#server/platform/jobs/enqueue.ts";
import { sageAccounts } from "#server/schema/bookkeeping.ts";
import { companies, users } from "#server/schema/companies-and-users.ts";
import { orders } from "#server/schema/orders-and-remakes.ts";
import type { clientPages } from "#shared/contract/client-pages.ts";
import type { clients as contract } from "#shared/contract/clients.ts";
import { SHORT_ADDRESS } from "#shared/contract/parts/people.ts";
import { type Pence, pence } from "#shared/domain/money.ts";
import { londonDay } from "#shared/domain/period.ts";
import { APPROVAL_MOVES, APPROVAL_STATUS_LABEL, type ApprovalStatus, canMove } from "#shared/domain/trade/status.ts";
import { noteHandlers } from "./client-notes.ts";
import { plannedTermsHandlers, typeTermsNow } from "./planned-terms.ts";
import { remakesOf } from "./remade-windows.ts";

export const clientHandlers: Handlers<typeof contract & typeof clientPages> = {
  read: async ({ db, params, now }) => {
    const client = await requireClient(db, params.id, now);
    const [members, remakes, typeTerms] = await Promise.all([
      membersOf(db, client.id),
      remakesOf(db, client.id, now),
      typeTermsNow(db, client.id, now),
    ]);
    return { ...client, members, remakes, typeTerms };
  },

  account: ({ db, params, now }) => accountOf(db, params.id, now),

  entries: async ({ db, params, query, page, now }) => {
    await requireClient(db, params.id, now);
    return entriesOf(db, params.id, query, page);
  },

  sendStatement: async ({ db, post, params, now, record }) => {
    const { id, companyName } = await requireClient(db, params.id, now);
    const readers = await receiversOfInvoices(db, { companyId: id, userId: null });
    if (readers.length === 0) throw conflict(`Nobody at ${companyName} receives invoices`);
    for (const reader of readers) {
      await post.send(db, {
        to: reader.email,
        subject: `Statement of ${companyName}`,
        greeting: reader.contactName,
        paragraphs: ["Your statement of account is attached. It lists your open invoices, and what was paid and credited."],
        action: { label: "Open your account", path: "/invoices" },
        papers: [{ statementOf: id }],
      });
    }
    record({ after: { statementSentTo: readers.map(({ id: readerId }) => readerId) } });
    return null;
  },

  ...noteHandlers(requireClientId),
  ...plannedTermsHandlers(requireClientId),

  list: async ({ db, query: { search, approvalStatus }, page, now, match }) => {
    const find = (words: readonly Word[], at: Page) => listClients(db, { words, approvalStatus, now }, at);
    return wordsExactOrClose({ typed: search, page, now, match }, find);
  },

  decide: async ({ db, post, user, params, body, now, record }) => {
    const [client] = await db
      .select()
      .from(companies)
      .where(and(eq(companies.id, params.id), isClient))
      .for("update");
    if (!client) throw notFound("Client");
    const { approvalStatus: to } = body;
    if (body.from !== undefined && body.from !== client.approvalStatus) {
      throw conflict(
        `Somebody else has decided in the meantime: ${client.name} is now ${APPROVAL_STATUS_LABEL[client.approvalStatus].toLowerCase()}`,
      );
    }
    if (!canMove<ApprovalStatus>(APPROVAL_MOVES, client.approvalStatus, to)) {
      throw conflict(
        `${client.name} is ${APPROVAL_STATUS_LABEL[client.approvalStatus].toLowerCase()} and cannot become ${APPROVAL_STATUS_LABEL[to].toLowerCase()}`,
      );
    }
    const reason = body.reason?.trim() ? body.reason : null;
    await db
      .update(companies)
      .set({ approvalStatus: to, approvalReason: reason, approvalDecidedAt: now, approvalDecidedBy: user.id })
      .where(eq(companies.id, client.id));
    if (to === "suspended") {
      await endSessionsOfCompany(db, client.id);
      await endTokensOfCompany(db, client.id);
      await enqueue(db, "close-checkout-sessions", {});
    }
    await notifyClient({ db, post }, client, to, reason);
    record({ before: { approvalStatus: client.approvalStatus }, after: { approvalStatus: to, reason } });
    return requireClient(db, client.id, now);
  },

  changeProfile: async ({ db, productName, user, params, body, ip, now, record }) => {
    await lockCompany(db, params.id);
    const client = await requireClient(db, params.id, now);
    const { companyName, contactName, address, phone } = client;
    const before = { companyName, contactName, address, phone };
    const sent = { ...before, ...body };
    const after = { ...sent, address: sent.address || null, phone: sent.phone || null };
    if (Object.entries(before).every(([name, value]) => value === after[name as keyof typeof after])) {
      record(null);
      return client;
    }
    if (after.address === null && address !== null) throw badRequest(SHORT_ADDRESS, [{ path: "address", message: SHORT_ADDRESS }]);
    refuseAddress({ path: "companyName", typed: after.companyName, before: companyName });
    refuseAddress({ path: "contactName", typed: after.contactName, before: contactName });
    if (after.companyName !== companyName) await refuseSellersName(db, productName, after.companyName);
    await db
      .update(companies)
      .set({ name: after.companyName, address: after.address, phone: after.phone })
      .where(eq(companies.id, client.id));
    await db.update(users).set({ contactName: after.contactName }).where(eq(users.id, client.contactId));
    if (address === null && after.address !== null) await issueDueInvoices(db, { companyId: client.id }, { user, ip, now });
    record({ before, after });
    return { ...client, ...after };
  },

  changeTerms: async ({ db, params, body, now, record }) => {
    await lockCompany(db, params.id);
    const client = await requireClient(db, params.id, now);
    const before = client.terms;
    const after = { ...before, ...body, accountsName: (body.accountsName === undefined ? before.accountsName : body.accountsName) || null };
    await refuseTakenAccountsName(db, client.id, after.accountsName);
    try {
      // A discount that is left out stays with its day, so that a planned one still holds.
      const { accountsName } = after;
      const since = body.discountHundredths === undefined ? {} : { discountSince: londonDay(now) };
      await db
        .update(companies)
        .set({ ...body, ...since, accountsName })
        .where(eq(companies.id, client.id));
    } catch (error) {
      throw brokenConstraint(error) === "companies_accounts_name" ? conflict("Another client has this name already") : error;
    }
    record({ before, after });
    return { ...client, terms: after };
  },
};

/**
 * The bookkeeping would merge two companies with one account name in Sage.
 * @throws 409
 */
async function refuseTakenAccountsName(db: Db, companyId: number, accountsName: string | null): Promise<void> {
  if (accountsName === null) return;
  const [other] = await db
    .select({ name: companies.name })
    .from(companies)
    .leftJoin(sageAccounts, and(eq(sageAccounts.companyId, companies.id), eq(sageAccounts.reference, accountsName)))
    .where(
      and(
        or(sql`lower(${companies.accountsName}) = lower(${accountsName})`, isNotNull(sageAccounts.reference)),
        ne(companies.id, companyId),
      ),
    )
    .limit(1);
  if (other) throw conflict(`${other.name} has this name already`);
}

const NEWS = {
  approved: { subject: "Your account is approved", sentence: "Your account is approved. You can sign in, build quotes and order." },
  rejected: { subject: "Your registration was declined", sentence: "We are sorry: we cannot open an account for you." },
  suspended: { subject: "Your account is suspended", sentence: "Your account is suspended. You cannot sign in until we lift it." },
} as const satisfies Record<Exclude<ApprovalStatus, "pending">, { subject: string; sentence: string }>;

/** Notifies the people who may manage the company. */
async function notifyClient(
  { db, post }: Pick<Context, "db" | "post">,
  client: Pick<typeof companies.$inferSelect, "id">,
  to: ApprovalStatus,
  reason: string | null,
): Promise<void> {
  if (to === "pending") return;
  const { subject, sentence } = NEWS[to];
  const managers = await managersOf(db, client.id);
  for (const manager of managers)
    await post.send(db, {
      to: manager.email,
      subject,
      greeting: manager.contactName,
      paragraphs: reason ? [sentence, `Reason: ${reason}`] : [sentence],
      ...(to === "approved" && { action: { label: "Sign in", path: "/" } }),
    });
  if (to !== "approved") return;
  const notice = { type: "account", title: "Account approved", message: sentence, relatedId: null } as const;
  await storeNotifications(
    db,
    managers.map(({ id: userId }) => ({ userId, ...notice })),
  );
}

const isClient: SQL | undefined = and(eq(companies.kind, "customer"), hasPeople(companies.id));

const deciders = alias(users, "deciders");

interface Filters {
  readonly now: Date;
  readonly words: readonly Word[];
  readonly approvalStatus?: ApprovalStatus | undefined;
}

/**
 * Totals of a client's orders for each row of the page: without drafts and deleted orders, and
 * without the money of cancelled ones (rule K2).
 */
const figures = (db: Db) =>
  db
    .select({
      ordersCount: sql<number>`count(*)::int`.as("orders_count"),
      ordersTotal: sql<Pence>`coalesce(sum(${orders.totalPence}) filter (where ${orders.status} <> 'cancelled'), 0)`
        .mapWith((total: string) => pence(Number(total)))
        .as("orders_total"),
      lastOrderAt: sql<Date | null>`max(${orders.createdAt})`.mapWith((last: string): Date | null => new Date(last)).as("last_order_at"),
    })
    .from(orders)
    .where(and(eq(orders.companyId, companies.id), isNull(orders.deletedAt), ne(orders.status, "draft")))
    .as("figures");

/**
 * The contact of a company: the person who joined first among those who may manage and are not
 * suspended. With it, the number of people who have joined (rule A15).
 */
const peopleOf = (db: Db) => {
  const first = <T>(column: Column): SQL<T> =>
    sql`(array_agg(${column} order by ${users.suspendedAt} is not null, ${users.mayManage} desc, ${users.joinedAt}, ${users.id}))[1]`;
  return db
    .select({
      contactId: first<number>(users.id).as("first_id"),
      contactName: first<string>(users.contactName).as("first_contact"),
      email: first<string>(users.email).as("first_email"),
      people: sql<number>`count(*)::int`.as("joined"),
    })
    .from(users)
    .where(and(eq(users.companyId, companies.id), isNull(users.deletedAt), isNotNull(users.joinedAt)))
    .as("people");
};

function selectRows(db: Db, now: Date) {
  const ordered = figures(db);
  const people = peopleOf(db);
  return db
    .select({
      id: companies.id,
      companyName: companies.name,
      contactId: people.contactId,
      contactName: people.contactName,
      email: people.email,
      people: people.people,
      address: companies.address,
      phone: companies.phone,
      approvalStatus: companies.approvalStatus,
      approvalReason: companies.approvalReason,
      approvalDecidedAt: companies.approvalDecidedAt,
      approvalDecidedBy: deciders.contactName,
      createdAt: companies.createdAt,
      ordersCount: ordered.ordersCount,
      ordersTotal: ordered.ordersTotal,
      lastOrderAt: ordered.lastOrderAt,
      terms: {
        discountHundredths: discountOn(londonDay(now)),
        paymentDays: companies.paymentDays,
        creditLimitPence: companies.creditLimitPence,
        accountsName: companies.accountsName,
      },
    })
    .from(companies)
    .leftJoin(deciders, eq(deciders.id, companies.approvalDecidedBy))
    .innerJoinLateral(people, sql`true`)
    .innerJoinLateral(ordered, sql`true`);
}

/**
 * A word matches a client if its name, or the name or e-mail of one of its people, contains the
 * word.
 */
const holds = (db: Db, word: Word) =>
  or(
    holdsWord(companies.searchName, word),
    inArray(
      companies.id,
      db
        .select({ id: users.companyId })
        .from(users)
        .where(and(isNull(users.deletedAt), or(holdsWord(users.searchName, word), knownByWord(word)))),
    ),
  );

const listClients = (db: Db, { words, approvalStatus, now }: Filters, page: Page) =>
  selectRows(db, now)
    .where(
      and(
        isClient,
        approvalStatus && eq(companies.approvalStatus, approvalStatus),
        ...words.map((word) => holds(db, word)),
        afterCursor(page, companies.createdAt, companies.id),
      ),
    )
    .orderBy(...newestFirst(companies.createdAt, companies.id))
    .limit(rowsToFetch(page));

/** The newest clients that match every word. */
export const findClients = (db: Db, words: readonly Word[], most: number, now: Date) =>
  listClients(db, { words, now }, { limit: most - 1, after: null });

/** @throws 404 */
async function requireClientId(db: Db, id: number): Promise<void> {
  const [row] = await db
    .select({ id: companies.id })
    .from(companies)
    .where(and(eq(companies.id, id), isClient));
  if (!row) throw notFound("Client");
}

async function requireClient(db: Db, id: number, now: Date) {
  const [row] = await selectRows(db, now).where(and(eq(companies.id, id), isClient));
  if (!row) throw notFound("Client");
  return row;
}
