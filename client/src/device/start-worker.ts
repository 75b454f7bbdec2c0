import type { QueryClient } from "@tanstack/react-query";

/**
 * Registers the worker that stores a person's replies for use without a network (rules W53 and
 * Q27). Queries from before the worker are fetched again, so that it stores all of them: it may
 * start between two of the first queries.
 * @returns true if there is a worker. Only the built portal has one, and browsers offer none over
 * plain http
 */
export async function startWorker(client: QueryClient): Promise<boolean> {
  const workers = navigator.serviceWorker;
  if (!import.meta.env.PROD || !workers) return false;
  const [arrival] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  // The worker has served the page itself.
  const heardAll = (arrival?.workerStart ?? 0) > 0;
  await workers.register("/sw.js", { updateViaCache: "none" });
  const { active } = await workers.ready;
  if (!workers.controller) {
    const comes = new Promise((done) => workers.addEventListener("controllerchange", done, { once: true }));
    // The worker may have claimed its pages before this page existed.
    active?.postMessage("claim");
    await comes;
  }
  if (!heardAll || !(await caches.keys()).some((name) => name.startsWith("seen-"))) {
    // Queries that are running for the first time are fetched again only afterwards, because they
    // also bypassed the worker.
    const first = client.getQueryCache().findAll({ fetchStatus: "fetching", predicate: ({ state }) => state.data === undefined });
    await client.invalidateQueries();
    if (first.length > 0) await client.invalidateQueries({ predicate: (query) => first.includes(query) });
  }
  return true;
}
