import * as Radix from "@radix-ui/react-popover";
import { clsx } from "clsx";
import type { ReactElement, ReactNode, RefObject } from "react";
import { isFocusLost } from "#client/lib/browser/browser.ts";
import { closeOnEscape } from "./escape.ts";

type PopoverProps = {
  trigger: ReactElement;
  /** Screen readers announce it when the panel opens. */
  label: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  align?: "start" | "center" | "end";
  /** The element that receives the focus afterwards. The default is the trigger. */
  returnTo?: RefObject<HTMLElement | null>;
  className?: string;
  children: ReactNode;
};

export function Popover({ trigger, label, open, onOpenChange, align = "end", returnTo, className, children }: PopoverProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            if (!returnTo?.current) return;
            event.preventDefault();
            // A press on another element has already moved the focus there.
            if (isFocusLost()) returnTo.current.focus();
          }}
          onKeyDown={closeOnEscape(() => onOpenChange(false))}
          className={clsx(
            "z-popover max-h-(--radix-popover-content-available-height) w-80 max-w-[calc(100vw-1rem)] animate-[fade-in_150ms_ease-out] overflow-y-auto rounded-lg bg-surface p-4 text-sm text-text shadow-overlay outline-none",
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
