import * as Radix from "@radix-ui/react-popover";
import type { ReactNode, RefObject } from "react";
import { cx } from "./class-names.ts";
import { takeEscape } from "./escape.ts";

type PopoverPanelProps = {
  label: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  align?: "start" | "center" | "end";
  className?: string;
  button: RefObject<HTMLButtonElement | null>;
  children: ReactNode;
};

/** What a popover's button opens (popover.tsx). */
export default function PopoverPanel({ label, open, onOpenChange, align, className, button, children }: PopoverPanelProps) {
  const isButton = (target: EventTarget | null) => target instanceof Node && button.current?.contains(target);
  const takeBack = (event: Event) => {
    event.preventDefault();
    // Whoever pressed somewhere else has the focus there.
    if (!document.activeElement || document.activeElement === document.body) button.current?.focus();
  };
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Anchor virtualRef={button as RefObject<HTMLButtonElement>} />
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          onCloseAutoFocus={takeBack}
          onKeyDown={takeEscape(() => onOpenChange(false))}
          // The button closes it itself, by the same press.
          onInteractOutside={(event) => isButton(event.target) && event.preventDefault()}
          className={cx(
            "z-popover max-h-(--radix-popover-content-available-height) w-80 max-w-[calc(100vw-1rem)] animate-[fade-in_120ms_ease-out] overflow-y-auto rounded-lg bg-surface p-4 text-sm text-text shadow-overlay outline-none",
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
