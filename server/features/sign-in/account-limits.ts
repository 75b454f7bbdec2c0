import { Refusal } from "#server/platform/http/errors.ts";
import type { Limits } from "#server/platform/http/limits.ts";
import { isThisMachine, networkOf } from "#server/platform/http/network-of.ts";

/**
 * Attempts are counted in the database, so that processes share the counts and a restart retains
 * them. For an address an attempt counts before its password is hashed, and a success refunds it.
 * For an account only failures count, so that twenty colleagues can sign in at one moment.
 */
interface SignInLimits {
  /**
   * Counts an attempt.
   * @throws a 429 if the account or the address is over its limit, for the right password too
   */
  begin(who: string, ip: string): Promise<void>;
  /**
   * Counts a wrong password.
   * @throws a 429 for the attempt that exceeds the account's limit
   */
  failed(who: string, ip: string): Promise<void>;
  /**
   * Checks an attempt with the right password.
   * @throws a 429 if concurrent guesses have used up the account's limit
   */
  check(who: string, ip: string): Promise<{ readonly accountFailed: boolean }>;
  /** Refunds the count of `begin`, and clears the account's failures if it has any. */
  succeeded(who: string, ip: string, account: { readonly accountFailed: boolean }): Promise<void>;
}

export function signInLimits({ "sign-in:account": account, "sign-in:address": address }: Limits): SignInLimits {
  const accountKey = (who: string, ip: string) => `${who.toLowerCase()} ${networkOf(ip)}`;
  return {
    async begin(key, ip) {
      // The attempt is counted first, because an address that is far over its limit is refused here
      // without a statement.
      await address.count(networkOf(ip));
      try {
        await account.check(accountKey(key, ip));
      } catch (error) {
        // The password was not checked, so the address is refunded: one person's repeated attempts
        // must not lock out an office.
        await address.subtract(networkOf(ip));
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
      await Promise.all([address.subtract(networkOf(ip)), accountFailed && account.forget(accountKey(who, ip))]);
    },
  };
}

/**
 * Counts a registration, because each one sends a mail.
 * @throws a 429 over the limit of an address
 */
export async function countRegistration(limits: Limits, ip: string): Promise<void> {
  const network = networkOf(ip);
  if (!isThisMachine(network)) await limits["register:address"].count(network);
}

/**
 * Counts a visitor's request for a passkey's challenge, because each one is stored.
 * @throws a 429 over the limit of an address
 */
export async function countPasskeyOptions(limits: Limits, ip: string): Promise<void> {
  const network = networkOf(ip);
  if (!isThisMachine(network)) await limits["passkey-options:address"].count(network);
}

/**
 * Counts a request for a link. Returns false over the limit; the reply is the same either way (rule
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
