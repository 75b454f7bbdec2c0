import type { RequestHandler } from "express";
import type { Pool } from "pg";
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { countOf } from "#shared/domain/text.ts";
import type { Counted, CountedLimit } from "#shared/http/endpoint.ts";
import type { SignedInUser } from "./call.ts";
import { Refusal, tooMany } from "./errors.ts";
import { signedInUser } from "./session/session.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const FAILED = "Too many failed sign-ins. Please wait a while and try again.";

/** The number of requests in a number of seconds before a 429: all such limits of the portal. */
const LIMITS = {
  /** Rule A4: failures of an account from one address. */
  "sign-in:account": { points: 10, seconds: 15 * MINUTE, sentence: FAILED },
  /**
   * Rule A4: failures from one address, for any account. A sign-in in progress counts too, until it
   * succeeds.
   */
  "sign-in:address": { points: 100, seconds: 15 * MINUTE, sentence: FAILED },
  /** Rule A36: wrong passwords, codes, passkeys and recovery codes of an account. */
  "factor:account": { points: 5, seconds: 15 * MINUTE, sentence: "Too many wrong tries. Please wait a while and try again." },
  /** Rule A43: challenges for visitors from one address. Each is stored until the night. */
  "passkey-options:address": { points: 100, seconds: 15 * MINUTE, sentence: "Too many requests. Please wait a while and try again." },
  /** Registrations from one address. Each sends a mail to the given address. */
  "register:address": {
    points: 100,
    seconds: HOUR,
    sentence: "Too many registrations came from your network. Please wait a while and try again.",
  },
  /**
   * Rule A2: registrations that are emailed to the staff at once, counted together. Over the limit
   * they wait for the digest, so nobody reads this sentence.
   */
  "registration-news": { points: 5, seconds: 24 * HOUR, sentence: "Too many registrations. Please wait a while and try again." },
  /**
   * Links for a forgotten password from one address. The reply is the same either way, so nobody
   * reads this sentence.
   */
  "reset:address": { points: 30, seconds: HOUR, sentence: "Too many requests. Please wait a while and try again." },
  /** Rule A45, counted for each person. Each request is emailed to the given address. */
  "email-changes": { points: 5, seconds: 24 * HOUR, sentence: "You have asked for too many changes today. Please continue tomorrow." },
  /** Rule K4: a page that crashes repeatedly must not fill the records. */
  "error-report": { points: 10, seconds: MINUTE, sentence: "Too many error reports. Please wait a minute." },
  /** The limit is counted for each account, because each request queries Stripe. */
  "confirm-payment": {
    points: 20,
    seconds: MINUTE,
    sentence: "Too many checks of this payment. If you have paid, it will be recorded automatically: there is no need to pay again.",
  },
  /**
   * The limit is counted for each customer: new remakes, replies and messages about orders, each
   * mailed to every supplier and super admin.
   */
  "thread-mails": {
    points: 60,
    seconds: HOUR,
    sentence: "You have sent us too many messages. Please wait a while, or call us.",
  },
  /** Rule A34, counted for each person. */
  "calendar-reads": {
    points: 60,
    seconds: HOUR,
    sentence: "This calendar was read too often. Please let your program read it less often.",
  },
  /** Rule A16, counted for each company. Each invitation is mailed to the given address. */
  invitations: { points: 100, seconds: 24 * HOUR, sentence: "Your company has invited too many people today. Please continue tomorrow." },
  /** Rule T6, counted for each company. Each quotation is mailed to the given address. */
  "retail-mails": {
    points: 20,
    seconds: 24 * HOUR,
    sentence: "Your company has sent too many quotations by email today. Please send the link yourself, or continue tomorrow.",
  },
  /**
   * Rule T16, counted for each company: copies to homeowners who accepted, and answers to their
   * questions.
   */
  "retail-replies": {
    points: 20,
    seconds: 24 * HOUR,
    sentence: "Your company has sent too many emails to its customers today. Please call them, or continue tomorrow.",
  },
  /**
   * Rule T16, counted for each company: the actions of homeowners by its links, each mailed to the
   * company's people. Over the limit only the notification is stored.
   */
  "retail-news": { points: 200, seconds: 24 * HOUR, sentence: "Too many requests. Please wait a while and try again." },
  /** Rule T8: the questions of a homeowner by one link. */
  "retail-questions": { points: 5, seconds: 24 * HOUR, sentence: "You have asked too many questions today. Please call instead." },
  /**
   * Rule A14: the failed sign-ins of a network and hour that have an audit entry each; the others
   * share one.
   */
  "sign-in:trail": { points: 20, seconds: 24 * HOUR, sentence: FAILED },
} as const satisfies Readonly<Record<CountedLimit, object>> & Readonly<Record<string, Numbers>>;

interface Numbers {
  readonly points: number;
  readonly seconds: number;
  readonly sentence: string;
}

/** Rule A16: people of a company, the invited ones too. */
export const MOST_PEOPLE = 200;
/** Rule A5: sessions of an account; the oldest ends for a further one. */
export const MOST_SESSIONS = 20;
/**
 * Sign-ins of one network in a process, checked or waiting: enough for an office of fifty at nine
 * o'clock.
 */
export const MOST_SIGN_INS_AT_ONCE = 50;
/**
 * The most documents of one company that a process makes, queues or sends at once. Ten of them may
 * wait.
 */
export const MOST_DOCUMENTS_AT_ONCE = 20;
/**
 * A company's forms with files that one process receives or stores. Each may have ten files on the
 * disk.
 */
export const MOST_FORMS_AT_ONCE = 20;
/**
 * Photos on their way to one account in a process: a photo from a bucket stays in memory. A screen
 * shows ten.
 */
export const MOST_PHOTOS_AT_ONCE = 60;
/**
 * Reads and writes of one account in a process at once. Together they leave a third of the pool's
 * ten connections to other people, even if each write waits for a locked row.
 */
export const [MOST_READS_AT_ONCE, MOST_WRITES_AT_ONCE] = [4, 3];
/** Calls of one network without a sign-in in a minute: an office of a hundred may open the page. */
export const MOST_BY_STRANGERS = 600;
/** Unknown tokens of one network in a minute; each costs a query. */
const MOST_UNKNOWN_TOKENS = 60;
/** Reads of an API token in a minute (rule A32). */
const MOST_READS_OF_A_TOKEN = 600;
/** Waiting requests of an account, or of a stranger's link. */
export const MOST_WAITING = 100;
/** Stripe's events that a process handles at once. Each may wait for a locked payment. */
export const MOST_EVENTS_AT_ONCE = 3;
export const ENTRIES_OF_FAILED_SIGN_INS = LIMITS["sign-in:trail"].points;

/**
 * Counts in the database, so that several processes share the counts and a restart retains them.
 */
interface Limit {
  /**
   * Returns the current count.
   * @throws a 429 if the limit is reached
   */
  check(key: string | number): Promise<number>;
  /**
   * Counts one more.
   * @returns the new count
   * @throws a 429 if that exceeds the limit
   */
  count(key: string | number): Promise<number>;
  /** Subtracts one count. */
  subtract(key: string | number): Promise<void>;
  /** Returns the current count, also above the limit. */
  counted(key: string | number): Promise<number>;
  /**
   * Counts one more without a refusal.
   * @returns the new count
   */
  tally(key: string | number): Promise<number>;
  forget(key: string | number): Promise<void>;
}

type LimitName = keyof typeof LIMITS;
export type Limits = Readonly<Record<LimitName, Limit>>;

/** Creates each limit once, because a limit holds some of its counts in memory. */
export const createLimits = (pool: Pool): Limits =>
  Object.fromEntries((Object.keys(LIMITS) as LimitName[]).map((name) => [name, createLimit(pool, name)])) as unknown as Limits;

/**
 * Counts a call by its definition, does the work, and subtracts the count if the work fails.
 * @throws a 429 over the limit
 */
export async function countCall<T>(
  limits: Limits,
  { limit, by, roles, when }: Counted,
  { user, body }: { readonly user: SignedInUser; readonly body: unknown },
  work: () => Promise<T>,
): Promise<T> {
  if ((roles && !roles.includes(user.role)) || (when && !when(body as never))) return work();
  const key = by === "company" ? user.companyId : (user.impersonator?.id ?? user.id);
  await limits[limit].count(key);
  try {
    return await work();
  } catch (error) {
    // If the database is away, one count too many does no harm.
    await limits[limit].subtract(key).catch(() => {});
    throw error;
  }
}

/**
 * Without a sentence of its own the refusal names the seconds until the next request is accepted.
 */
function refusal(sentence: string | undefined, { msBeforeNext }: RateLimiterRes): Refusal {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  return tooMany(sentence ?? `Too many requests. Try again in ${countOf(seconds, "second")}.`, seconds);
}

/**
 * Counts one more.
 * @throws a 429 with the sentence if that exceeds the limit
 */
const consume = (limiter: RateLimiterAbstract, key: string | number, sentence?: string): Promise<RateLimiterRes> =>
  limiter.consume(key).catch((rejected: unknown) => {
    throw rejected instanceof RateLimiterRes ? refusal(sentence, rejected) : rejected;
  });

function createLimit(pool: Pool, name: LimitName): Limit {
  const { points, seconds, sentence } = LIMITS[name];
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    tableName: "rate_limits",
    tableCreated: true,
    keyPrefix: name,
    points,
    duration: seconds,
    // A network far over its limit is refused in memory, without a database query.
    ...(name === "sign-in:address" && { inMemoryBlockOnConsumed: points * 2 }),
  });
  return {
    async check(key) {
      const so = await limiter.get(key);
      if (so && so.consumedPoints >= points) throw refusal(sentence, so);
      return so?.consumedPoints ?? 0;
    },
    async count(key) {
      return (await consume(limiter, key, sentence)).consumedPoints;
    },
    async subtract(key) {
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
 * The key by which a person's calls are counted: an API token's calls by the token, those of a View
 * As by the super admin.
 */
export const countedAs = ({ id, impersonator, token }: SignedInUser): string =>
  token ? `token ${token.id}` : String(impersonator?.id ?? id);

/**
 * Counts an account's writes of all calls together (rule C14). It counts in this process's memory,
 * to save a statement for each write: with several processes an account has the limit at each of
 * them.
 */
export function createWriteLimit(aMinute: number): (account: string) => Promise<unknown> {
  const limiter = new RateLimiterMemory({ points: aMinute, duration: MINUTE });
  const sentence = "You have made too many changes in a minute. Nothing was stored; please wait a moment and try again.";
  return (account) => consume(limiter, account, sentence);
}

/**
 * Counts an account's reads likewise (rule C14). A read with the reply 304 is not counted, nor is a
 * route mounted before it (photos).
 */
export function countReads(aMinute: number): RequestHandler {
  const ofAccounts = new RateLimiterMemory({ points: aMinute, duration: MINUTE });
  const ofTokens = new RateLimiterMemory({ points: MOST_READS_OF_A_TOKEN, duration: MINUTE });
  return async (req, res, next) => {
    const user = signedInUser(req);
    if (!user || (req.method !== "GET" && req.method !== "HEAD")) return next();
    const [limiter, account] = [user.token ? ofTokens : ofAccounts, countedAs(user)];
    await consume(limiter, account);
    res.once("finish", () => {
      if (res.statusCode === 304) void limiter.reward(account);
    });
    next();
  };
}

/**
 * Counts requests without a sign-in from a network address in this process's memory, so that
 * guesses cost the database nothing beyond the first ones.
 */
export function createStrangersLimit(aMinute: number, sentence?: string): (network: string) => Promise<unknown> {
  const limiter = new RateLimiterMemory({ points: aMinute, duration: MINUTE });
  return (network) => consume(limiter, network, sentence);
}

/**
 * Counts unknown API tokens by network, in this process's memory. Beyond the limit the next one is
 * refused before it costs a query.
 */
export function createUnknownTokens() {
  const limiter = new RateLimiterMemory({ points: MOST_UNKNOWN_TOKENS, duration: MINUTE });
  return {
    /** @throws a 429 beyond the limit */
    async check(network: string): Promise<void> {
      const counted = await limiter.get(network);
      if (counted && counted.consumedPoints >= MOST_UNKNOWN_TOKENS) throw refusal(undefined, counted);
    },
    async count(network: string): Promise<void> {
      await limiter.penalty(network);
    },
  };
}

/**
 * Runs a fixed number of things at once; the others wait. Within a lane they run in order, and the
 * lanes take turns: the first of a new lane waits for one thing of each other lane, however many
 * wait there.
 * @param mostWaiting the most that may wait; the next one gets a 503 instead of a wait of minutes
 */
export function createQueue(
  most: number,
  mostWaiting = Number.POSITIVE_INFINITY,
): <T>(work: () => Promise<T>, lane?: string) => Promise<T> {
  let running = 0;
  let waiting = 0;
  /** The lanes in the order of their turns. */
  const lanes = new Map<string, (() => void)[]>();

  const wait = (lane: string) =>
    new Promise<void>((resolve) => {
      waiting += 1;
      const others = lanes.get(lane);
      if (others) others.push(resolve);
      else lanes.set(lane, [resolve]);
    });
  const next = () => {
    const [turn] = lanes;
    if (!turn) return undefined;
    const [lane, [first, ...others]] = turn;
    waiting -= 1;
    lanes.delete(lane);
    if (others.length > 0) lanes.set(lane, others);
    return first;
  };

  return async (work, lane = "") => {
    if (running < most) running += 1;
    else if (waiting >= mostWaiting) throw new Refusal(503, "Too many requests at once. Please try again in a moment.", { retryAfter: 5 });
    else await wait(lane);
    try {
      return await work();
    } finally {
      const goOn = next();
      if (goOn) goOn();
      else running -= 1;
    }
  };
}

/**
 * Runs a fixed number of things of each lane at once. The others of a lane wait without a
 * connection; no lane waits for another one.
 * @param mostWaiting the most of a lane that may wait; the next one gets a 503
 */
export function createLanes(most: number, mostWaiting: number): <T>(lane: string, work: () => Promise<T>) => Promise<T> {
  const lanes = new Map<string, { readonly inTurn: ReturnType<typeof createQueue>; calls: number }>();
  return async (name, work) => {
    const lane = lanes.get(name) ?? { inTurn: createQueue(most, mostWaiting), calls: 0 };
    lanes.set(name, lane);
    lane.calls += 1;
    try {
      return await lane.inTurn(work);
    } finally {
      lane.calls -= 1;
      if (lane.calls === 0) lanes.delete(name);
    }
  };
}

/** Admits a fixed number of things of one lane; the next is refused at once. */
export function createPlaces(most: number, refusal: () => Refusal): <T>(lane: string, work: () => Promise<T>) => Promise<T> {
  const counts = new Map<string, number>();
  return async (lane, work) => {
    const before = counts.get(lane) ?? 0;
    if (before >= most) throw refusal();
    counts.set(lane, before + 1);
    try {
      return await work();
    } finally {
      const now = (counts.get(lane) ?? 1) - 1;
      if (now > 0) counts.set(lane, now);
      else counts.delete(lane);
    }
  };
}
