import { clsx } from "clsx";
import type { ReactNode } from "react";
import type { User } from "#client/lib/session.ts";
import { ImpersonationBanner } from "./impersonation-banner.tsx";
import { Menu } from "./menu.tsx";
import { TopBar } from "./top-bar.tsx";

type ShellProps = {
  user: User;
  /** Fixed at the top right of every screen: the customers' notifications. */
  corner?: ReactNode;
  children: ReactNode;
};

/** The menu and what is always there, around the present screen (rule S1). */
export function Shell({ user, corner, children }: ShellProps) {
  return (
    <div
      className={clsx(
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
      <aside className="fixed inset-y-0 left-0 z-sticky w-64 border-r bg-surface max-md:hidden">
        <Menu user={user} />
      </aside>
      <TopBar user={user} />
      {/* Once, at either width: over the top bar on small screens, under the banner on large ones. */}
      {corner && <div className="fixed top-1.5 right-2 z-drawer md:top-[calc(var(--sticky-top)+1rem)] md:right-page">{corner}</div>}
      <div className="md:pl-64">
        {user.isImpersonating && <ImpersonationBanner email={user.email} />}
        <main
          id="content"
          tabIndex={-1}
          className={clsx("min-w-0 p-page outline-none", corner !== undefined && corner !== null && "md:pr-20")}
        >
          {children}
        </main>
      </div>
    </div>
  );
}
