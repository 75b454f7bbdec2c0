import { Refusal } from "#server/platform/http/errors.ts";
import type { Limits } from "#server/platform/http/limits.ts";
import { networkOf } from "#server/platform/http/network-of.ts";

/**
 * Tries are counted in the database: processes share the counts, and a restart keeps them.
 * For an address a try counts before its password is hashed; a success gives it back. For an
 * account only failures count, so twenty colleagues can sign in at one moment.
 */
interface SignInLimits {
  /**
   * Counts a try. @throws a 429 when the account or the address is over its limit, for the right
   * password too.
   */
  begin(who: string, ip: string): Promise<void>;
  /** The password was wrong. @throws a 429 for the one that goes over the account's limit. */
  failed(who: string, ip: string): Promise<void>;
  /**
   * The password is right. @throws a 429 where guesses beside this try used up the account's limit
   */
  check(who: string, ip: string): Promise<{ readonly accountFailed: boolean }>;
  /** Gives back what `begin` counted; clears the account's failures, where it has some. */
  succeeded(who: string, ip: string, account: { readonly accountFailed: boolean }): Promise<void>;
}

export function signInLimits({ "sign-in:account": account, "sign-in:address": address }: Limits): SignInLimits {
  const accountKey = (who: string, ip: string) => `${who.toLowerCase()} ${networkOf(ip)}`;
  return {
    async begin(who, ip) {
      // First, because an address that is far beyond its limit is refused here without a statement.
      await address.count(networkOf(ip));
      try {
        await account.check(accountKey(who, ip));
      } catch (error) {
        // Not looked at, so not the address's: one person who tries on and on must not keep an office out.
        await address.giveBack(networkOf(ip));
        throw error;
      }
    },
    async failed(who, ip) {
      await account.count(accountKey(who, ip));
    },
    async check(who, ip) {
      return { accountFailed: (await account.check(accountKey(who, ip))) > 0 };
    },
    async succeeded(who, ip, { accountFailed }) {
      await Promise.all([address.giveBack(networkOf(ip)), accountFailed && account.forget(accountKey(who, ip))]);
    },
  };
}

/**
 * This machine's own address is not counted. It is a demo, a test, or a proxy that TRUST_PROXY
 * leaves out, behind which all people would share one limit.
 */
const isThisMachine = (network: string): boolean => network.startsWith("127.") || network === networkOf("::1");

/**
 * Counts a registration, each of which writes a mail. @throws a 429 beyond the limit of an address
 */
export async function countRegistration(limits: Limits, ip: string): Promise<void> {
  const network = networkOf(ip);
  if (!isThisMachine(network)) await limits["register:address"].count(network);
}

/**
 * Counts a wish for a link; whether one may be mailed. The asker hears the same either way (rule
 * A7).
 */
export async function mayMailLink(limits: Limits, ip: string): Promise<boolean> {
  const network = networkOf(ip);
  if (isThisMachine(network)) return true;
  try {
    await limits["reset:address"].count(network);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
