import { and, eq, getTableColumns, inArray, isNull, ne } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Db } from "#server/platform/db/connect.ts";
import { conflict } from "#server/platform/http/errors.ts";
import { endSessions } from "#server/platform/http/session/session-store.ts";
import { enqueue } from "#server/platform/jobs/enqueue.ts";
import {
  clientNotes,
  companies,
  invitations,
  notifications,
  orders,
  passwordResets,
  products,
  quotes,
  users,
  windowTemplates,
} from "#server/schema/index.ts";
import { type OrderStatus, WORKSHOP_ORDER_STATUSES } from "#shared/domain/trade/status.ts";
import { isHere, isJoined, type Person } from "./people.ts";

/** The name of a deleted account that never traded: histories and threads need one. */
const NOBODY = "Deleted account";

/** No text that may be left out is kept, also of a column that is added later. */
const withoutTexts = (table: PgTable) =>
  Object.fromEntries(
    Object.entries(getTableColumns(table)).flatMap(([key, column]) =>
      column.dataType === "string" && !column.notNull ? [[key, null]] : [],
    ),
  );
export const blankPerson = (id: number) => ({ ...withoutTexts(users), email: `deleted-${id}@deleted.invalid`, contactName: NOBODY });
/** A draft goes back to its maker once it is corrected. */
const TO_MAKE: OrderStatus[] = ["draft", ...WORKSHOP_ORDER_STATUSES];
const BLANK_COMPANY = { ...withoutTexts(companies), name: NOBODY };

/** Those who change a company's people come one after the other. Lock it before any of its people. */
export async function lockCompany(db: Db, companyId: number): Promise<void> {
  await db.select({ id: companies.id }).from(companies).where(eq(companies.id, companyId)).for("no key update");
}

const others = ({ id, companyId }: Pick<Person, "id" | "companyId">) => and(eq(users.companyId, companyId), ne(users.id, id), isJoined);

/** Of a locked company. @throws 409 where no one else who is not suspended may manage it (rule A16) */
export async function refuseLastManager(db: Db, person: Pick<Person, "id" | "companyId" | "companyName" | "joinedAt" | "mayManage">) {
  if (person.joinedAt === null || !person.mayManage) return;
  const [other] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(others(person), isHere, eq(users.mayManage, true)))
    .limit(1);
  if (!other) throw conflict(`Somebody else must be able to manage ${person.companyName} first`);
}

/** Whether no other person who has joined is left in a locked company. */
export async function isLastOfCompany(db: Db, person: Pick<Person, "id" | "companyId">): Promise<boolean> {
  const [other] = await db.select({ id: users.id }).from(users).where(others(person)).limit(1);
  return other === undefined;
}

/**
 * Of a locked company that nobody would be left in. Nobody but the staff would see its orders any more.
 * @throws 409 while it is to make orders, or shutter types name it (rule A10)
 */
export async function refuseNeededSupplier(db: Db, { companyId, companyName }: Pick<Person, "companyId" | "companyName">): Promise<void> {
  const orderOfTheirs = and(eq(orders.supplierId, companyId), isNull(orders.deletedAt), inArray(orders.status, TO_MAKE));
  const typeOfTheirs = and(eq(products.supplierId, companyId), isNull(products.archivedAt));
  const [order] = await db.select({ id: orders.id }).from(orders).where(orderOfTheirs).limit(1);
  const [type] = await db.select({ id: products.id }).from(products).where(typeOfTheirs).limit(1);
  if (order || type) throw conflict(`${companyName} has orders or shutter types to make: say first who else makes them`);
}

/**
 * Whether anything of the trade hangs on an account or a company, hidden or not: then its name has to stay (rule A10). An order is
 * always a quote's, and a remake an order's, so the quotes tell; and of a supplier company the orders that name it as their maker.
 */
async function hasTraded(db: Db, of: { readonly userId?: number; readonly companyId: number }): Promise<boolean> {
  const theirs = and(eq(quotes.companyId, of.companyId), of.userId === undefined ? undefined : eq(quotes.userId, of.userId));
  const [quote] = await db.select({ id: quotes.id }).from(quotes).where(theirs).limit(1);
  if (quote || of.userId !== undefined) return quote !== undefined;
  const [order] = await db.select({ id: orders.id }).from(orders).where(eq(orders.supplierId, of.companyId)).limit(1);
  return order !== undefined;
}

/**
 * Ends an account of a locked company (rule A10): it signs in no more, and leaves every list. Its
 * quotes and orders stay under the person's and the company's name; without any, nothing personal
 * is kept. The company's name and address stay while it has other people, and after the last where
 * it traded. Invitations end with the last.
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
  if (isLast) await db.delete(windowTemplates).where(eq(windowTemplates.companyId, companyId));
  if (isLast && !trader) {
    await db.update(companies).set(BLANK_COMPANY).where(eq(companies.id, companyId));
    await db.delete(clientNotes).where(eq(clientNotes.companyId, companyId));
  }
  await endSessions(db, id);
  await enqueue(db, "close-checkout-sessions", {});
  await db.delete(passwordResets).where(eq(passwordResets.userId, id));
  await db.delete(notifications).where(eq(notifications.userId, id));
}

/** No one is left who could have invited them. */
async function endInvitations(db: Db, companyId: number, now: Date): Promise<void> {
  const invited = await db
    .select({ id: users.id, companyId: users.companyId, joinedAt: users.joinedAt })
    .from(users)
    .where(and(eq(users.companyId, companyId), isNull(users.deletedAt), isNull(users.joinedAt)));
  for (const person of invited) await endAccount(db, person, now);
}
