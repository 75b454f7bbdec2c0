import { callOf, type Input } from "#client/lib/api.ts";
import { addressOf } from "#client/lib/send.ts";
import { OPEN_ORDER_STATUSES } from "#shared/domain/trade/due.ts";
import { fetched, MOST_AT_HAND, refetch } from "./prefetch.ts";

/** The first page of the tabs All and Open, as the orders' screen requests it. */
const LISTS: readonly NonNullable<Input<"orders", "list">["query"]>[] = [{ search: "" }, { search: "", status: [...OPEN_ORDER_STATUSES] }];

/**
 * Fetches a customer's orders and the details of the open ones (rule Q43).
 * @throws if the network fails or the session ends
 */
export async function fetchOrders(): Promise<void> {
  await fetched(addressOf(callOf("orders", "counts").path, {}, null));
  const rows: { readonly id: number }[] = [];
  for (const list of LISTS) {
    rows.splice(0, rows.length, ...JSON.parse(await fetched(addressOf(callOf("orders", "list").path, { query: list }, null))));
    await fetched(addressOf(callOf("orders", "sums").path, { query: list }, null));
  }
  for (const { id } of rows.slice(0, MOST_AT_HAND)) await refetch(addressOf(callOf("orders", "read").path, { params: { id } }, null));
}
