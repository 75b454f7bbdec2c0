/**
 * Runs the work while no other tab does, nor the worker, under this name. Browsers have no locks on plain http: there is no worker then,
 * and what two tabs send at once is made once by its key.
 */
export const alone = async (name: string, work: () => Promise<void>): Promise<void> =>
  void (navigator.locks ? await navigator.locks.request(name, work) : await work());
