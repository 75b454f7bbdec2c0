import { useEffect, useRef } from "react";
import { useLocation } from "wouter";
import { lazyDialog } from "#client/components/loading/lazy-dialog.tsx";
import { chooseInList, moveInList } from "#client/components/table/data-table-row.tsx";
import { calls } from "#client/lib/api.ts";
import { isOutsideFields, isOverlaid, isScreenKey } from "#client/lib/browser/keys.ts";
import { can, type User } from "#client/lib/session.ts";
import { useRememberedPlaces } from "./opened-last.ts";

const PaletteDialog = lazyDialog(() => import("./palette-dialog.tsx"), { fields: 5 });
const KeysDialog = lazyDialog(() => import("./keys-dialog.tsx"), { fields: 6 });

export type Opened = "palette" | "keys" | null;
type PaletteProps = { user: User; opened: Opened; onChange: (opened: Opened) => void };

/**
 * Ctrl+K also opens the palette from a text field, where the combination types nothing. An open
 * dialog blocks it.
 */
const isPaletteShortcut = (event: KeyboardEvent): boolean =>
  (event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && !isOverlaid()) ||
  (event.key === "/" && isScreenKey(event));

/** Handles the keys that work on every screen (rule S13). */
export function Palette({ user, opened, onChange }: PaletteProps) {
  const [, navigate] = useLocation();
  useRememberedPlaces(user.id);
  /**
   * The letters typed after the shortcut and before the palette has loaded. They become the
   * palette's first input.
   */
  const early = useRef("");
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (isPaletteShortcut(event)) onChange("palette");
      // The list of keys also opens over a dialog, because New Quote has its own keys.
      else if (event.key === "?" && !opened && isOutsideFields(event)) onChange("keys");
      else if (!isScreenKey(event)) return;
      // The palette is still loading: a letter meant for its field must not trigger a shortcut of
      // the screen.
      else if (opened) early.current += event.key.length === 1 ? event.key : "";
      else if (event.key === "n" && can(user, calls.quotes.create)) navigate("/quotes?new=quote");
      else if (event.key === "x" ? !chooseInList() : !moveInList(event.key)) return;
      event.preventDefault();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  });
  const close = () => {
    early.current = "";
    onChange(null);
  };
  if (opened === "keys") return <KeysDialog onClose={close} />;
  return opened === "palette" && <PaletteDialog early={early} onClose={close} />;
}
