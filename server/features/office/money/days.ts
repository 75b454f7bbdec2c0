import { between, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Days } from "#shared/domain/trade/money-periods.ts";

/** Selects the rows whose day is in a period, both ends included. */
export const isBetween = (column: PgColumn, { from, to }: Days): SQL => between(column, from, to);
