import { Refusal } from "#server/http/errors.ts";
import type { Limits } from "#server/http/limits.ts";
import { networkOf } from "./sign-in-limits.ts";

/**
 * This machine's own address is not counted: it is a demo, a test, or a proxy that TRUST_PROXY does not count, behind
 * which everyone would share one limit.
 */
const isThisMachine = (network: string): boolean => network.startsWith("127.") || network === networkOf("::1");

/** Counts a registration, each of which writes a mail. @throws a 429 beyond the limit of an address */
export async function countRegistration(limits: Limits, ip: string): Promise<void> {
  const network = networkOf(ip);
  if (!isThisMachine(network)) await limits["register:address"].count(network);
}

/** Counts a wish for a link; whether one may be mailed. The asker hears the same either way (rule A7). */
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
