import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

type Values<Row> = { readonly [Name in keyof Row]: SQLWrapper };

/** An object of these values, as JSON. */
export const jsonObject = <Row>(values: Values<Row>): SQL<Row> => {
  const pairs = Object.entries<SQLWrapper>(values).map(([name, value]) => sql`${sql.raw(`'${name}'`)}, ${value}`);
  return sql`json_build_object(${sql.join(pairs, sql`, `)})`;
};

/**
 * The rows of another table as one value, so that one statement reads a thing and its parts as they were at one moment. They come as
 * JSON has them: an instant is text.
 */
export const jsonRows = <Row>(values: Values<Row>, { from, orderBy }: { readonly from: SQL; readonly orderBy: SQLWrapper }): SQL<Row[]> =>
  sql`(select coalesce(json_agg(${jsonObject(values)} order by ${orderBy}), '[]') from ${from})`;
