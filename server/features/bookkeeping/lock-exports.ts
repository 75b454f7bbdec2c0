import { sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";

const LOCK = 7_184_361;

/**
 * Serialises exports, so that two exports never contain one document as new, and no write-off is
 * deleted during an export.
 */
export const lockExports = (tx: Db) => tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
