import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { callOf, query } from "#client/lib/api.ts";
import { ApiError } from "#client/lib/api-error.ts";
import { addressOf } from "#client/lib/send.ts";
import { useUser } from "#client/lib/session.ts";
import { isStaff } from "#shared/domain/roles.ts";
import { type LeadTime, longestLeadTime } from "#shared/domain/trade/lead-time.ts";
import type { Products } from "../form/quote-values.ts";

/** No company sells more shutter types than this, so one page holds all of them. */
const ALL = "200";

/**
 * The address under which this device stores a customer's own types with their prices (rule Q27).
 */
export const TYPES_ADDRESS = addressOf(callOf("products", "list").path, { query: { limit: ALL } }, null);

/** The lead time of these windows, which is the longest of their types' (rule Q24). */
export const leadTimeOf = (windows: readonly { readonly shutterTypeId: number | null }[], products: Products): LeadTime | null =>
  longestLeadTime(windows.flatMap(({ shutterTypeId }) => products.get(shutterTypeId ?? 0) ?? []));

/**
 * The shutter types available to a quote, also by id, at the prices of the quote's company: a
 * customer's own, or those of the customer whom staff chose. While another customer's types load,
 * the previous ones remain.
 */
export function useShutterTypes(customerId: number | null = null) {
  const user = useUser();
  const companyId = isStaff(user.role) && customerId !== null && customerId !== user.id ? String(customerId) : undefined;
  const theirs = useQuery({ ...query("products", "list", { query: { limit: ALL, companyId } }), placeholderData: keepPreviousData });
  // A quote of our own staff belongs to no client, so the list prices apply.
  const isOurOwn = theirs.error instanceof ApiError && theirs.error.status === 404;
  const listed = useQuery({ ...query("products", "list", { query: { limit: ALL } }), enabled: isOurOwn });
  const types = isOurOwn ? listed : theirs;
  const products: Products = new Map((types.data ?? []).map((product) => [product.id, product]));
  return { types, products };
}
