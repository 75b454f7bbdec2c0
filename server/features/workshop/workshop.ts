import { and, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { prepared } from "#server/db/prepared.ts";
import { companies, listedJobs, orders, quoteItems } from "#server/db/schema.ts";
import { asFound, GOING_ON, readSearch } from "#server/db/search.ts";
import { jsonObject, jsonRows } from "#server/db/select-parts.ts";
import { listSuppliers } from "#server/features/companies/people.ts";
import { dated, foundOrders, isLate, isNotLate, ofEachStatus, SORTS, selectOrderRows } from "#server/features/orders/order-rows.ts";
import { progress } from "#server/features/orders/progress.ts";
import type { Handlers } from "#server/house.ts";
import { type SignedInUser, viewerOf } from "#server/http/call.ts";
import { afterInOrder, LAST_OF_DAYS, mostRows, type PageKind, pageKind, pageValues, placeOfDay } from "#server/http/paging.ts";
import type { workshop as contract } from "#shared/contract/workshop.ts";
import type { MilliM2 } from "#shared/domain/length.ts";
import { type Day, londonDay } from "#shared/domain/period.ts";
import { placeOf } from "#shared/domain/place.ts";
import type { Role } from "#shared/domain/roles.ts";
import { WORKSHOP_ORDER_STATUSES } from "#shared/domain/status.ts";
import type { QueryOf } from "#shared/http/endpoint.ts";
import { planBars } from "./bar-plan/bar-plan.ts";
import { countNow, MOST_COUNTED } from "./louvres.ts";
import { pieceHandlers } from "./pieces.ts";
import { shipHandlers } from "./ship.ts";

interface Made {
  readonly shutterType: string;
  readonly louverSize: number;
  readonly colorSelection: string;
  readonly shutters: number;
}
const items = jsonRows<Made>(
  {
    shutterType: quoteItems.shutterType,
    louverSize: quoteItems.louverSize,
    colorSelection: quoteItems.colorSelection,
    shutters: quoteItems.quantity,
  },
  { from: sql`${quoteItems} where ${eq(quoteItems.quoteId, orders.quoteId)}`, orderBy: quoteItems.place },
);

/** How many shutters of each kind, in the order of their first windows. */
function addUp(windows: readonly Made[]): Made[] {
  const kinds = new Map<string, Made>();
  for (const window of windows) {
    const key = JSON.stringify([window.shutterType, window.louverSize, window.colorSelection]);
    const known = kinds.get(key);
    kinds.set(key, known ? { ...known, shutters: known.shutters + window.shutters } : window);
  }
  return [...kinds.values()];
}

/** What was not asked for is null, and holds of all: one statement serves every choice. */
const isOneOf = (what: SQL, name: string, type: string) => {
  const asked = sql`${sql.placeholder(name)}::${sql.raw(type)}[]`;
  return sql`(${asked} is null or ${what} = any(${asked}))`;
};
/** Of a window of a job. */
const isOfKind = and(
  eq(quoteItems.quoteId, listedJobs.quoteId),
  isOneOf(sql`${quoteItems.shutterType}`, "types", "text"),
  isOneOf(sql`${quoteItems.louverSize}`, "louvres", "int"),
  isOneOf(sql`${quoteItems.colorSelection}`, "colours", "text"),
);
const isChosen = sql`${isOneOf(sql`${listedJobs.supplierId}`, "suppliers", "int")} and exists (select from ${quoteItems} where ${isOfKind})`;

type Chosen = {
  readonly role: Role;
  readonly chosen: boolean;
  readonly late: "true" | "false" | "any";
  readonly searched: boolean;
};

const BY = SORTS.due;
const parts = ofEachStatus(undefined, WORKSHOP_ORDER_STATUSES);
const isToMake = sql`${listedJobs.orderStatus} in ('pending', 'processing')`;

/** The first orders of those that are chosen, as a subquery called found. */
const foundToMake = ({ role, chosen, late, searched }: Chosen, most: SQL, after?: SQL) =>
  foundOrders(viewerOf(role), {
    where: and(isToMake, chosen ? isChosen : undefined, late === "false" ? isNotLate : undefined, after),
    ...(late === "true" ? { few: isLate } : { parts, worded: GOING_ON }),
    sort: "due",
    searched,
    most,
  });

const listed = prepared("workshop", (db, { role, chosen, late, searched, ...page }: Chosen & PageKind) => {
  const found = foundToMake({ role, chosen, late, searched }, mostRows(page), afterInOrder(page, BY, listedJobs.orderId));
  return selectOrderRows(db, { items, progress })
    .innerJoin(found, sql`found.id = ${orders.id}`)
    .orderBy(...asFound(BY));
});

/** More than there ever are to make. */
const ALL = sql.raw("1000000");
const sumOfEach = (column: SQLWrapper) => sql<number>`coalesce(sum(${column} * ${quoteItems.quantity}), 0)`.mapWith(Number);

const totals = prepared("workshop totals", (db, kind: Chosen) =>
  db
    .select({
      orders: sql<number>`count(distinct ${listedJobs.orderId})::int`,
      late: sql<number>`(count(distinct ${listedJobs.orderId}) filter (where ${isLate}))::int`,
      windows: sql<number>`count(*)::int`,
      shutters: sumOfEach(sql`1`),
      louvres: sumOfEach(quoteItems.louvres),
      areaM2: sumOfEach(quoteItems.areaM2).mapWith((area) => Number(area) as MilliM2),
      /** The ids of windows whose louvres nobody has counted yet, but no more than can be counted at once. */
      uncounted: sql<
        number[] | null
      >`(array_agg(${quoteItems.id}) filter (where ${quoteItems.louvres} is null))[:${sql.raw(String(MOST_COUNTED + 1))}]`,
    })
    .from(listedJobs)
    .innerJoin(foundToMake(kind, ALL), sql`found.id = ${listedJobs.orderId}`)
    .innerJoin(quoteItems, isOfKind),
);

const week = sql<Day | null>`case when ${listedJobs.dueOn} < ${LAST_OF_DAYS} then to_char(date_trunc('week', ${listedJobs.dueOn}), 'YYYY-MM-DD') end`;
/** What is to be made in each week, from Monday, and by whom; what is due on no day last. */
const load = prepared("workshop load", (db) =>
  db
    .select({
      week,
      supplier: sql<{ id: number; companyName: string } | null>`case when ${companies.id} is not null
        then ${jsonObject({ id: companies.id, companyName: companies.name })} end`,
      windows: sql<number>`count(*)::int`,
      shutters: sumOfEach(sql`1`),
      areaM2: sumOfEach(quoteItems.areaM2).mapWith((area) => Number(area) as MilliM2),
      late: sql<number>`(count(distinct ${listedJobs.orderId}) filter (where ${isLate}))::int`,
    })
    .from(listedJobs)
    .innerJoin(quoteItems, eq(quoteItems.quoteId, listedJobs.quoteId))
    .leftJoin(companies, eq(companies.id, listedJobs.supplierId))
    .where(isToMake)
    .groupBy(sql`1`, companies.id)
    .orderBy(sql`1`, sql`${companies.name} nulls last`, companies.id),
);

const NOTHING = { orders: 0, late: 0, windows: 0, shutters: 0, louvres: 0, areaM2: 0 as MilliM2, uncounted: null };

/** What was asked, as the kind of a statement and the values of its placeholders. */
function readChoice(query: QueryOf<typeof contract.totals>, user: SignedInUser, now: Date) {
  const { shutterType: types, louverSize: louvres, colorSelection: colours, supplierId: suppliers } = query;
  const search = readSearch(query.search, "ORD");
  const kind: Chosen = {
    role: user.role,
    chosen: [types, louvres, colours, suppliers].some((asked) => asked !== undefined),
    late: query.late === undefined ? "any" : `${query.late}`,
    searched: search !== undefined,
  };
  const asked = { types: types ?? null, louvres: louvres ?? null, colours: colours ?? null, suppliers: suppliers ?? null };
  return { kind, values: { companyId: user.companyId, today: londonDay(now), ...asked, ...search } };
}

export const workshopHandlers: Handlers<typeof contract> = {
  list: async ({ db, user, query, page, now }) => {
    const { kind, values } = readChoice(query, user, now);
    const rows = await listed(db, { ...kind, ...pageKind(page) }, { ...values, ...pageValues(page) });
    return rows.map(({ items: windows, ...order }) => {
      const row = dated(order, now);
      return { ...row, place: placeOf(row.shippingAddress), made: addUp(windows), inList: { at: placeOfDay(row.dueOn), id: row.id } };
    });
  },

  barPlan: async ({ db, user, query, left }) => planBars(db, user, query.orders, left()),
  totals: async ({ db, user, query, now }) => {
    const { kind, values } = readChoice(query, user, now);
    const [found] = await totals(db, kind, values);
    const { uncounted, ...sums } = found ?? NOTHING;
    const louvres = sums.louvres + (await countNow(db, uncounted ?? []));
    // Every window has a frame, whatever sides it has.
    return { ...sums, louvres, frames: sums.shutters };
  },

  load: ({ db, now }) => load(db, {}, { today: londonDay(now) }),

  suppliers: ({ db, page }) => listSuppliers(db, page),

  ...pieceHandlers,
  ...shipHandlers,
};
