/**
 * Runs the work while no other tab, nor the worker, does under this name. On plain http browsers
 * have no locks: there is no worker then, and a key makes what two tabs send once.
 */
export const alone = async (name: string, work: () => Promise<void>): Promise<void> =>
  void (navigator.locks ? await navigator.locks.request(name, work) : await work());
