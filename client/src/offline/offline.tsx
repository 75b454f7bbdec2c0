import type { QueryClient } from "@tanstack/react-query";
import { clsx } from "clsx";
import { CircleAlert, CloudOff } from "lucide-react";
import { useEffect, useState } from "react";
import { DiscardDialog } from "#client/components/form/confirm-dialog.tsx";
import { Spinner, useDelayed } from "#client/components/ui/display/waiting.tsx";
import type { Keep } from "#client/lib/api.ts";
import type { User } from "#client/lib/session.ts";
import { leaveOutbox, openOutbox } from "./open-outbox.ts";
import type { OutboxView } from "./outbox.ts";
import { useLastSeen, useOutbox } from "./use-outbox.ts";
import { WaitingDialog } from "./waiting-dialog.tsx";
import { leaving } from "./whose-device.ts";

const changes = (count: number): string => (count === 1 ? "1 change" : `${count} changes`);
/** A change that is sent at once is nothing to tell of. */
const SLOW_MS = 1000;

/** What keeps the changes of this person. @throws where the browser keeps nothing */
export const keeperOf = (client: QueryClient, user: User): Promise<Keep> => openOutbox(client, user).then(({ keep }) => keep);

/** What a supplier's device has still to send, and whether it shows what was last seen. It has a place of its own in the menu and the top bar. */
export default function Offline({ user }: { user: User }) {
  const { outbox, view } = useOutbox(user);
  const lastSeen = useLastSeen();
  const [open, setOpen] = useState(false);
  const slow = useDelayed(view.state === "sending", SLOW_MS);

  const words = wordsOf(view, slow, lastSeen);
  const failed = view.refused.length > 0;
  return (
    <>
      <div aria-live="polite" className="min-w-0">
        {words && (
          <button
            type="button"
            aria-haspopup="dialog"
            title={words}
            onClick={() => setOpen(true)}
            className={clsx(
              "flex min-h-control w-full min-w-0 items-center gap-3 rounded px-3 py-1 text-left text-sm font-medium group-data-folded/menu:gap-1 group-data-folded/menu:px-1.5 max-md:gap-2 max-md:text-xs",
              failed ? "bg-danger-soft text-danger" : "bg-warning-soft",
            )}
          >
            {slow && !failed ? (
              <Spinner className="size-4 shrink-0" />
            ) : failed ? (
              <CircleAlert aria-hidden className="size-4 shrink-0" />
            ) : (
              <CloudOff aria-hidden className="size-4 shrink-0" />
            )}
            <span aria-hidden className="hidden tabular-nums group-data-folded/menu:inline">
              {failed ? view.refused.length : view.waiting.length || view.colleagues || ""}
            </span>
            <span className="min-w-0 group-data-folded/menu:sr-only">{words}</span>
          </button>
        )}
      </div>
      {open && outbox && <WaitingDialog outbox={outbox} view={view} lastSeen={lastSeen} onClose={() => setOpen(false)} />}
      <Leaving count={view.waiting.length + view.refused.length} person={user.id} />
    </>
  );
}

function wordsOf({ state, waiting, refused, colleagues }: OutboxView, slow: boolean, lastSeen: string | null): string | null {
  const count = changes(waiting.length);
  const wait = waiting.length === 1 ? "waits" : "wait";
  if (refused.length > 0) return `${changes(refused.length)} ${refused.length === 1 ? "was" : "were"} refused`;
  if (state === "signed-out") return `${count} ${wait}: sign in again`;
  if (state === "no-network") return `${count} ${wait} for the network`;
  if (slow) return `Sending ${count}…`;
  if (lastSeen) return "No network: shown as last seen";
  return colleagues > 0 ? `${changes(colleagues)} of a colleague ${colleagues === 1 ? "waits" : "wait"}` : null;
}

/** Before signing out: what is not sent would be lost. */
function Leaving({ count, person }: { count: number; person: number }) {
  const [answer, setAnswer] = useState<((leaves: boolean) => void) | null>(null);
  useEffect(() => {
    const ask = () => (count === 0 ? Promise.resolve(true) : new Promise<boolean>((answered) => setAnswer(() => answered)));
    // A browser that keeps nothing has nothing to remove.
    Object.assign(leaving, { ask, left: () => leaveOutbox(person).catch(() => {}) });
    return () => {
      if (leaving.ask === ask) Object.assign(leaving, { ask: undefined, left: undefined });
    };
  }, [count, person]);
  // Meanwhile everything was sent.
  useEffect(() => {
    if (count === 0) answer?.(true);
  }, [count, answer]);
  const say = (leaves: boolean) => {
    answer?.(leaves);
    setAnswer(null);
  };
  return (
    <DiscardDialog
      open={answer !== null && count > 0}
      title={`Log out and lose ${changes(count)}?`}
      keepLabel="Stay logged in"
      onKeep={() => say(false)}
      onDiscard={() => say(true)}
    >
      {count === 1 ? "It has" : "They have"} not reached the server, and {count === 1 ? "is" : "are"} taken off this device when you log
      out.
    </DiscardDialog>
  );
}
