import { callOf, type Reply } from "#client/lib/api.ts";
import { addressOf } from "#client/lib/send.ts";
import { DEVICE_LISTS, OFFCUTS_AT_HAND } from "../board-lists.ts";
import { FRESH_MS, fetched, MOST_AT_HAND, refetch } from "./prefetch.ts";

/**
 * Fetches a supplier's board, the list of orders, the most urgent orders, their remakes, the plans
 * and the offcuts.
 * @throws if the network fails or the session ends
 */
export async function fetchBoard(): Promise<void> {
  const rows: BoardRow[] = [];
  for (const list of DEVICE_LISTS)
    rows.push(...JSON.parse(await fetched(addressOf(callOf("workshop", "list").path, { query: list }, null))));
  // Orders in progress come first; the rest keeps the board's order, by due day.
  const begun = rows.filter(({ orderStatus }) => orderStatus === "processing");
  const others = rows.filter(({ orderStatus }) => orderStatus !== "processing");
  const atHand = [...begun, ...others].slice(0, MOST_AT_HAND);
  await refetch(addressOf(callOf("orders", "counts").path, {}, null));
  await refetch(addressOf(callOf("orders", "list").path, {}, null));
  await fetchPlans();
  await refetch(addressOf(callOf("workshop", "offcuts").path, { query: OFFCUTS_AT_HAND }, null));
  for (const { id } of atHand)
    for (const { path } of [
      callOf("orders", "read"),
      callOf("orders", "cutList"),
      callOf("orders", "hardware"),
      callOf("workshop", "pieces"),
    ]) {
      await refetch(addressOf(path, { params: { id } }, null));
    }
  await fetchRemakes(atHand);
}

interface BoardRow {
  readonly id: number;
  readonly orderStatus: string;
  readonly remakeId: number | null;
}

/** The plans of the last days are at the saw, where there is no network. */
const PLAN_DAYS = 14;
const DAY_MS = 86_400_000;
const MOST_PLANS = 20;

async function fetchPlans(): Promise<void> {
  const plans: Pick<Reply<"workshop", "plans">[number], "id" | "createdAt" | "bars" | "sawn">[] = JSON.parse(
    await fetched(addressOf(callOf("workshop", "plans").path, {}, null)),
  );
  const recent = plans.filter(({ createdAt }) => Date.now() - Date.parse(createdAt) < PLAN_DAYS * DAY_MS).slice(0, MOST_PLANS);
  // A finished plan rarely changes, and a large one has megabytes.
  for (const { id, bars, sawn } of recent)
    await refetch(addressOf(callOf("workshop", "readPlan").path, { params: { id } }, null), bars === sawn ? DAY_MS : FRESH_MS);
}

/** Fetches the remakes that stored orders replace, and the list that leads to them. */
async function fetchRemakes(orders: readonly BoardRow[]): Promise<void> {
  const remakes = [...new Set(orders.flatMap(({ remakeId }) => remakeId ?? []))];
  if (remakes.length === 0) return;
  for (const name of ["counts", "list"] as const) await refetch(addressOf(callOf("remakes", name).path, {}, null));
  for (const id of remakes) await refetch(addressOf(callOf("remakes", "read").path, { params: { id } }, null));
}
