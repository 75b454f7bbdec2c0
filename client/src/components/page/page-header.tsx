import { useQueryClient } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { Link } from "wouter";
import { buttonClass, IconButton } from "#client/components/ui/control/button.tsx";

type PageHeaderProps = {
  title: ReactNode;
  /** One sentence, where it helps. */
  description?: ReactNode;
  /** At most one primary button. */
  action?: ReactNode;
  /** Beside the title, such as a status. */
  aside?: ReactNode;
  /** The screen shows nothing that others change: it has no Refresh. */
  unchanging?: boolean;
};

export function PageHeader({ title, description, action, aside, unchanging = false }: PageHeaderProps) {
  return (
    <header className="mb-6 flex flex-wrap items-start justify-between gap-x-3 gap-y-3 sm:gap-x-6">
      <div className="max-w-full min-w-0 flex-auto">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="min-w-0 text-xl font-semibold">{title}</h1>
          {aside}
        </div>
        {/* No width of its own: however long it is, the action stays beside the title where the title leaves room. */}
        {description && (
          <p className="mt-1 w-0 min-w-full text-muted">
            <span className="block max-w-prose">{description}</span>
          </p>
        )}
      </div>
      {(action || !unchanging) && (
        <div className="flex shrink-0 flex-wrap items-center gap-2">
          {!unchanging && <RefreshButton />}
          {action}
        </div>
      )}
    </header>
  );
}

const FIELDS = "input, select, textarea, [contenteditable=true]";
const OVER_THE_SCREEN = "[role=dialog], [role=alertdialog], [role=menu]";

/** Whether R is meant for the screen: not typed into a field, not for what lies over the screen, no shortcut of the browser's. */
const meansRefresh = (event: KeyboardEvent): boolean =>
  event.key.toLowerCase() === "r" &&
  !(event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) &&
  !(event.target instanceof Element && event.target.closest(FIELDS)) &&
  document.querySelector(OVER_THE_SCREEN) === null;

/** Fetches anew what the screen shows, since nothing is fetched again by itself (rule S10): by press or by the key R. */
export function RefreshButton() {
  const client = useQueryClient();
  const [pending, setPending] = useState(false);
  const refresh = async () => {
    setPending(true);
    await client.invalidateQueries();
    setPending(false);
  };
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (meansRefresh(event)) void refresh();
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

/** Whether the signed-in person may open the screen at a path. The app knows (its table of screens); features ask. */
export const OpenScreens = createContext<(path: string) => boolean>(() => false);

/** For links to screens that only some may open. */
export const useOpenScreens = () => useContext(OpenScreens);

/** Ways to screens that have no entry in the menu; only those that this person may open. */
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
