import { type ClipboardEvent, useState } from "react";
import { isTable } from "./paste-cells.ts";

/** Rows on their way into the quote: null while no paste is open, otherwise the text so far. */
export function usePaste() {
  const [text, setText] = useState<string | null>(null);
  return {
    text,
    open: () => setText(""),
    close: () => setText(null),
    /** Several cells are more than a field takes: instead of running them together into one, they are shown as rows. */
    onPaste: (event: ClipboardEvent<HTMLElement>) => {
      const pasted = event.clipboardData.getData("text/plain");
      if (!(event.target instanceof HTMLInputElement) || !isTable(pasted)) return;
      event.preventDefault();
      setText(pasted);
    },
  };
}
