import { useQueryClient } from "@tanstack/react-query";
import { clsx } from "clsx";
import { RefreshCw } from "lucide-react";
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { Link } from "wouter";
import { buttonClass, IconButton } from "#client/components/ui/control/button.tsx";
import { meansScreen } from "#client/lib/browser/keys.ts";

type PageHeaderProps = {
  title: ReactNode;
  /** One sentence, where it helps. */
  description?: ReactNode;
  /** At most one primary button. */
  action?: ReactNode;
  /** Beside the title, such as a status. */
  aside?: ReactNode;
  /** No Refresh button, because the screen shows nothing that others change. */
  unchanging?: boolean;
};

export function PageHeader({ title, description, action, aside, unchanging = false }: PageHeaderProps) {
  return (
    <header className="mb-6 flex flex-wrap items-start justify-between gap-3">
      {/*
       * It takes the room that is left, on a phone never less than a sentence needs. Actions that stand
       * below it there take the whole width instead.
       */}
      <div className={clsx("max-w-full min-w-0", action ? "flex-[999_1_auto]" : "flex-1", description && "max-sm:min-w-48")}>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="min-w-0 text-xl font-semibold">{title}</h1>
          {aside}
        </div>
        {/* Takes no width itself, so that a long description does not push the action below the title. */}
        {description && (
          <p className="mt-1 w-0 min-w-full text-muted">
            <span className="block max-w-prose">{description}</span>
          </p>
        )}
      </div>
      {(action || !unchanging) && (
        <div
          className={clsx(
            "flex max-w-full shrink-0 flex-wrap items-center gap-2 print:hidden",
            action && "max-sm:grow max-sm:[&>[data-look=primary]]:flex-[1_0_auto]",
          )}
        >
          {!unchanging && <RefreshButton />}
          {action}
        </div>
      )}
    </header>
  );
}

/**
 * Fetches again what the screen shows, by press or by the key R. Nothing does so by itself (rule
 * S10).
 */
function RefreshButton() {
  const client = useQueryClient();
  const [pending, setPending] = useState(false);
  const refresh = async () => {
    setPending(true);
    await client.invalidateQueries();
    setPending(false);
  };
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === "r" && !event.repeat && meansScreen(event)) void refresh();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  });
  return (
    <IconButton
      label="Refresh (R)"
      aria-keyshortcuts="R"
      variant="secondary"
      icon={<RefreshCw />}
      pending={pending}
      onClick={() => void refresh()}
    />
  );
}

/**
 * Whether the signed-in person may open the screen at a path. The app gives it, from its table of
 * screens.
 */
export const OpenScreens = createContext<(path: string) => boolean>(() => false);

/** For links to screens that only some may open. */
export const useOpenScreens = () => useContext(OpenScreens);

/** Links to screens that are not in the menu. Shows only those that this person may open. */
export function ScreenLinks({ screens }: { screens: readonly { path: string; label: string }[] }) {
  const mayOpen = useOpenScreens();
  return screens
    .filter(({ path }) => mayOpen(path))
    .map(({ path, label }) => (
      <Link key={path} href={path} className={buttonClass()}>
        {label}
      </Link>
    ));
}
