import { clsx } from "clsx";
import { Undo2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "#client/components/ui/control/button.tsx";
import { isFocusLost } from "#client/lib/browser/browser.ts";
import { holdUndo, releaseUndo, undoLast, useUndoOffer } from "#client/lib/undo.ts";

/**
 * Displays what was just done at a place, with Undo (rule S17). It takes no room while there is
 * nothing to undo.
 */
export function UndoNote({ place, className }: { place: string; className?: string }) {
  const offer = useUndoOffer(place);
  const note = useRef<HTMLDivElement>(null);
  const [undone, setUndone] = useState(false);
  const press = () => {
    const before = undoLast();
    setUndone(true);
    setTimeout(() => isFocusLost() && before instanceof HTMLElement && before.isConnected && before.focus());
  };
  useUndoKey(offer !== null, note, press);
  return (
    <div ref={note} role="status" className={clsx("w-fit max-w-full print:hidden", className)}>
      {offer ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: it is the button inside that acts
        <div
          key={offer.id}
          onPointerEnter={() => holdUndo("pointer")}
          onPointerLeave={() => releaseUndo("pointer")}
          onFocus={() => holdUndo("focus")}
          onBlur={() => releaseUndo("focus")}
          className="flex items-center gap-2 rounded bg-text py-0.5 pr-1 pl-3 text-sm text-background shadow-overlay"
        >
          <span className="min-w-0 truncate" title={offer.words}>
            {offer.words}
          </span>
          <Button variant="ghost" size="sm" icon={<Undo2 />} onClick={press} className="shrink-0 hover:bg-background/15">
            Undo
          </Button>
        </div>
      ) : (
        undone && <span className="sr-only">Undone</span>
      )}
    </div>
  );
}

const TYPED_IN = "input:not([type=checkbox], [type=radio]), textarea, [contenteditable=true]";

/** Handles Ctrl+Z (Cmd+Z), except in a field, which has its own undo, and except under a dialog. */
function useUndoKey(offered: boolean, note: { readonly current: Element | null }, press: () => void) {
  useEffect(() => {
    if (!offered) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key !== "z" || event.defaultPrevented) return;
      if (event.target instanceof Element && event.target.closest(TYPED_IN)) return;
      if (note.current?.closest("[aria-hidden=true], [inert]")) return;
      event.preventDefault();
      press();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  });
}
