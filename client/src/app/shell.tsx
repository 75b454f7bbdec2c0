import { clsx } from "clsx";
import { Menu as MenuIcon, Search } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link, useLocation } from "wouter";
import { Button, IconButton } from "#client/components/ui/control/button.tsx";
import { Mark, productName } from "#client/components/ui/display/brand.tsx";
import { Drawer } from "#client/components/ui/overlay/dialog.tsx";
import { useCall } from "#client/lib/api.ts";
import { type User, useNewSession } from "#client/lib/session.ts";
import { useStoredChoice } from "#client/lib/stored-choice.ts";
import { settleUndo } from "#client/lib/undo.ts";
import { Menu } from "./menu.tsx";
import { type Opened, Palette } from "./palette/palette.tsx";

type ShellProps = {
  user: User;
  /** The customer's notifications, fixed at the top right of every screen. */
  corner?: ReactNode;
  /**
   * The changes that this device has not sent yet, in the menu, or in the top bar of small screens.
   */
  status?: ReactNode;
  children: ReactNode;
};

/** The menu and the banner around the current screen (rule S1). */
export function Shell({ user, corner, status, children }: ShellProps) {
  const [folded, fold] = useFolded();
  const [opened, setOpened] = useState<Opened>(null);
  const find = () => setOpened("palette");
  return (
    <div
      className={clsx(
        // A corner that renders nothing takes no space beside the page.
        "md:has-[[data-corner]:not(:empty)]:[--beside-corner:3.75rem]",
        "[--top-bar:0px] max-md:[--sticky-top:3.5rem] max-md:[--top-bar:3.5rem]",
        user.isImpersonating && "md:[--sticky-top:3rem]",
      )}
    >
      <a
        href="#content"
        className="sr-only rounded bg-surface px-4 py-3 font-medium text-accent shadow-overlay focus:not-sr-only focus:fixed! focus:top-2 focus:left-2 focus:z-popover"
      >
        Skip to the content
      </a>
      <aside
        className={clsx("fixed inset-y-0 left-0 z-drawer border-r bg-surface max-md:hidden print:hidden", folded ? RAIL_WIDTH : "w-64")}
      >
        <Menu user={user} folded={folded} onFold={fold} onFind={find} status={status} />
      </aside>
      <TopBar user={user} onFind={find} status={status} />
      {/* The corner lies over the top bar on small screens, and below the banner on large screens,
          in the row of the page's buttons. */}
      {corner && (
        <div data-corner className="fixed top-1.5 right-2 z-drawer md:top-[calc(var(--sticky-top,0px)+var(--page))]">
          {corner}
        </div>
      )}
      <div className={clsx("print:pl-0!", folded ? RAIL_ROOM : "md:pl-64")}>
        {user.isImpersonating && <ImpersonationBanner email={user.email} />}
        <main
          id="content"
          tabIndex={-1}
          // On phones and tablets the page ends with space for a toast, which would otherwise cover
          // the last row's buttons.
          className="min-w-0 p-page outline-none max-md:pb-40 md:max-lg:pb-28 md:pr-[var(--beside-corner,var(--page))]"
        >
          {children}
        </main>
      </div>
      <Palette user={user} opened={opened} onChange={setOpened} />
    </div>
  );
}

/** On touch screens the names are below the icons and need more width. */
const RAIL_WIDTH = "w-16 pointer-coarse:w-20";
const RAIL_ROOM = "md:pl-16 md:pointer-coarse:pl-20";

const isFoldedChoice = (stored: string): stored is "yes" | "no" => stored === "yes" || stored === "no";

/**
 * The sidebar is open until a person folds it. The device stores that choice for every account and
 * every width (rule S1).
 */
function useFolded() {
  const [choice, choose] = useStoredChoice("menu-folded", isFoldedChoice);
  const folded = choice === "yes";
  return [folded, () => choose(folded ? "no" : "yes")] as const;
}

/** Replaces the sidebar below 768 px: its button opens the menu from the left. */
function TopBar({ user, onFind, status }: { user: User; onFind: () => void; status: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <header className="sticky top-0 z-drawer flex h-14 items-center gap-2 border-b bg-surface px-2 md:hidden print:hidden">
      <IconButton label="Open menu" icon={<MenuIcon />} aria-expanded={open} onClick={() => setOpen(true)} />
      <Link href="/" className="flex min-h-11 min-w-0 flex-1 items-center gap-2 rounded font-semibold">
        <Mark className="size-6 shrink-0 text-accent" />
        <span className="truncate">{productName()}</span>
      </Link>
      {status && <div className="max-w-40">{status}</div>}
      <IconButton label="Find" icon={<Search />} className={user.role === "customer" ? "mr-11" : undefined} onClick={onFind} />
      <Drawer open={open} onClose={() => setOpen(false)} title="Menu">
        <Menu user={user} onChosen={() => setOpen(false)} status={status} />
      </Drawer>
    </header>
  );
}

/** Shown while a super admin views the portal as another person (rule A11). */
function ImpersonationBanner({ email }: { email: string }) {
  const [, navigate] = useLocation();
  const newSession = useNewSession();
  const stop = useCall("users", "stopImpersonation", {
    success: "Returned to super admin account",
    failure: "Failed to stop impersonation",
    onSuccess: ({ user }) => {
      newSession(user);
      navigate("/");
    },
  });
  // Undoable actions must be sent as the impersonated person, before View As ends.
  const stopViewing = () => void settleUndo().finally(() => stop.mutate({}));
  return (
    <section
      aria-label="Impersonation"
      className="sticky top-(--top-bar) z-sticky flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 bg-notice px-page py-1.5 text-notice-on md:h-12 md:flex-nowrap"
    >
      <p className="min-w-0 flex-1 font-medium max-md:basis-60 md:truncate" title={email}>
        Currently impersonating user: {email}
      </p>
      <Button size="sm" className="shrink-0" pending={stop.isPending} onClick={stopViewing}>
        Stop Impersonation
      </Button>
    </section>
  );
}
