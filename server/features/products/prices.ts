import { type Placeholder, type SQL, sql } from "drizzle-orm";
import { jsonObject } from "#server/lists/select-parts.ts";
import { termsDaysAfter, termsOfTypeOn } from "#server/lists/terms.ts";
import { costChanges, priceChanges, products } from "#server/schema/products.ts";
import type { Pence } from "#shared/domain/money.ts";
import type { Day } from "#shared/domain/period.ts";
import { priceOnTerms, type TypeTerms } from "#shared/domain/trade/pricing.ts";

/*
 * The price of a type on a day (rule P12). No job runs at midnight, because queries select by the
 * day. The SQL names the type's columns with their table, because the inner selects have columns of
 * the same names.
 */

type Named<Value> = Value | Placeholder | SQL;

/**
 * The list price of a type on a London day: the future price with the latest first day up to it,
 * unless a price was saved on that first day or later.
 */
export const listPriceOn = (day: Named<Day>): SQL<Pence> =>
  sql<Pence>`coalesce((select ahead.to_pence from ${priceChanges} ahead where ahead.product_id = ${products}.id
    and ahead.first_day <= ${day}::date and ahead.first_day > ${products}.price_since order by ahead.first_day desc limit 1),
    ${products}.base_price_per_m2_pence)`.mapWith(products.basePricePerM2);

/**
 * The cost per square metre of a type on a London day, by the rule of prices; null: not entered.
 */
export const costPerM2On = (day: Named<Day>): SQL<Pence | null> =>
  sql<Pence | null>`coalesce((select ahead.to_pence from ${costChanges} ahead where ahead.product_id = ${products}.id
    and ahead.first_day <= ${day}::date and ahead.first_day > ${products}.cost_since order by ahead.first_day desc limit 1),
    ${products}.cost_per_m2_pence)`.mapWith(products.costPerM2);

interface NextPrice {
  readonly listPence: Pence;
  readonly terms: TypeTerms | null;
  readonly from: Day;
}

/** A type's list price and a company's terms are read on at most so many later days. */
const MOST_DAYS_AHEAD = 50;

/**
 * The list prices and the terms of the days, after a London day, on which either may change; null:
 * no such day.
 */
const pricesAhead = (day: Named<Day>, companyId: Named<number | null>): SQL<readonly NextPrice[] | null> => {
  const next = sql`next.day`;
  return sql`(select json_agg(${jsonObject({ listPence: listPriceOn(next), terms: termsOfTypeOn(next, companyId), from: next })}
      order by next.day)
    from (select days.day from (select later.first_day as day from ${priceChanges} later
        where later.product_id = ${products}.id and later.first_day > ${day}::date
      union ${termsDaysAfter(day, companyId)}) days order by days.day limit ${sql.raw(String(MOST_DAYS_AHEAD))}) next)`;
};

/** The columns of a type's prices on a day, for a company (null: the list's). */
export const priceColumns = (day: Named<Day>, companyId: Named<number | null>) => ({
  basePricePerM2: listPriceOn(day),
  ahead: pricesAhead(day, companyId),
  terms: termsOfTypeOn(day, companyId),
});

interface Listed {
  readonly basePricePerM2: Pence;
  readonly ahead: readonly NextPrice[] | null;
  readonly terms: TypeTerms | null;
}

/**
 * A type with the company's price and its next price (rule P15). A day that leaves the company's
 * price unchanged, such as a list price beside a fixed one, is no next price.
 */
export const forCompany = <Row extends Listed>({ ahead, terms, ...row }: Row) => {
  const pricePerM2 = priceOnTerms(row.basePricePerM2, terms);
  const prices = (ahead ?? []).map((next) => ({ pricePerM2: priceOnTerms(next.listPence, next.terms), from: next.from }));
  return { ...row, pricePerM2, nextPrice: prices.find((next) => next.pricePerM2 !== pricePerM2) ?? null };
};
