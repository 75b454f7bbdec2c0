import { calls, type Reply } from "#client/lib/api.ts";
import { addressOf } from "#client/lib/send.ts";
import { alone } from "./alone.ts";
import type { Entry } from "./outbox-store.ts";
import { withChanges } from "./overlay.ts";

/** Of the replies that a device keeps, those that a change touches. */
const TOUCHED = [
  { feature: "workshop", name: "list", path: calls.workshop.list.path },
  { feature: "orders", name: "read", path: calls.orders.read.path },
  { feature: "workshop", name: "pieces", path: calls.workshop.pieces.path },
];

/**
 * Lays a change that the server has made over what was last seen (rule W52): the network may go before it can be fetched again. What was
 * asked for before that the worker keeps no longer: it knows nothing of the change.
 */
export function changeSeen(entry: Entry, reply: unknown): Promise<void> {
  const { params } = entry.input;
  const { progress } = (entry.name === "mark" ? reply : {}) as Partial<Reply<"workshop", "mark">>;
  return alone("seen", async () => {
    for (const cacheName of (await globalThis.caches?.keys()) ?? []) {
      if (!cacheName.startsWith("seen-")) continue;
      const seen = await caches.open(cacheName);
      for (const { feature, name, path } of TOUCHED)
        for (const asked of await seen.keys(addressOf(path, { params }, null), { ignoreSearch: true, ignoreVary: true })) {
          const kept = await seen.match(asked, { ignoreVary: true });
          if (!kept) continue;
          const after = withChanges(feature, name, { params }, await kept.json(), [{ ...entry, progress }]);
          const headers = new Headers(kept.headers);
          headers.set("Changed-Here", String(Date.now()));
          await seen.put(asked, new Response(JSON.stringify(after), { headers }));
        }
    }
  });
}
