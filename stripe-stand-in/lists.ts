import type { ParamReader } from "./params.ts";
import type { Context } from "./state.ts";
import { invalid, missing } from "./stripe-error.ts";

interface Listed {
  id: string;
}

/**
 * Returns one page, newest first. Stripe's cursor is the id before the page.
 * @param oldestFirst all objects in the order of creation
 */
export function page(oldestFirst: Iterable<Listed>, params: ParamReader, url: string): object {
  return pageInOrder([...oldestFirst].reverse(), params, url);
}

export function pageInOrder(all: Listed[], params: ParamReader, url: string): object {
  const limit = params.integer("limit") ?? 10;
  if (limit < 1 || limit > 100) throw invalid("Limit must be between 1 and 100", "limit", "parameter_invalid_integer");
  const after = params.text("starting_after");
  const before = after ? all.findIndex(({ id }) => id === after) : -1;
  if (after && before < 0) throw missing("object", after, "starting_after", 400);
  const end = before + 1 + limit;
  return { object: "list", data: all.slice(before + 1, end), has_more: end < all.length, url };
}

/**
 * Expands `expand[]=payment_intent.latest_charge`: returns a copy of a session or payment that
 * contains the payment and its charge instead of their ids. `data.source` does so with the charges,
 * refunds and disputes of balance transactions.
 */
export function expandPaths(object: object, paths: string[], { state }: Context): object {
  const copy = structuredClone(object) as Record<string, unknown>;
  for (const path of paths) {
    if (path === "data.source") {
      for (const row of copy.data as Record<string, unknown>[]) {
        const id = String(row.source);
        row.source = state.charges.get(id) ?? state.refunds.get(id) ?? state.disputes.get(id) ?? row.source;
      }
      continue;
    }
    if (path !== "payment_intent" && path !== "payment_intent.latest_charge")
      throw invalid(`This property cannot be expanded (${path}).`, "expand");
    const payment = state.paymentIntents.get(String(copy.payment_intent));
    if (!payment) continue;
    const latest_charge = path === "payment_intent" ? payment.latest_charge : state.charges.get(payment.latest_charge);
    copy.payment_intent = { ...payment, latest_charge };
  }
  return copy;
}
