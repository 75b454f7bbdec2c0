import { clsx } from "clsx";
import { Blinds, Building2, FileText, LayoutDashboard, Package, PoundSterling, RotateCcw, Settings } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { Mark, productName } from "#client/components/ui/display/brand.tsx";
import type { User } from "#client/lib/session.ts";
import { ROUTES } from "../routes.ts";
import { SignedInPerson } from "./signed-in-person.tsx";

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

type MenuProps = { user: User /** An entry was pressed: the drawer closes, also where it leads nowhere new. */; onChosen?: () => void };

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
