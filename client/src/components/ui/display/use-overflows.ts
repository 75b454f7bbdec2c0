import { type RefObject, useEffect, useState } from "react";

const CONTROLS = "a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex='0']";

/** Whether an element has more content than it shows, and whether that is bare of controls. Measured: no selector can tell. */
export function useOverflows(target: RefObject<HTMLElement | null>): { overflows: boolean; bare: boolean } {
  const [overflows, setOverflows] = useState(false);
  const [bare, setBare] = useState(false);
  useEffect(() => {
    const element = target.current;
    if (!element || typeof ResizeObserver === "undefined") return;
    const measure = () => {
      setOverflows(element.scrollHeight > element.clientHeight + 1);
      setBare(!element.querySelector(CONTROLS));
    };
    const sizes = new ResizeObserver(measure);
    const watchSizes = () => {
      sizes.disconnect();
      sizes.observe(element);
      for (const child of element.children) sizes.observe(child);
    };
    // What replaces a skeleton is a new child, of another size.
    const children = new MutationObserver(watchSizes);
    children.observe(element, { childList: true });
    watchSizes();
    return () => {
      sizes.disconnect();
      children.disconnect();
    };
  }, [target]);
  return { overflows, bare };
}
