import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { callOf, query } from "#client/lib/api.ts";
import { ApiError } from "#client/lib/api-error.ts";
import { addressOf } from "#client/lib/send.ts";
import { useUser } from "#client/lib/session.ts";
import { isStaff } from "#shared/domain/roles.ts";
import { type LeadTime, longestLeadTime } from "#shared/domain/trade/lead-time.ts";
import type { QuotePreview } from "../form/quote-price.ts";
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
 * The day on which these windows are ready if they are ordered today (rule Q37). It is asked for whole
 * square metres, so that few keystrokes ask again. Undefined before the answer and without a network.
 */
export function useReadyDay(
  windows: readonly { readonly shutterTypeId: number | null; readonly quantity: number }[],
  { lines }: Pick<QuotePreview, "lines">,
) {
  const types = [...new Set(windows.flatMap(({ shutterTypeId }) => shutterTypeId ?? []))].toSorted((one, next) => one - next);
  const area = lines.reduce((sum, line, place) => sum + (line?.areaMilliM2 ?? 0) * (windows[place]?.quantity ?? 0), 0);
  const asked = { types: types.join(), squareMetres: String(Math.ceil(area / 1000)) };
  const ready = useQuery({
    ...query("quotes", "readyDay", { query: asked }),
    enabled: types.length > 0 && area > 0,
    placeholderData: keepPreviousData,
  });
  return types.length > 0 && area > 0 ? (ready.data?.readyOn ?? undefined) : undefined;
}

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
