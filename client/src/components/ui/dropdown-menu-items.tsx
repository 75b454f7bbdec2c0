import * as Radix from "@radix-ui/react-dropdown-menu";
import { type ReactNode, type RefObject, useRef } from "react";
import { cx } from "./class-names.ts";
import { takeEscape } from "./escape.ts";

export type MenuItem = { label: string; icon?: ReactNode; onSelect: () => void; danger?: boolean; disabled?: boolean } | "separator";

type DropdownMenuItemsProps = {
  label: string;
  items: readonly MenuItem[];
  align: "start" | "end";
  open: boolean;
  onOpenChange: (open: boolean) => void;
  button: RefObject<HTMLButtonElement | null>;
};

/**
 * What a menu's button opens, beside it (dropdown-menu.tsx).
 * Not modal: a modal menu would add a <style> element at run time (see modal-layer.tsx).
 * The chosen action runs once the menu has given the focus back to its button, so that a dialog which it opens
 * can give it back there too.
 */
export default function DropdownMenuItems({ label, items, align, open, onOpenChange, button }: DropdownMenuItemsProps) {
  const chosen = useRef<(() => void) | null>(null);
  const takeBack = (event: Event) => {
    event.preventDefault();
    const action = chosen.current;
    chosen.current = null;
    // Whoever pressed somewhere else has the focus there.
    if (action || !document.activeElement || document.activeElement === document.body) button.current?.focus();
    action?.();
  };
  const isButton = (target: EventTarget | null) => target instanceof Node && button.current?.contains(target);
  return (
    <Radix.Root modal={false} open={open} onOpenChange={onOpenChange}>
      {/* The place to open at: it lies over the button, which is there before Radix is. */}
      <Radix.Trigger asChild>
        <span aria-hidden className="pointer-events-none absolute inset-0" />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          aria-labelledby={undefined}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={takeBack}
          onKeyDown={takeEscape(() => onOpenChange(false))}
          // The button closes it itself, by the same press.
          onInteractOutside={(event) => isButton(event.target) && event.preventDefault()}
          className="z-popover max-h-(--radix-dropdown-menu-content-available-height) min-w-44 animate-[fade-in_120ms_ease-out] overflow-y-auto rounded bg-surface p-1 text-sm text-text shadow-overlay outline-none"
        >
          {items.map((item, index) =>
            item === "separator" ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line has no identity
              <Radix.Separator key={index} className="-mx-1 my-1 h-px bg-border" />
            ) : (
              <Radix.Item
                key={item.label}
                disabled={item.disabled}
                onSelect={() => {
                  chosen.current = item.onSelect;
                }}
                className={cx(
                  "flex min-h-control cursor-pointer items-center gap-2 rounded-sm px-3 outline-none select-none data-disabled:cursor-default data-disabled:opacity-50 [&>svg]:size-4",
                  item.danger ? "text-danger data-highlighted:bg-danger-soft" : "data-highlighted:bg-raised",
                )}
              >
                {item.icon}
                {item.label}
              </Radix.Item>
            ),
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
