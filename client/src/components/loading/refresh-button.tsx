import { useQueryClient } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useEffect, useState } from "react";
import { IconButton } from "#client/components/ui/control/icon-button.tsx";

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
