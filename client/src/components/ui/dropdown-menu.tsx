import { Ellipsis } from "lucide-react";
import { type KeyboardEvent, Suspense, useRef, useState } from "react";
import { lazyAgain } from "#client/lib/lazy-again.ts";
import type { MenuItem } from "./dropdown-menu-items.tsx";
import { IconButton } from "./icon-button.tsx";
import { useOpener } from "./use-opener.ts";

export type { MenuItem } from "./dropdown-menu-items.tsx";

const load = () => import("./dropdown-menu-items.tsx");
const DropdownMenuItems = lazyAgain(load);

type DropdownMenuProps = {
  /** What the actions are for: "More actions for Q-12". */
  label: string;
  items: readonly MenuItem[];
  align?: "start" | "end";
};

/** Three dots. What they open weighs as much as a whole list does, so it comes once the list is there. */
export function DropdownMenu({ label, items, align = "end" }: DropdownMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const { wanted, opener } = useOpener(load, { open, onOpenChange: setOpen });
  const openByArrow = (event: KeyboardEvent) => {
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    setOpen(true);
  };
  return (
    <span className="relative inline-flex">
      <IconButton ref={button} label={label} icon={<Ellipsis />} aria-haspopup="menu" {...opener} onKeyDown={openByArrow} />
      {wanted && (
        <Suspense fallback={null}>
          <DropdownMenuItems label={label} items={items} align={align} open={open} onOpenChange={setOpen} button={button} />
        </Suspense>
      )}
    </span>
  );
}
