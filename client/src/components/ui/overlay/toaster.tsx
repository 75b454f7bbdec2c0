import * as Radix from "@radix-ui/react-toast";
import { clsx } from "clsx";
import { CircleAlert, CircleCheck, X } from "lucide-react";
import { type RefObject, useLayoutEffect, useRef } from "react";
import { Link } from "wouter";
import { IconButton, linkClass } from "#client/components/ui/control/button.tsx";
import { dismissToast, TOAST_DURATION_MS, type ToastItem, useToast } from "#client/lib/toasts.ts";
import { passEscapeOn } from "./escape.ts";

/**
 * The viewport of the toasts at the root, at the bottom right on every screen (rule S9). A toast
 * stays open while the pointer or the focus is on it (Radix).
 */
export function Toaster() {
  const item = useToast();
  const viewport = useRef<HTMLOListElement>(null);
  useRoomForFooter(viewport, item?.id);
  return (
    <Radix.Provider duration={TOAST_DURATION_MS} swipeDirection="right" swipeThreshold={50}>
      {item && <Toast key={item.id} item={item} />}
      <Radix.Viewport
        ref={viewport}
        hotkey={["F8"]}
        className="pointer-events-none fixed right-0 bottom-0 z-toast m-0 w-full list-none p-2 outline-none max-md:bottom-[max(4.5rem,var(--footer-room,0px))] md:max-w-[420px] md:p-4"
      />
    </Radix.Provider>
  );
}

/**
 * Measures the height of the upper dialog's footer when a toast opens. Phones display the toast
 * above that height. A dialog that opens or closes later does not move the toast.
 */
function useRoomForFooter(viewport: RefObject<HTMLOListElement | null>, id: number | undefined) {
  useLayoutEffect(() => {
    if (id === undefined) return;
    const footer = [...document.querySelectorAll("[data-dialog-footer]")].at(-1);
    const room = footer ? window.innerHeight - footer.getBoundingClientRect().top : 0;
    viewport.current?.style.setProperty("--footer-room", `${room}px`);
  }, [viewport, id]);
}

function Toast({ item }: { item: ToastItem }) {
  const failed = item.variant === "destructive";
  const Icon = failed ? CircleAlert : CircleCheck;
  return (
    <Radix.Root
      open={item.open}
      onOpenChange={(open) => !open && dismissToast(item.id)}
      onEscapeKeyDown={passEscapeOn}
      type={failed ? "foreground" : "background"}
      data-variant={item.variant}
      className={clsx(
        // A modal dialog disables pointer events outside itself, but the toast needs to react.
        "pointer-events-auto flex items-start gap-3 rounded-lg p-4 shadow-overlay",
        failed ? "bg-danger text-danger-on" : "bg-surface text-text",
        "data-[state=open]:animate-[rise-in_160ms_ease-out] data-[state=closed]:animate-[fade-out_150ms_ease-in_forwards]",
        "data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform data-[swipe=end]:animate-[slide-away-right_150ms_ease-out_forwards]",
      )}
    >
      <Icon aria-hidden className={clsx("mt-0.5 size-4 shrink-0", !failed && "text-positive")} />
      <div className="min-w-0 flex-1 text-sm">
        <Radix.Title className="font-semibold">
          {item.title}
          {/* Radix announces title and description without a space between them. */}
          {item.description && <span className="sr-only">: </span>}
        </Radix.Title>
        {item.description && <Radix.Description className="break-words">{item.description}</Radix.Description>}
        {item.link && (
          <Link href={item.link.path} onClick={() => dismissToast(item.id)} className={clsx(linkClass, "inline-block py-1")}>
            {item.link.label}
          </Link>
        )}
      </div>
      <Radix.Close asChild>
        <IconButton
          label="Dismiss"
          icon={<X />}
          size="sm"
          className={clsx("-my-1 -mr-2", failed && "hover:bg-danger-strong focus-visible:outline-current")}
        />
      </Radix.Close>
    </Radix.Root>
  );
}
