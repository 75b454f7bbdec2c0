import { nowUnderWay } from "./under-way.ts";

const SOON_MS = 500;

/** Once the browser has nothing better to do, and nothing is under way that would have to share the line. Not every browser knows the word. */
export function whenIdle(task: () => void) {
  const unlessWaiting = () => {
    const awaited = nowUnderWay();
    if (awaited.length === 0) task();
    else void Promise.allSettled(awaited).then(() => whenIdle(task));
  };
  if (typeof window.requestIdleCallback === "function") window.requestIdleCallback(unlessWaiting);
  else setTimeout(unlessWaiting, SOON_MS);
}
