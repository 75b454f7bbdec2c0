import { ORDERS, type OrderViewRow } from "#server/lists/lists.ts";
import { londonDay } from "#shared/domain/period.ts";
import { BUSY_COMPANY, EVERY_COMPANY, JOB_WORDS, NO_COMPANY } from "./years-of-trade.ts";

/**
 * Lists and searches that people open in years of trade (rule O6), for the tests of statements and
 * for the bench.
 */

type Reader = "boss" | "supplier" | "busy" | "quiet";
export type Reading = readonly [who: Reader, path: string];

const daysAgo = (days: number) => londonDay(new Date(Date.now() - days * 86_400_000));
export const searchFor = (words: string) => `search=${encodeURIComponent(words)}`;

/** The views that the list's query names: those for everybody, or those for staff only. */
const namedViews = (isForStaff: boolean): readonly string[] =>
  Object.entries<OrderViewRow>(ORDERS.views).flatMap(([view, { staffOnly }]) =>
    (staffOnly !== undefined) === isForStaff ? [`view=${view}`] : [],
  );
const ORDER_VIEWS = [
  ...["", "status=pending&status=processing&status=shipped", "status=completed", "status=draft", "late=true", "late=false"],
  ...namedViews(false),
];
const MONEY_VIEWS = ["paymentStatus=unpaid", "paymentStatus=paid&status=completed", "paymentStatus=unpaid&status=cancelled"];
const QUOTE_VIEWS = [
  "",
  "quoteStatus=sent",
  "quoteStatus=accepted&ordered=false",
  "state=placed",
  "state=to_order",
  "state=expiring",
  "state=expired",
  "state=unanswered",
];
/** A quarter of the third year. */
const QUARTER = { from: daysAgo(800), to: daysAgo(710) };
/** The first weeks of all, and weeks to come. */
const [LONG_AGO, AHEAD] = [daysAgo(1780), daysAgo(-200)];
const DAYS = ["ordered", "shipping", "arrival"].flatMap((day) => [
  `${day}From=${QUARTER.from}&${day}To=${QUARTER.to}`,
  `${day}To=${LONG_AGO}`,
  `${day}From=${AHEAD}`,
]);
/** A company of many orders, a supplier, and unassigned orders. */
const STAFF_VIEWS = [
  ...namedViews(true),
  `company=${BUSY_COMPANY}`,
  `company=${BUSY_COMPANY}&sort=due`,
  "supplierId=3",
  "supplierId=0",
  ...DAYS,
];
const INVOICE_VIEWS = ["", `from=${daysAgo(30)}`, `from=${QUARTER.from}&to=${QUARTER.to}`, `to=${QUARTER.to}`];
const OWED_VIEWS = ["owed=true", "kind=credit_note", `owed=true&from=${QUARTER.from}`];
const PAYMENT_VIEWS = [
  "",
  "method=card",
  "method=bank_transfer",
  `from=${daysAgo(30)}`,
  `from=${QUARTER.from}&to=${QUARTER.to}`,
  `to=${LONG_AGO}`,
  `companyId=${BUSY_COMPANY}`,
];
const REFUND_VIEWS = ["", `from=${QUARTER.from}&to=${QUARTER.to}`];
const REMAKE_VIEWS = ["", "status=pending", "status=approved&status=in_progress", "status=completed&status=denied"];
const BOARD_VIEWS = ["", "late=true", "late=false", "urgent=true", "urgent=false", "shutterType=Scratch+3", "supplierId=3"];

const READERS: readonly Reader[] = ["boss", "supplier", "busy", "quiet"];
const seesMoney = (who: Reader) => who !== "supplier";
const seesBoard = (who: Reader) => who === "boss" || who === "supplier";

/** Each list's views, both ways of sorting and its counts, for each reader who may open it. */
export const VIEWS: readonly Reading[] = READERS.flatMap((who) =>
  [
    ...[...ORDER_VIEWS, ...(seesMoney(who) ? MONEY_VIEWS : [])].flatMap((view) => [`orders?${view}`, `orders?${view}&sort=due`]),
    ...(seesMoney(who) ? QUOTE_VIEWS : []).flatMap((view) => [`quotes?${view}`, `quotes?${view}&sort=expiry`]),
    ...(seesMoney(who) ? [...INVOICE_VIEWS, ...OWED_VIEWS] : []).map((view) => `invoices?${view}`),
    ...(who === "boss" ? PAYMENT_VIEWS : []).map((view) => `payments?${view}`),
    ...(who === "boss" ? REFUND_VIEWS : []).map((view) => `refunds?${view}`),
    ...(who === "boss" ? STAFF_VIEWS : []).map((view) => `orders?${view}`),
    ...(seesMoney(who) ? ["", ...DAYS.slice(0, 3), ...(who === "boss" ? STAFF_VIEWS.slice(0, 2) : [])] : []).map(
      (view) => `orders/sums?${view}`,
    ),
    ...(seesMoney(who) ? QUOTE_VIEWS : []).map((view) => `quotes/sums?${view}`),
    ...(seesMoney(who) ? [...INVOICE_VIEWS, ...OWED_VIEWS] : []).map((view) => `invoices/sums?${view}`),
    ...(who === "boss" ? PAYMENT_VIEWS : []).map((view) => `payments/sums?${view}`),
    ...REMAKE_VIEWS.map((view) => `remakes?${view}`),
    ...(seesBoard(who) ? BOARD_VIEWS : []).map((view) => `workshop?${view}`),
    ...["orders", "remakes", ...(seesMoney(who) ? ["quotes"] : [])].map((list) => `${list}/counts`),
  ].map((path): Reading => [who, `/api/${path}`]),
);

/**
 * Typed words: of one job in twenty, of one alone, in every name, in no name, and the beginnings of
 * a word.
 */
export const WORDS = [...Object.values(JOB_WORDS), EVERY_COMPANY, NO_COMPANY, "zq"];
/**
 * Words with a second meaning: an amount, days, a state; and a frequent and an unknown word, each
 * misspelt.
 */
export const READ_WORDS = ["£1990.38", "19 Nov", "this week", "shipped", "walnot", "withcombe"];

export const searchesOf = (views: readonly Reading[], words: readonly string[]): readonly Reading[] =>
  views.flatMap(([who, path]) => words.map((typed): Reading => [who, `${path}&${searchFor(typed)}`]));
