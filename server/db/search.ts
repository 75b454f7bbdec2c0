import { type Column, ilike, type SQL } from "drizzle-orm";

/** Whether a column contains what somebody typed, without case; `%` and `_` are ordinary characters (decisions §7). */
export const containsText = (column: Column, typed: string): SQL => ilike(column, `%${typed.replace(/[\\%_]/g, "\\$&")}%`);
