import type { Pool } from "pg";
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { tooMany } from "./errors.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const FAILED = "Too many failed sign-ins. Please wait a while and try again.";

/** How often in how many seconds something may be done before it is answered 429: every such number of the portal. */
const LIMITS = {
  /** Rule A4: failures of an account from one address. */
  "sign-in:account": { points: 10, seconds: 15 * MINUTE, sentence: FAILED },
  /** Rule A4: failures from one address, whatever accounts they try. Those that are being looked at count too, until they succeed. */
  "sign-in:address": { points: 100, seconds: 15 * MINUTE, sentence: FAILED },
  /** Registrations from one address. Each one writes a mail to whomever it names. */
  "register:address": {
    points: 100,
    seconds: HOUR,
    sentence: "Too many registrations came from your network. Please wait a while and try again.",
  },
  /** Links for a forgotten password from one address; that a link was not sent is never said, so the sentence is not either. */
  "reset:address": { points: 30, seconds: HOUR, sentence: "Too many requests. Please wait a while and try again." },
  /** Rule K4: a page that crashes again and again must not fill the records. */
  "error-report": { points: 10, seconds: MINUTE, sentence: "Too many error reports. Please wait a minute." },
  /** Of an account: each time Stripe is asked. */
  "confirm-payment": {
    points: 20,
    seconds: MINUTE,
    sentence: "This was asked too often. If you have paid, it will be recorded by itself: there is no need to pay again.",
  },
  /** Of a customer: new remakes and replies, each of which is mailed to every supplier and super admin. */
  "remake-mails": {
    points: 60,
    seconds: HOUR,
    sentence: "You have sent us very many messages about remakes. Please wait a while, or call us.",
  },
  /** Rule A14: how many failed sign-ins of a network and hour have an audit entry each; the rest have one together. */
  "sign-in:trail": { points: 20, seconds: 24 * HOUR, sentence: FAILED },
} as const;

/** Rule A5: sessions of an account; the oldest ends for a further one. */
export const MOST_SESSIONS = 20;
/** Sign-ins of one network that are looked at or wait for it, in a process. An office of fifty at nine o'clock finds room. */
export const MOST_SIGN_INS_AT_ONCE = 50;
/** Documents of one account that are made, or on their way to it, in a process. */
export const MOST_DOCUMENTS_AT_ONCE = 10;
/** Photos on their way to one account, in a process: one from a bucket lies in memory until its reader has taken it. A screen shows ten. */
export const MOST_PHOTOS_AT_ONCE = 60;
export const ENTRIES_OF_FAILED_SIGN_INS = LIMITS["sign-in:trail"].points;

/** Counts in the database, so that several processes share the counts and a restart forgets nothing. */
export interface Limit {
  /** How often it was done by now. @throws a 429 when the limit was reached. */
  check(key: string | number): Promise<number>;
  /** Counts once more. @throws a 429 when that is beyond the limit. */
  count(key: string | number): Promise<void>;
  /** Takes one count back. */
  giveBack(key: string | number): Promise<void>;
  /** How often it was done by now, beyond the limit too. */
  counted(key: string | number): Promise<number>;
  /** Counts once more and refuses nothing. @returns how often it was by now. */
  tally(key: string | number): Promise<number>;
  forget(key: string | number): Promise<void>;
}

type LimitName = keyof typeof LIMITS;
export type Limits = Readonly<Record<LimitName, Limit>>;

/** Each limit once, because some of what a limit counts lies in memory. */
export const createLimits = (pool: Pool): Limits =>
  Object.fromEntries((Object.keys(LIMITS) as LimitName[]).map((name) => [name, createLimit(pool, name)])) as unknown as Limits;

function createLimit(pool: Pool, name: LimitName): Limit {
  const { points, seconds, sentence } = LIMITS[name];
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    tableName: "rate_limits",
    tableCreated: true,
    keyPrefix: name,
    points,
    duration: seconds,
    // Far beyond its limit a network that tries to sign in is refused without asking the database any more.
    ...(name === "sign-in:address" && { inMemoryBlockOnConsumed: points * 2 }),
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
    async giveBack(key) {
      await limiter.reward(key);
    },
    async counted(key) {
      return (await limiter.get(key))?.consumedPoints ?? 0;
    },
    async tally(key) {
      return (await limiter.penalty(key)).consumedPoints;
    },
    async forget(key) {
      await limiter.delete(key);
    },
  };
}

/**
 * Counts an account's writes, all calls together (rule C14). In this process's memory: a statement for each write would cost those who keep to
 * the limit more than the limit is worth, so with several processes an account may do as much at each of them.
 */
export function createWriteLimit(aMinute: number): (accountId: number) => Promise<void> {
  const limiter = new RateLimiterMemory({ points: aMinute, duration: MINUTE });
  return async (accountId) => {
    try {
      await limiter.consume(accountId);
    } catch (rejected) {
      if (!(rejected instanceof RateLimiterRes)) throw rejected;
      throw tooMany(
        "You have made too many changes in a minute. Nothing was stored; please wait a moment and try again.",
        Math.max(1, Math.ceil(rejected.msBeforeNext / 1000)),
      );
    }
  };
}
