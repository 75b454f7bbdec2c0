import type { QueryClient } from "@tanstack/react-query";
import { callOf, type Reply } from "#client/lib/api.ts";
import { fetchFromPortal } from "#client/lib/portal-request.ts";
import { addressOf } from "#client/lib/send.ts";
import { DEVICE_LISTS } from "./board-lists.ts";
import { startWorker } from "./start-worker.ts";

/** The number of most urgent orders that the device fetches although nobody has opened them. */
const MOST_AT_HAND = 40;
/** Stored orders are fetched again at this age, and never sooner. */
const FRESH_MS = 10 * 60_000;
/** The pause before each refetch. All tablets of a workshop reconnect at the same moment. */
const PAUSE_MS = 250;

/** Fetches the board ahead for this person, where a worker can store it. */
export function prefetchBoard(client: QueryClient) {
  /** The time of the next fetch, or null for none. */
  let due: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let over = false;
  const fetchAhead = () => {
    due = Date.now() + FRESH_MS;
    fetchBoard().catch(() => {});
  };
  /**
   * Schedules the next fetch after the network or the person may have returned. It is safe to call
   * at any time.
   */
  const fetchWhenDue = () => {
    clearTimeout(timer);
    if (due !== null) timer = setTimeout(fetchAhead, Math.max(0, due - Date.now()));
  };
  startWorker(client).then(
    (storedReply) => {
      if (!storedReply || over) return;
      due = 0;
      fetchWhenDue();
    },
    () => {},
  );
  return {
    fetchWhenDue,
    end() {
      over = true;
      due = null;
      clearTimeout(timer);
    },
  };
}

/**
 * Fetches one reply after the other.
 * @throws if the network fails or the session ends
 */
async function fetchBoard(): Promise<void> {
  const rows: BoardRow[] = [];
  for (const list of DEVICE_LISTS)
    rows.push(...JSON.parse(await fetched(addressOf(callOf("workshop", "list").path, { query: list }, null))));
  // Orders in progress come first; the rest keeps the board's order, by due day.
  const begun = rows.filter(({ orderStatus }) => orderStatus === "processing");
  const others = rows.filter(({ orderStatus }) => orderStatus !== "processing");
  const atHand = [...begun, ...others].slice(0, MOST_AT_HAND);
  await fetchPlans();
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

/** Fetches an old or missing reply. */
async function refetch(address: string, freshMs = FRESH_MS): Promise<void> {
  const storedReply = await caches.match(address, { ignoreVary: true });
  if (storedReply && Date.now() - Date.parse(storedReply.headers.get("Last-Seen") ?? "") < freshMs) return;
  if (storedReply) await new Promise((done) => setTimeout(done, PAUSE_MS));
  await fetched(address);
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

/**
 * Fetches without updating the screens' network status, because no screen displays these replies.
 */
async function fetched(address: string): Promise<string> {
  const reply = await fetchFromPortal(address, { headers: { Accept: "application/json" } });
  const isServers = !reply.headers.has("Last-Seen") && (reply.ok || reply.status === 404);
  if (!isServers) throw new Error("The server can't be reached, or knows this person no longer");
  return reply.text();
}
