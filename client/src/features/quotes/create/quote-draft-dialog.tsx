import { Button } from "#client/components/ui/control/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#client/components/ui/overlay/dialog.tsx";
import { formatDate, formatDateTime } from "#client/lib/format.ts";
import type { QuoteDraft } from "./quote-draft.ts";

type QuoteDraftDialogProps = { draft: QuoteDraft; now: number; onContinue: () => void; onDiscard: () => void; onClose: () => void };

/** Asked before an empty form is shown, so that new work never stands in for the kept one. Closing it decides nothing. */
export function QuoteDraftDialog({ draft, now, onContinue, onDiscard, onClose }: QuoteDraftDialogProps) {
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
