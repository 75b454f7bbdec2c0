import { and, eq, getTableColumns, inArray, isNull, ne } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Db } from "#server/platform/db/connect.ts";
import { conflict } from "#server/platform/http/errors.ts";
import { endTokens } from "#server/platform/http/session/bearer-token.ts";
import { endSessions } from "#server/platform/http/session/session-store.ts";
import { enqueue } from "#server/platform/jobs/enqueue.ts";
import { clientNotes } from "#server/schema/clients.ts";
import { companies, users } from "#server/schema/companies-and-users.ts";
import { passkeys, recoveryCodes, totpApps } from "#server/schema/identity/factors.ts";
import { calendars, devices, emailChanges, invitations, passwordResets } from "#server/schema/identity/sessions.ts";
import { digestNotices, noticeWishes, notifications, webhooks } from "#server/schema/notifications.ts";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { products } from "#server/schema/products.ts";
import { windowTemplates } from "#server/schema/quote-items.ts";
import { quotes } from "#server/schema/quotes.ts";
import { type OrderStatus, WORKSHOP_ORDER_STATUSES } from "#shared/domain/trade/status.ts";
import { isHere, isJoined, type Person } from "./people.ts";

/** The name of a deleted account that never traded: histories and threads need one. */
const NOBODY = "Deleted account";

/** Clears every optional text column, also one that is added later. */
const withoutTexts = (table: PgTable) =>
  Object.fromEntries(
    Object.entries(getTableColumns(table)).flatMap(([key, column]) =>
      column.dataType === "string" && !column.notNull ? [[key, null]] : [],
    ),
  );
export const blankPerson = (id: number) => ({ ...withoutTexts(users), email: `deleted-${id}@deleted.invalid`, contactName: NOBODY });
/**
 * The statuses that a supplier has work with. A draft returns to the supplier once it is corrected.
 */
const TO_MAKE: OrderStatus[] = ["draft", ...WORKSHOP_ORDER_STATUSES];
const BLANK_COMPANY = { ...withoutTexts(companies), name: NOBODY };

/** Serialises changes to a company's people. Lock the company before any of its people. */
export async function lockCompany(db: Db, companyId: number): Promise<void> {
  await db.select({ id: companies.id }).from(companies).where(eq(companies.id, companyId)).for("no key update");
}

const isColleague = ({ id, companyId }: Pick<Person, "id" | "companyId">) =>
  and(eq(users.companyId, companyId), ne(users.id, id), isJoined);

/**
 * Requires the lock on the company.
 * @throws 409 if no other person who is not suspended may manage the company (rule A26)
 */
export async function refuseLastManager(db: Db, person: Pick<Person, "id" | "companyId" | "companyName" | "joinedAt" | "mayManage">) {
  if (person.joinedAt === null || !person.mayManage) return;
  const [other] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(isColleague(person), isHere, eq(users.mayManage, true)))
    .limit(1);
  if (!other) throw conflict(`Somebody else must be able to manage ${person.companyName} first`);
}

/** True if no other person who has joined is left. Requires the lock on the company. */
export async function isLastOfCompany(db: Db, person: Pick<Person, "id" | "companyId">): Promise<boolean> {
  const [other] = await db.select({ id: users.id }).from(users).where(isColleague(person)).limit(1);
  return other === undefined;
}

/**
 * Requires the lock on a company that is about to lose its last person: only staff would see its
 * orders then.
 * @throws 409 while the company has orders to make, or shutter types name it (rule A21)
 */
export async function refuseNeededSupplier(db: Db, { companyId, companyName }: Pick<Person, "companyId" | "companyName">): Promise<void> {
  const orderOfTheirs = and(eq(orders.supplierId, companyId), isNull(orders.deletedAt), inArray(orders.status, TO_MAKE));
  const typeOfTheirs = and(eq(products.supplierId, companyId), isNull(products.archivedAt));
  const [order] = await db.select({ id: orders.id }).from(orders).where(orderOfTheirs).limit(1);
  const [type] = await db.select({ id: products.id }).from(products).where(typeOfTheirs).limit(1);
  if (order || type) throw conflict(`${companyName} has orders or shutter types to make: assign them to another supplier first`);
}

/**
 * True if an account or a company has any trade, deleted records included: then its name has to
 * stay (rule A21). Every order belongs to a quote and every remake to an order, so quotes suffice;
 * a supplier company also counts the orders that name it as their maker.
 */
async function hasTraded(db: Db, owner: { readonly userId?: number; readonly companyId: number }): Promise<boolean> {
  const theirs = and(eq(quotes.companyId, owner.companyId), owner.userId === undefined ? undefined : eq(quotes.userId, owner.userId));
  const [quote] = await db.select({ id: quotes.id }).from(quotes).where(theirs).limit(1);
  if (quote || owner.userId !== undefined) return quote !== undefined;
  const [order] = await db.select({ id: orders.id }).from(orders).where(eq(orders.supplierId, owner.companyId)).limit(1);
  return order !== undefined;
}

/**
 * Deletes an account (rule A10): it cannot sign in and leaves every list. Its quotes and orders
 * stay under the person's and the company's name; without any, all personal data is removed. The
 * company's name and address stay while it has other people, and afterwards if it traded. Its
 * invitations end with the last person. Requires the lock on the company.
 */
export async function endAccount(db: Db, account: Pick<Person, "id" | "companyId" | "joinedAt">, now: Date): Promise<void> {
  const { id, companyId } = account;
  const isLast = account.joinedAt !== null && (await isLastOfCompany(db, account));
  const trader = await hasTraded(db, isLast ? { companyId } : { companyId, userId: id });
  await db
    .update(users)
    .set({ deletedAt: now, passwordHash: "", ...(!trader && blankPerson(id)) })
    .where(eq(users.id, id));
  await db.delete(invitations).where(eq(invitations.userId, id));
  if (isLast) await endInvitations(db, companyId, now);
  if (isLast) await db.delete(webhooks).where(eq(webhooks.companyId, companyId));
  if (isLast) await db.delete(windowTemplates).where(eq(windowTemplates.companyId, companyId));
  if (isLast && !trader) {
    await db.update(companies).set(BLANK_COMPANY).where(eq(companies.id, companyId));
    await db.delete(clientNotes).where(eq(clientNotes.companyId, companyId));
  }
  await endSessions(db, id);
  await enqueue(db, "close-checkout-sessions", {});
  await db.delete(passwordResets).where(eq(passwordResets.userId, id));
  await db.delete(emailChanges).where(eq(emailChanges.userId, id));
  await endTokens(db, id);
  await db.delete(calendars).where(eq(calendars.userId, id));
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, id));
  await db.delete(totpApps).where(eq(totpApps.userId, id));
  await db.delete(passkeys).where(eq(passkeys.userId, id));
  await db.delete(devices).where(eq(devices.userId, id));
  await db.delete(notifications).where(eq(notifications.userId, id));
  await db.delete(digestNotices).where(eq(digestNotices.userId, id));
  await db.delete(noticeWishes).where(eq(noticeWishes.userId, id));
}

/** Without people nobody can vouch for an open invitation. */
async function endInvitations(db: Db, companyId: number, now: Date): Promise<void> {
  const invited = await db
    .select({ id: users.id, companyId: users.companyId, joinedAt: users.joinedAt })
    .from(users)
    .where(and(eq(users.companyId, companyId), isNull(users.deletedAt), isNull(users.joinedAt)));
  for (const person of invited) await endAccount(db, person, now);
}
