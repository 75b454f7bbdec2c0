import * as Radix from "@radix-ui/react-dropdown-menu";
import { clsx } from "clsx";
import { Ellipsis } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { IconButton } from "#client/components/ui/control/button.tsx";
import { useIsAway } from "#client/lib/network.ts";
import { closeOnEscape } from "./escape.ts";

export type MenuItem =
  | {
      label: string;
      icon?: ReactNode;
      onSelect: () => void;
      danger?: boolean;
      disabled?: boolean;
      /** Without a network the item is disabled and displays the reason. */
      needsNetwork?: boolean | undefined;
    }
  | "separator";

type DropdownMenuProps = {
  /** The accessible name, for example "More actions for Q-12". */
  label: string;
  items: readonly MenuItem[];
  align?: "start" | "end";
  /** The button has a border, as beside other buttons. */
  outlined?: boolean;
  pending?: boolean;
};

/**
 * A menu behind three dots. It is not modal, because Radix's modal menu adds a <style> element at
 * run time (see dialog.tsx). The selected action runs after the button has the focus again, so that
 * a dialog that it opens can return the focus.
 */
export function DropdownMenu({ label, items, align = "end", outlined = false, pending = false }: DropdownMenuProps) {
  const [open, setOpen] = useState(false);
  const isAway = useIsAway();
  const button = useRef<HTMLButtonElement>(null);
  const chosen = useRef<(() => void) | null>(null);
  const runChosen = (event: Event) => {
    const action = chosen.current;
    chosen.current = null;
    if (!action) return;
    event.preventDefault();
    button.current?.focus();
    action();
  };
  return (
    <Radix.Root modal={false} open={open} onOpenChange={setOpen}>
      <Radix.Trigger asChild>
        <IconButton ref={button} label={label} icon={<Ellipsis />} variant={outlined ? "secondary" : "ghost"} pending={pending} />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={runChosen}
          onKeyDown={closeOnEscape(() => setOpen(false))}
          className="z-popover max-h-(--radix-dropdown-menu-content-available-height) min-w-44 animate-[fade-in_150ms_ease-out] overflow-y-auto rounded bg-surface p-1 text-sm text-text shadow-overlay outline-none"
        >
          {items.map((item, index) =>
            item === "separator" ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line has no identity
              <Radix.Separator key={index} className="-mx-1 my-1 h-px bg-border" />
            ) : (
              <Radix.Item
                key={item.label}
                disabled={item.disabled || (isAway && item.needsNetwork)}
                onSelect={() => {
                  chosen.current = item.onSelect;
                }}
                className={clsx(
                  "flex min-h-control cursor-pointer items-center gap-2 rounded-sm px-3 outline-none select-none data-disabled:cursor-default data-disabled:opacity-50 [&>svg]:size-4",
                  item.danger ? "text-danger data-highlighted:bg-danger-soft" : "data-highlighted:bg-raised",
                )}
              >
                {item.icon}
                {item.label}
                {isAway && item.needsNetwork && <span className="ml-auto pl-3">no network</span>}
              </Radix.Item>
            ),
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
