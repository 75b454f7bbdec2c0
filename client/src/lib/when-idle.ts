import { callsUnderWay } from "./send.ts";

const SOON_MS = 500;

/**
 * Once the browser has nothing better to do, and no call is under way whose reply would have to share the line: for what will be wanted next. Not
 * every browser knows the word.
 */
export function whenIdle(task: () => void) {
  const unlessCalling = () => {
    const calls = callsUnderWay();
    if (calls.length === 0) task();
    else void Promise.allSettled(calls).then(() => whenIdle(task));
  };
  if (typeof window.requestIdleCallback === "function") window.requestIdleCallback(unlessCalling);
  else setTimeout(unlessCalling, SOON_MS);
}

/** Fetches a part of the portal ahead of its use. What does not come now is asked for again where it is used, and missed there. */
export const loadAhead = (load: () => Promise<unknown>) => whenIdle(() => void load().catch(() => {}));
