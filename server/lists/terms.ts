import { type Placeholder, type SQL, sql } from "drizzle-orm";
import { termsChanges, typeTerms } from "#server/schema/clients.ts";
import { companies } from "#server/schema/companies-and-users.ts";
import { products } from "#server/schema/products.ts";
import type { Day } from "#shared/domain/period.ts";
import type { TypeTerms } from "#shared/domain/trade/pricing.ts";

/*
 * A company's terms on a day (rule P18). Like the prices of a day, they are selected by the day,
 * and no job runs at midnight. Between terms from a day on and a discount saved on that day or
 * later, the saved discount applies. The SQL names the columns of `companies` and `products` with
 * their table.
 */

type Named<Value> = Value | Placeholder | SQL;

/** The general discount of the company that the statement selects, on a London day. */
export const discountOn = (day: Named<Day>): SQL<number> =>
  sql<number>`coalesce((select ahead.discount_hundredths from ${termsChanges} ahead where ahead.company_id = ${companies}.id
    and ahead.discount_hundredths is not null and ahead.first_day <= ${day}::date and ahead.first_day > ${companies}.discount_since
    order by ahead.first_day desc, ahead.id desc limit 1), ${companies}.discount_hundredths)`.mapWith(companies.discountHundredths);

/**
 * The change of a type's terms that is in force on a day: the latest first day, and the last saved.
 */
export const typeTermsOn = (day: Named<Day>): SQL =>
  sql`(select own.discount_hundredths, own.price_per_m2_pence from ${typeTerms} own
    where own.product_id = ${products}.id and own.company_id = ${companies}.id and own.first_day <= ${day}::date
    order by own.first_day desc, own.change_id desc limit 1)`;

/**
 * The terms on which a company (null: none) buys the type that the statement selects. A price of
 * the type precedes its discount, which precedes the general discount. Null without a company.
 */
export const termsOfTypeOn = (day: Named<Day>, companyId: Named<number | null>): SQL<TypeTerms | null> =>
  sql`(select json_build_object('fixedPence', own.price_per_m2_pence, 'discountHundredths', case when own.price_per_m2_pence is null
      then coalesce(own.discount_hundredths, ${discountOn(day)}) else 0 end)
    from ${companies} left join lateral ${typeTermsOn(day)} own on true where ${companies}.id = ${companyId})`;

/** Selects the days after a day on which the company's terms for the type may change. */
export const termsDaysAfter = (day: Named<Day>, companyId: Named<number | null>): SQL =>
  sql`select later.first_day from ${termsChanges} later where later.company_id = ${companyId} and later.first_day > ${day}::date
    and (later.discount_hundredths is not null or exists (select from ${typeTerms} own
      where own.change_id = later.id and own.product_id = ${products}.id))`;
