import { and, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { quoteItems, quotes, users } from "#server/db/schema.ts";
import type { SignedInUser } from "#server/http/call.ts";
import { badRequest, conflict, missingColumn } from "#server/http/errors.ts";
import { validUntilFor } from "#shared/domain/period.ts";
import { isStaff } from "#shared/domain/roles.ts";
import type { PricedQuote } from "./price-windows.ts";

/** For whom a quote is made: a customer's are always their own; staff name the customer (the super admin may also keep one, decisions §4). */
export async function quoteOwner(db: Db, user: SignedInUser, userId: number | undefined): Promise<number> {
  if (!isStaff(user.role)) return user.id;
  if (userId === undefined) {
    if (user.role === "super_admin") return user.id;
    throw badRequest("Please choose the customer this quote is for");
  }
  if (userId === user.id && user.role === "super_admin") return user.id;
  const [customer] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.role, "customer"), eq(users.approvalStatus, "approved"), isNull(users.deletedAt)));
  if (!customer) throw badRequest("Customer not found");
  return customer.id;
}

/**
 * The owner, held against deletion in the same statement: a deletion of the account comes either first, and there is no quote, or after,
 * and finds it. Null for an account that is gone, which the column refuses.
 */
const liveOwner = (userId: number) => sql<number>`(select id from users where id = ${userId} and deleted_at is null for share)`;

/** Stores a priced draft with its windows in two statements. @throws 409 if the owner's account was deleted meanwhile */
export async function storeQuote(db: Db, userId: number, { windows, subtotal, tax, finalTotal }: PricedQuote, now: Date): Promise<number> {
  const [quote] = await db
    .insert(quotes)
    .values({
      userId: liveOwner(userId),
      subtotal,
      tax,
      finalTotal,
      itemCount: windows.length,
      createdAt: now,
      validUntil: validUntilFor(now),
    })
    .returning({ id: quotes.id })
    .catch((error: unknown) => {
      throw missingColumn(error) === "user_id" ? conflict("This company's account was deleted meanwhile") : error;
    });
  if (!quote) throw new Error("The quote was not stored");
  await db.insert(quoteItems).values(windows.map((window) => ({ ...window, quoteId: quote.id })));
  return quote.id;
}
