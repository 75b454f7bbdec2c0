import type { GiveWay } from "./turns.ts";

/**
 * Ends work that takes too long. Time stands still while the work gives way: another company's
 * things must not end it.
 * @param reason what the signal says then
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
    /** The same, without its time. */
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
