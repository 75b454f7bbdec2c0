import { type SQL, sql } from "drizzle-orm";
import { type AnyPgColumn, bigint, check, integer, timestamp } from "drizzle-orm/pg-core";
import type { TenthMm } from "#shared/domain/length.ts";
import type { Pence } from "#shared/domain/money.ts";
import { DEDUCTION, WIDEST_PANEL } from "#shared/domain/window/geometry/shutter-construction.ts";
import { CLEARANCE_NAMES, CLEARANCES } from "#shared/domain/window/saw/clearances.ts";
import { RAIL_HEIGHT_MM, SECTION_MM } from "#shared/domain/window/saw/sections.ts";
import { KEEP_MM, MOST_KERF_MM, MOST_TRIM_MM, STOCK_MM } from "#shared/domain/window/saw/workshop-stock.ts";

/* Columns and checks that several tables share. */

export const id = integer("id").primaryKey().generatedAlwaysAsIdentity();

/**
 * The precision is milliseconds: a cursor carries an instant through JavaScript and must find the
 * same row again.
 */
export const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

export const createdAt = at("created_at").notNull().defaultNow();

export const pence = (name: string) => bigint(name, { mode: "number" }).$type<Pence>();

export const tenthMm = (name: string) => integer(name).$type<TenthMm>();

/** Checks the bounds of a number, which the contract checks too. */
export const isWithin = (column: AnyPgColumn, { least, most }: { readonly least: number; readonly most: number }) =>
  sql`${column} between ${sql.raw(String(least))} and ${sql.raw(String(most))}`;

export const widestPanelIsMade = (column: AnyPgColumn) => isWithin(column, WIDEST_PANEL);

export const deductionIsMade = (column: AnyPgColumn) => isWithin(column, DEDUCTION);

/** Refuses every clearance outside the bounds of the contract, under any name. */
export const clearancesAreTaken = (column: AnyPgColumn) =>
  sql`${sql.join(
    CLEARANCE_NAMES.map(
      (name) => sql`coalesce((${column}->>${sql.raw(`'${name}'`)})::numeric, 0) between 0 and ${sql.raw(String(CLEARANCES[name].most))}`,
    ),
    sql` and `,
  )}`;

/** Refuses a list of sections with measures outside the bounds of the contract. */
export const sectionsAreMade = (column: AnyPgColumn) => {
  const outside = (name: string, { least, most }: { readonly least: number; readonly most: number }) =>
    `!(${name}.type() == "number" && ${name} >= ${least} && ${name} <= ${most})`;
  const faults = [
    outside("@.widthMm", SECTION_MM),
    outside("@.thicknessMm", SECTION_MM),
    `exists(@.heightsMm[*] ? (${outside("@", RAIL_HEIGHT_MM)}))`,
  ];
  return sql`jsonb_typeof(${column}) = 'array' and not jsonb_path_exists(${column}, ${sql.raw(`'$[*] ? (${faults.join(" || ")})'`)})`;
};

/** Refuses bars with a length, kerf, trim or least offcut outside the bounds of the contract. */
export const stockIsMade = (column: AnyPgColumn) => {
  const outside = (name: string, least: number, most: number) => `@.${name} < ${least} || @.${name} > ${most}`;
  const faults = [
    outside("stockMm", STOCK_MM.least, STOCK_MM.most),
    outside("kerfMm", 0, MOST_KERF_MM),
    outside("trimMm", 0, MOST_TRIM_MM),
    outside("keepMm", KEEP_MM.least, KEEP_MM.most),
  ];
  return sql`not jsonb_path_exists(${column}, ${sql.raw(`'$[*] ? (${faults.join(" || ")})'`)})`;
};

/** Accepts null, the whole window, or two lists of names of which at least one has an entry. */
export const makeIsNamed = (column: AnyPgColumn) =>
  sql`coalesce(jsonb_typeof(${column}->'panels') = 'array' and jsonb_typeof(${column}->'parts') = 'array'
    and jsonb_array_length(${column}->'panels') + jsonb_array_length(${column}->'parts') between 1 and 200, ${column} is null)`;

/**
 * Bounds the length of a text again, after the contract (shared/domain/longest.ts). PostgreSQL
 * counts a surrogate pair as one character, so it accepts every text that the contract accepts.
 */
export const atMost = (column: AnyPgColumn, most: number) => sql`char_length(${column}) <= ${sql.raw(String(most))}`;

/**
 * Bounds the length of a text and refuses blank ends. The function `without_blank_ends` knows the
 * characters that are blank to JavaScript.
 */
export const trimmed = (column: AnyPgColumn, most: number) => sql`${atMost(column, most)} and ${column} = without_blank_ends(${column})`;

export const texts = (table: string, ...rules: SQL[]) => check(`${table}_texts`, sql.join(rules, sql` and `));
