import type { GiveWay } from "./turns.ts";

/**
 * Ends work that takes too long. The time does not run while the work gives way, because another
 * company's work must not end it.
 * @param reason the reason of the aborted signal
 */
export function timeAtWork(longestMs: number, reason: () => Error) {
  const tooLong = new AbortController();
  let leftMs = longestMs;
  let since = 0;
  let timer: NodeJS.Timeout | undefined;
  const start = () => {
    since = Date.now();
    timer = setTimeout(() => tooLong.abort(reason()), leftMs);
  };
  const pause = () => {
    clearTimeout(timer);
    leftMs = Math.max(0, leftMs - (Date.now() - since));
  };
  start();
  return {
    signal: tooLong.signal,
    /** Wraps a `giveWay` so that its time does not count. */
    outside:
      (giveWay: GiveWay): GiveWay =>
      async () => {
        pause();
        await giveWay();
        start();
      },
    end: () => clearTimeout(timer),
  };
}
