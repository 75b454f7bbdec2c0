import * as Radix from "@radix-ui/react-dialog";
import { clsx } from "clsx";
import { X } from "lucide-react";
import { type KeyboardEvent as ReactKeyboardEvent, type ReactNode, use, useRef } from "react";
import { IconButton } from "#client/components/ui/control/button.tsx";
import { useOverflows } from "#client/components/ui/display/scroll-area.tsx";
import { focusHeading, isFocusLost } from "#client/lib/browser/browser.ts";
import { type DialogShape, Framed, shapeClass } from "./dialog-shape.ts";
import { closeOnEscape } from "./escape.ts";

type ModalLayerProps = {
  open: boolean;
  /**
   * Called on Escape, a press outside or the close button. The dialog closes only when `open`
   * becomes false.
   */
  onCloseRequest: () => void;
  /**
   * The element with the initial focus: the layer, whose title is then read aloud, or the first
   * field. On touch it is always the layer, because a field would open the keyboard. `typing`
   * focuses the field on touch too, for a dialog that only exists for typing.
   */
  focus?: "layer" | "field" | "typing";
  role?: "dialog" | "alertdialog";
  className?: string;
  children: ReactNode;
};

const FIELDS = "[data-autofocus], input:not([type=hidden], :disabled), select:not(:disabled), textarea:not(:disabled)";

/**
 * Returns the first field with an error, or the first field. Among radio buttons it is the selected
 * one, because the arrow keys start there.
 */
function firstField(layer: HTMLElement | null): HTMLElement | null {
  const first =
    layer?.querySelector<HTMLElement>("[aria-invalid=true]:not(:disabled)") ?? layer?.querySelector<HTMLElement>(FIELDS) ?? null;
  if (!layer || !(first instanceof HTMLInputElement) || first.type !== "radio") return first;
  return [...layer.querySelectorAll<HTMLInputElement>("input:checked")].find(({ name }) => name === first.name) ?? first;
}

/** An open list of a field and a half-typed day handle Escape before their dialog does. */
const leaveToField = (event: KeyboardEvent) => {
  if (event.target instanceof Element && event.target.closest("[role=combobox][aria-expanded=true], [data-draft]")) event.preventDefault();
};

/**
 * Ctrl+Enter submits the form around the focus, or presses the dialog's main action. Of nested
 * dialogs the inner one handles it.
 */
function pressMain(event: ReactKeyboardEvent<HTMLElement>): void {
  const { currentTarget: layer, target } = event;
  if (event.defaultPrevented || event.repeat || !(target instanceof Element && layer.contains(target))) return;
  event.preventDefault();
  const form = target.closest("form");
  if (form) form.requestSubmit();
  else layer.querySelector<HTMLElement>("[data-dialog-footer] [data-look=primary]:not(:disabled)")?.click();
}

/**
 * The common part of dialog and drawer: the backdrop, the focus trap, the returned focus and the
 * inert page.
 *
 * It does not use `Radix.Overlay`, because that loads react-remove-scroll, which adds a <style>
 * element at run time, and our Content-Security-Policy (`style-src 'self'`) rejects it. styles.css
 * stops the page from scrolling by `data-modal-layer`.
 */
function ModalLayer({ open, onCloseRequest, focus = "layer", role = "dialog", className, children }: ModalLayerProps) {
  const layer = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLElement | null>(null);
  const isFramed = use(Framed) && "animate-none!";

  const takeFocus = (event: Event) => {
    event.preventDefault();
    const active = document.activeElement;
    // A screen's key can open the dialog while the body is the active element, which cannot receive
    // the focus back.
    if (active instanceof HTMLElement && active !== document.body && !layer.current?.contains(active)) opener.current = active;
    const touch = window.matchMedia?.("(pointer: coarse)").matches ?? false;
    const field = focus === "typing" || (focus === "field" && !touch) ? firstField(layer.current) : null;
    (field ?? layer.current)?.focus();
  };

  // Radix returns the focus to its own Trigger only, and our dialogs have none.
  const returnFocus = (event: Event) => {
    event.preventDefault();
    if (opener.current?.isConnected) opener.current.focus();
    else if (isFocusLost()) focusHeading();
  };

  const press = (event: ReactKeyboardEvent<HTMLElement>) => {
    closeOnEscape(onCloseRequest)(event);
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) pressMain(event);
  };

  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onCloseRequest()}>
      <Radix.Portal>
        <div data-modal-layer className={clsx("fixed inset-0 z-dialog animate-[fade-in_150ms_ease-out] bg-backdrop", isFramed)} />
        <Radix.Content
          ref={layer}
          role={role}
          aria-modal
          onOpenAutoFocus={takeFocus}
          onCloseAutoFocus={returnFocus}
          onEscapeKeyDown={leaveToField}
          onKeyDown={press}
          className={clsx("fixed z-dialog flex flex-col bg-surface text-text outline-none squat:overflow-y-auto", className, isFramed)}
        >
          <Framed value={false}>{children}</Framed>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/**
 * Radix leaves live regions and outer dialogs accessible to screen readers; under a cover nothing
 * may be.
 */
function makeRestInert(cover: HTMLElement | null) {
  const rest = [...document.body.children].filter((each) => !each.contains(cover) && !each.hasAttribute("inert"));
  for (const each of rest) each.setAttribute("inert", "");
  return () => {
    for (const each of rest) each.removeAttribute("inert");
  };
}

type CoverProps = { title: ReactNode; children: ReactNode };

/** Covers the whole page and every other dialog. It closes only when its parent removes it. */
export const Cover = ({ title, children }: CoverProps) => (
  <ModalLayer open role="alertdialog" focus="field" onCloseRequest={() => {}} className="inset-0 overflow-y-auto">
    <div ref={makeRestInert} className="m-auto flex w-full max-w-108 flex-col items-center gap-6 px-page py-12 text-center">
      <Radix.Title className="text-lg font-semibold text-balance wrap-break-word">{title}</Radix.Title>
      {children}
    </div>
  </ModalLayer>
);

export type DialogProps = Omit<ModalLayerProps, "className"> &
  DialogShape & {
    title: ReactNode;
    /** The document's number beside the title, for example ORD-54. */
    number?: string;
    description?: ReactNode;
    /** Content at the right of the title, for example a status. */
    aside?: ReactNode;
  };

/**
 * The header and the footer stay while `DialogBody` scrolls; on a very low screen everything
 * scrolls (styles.css).
 */
export function Dialog({ title, number, description, aside, size, tall, sheet, children, ...layer }: DialogProps) {
  return (
    <ModalLayer {...layer} className={clsx("animate-[rise-in_160ms_ease-out]", shapeClass({ size, tall, sheet }))}>
      {/* The description is below the close button, so that an amount at its right aligns with
          the amounts of the body. */}
      <header className="flex shrink-0 flex-wrap items-start gap-x-3 gap-y-1 px-page pt-4 pb-3 md:pt-5">
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
          <Radix.Title className="min-w-0 text-lg font-semibold">
            <span>{title}</span>
            {number && " "}
            {number && <span className="font-normal whitespace-nowrap text-muted">{number}</span>}
          </Radix.Title>
          {aside}
        </div>
        <IconButton label="Close" icon={<X />} className="-my-1 -mr-2 pointer-coarse:-my-2" onClick={layer.onCloseRequest} />
        {description && (
          <Radix.Description className="min-w-0 basis-full text-sm text-muted max-md:in-data-cramped:sr-only">
            {description}
          </Radix.Description>
        )}
      </header>
      {children}
    </ModalLayer>
  );
}

export function DialogBody({ className, children }: { className?: string; children: ReactNode }) {
  const body = useRef<HTMLDivElement>(null);
  const { overflows, bare } = useOverflows(body);
  return (
    <div
      ref={body}
      data-overflows={overflows || undefined}
      // A body that scrolls and has no control receives the focus, so that the arrow keys scroll
      // it.
      tabIndex={overflows && bare ? 0 : undefined}
      className={clsx(
        "min-h-0 flex-1 overflow-y-auto overscroll-contain border-y squat:flex-none squat:overflow-visible! border-transparent px-page pt-1 pb-5 -outline-offset-2 data-overflows:border-border data-overflows:pt-3",
        className,
      )}
    >
      {children}
    </div>
  );
}

/** The actions, with the main one last at the right. On phones they share the whole width. */
export function DialogFooter({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <footer
      data-dialog-footer
      className={clsx(
        "flex shrink-0 flex-wrap items-center justify-end gap-2 px-page pt-3 pb-[max(1rem,env(safe-area-inset-bottom))]",
        "md:pb-5 max-sm:[&>:is(button,a)]:flex-1 max-sm:[&>:is(button,a)]:whitespace-nowrap",
        className,
      )}
    >
      {children}
    </footer>
  );
}

type DrawerProps = { open: boolean; onClose: () => void /** The accessible name. */; title: string; children: ReactNode };

/** The menu on small screens. It slides in from the left and is 280 px wide. */
export function Drawer({ open, onClose, title, children }: DrawerProps) {
  return (
    <ModalLayer
      open={open}
      onCloseRequest={onClose}
      className="inset-y-0 left-0 w-[280px] max-w-full animate-[slide-from-left_180ms_ease-out] overflow-y-auto overscroll-contain shadow-overlay"
    >
      <Radix.Title className="sr-only">{title}</Radix.Title>
      <IconButton label="Close menu" icon={<X />} className="absolute! top-3 right-3" onClick={onClose} />
      {children}
    </ModalLayer>
  );
}
