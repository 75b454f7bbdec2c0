import { useState } from "react";
import { DialogComing } from "#client/components/loading/dialog-coming.tsx";
import { EmptyState } from "#client/components/loading/states.tsx";
import { Dialog, DialogBody } from "#client/components/ui/overlay/dialog.tsx";
import { Framed } from "#client/components/ui/overlay/dialog-shape.ts";
import { useDevice, useDeviceView } from "#client/device/device.ts";
import { readValues } from "../form/quote-draft.ts";
import type { QuoteValues } from "../form/quote-values.ts";
import { QuoteFormDialog } from "./quote-form-dialog.tsx";
import { QUOTE_FORM_LOOK } from "./quote-form-look.ts";
import { useShutterTypes } from "./shutter-types.ts";

type RefusedQuoteProps = {
  entryId: number;
  /** The values of the reopened form, if the person has changed it since. */
  values: QuoteValues | undefined;
  draftSavedAt: number | null;
  onClose: () => void;
  onSaved: (quoteId: number) => void;
};

/**
 * A quote that waited on this device and was refused: the form contains all of it again, validated
 * against the current types (rule Q32). The waiting entry is deleted once the quote is saved again.
 */
export function RefusedQuote({ entryId, values, ...form }: RefusedQuoteProps) {
  const device = useDevice();
  const { refused } = useDeviceView();
  // After saving, the entry no longer waits, but the form is still on screen.
  const [found, setFound] = useState<(typeof refused)[number]>();
  const entry = found ?? refused.find(({ id }) => id === entryId);
  if (entry && !found) setFound(entry);
  const { types } = useShutterTypes();
  const [judged, setJudged] = useState(false);
  if (entry && !types.isFetching && !judged) setJudged(true);
  const [framed, setFramed] = useState(false);
  const before = entry && (values ?? readValues(entry.quote?.values));
  if (!before)
    return (
      <Dialog open onCloseRequest={form.onClose} title="Create New Quote" size="sm" sheet="bottom">
        <DialogBody>
          <EmptyState title="This quote no longer waits on this device">It was saved or discarded.</EmptyState>
        </DialogBody>
      </Dialog>
    );
  // The server refused the quote because the types have changed.
  if (types.isFetching && !judged) return <DialogComing {...QUOTE_FORM_LOOK} onClose={form.onClose} onFramed={() => setFramed(true)} />;
  return (
    <Framed value={framed}>
      <QuoteFormDialog
        {...form}
        values={before}
        waiting={{ id: entryId, refused: entry.refused ?? "", photos: entry.quote?.photos ?? [] }}
        onSavedAgain={() => void device.outbox().then((outbox) => outbox?.discard(entry))}
      />
    </Framed>
  );
}
