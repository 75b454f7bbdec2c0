import { and, type Column, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { companies, users } from "./schema.ts";

/** A typed text in small letters: a select of its own, or it would be lowered again for each row. */
export const lowered = (placeholder: string): SQL => sql`(select lower(${sql.placeholder(placeholder)}))`;

/** Whether a name holds what was typed. */
const isNamed = (name: SQLWrapper): SQL => sql`${name} like ${lowered("pattern")}`;
/** An index of its letters finds these names and seldom more. */
const lettersHold = (name: Column): SQL =>
  sql`search_grams(${name}${sql.raw(", null".repeat(12))}) @@ (select search_query(${sql.placeholder("name")}))`;

/** A name is common that more than so many of the first have: all names are read through sooner then than their index. */
const FIRST_NAMES = sql.raw("200");
const COMMON = sql.raw("20");
const isCommon = (which: SQL): SQL => sql`(select yes from ${which})`;

/** Whose name holds what was typed: the companies, the people, and all people of either (rule O6). They are found when they are asked for. */
export const peopleFound = (isOfCompany: boolean): SQL => {
  const found = (columns: SQL, { id, searchName: name, table }: { id: Column; searchName: Column; table: SQL }, common: SQL) => {
    const ours = isOfCompany ? eq(id, sql.placeholder("companyId")) : undefined;
    const all = (which: SQL) => sql`select ${columns} from ${table} where ${and(ours, isNamed(name), which)}`;
    return {
      common: sql`select count(*) > ${COMMON} as yes from (select ${name} as name from ${table} where ${ours ?? sql`true`} limit ${FIRST_NAMES}) first_names
        where ${isNamed(sql`name`)}`,
      named: sql`${all(sql`${lettersHold(name)} and not ${isCommon(common)}`)} union all ${all(isCommon(common))}`,
    };
  };
  const theirs = found(
    sql`${companies.id}`,
    { id: companies.id, searchName: companies.searchName, table: sql`${companies}` },
    sql`common_company`,
  );
  const ours = found(
    sql`${users.id}, ${users.companyId}`,
    { id: users.companyId, searchName: users.searchName, table: sql`${users}` },
    sql`common_person`,
  );
  return sql`
    common_company as materialized (${theirs.common}),
    common_person as materialized (${ours.common}),
    named_companies as materialized (${theirs.named}),
    named_people as materialized (${ours.named}),
    people as materialized (
      select * from named_people union
      select ${users.id}, ${users.companyId} from named_companies join ${users} on ${users.companyId} = named_companies.id)`;
};
export const isTheirs = (job: SQL): SQL =>
  sql`(${job}.company_id in (select id from named_companies) or ${job}.user_id in (select id from named_people))`;
/** The same of a few rows: each is asked for its own where the name is common. */
export const isTheirsOf = (job: SQL): SQL => sql`
  (case when ${isCommon(sql`common_company`)} then exists (select from ${companies} where ${companies.id} = ${job}.company_id and ${isNamed(companies.searchName)})
      else ${job}.company_id in (select id from named_companies) end
    or case when ${isCommon(sql`common_person`)} then exists (select from ${users} where ${users.id} = ${job}.user_id and ${isNamed(users.searchName)})
      else ${job}.user_id in (select id from named_people) end)`;
