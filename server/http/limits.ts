import type { Pool } from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { tooMany } from "./errors.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const FAILED = "Too many failed sign-ins. Please wait a while and try again.";

/** How often in how many seconds something may be done before it is answered 429: every such number of the portal. */
const LIMITS = {
  /** Decisions §3: failures of an account from one address. */
  "sign-in:account": { points: 10, seconds: 15 * MINUTE, sentence: FAILED },
  /** Decisions §3: failures from one address, whatever accounts they try. */
  "sign-in:address": { points: 100, seconds: 15 * MINUTE, sentence: FAILED },
  /** Registrations from one address. Each one writes a mail to whomever it names. */
  "register:address": {
    points: 100,
    seconds: HOUR,
    sentence: "Too many registrations came from your network. Please wait a while and try again.",
  },
  /** Links for a forgotten password from one address; that a link was not sent is never said, so the sentence is not either. */
  "reset:address": { points: 30, seconds: HOUR, sentence: "Too many requests. Please wait a while and try again." },
  /** Decisions §11: a page that crashes again and again must not fill the records. */
  "error-report": { points: 10, seconds: MINUTE, sentence: "Too many error reports. Please wait a minute." },
} as const;

/** Counts in the database, so that several processes share the counts and a restart forgets nothing. */
export interface Limit {
  /** How often it was done by now. @throws a 429 when the limit was reached. */
  check(key: string | number): Promise<number>;
  /** Counts once more. @throws a 429 when that is beyond the limit. */
  count(key: string | number): Promise<void>;
  forget(key: string | number): Promise<void>;
}

export function createLimit(pool: Pool, name: keyof typeof LIMITS): Limit {
  const { points, seconds, sentence } = LIMITS[name];
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    tableName: "rate_limits",
    tableCreated: true,
    keyPrefix: name,
    points,
    duration: seconds,
  });
  const refuse = ({ msBeforeNext }: RateLimiterRes): never => {
    throw tooMany(sentence, Math.max(1, Math.ceil(msBeforeNext / 1000)));
  };
  return {
    async check(key) {
      const so = await limiter.get(key);
      if (so && so.consumedPoints >= points) refuse(so);
      return so?.consumedPoints ?? 0;
    },
    async count(key) {
      try {
        await limiter.consume(key);
      } catch (rejected) {
        if (!(rejected instanceof RateLimiterRes)) throw rejected;
        refuse(rejected);
      }
    },
    async forget(key) {
      await limiter.delete(key);
    },
  };
}
