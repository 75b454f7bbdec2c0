import { useEffect } from "react";

/**
 * A height in pixels. A lower screen has room for one or two fields beside the header and the
 * actions.
 */
const CRAMPED = 540;

/**
 * Measures how much of the page the on-screen keyboard covers. Safari lays the keyboard over the
 * page; other browsers shrink the page (index.html). `data-cramped` lets parts use less room.
 */
export function useKeyboardRoom(open: boolean) {
  useEffect(() => {
    const visible = window.visualViewport;
    if (!open || !visible) return;
    const page = document.documentElement;
    const measure = () => {
      // A magnified page also displays less of itself, although no keyboard is open.
      const magnified = visible.scale > 1.01;
      const covered = magnified ? 0 : Math.max(0, window.innerHeight - visible.height - visible.offsetTop);
      page.style.setProperty("--keyboard", `${Math.round(covered)}px`);
      page.style.setProperty("--visible-top", `${magnified ? 0 : Math.round(visible.offsetTop)}px`);
      page.toggleAttribute("data-cramped", !magnified && visible.height < CRAMPED);
    };
    measure();
    visible.addEventListener("resize", measure);
    visible.addEventListener("scroll", measure);
    return () => {
      visible.removeEventListener("resize", measure);
      visible.removeEventListener("scroll", measure);
    };
  }, [open]);
}
