import { Refusal } from "./errors.ts";

/**
 * Does at most so many things at once; the others wait their turn. Who shares a lane waits behind the others of it, and
 * the lanes take turns: a newcomer of a lane of his own waits for one thing of each other lane, however many of them
 * wait.
 * @param mostWaiting how many may wait; the next one gets a 503 and does not wait for minutes.
 */
export function createQueue(
  most: number,
  mostWaiting = Number.POSITIVE_INFINITY,
): <T>(work: () => Promise<T>, lane?: string) => Promise<T> {
  let running = 0;
  let waiting = 0;
  /** In the order of their turns. */
  const lanes = new Map<string, (() => void)[]>();

  const wait = (lane: string) =>
    new Promise<void>((resolve) => {
      waiting += 1;
      const others = lanes.get(lane);
      if (others) others.push(resolve);
      else lanes.set(lane, [resolve]);
    });
  const next = () => {
    const [turn] = lanes;
    if (!turn) return undefined;
    const [lane, [first, ...others]] = turn;
    waiting -= 1;
    lanes.delete(lane);
    if (others.length > 0) lanes.set(lane, others);
    return first;
  };

  return async (work, lane = "") => {
    if (running < most) running += 1;
    else if (waiting >= mostWaiting)
      throw new Refusal(503, "Too much is asked for at once. Please try again in a moment.", { retryAfter: 5 });
    else await wait(lane);
    try {
      return await work();
    } finally {
      const goOn = next();
      if (goOn) goOn();
      else running -= 1;
    }
  };
}

/** Has at most so many things of one lane under way; the next is refused at once, before anything is done for it. */
export function createPlaces(most: number, refusal: () => Refusal): <T>(lane: string, work: () => Promise<T>) => Promise<T> {
  const taken = new Map<string, number>();
  return async (lane, work) => {
    const before = taken.get(lane) ?? 0;
    if (before >= most) throw refusal();
    taken.set(lane, before + 1);
    try {
      return await work();
    } finally {
      const now = (taken.get(lane) ?? 1) - 1;
      if (now > 0) taken.set(lane, now);
      else taken.delete(lane);
    }
  };
}
