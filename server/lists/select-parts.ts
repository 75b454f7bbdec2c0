import { and, asc, type Column, eq, getTableColumns, inArray, type Placeholder, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import {
  accountCheckoutLines,
  checkoutSessions,
  companies,
  invoiceBalances,
  invoices,
  payments,
  products,
  quoteItems,
  quotes,
  users,
  windowPhotos,
} from "#server/schema/index.ts";
import { WORKSHOP } from "#shared/contract/parts/people.ts";
import type { MilliM2 } from "#shared/domain/length.ts";
import { type Pence, pence } from "#shared/domain/money.ts";
import type { Role } from "#shared/domain/roles.ts";
import { invoiceNumber, type PaymentStatus } from "#shared/domain/trade/status.ts";

/** For whom a select is made. In a prepared one the company is a placeholder; of many people at once it is a column. */
export interface Viewer {
  readonly role: Role;
  readonly companyId: number | Placeholder | Column;
}
export const viewerOf = (role: Role): Viewer => ({ role, companyId: sql.placeholder("companyId") });

/** Whose a row is, as lists show it; of users joined with their companies. */
export const personColumns = { id: users.id, companyName: companies.name, contactName: users.contactName };
/**
 * The same of who did something. A supplier is not told who another supplier's people are: an order
 * may have been theirs before (rule O11).
 */
export function doerFor({ role, companyId }: Viewer) {
  const isAnothers = sql`${users.role} = 'supplier' and ${users.companyId} <> ${companyId}`;
  const known = (name: Column): SQL<string> =>
    role === "supplier" ? sql`case when ${isAnothers} then ${WORKSHOP}::text else ${name} end` : sql`${name}`;
  return { companyName: known(companies.name), contactName: known(users.contactName), role: users.role };
}
export interface Doer {
  readonly companyName: string;
  readonly contactName: string;
  readonly role: Role;
}

/** Paid is when there is a time of payment on the quote; an order has no payment state of its own that could disagree. */
export const paymentStatusOf = (paidAt: Column) => sql<PaymentStatus>`case when ${paidAt} is null then 'unpaid' else 'paid' end`;

/** A sum of amounts; nought of no rows. */
export const sumOfPence = (sum: SQL) => sql<Pence>`coalesce(${sum}, 0)`.mapWith((total) => pence(Number(total)));

/** The number that a quote's invoice bears; null where none was issued. */
export const invoiceOfQuote = sql<string | null>`${quotes.invoiceNumber}`.mapWith((number) => invoiceNumber(Number(number)));

/** What was given back of a quote: with credit notes on its invoice, or of what had paid it before there was one. */
export const refundedOfQuote: SQL<Pence> = sql`case when ${quotes.invoiceNumber} is null
    then (select coalesce(sum(${payments.refunded}), 0) from ${payments} where ${payments.quoteId} = ${quotes.id} and ${payments.settles})
    else (select coalesce(sum(${invoices.grossPence}), 0) from ${invoices} where ${invoices.quoteId} = ${quotes.id} and ${invoices.refundId} is not null) end`.mapWith(
  payments.refunded,
);

/** What is still there of what paid a quote before its invoice; what waits to be given back is not. */
export const keptForQuote = (quoteId: SQLWrapper): SQL<Pence> =>
  sumOfPence(sql`(select sum(${payments.unallocatedPence} - ${payments.waitingPence}) from ${payments}
    where ${payments.quoteId} = ${quoteId} and ${payments.settles})`);

/**
 * What is to be paid of an unpaid quote: what its invoice owes, or its total less what is kept for
 * it (rule Y11). Pay, transfers, reminders, lists and sums ask here.
 */
export const owedFor = (quoteId: SQLWrapper, totalPence: SQLWrapper): SQL<Pence> =>
  sql`coalesce((select ${invoiceBalances.owedPence} from ${invoiceBalances} where ${invoiceBalances.quoteId} = ${quoteId}),
    greatest(0, ${totalPence} - ${keptForQuote(quoteId)}))`.mapWith(payments.amount);

/** The same of a quote that may be paid. */
export const owedOn = (quote: Pick<typeof quotes, "id" | "finalTotalPence" | "paidAt">): SQL<Pence> =>
  sql`case when ${quote.paidAt} is null then ${owedFor(quote.id, quote.finalTotalPence)} else 0 end`.mapWith(payments.amount);

/** What was paid of a quote and not given back. */
export const paidOnQuote = (quoteId: Column): SQL<Pence> =>
  sql`coalesce((select ${invoiceBalances.paidPence} from ${invoiceBalances} where ${invoiceBalances.quoteId} = ${quoteId}),
    (select sum(${payments.unallocatedPence}) from ${payments} where ${payments.quoteId} = ${quoteId} and ${payments.isHeld}), 0)`.mapWith(
    payments.amount,
  );

/** A slow payment for a quote is on its way, by its own Checkout or by one of several invoices. */
export const paymentPendingOf: SQL<boolean> = sql<boolean>`exists (select from ${checkoutSessions} where ${checkoutSessions.isPending}
    and (${checkoutSessions.quoteId} = ${quotes.id} or ${checkoutSessions.checkoutId} in
      (select ${accountCheckoutLines.checkoutId} from ${accountCheckoutLines} where ${accountCheckoutLines.number} = ${quotes.invoiceNumber})))`;

type Values<Row> = { readonly [Name in keyof Row]: SQLWrapper };

/** An object of these values, as JSON. */
export const jsonObject = <Row>(values: Values<Row>): SQL<Row> => {
  const pairs = Object.entries<SQLWrapper>(values).map(([name, value]) => sql`${sql.raw(`'${name}'`)}, ${value}`);
  return sql`json_build_object(${sql.join(pairs, sql`, `)})`;
};

/**
 * The rows of another table as one value, so that one statement reads a thing and its parts as they were at one moment. They come as
 * JSON has them: an instant is text.
 */
export const jsonRows = <Row>(values: Values<Row>, { from, orderBy }: { readonly from: SQL; readonly orderBy: SQLWrapper }): SQL<Row[]> =>
  sql`(select coalesce(json_agg(${jsonObject(values)} order by ${orderBy}), '[]') from ${from})`;

const { quoteId: _, place: __, louvres: ___, ...columns } = getTableColumns(quoteItems);
/**
 * A window of a quote, as quotes, orders and documents show it. The list's price is the charged one
 * where there was no discount, and the charged area its own where no least one was.
 */
export const itemColumns = {
  ...columns,
  listPencePerM2: sql<Pence>`coalesce(${columns.listPencePerM2}, ${columns.pencePerM2})`,
  chargedAreaMilliM2: sql<MilliM2>`coalesce(${columns.chargedAreaMilliM2}, ${columns.areaMilliM2})`,
};
export type QuoteItem = Omit<typeof quoteItems.$inferSelect, "quoteId" | "place" | "louvres" | "listPencePerM2" | "chargedAreaMilliM2"> & {
  readonly listPencePerM2: Pence;
  readonly chargedAreaMilliM2: MilliM2;
};
/** What of a window is money. */
export type MoneyOfItem = "pencePerM2" | "listPencePerM2" | "discountHundredths" | "chargedAreaMilliM2" | "surcharges" | "itemTotalPence";

export const itemsOfQuote = (db: Db, quoteId: number): Promise<QuoteItem[]> =>
  db.select(itemColumns).from(quoteItems).where(eq(quoteItems.quoteId, quoteId)).orderBy(asc(quoteItems.place));

/** The windows of several quotes, of one statement. */
export async function itemsOfQuotes(db: Db, quoteIds: readonly number[]): Promise<(quoteId: number) => readonly QuoteItem[]> {
  const found = new Map<number, QuoteItem[]>();
  const rows = await db
    .select({ ...itemColumns, quoteId: quoteItems.quoteId })
    .from(quoteItems)
    .where(inArray(quoteItems.quoteId, [...quoteIds]))
    .orderBy(asc(quoteItems.quoteId), asc(quoteItems.place));
  for (const { quoteId, ...item } of rows) found.set(quoteId, [...(found.get(quoteId) ?? []), item]);
  return (quoteId) => found.get(quoteId) ?? [];
}

/**
 * The same as they are made: with the density of their type's timber, which is the type's of now.
 */
export type MadeItem = QuoteItem & { readonly densityKgM3: number | null };
export const madeColumns = { ...itemColumns, densityKgM3: products.densityKgM3 };
export async function itemsToMake(db: Db, quoteIds: readonly number[]): Promise<(quoteId: number) => readonly MadeItem[]> {
  const found = new Map<number, MadeItem[]>();
  const rows = await db
    .select({ ...madeColumns, quoteId: quoteItems.quoteId })
    .from(quoteItems)
    .innerJoin(products, eq(products.id, quoteItems.shutterTypeId))
    .where(inArray(quoteItems.quoteId, [...quoteIds]))
    .orderBy(asc(quoteItems.quoteId), asc(quoteItems.place));
  for (const { quoteId, ...item } of rows) found.set(quoteId, [...(found.get(quoteId) ?? []), item]);
  return (quoteId) => found.get(quoteId) ?? [];
}

/** The windows of the quote that a statement reads, as one of its values. */
export const itemsAsJson = (quoteId: Column) =>
  jsonRows<QuoteItem>(itemColumns, { from: sql`${quoteItems} where ${eq(quoteItems.quoteId, quoteId)}`, orderBy: quoteItems.place });

interface WindowPhoto {
  readonly n: number;
  readonly url: string;
  readonly forWorkshop: boolean;
}
/** Which photos of a window a person is shown (rule Q25). */
export const photosShownTo = ({ role }: Pick<Viewer, "role">) => (role === "supplier" ? windowPhotos.forWorkshop : undefined);
/** The photos of a window of the statement, as one of its values. */
export const photosOfItem = (viewer: Viewer): SQL<WindowPhoto[]> =>
  jsonRows<WindowPhoto>(
    {
      n: windowPhotos.n,
      url: sql`'/api/quotes/' || ${quoteItems.quoteId} || '/items/' || ${quoteItems.id} || '/photos/' || ${windowPhotos.n}`,
      forWorkshop: windowPhotos.forWorkshop,
    },
    {
      from: sql`${windowPhotos} where ${and(eq(windowPhotos.quoteItemId, quoteItems.id), photosShownTo(viewer))}`,
      orderBy: windowPhotos.n,
    },
  );

/** The same windows with their photos. */
export const itemsWithPhotos = (quoteId: Column, viewer: Viewer) =>
  jsonRows<QuoteItem & { readonly photos: WindowPhoto[] }>(
    { ...itemColumns, photos: photosOfItem(viewer) },
    { from: sql`${quoteItems} where ${eq(quoteItems.quoteId, quoteId)}`, orderBy: quoteItems.place },
  );

/** The same as they are made, with their photos. */
export const madeItemsWithPhotos = (quoteId: Column, viewer: Viewer) =>
  jsonRows<MadeItem & { readonly photos: WindowPhoto[] }>(
    { ...madeColumns, photos: photosOfItem(viewer) },
    {
      from: sql`${quoteItems} join ${products} on ${eq(products.id, quoteItems.shutterTypeId)} where ${quoteItems.quoteId} = ${quoteId}`,
      orderBy: quoteItems.place,
    },
  );
