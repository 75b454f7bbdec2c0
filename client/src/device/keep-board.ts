import type { QueryClient } from "@tanstack/react-query";
import { callOf } from "#client/lib/api.ts";
import { fetchFromPortal } from "#client/lib/portal-request.ts";
import { addressOf } from "#client/lib/send.ts";
import { BOARD_LISTS } from "./board-lists.ts";
import { keepScreens } from "./keep-screens.ts";

/** What is due first is at hand without a network, although nobody has opened it yet. */
const MOST_AT_HAND = 20;
/** What is at hand is fetched again when it is so old, and never sooner. */
const FRESH_MS = 10 * 60_000;
/**
 * Before each that is only fetched again: all tablets of a workshop find the network again at the
 * same moment.
 */
const PAUSE_MS = 250;

/** Keeps the board at hand for this person, where there is a worker to keep it. */
export function keepBoard(client: QueryClient) {
  /** When it may be fetched ahead next; null: not at all. */
  let due: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let over = false;
  const fetchAhead = () => {
    due = Date.now() + FRESH_MS;
    fetchBoard().catch(() => {});
  };
  /**
   * The network may be there, and somebody at the tablet. Safe to call at any time: what comes too
   * soon is done when it is due.
   */
  const fetchWhenDue = () => {
    clearTimeout(timer);
    if (due !== null) timer = setTimeout(fetchAhead, Math.max(0, due - Date.now()));
  };
  keepScreens(client).then(
    (kept) => {
      if (!kept || over) return;
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

/** One after the other. @throws where the network goes or the session ends */
async function fetchBoard(): Promise<void> {
  const rows: { readonly id: number }[] = [];
  for (const list of BOARD_LISTS)
    rows.push(...JSON.parse(await fetched(addressOf(callOf("workshop", "list").path, { query: list }, null))));
  for (const { id } of rows.slice(0, MOST_AT_HAND))
    for (const { path } of [
      callOf("orders", "read"),
      callOf("orders", "cutList"),
      callOf("orders", "hardware"),
      callOf("workshop", "pieces"),
    ]) {
      const address = addressOf(path, { params: { id } }, null);
      const kept = await caches.match(address, { ignoreVary: true });
      if (kept && Date.now() - Date.parse(kept.headers.get("Last-Seen") ?? "") < FRESH_MS) continue;
      if (kept) await new Promise((done) => setTimeout(done, PAUSE_MS));
      await fetched(address);
    }
}

/** Past what the screens are told of the network: they show none of it. */
async function fetched(address: string): Promise<string> {
  const reply = await fetchFromPortal(address, { headers: { Accept: "application/json" } });
  const isServers = !reply.headers.has("Last-Seen") && (reply.ok || reply.status === 404);
  if (!isServers) throw new Error("The server can't be reached, or knows this person no longer");
  return reply.text();
}
