import { clsx } from "clsx";
import { Blinds, Building2, FileText, LayoutDashboard, LogOut, Package, PoundSterling, RotateCcw, Settings } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { Truncated } from "#client/components/facts/values.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { Mark, productName } from "#client/components/ui/display/brand.tsx";
import { useCall } from "#client/lib/api.ts";
import { forgetPerson } from "#client/lib/browser.ts";
import { type User, useNewSession } from "#client/lib/session.ts";
import { ROUTES } from "./routes.ts";

const ICONS: Readonly<Record<string, ReactNode>> = {
  "/": <LayoutDashboard />,
  "/quotes": <FileText />,
  "/orders": <Package />,
  "/remakes": <RotateCcw />,
  "/products": <Blinds />,
  "/clients": <Building2 />,
  "/pricing": <PoundSterling />,
  "/settings": <Settings />,
};

type MenuProps = { user: User /** An entry was pressed: the drawer closes, even if the screen is the same. */; onChosen?: () => void };

export function Menu({ user, onChosen }: MenuProps) {
  const [path] = useLocation();
  return (
    <div className="flex h-full flex-col">
      <div className="flex h-16 shrink-0 items-center gap-3 px-5 text-lg font-semibold">
        <Mark className="size-7 shrink-0 text-accent" />
        <span className="truncate">{productName()}</span>
      </div>
      <nav aria-label="Main" className="min-h-0 flex-1 overflow-y-auto px-3 py-2">
        <ul className="flex flex-col gap-0.5">
          {ROUTES.map(
            (route) =>
              route.menu?.roles.includes(user.role) && (
                <li key={route.path}>
                  <Link
                    href={route.path}
                    onClick={onChosen}
                    aria-current={route.path === path ? "page" : undefined}
                    className={clsx(
                      "flex min-h-control items-center gap-3 rounded px-3 py-1 -outline-offset-2 transition-colors duration-150 [&>svg]:size-4 [&>svg]:shrink-0",
                      route.path === path ? "bg-accent-soft font-medium text-accent" : "text-muted hover:bg-raised hover:text-text",
                    )}
                  >
                    {ICONS[route.path]}
                    {route.menu.label}
                  </Link>
                </li>
              ),
          )}
        </ul>
      </nav>
      <SignedInPerson user={user} />
    </div>
  );
}

function SignedInPerson({ user }: { user: User }) {
  const [, navigate] = useLocation();
  const newSession = useNewSession();
  const logout = useCall("accounts", "logout", {
    success: "Logged out successfully",
    failure: null,
    onSuccess: () => {
      forgetPerson(user.id);
      newSession(null);
      // The next person must not start on a screen that may not be theirs.
      navigate("/", { replace: true });
    },
  });
  return (
    <div className="shrink-0 border-t p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
      <div className="px-3 py-1">
        <Truncated text={user.contactName} className="font-medium" />
        <Truncated text={user.companyName} className="text-xs text-muted" />
      </div>
      <Button
        variant="ghost"
        icon={<LogOut />}
        className="mt-1 w-full justify-start! px-3!"
        pending={logout.isPending}
        onClick={() => logout.mutate({})}
      >
        Logout
      </Button>
    </div>
  );
}
