import { and, eq, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Sort } from "#server/http/paging.ts";
import { listedJobs } from "./schema.ts";
import { BLOCKS, companyMark } from "./search-marks.ts";
import { isTheirs, isTheirsOf, lowered, peopleFound } from "./search-names.ts";

/** What is not over: a quote that is not accepted, an order that is not completed or not paid. The words of these jobs have an index of their own. */
export const GOING_ON = sql`(${listedJobs.quoteStatus} <> 'accepted' or ${listedJobs.orderStatus} is distinct from 'completed' or not ${listedJobs.isPaid})`;

/** Whether a job's own words hold what was typed; an order's are others where it goes elsewhere than its quote was placed for. */
const wordsOf = { quotes: sql`${listedJobs.words}`, orders: sql`coalesce(${listedJobs.orderWords}, ${listedJobs.words})` };
const wordsHold = (of: keyof typeof wordsOf): SQL => sql`${wordsOf[of]} like ${lowered("words")}`;
const gramsOfJobs = sql`search_grams(${listedJobs.words} || coalesce(chr(10) || ${listedJobs.orderWords}, ''), ${listedJobs.companyId},
  ${listedJobs.quotedAt}, ${listedJobs.validUntil}, ${listedJobs.quoteStatus}, ${listedJobs.isUnsettled}, ${listedJobs.isPlaced},
  ${listedJobs.orderId}, ${listedJobs.orderedAt}, ${listedJobs.dueOn}, ${listedJobs.orderStatus}, ${listedJobs.isPaid}, ${listedJobs.invoiceNumber})`;
/** Those that are remade have an index of their own, with the weeks of their remakes. */
const gramsOfRemade = sql`(${gramsOfJobs} || search_weeks(${listedJobs.remadeIn}))`;
/**
 * The same by the index alone, of rows with all of these marks: it finds all that `wordsHold` and seldom more, so both stand together. A
 * condition for each: PostgreSQL leaps from one's next row to the other's, where it weighs each row for one condition of both. A company's rows lie scattered, and there is nothing to leap over.
 */
const gramsHold = (grams: SQL, company: SQL | undefined, marks: readonly (SQL | undefined)[]): SQL | undefined =>
  and(
    sql`${grams} @@ (select search_query(${sql.placeholder("typed")}) ${company && sql`&& (${company})::tsquery`})`,
    ...marks.map((mark) => mark && sql`${grams} @@ (select (${mark})::tsquery)`),
  );

/** At most so many blocks are looked at before all are. */
const MOST_BLOCKS = sql.raw("16");

/** How many of a view's first rows a search looks at, one by one, before it asks the index of words and the people; of a company's, which the index finds sooner, fewer. */
const FIRST_TRIED = { ofAll: sql.raw("250"), ofCompany: sql.raw("100") };
/** Up to so many it looks at once it knows that these will do: what one in ten has would take the index longer to gather. */
const MORE_TRIED = sql.raw("2500");

interface Wanted {
  /** Whose words: the quote's or its order's. */
  readonly of: "quotes" | "orders";
  /** How the table of lists is joined with remakes, where they are what is listed. */
  readonly joined?: (jobs: SQL) => SQL;
  readonly id: PgColumn;
  readonly by: Sort;
  /** What it is sorted by, where that is a job's own. */
  readonly blocks?: keyof typeof BLOCKS | undefined;
  /** Which rows may be found: whose they are, a view, a place after a cursor. */
  readonly where: SQL | undefined;
  /** What is asked only of a row that a search has found, because it is dear to ask and seldom so. */
  readonly alsoIf?: ((id: SQLWrapper) => SQL) | undefined;
  /** Whether they are those of one company. */
  readonly isOfCompany: boolean;
  /** The same rows in parts, each of which an index gives in order; one where there are none. */
  readonly parts?: readonly SQL[] | undefined;
  /** The same of one person's; "newest" where an index begins with the person. */
  readonly personal?: readonly SQL[] | "newest" | undefined;
  /** The marks of the view. */
  readonly marked?: readonly (SQL | undefined)[] | undefined;
  /** The ids of the first so many with their places, in their order, where something else than the table of lists gives them: `where` and `alsoIf` hold of them already. */
  readonly tops?: ((most: SQL) => SQL) | undefined;
  /** What all of them are, where they are always few: then they are read whole, by the index of this, and sorted. */
  readonly few?: SQL | undefined;
  /** What all of them are besides, so that the index of their words serves. */
  readonly worded?: SQL | undefined;
  /** The lowest and the highest place that they have, worked out once: an index is walked between them alone, and nothing is sought beyond. */
  readonly within?: { readonly lowest?: SQL | undefined; readonly highest?: SQL | undefined } | undefined;
  /** Which rows are named by a number; those of the `id` unless said otherwise. */
  readonly named?: SQL | undefined;
  /** Whether only what `readSearch` read is wanted. */
  readonly searched: boolean;
  readonly most: SQL;
}

/** "Offset 0" keeps the planner from walking a long index in order until it has met enough of them. */
export const fewJobs = (which: SQL): SQL => sql`(select * from ${listedJobs} where ${which} offset 0) ${listedJobs}`;

/**
 * The ids of a list's first rows with their places, as a subquery called found: of all of them, or of those whose number was typed, or whose
 * words or people's names hold what was typed. A search first looks at the list's first rows, among which a frequent word is found often
 * enough, and at some more of them if they let expect that these will do. If not, and the list is longer, the index of words finds it, first
 * among the next of the rows that are left, and few people have it in their names, whose first rows an index gives. So it costs much the same
 * however many rows there are (docs/decisions/120-lists-have-a-table-of-their-own.md).
 */
export function foundIds(wanted: Wanted): SQL {
  const {
    of,
    joined,
    id,
    by,
    blocks,
    where,
    alsoIf,
    isOfCompany,
    parts = [sql`true`],
    personal = [sql`true`],
    marked = [],
    tops,
    few,
    worded,
    within,
    named,
    searched,
    most,
  } = wanted;
  const listed = joined ?? ((jobs: SQL) => jobs);
  const from = listed(few ? fewJobs(few) : sql`${listedJobs}`);
  const direction = sql.raw(by.newestFirst ? "desc nulls last" : "asc");
  const order = sql`order by place ${direction}, id ${direction}`;
  const plain = sql`select ${id} as id, ${by.key} as place from ${from}`;
  const select = sql`select ${id} as id, ${by.key} as place, ${listedJobs.companyId}, ${listedJobs.userId}, ${wordsHold(of)} as held from`;
  const ends = sql`ends as materialized (select ${within?.lowest ?? sql`null`} as lowest, ${within?.highest ?? sql`null`} as highest)`;
  const isWithin = and(
    within?.lowest && sql`${by.key} >= (select lowest from ends)`,
    within?.highest && sql`${by.key} <= (select highest from ends)`,
  );
  // Each part stops by itself: PostgreSQL would read all of each and sort them.
  const first = (columns: SQL, limit: SQL, among = parts, which = isWithin) => {
    const each = among.map((part) => sql`(${columns} where ${and(which, where, part)} ${order} limit ${limit})`);
    return sql`select * from (${sql.join(each, sql` union all `)}) listed ${order} limit ${limit}`;
  };
  const rowsOf = (ids: SQL) =>
    sql`select looked.* from (${ids}) top cross join lateral (${select} ${listed(sql`${listedJobs}`)} where ${id} = top.id) looked`;
  if (!searched) return sql`(${isWithin && sql`with ${ends}`} ${first(plain, most)}) found`;
  const people = peopleFound(isOfCompany);
  const grams = joined ? gramsOfRemade : gramsOfJobs;
  const isNumbered = named ?? eq(id, sql.placeholder("number"));
  const looked = (rows: SQL, isTheirs: (job: SQL) => SQL) => sql`
      select looked.id, looked.place, ${and(sql`(looked.held or ${isTheirs(sql`looked`)})`, tops ? undefined : alsoIf?.(sql`looked.id`))} as is_hit
      from (${rows}) looked`;
  if (few) {
    // Up to two letters most have, and the first rows are enough, which are read for themselves; a longer word is asked of its index beside the one
    // of what is few, and the names only where there is one. Each stops by itself.
    const isShort = sql`length(${sql.placeholder("typed")}) <= 2`;
    const begin = first(plain, sql`(case when ${isShort} then ${FIRST_TRIED.ofAll} else 0 end)`);
    const goesOn = sql`(select count(*) from first) < ${most}`;
    const among = (jobs: SQL) => sql`select ${id} as id, ${by.key} as place from ${listed(jobs)}`;
    // "Is true" keeps PostgreSQL from walking all that each of them has: what is few is read through, and each row looked up among them.
    const isTheirs = sql`exists (select from people) and (${listedJobs.userId} in (select id from people)) is true`;
    const held = fewJobs(sql`${and(few, worded, gramsHold(grams, isOfCompany ? companyMark : undefined, []))}`);
    const ways = [
      sql`${among(held)} where ${and(goesOn, where, wordsHold(of))}`,
      sql`${plain} where ${and(goesOn, where, isTheirs)}`,
      sql`${among(sql`${listedJobs}`)} where ${and(few, where, isNumbered)}`,
    ].map((way) => sql`(${way} ${order} limit ${most})`);
    return sql`(
      with ${people},
      looked as materialized (${looked(rowsOf(begin), isTheirsOf)}),
      first as materialized (select id, place from looked where is_hit ${order} limit ${most}),
      found as (select id, place from first union ${sql.join(ways, sql` union `)})
      select id, place from found ${order} limit ${most}) found`;
  }
  // A join need not keep the order.
  const begin = (limit: SQL) => (tops ? sql`${rowsOf(tops(limit))} ${order}` : first(sql`${select} ${from}`, limit));
  const all = and(where, or(...parts));
  const tries = FIRST_TRIED[isOfCompany ? "ofCompany" : "ofAll"];
  // Of a person in parts the company's indexes serve, and not two of them at once.
  const isOfPerson =
    personal === "newest"
      ? sql`${listedJobs.userId} = people.id`
      : sql`${listedJobs.companyId} = people.company_id and ${listedJobs.userId} + 0 = people.id`;
  const found = (goesOn: SQL, { marks, isNear }: { marks?: SQL | undefined; isNear?: SQL | undefined } = {}) => sql`
      select theirs.id, theirs.place from people cross join lateral (
        ${first(plain, most, personal === "newest" ? [sql`true`] : personal, and(worded, or(...parts), isNear, isOfPerson, alsoIf?.(id)))}) theirs
      where ${goesOn}
      union
      select ${id} as id, ${by.key} as place from ${listed(fewJobs(sql`${and(worded, gramsHold(grams, isOfCompany ? companyMark : undefined, [marks, ...marked]))}`))}
      where ${and(goesOn, all, wordsHold(of), alsoIf?.(id))}`;
  const block = blocks && !isOfCompany ? BLOCKS[blocks] : undefined;
  // The block so many further on; over a gap as if it were not there.
  const nth = (more: SQL) => {
    const plain = sql`(block ${sql.raw(by.newestFirst ? "-" : "+")} ${more})`;
    return block?.gap
      ? sql`(${plain} + case when ${plain} > gap and ${plain} < ${block.gap.to} then ${block.gap.to} - gap - 1 else 0 end)`
      : plain;
  };
  // Up to where the next blocks reach: before the place at which the one after them begins.
  const isBefore = (place: SQL, id: SQL) =>
    sql`(${place}, ${id}) ${sql.raw(by.newestFirst ? ">=" : "<")} ((select place from reach), (select id from reach))`;
  return sql`(
    with ${isWithin && sql`${ends},`} ${people},
    looked as materialized (${looked(begin(tries), isTheirsOf)}),
    wider as materialized (
      select case when hits < ${most} and needed <= ${MORE_TRIED} and (select count(*) from looked) = ${tries} then needed::int else 0 end as tries
      from (select count(*) as hits, ceil(1.5 * ${most} * ${tries} / greatest(count(*), 1)) as needed
        from (select from looked where is_hit limit ${most}) hits) estimated),
    tried as materialized (
      select * from looked where (select tries from wider) = 0
      union all
      select * from (${looked(begin(sql`(select tries from wider)`), isTheirs)}) looked_wider),
    first as materialized (select id, place from tried where is_hit limit ${most}),
    state as materialized (
      select (select count(*) from first) < ${most} and (select count(*) from tried) = greatest(${tries}, (select tries from wider)) as goes_on),
    ${
      block
        ? sql`
    span as materialized (
      select floor(last)::int as block, least(${MOST_BLOCKS}, ceil(5 * ${most} * greatest(abs(last - middle), ${block.step ?? sql`0`}) / greatest(hits, 1)) + 1)::int as blocks${block.gap && sql`, ${block.gap.from} as gap`}
      from (select ${block.of(sql`place`, sql`id`)} as middle from (select * from tried offset (select count(*) from tried) / 2 limit 1) one) half,
        (select ${block.of(sql`place`, sql`id`)} as last from (select * from tried offset (select count(*) from tried) - 1 limit 1) one) other,
        (select count(*) as hits from first) counted),
    reach as materialized (
      select ends.* from span, lateral (select ${block.begins(nth(sql`blocks ${by.newestFirst ? sql`- 1` : sql``}`))}) ends (place, id)),
    near as materialized (
      select id, place from first
      union
      ${found(sql`(select goes_on from state)`, {
        marks: sql`(select string_agg(${block.mark} || ${nth(sql`more`)}, '|') from span, generate_series(0, blocks - 1) more)`,
        isNear: isBefore(by.key, sql`${id}`),
      })}),
    far as materialized (
      select goes_on and (select count(*) from near where ${isBefore(sql`place`, sql`id`)}) < ${most}
        ${within?.lowest && sql`and (select place from reach) > (select lowest from ends)`} as goes_on from state),`
        : sql`near as (select id, place from first), far as (select goes_on from state),`
    }
    found as (
      select id, place from near
      union
      ${found(sql`(select goes_on from far)`)}
      union
      ${plain} where ${and(all, isNumbered, alsoIf?.(id))})
    select id, place from found ${order} limit ${most}) found`;
}

/** The same order for the rows that the ids are joined with. */
export const asFound = ({ newestFirst }: Sort): SQL[] => {
  const direction = sql.raw(newestFirst ? "desc" : "asc");
  return [sql`found.place ${direction}`, sql`found.id ${direction}`];
};
