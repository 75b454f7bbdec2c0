import { clsx } from "clsx";
import { CircleAlert, CircleCheck, CloudOff } from "lucide-react";
import { useEffect, useState } from "react";
import { Spinner, useDelayed } from "#client/components/ui/display/waiting.tsx";
import { countOf } from "#shared/domain/text.ts";
import { type DeviceView, useDeviceView } from "./device.ts";
import { WaitingDialog } from "./outbox/waiting-dialog.tsx";
import { describeUndelivered } from "./undelivered-changes.ts";

const AWAY = "No network: showing saved data";
const ALL_SENT = "All changes are sent";
const ALL_SENT_MS = 8000;
/** A change that the server accepts sooner is not announced. */
const SLOW_MS = 1000;

/**
 * Displays how many changes this device still has to send, and whether the screen is outdated. It
 * is in the menu and the top bar.
 */
export default function DeviceStatus() {
  const view = useDeviceView();
  const [open, setOpen] = useState(false);
  const slow = useDelayed(view.state === "sending", SLOW_MS);

  const isAllSent = useAllSent(view);
  const words = wordsOf(view, slow) ?? (isAllSent ? ALL_SENT : null);
  const failed = view.refused.length > 0;
  const isDone = words === ALL_SENT || (view.made.length > 0 && view.waiting.length === 0);
  const Icon = isDone ? CircleCheck : CloudOff;
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
              "flex min-h-control w-full min-w-0 items-center gap-3 rounded px-3 py-1 text-left text-sm font-medium group-data-folded/menu:gap-1 group-data-folded/menu:px-1.5 max-md:gap-2 max-md:px-2 max-md:text-xs",
              failed ? "bg-danger-soft text-danger" : isDone ? "bg-raised" : "bg-warning-soft",
            )}
          >
            {slow && !failed ? (
              <Spinner className="size-4 shrink-0" />
            ) : failed ? (
              <CircleAlert aria-hidden className="size-4 shrink-0" />
            ) : (
              <Icon aria-hidden className="size-4 shrink-0" />
            )}
            <span aria-hidden className="hidden tabular-nums group-data-folded/menu:inline">
              {failed ? view.refused.length : view.waiting.length || view.made.length || view.colleagues || ""}
            </span>
            <span className="min-w-0 group-data-folded/menu:sr-only max-md:line-clamp-2 max-md:leading-4">
              {words === AWAY ? (
                // A phone's top bar has room for two short lines.
                <>
                  No network: <span className="max-md:sr-only">showing </span>saved data
                </>
              ) : (
                words
              )}
            </span>
          </button>
        )}
      </div>
      {open && <WaitingDialog onClose={() => setOpen(false)} />}
    </>
  );
}

/** The state of the changes that had to wait: none, not sent, being sent, all sent. */
type Delivery = "none" | "waiting" | "sending" | "sent";

function nextDelivery(before: Delivery, { state, waiting, refused }: DeviceView): Delivery {
  const waits = waiting.some(({ feature }) => feature !== "quotes");
  if (refused.length > 0) return "none";
  if (state === "sending") return before === "waiting" ? "sending" : before;
  if (state !== "idle") return waits ? "waiting" : "none";
  if (waiting.length > 0) return before;
  // Changes that were discarded are not sent.
  return before === "waiting" ? "none" : before === "sending" ? "sent" : before;
}

/** True for some seconds after all changes that had to wait were accepted. */
function useAllSent(view: DeviceView): boolean {
  const [delivery, setDelivery] = useState<Delivery>("none");
  const next = nextDelivery(delivery, view);
  if (next !== delivery) setDelivery(next);
  const isAllSent = next === "sent";
  useEffect(() => {
    if (!isAllSent) return;
    const timer = setTimeout(() => setDelivery("none"), ALL_SENT_MS);
    return () => clearTimeout(timer);
  }, [isAllSent]);
  return isAllSent;
}

function wordsOf({ state, waiting, refused, made, colleagues, isAway }: DeviceView, slow: boolean): string | null {
  const count = describeUndelivered(waiting);
  const wait = waiting.length === 1 ? "waits" : "wait";
  if (refused.length > 0) return `${describeUndelivered(refused)} ${refused.length === 1 ? "was" : "were"} refused`;
  if (state === "signed-out") return `${count} ${wait}: sign in again`;
  if (state === "no-network") return `${count} ${wait} for the network`;
  if (state === "busy") return `${count} ${wait}: the portal is busy`;
  if (slow) return `Sending ${count}…`;
  if (made.length > 0) return `${describeUndelivered(made)} ${made.length === 1 ? "was" : "were"} made`;
  if (isAway) return AWAY;
  return colleagues > 0 ? `${countOf(colleagues, "change")} of a colleague ${colleagues === 1 ? "waits" : "wait"}` : null;
}
