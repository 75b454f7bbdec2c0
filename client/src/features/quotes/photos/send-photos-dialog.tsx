import { useEffect, useRef, useState } from "react";
import { identifyFiles, uploadSentence } from "#client/components/photos/photo-upload.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";
import { ProgressBar } from "#client/components/ui/display/waiting.tsx";
import { Dialog, DialogBody, DialogFooter } from "#client/components/ui/overlay/dialog.tsx";
import { newKey, useCall } from "#client/lib/api.ts";
import { toast } from "#client/lib/toasts.ts";
import { quoteNumber } from "#shared/domain/trade/status.ts";

export interface PhotosToSend {
  readonly itemId: number;
  /** The window's name. */
  readonly name: string;
  readonly files: readonly File[];
}

type SendPhotosDialogProps = {
  quoteId: number;
  windows: readonly PhotosToSend[];
  /** Runs when all photos are sent, or when the person continues without the rest. */
  onDone: () => void;
};

const countOf = (windows: readonly PhotosToSend[]): number => windows.reduce((sum, { files }) => sum + files.length, 0);

/**
 * Sends a saved quote's photos, one window after the other. Photos that failed stay in the dialog
 * until they are sent.
 */
export function SendPhotosDialog({ quoteId, windows, onDone }: SendPhotosDialogProps) {
  const [waiting, setWaiting] = useState(windows);
  const [part, setPart] = useState(0);
  const [error, setError] = useState<unknown>(null);
  const key = useRef(newKey());
  const add = useCall("quotes", "addPhotos", { failure: null });
  const all = countOf(windows);
  const [next] = waiting;
  const sent = all - countOf(waiting) + part * (next?.files.length ?? 0);

  const send = () => {
    if (!next) return;
    setError(null);
    setPart(0);
    add.mutate(
      {
        params: { id: quoteId, itemId: next.itemId },
        files: next.files,
        // The key contains the window and the number of its photos, so that a retry stores nothing
        // twice.
        idempotencyKey: `${key.current}-${next.itemId}-${identifyFiles(next.files).length}`,
        onProgress: setPart,
      },
      {
        onSuccess: () => {
          setPart(0);
          setWaiting(waiting.slice(1));
        },
        onError: setError,
      },
    );
  };
  const first = next?.itemId;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each window once, as its turn comes
  useEffect(() => {
    if (first !== undefined) send();
    else {
      toast({ title: "Success", description: all === 1 ? "The photo was sent" : `${all} photos were sent` });
      onDone();
    }
  }, [first]);

  const rest = countOf(waiting);
  return (
    <Dialog open onCloseRequest={() => error && onDone()} title={`${quoteNumber(quoteId)} is saved`} size="sm" sheet="bottom">
      <DialogBody>
        {error ? (
          <Alert tone="warning" title={uploadSentence(error, `The photos of ${next?.name ?? "a window"} could not be sent`)}>
            {rest === 1 ? "One photo is still here, and the quote is saved." : `${rest} photos are still here, and the quote is saved.`}
          </Alert>
        ) : (
          <ProgressBar
            label={`Sending photos of ${next?.name ?? "the windows"}`}
            value={Math.round((100 * sent) / all)}
            figures={`${all - rest} of ${all}`}
          />
        )}
      </DialogBody>
      {error ? (
        <DialogFooter>
          <Button onClick={onDone}>Continue without them</Button>
          <Button variant="primary" onClick={send}>
            Try again
          </Button>
        </DialogFooter>
      ) : null}
    </Dialog>
  );
}
