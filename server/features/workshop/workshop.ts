import { and, eq, isNull, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { prepared } from "#server/db/prepared.ts";
import { companies, listedJobs, listedKinds, orders, quoteItems } from "#server/db/schema.ts";
import { asFound, GOING_ON } from "#server/db/search.ts";
import { MARKS } from "#server/db/search-marks.ts";
import { readSearch } from "#server/db/search-typed.ts";
import { jsonObject, jsonRows } from "#server/db/select-parts.ts";
import { listSuppliers } from "#server/features/companies/people.ts";
import {
  dated,
  foundOrders,
  isLateIn,
  isMadeBy,
  isNotLateByDue,
  lateByDue,
  ofEachStatus,
  SORTS,
  selectOrderRows,
} from "#server/features/orders/order-rows.ts";
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

/** What is chosen: the first of these that is named says which index is walked. */
const CHOICES = {
  types: { of: listedKinds.shutterType, type: sql.raw("text[]") },
  colours: { of: listedKinds.colorSelection, type: sql.raw("text[]") },
  louvres: { of: listedKinds.louverSize, type: sql.raw("int[]") },
  suppliers: { of: listedKinds.supplierId, type: sql.raw("int[]") },
};
const CHOICE_NAMES = ["types", "colours", "louvres", "suppliers"] as const satisfies (keyof typeof CHOICES)[];
const askedOf = (name: keyof typeof CHOICES) => sql`${sql.placeholder(name)}::${CHOICES[name].type}`;
/** What was not asked for is null, and holds of all: one statement serves every choice. */
const isChosen = and(...CHOICE_NAMES.map((name) => sql`(${askedOf(name)} is null or ${CHOICES[name].of} = any(${askedOf(name)}))`));

type Chosen = {
  readonly role: Role;
  readonly chosen: keyof typeof CHOICES | "none";
  readonly late: "true" | "false" | "any";
  readonly searched: boolean;
};

const BY = SORTS.due;
const parts = ofEachStatus(undefined, WORKSHOP_ORDER_STATUSES);
const STATUSES = sql.raw(`array['${WORKSHOP_ORDER_STATUSES.join("', '")}']`);

/** The kinds of the chosen orders; what a search finds of them is another matter. */
const kindsToMake = ({ role, chosen, late }: Chosen) =>
  and(
    chosen === "none" ? undefined : isChosen,
    role === "supplier" ? isMadeBy(listedKinds.supplierId, viewerOf(role)) : undefined,
    { true: isLateIn(listedKinds), false: isNotLateByDue(listedKinds), any: undefined }[late],
  );

/** The first of the orders with what is chosen, as a subquery. */
function firstChosen(kind: Chosen & { readonly chosen: keyof typeof CHOICES }, page: PageKind, most: SQL) {
  const [place, id] = [sql`${listedKinds.dueOn}`, listedKinds.orderId];
  const wanted = and(sql`${CHOICES[kind.chosen].of} = asked`, kindsToMake(kind), afterInOrder(page, { ...BY, key: place }, id));
  const first = sql`order by place, id limit ${most}`;
  return sql`select distinct place, id from unnest(${askedOf(kind.chosen)}) asked cross join lateral
    (select distinct ${place} as place, ${id} as id from ${listedKinds} where ${wanted} ${first}) each ${first}`;
}

/** The first orders to make, on a page of what is chosen, or of them those that a search finds, as a subquery called found. */
function foundToMake({ role, chosen, late, searched }: Chosen, most: SQL, page?: PageKind) {
  const firstOnes = page && chosen !== "none" ? (limit: SQL) => firstChosen({ role, chosen, late, searched }, page, limit) : undefined;
  if (firstOnes && !searched) return sql`(${firstOnes(most)}) found`;
  return foundOrders(viewerOf(role), {
    where: and(late === "false" ? isNotLateByDue(listedJobs) : undefined, page && afterInOrder(page, BY, listedJobs.orderId)),
    tops: firstOnes,
    alsoIf: firstOnes && ((id) => sql`exists (select from ${listedKinds} where ${listedKinds.orderId} = ${id} and ${isChosen})`),
    parts: late === "true" ? lateByDue(parts) : parts,
    marked: [MARKS.orderStatuses(STATUSES)],
    worded: GOING_ON,
    sort: "due",
    searched,
    most,
  });
}

const listed = prepared("workshop", (db, { role, chosen, late, searched, ...page }: Chosen & PageKind) =>
  selectOrderRows(db, { items, progress })
    .innerJoin(foundToMake({ role, chosen, late, searched }, mostRows(page), page), sql`found.id = ${orders.id}`)
    .orderBy(...asFound(BY)),
);

/** More than there ever are to make. */
const ALL = sql.raw("1000000");
const sumOf = (column: SQLWrapper) => sql<number>`coalesce(sum(${column}), 0)`.mapWith(Number);
const sums = {
  windows: sumOf(listedKinds.windows),
  shutters: sumOf(listedKinds.shutters),
  areaM2: sumOf(listedKinds.areaM2).mapWith((area) => Number(area) as MilliM2),
};

const totals = prepared("workshop totals", (db, kind: Chosen) => {
  const wanted = and(
    kindsToMake(kind),
    kind.searched ? sql`${listedKinds.orderId} in (select id from ${foundToMake({ ...kind, chosen: "none" }, ALL)})` : undefined,
  );
  return db
    .select({
      orders: sql<number>`count(distinct ${listedKinds.orderId})::int`,
      late: sql<number>`(count(distinct ${listedKinds.orderId}) filter (where ${isLateIn(listedKinds)}))::int`,
      ...sums,
      louvres: sumOf(listedKinds.louvres),
      /** The ids of windows whose louvres nobody has counted yet, but no more than can be counted at once. */
      uncounted: sql<
        number[] | null
      >`(select array_agg(id) from (select id from (select * from ${quoteItems} where ${isNull(quoteItems.louvres)} offset 0) windows
        join ${listedKinds} using (quote_id, shutter_type, louver_size_mm, color_selection) where ${wanted ?? sql`true`} limit ${sql.raw(String(MOST_COUNTED + 1))}) uncounted)`,
    })
    .from(listedKinds)
    .where(wanted);
});

/** The Monday of the week; null of what is due on no day. */
const monday = sql<Day | null>`nullif(${listedKinds.dueOn}, ${LAST_OF_DAYS}) - (${listedKinds.dueOn} - date '0001-01-01') % 7`;
/** What is to be made in each week, from Monday, and by whom; what is due on no day last. */
const load = prepared("workshop load", (db) => {
  const weeks = db
    .select({
      monday: monday.as("monday"),
      supplierId: listedKinds.supplierId,
      windows: sums.windows.as("windows"),
      shutters: sums.shutters.as("shutters"),
      areaM2: sums.areaM2.as("area"),
      late: sql<number>`(count(distinct ${listedKinds.orderId}) filter (where ${isLateIn(listedKinds)}))::int`.as("late"),
    })
    .from(listedKinds)
    .groupBy(sql`1`, listedKinds.supplierId)
    .as("weeks");
  return db
    .select({
      week: sql<Day | null>`${weeks.monday}::text`,
      supplier: sql<{ id: number; companyName: string } | null>`case when ${companies.id} is not null
        then ${jsonObject({ id: companies.id, companyName: companies.name })} end`,
      windows: weeks.windows,
      shutters: weeks.shutters,
      areaM2: weeks.areaM2,
      late: weeks.late,
    })
    .from(weeks)
    .leftJoin(companies, eq(companies.id, weeks.supplierId))
    .orderBy(weeks.monday, sql`${companies.name} nulls last`, companies.id);
});

const NOTHING = { orders: 0, late: 0, windows: 0, shutters: 0, louvres: 0, areaM2: 0 as MilliM2, uncounted: null };

/** What was asked, as the kind of a statement and the values of its placeholders. */
function readChoice(query: QueryOf<typeof contract.totals>, user: SignedInUser, now: Date) {
  const search = readSearch(query.search, "ORD");
  const asked = {
    types: query.shutterType ?? null,
    colours: query.colorSelection ?? null,
    louvres: query.louverSize ?? null,
    suppliers: query.supplierId ?? null,
  };
  const kind: Chosen = {
    role: user.role,
    chosen: CHOICE_NAMES.find((name) => asked[name]) ?? "none",
    late: query.late === undefined ? "any" : `${query.late}`,
    searched: search !== undefined,
  };
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
