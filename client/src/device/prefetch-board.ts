import type { QueryClient } from "@tanstack/react-query";
import { callOf } from "#client/lib/api.ts";
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
  const rows: { readonly id: number; readonly orderStatus: string }[] = [];
  for (const list of DEVICE_LISTS)
    rows.push(...JSON.parse(await fetched(addressOf(callOf("workshop", "list").path, { query: list }, null))));
  // Orders in progress come first; the rest keeps the board's order, by due day.
  const begun = rows.filter(({ orderStatus }) => orderStatus === "processing");
  const others = rows.filter(({ orderStatus }) => orderStatus !== "processing");
  for (const { id } of [...begun, ...others].slice(0, MOST_AT_HAND))
    for (const { path } of [
      callOf("orders", "read"),
      callOf("orders", "cutList"),
      callOf("orders", "hardware"),
      callOf("workshop", "pieces"),
    ]) {
      const address = addressOf(path, { params: { id } }, null);
      const storedReply = await caches.match(address, { ignoreVary: true });
      if (storedReply && Date.now() - Date.parse(storedReply.headers.get("Last-Seen") ?? "") < FRESH_MS) continue;
      if (storedReply) await new Promise((done) => setTimeout(done, PAUSE_MS));
      await fetched(address);
    }
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
