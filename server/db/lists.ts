import {
  and,
  asc,
  type Column,
  desc,
  eq,
  gte,
  inArray,
  isNull,
  lt,
  lte,
  notInArray,
  or,
  type Placeholder,
  type SQL,
  sql,
} from "drizzle-orm";
import { type Day, endOfDay, startOfDay } from "#shared/domain/period.ts";
import { OPEN_ORDER_STATUSES } from "#shared/domain/trade/due.ts";
import { UNPAYABLE_ORDER_STATUSES, WORKSHOP_ORDER_STATUSES } from "#shared/domain/trade/status.ts";
import { DEFAULT_PAGE } from "#shared/http/wire.ts";
import { invoices, orders, quotes, remakes } from "./schema.ts";
import { refundedOf } from "./select-parts.ts";

/**
 * Each list: by what it is sorted, which views it has, and by which columns a search finds a row.
 * Quotes, orders, remakes, invoices and the board read it (docs/decisions/120-lists-are-plain-queries.md).
 * A list asks its own table alone for the ids of a page, and joins the rest to these.
 */

/** The columns of a list's place, each with the type of a cursor's. The newest come first, or the earliest. */
interface Sort {
  readonly at: Column;
  readonly id: Column;
  readonly type: "timestamptz" | "date" | "integer";
  readonly newestFirst: boolean;
}
const newest = (at: Column, id: Column, type: Sort["type"] = "timestamptz"): Sort => ({ at, id, type, newestFirst: true });
const earliest = (at: Column, id: Column, type: Sort["type"] = "timestamptz"): Sort => ({ at, id, type, newestFirst: false });

/** "Nulls last" as in drizzle's indexes (docs/decisions/035-order-of-lists.md). What is listed by its key is read from the key's end. */
export function inOrder({ at, id, newestFirst }: Sort): SQL[] {
  if (at === id) return [newestFirst ? desc(id) : asc(id)];
  return newestFirst ? [sql`${at} desc nulls last`, sql`${id} desc nulls last`] : [asc(at), asc(id)];
}

/**
 * The same for a search in a few of the rows. PostgreSQL takes a word for as frequent among them as among all, and would walk an index in
 * order until it has met enough; no index has the order of both columns as one, so that it gathers what is found and sorts it.
 */
const inOrderOfFew = ({ at, id, newestFirst }: Sort): SQL[] => [sql`row(${at}, ${id}) ${sql.raw(newestFirst ? "desc" : "asc")}`];

/** In which order a page is found, of a search with the names that hold what was typed. A name that many have is found at once in order. */
export const orderOfPage = (by: Sort, { names, isOfFew }: { readonly names: Names | undefined; readonly isOfFew: boolean }): SQL[] =>
  names && isOfFew && names.companyIds.length < MANY_COMPANIES ? inOrderOfFew(by) : inOrder(by);
const MANY_COMPANIES = 500;

/** Rows in the order of the ids by which they were asked for. */
export function inOrderOfIds<Row extends { readonly id: number }>(ids: readonly { readonly id: number }[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap(({ id }) => byId.get(id) ?? []);
}
/** The values of a prepared select of rows by their ids. */
export const isOneOf = (id: Column): SQL => sql`${id} = any(${sql.placeholder("ids")}::int[])`;
export const valuesOfIds = (ids: readonly { readonly id: number }[]) => ({ ids: ids.map(({ id }) => id) });

/** Where a row stands in a list: when it was made, and its id. */
export interface Place {
  readonly at: Date;
  readonly id: number;
}

/** What a page of a list needs: the handler fetches `limit + 1` rows after `after`, and `mount` makes the `Link`. */
export interface Page {
  readonly limit: number;
  readonly after: Place | null;
}

/** Whether it is the page with which a list opens: nothing is chosen or typed. Such a one is prepared, rows and all. */
export const isOpening = (
  { limit, after }: Page,
  { limit: _, cursor: __, ...chosen }: { readonly limit?: unknown; readonly cursor?: unknown },
) => limit === DEFAULT_PAGE && after === null && Object.values(chosen).every((one) => one === undefined);

/**
 * How many rows a prepared statement gives, in its text: of a parameter PostgreSQL assumes a tenth of all rows. Drizzle writes whatever SQL
 * stands here, but its type names numbers and placeholders alone.
 */
export const firstRows = (most: number) => sql.raw(String(most)) as unknown as Placeholder;

/** What comes after a page: one comparison of two columns, which drizzle has not and an index answers. */
export function afterPage({ at, id, type, newestFirst }: Sort, { after }: Page): SQL | undefined {
  if (!after) return undefined;
  const place = type === "integer" ? after.id : after.at.toISOString();
  return sql`(${at}, ${id}) ${sql.raw(newestFirst ? "<" : ">")} (${place}::${sql.raw(type)}, ${after.id})`;
}

/** The columns by which a search finds a row, besides its number. */
interface Found {
  readonly words: Column;
  readonly companyId: Column;
  readonly userId: Column;
}
const foundBy = ({ words, companyId, userId }: Found): Found => ({ words, companyId, userId });

/** Now, or a placeholder for it. */
type Moment = Date | Placeholder;
const instant = (moment: Moment): SQL => sql`${moment instanceof Date ? moment.toISOString() : moment}::timestamptz`;
const day = (today: Day | Placeholder): SQL => sql`${today}::date`;
/** Of the clock, whichever days it is set on. */
const SEVEN_DAYS = sql.raw("interval '168 hours'");

type Between = (from: Day | undefined, to: Day | undefined) => SQL | undefined;
const daysBetween =
  (column: Column): Between =>
  (from, to) =>
    and(from === undefined ? undefined : gte(column, from), to === undefined ? undefined : lte(column, to));
const daysOfInstant =
  (column: Column): Between =>
  (from, to) =>
    and(from === undefined ? undefined : gte(column, startOfDay(from)), to === undefined ? undefined : lte(column, endOfDay(to)));

export const QUOTES = {
  sorts: { newest: newest(quotes.createdAt, quotes.id), expiry: earliest(quotes.validUntil, quotes.id) },
  found: foundBy(quotes),
  live: isNull(quotes.deletedAt),
  /** Where a quote stands beside its status (rule Q15). */
  views: {
    placed: () => sql`${quotes.isPlaced}`,
    expiring: (now: Moment) =>
      sql`${quotes.isUnsettled} and ${quotes.validUntil} between ${instant(now)} and ${instant(now)} + ${SEVEN_DAYS}`,
    expired: (now: Moment) => sql`${quotes.isUnsettled} and ${quotes.validUntil} < ${instant(now)}`,
    unanswered: (now: Moment) =>
      sql`${quotes.status} = 'sent' and coalesce(${quotes.sentAt}, ${quotes.createdAt}) < ${instant(now)} - ${SEVEN_DAYS}`,
  },
} as const;

export const ORDERS = {
  sorts: { newest: newest(orders.createdAt, orders.id), due: earliest(orders.dueOn, orders.id, "date") },
  found: foundBy(orders),
  live: isNull(orders.deletedAt),
  views: {
    paid: sql`${orders.isPaid}`,
    unpaid: sql`not ${orders.isPaid}`,
    /** Cancelled, paid, and not all of it given back. */
    toPayBack: sql`${orders.status} = 'cancelled' and ${orders.isPaid} and ${orders.totalPence} > ${refundedOf(orders.quoteId)}`,
    toMake: inArray(orders.status, [...WORKSHOP_ORDER_STATUSES]),
  },
  /** A day of an order between two, both of which count. An instant is of its London day. */
  days: {
    ordered: daysOfInstant(orders.createdAt),
    shipping: daysBetween(orders.shippingDate),
    arrival: daysBetween(orders.estimatedArrival),
  },
  /** Of a company, and which another makes; 0: nobody. */
  ofCompany: (id: number) => eq(orders.companyId, id),
  madeBy: (id: number) => eq(orders.makerId, id),
  /** Money that is still to come. */
  payable: and(sql`not ${orders.isPaid}`, notInArray(orders.status, [...UNPAYABLE_ORDER_STATUSES])),
  /** Whether it is late (rule O9). What is in time is due today or later, where the index by the due day begins. */
  late: (today: Day | Placeholder) => and(inArray(orders.status, [...OPEN_ORDER_STATUSES]), lt(orders.lateAfter, day(today))),
  inTime: (today: Day | Placeholder) => and(gte(orders.dueOn, day(today)), or(isNull(orders.lateAfter), gte(orders.lateAfter, day(today)))),
} as const;

export const REMAKES = {
  sorts: { newest: newest(remakes.createdAt, remakes.id) },
  found: foundBy(remakes),
  live: isNull(remakes.deletedAt),
} as const;

/** An invoice is never changed, so it is found by its quote's words. */
export const INVOICES = {
  sorts: { newest: newest(invoices.number, invoices.number, "integer") },
  found: foundBy(quotes),
  live: isNull(quotes.deletedAt),
} as const;

/** Who has a name that a search looks for. Empty where nobody has: then nobody is asked for. */
export interface Names {
  readonly companyIds: readonly number[];
  readonly people: readonly { readonly id: number; readonly companyId: number }[];
}

/** Whether a row holds what was typed: in its words, in its company's name or in its person's, or as one of its numbers. */
export function isFound(
  { words: typed, names }: { readonly words: string; readonly names: Names },
  { words, companyId, userId }: Found,
  ...numbered: (SQL | undefined)[]
): SQL | undefined {
  const { companyIds, people } = names;
  // The company beside the person, because the index begins with it.
  const ofPeople = and(
    sql`${companyId} = any(${sql.param([...new Set(people.map((person) => person.companyId))])}::int[])`,
    sql`${userId} = any(${sql.param(people.map(({ id }) => id))}::int[])`,
  );
  return or(
    sql`${words} like lower(${typed})`,
    companyIds.length > 0 ? sql`${companyId} = any(${sql.param(companyIds)}::int[])` : undefined,
    people.length > 0 ? ofPeople : undefined,
    ...numbered,
  );
}

/** A number that was typed, of a row. */
export const isNumber = (column: Column, typed: number | null): SQL | undefined => (typed === null ? undefined : eq(column, typed));
