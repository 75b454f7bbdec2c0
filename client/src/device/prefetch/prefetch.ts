import type { QueryClient } from "@tanstack/react-query";
import { fetchFromPortal } from "#client/lib/portal-request.ts";
import { startWorker } from "../start-worker.ts";

/** The number of orders that a device fetches although nobody has opened them. */
export const MOST_AT_HAND = 40;
/** Stored replies are fetched again at this age, and never sooner. */
export const FRESH_MS = 10 * 60_000;
/** The pause before each refetch. All tablets of a workshop reconnect at the same moment. */
const PAUSE_MS = 250;

export type Prefetch = ReturnType<typeof prefetch>;

/**
 * Fetches a person's replies ahead, where a worker can store them, at most every 10 minutes.
 * `fetchAll` fetches one reply after the other and throws if the network fails or the session ends.
 * `onFetched` is called after each fetch, also after one that stopped midway.
 */
export function prefetch(client: QueryClient, fetchAll: () => Promise<void>, onFetched: () => void) {
  /** The time of the next fetch, or null for none. */
  let due: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let over = false;
  const fetchAhead = () => {
    due = Date.now() + FRESH_MS;
    fetchAll()
      .catch(() => {})
      .then(onFetched);
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

/** Fetches an old or missing reply. */
export async function refetch(address: string, freshMs = FRESH_MS): Promise<void> {
  const storedReply = await caches.match(address, { ignoreVary: true });
  if (storedReply && Date.now() - Date.parse(storedReply.headers.get("Last-Seen") ?? "") < freshMs) return;
  if (storedReply) await new Promise((done) => setTimeout(done, PAUSE_MS));
  await fetched(address);
}

/**
 * Fetches without updating the screens' network status, because no screen displays these replies.
 */
export async function fetched(address: string): Promise<string> {
  const reply = await fetchFromPortal(address, { headers: { Accept: "application/json" } });
  const isServers = !reply.headers.has("Last-Seen") && (reply.ok || reply.status === 404);
  // An unread body would keep its connection.
  const body = await reply.text();
  if (!isServers) throw new Error("The server can't be reached, or knows this person no longer");
  return body;
}
