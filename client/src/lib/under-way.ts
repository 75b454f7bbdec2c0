const underWay = new Set<Promise<unknown>>();

/** Counts a call, or a part of the portal that somebody waits for, until it has come or failed. */
export function counted<T>(promise: Promise<T>): Promise<T> {
  underWay.add(promise);
  const done = () => underWay.delete(promise);
  promise.then(done, done);
  return promise;
}

/** What somebody waits for at the moment. */
export const nowUnderWay = (): readonly Promise<unknown>[] => [...underWay];
