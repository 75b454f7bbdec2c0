import { Menu as MenuIcon } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import { IconButton } from "#client/components/ui/control/button.tsx";
import { Mark, productName } from "#client/components/ui/display/brand.tsx";
import { Drawer } from "#client/components/ui/overlay/dialog.tsx";
import type { User } from "#client/lib/session.ts";
import { Menu } from "./menu.tsx";

/** In the sidebar's place where there is no room for it (below 768 px): the menu comes from the left. */
export function TopBar({ user }: { user: User }) {
  const [open, setOpen] = useState(false);
  return (
    <header className="sticky top-0 z-drawer flex h-14 items-center gap-2 border-b bg-surface px-2 md:hidden">
      <IconButton label="Open menu" icon={<MenuIcon />} aria-expanded={open} onClick={() => setOpen(true)} />
      <Link href="/" className="mr-12 flex min-h-11 min-w-0 items-center gap-2 rounded font-semibold">
        <Mark className="size-6 shrink-0 text-accent" />
        <span className="truncate">{productName()}</span>
      </Link>
      <Drawer open={open} onClose={() => setOpen(false)} title="Menu">
        <Menu user={user} onChosen={() => setOpen(false)} />
      </Drawer>
    </header>
  );
}
