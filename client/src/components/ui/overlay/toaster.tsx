import * as Radix from "@radix-ui/react-toast";
import { clsx } from "clsx";
import { CircleAlert, CircleCheck, X } from "lucide-react";
import { type RefObject, useLayoutEffect, useRef } from "react";
import { dismissToast, TOAST_DURATION_MS, type ToastItem, useToast } from "#client/lib/toasts.ts";
import { IconButton } from "../control/button.tsx";
import { passEscapeOn } from "./escape.ts";
import { freePlace, pressable } from "./free-place.ts";

/**
 * Where the toast appears, once, at the root. It stays while the pointer or the focus is on it
 * (Radix). On a phone it is a bar at the bottom edge, and the shell's room below lets the last row
 * stand above it.
 */
export function Toaster() {
  const item = useToast();
  const viewport = useRef<HTMLOListElement>(null);
  useFreePlace(viewport, item?.id);
  return (
    <Radix.Provider duration={TOAST_DURATION_MS} swipeDirection="right" swipeThreshold={50}>
      {item && <Toast key={item.id} item={item} />}
      <Radix.Viewport
        ref={viewport}
        hotkey={["F8"]}
        className="fixed right-(--toast-right,0px) bottom-(--toast-bottom,0px) z-toast m-0 w-full list-none outline-none md:max-w-[420px] md:p-4"
      />
    </Radix.Provider>
  );
}

const PHONE = 768;

const lastActions = () => [...document.querySelectorAll("[data-dialog-footer]")].at(-1)?.getBoundingClientRect();

/**
 * On a phone: above a dialog's actions, else at the bottom edge. On wider screens: at the bottom
 * right or further left, off everything that can be pressed; else above a dialog's actions, or at
 * the top; else over rows that scroll.
 */
function place(list: HTMLElement): void {
  const { clientWidth: width } = document.documentElement;
  const room = { width, height: window.innerHeight };
  const { width: wide, height } = list.getBoundingClientRect();
  const bottom = room.height - height;
  const actions = lastActions();
  const above = actions && Math.min(bottom, actions.top - height);
  const { left, top } =
    width < PHONE
      ? { left: width - wide, top: above ?? bottom }
      : freePlace({ width: wide, height }, [bottom, above ?? 0, above ?? bottom], room, [
          ...pressable(list),
          ...(actions ? [actions] : []),
        ]);
  list.style.setProperty("--toast-right", `${width - left - wide}px`);
  list.style.setProperty("--toast-bottom", `${room.height - top - height}px`);
}

/** Whether a dialog's actions have come under the toast since it was placed. */
function isInTheWay(list: HTMLElement): boolean {
  const actions = lastActions();
  if (!actions) return false;
  const said = list.getBoundingClientRect();
  return said.right > actions.left && said.left < actions.right && said.bottom > actions.top && said.top < actions.bottom;
}

/**
 * A toast is placed once and never moves. Its cause often closes or opens a dialog at the same
 * moment, so it is placed two frames later, unseen until then. It goes where a dialog's actions
 * come under it.
 */
function useFreePlace(viewport: RefObject<HTMLOListElement | null>, id: number | undefined) {
  useLayoutEffect(() => {
    const list = viewport.current;
    if (!list || id === undefined) return;
    const makeWay = () => isInTheWay(list) && dismissToast(id);
    const watcher = new MutationObserver(makeWay);
    const placed = () => {
      place(list);
      list.style.removeProperty("opacity");
      watcher.observe(document.body, { childList: true, subtree: true });
    };
    list.style.setProperty("opacity", "0");
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(placed);
    });
    window.addEventListener("resize", makeWay);
    return () => {
      cancelAnimationFrame(frame);
      watcher.disconnect();
      window.removeEventListener("resize", makeWay);
      list.style.removeProperty("opacity");
    };
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
        // A modal dialog turns pointer events off for everything outside it. The toast must still answer.
        "pointer-events-auto flex items-start gap-3 p-4 shadow-overlay max-md:pb-[max(1rem,env(safe-area-inset-bottom))] md:rounded-lg",
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
