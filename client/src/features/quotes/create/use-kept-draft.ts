import { useEffect, useRef } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { QuoteValues } from "../windows/window-form.ts";
import { clearDraft, writeDraft } from "./quote-draft.ts";

const DEBOUNCE_MS = 400;

/**
 * Keeps the form on this device as it is typed, once typing pauses, and at once when the tab is hidden or the form goes (a session that
 * ended takes the screen away without asking). `forget` is for when the quote is made or given up: nothing is written after it.
 */
export function useKeptDraft(form: UseFormReturn<QuoteValues>, userId: number): { forget: () => void } {
  const over = useRef(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const write = () => {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      if (!over.current) writeDraft(userId, form.getValues());
    };
    const unsubscribe = form.subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer);
        timer = setTimeout(write, DEBOUNCE_MS);
      },
    });
    window.addEventListener("pagehide", write);
    document.addEventListener("visibilitychange", write);
    return () => {
      write();
      unsubscribe();
      window.removeEventListener("pagehide", write);
      document.removeEventListener("visibilitychange", write);
    };
  }, [form, userId]);

  return {
    forget: () => {
      over.current = true;
      clearDraft(userId);
    },
  };
}
