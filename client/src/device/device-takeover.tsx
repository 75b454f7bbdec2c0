import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useDeferredValue } from "react";
import { lazyDialog } from "#client/components/loading/lazy-dialog.tsx";
import { productName } from "#client/components/ui/display/brand.tsx";
import { type User, useNewSession } from "#client/lib/session.ts";
import { findUndelivered, removeLost, selectLost, type UndeliveredOfPerson } from "./undelivered-changes.ts";

const UndeliveredDialog = lazyDialog(() => import("./undelivered-dialog.tsx"), { size: "sm", sheet: "bottom", fields: 1 });

/** Loads what other people left on this device. An unreadable store counts as empty. */
const undeliveredQuery = (user: User) =>
  queryOptions({
    queryKey: ["take-up-device", user.id, user.isImpersonating],
    queryFn: async (): Promise<readonly UndeliveredOfPerson[]> => {
      try {
        const undelivered = selectLost(user, await findUndelivered());
        // A person whose device stores nothing has no use for an empty store.
        if (undelivered.length === 0) await removeLost(user);
        return undelivered;
      } catch {
        return [];
      }
    },
  });

/**
 * Requests confirmation before a person starts to use a device on which another company's changes
 * wait (rule W56), or another person's form (rule Q11). It precedes every screen: after a sign-in,
 * a reload, in another tab and with View As.
 */
export function DeviceTakeover({ user, children }: { user: User; children: ReactNode }) {
  const client = useQueryClient();
  const newSession = useNewSession();
  const undelivered = useDeferredValue(useQuery(undeliveredQuery(user)).data);
  const goOn = async () => {
    await removeLost(user);
    client.setQueryData(undeliveredQuery(user).queryKey, []);
  };
  if (undelivered?.length === 0) return children;
  return (
    <main className="min-h-dvh">
      <h1 className="sr-only">{productName()}</h1>
      {undelivered && <UndeliveredDialog lost={undelivered} onGoOn={() => void goOn()} onClose={() => newSession(null)} />}
    </main>
  );
}
