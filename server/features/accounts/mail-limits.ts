import type { Pool } from "pg";
import { Refusal } from "#server/http/errors.ts";
import { createLimit } from "#server/http/limits.ts";
import { networkOf } from "./sign-in-limits.ts";

/** How many mails somebody who is not signed in can make the portal write, from one address. */
export interface MailLimits {
  /** Counts a registration. @throws a 429 beyond the limit. */
  registration(ip: string): Promise<void>;
  /** Counts a wish for a link; whether one may be mailed. The asker hears the same either way (rule A7). */
  mayMailLink(ip: string): Promise<boolean>;
}

/** This machine is no stranger: a demo, a test, or a proxy that TRUST_PROXY does not count, behind which everybody would share one limit. */
const isThisMachine = (network: string): boolean => network.startsWith("127.") || network === networkOf("::1");

export function createMailLimits(pool: Pool): MailLimits {
  const registrations = createLimit(pool, "register:address");
  const links = createLimit(pool, "reset:address");
  return {
    async registration(ip) {
      const network = networkOf(ip);
      if (!isThisMachine(network)) await registrations.count(network);
    },
    async mayMailLink(ip) {
      const network = networkOf(ip);
      if (isThisMachine(network)) return true;
      try {
        await links.count(network);
        return true;
      } catch (error) {
        if (error instanceof Refusal) return false;
        throw error;
      }
    },
  };
}
