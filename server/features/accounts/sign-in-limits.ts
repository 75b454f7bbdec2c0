import { isIPv4 } from "node:net";
import type { Pool } from "pg";
import { RateLimiterPostgres, type RateLimiterRes } from "rate-limiter-flexible";
import { tooMany } from "#server/http/errors.ts";

const WINDOW_SECONDS = 15 * 60;
/** Decisions §3: failed sign-ins in the window, for an account from one address and for an address. */
const FAILURES_OF_ACCOUNT = 10;
const FAILURES_OF_ADDRESS = 100;

/** Counts failures in the database, so that several processes share them and a restart forgets nothing. */
export interface SignInLimits {
  /** @throws a 429 when the account or the address is over its limit, for the right password too. */
  check(email: string, ip: string): Promise<void>;
  /** Counts a failure; the one that goes over the limit is already refused as too many. */
  failed(email: string, ip: string): Promise<void>;
  /** A success clears the account's count. */
  succeeded(email: string, ip: string): Promise<void>;
}

const SENTENCE = "Too many failed sign-ins. Please wait a while and try again.";

export function createSignInLimits(pool: Pool): SignInLimits {
  const common = { storeClient: pool, tableName: "rate_limits", tableCreated: true, duration: WINDOW_SECONDS };
  const account = new RateLimiterPostgres({ ...common, keyPrefix: "sign-in:account", points: FAILURES_OF_ACCOUNT });
  const address = new RateLimiterPostgres({ ...common, keyPrefix: "sign-in:address", points: FAILURES_OF_ADDRESS });
  const accountKey = (email: string, ip: string) => `${email.toLowerCase()} ${networkOf(ip)}`;
  const refuse = ({ msBeforeNext }: RateLimiterRes): never => {
    throw tooMany(SENTENCE, Math.max(1, Math.ceil(msBeforeNext / 1000)));
  };
  const count = async (limiter: RateLimiterPostgres, key: string) => {
    try {
      await limiter.consume(key);
    } catch (rejected) {
      if (rejected instanceof Error) throw rejected;
      refuse(rejected as RateLimiterRes);
    }
  };
  return {
    async check(email, ip) {
      const [ofAccount, ofAddress] = await Promise.all([account.get(accountKey(email, ip)), address.get(networkOf(ip))]);
      if (ofAccount && ofAccount.consumedPoints >= FAILURES_OF_ACCOUNT) refuse(ofAccount);
      if (ofAddress && ofAddress.consumedPoints >= FAILURES_OF_ADDRESS) refuse(ofAddress);
    },
    async failed(email, ip) {
      await count(address, networkOf(ip));
      await count(account, accountKey(email, ip));
    },
    async succeeded(email, ip) {
      await account.delete(accountKey(email, ip));
    },
  };
}

/**
 * Who counts as one address: an IPv4 address however it is written, and the /64 of an IPv6 one, which is what a single household or
 * server is given.
 */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  if (isIPv4(ip)) return ip;
  // The URL parser writes an IPv6 address in its one shortest form.
  const short = new URL(`http://[${ip}]`).hostname.slice(1, -1);
  const hex = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(short);
  if (hex)
    return [hex[1], hex[2]].flatMap((half) => [Number.parseInt(half ?? "0", 16) >> 8, Number.parseInt(half ?? "0", 16) & 255]).join(".");
  const [head = "", tail] = short.split("::");
  const groups = head ? head.split(":") : [];
  const rest = tail ? tail.split(":") : [];
  const whole = tail === undefined ? groups : [...groups, ...Array<string>(8 - groups.length - rest.length).fill("0"), ...rest];
  return `${whole.slice(0, 4).join(":")}::/64`;
}
