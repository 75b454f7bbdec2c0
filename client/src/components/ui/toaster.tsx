import * as Radix from "@radix-ui/react-toast";
import { CircleAlert, CircleCheck, X } from "lucide-react";
import { cx } from "./class-names.ts";
import { passEscapeOn } from "./escape.ts";
import { IconButton } from "./icon-button.tsx";
import { dismissToast, TOAST_DURATION_MS, type ToastItem, useToasts } from "./toast-store.ts";

/** Where toasts appear; once, at the root of the app. Hover, focus and a hidden window stop its clock (Radix). */
export function Toaster() {
  const toasts = useToasts();
  return (
    <Radix.Provider duration={TOAST_DURATION_MS} swipeDirection="right" swipeThreshold={50}>
      {toasts.map((item) => (
        <Toast key={item.id} item={item} />
      ))}
      <Radix.Viewport
        hotkey={["F8"]}
        className="fixed right-0 bottom-0 z-toast m-0 flex w-full list-none flex-col gap-2 p-4 pb-[max(1rem,env(safe-area-inset-bottom))] outline-none md:max-w-[420px]"
      />
    </Radix.Provider>
  );
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
      className={cx(
        // pointer-events: a modal dialog turns them off for everything outside it, and a toast can be needed then.
        "pointer-events-auto flex items-start gap-3 rounded-lg p-4 shadow-overlay",
        failed ? "bg-danger text-danger-on" : "bg-surface text-text",
        "data-[state=open]:animate-[rise-in_160ms_ease-out] data-[state=closed]:animate-[fade-out_150ms_ease-in_forwards]",
        "data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform data-[swipe=end]:animate-[slide-away-right_150ms_ease-out_forwards]",
      )}
    >
      <Icon aria-hidden className={cx("mt-0.5 size-4 shrink-0", !failed && "text-positive")} />
      <div className="min-w-0 flex-1 text-sm">
        <Radix.Title className="font-semibold">
          {item.title}
          {/* Radix announces the pieces without a space between them. */}
          {item.description && <span className="sr-only">: </span>}
        </Radix.Title>
        {item.description && <Radix.Description className="break-words">{item.description}</Radix.Description>}
      </div>
      <Radix.Close asChild>
        <IconButton
          label="Dismiss"
          icon={<X />}
          size="sm"
          className={cx("-my-1 -mr-2", failed && "hover:bg-danger-strong focus-visible:outline-current")}
        />
      </Radix.Close>
    </Radix.Root>
  );
}
