import { type ComponentType, lazy, Suspense, useEffect, useState } from "react";
import { useToasts } from "#client/components/ui/toast-store.ts";
import { loadBeforeToasts, loadToaster } from "./load-ahead.ts";

// A message that can't be shown must not take the screen with it.
const Toaster = lazy(async (): Promise<{ default: ComponentType }> => {
  const loaded = await loadToaster().catch(() => null);
  return { default: loaded?.Toaster ?? (() => null) };
});

/** What shows messages comes after the first screen, or with the first message. */
export function Toasts() {
  const some = useToasts().length > 0;
  const [wanted, setWanted] = useState(some);
  if (some && !wanted) setWanted(true);
  useEffect(loadBeforeToasts, []);
  return (
    wanted && (
      <Suspense fallback={null}>
        <Toaster />
      </Suspense>
    )
  );
}
