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
  const accountKey = (email: string, ip: string) => `${email.toLowerCase()} ${ip}`;
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
      const [ofAccount, ofAddress] = await Promise.all([account.get(accountKey(email, ip)), address.get(ip)]);
      if (ofAccount && ofAccount.consumedPoints >= FAILURES_OF_ACCOUNT) refuse(ofAccount);
      if (ofAddress && ofAddress.consumedPoints >= FAILURES_OF_ADDRESS) refuse(ofAddress);
    },
    async failed(email, ip) {
      await count(address, ip);
      await count(account, accountKey(email, ip));
    },
    async succeeded(email, ip) {
      await account.delete(accountKey(email, ip));
    },
  };
}
