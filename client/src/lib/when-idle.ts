const SOON_MS = 500;

/** Once the browser has nothing better to do: for what will be wanted next. Not every browser knows the word. */
export function whenIdle(task: () => void) {
  if (typeof window.requestIdleCallback === "function") window.requestIdleCallback(task);
  else setTimeout(task, SOON_MS);
}
