import { clsx } from "clsx";
import { useState } from "react";
import { Link } from "wouter";
import { ListedDate } from "#client/components/facts/values.tsx";
import { DiscardDialog } from "#client/components/form/confirm-dialog.tsx";
import { Button, linkClass } from "#client/components/ui/control/button.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";
import { Dialog, DialogBody, DialogFooter } from "#client/components/ui/overlay/dialog.tsx";
import { describeMadeQuote } from "#client/device/change-text.ts";
import { useDevice, useDeviceView } from "#client/device/device.ts";
import { describeUndelivered } from "#client/device/undelivered-changes.ts";
import { newKey } from "#client/lib/api.ts";
import { useUser } from "#client/lib/session.ts";
import { countOf } from "#shared/domain/text.ts";
import { isUnpackedReason } from "#shared/domain/trade/parcels.ts";
import type { OpenOutbox } from "./open-outbox.ts";
import type { OutboxState } from "./outbox.ts";
import type { Entry } from "./outbox-store.ts";
import { isOfPlan } from "./overlay.ts";
import { isAlreadySawnReason } from "./sawn-reason.ts";

const STATE: Readonly<Record<OutboxState, string>> = {
  idle: "Everything has reached the server.",
  sending: "They are being sent, one after the other.",
  "no-network": "They will be sent one after the other once the server can be reached. You can continue to work, or close the page.",
  busy: "The portal is busy. They will be sent again automatically. You can continue to work, or close the page.",
  "signed-out": "Sign in again to send them.",
};

/** Lists the changes that the device still has to send, and those that the server rejected. */
export function WaitingDialog({ onClose }: { onClose: () => void }) {
  const device = useDevice();
  const user = useUser();
  const { state, waiting, refused, made, colleagues, lastSeen, isAway } = useDeviceView();
  const quotes = user.role === "customer";
  const withOutbox = async (work: (outbox: OpenOutbox) => unknown) => {
    const outbox = await device.outbox();
    if (outbox) work(outbox);
  };
  const [dropping, setDropping] = useState<readonly Entry[]>([]);
  const discard = () => {
    void withOutbox(({ discard }) => dropping.map(discard));
    setDropping([]);
  };
  return (
    <Dialog open title={quotes ? "Quotes on this device" : "Changes on this device"} onCloseRequest={onClose}>
      <DialogBody className="flex flex-col gap-5">
        {lastSeen && (
          <Alert>
            The server can't be reached. The data shown is from <ListedDate value={lastSeen} time />, with your own changes since.
          </Alert>
        )}
        {isAway && !quotes && (
          <p className="text-muted">
            Marks, recuts, bars, dates, statuses and shipping an order work without the network. Papers, parcels and questions need it.
          </p>
        )}
        {refused.length > 0 && (
          <Entries
            title="Refused"
            entries={refused}
            onLeave={onClose}
            onDiscard={setDropping}
            onRetry={(entry) => void withOutbox(({ retry }) => retry(entry, newKey()))}
            onConfirm={(entry) => void withOutbox(({ retry }) => retry(asConfirmed(entry), newKey()))}
          >
            {quotes
              ? "These were not created. Nothing is lost: open them, correct the fault shown, and save them again."
              : "These were rejected. Check the order, then try again or discard them."}
          </Entries>
        )}
        {made.length > 0 && (
          <section>
            <h3 className="font-semibold">Made ({made.length})</h3>
            <p className="text-muted">The server has created them at its own prices.</p>
            <ul className="mt-2 divide-y">
              {made.map((entry) => (
                <li key={entry.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
                  <Link
                    href={`/quotes?quote=${entry.made?.id}`}
                    className={clsx(linkClass, "min-w-48 flex-1 font-medium")}
                    onClick={onClose}
                  >
                    {describeMadeQuote(entry)}
                  </Link>
                  <Button size="sm" aria-label={`Seen: ${entry.words}`} onClick={() => void withOutbox(({ discard }) => discard(entry))}>
                    Seen
                  </Button>
                </li>
              ))}
            </ul>
          </section>
        )}
        {(waiting.length > 0 || refused.length + made.length === 0) && (
          <Entries title="Waiting" entries={waiting} onLeave={onClose} onDiscard={setDropping}>
            {STATE[state]}
          </Entries>
        )}
        {colleagues > 0 && (
          <p className="text-muted">
            {countOf(colleagues, "change")} of a colleague {colleagues === 1 ? "is" : "are"} sent when they sign in here again.
          </p>
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Close</Button>
        {waiting.length > 0 && (
          <Button variant="primary" pending={state === "sending"} onClick={() => void withOutbox(({ send }) => send())}>
            Try again now
          </Button>
        )}
      </DialogFooter>
      <DiscardDialog
        open={dropping.length > 0}
        title={dropping.length === 1 ? `Discard this ${quotes ? "quote" : "change"}?` : `Discard ${describeUndelivered(dropping)}?`}
        keepLabel={dropping.length === 1 ? "Keep it" : "Keep them"}
        onKeep={() => setDropping([])}
        onDiscard={discard}
      >
        {dropping.length === 1 ? `${dropping[0]?.words}. It will not be sent.` : "They will not be sent."}
      </DiscardDialog>
    </Dialog>
  );
}

type EntriesProps = {
  title: string;
  children: string;
  entries: readonly Entry[];
  /** Called when a press opens the order of a change. */
  onLeave: () => void;
  onDiscard: (entries: readonly Entry[]) => void;
  onRetry?: (entry: Entry) => void;
  /**
   * Called to send a change again that the server refused because the order is not fully packed.
   */
  onConfirm?: (entry: Entry) => void;
};

/** An order that is not fully packed leaves only if a person confirms it (rule W86). */
const asConfirmed = (entry: Entry): Entry =>
  entry.feature === "quotes" ? entry : ({ ...entry, input: { ...entry.input, body: { ...entry.input.body, confirmed: true } } } as Entry);

function Entries({ title, children, entries, onLeave, onDiscard, onRetry, onConfirm }: EntriesProps) {
  return (
    <section>
      <h3 className="font-semibold">
        {title} ({entries.length})
      </h3>
      <p className="text-muted">{children}</p>
      {onRetry && entries.length > 1 && (
        <Button size="sm" className="mt-2" onClick={() => onDiscard(entries)}>
          Discard all
        </Button>
      )}
      <ul className="mt-2 divide-y">
        {entries.map((entry) => (
          <li key={entry.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <div className="min-w-48 flex-1">
              <p className="font-medium break-words">
                <EntryWords entry={entry} onLeave={onLeave} />
              </p>
              {entry.refused !== undefined && <p className="text-danger">{entry.refused}</p>}
              <p className="text-xs text-muted">
                <ListedDate value={entry.at} time />
              </p>
            </div>
            <div className="ml-auto flex items-center gap-2">
              {onRetry && entry.feature === "quotes" && (
                <Link href={`/quotes?kept=${entry.id}`} aria-label={`Open: ${entry.words}`} className={linkClass} onClick={onLeave}>
                  Open
                </Link>
              )}
              {onConfirm && isUnpackedReason(entry.refused ?? "") && (
                <Button size="sm" aria-label={`Ship anyway: ${entry.words}`} onClick={() => onConfirm(entry)}>
                  Ship anyway
                </Button>
              )}
              {onRetry && entry.feature !== "quotes" && !isAlreadySawnReason(entry.refused ?? "") && (
                <Button size="sm" aria-label={`Try again: ${entry.words}`} onClick={() => onRetry(entry)}>
                  Try again
                </Button>
              )}
              <Button size="sm" variant="ghost" aria-label={`Discard: ${entry.words}`} onClick={() => onDiscard([entry])}>
                Discard
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Displays a change with a link to its order or plan. A waiting quote has no page to link to. */
const EntryWords = ({ entry, onLeave }: { entry: Entry; onLeave: () => void }) =>
  entry.feature === "quotes" ? (
    entry.words
  ) : (
    <Link href={`/workshop/${isOfPlan(entry) ? "plans/" : ""}${entry.input.params.id}`} className={linkClass} onClick={onLeave}>
      {entry.words}
    </Link>
  );
