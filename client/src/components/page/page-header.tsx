import { useQueryClient } from "@tanstack/react-query";
import { clsx } from "clsx";
import { RefreshCw } from "lucide-react";
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { Link } from "wouter";
import { buttonClass, IconButton } from "#client/components/ui/control/button.tsx";
import { isScreenKey } from "#client/lib/browser/keys.ts";
import { ChecklistLink } from "./checklist.tsx";
import { usePageMenu } from "./page-menu.ts";

type PageHeaderProps = {
  title: ReactNode;
  /** One sentence about the screen, if the title does not explain it. */
  description?: ReactNode;
  /** At most one primary button. */
  action?: ReactNode;
  /** Content beside the title, for example a status. */
  aside?: ReactNode;
  /** Hides Refresh, because other people cannot change what the screen displays. */
  unchanging?: boolean;
};

export function PageHeader({ title, description, action, aside, unchanging = false }: PageHeaderProps) {
  return (
    <header className="mb-6 flex flex-wrap items-start justify-between gap-3">
      <ChecklistLink />
      {/* The title takes the remaining room, at least the width of a short sentence. Actions
          that wrap below use the full width. */}
      <div className={clsx("max-w-full min-w-0", action ? "flex-[999_1_auto]" : "flex-1", description && "min-w-48")}>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="min-w-0 text-xl font-semibold">{title}</h1>
          {aside}
        </div>
        {/* The zero width prevents a long description from pushing the action below the title. */}
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
          {action}
          {!unchanging && <PageMenu />}
        </div>
      )}
    </header>
  );
}

/**
 * The menu of the screen's rare actions, or Refresh alone. It fetches the screen's data again on a
 * press or on the key R. Screens never refetch by themselves (rule S10).
 */
function PageMenu() {
  const { items, Menu } = usePageMenu();
  const client = useQueryClient();
  const [pending, setPending] = useState(false);
  const refresh = async () => {
    setPending(true);
    await client.invalidateQueries();
    setPending(false);
  };
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === "r" && !event.repeat && isScreenKey(event)) void refresh();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  });
  if (Menu && items.length > 0)
    return <Menu label="More" outlined pending={pending} items={[...items, { label: "Refresh (R)", onSelect: () => void refresh() }]} />;
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
 * Returns true if the signed-in person may open the screen at a path. The app provides it from its
 * table of screens.
 */
export const OpenScreens = createContext<(path: string) => boolean>(() => false);

export const useOpenScreens = () => useContext(OpenScreens);

/** Links to screens outside the menu. It displays only the screens that this person may open. */
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
