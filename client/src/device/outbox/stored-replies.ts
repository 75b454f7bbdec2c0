import { callOf, type Reply } from "#client/lib/api.ts";
import { runExclusively } from "#client/lib/exclusive-work.ts";
import { addressOf } from "#client/lib/send.ts";
import type { Entry } from "./outbox-store.ts";
import { type AnyOverlay, affectsCut, isOfPlan, OVERLAYS } from "./overlay.ts";

/** The replies that the worker has stored, after the changes that the server has accepted. */

const TOUCHED = Object.entries(OVERLAYS).flatMap(([feature, overlays]) =>
  Object.entries(overlays).map(([name, lay]) => ({ path: callOf(feature as "orders", name as "read").path, lay: lay as AnyOverlay })),
);

const PLAN_PATH = callOf("workshop", "readPlan").path;
const [BEFORE_ID, AFTER_ID] = PLAN_PATH.split(":id") as [string, string];
function isPlan({ url }: Request): boolean {
  const { pathname } = new URL(url);
  if (!pathname.startsWith(BEFORE_ID) || !pathname.endsWith(AFTER_ID)) return false;
  return /^\d+$/.test(pathname.slice(BEFORE_ID.length, pathname.length - AFTER_ID.length));
}

const queryOf = ({ url }: Request) => Object.fromEntries(new URL(url).searchParams);

/** The stored requests of this path whose replies a change affects. */
async function requestsOf(seen: Cache, path: string, entry: Entry): Promise<readonly Request[]> {
  if (path === PLAN_PATH && !isOfPlan(entry)) return (await seen.keys()).filter(isPlan);
  return seen.keys(addressOf(path, { params: entry.input.params }, null), { ignoreSearch: true, ignoreVary: true });
}

/**
 * Applies a change that the server has accepted to the stored replies (rule W52), because the
 * network may fail before they are fetched again. The worker then drops replies that were requested
 * before it.
 */
export function updateStoredReplies(entry: Entry, reply: unknown): Promise<void> {
  const { params } = entry.input;
  // A bar's mark has a plan's id, and other changes an order's. A shutter's mark affects every plan
  // of its order.
  const touched = TOUCHED.filter(({ path }) => (path === PLAN_PATH ? isOfPlan(entry) || affectsCut(entry) : !isOfPlan(entry)));
  const { progress } = (entry.name === "mark" ? reply : {}) as Partial<Reply<"workshop", "mark">>;
  const recut = entry.name === "recut" || entry.name === "cutRecut" ? (reply as Reply<"workshop", "recut">) : undefined;
  return runExclusively("seen", async () => {
    for (const cacheName of (await globalThis.caches?.keys()) ?? []) {
      if (!cacheName.startsWith("seen-")) continue;
      const seen = await caches.open(cacheName);
      for (const { path, lay } of touched)
        for (const request of await requestsOf(seen, path, entry)) {
          const storedReply = await seen.match(request, { ignoreVary: true });
          if (!storedReply) continue;
          const after = lay(await storedReply.json(), [{ ...entry, progress, recut }], { params, query: queryOf(request) });
          const headers = new Headers(storedReply.headers);
          headers.set("Changed-Here", String(Date.now()));
          await seen.put(request, new Response(JSON.stringify(after), { headers }));
        }
    }
  });
}
