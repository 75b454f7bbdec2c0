import { type Placeholder, type SQL, sql } from "drizzle-orm";
import { jsonObject } from "#server/lists/select-parts.ts";
import { companies } from "#server/schema/companies-and-users.ts";
import { costChanges, priceChanges, products } from "#server/schema/products.ts";
import type { Pence } from "#shared/domain/money.ts";
import type { Day } from "#shared/domain/period.ts";
import { applyDiscount } from "#shared/domain/trade/pricing.ts";

/*
 * The price of a type on a day (rule P12). No job runs at midnight, because queries select by the
 * day. The SQL names the type's columns with their table, because the inner selects have columns of
 * the same names.
 */

type Named<Value> = Value | Placeholder;

/**
 * The list price of a type on a London day: the future price with the latest first day up to it,
 * unless a price was saved on that first day or later.
 */
export const listPriceOn = (day: Named<Day>): SQL<Pence> =>
  sql<Pence>`coalesce((select ahead.to_pence from ${priceChanges} ahead where ahead.product_id = ${products}.id
    and ahead.first_day <= ${day}::date and ahead.first_day > ${products}.price_since order by ahead.first_day desc limit 1),
    ${products}.base_price_per_m2_pence)`.mapWith(products.basePricePerM2);

/** The cost per square metre of a type on a London day, by the rule of prices; null: not entered. */
export const costPerM2On = (day: Named<Day>): SQL<Pence | null> =>
  sql<Pence | null>`coalesce((select ahead.to_pence from ${costChanges} ahead where ahead.product_id = ${products}.id
    and ahead.first_day <= ${day}::date and ahead.first_day > ${products}.cost_since order by ahead.first_day desc limit 1),
    ${products}.cost_per_m2_pence)`.mapWith(products.costPerM2);

interface NextPrice {
  readonly listPence: Pence;
  readonly from: Day;
}

/** The next future price of a type, after a London day. */
const nextPriceAfter = (day: Named<Day>): SQL<NextPrice | null> =>
  sql`(select ${jsonObject({ listPence: sql`ahead.to_pence`, from: sql`ahead.first_day` })} from ${priceChanges} ahead
    where ahead.product_id = ${products}.id and ahead.first_day > ${day}::date order by ahead.first_day limit 1)`;

/** A company's discount in hundredths of a percent; 0 without a company. */
const discountOf = (companyId: Named<number | null> | SQL): SQL<number> =>
  sql<number>`coalesce((select ${companies.discountHundredths} from ${companies} where ${companies.id} = ${companyId}), 0)`;

/** The columns of a type's prices on a day, for a company (null: the list's). */
export const priceColumns = (day: Named<Day>, companyId: Named<number | null> | SQL) => ({
  basePricePerM2: listPriceOn(day),
  next: nextPriceAfter(day),
  discountHundredths: discountOf(companyId),
});

interface Listed {
  readonly basePricePerM2: Pence;
  readonly next: NextPrice | null;
  readonly discountHundredths: number;
}

/** A type with the company's price and its next price (rule P15). */
export const forCompany = <Row extends Listed>({ next, discountHundredths, ...row }: Row) => ({
  ...row,
  pricePerM2: applyDiscount(row.basePricePerM2, discountHundredths),
  nextPrice: next && { pricePerM2: applyDiscount(next.listPence, discountHundredths), from: next.from },
});
