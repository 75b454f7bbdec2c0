/** The database of changes that wait for a network. */
export const OUTBOX = "outbox";

/** Whether changes may wait here, without a look into them. */
export const mayHoldChanges = async (): Promise<boolean> =>
  Boolean(window.indexedDB) && (await indexedDB.databases()).some(({ name }) => name === OUTBOX);

/**
 * Removes the worker and its caches from the device (rule W56). Unsent changes stay: only their
 * person's sign-out or the next person's consent removes them. A browser on plain http has neither.
 */
export async function forgetDevice(): Promise<void> {
  navigator.serviceWorker?.controller?.postMessage("forget");
  for (const worker of (await navigator.serviceWorker?.getRegistrations()) ?? []) await worker.unregister();
  for (const name of (await globalThis.caches?.keys()) ?? []) await caches.delete(name);
}
