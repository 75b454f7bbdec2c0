import { and, asc, desc, eq, getTableColumns, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { z } from "zod";
import { findRecipients, isActive } from "#server/features/companies/people.ts";
import { addMakings } from "#server/lists/making.ts";
import { personColumns, type QuoteItem } from "#server/lists/select-parts.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { SignedInUser } from "#server/platform/http/call.ts";
import { badRequest, conflict, missingColumn } from "#server/platform/http/errors.ts";
import { quoteEvent, recordEvent } from "#server/platform/webhooks/record-event.ts";
import { companies, users } from "#server/schema/companies-and-users.ts";
import { quoteItems } from "#server/schema/quote-items.ts";
import { quotes } from "#server/schema/quotes.ts";
import type { createQuoteBody, SITE_FIELDS } from "#shared/contract/parts/quote-bodies.ts";
import { pence } from "#shared/domain/money.ts";
import { validUntilFor } from "#shared/domain/period.ts";
import { isStaff } from "#shared/domain/roles.ts";
import { makingOf, sumOfCosts } from "#shared/domain/trade/pricing.ts";
import { toDraw } from "#shared/domain/window/geometry/window-layout.ts";
import { workOf } from "#shared/domain/window/saw/made-area.ts";
import type { PricedQuote, PricedWindow } from "./price-windows.ts";

export interface Owner {
  readonly id: number;
  readonly companyName: string;
  readonly contactName: string;
}

/**
 * The owner of a new quote: a customer's quote is always their own; staff name the customer (the
 * super admin may also own one, rule Q1).
 * @throws 400 if staff name no customer, or one who may not order
 */
export async function quoteOwner(db: Db, user: SignedInUser, named: number | undefined): Promise<Owner> {
  const userId = named ?? (user.role === "super_admin" ? user.id : undefined);
  if (!isStaff(user.role) || (userId === user.id && user.role === "super_admin")) {
    return { id: user.id, companyName: user.companyName, contactName: user.contactName };
  }
  if (userId === undefined) throw badRequest("Please choose the customer this quote is for");
  const [owner] = await db
    .select(personColumns)
    .from(users)
    .innerJoin(companies, eq(companies.id, users.companyId))
    // A company's id is its founder's; if the founder is deleted, the id selects a person who may
    // manage the company.
    .where(and(or(eq(users.id, userId), eq(companies.id, userId)), eq(users.role, "customer"), isActive))
    .orderBy(sql`${users.id} <> ${userId}`, desc(users.mayManage), asc(users.joinedAt), asc(users.id))
    .limit(1)
    .prepare("customer who may order")
    .execute();
  if (!owner) throw badRequest("Customer not found");
  return owner;
}

/**
 * The owner of a copied quote: the customer who copies it; for staff, the previous owner, or a
 * manager of the company if that owner is deleted.
 */
export async function ownerAgain(db: Db, user: SignedInUser, before: Owner): Promise<Owner> {
  const [owner = before] = user.role === "customer" ? [user] : await findRecipients(db, before.id);
  return { id: owner.id, companyName: owner.companyName, contactName: owner.contactName };
}

/**
 * Locks the owner's row in the inserting statement, so a concurrent deletion of the account either
 * prevents the quote or sees it. Null for a deleted account, which the column refuses.
 */
const liveOwner = (userId: number) => sql<number>`(select id from users where id = ${userId} and deleted_at is null for share)`;

export const companyOf = (userId: number) => sql<number>`(select company_id from users where id = ${userId})`;

const { quoteId: _, ...known } = getTableColumns(quoteItems);
const { id: __, ...unnumbered } = known;
const insertParts = (columnsOf: Readonly<Record<string, PgColumn>>) => {
  const columns = Object.entries(columnsOf);
  return {
    columns: sql.raw(columns.map(([, column]) => `"${column.name}"`).join()),
    values: sql.raw(columns.map(([key]) => `asked."${key}"`).join()),
    types: sql.raw(columns.map(([key, column]) => `"${key}" ${column.getSQLType()}`).join()),
  };
};
const [withIds, withoutIds] = [insertParts(known), insertParts(unnumbered)];

/** A window with the amounts of work that the workshop's totals sum. */
const withWork = (window: PricedWindow & Pick<QuoteItem, "make">) => ({ ...window, ...workOf(toDraw(window)) });

/**
 * Stores windows of the quote `stored` in one statement, with all of them in one JSON parameter,
 * however many there are.
 */
export function insertWindows(stored: SQL, windows: readonly (PricedWindow & Pick<QuoteItem, "make">)[], ids?: "with their ids"): SQL {
  const { columns, values, types } = ids ? withIds : withoutIds;
  const counted = windows.map(withWork);
  return sql`insert into ${quoteItems} (quote_id, ${columns}) ${ids ? sql`overriding system value` : undefined}
    select stored.id, ${values} from ${stored}, jsonb_to_recordset(${JSON.stringify(counted)}::jsonb) asked(${types})
    returning id, place, quote_id as "quoteId"`;
}

/**
 * Stores ordered windows again under their ids. Two windows may change places, so all leave their
 * places first.
 */
export async function updateWindows(
  db: Db,
  quoteId: number,
  windows: readonly (PricedWindow & Pick<QuoteItem, "id" | "make">)[],
): Promise<void> {
  await db
    .update(quoteItems)
    .set({ place: sql`-${quoteItems.place}` })
    .where(eq(quoteItems.quoteId, quoteId));
  if (windows.length === 0) return;
  const { types } = withIds;
  const counted = windows.map(withWork);
  await db.execute(sql`update ${quoteItems} set (${withoutIds.columns}) = row(${withoutIds.values})
    from jsonb_to_recordset(${JSON.stringify(counted)}::jsonb) asked(${types})
    where ${quoteItems.quoteId} = ${quoteId} and ${quoteItems.id} = asked.id`);
}

/** The ids of the windows' shutter types, each once. */
export const shutterTypesOf = (windows: readonly { readonly shutterTypeId: number }[]): number[] => [
  ...new Set(windows.map(({ shutterTypeId }) => shutterTypeId)),
];

type Asked = Pick<z.output<typeof createQuoteBody>, "jobName" | "poNumber" | "note" | (typeof SITE_FIELDS)[number]>;
export type JobWords = ReturnType<typeof jobWords>;

/** The fitter's own words for a job; a blank text is stored as null (rule Q12). */
export const jobWords = ({ jobName, poNumber, note, ...site }: Asked) => ({
  jobName: jobName || null,
  poNumber: poNumber || null,
  note: note?.trim() ? note : null,
  ...siteWords(site),
});

/** The fitter's own customer (rule Q19); a blank text is stored as null. */
const siteWords = ({ customerName, customerPhone, customerEmail, siteAddress }: Pick<Asked, (typeof SITE_FIELDS)[number]>) => ({
  customerName: customerName || null,
  customerPhone: customerPhone || null,
  customerEmail: customerEmail || null,
  siteAddress: siteAddress || null,
});

interface NewQuote extends Partial<JobWords> {
  readonly owner: Owner;
  /** The person who creates the quote. */
  readonly by: Pick<SignedInUser, "id">;
}

/**
 * Stores a priced draft with its windows in one statement, and builds the reply without a further
 * query.
 * @throws 409 if the owner's account was deleted meanwhile
 */
export async function storeQuote(
  db: Db,
  { owner, by: maker, ...words }: NewQuote,
  { windows, subtotalPence, taxPence, finalTotalPence }: PricedQuote,
  now: Date,
) {
  const stored = {
    ...jobWords(words),
    ...{ itemCount: windows.length, status: "draft" as const },
    ...{ subtotalPence, taxPence, finalTotalPence, createdAt: now, validUntil: validUntilFor(now) },
  };
  const quote = db
    .insert(quotes)
    .values({ ...stored, userId: liveOwner(owner.id), companyId: companyOf(owner.id), changedBy: maker.id })
    .returning({ id: quotes.id });
  const { rows } = await db
    .execute<{ id: number; place: number; quoteId: number }>(sql`with stored as ${quote} ${insertWindows(sql`stored`, windows)}`)
    .catch((error: unknown) => {
      throw missingColumn(error) === "user_id" ? conflict("This company's account was deleted in the meantime") : error;
    });
  const [first] = rows;
  if (!first) throw new Error("A quote without windows was not stored");
  await recordEvent(db, quoteEvent({ id: first.quoteId, companyId: companyOf(owner.id), status: "draft" }, "quote.created"), now);
  const ids = new Map(rows.map(({ id, place }) => [place, id]));
  const items = addMakings(windows.map(({ place, ...window }) => ({ id: ids.get(place) as number, ...window, photos: [] })));
  const making = makingOf(subtotalPence, sumOfCosts(windows));
  return { id: first.quoteId, ...stored, ...NEW, owedPence: finalTotalPence, ...making, user: owner, items };
}

const NOTHING = pence(0);
/** The initial values of a draft's later fields, for the reply. */
const NEW = {
  paymentStatus: "unpaid" as const,
  version: 1,
  paidAt: null,
  invoiceNumber: null,
  placedAt: null,
  withdrawnAt: null,
  shippingAddress: null,
  requiredBy: null,
  orderId: null,
  orderStatus: null,
  refunded: NOTHING,
  acceptedBy: null,
  withCustomer: null,
  estimatedArrival: null,
  unansweredQuestions: 0,
  paymentPending: false,
  attempts: [],
};
