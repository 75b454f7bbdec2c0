import { Link } from "wouter";
import { linkClass } from "#client/components/ui/control/link.tsx";
import { useOpenScreens } from "#client/lib/open-screens.ts";
import type { Role } from "#shared/domain/roles.ts";

interface Way {
  readonly path: string;
  readonly label: string;
}
const ERRORS: Way = { path: "/errors", label: "Error Tracking" };

/** Screens that a role works with and that the specification's menu does not show it. */
const WAYS = {
  customer: [],
  supplier: [],
  admin: [{ path: "/quotes", label: "Quotes" }, { path: "/products", label: "Products" }, { path: "/clients", label: "Clients" }, ERRORS],
  super_admin: [ERRORS],
} as const satisfies Record<Role, readonly Way[]>;

export function OtherScreens({ role }: { role: Role }) {
  const mayOpen = useOpenScreens();
  const ways = WAYS[role].filter(({ path }) => mayOpen(path));
  if (ways.length === 0) return null;
  return (
    <nav aria-label="More screens" className="-mt-4 mb-4">
      <ul className="flex flex-wrap gap-x-5">
        {ways.map(({ path, label }) => (
          <li key={path}>
            <Link href={path} className={`${linkClass} inline-flex min-h-8 items-center pointer-coarse:min-h-control`}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
