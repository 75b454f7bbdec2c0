import { whenIdle } from "./when-idle.ts";

type Load = () => Promise<unknown>;
const waiting: Load[] = [];
let loading = false;

/**
 * Fetches a part of the portal ahead of its use, once the screen is at rest. One after the other: what is asked for meanwhile has to share the line with
 * one of them at most. What does not come now is asked for again where it is used, and missed there.
 */
export function loadAhead(load: Load) {
  waiting.push(load);
  if (!loading) next();
}

function next() {
  loading = waiting.length > 0;
  if (loading)
    whenIdle(
      () =>
        void waiting
          .shift()?.()
          .catch(() => {})
          .then(next),
    );
}
