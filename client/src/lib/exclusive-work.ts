/**
 * Runs the work while no other tab and no worker runs work under this name. Browsers on plain http
 * have no locks: they have no worker either, and idempotency keys prevent two tabs from doing
 * something twice.
 */
export const runExclusively = async (name: string, work: () => Promise<void>): Promise<void> =>
  void (navigator.locks ? await navigator.locks.request(name, work) : await work());
