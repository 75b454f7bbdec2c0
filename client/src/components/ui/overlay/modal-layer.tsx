import * as Radix from "@radix-ui/react-dialog";
import { clsx } from "clsx";
import { type ReactNode, useRef } from "react";
import { focusHeading, isFocusLost } from "#client/lib/focus-heading.ts";
import { takeEscape } from "./escape.ts";

export type ModalLayerProps = {
  open: boolean;
  /** The person asked to close it (Escape, a press outside, the close button). It closes only when `open` becomes false. */
  onCloseRequest: () => void;
  /** What has the focus first: the layer itself (its title is read), or the first field (not on touch: it would raise the keyboard). */
  focus?: "layer" | "field";
  role?: "dialog" | "alertdialog";
  className?: string;
  children: ReactNode;
};

const FIELDS = "[data-autofocus], input:not([type=hidden], :disabled), select:not(:disabled), textarea:not(:disabled)";

/** Of a choice the one that is chosen, where the arrow keys go on from. */
function firstField(layer: HTMLElement | null): HTMLElement | null {
  const first = layer?.querySelector<HTMLElement>(FIELDS) ?? null;
  if (!layer || !(first instanceof HTMLInputElement) || first.type !== "radio") return first;
  return [...layer.querySelectorAll<HTMLInputElement>("input:checked")].find(({ name }) => name === first.name) ?? first;
}

/**
 * What dialog and drawer share: backdrop, focus kept inside and given back, the rest of the page inert.
 *
 * `Radix.Overlay` is not used on purpose. It brings react-remove-scroll, which adds a <style> element at run time, and a
 * Content-Security-Policy of `style-src 'self'` refuses that. Our own backdrop carries `data-modal-layer`, by which
 * styles.css holds the page still.
 */
export function ModalLayer({ open, onCloseRequest, focus = "layer", role = "dialog", className, children }: ModalLayerProps) {
  const layer = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLElement | null>(null);

  const takeFocus = (event: Event) => {
    event.preventDefault();
    const active = document.activeElement;
    if (active instanceof HTMLElement && !layer.current?.contains(active)) opener.current = active;
    const touch = window.matchMedia?.("(pointer: coarse)").matches ?? false;
    const field = focus === "field" && !touch ? firstField(layer.current) : null;
    (field ?? layer.current)?.focus();
  };

  // Radix gives focus back to its own Trigger only; ours opens from anywhere.
  const returnFocus = (event: Event) => {
    event.preventDefault();
    if (opener.current?.isConnected) opener.current.focus();
    else if (isFocusLost()) focusHeading();
  };

  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onCloseRequest()}>
      <Radix.Portal>
        <div data-modal-layer className="fixed inset-0 z-dialog animate-[fade-in_150ms_ease-out] bg-backdrop" />
        <Radix.Content
          ref={layer}
          role={role}
          aria-modal
          onOpenAutoFocus={takeFocus}
          onCloseAutoFocus={returnFocus}
          onKeyDown={takeEscape(onCloseRequest)}
          className={clsx("fixed z-dialog flex flex-col bg-surface text-text outline-none", className)}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
