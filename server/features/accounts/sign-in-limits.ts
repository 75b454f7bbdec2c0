import { isIPv4 } from "node:net";
import type { Pool } from "pg";
import { createLimit } from "#server/http/limits.ts";

/** Counts failures in the database, so that several processes share them and a restart forgets nothing. */
export interface SignInLimits {
  /** Whether a success has failures of the account to clear. @throws a 429 when the account or the address is over its limit, for the right password too. */
  check(email: string, ip: string): Promise<{ readonly accountFailed: boolean }>;
  /** Counts a failure; the one that goes over the limit is already refused as too many. */
  failed(email: string, ip: string): Promise<void>;
  /** A success clears the account's count. */
  succeeded(email: string, ip: string): Promise<void>;
}

export function createSignInLimits(pool: Pool): SignInLimits {
  const account = createLimit(pool, "sign-in:account");
  const address = createLimit(pool, "sign-in:address");
  const accountKey = (email: string, ip: string) => `${email.toLowerCase()} ${networkOf(ip)}`;
  return {
    async check(email, ip) {
      const [failures] = await Promise.all([account.check(accountKey(email, ip)), address.check(networkOf(ip))]);
      return { accountFailed: failures > 0 };
    },
    async failed(email, ip) {
      await address.count(networkOf(ip));
      await account.count(accountKey(email, ip));
    },
    async succeeded(email, ip) {
      await account.forget(accountKey(email, ip));
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
