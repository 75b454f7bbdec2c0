import {
  and,
  between,
  type Column,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  not,
  notInArray,
  or,
  type Placeholder,
  type SQL,
  sql,
} from "drizzle-orm";
import { earliest, inOrder, newest, type Page, type Sort } from "#server/platform/http/paging/paging.ts";
import { invoiceBalances, invoices } from "#server/schema/invoices-and-refunds.ts";
import { changeRequests, orders, remakes } from "#server/schema/orders-and-remakes.ts";
import { quotes } from "#server/schema/quotes.ts";
import type { OrderView, orders as ordersContract } from "#shared/contract/orders.ts";
import type { QuoteState } from "#shared/contract/quotes.ts";
import { pence } from "#shared/domain/money.ts";
import { addDays, type Day, endOfDay, startOfDay } from "#shared/domain/period.ts";
import { commercialRoles, isStaff, type Role } from "#shared/domain/roles.ts";
import { DONE_ORDER_STATUSES, lateStatuses, OPEN_ORDER_STATUSES } from "#shared/domain/trade/due.ts";
import { type Age, dueDaysOf, isDated } from "#shared/domain/trade/ledger.ts";
import {
  type NumberPrefix,
  ORDER_STATUS_LABEL,
  type PaymentStatus,
  QUOTE_STATUS_LABEL,
  REMAKE_STATUS_LABEL,
  type RemakeStatus,
  UNPAYABLE_ORDER_STATUSES,
  WORKSHOP_ORDER_STATUSES,
} from "#shared/domain/trade/status.ts";
import type { ReplyOf } from "#shared/http/endpoint.ts";
import { DEFAULT_PAGE } from "#shared/http/wire.ts";
import { taxPointBetween } from "./invoice-days.ts";
import { holdsWord, type Part, type Search } from "./search.ts";
import { paidOnQuote } from "./select-parts.ts";
import { eachDay, type Span } from "./typed-days.ts";
import type { Amounts } from "./typed-words.ts";

/**
 * Each list: its sorts, its views, and the columns by which a search finds a row. Quotes, orders,
 * remakes, invoices and the board use it (docs/decisions/003-lists-are-plain-queries.md). A list
 * selects the ids of a page from its own table alone, and joins the rest to these.
 */

/**
 * The order for a search among few rows. PostgreSQL assumes that a word is equally frequent
 * everywhere, and would scan an index until it has enough rows. No index has both columns as one
 * row, so PostgreSQL collects the matches and sorts them.
 */
const inOrderOfFew = ({ at, id, newestFirst }: Sort): SQL[] => [sql`row(${at}, ${id}) ${sql.raw(newestFirst ? "desc" : "asc")}`];

/**
 * The order in which a page is found. A name of many companies soon fills a page in the list's own
 * order.
 */
export const orderOfPage = (by: Sort, { search, isOfFew }: { readonly search: Search | undefined; readonly isOfFew: boolean }): SQL[] =>
  search && (isOfFew || findsFew(search)) && search.parts.some(({ names }) => names.companyIds.length < MANY_COMPANIES)
    ? inOrderOfFew(by)
    : inOrder(by);
/** True if the search has an amount or a day, which few rows match. */
const findsFew = ({ parts }: Search): boolean => parts.some(({ amounts, days }) => amounts !== null || days.length > 0);
const MANY_COMPANIES = 500;

/** The rows of some ids, in the order of the ids. Runs no query for an empty list. */
export async function rowsInOrder<Row extends { readonly id: number }>(
  ids: readonly { readonly id: number }[],
  rowsOf: (values: { readonly ids: readonly number[] }) => Promise<readonly Row[]>,
): Promise<Row[]> {
  if (ids.length === 0) return [];
  const byId = new Map((await rowsOf({ ids: ids.map(({ id }) => id) })).map((row) => [row.id, row]));
  return ids.flatMap(({ id }) => byId.get(id) ?? []);
}
/** Matches rows by their ids, for a prepared select. */
export const isOneOf = (id: Column): SQL => sql`${id} = any(${sql.placeholder("ids")}::int[])`;

/**
 * True for the first page without filters or search. Such a page uses a prepared statement, rows
 * included.
 */
export const isOpening = (
  { limit, after }: Page,
  { limit: _, cursor: __, ...chosen }: { readonly limit?: unknown; readonly cursor?: unknown },
) => limit === DEFAULT_PAGE && after === null && Object.values(chosen).every((one) => one === undefined);

/**
 * Writes the limit into the text of a prepared statement, because for a parameter PostgreSQL
 * assumes a tenth of all rows. Drizzle accepts any SQL here, but its type admits only numbers and
 * placeholders.
 */
export const firstRows = (most: number) => sql.raw(String(most)) as unknown as Placeholder;

/** The columns by which a search finds a row. */
interface Found {
  readonly words: Column;
  readonly companyId: Column;
  readonly userId: Column;
  /** The columns of the row's numbers, by prefix. */
  readonly numbers: Partial<Readonly<Record<NumberPrefix, Column>>>;
  /** The condition of each state, by its name in small letters. */
  readonly states: ReadonlyMap<string, SQL>;
  /** The conditions of payment states, for roles that see money. */
  readonly payments?: ReadonlyMap<string, SQL>;
  readonly total?: (amounts: Amounts) => SQL;
  readonly days: (days: readonly Span[]) => SQL | undefined;
  /** Words that suppliers do not read: the fitter's own customer and the site (rule Q19). */
  readonly customerWords?: (part: Part) => SQL | undefined;
  /** Fields that only the own company reads: its customer's email and telephone (rule Q19). */
  readonly ofOwnCompany?: (part: Part) => SQL | undefined;
}
const namesOf = ({ words, companyId, userId }: Pick<Found, "words" | "companyId" | "userId">) => ({ words, companyId, userId });

const statesOf = <S extends string>(status: Column, labels: Readonly<Record<S, string>>): (readonly [string, SQL])[] =>
  Object.entries<string>(labels).map(([value, label]) => [label.toLowerCase(), eq(status, value)]);
export const amountIn = (column: Column, { from, to }: Amounts): SQL => between(column, from, to);
const onDays = (column: Column, days: readonly Span[]): SQL | undefined =>
  or(...days.map(({ from, to }) => between(column, startOfDay(from), endOfDay(to))));

/** The current time, or a placeholder for it. */
type Moment = Date | Placeholder;
const instant = (moment: Moment): SQL => sql`${moment instanceof Date ? moment.toISOString() : moment}::timestamptz`;
const day = (today: Day | Placeholder): SQL => sql`${today}::date`;
/** The interval is in hours, because seven days have 167 or 169 hours when the clocks change. */
const SEVEN_DAYS = sql.raw("interval '168 hours'");

type Between = (from: Day | undefined, to: Day | undefined, today: Day) => SQL | undefined;
const daysBetween =
  (column: Column): Between =>
  (from, to) =>
    and(from === undefined ? undefined : gte(column, from), to === undefined ? undefined : lte(column, to));
/** The company of a list's filter, by either of its names. Only staff may choose one. */
export const companyChosen = (
  { role }: { readonly role: Role },
  { companyId, company }: { readonly companyId?: number | undefined; readonly company?: number | undefined },
): number | undefined => (isStaff(role) ? (companyId ?? company) : undefined);

/** Matches orders with one of these days, by the days in the index `orders_words`. */
const hasOneOf = (days: readonly Span[]): SQL =>
  sql`array[${orders.shippingDate}, ${orders.estimatedArrival}, ${orders.requiredBy}] && ${sql.param(eachDay(days))}::date[]`;
/**
 * The index is searched once for each day; a longer period has enough orders for a scan to end
 * soon.
 */
const MOST_DAYS = 750;
/**
 * Neither day of an order is before its creation, or more than two years ahead (rule O5). So a list
 * sorted by the newest starts at the last of the days.
 */
const daysAfterMaking =
  (column: Column): Between =>
  (from, to, today) => {
    const last = to ?? addDays(today, 732);
    const isShort = from !== undefined && from <= last && addDays(from, MOST_DAYS) > last;
    return and(
      daysBetween(column)(from, to, today),
      to === undefined ? undefined : lte(orders.createdAt, endOfDay(to)),
      isShort ? hasOneOf([{ from, to: last }]) : undefined,
    );
  };
const daysOfInstant =
  (column: Column): Between =>
  (from, to) =>
    and(from === undefined ? undefined : gte(column, startOfDay(from)), to === undefined ? undefined : lte(column, endOfDay(to)));

/** Nearly every telephone contains any two digits. */
const LEAST_DIGITS = 3;
/** Matches a part of a telephone number, whatever separates its digits. */
function isInPhone(phone: Column, { word }: Part): SQL | undefined {
  const digits = word.replace(/\D/g, "");
  if (digits.length < LEAST_DIGITS || /[^\d\s()+-]/.test(word)) return undefined;
  return sql`regexp_replace(${phone}, '\\D', '', 'g') like ${`%${digits}%`}`;
}
const isInCustomersContact = (part: Part): SQL | undefined =>
  or(holdsWord(sql`lower(${quotes.customerEmail})`, part), isInPhone(quotes.customerPhone, part));

const isInCustomerWords = (part: Part): SQL | undefined => holdsWord(orders.customerWords, part);
/** The index `orders_words` finds words of three letters or more. */
const LEAST_LETTERS = 3;
/**
 * Matches remakes whose order has the word in its customer's words (rule Q19). A word that the index
 * finds is looked up once; any other word is compared with each remake's own order, by a subquery
 * for one value, because PostgreSQL would read all orders through for `exists`.
 */
function isOfOrderWithCustomerWords(part: Part): SQL | undefined {
  const held = and(isNull(orders.deletedAt), isInCustomerWords(part));
  return part.patterns.length > 0 && part.word.length >= LEAST_LETTERS
    ? sql`${remakes.orderId} = any(array(select ${orders.id} from ${orders} where ${held}))`
    : sql`coalesce((select ${held} from ${orders} where ${eq(orders.id, remakes.orderId)}), false)`;
}

/** An offer that was sent and not answered. */
const isSent = eq(quotes.status, "sent");

export const QUOTES = {
  sorts: { newest: newest(quotes.createdAt, quotes.id), expiry: earliest(quotes.validUntil, quotes.id) },
  found: {
    ...namesOf(quotes),
    numbers: { Q: quotes.id },
    states: new Map<string, SQL>([
      ...statesOf(quotes.status, QUOTE_STATUS_LABEL),
      ["placed", sql`${quotes.isPlaced}`],
      ["ordered", isNotNull(quotes.orderId)],
      ["withdrawn", isNotNull(quotes.withdrawnAt)],
    ]),
    payments: new Map([
      ["paid", sql`${quotes.isPaid}`],
      ["unpaid", sql`not ${quotes.isPaid}`],
    ]),
    total: (amounts) => amountIn(quotes.finalTotalPence, amounts),
    days: (days) => or(onDays(quotes.createdAt, days), onDays(quotes.validUntil, days)),
    ofOwnCompany: isInCustomersContact,
  } satisfies Found as Found,
  live: isNull(quotes.deletedAt),
  draft: eq(quotes.status, "draft"),
  sent: isSent,
  accepted: eq(quotes.status, "accepted"),
  ordered: isNotNull(quotes.orderId),
  notOrdered: isNull(quotes.orderId),
  /** The quote is accepted and has no order. The index of quotes to order contains such quotes. */
  acceptedNotOrdered: and(quotes.isToOrder, eq(quotes.status, "accepted")),
  toOrderPaid: and(quotes.isToOrder, quotes.isPaid),
  /** The views of a quote that its status does not show (rule Q15). */
  views: {
    placed: () => and(quotes.isPlaced),
    to_order: (now) => and(quotes.isToOrder, or(quotes.isPaid, gte(quotes.validUntil, instant(now)))),
    expiring: (now) => and(quotes.isUnsettled, sql`${quotes.validUntil} between ${instant(now)} and ${instant(now)} + ${SEVEN_DAYS}`),
    expired: (now) => and(quotes.isUnsettled, lt(quotes.validUntil, instant(now))),
    unanswered: (now) => and(isSent, sql`coalesce(${quotes.sentAt}, ${quotes.createdAt}) < ${instant(now)} - ${SEVEN_DAYS}`),
  } satisfies Record<QuoteState, (now: Moment) => SQL | undefined>,
} as const;

const isCancelledPaid = and(eq(orders.status, "cancelled"), orders.isPaid);
/**
 * Matches orders to be invoiced. An index of quotes contains those that are paid and have no
 * invoice yet.
 */
const isNotInvoiced = and(
  notInArray(orders.status, [...UNPAYABLE_ORDER_STATUSES]),
  gt(orders.totalPence, pence(0)),
  or(
    not(orders.isPaid),
    sql`${orders.quoteId} = any(array(select ${quotes.id} from ${quotes}
      where ${quotes.taxPoint} is not null and ${quotes.invoiceNumber} is null and ${quotes.finalTotalPence} > 0))`,
  ),
  sql`(select ${quotes.invoiceNumber} is null from ${quotes} where ${quotes.id} = ${orders.quoteId})`,
);

/**
 * A written-off order stays unpaid (rule Y26). A payment is due on it while another of its invoices
 * is owed.
 */
const isDue = and(
  not(orders.isPaid),
  sql`coalesce((select sum(${invoiceBalances.lostPence}) = 0 or sum(${invoiceBalances.owedPence}) > 0 from ${invoiceBalances}
    where ${invoiceBalances.quoteId} = ${orders.quoteId}), true)`,
);
/** The order's customer waits for an answer to a requested change (rule O23). */
export const changeIsRequested = sql<boolean>`exists (select from ${changeRequests} where ${eq(changeRequests.orderId, orders.id)} and ${eq(changeRequests.status, sql`'open'`)})`;

const isToPayBack = and(isCancelledPaid, gt(paidOnQuote(orders.quoteId), 0));

/** A view that the list's query names. */
export interface OrderViewRow {
  readonly where: (today: Day) => SQL | undefined;
  /** True if the view has few of all orders. */
  readonly isOfFew: boolean;
  /** Its key among the counts. */
  readonly count: keyof ReplyOf<typeof ordersContract.counts>;
  /** The refusal for roles other than staff; without it everybody may open the view. */
  readonly staffOnly?: string;
}

export const ORDERS = {
  sorts: { newest: newest(orders.createdAt, orders.id), due: earliest(orders.dueOn, orders.id, "date") },
  found: {
    ...namesOf(orders),
    numbers: { ORD: orders.id },
    states: new Map(statesOf(orders.status, ORDER_STATUS_LABEL)),
    payments: new Map([
      ["paid", sql`${orders.isPaid}`],
      ["unpaid", sql`not ${orders.isPaid}`],
    ]),
    // The search uses the quote's total, because that has an index.
    total: (amounts) =>
      sql`${orders.quoteId} = any(array(select ${quotes.id} from ${quotes} where ${amountIn(quotes.finalTotalPence, amounts)}))`,
    days: (days) => or(onDays(orders.createdAt, days), hasOneOf(days)),
    customerWords: isInCustomerWords,
    ofOwnCompany: (part) => sql`exists (select from ${quotes} where ${and(eq(quotes.id, orders.quoteId), isInCustomersContact(part))})`,
  } satisfies Found as Found,
  live: isNull(orders.deletedAt),
  views: {
    to_pay_back: {
      where: () => isToPayBack,
      isOfFew: true,
      count: "toPayBack",
      staffOnly: "Only our staff see what is to be paid back",
    },
    change_requested: {
      where: () => changeIsRequested,
      isOfFew: true,
      count: "changeRequests",
      staffOnly: "Only our staff see all requested changes",
    },
  } satisfies Record<OrderView, OrderViewRow>,
  open: inArray(orders.status, [...OPEN_ORDER_STATUSES]),
  done: inArray(orders.status, [...DONE_ORDER_STATUSES]),
  toMake: inArray(orders.status, [...WORKSHOP_ORDER_STATUSES]),
  ofPayment: { paid: and(orders.isPaid), unpaid: not(orders.isPaid) } satisfies Record<PaymentStatus, SQL | undefined>,
  /** Unpaid, and not written off. */
  due: isDue,
  /** Cancelled and paid, with an amount left to refund. */
  toPayBack: isToPayBack,
  /** Cancelled and paid; an amount may be left to refund. */
  cancelledPaid: isCancelledPaid,
  /** A day of an order between two, both included. An instant counts to its London day. */
  days: {
    ordered: daysOfInstant(orders.createdAt),
    shipping: daysAfterMaking(orders.shippingDate),
    arrival: daysAfterMaking(orders.estimatedArrival),
  },
  /**
   * Filters by the company that ordered, and by the supplier that makes the order (0: orders
   * without a supplier).
   */
  ofCompany: (id: number) => eq(orders.companyId, id),
  madeBy: (id: number) => eq(orders.makerId, id),
  /** Orders that count as trade: neither draft nor cancelled. */
  standing: notInArray(orders.status, [...UNPAYABLE_ORDER_STATUSES]),
  /**
   * Filters by the existence of an invoice; `notInvoiced` matches orders that need one and have
   * none.
   */
  invoiced: sql`(select ${quotes.invoiceNumber} is not null from ${quotes} where ${quotes.id} = ${orders.quoteId})`,
  notInvoiced: isNotInvoiced,
  /** The order's invoice owes an amount of this age. */
  owedOfAge: (age: Age, today: Day) => sql`exists (select from ${invoiceBalances}
    where ${and(eq(invoiceBalances.quoteId, orders.quoteId), BALANCES.owed, BALANCES.ofAge(age, today))})`,
  /** Matches orders on which a payment is due. */
  payable: and(not(orders.isPaid), notInArray(orders.status, [...UNPAYABLE_ORDER_STATUSES])),
  /**
   * Filters by lateness (rule O9). An order in time is due today or later, where the index by the
   * due day starts.
   */
  late: (today: Day | Placeholder, role: Role) => and(inArray(orders.status, [...lateStatuses(role)]), lt(orders.lateAfter, day(today))),
  inTime: (today: Day | Placeholder, role: Role) => {
    const isInTime = and(gte(orders.dueOn, day(today)), or(isNull(orders.lateAfter), gte(orders.lateAfter, day(today))));
    const neverLate = OPEN_ORDER_STATUSES.filter((status) => !lateStatuses(role).includes(status));
    return neverLate.length === 0 ? isInTime : or(isInTime, inArray(orders.status, neverLate));
  },
} as const;

export const REMAKES = {
  sorts: { newest: newest(remakes.createdAt, remakes.id) },
  found: {
    ...namesOf(remakes),
    numbers: { RMK: remakes.id, ORD: remakes.orderId },
    states: new Map(statesOf(remakes.status, REMAKE_STATUS_LABEL)),
    days: (days) => onDays(remakes.createdAt, days),
    customerWords: isOfOrderWithCustomerWords,
  } satisfies Found as Found,
  live: isNull(remakes.deletedAt),
  /** The statuses of each view (rule R9). */
  views: { pending: ["pending"], open: ["approved", "in_progress"], done: ["completed", "denied"] },
} as const satisfies { readonly views: Readonly<Record<string, readonly RemakeStatus[]>>; readonly [part: string]: unknown };

/** An invoice never changes, so its quote's words find it. */
export const INVOICES = {
  sorts: { newest: newest(invoices.number, invoices.number, "integer") },
  columns: {
    ...namesOf(quotes),
    numbers: { INV: invoices.number, CN: invoices.number, ORD: invoices.orderId, Q: invoices.quoteId },
    states: new Map(),
    total: (amounts) => amountIn(quotes.finalTotalPence, amounts),
    // The condition is on the quote's id, so that PostgreSQL can combine indexes.
    days: (days) =>
      sql`${quotes.id} = any(array(select ${invoices.quoteId} from ${invoices} where ${invoices.taxPoint} = any(${sql.param(eachDay(days))}::date[])))`,
  } satisfies Found as Found,
  live: isNull(quotes.deletedAt),
  ofCompany: (id: number) => eq(invoices.companyId, id),
  days: taxPointBetween,
} as const;

/**
 * Owed amounts of invoices, by the days overdue on a London day; disputed invoices are separate.
 */
export const BALANCES = {
  owed: gt(invoiceBalances.owedPence, pence(0)),
  ofAge: (age: Age, today: Day): SQL | undefined => {
    if (!isDated(age)) return eq(invoiceBalances.isDisputed, true);
    const { from, to } = dueDaysOf(age, today);
    return and(
      eq(invoiceBalances.isDisputed, false),
      from === null ? undefined : gte(invoiceBalances.dueOn, from),
      to === null ? undefined : lte(invoiceBalances.dueOn, to),
    );
  },
} as const;

/**
 * Matches a row that contains every typed part: in its words, in its company's or person's name, or
 * as a number, state, amount or day.
 */
export const isFound = ({ parts, role, isOwn }: Search, found: Found): SQL | undefined =>
  and(...parts.map((part) => or(isPartFound(part, found, role), isOwn ? found.ofOwnCompany?.(part) : undefined)));

function isPartFound(part: Part, found: Found, role: Role): SQL | undefined {
  const seesMoney = (commercialRoles as readonly Role[]).includes(role);
  const { word, names, number, amounts, days } = part;
  const { companyIds, people } = names;
  // The condition names the company too, because the index starts with it.
  const isOfPeople = and(
    sql`${found.companyId} = any(${sql.param([...new Set(people.map((person) => person.companyId))])}::int[])`,
    sql`${found.userId} = any(${sql.param(people.map(({ id }) => id))}::int[])`,
  );
  return or(
    holdsWord(found.words, part),
    seesMoney ? found.customerWords?.(part) : undefined,
    companyIds.length > 0 ? sql`${found.companyId} = any(${sql.param(companyIds)}::int[])` : undefined,
    people.length > 0 ? isOfPeople : undefined,
    ...numbersOf(found, number),
    found.states.get(word),
    seesMoney ? found.payments?.get(word) : undefined,
    seesMoney && amounts ? found.total?.(amounts) : undefined,
    days.length > 0 ? found.days(days) : undefined,
  );
}

/** `12` may be any number of a row, `ORD-12` only its order's. */
const numbersOf = ({ numbers }: Found, { number, prefix }: Part["number"]): SQL[] =>
  number === null
    ? []
    : Object.entries(numbers).flatMap(([kind, column]) => (prefix === null || prefix === kind ? eq(column, number) : []));
