import type { Role } from "#shared/domain/roles.ts";

/**
 * Whose device keeps the board and unsent changes (rule W50): a supplier's own, because no reply to
 * a supplier holds money.
 */
export const keepsOnDevice = (user: { readonly role: Role; readonly isImpersonating: boolean } | null): boolean =>
  user?.role === "supplier" && !user.isImpersonating;

/**
 * Removes the worker and its caches from the device (rule W56). Unsent changes stay: only their
 * person's sign-out or the next person's consent removes them. A browser on plain http has neither.
 */
export async function forgetDevice(): Promise<void> {
  navigator.serviceWorker?.controller?.postMessage("forget");
  for (const worker of (await navigator.serviceWorker?.getRegistrations()) ?? []) await worker.unregister();
  for (const name of (await globalThis.caches?.keys()) ?? []) await caches.delete(name);
}
