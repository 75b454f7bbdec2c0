import { clsx } from "clsx";
import { type ReactNode, useEffect, useRef } from "react";
import { useOverflows } from "./use-overflows.ts";

const HIDE_DELAY_MS = 600;

type ScrollAreaProps = { /** Names the region. */ label: string; className?: string; children: ReactNode };

/**
 * The platform's own scrolling, with a bar that goes away 600 ms after the last movement.
 * Radix's ScrollArea writes a <style> element of its own, which `style-src 'self'` refuses.
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
