import type { World } from "#server/testing/world.ts";
import type { Role } from "#shared/domain/roles.ts";
import { type CallCase, callNamed, type Request, requestOf } from "./call-case.ts";
import { COMPANY_CALLS } from "./cases/companies.ts";
import { IDENTITY_CALLS } from "./cases/identity.ts";
import { MONEY_CALLS } from "./cases/money.ts";
import { OFFICE_CALLS } from "./cases/office.ts";
import { ORDER_CALLS } from "./cases/orders.ts";
import { QUOTE_CALLS } from "./cases/quotes.ts";
import { RETAIL_CALLS } from "./cases/retail.ts";
import { WORKSHOP_CALLS } from "./cases/workshop.ts";
import type { CallName } from "./check-reply.ts";

/**
 * Every call of the contract once: its roles, a good request, the expected result of its texts. A
 * new call, or a call with a new field, does not compile until it is listed here. The table feeds
 * the role matrix, mass assignment, strange texts, cross-site requests and the suppliers' view. It
 * also feeds the check of requests and replies against the API's description.
 */
export const EVERY_CALL: Readonly<Record<CallName, CallCase>> = {
  ...IDENTITY_CALLS,
  ...COMPANY_CALLS,
  ...QUOTE_CALLS,
  ...ORDER_CALLS,
  ...WORKSHOP_CALLS,
  ...MONEY_CALLS,
  ...RETAIL_CALLS,
  ...OFFICE_CALLS,
};

/** True if a role may make a call; null is a visitor. */
export function may(name: CallName, role: Role | null): boolean {
  const { may: who } = EVERY_CALL[name];
  return who === "anyone" || (role !== null && who.includes(role));
}

/** A call's address with its example query, with a placeholder for the id. */
export function addressOf(name: CallName): string {
  const { query } = EVERY_CALL[name];
  return callNamed(name).path + (query ? `?${new URLSearchParams(query as Record<string, string>)}` : "");
}

/** A good request of a call, about a record of its own. */
export async function goodRequest(name: CallName, world: World): Promise<Request> {
  const { ask, query } = EVERY_CALL[name];
  return requestOf(name, { ...(query && { query }), ...(await ask?.(world)) });
}
