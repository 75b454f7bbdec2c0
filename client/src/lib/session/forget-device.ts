import type { Role } from "#shared/domain/roles.ts";

/**
 * Returns true for a person whose device stores data for use without a network: a supplier's own
 * device stores the board and unsent changes (rule W50), a customer's own device New Quote and
 * unsent quotes (rule Q27).
 */
export const keepsOnDevice = (user: { readonly role: Role; readonly isImpersonating: boolean } | null): boolean =>
  (user?.role === "supplier" || user?.role === "customer") && !user.isImpersonating;

/**
 * Removes the worker and its caches from the device (rule W56). Unsent changes stay: only their
 * person's sign-out or the next person's consent removes them. A browser on plain http has no
 * worker.
 */
export async function forgetDevice(): Promise<void> {
  navigator.serviceWorker?.controller?.postMessage("forget");
  for (const worker of (await navigator.serviceWorker?.getRegistrations()) ?? []) await worker.unregister();
  for (const name of (await globalThis.caches?.keys()) ?? []) await caches.delete(name);
}
