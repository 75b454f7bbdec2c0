import { useState } from "react";
import { Button } from "#client/components/ui/control/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#client/components/ui/overlay/dialog.tsx";
import { formatDate, formatDateTime } from "#client/lib/format.ts";
import { useUser } from "#client/lib/session.ts";
import { clearDraft, type QuoteDraft, readDraft } from "../form/quote-draft.ts";
import { firstWindow, type QuoteValues } from "../form/quote-values.ts";
import { QuoteFormDialog } from "./quote-form-dialog.tsx";

const EMPTY = (): QuoteValues => ({ userId: null, windows: [firstWindow()] });

/** New Quote. If an unfinished quote was kept on this device, it asks first whether to continue with it. */
export default function QuoteCreateDialog({ onClose }: { onClose: () => void }) {
  const user = useUser();
  const [now] = useState(() => Date.now());
  const [kept] = useState(() => readDraft(user.id, now));
  const [start, setStart] = useState(() => (kept ? null : EMPTY()));
  if (start) return <QuoteFormDialog start={start} onClose={onClose} />;
  if (!kept) return null;
  const discard = () => {
    clearDraft(user.id);
    setStart(EMPTY());
  };
  return <UnfinishedQuote draft={kept} now={now} onContinue={() => setStart(kept.values)} onDiscard={discard} onClose={onClose} />;
}

type UnfinishedQuoteProps = { draft: QuoteDraft; now: number; onContinue: () => void; onDiscard: () => void; onClose: () => void };

/** Continue or discard. Closing the question keeps the draft. */
function UnfinishedQuote({ draft, now, onContinue, onDiscard, onClose }: UnfinishedQuoteProps) {
  return (
    <Dialog open onCloseRequest={onClose} title="Unfinished quote" size="sm" sheet="bottom" focus="field">
      <DialogBody>
        <p>{sentence(draft, now)}</p>
        <p className="mt-1 text-sm text-muted">It was kept on this device. Prices are today's.</p>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onDiscard}>Discard</Button>
        <Button variant="primary" data-autofocus onClick={onContinue}>
          Continue
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

function sentence({ savedAt, values }: QuoteDraft, now: number): string {
  const count = values.windows.length;
  const at = formatDateTime(savedAt);
  const when = formatDate(savedAt) === formatDate(now) ? (at.split(", ")[1] ?? at) : at;
  const whose = values.customerName ? ` for ${values.customerName}` : "";
  return `You have an unfinished quote of ${count} ${count === 1 ? "window" : "windows"}${whose} from ${when}.`;
}
