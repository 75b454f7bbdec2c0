import { Refusal } from "./errors.ts";

/**
 * Does at most so many things at once; the others wait their turn.
 * @param mostWaiting how many may wait; whoever comes then is told so (503) rather than kept for minutes.
 */
export function createQueue(most: number, mostWaiting = Number.POSITIVE_INFINITY): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running < most) running += 1;
    else if (waiting.length >= mostWaiting)
      throw new Refusal(503, "Too much is asked for at once. Please try again in a moment.", { retryAfter: 5 });
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
