import { Link } from "wouter";
import { buttonClass } from "#client/components/ui/control/button.tsx";
import { useOpenScreens } from "#client/lib/open-screens.ts";

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
