import { clsx } from "clsx";
import {
  Banknote,
  Blinds,
  Building2,
  FileText,
  LayoutDashboard,
  LogOut,
  Package,
  PanelLeft,
  PoundSterling,
  ReceiptText,
  RotateCcw,
  Search,
  Settings,
  Wallet,
  Wrench,
} from "lucide-react";
import type { ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { Truncated } from "#client/components/facts/values.tsx";
import { Button, IconButton } from "#client/components/ui/control/button.tsx";
import { Mark, productName } from "#client/components/ui/display/brand.tsx";
import { useConfirmedSignOut } from "#client/device/confirmed-sign-out.tsx";
import { useCall } from "#client/lib/api.ts";
import { ApiError } from "#client/lib/api-error.ts";
import { forgetPerson } from "#client/lib/browser/browser.ts";
import { searchShortcut } from "#client/lib/browser/keys.ts";
import { LONGEST_SIGN_OUT_MS, recordSignOut } from "#client/lib/session/sign-out.ts";
import { type User, useNewSession } from "#client/lib/session.ts";
import { toast } from "#client/lib/toasts.ts";
import { listMenuRoutes, type Route, titleOf } from "./routes.ts";

const ICONS: Readonly<Record<string, ReactNode>> = {
  "/": <LayoutDashboard />,
  "/quotes": <FileText />,
  "/orders": <Package />,
  "/remakes": <RotateCcw />,
  "/products": <Blinds />,
  "/clients": <Building2 />,
  "/pricing": <PoundSterling />,
  "/settings": <Settings />,
  "/invoices": <ReceiptText />,
  "/payments": <Banknote />,
  "/money": <Wallet />,
  "/workshop": <Wrench />,
};

type MenuProps = {
  user: User;
  /** Closes the drawer after a press on an entry, even if the screen stays the same. */
  onChosen?: () => void;
  /**
   * The menu is a rail of icons. `onFold` adds the button that folds it. The drawer has neither.
   */
  folded?: boolean;
  onFold?: () => void;
  onFind?: () => void;
  /** The changes that this device has not sent yet. */
  status?: ReactNode;
};

export function Menu({ user, onChosen, folded = false, onFold, onFind, status }: MenuProps) {
  const more = listMenuRoutes(user.role, "more");
  return (
    <div data-folded={folded || undefined} className="group/menu flex h-full flex-col">
      <div className="flex min-h-16 shrink-0 items-center gap-3 px-5 text-lg font-semibold group-data-folded/menu:flex-col group-data-folded/menu:pt-4.5">
        <Mark className="size-7 shrink-0 text-accent" />
        <span className="min-w-0 flex-1 truncate group-data-folded/menu:sr-only">{productName()}</span>
        {onFold && (
          <IconButton
            label={folded ? "Open the menu" : "Fold the menu"}
            icon={<PanelLeft />}
            aria-expanded={!folded}
            className="-mr-3 text-muted group-data-folded/menu:mr-0"
            onClick={onFold}
          />
        )}
      </div>
      {onFind && (
        <div className="shrink-0 px-3 pt-1 pointer-coarse:group-data-folded/menu:px-1">
          <button
            type="button"
            aria-keyshortcuts="Control+K Meta+K /"
            onClick={onFind}
            className={clsx(
              "group/entry flex min-h-control w-full items-center gap-3 rounded border border-border-strong px-3 text-muted hover:bg-raised hover:text-text [&>svg]:size-4 [&>svg]:shrink-0",
              stackedClass,
            )}
          >
            <Search aria-hidden />
            <span className={nameClass}>Find</span>
            <kbd aria-hidden className="ml-auto font-sans text-xs group-data-folded/menu:hidden">
              {searchShortcut()}
            </kbd>
          </button>
        </div>
      )}
      <nav
        aria-label="Main"
        className="min-h-0 flex-1 overflow-y-auto px-3 py-2 stacked:squat:flex-none stacked:squat:overflow-visible pointer-coarse:group-data-folded/menu:px-1"
      >
        <Entries routes={listMenuRoutes(user.role)} onChosen={onChosen} />
        {more.length > 0 && <Entries routes={more} onChosen={onChosen} className="mt-3 border-t pt-3" />}
      </nav>
      {status && <div className="px-3 pb-3">{status}</div>}
      <SignedInPerson user={user} />
    </div>
  );
}

/**
 * A rail shows the name beside its icon on hover and on focus. The name has a fixed position
 * because the scrolling list would clip it. On touch screens the name is below the icon.
 */
const nameClass = [
  "not-pointer-coarse:group-data-folded/menu:pointer-events-none not-pointer-coarse:group-data-folded/menu:fixed",
  "not-pointer-coarse:group-data-folded/menu:left-15 not-pointer-coarse:group-data-folded/menu:z-popover",
  "not-pointer-coarse:group-data-folded/menu:rounded not-pointer-coarse:group-data-folded/menu:bg-text",
  "not-pointer-coarse:group-data-folded/menu:px-2 not-pointer-coarse:group-data-folded/menu:py-1",
  "not-pointer-coarse:group-data-folded/menu:text-background not-pointer-coarse:group-data-folded/menu:opacity-0",
  "group-hover/entry:opacity-100! group-focus-visible/entry:opacity-100!",
].join(" ");

/** On touch screens a rail's icon is above its name. */
const stackedClass =
  "pointer-coarse:group-data-folded/menu:flex-col pointer-coarse:group-data-folded/menu:justify-center pointer-coarse:group-data-folded/menu:gap-0.5 pointer-coarse:group-data-folded/menu:px-0! pointer-coarse:group-data-folded/menu:py-1.5 pointer-coarse:group-data-folded/menu:text-xs";

function Entries({ routes, onChosen, className }: { routes: readonly Route[]; onChosen?: () => void; className?: string }) {
  const [path] = useLocation();
  // An order's own screen, beneath the board, also belongs to the board's entry.
  const isAt = (route: Route) => route.path === path || path.startsWith(`${route.path}/`);
  return (
    <ul className={clsx("flex flex-col gap-0.5", className)}>
      {routes.map((route) => (
        <li key={route.path}>
          <Link
            href={route.path}
            onClick={onChosen}
            aria-current={isAt(route) ? "page" : undefined}
            className={clsx(
              "group/entry flex min-h-control items-center gap-3 rounded px-3 py-1 -outline-offset-2 transition-colors duration-150 [&>svg]:size-4 [&>svg]:shrink-0",
              stackedClass,
              isAt(route) ? "bg-accent-soft font-medium text-accent" : "text-muted hover:bg-raised hover:text-text",
            )}
          >
            {ICONS[route.path]}
            <span className={nameClass}>{titleOf(route)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function SignedInPerson({ user }: { user: User }) {
  const [, navigate] = useLocation();
  const newSession = useNewSession();
  const logout = useCall("accounts", "logout", {
    success: "Logged out successfully",
    failure: null,
    onSuccess: () => leave(),
  });
  const leave = () => {
    newSession(null);
    // The next person may not have access to this screen.
    navigate("/", { replace: true });
  };
  // This device's unsent changes are sent first, whatever the sign-out call's outcome (rule A17).
  const { press, question } = useConfirmedSignOut(user, () => {
    forgetPerson(user.id);
    const leaveOffline = (error: unknown) => {
      const status = error instanceof ApiError ? error.status : null;
      // The server itself refused. Any other status may come from a proxy or a captive portal.
      if (status !== null && status >= 400 && status < 500) return;
      recordSignOut(user);
      leave();
      // A server fault needs no toast (rule S8): the sign-in screen is already open.
      if (status === null || status === 0)
        toast({ title: "Logged out", description: "There is no network. The server will be notified once there is one." });
    };
    logout.mutate({ signal: AbortSignal.timeout(LONGEST_SIGN_OUT_MS) }, { onError: leaveOffline });
  });
  return (
    <div className="shrink-0 border-t p-3 pb-[max(1rem,env(safe-area-inset-bottom))] pointer-coarse:group-data-folded/menu:px-1">
      <div className="px-3 py-1 group-data-folded/menu:sr-only">
        <Truncated text={user.contactName} className="font-medium" />
        <Truncated text={user.companyName} className="text-xs text-muted" />
      </div>
      <Button
        variant="ghost"
        icon={<LogOut />}
        className={clsx(
          "group/entry mt-1 w-full justify-start! px-3! not-pointer-coarse:group-data-folded/menu:[&>span]:ml-1",
          stackedClass,
          "pointer-coarse:group-data-folded/menu:justify-center! pointer-coarse:group-data-folded/menu:[&>span]:flex-col pointer-coarse:group-data-folded/menu:[&>span]:gap-0.5",
          "pointer-coarse:group-data-folded/menu:[&_[aria-hidden]]:ml-0",
        )}
        pending={logout.isPending}
        onClick={press}
      >
        <span className={nameClass}>Logout</span>
      </Button>
      {question}
    </div>
  );
}
