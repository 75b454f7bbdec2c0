import { and, asc, type Column, eq, getTableColumns, inArray, type Placeholder, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "#server/platform/db/connect.ts";
import { accountCheckoutLines } from "#server/schema/allocations.ts";
import { checkoutSessions } from "#server/schema/checkouts.ts";
import { companies, users } from "#server/schema/companies-and-users.ts";
import { invoiceBalances, invoices } from "#server/schema/invoices-and-refunds.ts";
import { payments } from "#server/schema/payments.ts";
import { products } from "#server/schema/products.ts";
import { quoteItems, windowPhotos } from "#server/schema/quote-items.ts";
import { quotes } from "#server/schema/quotes.ts";
import { WORKSHOP } from "#shared/contract/parts/people.ts";
import type { MilliM2 } from "#shared/domain/length.ts";
import { type Pence, pence } from "#shared/domain/money.ts";
import type { Role } from "#shared/domain/roles.ts";
import { invoiceNumber, type PaymentStatus } from "#shared/domain/trade/status.ts";
import { windowCostFor } from "./making.ts";

/**
 * The reader of a select. In a prepared statement the company is a placeholder; in a query for many
 * people at once it is a column.
 */
export interface Viewer {
  readonly role: Role;
  readonly companyId: number | Placeholder | Column;
}
export const viewerOf = (role: Role): Viewer => ({ role, companyId: sql.placeholder("companyId") });

/**
 * The condition for rows that a supplier's company makes, and for those without a maker if staff
 * let the company see open orders (rules O19, W93). The query for the company runs once.
 */
export function isMadeBy(makerId: Column, { companyId }: Viewer): SQL {
  const viewer = alias(companies, "viewer");
  const sees = sql`exists (select from ${companies} ${viewer} where ${viewer.id} = ${companyId} and ${viewer.seesOpenOrders})`;
  return sql`(${makerId} in (0, ${companyId}) and (${makerId} <> 0 or ${sees}))`;
}

/** The owner of a row, as lists show it. Needs users joined with companies. */
export const personColumns = { id: users.id, companyName: companies.name, contactName: users.contactName };
/**
 * The person who made a change. A supplier does not receive the names of another supplier's people,
 * who may have made the order before (rule O19).
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

/**
 * Derives the payment state from the time of payment on the quote. An order stores no state of its
 * own that could disagree.
 */
export const paymentStatusOf = (paidAt: Column) => sql<PaymentStatus>`case when ${paidAt} is null then 'unpaid' else 'paid' end`;

/** A sum of amounts; 0 without rows. */
export const sumOfPence = (sum: SQL) => sql<Pence>`coalesce(${sum}, 0)`.mapWith((total) => pence(Number(total)));

/** The sum of a column, and of a column of areas; 0 without rows. */
export const sumOf = (column: SQLWrapper): SQL<number> => sql<number>`coalesce(sum(${column}), 0)`.mapWith(Number);
export const areaOf = (area: SQLWrapper): SQL<MilliM2> => sumOf(area).mapWith((sum) => Number(sum) as MilliM2);

/** The number of a quote's invoice; null without one. */
export const invoiceOfQuote = sql<string | null>`${quotes.invoiceNumber}`.mapWith((number) => invoiceNumber(Number(number)));

/**
 * The refunded amount of a quote: by credit notes on its invoice, or from the payments before it
 * had one.
 */
export const refundedOfQuote: SQL<Pence> = sql`case when ${quotes.invoiceNumber} is null
    then (select coalesce(sum(${payments.refunded}), 0) from ${payments} where ${payments.quoteId} = ${quotes.id} and ${payments.settles})
    else (select coalesce(sum(${invoices.grossPence}), 0) from ${invoices} where ${invoices.quoteId} = ${quotes.id} and ${invoices.refundId} is not null) end`.mapWith(
  payments.refunded,
);

/** The amount held for a quote that has no invoice, without refunds in progress. */
export const heldAmountFor = (quoteId: SQLWrapper): SQL<Pence> =>
  sumOfPence(sql`(select sum(${payments.unallocatedPence} - ${payments.waitingPence}) from ${payments}
    where ${payments.quoteId} = ${quoteId} and ${payments.settles})`);

/**
 * The amount due on an unpaid quote: the amount that its invoices owe, or its total less the held
 * amount (rule Y11). Payments, transfers, reminders, lists and sums all use this expression.
 */
export const owedFor = (quoteId: SQLWrapper, totalPence: SQLWrapper): SQL<Pence> =>
  sql`coalesce((select sum(${invoiceBalances.owedPence}) from ${invoiceBalances} where ${invoiceBalances.quoteId} = ${quoteId}),
    greatest(0, ${totalPence} - ${heldAmountFor(quoteId)}))`.mapWith(payments.amount);

/** The amount due on any quote: 0 if it is paid, otherwise as above. */
export const owedOn = (quote: Pick<typeof quotes, "id" | "finalTotalPence" | "paidAt">): SQL<Pence> =>
  sql`case when ${quote.paidAt} is null then ${owedFor(quote.id, quote.finalTotalPence)} else 0 end`.mapWith(payments.amount);

/** The amount paid for a quote, less refunds. */
export const paidOnQuote = (quoteId: Column): SQL<Pence> =>
  sql`coalesce((select sum(${invoiceBalances.paidPence}) from ${invoiceBalances} where ${invoiceBalances.quoteId} = ${quoteId}),
    (select sum(${payments.unallocatedPence}) from ${payments} where ${payments.quoteId} = ${quoteId} and ${payments.isHeld}), 0)`.mapWith(
    payments.amount,
  );

/**
 * True while a slow payment for the quote is under way, by its own Checkout or by one of several
 * invoices.
 */
export const paymentPendingOf: SQL<boolean> = sql<boolean>`exists (select from ${checkoutSessions} where ${checkoutSessions.isPending}
    and (${checkoutSessions.quoteId} = ${quotes.id} or ${checkoutSessions.checkoutId} in
      (select ${accountCheckoutLines.checkoutId} from ${accountCheckoutLines} where ${accountCheckoutLines.number} in
        (select ${invoiceBalances.number} from ${invoiceBalances} where ${invoiceBalances.quoteId} = ${quotes.id}))))`;

type Values<Row> = { readonly [Name in keyof Row]: SQLWrapper };

/** An object of these values, as JSON. */
export const jsonObject = <Row>(values: Values<Row>): SQL<Row> => {
  const pairs = Object.entries<SQLWrapper>(values).map(([name, value]) => sql`${sql.raw(`'${name}'`)}, ${value}`);
  return sql`json_build_object(${sql.join(pairs, sql`, `)})`;
};

/**
 * The rows of another table as one JSON value, so that one statement reads a record and its parts
 * at one moment. JSON has no dates: an instant is text.
 */
export const jsonRows = <Row>(values: Values<Row>, { from, orderBy }: { readonly from: SQL; readonly orderBy: SQLWrapper }): SQL<Row[]> =>
  sql`(select coalesce(json_agg(${jsonObject(values)} order by ${orderBy}), '[]') from ${from})`;

const {
  quoteId: _,
  place: __,
  louvres: ___,
  makingCostPence: ____,
  isFixedPrice: _____,
  madeAreaMilliM2: ______,
  ...columns
} = getTableColumns(quoteItems);
/**
 * The columns of a window, as quotes, orders and documents show it. Without a discount the list
 * price is the charged one, and without a minimum area the charged area is the window's own.
 */
export const itemColumns = {
  ...columns,
  listPencePerM2: sql<Pence>`coalesce(${columns.listPencePerM2}, ${columns.pencePerM2})`,
  chargedAreaMilliM2: sql<MilliM2>`coalesce(${columns.chargedAreaMilliM2}, ${columns.areaMilliM2})`,
};
export type QuoteItem = Omit<
  typeof quoteItems.$inferSelect,
  | "quoteId"
  | "place"
  | "louvres"
  | "madeAreaMilliM2"
  | "listPencePerM2"
  | "chargedAreaMilliM2"
  | "make"
  | "makingCostPence"
  | "isFixedPrice"
> & {
  /** The parts that a remake's order makes (rule W103). */
  readonly make?: (typeof quoteItems.$inferSelect)["make"] | undefined;
  readonly listPencePerM2: Pence;
  readonly chargedAreaMilliM2: MilliM2;
};
/** The fields of a window that are money. */
export type MoneyOfItem = "pencePerM2" | "listPencePerM2" | "discountHundredths" | "chargedAreaMilliM2" | "surcharges" | "itemTotalPence";

export const itemsOfQuote = (db: Db, quoteId: number): Promise<QuoteItem[]> =>
  db.select(itemColumns).from(quoteItems).where(eq(quoteItems.quoteId, quoteId)).orderBy(asc(quoteItems.place));

/** The windows of several quotes, read by one statement. */
export async function itemsOfQuotes(db: Db, quoteIds: readonly number[]): Promise<(quoteId: number) => readonly QuoteItem[]> {
  const itemsByQuote = new Map<number, QuoteItem[]>();
  const rows = await db
    .select({ ...itemColumns, quoteId: quoteItems.quoteId })
    .from(quoteItems)
    .where(inArray(quoteItems.quoteId, [...quoteIds]))
    .orderBy(asc(quoteItems.quoteId), asc(quoteItems.place));
  for (const { quoteId, ...item } of rows) itemsByQuote.set(quoteId, [...(itemsByQuote.get(quoteId) ?? []), item]);
  return (quoteId) => itemsByQuote.get(quoteId) ?? [];
}

/** A window with the current density of its type's timber, as it is made. */
export type MadeItem = QuoteItem & { readonly densityKgM3: number | null };
export const madeColumns = { ...itemColumns, densityKgM3: products.densityKgM3 };
export async function itemsToMake(db: Db, quoteIds: readonly number[]): Promise<(quoteId: number) => readonly MadeItem[]> {
  const itemsByQuote = new Map<number, MadeItem[]>();
  const rows = await db
    .select({ ...madeColumns, quoteId: quoteItems.quoteId })
    .from(quoteItems)
    .innerJoin(products, eq(products.id, quoteItems.shutterTypeId))
    .where(inArray(quoteItems.quoteId, [...quoteIds]))
    .orderBy(asc(quoteItems.quoteId), asc(quoteItems.place));
  for (const { quoteId, ...item } of rows) itemsByQuote.set(quoteId, [...(itemsByQuote.get(quoteId) ?? []), item]);
  return (quoteId) => itemsByQuote.get(quoteId) ?? [];
}

/** The windows of the quote that the statement selects, as one of its values. */
export const itemsAsJson = (quoteId: Column) =>
  jsonRows<QuoteItem>(itemColumns, { from: sql`${quoteItems} where ${eq(quoteItems.quoteId, quoteId)}`, orderBy: quoteItems.place });

/** The cost of making a window, which only the super admin's statements load. */
interface WindowCost {
  readonly makingCostPence?: Pence | null;
}
interface WindowPhoto {
  readonly n: number;
  readonly url: string;
  readonly forWorkshop: boolean;
}
/** The photos of a window that a person may see (rule Q25). */
export const photosShownTo = ({ role }: Pick<Viewer, "role">) => (role === "supplier" ? windowPhotos.forWorkshop : undefined);
/** The photos of a window that the statement selects, as one of its values. */
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

/** The windows of a quote with their photos. */
export const itemsWithPhotos = (quoteId: Column, viewer: Viewer) =>
  jsonRows<QuoteItem & WindowCost & { readonly photos: WindowPhoto[] }>(
    { ...itemColumns, ...windowCostFor(viewer), photos: photosOfItem(viewer) },
    { from: sql`${quoteItems} where ${eq(quoteItems.quoteId, quoteId)}`, orderBy: quoteItems.place },
  );

/** The windows as they are made, with their photos. */
export const madeItemsWithPhotos = (quoteId: Column, viewer: Viewer) =>
  jsonRows<MadeItem & WindowCost & { readonly photos: WindowPhoto[] }>(
    { ...madeColumns, ...windowCostFor(viewer), photos: photosOfItem(viewer) },
    {
      from: sql`${quoteItems} join ${products} on ${eq(products.id, quoteItems.shutterTypeId)} where ${quoteItems.quoteId} = ${quoteId}`,
      orderBy: quoteItems.place,
    },
  );
