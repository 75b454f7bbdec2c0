import type { Pool } from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { tooMany } from "#server/http/errors.ts";

/** Decisions §11: a page that crashes again and again must not fill the records. */
const REPORTS = 10;
const SECONDS = 60;

/** Counts a person's report. @throws a 429 beyond the limit. */
export type CountReport = (userId: number) => Promise<void>;

export function createReportLimit(pool: Pool): CountReport {
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    tableName: "rate_limits",
    tableCreated: true,
    keyPrefix: "error-report",
    points: REPORTS,
    duration: SECONDS,
  });
  return async (userId) => {
    try {
      await limiter.consume(userId);
    } catch (rejected) {
      if (!(rejected instanceof RateLimiterRes)) throw rejected;
      throw tooMany("Too many error reports. Please wait a minute.", Math.max(1, Math.ceil(rejected.msBeforeNext / 1000)));
    }
  };
}
