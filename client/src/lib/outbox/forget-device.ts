/** The database of changes that wait for a network. */
export const OUTBOX = "outbox";

/**
 * Takes off the device what its worker kept, and the worker (rule W56); the unsent changes only where somebody came who sends none. A
 * browser on plain http has neither worker nor caches.
 */
export async function forgetDevice({ outbox }: { outbox: boolean }): Promise<void> {
  if (outbox) globalThis.indexedDB?.deleteDatabase(OUTBOX);
  navigator.serviceWorker?.controller?.postMessage("forget");
  for (const worker of (await navigator.serviceWorker?.getRegistrations()) ?? []) await worker.unregister();
  for (const name of (await globalThis.caches?.keys()) ?? []) await caches.delete(name);
}
