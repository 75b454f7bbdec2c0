import type { QueryClient } from "@tanstack/react-query";

/**
 * Gives this person's device the worker that keeps what they need without a network (rules W53
 * and Q27). Replies of before the
 * worker are asked for once more, so that it keeps them all: it may come between two of the first.
 * @returns whether there is one: only the built portal has it, and browsers have none on plain http
 */
export async function keepScreens(client: QueryClient): Promise<boolean> {
  const workers = navigator.serviceWorker;
  if (!import.meta.env.PROD || !workers) return false;
  const [arrival] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  // It has served the page itself.
  const heardAll = (arrival?.workerStart ?? 0) > 0;
  await workers.register("/sw.js", { updateViaCache: "none" });
  const { active } = await workers.ready;
  if (!workers.controller) {
    const comes = new Promise((done) => workers.addEventListener("controllerchange", done, { once: true }));
    // It may have taken its pages just before this one was among them.
    active?.postMessage("claim");
    await comes;
  }
  if (!heardAll || !(await caches.keys()).some((name) => name.startsWith("seen-"))) {
    // What is on its way for the first time came past the worker too, and is not asked for again
    // while it is.
    const first = client.getQueryCache().findAll({ fetchStatus: "fetching", predicate: ({ state }) => state.data === undefined });
    await client.invalidateQueries();
    if (first.length > 0) await client.invalidateQueries({ predicate: (query) => first.includes(query) });
  }
  return true;
}

/** When this device last saw a reply that it keeps; null where it keeps none. */
export async function seenAt(address: string): Promise<string | null> {
  const kept = await globalThis.caches?.match(address, { ignoreVary: true });
  return kept?.headers.get("Last-Seen") ?? null;
}
