import { clsx } from "clsx";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";

const HIDE_DELAY_MS = 600;

type ScrollAreaProps = { /** The region's accessible name. */ label: string; className?: string; children: ReactNode };

/**
 * Scrolls natively, with a scrollbar that fades 600 ms after the last movement. Radix's ScrollArea
 * adds a <style> element, which `style-src 'self'` rejects.
 */
export function ScrollArea({ label, className, children }: ScrollAreaProps) {
  const area = useRef<HTMLElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { overflows, bare } = useOverflows(area);
  useEffect(() => () => clearTimeout(timer.current), []);

  const show = () => {
    area.current?.setAttribute("data-scrolling", "");
    clearTimeout(timer.current);
    timer.current = setTimeout(() => area.current?.removeAttribute("data-scrolling"), HIDE_DELAY_MS);
  };
  return (
    <section
      ref={area}
      aria-label={label}
      tabIndex={overflows && bare ? 0 : undefined}
      onScroll={show}
      onPointerMove={show}
      className={clsx("quiet-scroll overflow-y-auto overscroll-contain -outline-offset-2", className)}
    >
      {children}
    </section>
  );
}

const CONTROLS = "a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex='0']";

/** Observes whether an element overflows and whether it contains no control (`bare`). */
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
    // Content that replaces a skeleton is a new child and needs its own observer.
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
