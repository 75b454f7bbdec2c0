import { useRef } from "react";

/**
 * Enter pressed twice: validation is asynchronous, so the second press comes before the call is seen to be under way, and would
 * make it again. Wraps a form's submit so that it runs once until then.
 */
export function useSubmitOnce() {
  const busy = useRef(false);
  return async (submit: () => Promise<unknown>) => {
    if (busy.current) return;
    busy.current = true;
    try {
      await submit();
    } finally {
      // The call tells its state in a task of its own; this one comes after it.
      setTimeout(() => {
        busy.current = false;
      }, 0);
    }
  };
}
