import { and, desc, eq, isNotNull, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { prepared } from "#server/db/prepared.ts";
import { companies, invoices, listedJobs, quotes } from "#server/db/schema.ts";
import { foundIds } from "#server/db/search.ts";
import { readSearch } from "#server/db/search-typed.ts";
import type { Page, SignedInUser } from "#server/http/call.ts";
import { mostRows, type PageKind, pageKind, pageValues } from "#server/http/paging.ts";
import { type Pence, pence } from "#shared/domain/money.ts";
import type { Role } from "#shared/domain/roles.ts";

/** Which invoices: of these days of the tax point, and found by what was typed. */
interface Chosen {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly search?: string | undefined;
}

const NUMBER = sql`${listedJobs.invoiceNumber}`;
const FROM = sql`${sql.placeholder("from")}::date`;
const TO = sql`${sql.placeholder("to")}::date`;

/** The first or last number of each of the days or months, looked up one by one: so a list of an old quarter begins there. */
const numberOf = (which: "min" | "max", column: SQL | typeof invoices.taxPoint, times: SQL): SQL => sql`(
  select ${sql.raw(which)}(number) from ${times} times (time) cross join lateral (
    select ${invoices.number} as number from ${invoices} where ${column} = times.time
    order by ${column} ${sql.raw(which === "min" ? "asc, number asc" : "desc, number desc")} limit 1) each)`;
const daysOf = (from: SQL, to: SQL) => sql`(select generate_series(${from}, ${to}, interval '1 day')::date)`;
const monthOf = (day: SQL | typeof invoices.taxPoint) => sql`date_trunc('month', ${day}::timestamp)`;
/** Of all days up to one: of the months before its own, and of the days of that. */
const lastNumberUpTo = (from: SQL, to: SQL): SQL => sql`greatest(
  ${numberOf("max", monthOf(invoices.taxPoint), sql`(select generate_series(${monthOf(from)}, ${monthOf(to)} - interval '1 month', interval '1 month'))`)},
  ${numberOf("max", invoices.taxPoint, daysOf(sql`${monthOf(to)}`, to))})`;
const EVER = {
  from: sql`(select min(${invoices.taxPoint}) from ${invoices})`,
  to: sql`(select max(${invoices.taxPoint}) from ${invoices})`,
};

type Kind = PageKind & { readonly role: Role; readonly from: boolean; readonly to: boolean; readonly searched: boolean };

const inSnapshot = <Value>(key: string) => sql<Value>`${invoices.snapshot} ->> ${sql.raw(`'${key}'`)}`;
const amount = (key: "subtotal" | "tax" | "finalTotal") => inSnapshot<Pence>(key).mapWith((text) => pence(Number(text)));

const listed = prepared("invoices", (db, { role, from, to, searched, ...page }: Kind) => {
  const isOfCompany = role === "customer";
  const firstDay = from ? sql`greatest(${FROM}, ${EVER.from})` : EVER.from;
  const lastDay = to ? sql`least(${TO}, ${EVER.to})` : EVER.to;
  // A long time has enough of them, so that the walk need not know where it ends.
  const isShort = sql`${to ? TO : EVER.to} - ${FROM} < 100`;
  const found = foundIds({
    of: "quotes",
    id: listedJobs.invoiceNumber,
    by: { key: NUMBER, type: "integer", newestFirst: true },
    blocks: "invoiceNumber",
    isOfCompany,
    where: and(
      isNotNull(listedJobs.invoiceNumber),
      isOfCompany ? eq(listedJobs.companyId, sql.placeholder("companyId")) : undefined,
      from ? sql`${listedJobs.taxedOn} >= ${FROM}` : undefined,
      to ? sql`${listedJobs.taxedOn} <= ${TO}` : undefined,
      page.first ? undefined : sql`${NUMBER} < ${sql.placeholder("afterId")}`,
    ),
    // A company's are few enough to go through its index.
    within: isOfCompany
      ? undefined
      : {
          lowest: from
            ? sql`case when ${isShort} then ${numberOf("min", invoices.taxPoint, daysOf(firstDay, lastDay))} else 0 end`
            : undefined,
          highest: to ? lastNumberUpTo(firstDay, lastDay) : undefined,
        },
    named: or(
      eq(listedJobs.invoiceNumber, sql.placeholder("invoice")),
      eq(listedJobs.orderId, sql.placeholder("order")),
      eq(listedJobs.quoteId, sql.placeholder("quote")),
    ),
    searched,
    most: mostRows(page),
  });
  return db
    .select({
      id: invoices.number,
      createdAt: invoices.issuedAt,
      orderId: invoices.orderId,
      quoteId: invoices.quoteId,
      company: { id: companies.id, name: companies.name },
      jobName: inSnapshot<string | null>("jobName"),
      poNumber: inSnapshot<string | null>("poNumber"),
      taxPoint: invoices.taxPoint,
      net: amount("subtotal"),
      vat: amount("tax"),
      gross: amount("finalTotal"),
    })
    .from(invoices)
    .innerJoin(quotes, eq(quotes.id, invoices.quoteId))
    .innerJoin(companies, eq(companies.id, quotes.companyId))
    .innerJoin(found, sql`found.id = ${invoices.number}`)
    .orderBy(desc(invoices.number));
});

const NUMBERED = /^(?:#|(INV|ORD|Q)-)?(\d{1,9})$/i;

/** `12` and `#12` name an invoice, its order or its quote, `INV-12`, `ORD-12` and `Q-12` one of them. */
function numbersIn(search: string | undefined): Record<"invoice" | "order" | "quote", number | null> {
  const [, kind, digits] = NUMBERED.exec(search?.trim() ?? "") ?? [];
  const named = (prefix: string) => (digits && (!kind || kind.toUpperCase() === prefix) ? Number(digits) : null);
  return { invoice: named("INV"), order: named("ORD"), quote: named("Q") };
}

/** The newest of the chosen invoices: the newest is the last that was issued. Those of a company for its people, all of them for staff. */
export function findInvoices(db: Db, { role, companyId }: SignedInUser, { from, to, search: typed }: Chosen, page: Page) {
  const search = readSearch(typed, "INV");
  const kind = { role, from: from !== undefined, to: to !== undefined, searched: search !== undefined, ...pageKind(page) };
  return listed(db, kind, { companyId, from, to, ...search, ...numbersIn(typed), ...pageValues(page) });
}
