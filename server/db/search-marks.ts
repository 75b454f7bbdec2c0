import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { LAST_OF_DAYS } from "#server/http/paging.ts";
import { OPEN_ORDER_STATUSES } from "#shared/domain/due.ts";
import { listedJobs } from "./schema.ts";

/** The marks of the index of words (migration 0034). By them a word that many jobs have is looked for in one company alone, in one view, … */
export const companyMark = sql`chr(57344) || ${sql.placeholder("companyId")}`;
export const MARKS = {
  quoteStatus: (status: SQLWrapper): SQL => sql`chr(57350) || ${status}`,
  orderStatuses: (statuses: SQL): SQL => sql`(select string_agg(chr(57351) || status, '|') from unnest(${statuses}) status)`,
  unpaid: sql`chr(57352) || 1`,
  unsettled: sql`chr(57353) || 1`,
  placed: sql`chr(57354) || 1`,
};
/** … or first in the next blocks of a list, by what it is sorted by: weeks, or so many numbers. What is due on no day is sorted by its number. */
interface Blocks {
  readonly mark: SQL;
  /** The block of a place and id, with its fraction. */
  readonly of: (place: SQL, id: SQL) => SQL;
  /** The first place and the lowest id of a block. */
  readonly begins: (block: SQL) => SQL;
  /** So much of a block half of the first rows span at least: many have the same place, or they are so few that more blocks cost nothing. */
  readonly step?: SQL;
  /** After which block comes nothing, up to which: a walk over the blocks leaps over it. */
  readonly gap?: { readonly from: SQL; readonly to: SQL };
}
const weeksOf = (day: SQLWrapper): SQL => sql`extract(epoch from ${day}) / 604800`;
const ofInstant = { of: weeksOf, begins: (block: SQL) => sql`to_timestamp(${block} * 604800.0), 0` };
const LAST_DAY = sql.raw(`date '${LAST_OF_DAYS}'`);
const LAST_WEEK = sql`floor(${weeksOf(LAST_DAY)})::int`;
/** The last week in which something is due; of each status an index knows it. Between it and what is due on no day lie thousands of years. */
const LAST_DUE_WEEK = sql`(select max(week) from unnest(${sql.raw(`array['${OPEN_ORDER_STATUSES.join("', '")}']::order_status[]`)}) one,
  lateral (select floor(${weeksOf(listedJobs.dueOn)})::int as week from ${listedJobs}
    where ${listedJobs.orderStatus} = one and ${listedJobs.dueOn} < ${LAST_DAY} order by ${listedJobs.dueOn} desc, ${listedJobs.orderId} desc limit 1) last)`;
export const BLOCKS: Readonly<Record<"quotedAt" | "validUntil" | "orderedAt" | "dueOn" | "invoiceNumber" | "remadeAt", Blocks>> = {
  quotedAt: { mark: sql`chr(57345)`, ...ofInstant },
  validUntil: { mark: sql`chr(57346)`, ...ofInstant },
  orderedAt: { mark: sql`chr(57347)`, ...ofInstant },
  remadeAt: { mark: sql`chr(57355)`, ...ofInstant, step: sql`1` },
  dueOn: {
    mark: sql`chr(57348)`,
    of: (place, id) => sql`case when ${place} = ${LAST_DAY} then ${LAST_WEEK} + ${id} / 4096.0 else ${weeksOf(place)} end`,
    begins: (block) => sql`least(date '1970-01-01' + 7 * ${block}, ${LAST_DAY}), greatest(${block} - ${LAST_WEEK}, 0) * 4096`,
    step: sql`1 / 7.0`,
    gap: { from: LAST_DUE_WEEK, to: LAST_WEEK },
  },
  invoiceNumber: { mark: sql`chr(57349)`, of: (place) => sql`${place} / 4096.0`, begins: (block) => sql`${block} * 4096, 0` },
};
