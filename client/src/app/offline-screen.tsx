import { CloudOff } from "lucide-react";
import { Link } from "wouter";
import { EmptyState } from "#client/components/loading/states.tsx";
import { PageHeader } from "#client/components/page/page-header.tsx";
import { buttonClass } from "#client/components/ui/control/button.tsx";
import type { User } from "#client/lib/session.ts";
import { listMenuRoutes, titleOf } from "./routes.ts";

/** Links to the screens that the device stores. */
export function StoredScreens({ user }: { user: User }) {
  const stored = [...listMenuRoutes(user.role, "more"), ...listMenuRoutes(user.role)].filter(({ offline }) => offline?.includes(user.role));
  return stored.map((route) => (
    <Link key={route.path} href={route.path} className={buttonClass()}>
      {titleOf(route)}
    </Link>
  ));
}

/** Replaces a screen that needs the network, with links to the screens that the device stores. */
export function OfflineScreen({ user, title }: { user: User; title: string }) {
  return (
    <>
      <PageHeader title={title} unchanging />
      <EmptyState
        title="No network"
        icon={<CloudOff />}
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <StoredScreens user={user} />
          </div>
        }
      >
        This screen opens by itself once the network is back. Your changes on this device are safe. These screens work without the network:
      </EmptyState>
    </>
  );
}
